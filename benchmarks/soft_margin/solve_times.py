"""The interior point and outside solvers on the same linear programs."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from benchmarks import record
from benchmarks.soft_margin.peer_solvers import BARE, ITERATIONS
from benchmarks.soft_margin.runs import Run, Variant, measure
from nzdd.formulations.iteration.limits import ROUNDING

CASES = (("synthetic 1e5", 0.1), ("synthetic 1e6", 0.1), ("a9a", 0.4), ("mushroom", 0.1))
QUICK = (("synthetic 3e3", 0.1), ("mushroom", 0.1))
LEGEND = (
    "CPU seconds, a process each, one thread. (8) edge: the flow over the diagram; (4): the",
    "linear program of the distinct rows as the paper has it; (8) row: its dual, the flow over",
    "a diagram that shares nothing. bare: without crossover. set-up: ordering, or making the",
    "program and reading the answer; solve: of an outside solver, its own process alone, to its",
    "own tolerance; it looks at its own clock for the limit. gap: between the bounds that the",
    "answer proves. ratio: solve of an outside solver by set-up and solve of ours.",
)


def variants() -> list[Variant]:
    """All solvers for the two programs of the paper, the fastest for the dual of (4)."""
    found = []
    for title, slack, form, names in (
        ("(8) edge", "edge", "flow", tuple(ITERATIONS)),
        ("(4)", "row", "row", tuple(ITERATIONS)),
        ("(8) row", "row", "flow", (BARE, "clarabel")),
    ):
        if title != "(4)":
            found.append(Variant(f"{title} nzdd", slack))
        found += [Variant(f"{title} {name}", slack, "lp", name, form) for name in names]
    return found


def solve(limit: float, *, every: bool, quick: bool) -> tuple[list[Run], list[str]]:
    """The interior-point method against HiGHS, Clarabel, GLOP and PDLP."""
    runs: list[Run] = []
    for name, nu in QUICK if quick else CASES:
        runs += measure(name, nu, variants(), limit)
    return runs, [*table(runs), *ratios(runs), "", *LEGEND]


def table(runs: Iterable[Run]) -> list[str]:
    """A line a run."""
    lines = []
    for name, group in groupby(runs, lambda run: run.sample):
        of_sample = list(group)
        first = of_sample[0]
        lines.append(f"{name}, nu {first.nu}: {first.rows:,} rows, {first.distinct:,} distinct")
        for slack in ("edge", "row"):
            mine = next(run for run in of_sample if run.slack == slack)
            lines.append(
                f"  slack {slack}: {mine.nodes:,} nodes, {mine.edges:,} edges, diagram "
                f"{mine.diagram:.3f} s, distinct rows {mine.distinct_cpu:.3f} s"
            )
        heads = f"{'set-up':>8}{'solve':>8}{'iterations':>11}{'gap':>9}{'objective':>12}"
        lines.append(f"  {'':26}{heads}{'MiB':>8}{'ratio':>8}")
        lines += [_line(run, our(of_sample, run.slack)) for run in of_sample]
        lines.append("")
    return lines


def our(runs: Iterable[Run], slack: str) -> Run:
    """The interior point of this package."""
    return next(run for run in runs if run.slack == slack and run.variant.endswith(" nzdd"))


def _line(run: Run, mine: Run) -> str:
    ratio = "" if run is mine else f"{run.solve / mine.total:.1f}"
    if not run.in_time:
        return f"  {run.variant:26}{'':8}{run.text(0)}{'':40}{f'>{run.limit / mine.total:.0f}':>8}"
    iterations = "-" if run.iterations is None else f"{run.iterations}"
    if run.ended_by is not None:
        ratio = "failed" if run.ended_by != ROUNDING else "inexact"
    growth = "-" if run.growth < 0 else f"{run.growth / record.MIB:.0f}"
    return (
        f"  {run.variant:26}{run.text(run.setup)}{run.text(run.solve)}{iterations:>11}"
        f"{run.gap:9.0e}{run.lower:12.8f}{growth:>8}{ratio:>8}"
    )


def ratios(runs: list[Run]) -> list[str]:
    """Against the fastest of the outside solvers in time, a line a sample and slack."""
    lines = []
    for name in dict.fromkeys(run.sample for run in runs):
        of_sample = [run for run in runs if run.sample == name]
        for slack in ("edge", "row"):
            mine = our(of_sample, slack)
            rest = [run for run in of_sample if run.slack == slack and run is not mine]
            ended = [run for run in rest if run.in_time and run.ended_by is None]
            best = min(ended, key=lambda run: run.solve, default=None)
            against = (
                "all others do not end"
                if best is None
                else (f"{best.solve / mine.total:6.1f} times as fast as {best.variant}")
            )
            lines.append(f"{name:16} slack {slack:5} {against}")
    return lines
