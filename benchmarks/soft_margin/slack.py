"""What sharing slack saves, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.soft_margin.runs import Run, Variant, measure

SLACKS = ("row", "edge", "block 16", "block 256")
CASES = (
    ("votes", 0.2),
    ("mushroom", 0.1),
    ("a9a", 0.36),
    ("a9a", 0.4),
    ("a9a", 0.44),
    ("higgs", 0.92),
    ("synthetic 1e5", 0.1),
    ("synthetic 1e6", 0.1),
    ("twin 11e6 0.06", 0.5),
    ("noisy 12 4e3 0.05", 0.36),
    ("noisy 12 4e3 0.05", 0.5),
    ("noisy 12 4e3 0.15", 0.6),
    ("noisy 12 4e3 0.15", 0.68),
    ("noisy 16 2e4 0.1", 0.48),
    ("noisy 16 2e4 0.1", 0.6),
    ("noisy 20 5e4 0.1", 0.48),
    ("noisy 20 5e4 0.1", 0.6),
)
QUICK = (("mushroom", 0.1), ("noisy 12 4e3 0.05", 0.36), ("noisy 12 4e3 0.05", 0.5))
LEGEND = (
    "saved: distinct rows by edges. diagram, solve: CPU seconds; solve includes ordering.",
    "objective: the optimum of the program. of the rows: what its weights are worth in (4), as",
    "a share of the optimum of (4). collapse: the optimum is 0 and proves no classifier,",
    "whatever the error is. error: on the test file, or on 20,000 more rows of a noisy rule.",
)
NOTHING = 1e-7
"""An objective up to here is 0."""


def slack(limit: float, *, every: bool, quick: bool) -> tuple[list[Run], list[str]]:
    """One slack per row, edge, or run of rows: cost and value."""
    runs: list[Run] = []
    variants = [Variant(slack, slack) for slack in SLACKS]
    for name, nu in QUICK if quick else CASES:
        runs += measure(name, nu, variants, limit)
    return runs, [*table(runs), "", *verdict(runs), "", *LEGEND]


def table(runs: Iterable[Run]) -> list[str]:
    """A line a run; row slack first for every sample."""
    lines = [
        f"{'':19}{'nu':>5} {'slack':9}{'distinct':>10}{'edges':>10}{'saved':>7}{'diagram':>9}"
        f"{'solve':>8}{'':>4}{'objective':>10}{'of the rows':>12}{'non-zeros':>10}{'error':>8}"
    ]
    best = 0.0
    for run in runs:
        exact = run.slack == "row"
        if exact:
            best = run.lower or 0.0
        head = f"{run.sample:19}{run.nu:5g}" if exact else f"{'':24}"
        line = (
            f"{head} {run.slack:9}{run.distinct:10,}{run.edges:10,}{run.distinct / run.edges:7.2f}"
            f"{run.diagram:9.3f}{run.text(run.total)}"
        )
        if run.in_time and run.lower is not None and run.row_objective is not None:
            share = f"{run.row_objective / best:.3f}" if best > NOTHING else "-"
            if run.lower <= NOTHING:
                line += f"{'':4}{'collapse':>10}{'':22}"
            else:
                line += f"{'':4}{run.lower:10.6f}{share:>12}{run.nonzeros:10}"
            line += "" if run.test_error is None else f"{run.test_error:8.4f}"
        lines.append(line)
    return lines


def verdict(runs: list[Run]) -> list[str]:
    """Where the diagram pays, diagram and solve together."""
    lines = []
    for row, edge in zip(runs[:: len(SLACKS)], runs[1 :: len(SLACKS)], strict=True):
        solved, whole = (
            row.total / edge.total,
            (row.diagram + row.total) / (edge.diagram + edge.total),
        )
        lines.append(
            f"{row.sample:19}{row.nu:5g} edge solves {solved:5.1f} times as fast as row; "
            f"{whole:5.1f} with the diagram"
        )
    return lines
