"""The table of kinds of coefficients in ``docs/concepts/extended_formulation.md``."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.measured_code import age
from benchmarks.pages.marked import fill
from benchmarks.record import PUBLISHED
from benchmarks.solving.coefficients import SIZES, Cell, chosen

SHOWN = SIZES[:2]
WHAT = ("nonzeros", "rows", "columns")


def write(docs: Path) -> None:
    """Write the table into the page."""
    path = PUBLISHED / "coefficients.json"
    if path.exists():
        found = json.loads(path.read_text())
        text = "\n".join(lines(found)) + "\n"
        fill(docs / "concepts/extended_formulation.md", "coefficients", text)


def lines(found: dict[str, Any]) -> Iterator[str]:
    """A line a kind; of real models the geometric means."""
    cells = [Cell(**each) for each in found["cells"]]
    kinds = dict.fromkeys(cell.kind for cell in cells)
    sizes = [f"{rows:,} x {columns}" for rows, columns in SHOWN]
    yield (
        "Sizes after compression divided by those before, of random matrices. *By pairs*: nonzeros "
        f"without differences (`{found['command']}`{age('coefficients', found)})."
    )
    yield ""
    heads = ("nonzeros", "by pairs", "rows", "columns", "edges a row")
    first, second = (f"{size}: {heads[0]}" for size in sizes)
    yield f"| coefficients | {' | '.join((first, *heads[1:], second))} |"
    yield "|---|" + "---:|" * (len(heads) + 1)
    for kind in kinds:
        if kind != "real models":
            figures, others = (_shown(cells, [f"{kind}, {size}"]) for size in sizes)
            yield f"| {kind} | {' | '.join((*figures, others[0]))} |"
    real = list(dict.fromkeys(cell.name for cell in cells if cell.kind == "real models"))
    if real:
        yield ""
        words = ("nonzeros", "nonzeros by pairs", "rows", "columns", "edges a row replaced")
        means = ", ".join(
            f"{value} {word}"
            if word.startswith("edges")
            else f"{float(value):.0%} of the {word}"
            if word != "columns"
            else f"{value} times the columns"
            for word, value in zip(words, _shown(cells, real), strict=True)
        )
        smaller = sum(chosen(cells, name).way == "differences" for name in real)
        yield (
            f"The same for {len(real)} real models in which a column has several coefficients of "
            f"one sign (geometric means): {means}."
        )
        yield f"Differences make {smaller} of them smaller."


def _shown(cells: list[Cell], names: Iterable[str]) -> list[str]:
    """The geometric means of some cases, in the order of the heads."""
    best = [chosen(cells, name) for name in names]
    pairs = [next(c for c in cells if c.key == (cell.name, "pairs")) for cell in best]
    ratios = [
        _mean(cell.ratio("nonzeros") for cell in best),
        _mean(cell.ratio("nonzeros") for cell in pairs),
        _mean(cell.ratio("rows") for cell in best),
        _mean(cell.ratio("columns") for cell in best),
    ]
    edges = [cell.edges / cell.replaced for cell in best if cell.replaced]
    texts = [f"{each:.{3 if each < 0.1 else 2 if each < 10 else 0}f}" for each in ratios]
    return [*texts, f"{_mean(edges):.2f}" if edges else "-"]


def _mean(values: Iterable[float]) -> float:
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / len(logarithms))
