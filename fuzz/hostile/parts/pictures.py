"""Names in pictures and pages are text, and nothing else."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import numpy as np

from hostile.case import expect, one_of
from hostile.command import check_end, forked
from hostile.parts.files import ROOM
from nzdd import NZDD, to_html


def picture(random: np.random.Generator, folder: Path, path: str) -> None:
    """Draw a file and check that names appear as text only."""
    kind = str(one_of(random, "dot", "html"))
    end = forked(["draw", path, "-o", f"out.{kind}", "-q"], folder, room=ROOM)
    check_end(end)
    if end.code:
        return
    text = (folder / f"out.{kind}").read_text(encoding="utf-8")
    if kind == "dot":
        rest = re.sub(r'"(?:[^"\\]|\\.)*"', "", text, flags=re.DOTALL)
        expect("Pwned" not in rest and '"' not in rest, "a name is more than text in DOT")
        return
    expect(_tags(text) == _tags(_plain_page()), "a name is more than text in a page")


@cache
def _plain_page() -> str:
    """Check that the names of a page are data and never tags."""
    return str(to_html(NZDD.from_rows([[0, 1], [1]])))


def _tags(text: str) -> list[str]:
    page = _Page()
    page.feed(text)
    page.close()
    return page.tags


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = " ".join(sorted(name for name, _ in attrs))
        self.tags.append(f"{tag} {names}")
