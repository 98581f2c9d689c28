"""What values of M tightened by linear programs gain, beside those from distances."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from textwrap import wrap

import numpy as np

from benchmarks.cells import days
from benchmarks.classics.compare import Method
from benchmarks.classics.deals import Deal, Task, cells_of, repeats, run
from benchmarks.classics.psi.published import TABLE_2
from benchmarks.classics.psi.simulated import disk, ring
from benchmarks.classics.psi.tables import Seen
from benchmarks.classics.psi.tuned import Tuned, nonzero
from benchmarks.classics.table import WIDTH

DEALS = 2
SECONDS = 60.0
"""Of the clock, for one program."""
TESTED = 1_000
FLIPS = 5
"""Of 50 labels on the disk."""
PRICES = (1.0, 10.0)
DISTANCES, TIGHTENED = "M from distances", "M tightened"
HEAD = (
    "Psi-learning without the restriction of section 3.3: 100 rows of the ring and 50 of the disk, "
    f"{{}} deals of each, the solver SCIP on one thread, ended after {SECONDS:g} seconds of the "
    "clock or at a gap of 1e-3. CPU s: means of all that a program takes, linear programs and the "
    "search for a start included; the ratio is that of the sums. Gap: the largest. Measured {}."
)


def psi_bounds(repetitions: int | None, *, jobs: int, quick: bool) -> tuple[list[Deal], list[str]]:
    """Psi-learning with M from distances and with M tightened by linear programs."""
    cells = cells_of("psi_bounds")
    run(cells, tasks(DEALS if repetitions is None else repetitions, quick), jobs)
    found = list(cells)
    lines = [f"{'':44}{DISTANCES:>22}{TIGHTENED:>22}{'ratio':>8}"]
    lines += [f"{'':44}" + f"{'CPU s':>12}{'gap':>10}" * 2]
    for data, name in dict.fromkeys((task.data, _kind(task.method.name)) for task in tasks(1)):
        before, after = (
            [cell for cell in found if (cell.data, cell.method) == (data, f"{name}, {way}")]
            for way in (DISTANCES, TIGHTENED)
        )
        if before and after:
            ratio = _seconds(after) / _seconds(before)
            lines.append(
                f"{data:22}{name:22}{_figures(before)}{_figures(after)}{ratio:8.2f}".rstrip()
            )
    return found, [*wrap(HEAD.format(repeats(cells), days(cells)), WIDTH), "", *lines]


def tasks(count: int, quick: bool = False) -> Iterator[Task]:
    """All cells of a deal before the next deal."""
    samples = {
        f"ring, case {case}": (partial(ring, case=case, tested=TESTED), 100) for case in TABLE_2
    }
    samples[f"disk, {FLIPS} flipped"] = (partial(disk, flips=FLIPS, tested=TESTED), 50)
    for deal, (data, (read, learned)), norm, C, way in product(
        range(count),
        list(samples.items())[: 1 if quick else None],
        ("l1", "l2"),
        PRICES[: 1 if quick else None],
        (DISTANCES, TIGHTENED),
    ):
        model = Tuned(
            norm,
            train=learned,
            C=C,
            restricted=False,
            tighten=way == TIGHTENED,
            seconds=SECONDS,
        )
        method = Method(f"{norm[1]}-norm, C={C:g}, {way}", model, nonzero)
        yield Task(data, read, Seen(2 * learned, 2 * learned), method, deal)


def _kind(method: str) -> str:
    return method.rsplit(", ", 1)[0]


def _seconds(cells: list[Deal]) -> float:
    return float(np.mean([cell.seconds or np.nan for cell in cells]))


def _figures(cells: list[Deal]) -> str:
    return f"{_seconds(cells):12.2f}{max(cell.gap or 0.0 for cell in cells):10.2%}"
