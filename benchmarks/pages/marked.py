"""Parts of pages: between two marks of one that is written by hand, and folded below a title."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent


def fill(page: Path, what: str, text: str) -> None:
    """Write the text between the two marks of a page that name what it is."""
    start, end = f"<!-- {what}: written by benchmarks.pages -->\n\n", f"\n<!-- end of {what} -->"
    before, rest = page.read_text().split(start)
    page.write_text(before + start + text + rest[rest.index(end) :])


def folded(title: str, text: str) -> str:
    """Return a note that opens on a click."""
    return f'??? note "{title}"\n\n{indent(text.strip(), "    ")}\n'
