"""The table of programs of graphillion in ``docs/howto/from_graphillion.md``."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.pages.marked import fill
from benchmarks.record import PUBLISHED


def write(docs: Path) -> None:
    """Write the table into the page."""
    path = PUBLISHED / "way-over.json"
    if path.exists():
        found = json.loads(path.read_text())
        load = found["machine"]["load_average"][0]
        head = (
            "Best of three runs, each in a fresh process on one thread "
            f"(`{found['command']}`, load {load:.1f} at the start):"
        )
        text = "\n".join([head, "", *found["table"]]) + "\n"
        fill(docs / "howto/from_graphillion.md", "costs", text)
