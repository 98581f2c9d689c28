"""Figures 1 to 3 of Strohmann, Belitski, Grudic and DeCoste 2003, drawn by `curve_plots`."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

import numpy as np

from benchmarks.cells import days
from benchmarks.classics import paper_samples
from benchmarks.classics.compare import Method
from benchmarks.classics.deals import Same, Task, cells_of, row, run
from benchmarks.classics.minimax.table_1 import Twonorm, holdout, num_bases, sparse
from benchmarks.classics.table import WIDTH, Row

DEALS = 50
NOISE = 20
CURVES = {
    "ionosphere": (paper_samples.ionosphere, (1, 2, 5, 10, 15, 25)),
    "sonar": (paper_samples.sonar, (1, 5, 10, 20, 40, 80)),
}
"""Figure 1: a sample, and numbers of bases."""
PIMA = (1, 2, 3, 5, 10, 20)
CANDIDATES = (1, 5, 10)
FIGURE_2, FIGURE_3 = "Pima diabetes", f"twonorm, {NOISE} noise columns"
HEAD = (
    f"Up to {DEALS} random splits, as in table 1: accuracy on a tenth of the rows and Omega, both "
    "in percent, against the number of bases. The paper shows curves without numbers: one width "
    "for all columns (width) and one for each (features), then 1, 5 and 10 candidates for a basis."
)


def minimax_curves(
    repetitions: int | None, *, jobs: int, quick: bool
) -> tuple[list[Row], list[str], dict[str, list[float]]]:
    """Figures 1 to 3 of Strohmann, Belitski, Grudic and DeCoste 2003."""
    cells = cells_of("minimax_curves")
    count = DEALS if repetitions is None else repetitions
    run(cells, tasks(count, quick), jobs)
    found: dict[tuple[str, str], Row] = {}
    for cell in list(cells):
        key = cell.data, cell.method
        if key not in found:
            found[key] = row([each for each in cells if (each.data, each.method) == key])
    lines = wrap(f"{HEAD} Measured {days(cells)}.", WIDTH)
    for name, (_, counts) in CURVES.items():
        lines += ["", f"Figure 1, {name}", *_curves(found, name, ("width", "features"), counts)]
    curves = [f"{count} candidates" for count in CANDIDATES]
    lines += ["", f"Figure 2, {FIGURE_2}", *_curves(found, FIGURE_2, curves, PIMA)]
    if not count or quick:
        return list(found.values()), lines, {}
    weights = column_weights(count)
    lines += [
        "",
        f"Figure 3, {FIGURE_3}: 25 bases, `column_weights_` in percent, means of {count} splits",
        *(
            f"{what:24}" + " ".join(f"{100 * weight:.1f}" for weight in part)
            for what, part in (("twonorm", weights[:-NOISE]), ("noise", weights[-NOISE:]))
        ),
        f"The noise has {sum(weights[-NOISE:]):.1%} together (half, if it were as good).",
    ]
    return list(found.values()), lines, {"weights": weights}


def tasks(count: int, quick: bool) -> Iterator[Task]:
    """Figure by figure in each deal."""
    for deal in range(count):
        for name, (read, counts) in CURVES.items():
            for selection in ("width", "features"):
                for bases in counts:
                    model = sparse(bases, selection)
                    method = Method(_name(selection, bases), model, num_bases)
                    yield Task(name, Same(read), holdout, method, deal)
            if quick:
                return
        for candidates in CANDIDATES:
            for bases in PIMA:
                model = sparse(bases, "features", candidates)
                method = Method(_name(f"{candidates} candidates", bases), model, num_bases)
                yield Task(FIGURE_2, Same(paper_samples.pima), holdout, method, deal)


def column_weights(count: int) -> list[float]:
    """Figure 3: means over so many splits. They take seconds, and are not kept as cells."""
    found = []
    for deal in range(count):
        X, y = Twonorm(NOISE)(deal)
        [(train, _)] = holdout((X, y), deal)
        model = sparse(25, "features").set_params(random_state=deal)
        found.append(model.fit(X[train], y[train]).column_weights_)
    return [float(weight) for weight in np.mean(found, axis=0)]


def _name(curve: str, bases: int) -> str:
    return f"{curve}, {bases} bases"


def _curves(
    found: dict[tuple[str, str], Row], data: str, curves: Any, counts: tuple[int, ...]
) -> Iterator[str]:
    yield f"{'bases':24}" + "".join(f"{count:9}" for count in counts)
    for curve in curves:
        rows = [found.get((data, _name(curve, count))) for count in counts]
        for what, field in (("accuracy", "score"), ("Omega", "bound")):
            values = [np.nan if each is None else 100 * getattr(each, field) for each in rows]
            yield f"{curve + ', ' + what:24}" + "".join(f"{value:9.1f}" for value in values)
