"""Parts of hand-written pages that are written here, between two marks."""

from __future__ import annotations

from pathlib import Path


def fill(page: Path, what: str, text: str) -> None:
    """Write the text between the two marks of a page that name what it is."""
    start, end = f"<!-- {what}: written by benchmarks.pages -->\n\n", f"\n<!-- end of {what} -->"
    before, rest = page.read_text().split(start)
    page.write_text(before + start + text + rest[rest.index(end) :])
