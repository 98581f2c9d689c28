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


def included(title: str, file: str, is_table: bool) -> str:
    """Return a note that shows a file, which the site puts there; text unless it is a table."""
    text = f'--8<-- "{file}"'
    return folded(title, text if is_table else f"```text\n{text}\n```")


def filed(docs: Path, name: str, title: str, table: str) -> str:
    """Write a table into a file, and return a note that shows it."""
    file = f"benchmarks/tables/{name}.txt"
    (docs / file).write_text(table)
    return included(title, f"docs/{file}", is_table=True)
