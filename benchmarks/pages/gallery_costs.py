"""The tables of costs on the pages of the gallery, between two marks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks import gallery
from benchmarks.gallery.compare import cell
from benchmarks.measured_code import age
from benchmarks.pages.marked import fill
from benchmarks.record import PUBLISHED


def write(docs: Path) -> None:
    """Write the table of every problem that was measured into its page."""
    for name in gallery.NAMES:
        page, path = docs / "gallery" / f"{name}.md", PUBLISHED / f"gallery-{name}.json"
        if path.exists():
            found = json.loads(path.read_text())
            fill(page, "costs", costs(found, age(path.stem, found)))


def costs(found: dict[str, Any], older: str = "") -> str:
    """A line for each case, a column for each variant; `older` says what changed since."""
    runs = found["runs"]
    variants, cases = (list(dict.fromkeys(run[key] for run in runs)) for key in ("variant", "case"))
    by_both = {(run["case"], run["variant"]): run for run in runs}
    lines = [
        f"CPU / wall-clock seconds, peak memory; at the limit of {found['limit']:g} s "
        f"value [bound]{older}.",
        "",
        f"| | {' | '.join(variants)} |",
        "|---|" + "---|" * len(variants),
    ]
    for case in cases:
        cells = [cell(by_both.get((case, variant))) for variant in variants]
        lines.append(f"| {case} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
