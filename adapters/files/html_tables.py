"""Tables of web pages, which many programs save as .xls, as text with commas."""

from __future__ import annotations

import csv
import io
import re
from contextlib import suppress
from html.parser import HTMLParser

HEAD = 2**12
"""Bytes that are looked at."""
_PAGE = re.compile(rb"\s*<[\s\S]*?(?:!doctype html|\bhtml|\btable|\bworkbook)\b", re.IGNORECASE)
_MOST = 1_000  # rows or columns of a merged cell

Row = list[str]


def is_page(head: bytes) -> bool:
    """Whether a text begins like HTML, or like a workbook of Excel in XML."""
    return _PAGE.match(head) is not None


def largest_table(page: str) -> str | None:
    """The table of most rows as text with commas, a line for each row; None without columns.

    Of a merged cell the first column has the text, in each of its rows. Time linear in the page.
    """
    parser = _Tables()
    parser.feed(page)
    parser.close()
    rows = max(parser.tables, key=len, default=[])
    if not any(len(row) > 1 for row in rows):
        return None
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(
        [" ".join(text.split()) for text in row] for row in rows
    )
    return stream.getvalue()


class _Tables(HTMLParser):
    """Collects the rows of all tables; one within a cell is a table of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[Row]] = []
        self._open: list[list[Row]] = []
        self._cell: tuple[Row, int] | None = None  # its row and column
        self._below: dict[int, tuple[int, Row]] = {}  # by column: rows left of a merged cell, texts

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._open.append([])
            self.tables.append(self._open[-1])
            self._below = {}
        elif self._open and tag in ("tr", "row"):
            self._open[-1].append([])
        elif self._open and self._open[-1] and tag in ("td", "th", "cell"):
            self._begin_cell(self._open[-1], dict(attrs))
        elif tag == "br":
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "cell", "tr", "row"):
            self._cell = None
        elif tag == "table" and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            row, place = self._cell
            row[place] += data

    def _begin_cell(self, rows: list[Row], attributes: dict[str, str | None]) -> None:
        row = rows[-1]
        row += [""] * (_number(attributes, "ss:index", 1) - 1 - len(row))  # Excel omits empty cells
        while (place := len(row)) in self._below:
            left, above = self._below.pop(place)
            row.append(above[place])
            if left > 1:
                self._below[place] = left - 1, above
        self._cell = row, place
        width = _number(attributes, "colspan", 1) + _number(attributes, "ss:mergeacross", 0)
        height = _number(attributes, "rowspan", 1) + _number(attributes, "ss:mergedown", 0)
        row += [""] * width
        if height > 1:
            self._below |= dict.fromkeys(range(place, len(row)), (height - 1, row))


def _number(attributes: dict[str, str | None], name: str, default: int) -> int:
    with suppress(TypeError, ValueError):
        return max(default, min(int(attributes.get(name) or ""), _MOST))
    return default
