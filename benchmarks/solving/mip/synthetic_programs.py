"""The paper's programs, and families of implicit rows."""

from __future__ import annotations

import math
from dataclasses import replace

from benchmarks.solving import programs
from benchmarks.solving.mip.run import LICENSED, ORDINARY, PAPER, Run
from benchmarks.solving.mip.side_by_side import SideBySide
from benchmarks.solving.mip.tables import matrix

SEEDS = 5
ALL_ROADS = ("auto", "lazy", "extended", "highs", "scip")
SIZES = [
    (500, ALL_ROADS),
    (2_000, ALL_ROADS),
    (8_000, ALL_ROADS),
    (30_000, ("auto", "lazy", "highs", "scip")),
    (100_000, ("auto", "lazy", "highs")),
    (400_000, ("auto", "lazy")),
    (800_000, ("auto", "lazy")),
    (1_200_000, ("auto", "lazy")),
    (1_600_000, ("auto", "lazy")),
    (2_000_000, ("auto", "lazy")),
]
LARGE = (100_000, 400_000, 2_000_000)


def synthetic(bench: SideBySide) -> tuple[list[Run], list[str]]:
    """Figure 5 of the paper, and five programs of each of three sizes."""
    runs: list[Run] = []
    for rows, variants in SIZES[:: bench.sample]:
        runs += bench.measure(f"{rows:,} rows", variants, programs.synthetic, (rows, 0))
    for rows in LARGE[:: bench.sample]:
        for seed in range(1, SEEDS, bench.sample):
            case = f"{rows:,} rows, seed {seed}"
            runs += bench.measure(case, ("auto",), programs.synthetic, (rows, seed))
    return runs, matrix(runs, ("auto", "lazy", "extended", "highs", "scip"))


def licensed(bench: SideBySide) -> tuple[list[Run], list[str]]:
    """Figure 5 of the paper by Gurobi, CPLEX and Xpress on their free licences."""
    runs: list[Run] = []
    small = (PAPER, "gurobi", "lazy gurobi", "lazy")
    for rows in (250, 500, 1_000, 1_400, 2_000, 2_500)[:: bench.sample]:
        runs += bench.measure(f"{rows:,} rows", small, programs.synthetic, (rows, 0))
    for columns, size in ((20, 10), (24, 12), (30, 15))[:: bench.sample]:
        case = f"all {size} of {columns}, {math.comb(columns, size):,} rows"
        runs += bench.measure(case, small[::2], programs.complete, (columns, size))
    lazily = (*(f"lazy {solver}" for solver in LICENSED), "lazy", "lazy glop")
    for rows in (100_000, 400_000, 800_000, 1_200_000, 1_600_000, 2_000_000)[:: bench.sample]:
        runs += bench.measure(f"{rows:,} rows", lazily, programs.synthetic, (rows, 0))
    variants = (PAPER, "gurobi", *lazily)
    given = [
        replace(run, status=f"{run.report['rows_added']:,}")
        for run in runs
        if run.solved and "rows_added" in run.report
    ]
    return runs, [
        *matrix(runs, variants),
        "",
        "Rows given to the solver in callbacks:",
        *matrix(given, lazily, lambda run: run.status),
    ]


def implicit(bench: SideBySide) -> tuple[list[Run], list[str]]:
    """Implicit families; the peers separate rows by Dijkstra or by knapsack programs."""
    variants = ("auto", "lazy", "extended", ORDINARY)
    runs: list[Run] = []
    for side in range(5, 11, bench.sample):
        count = programs.grid(side)[2]
        case = f"{side} x {side} grid, {count:.2g} paths"
        runs += bench.measure(case, variants[::3], programs.grid, (side,))
    for number in range(30, 70, 10 * bench.sample):
        case = f"{number} jobs, {programs.jobs(number)[2]:.2g} scenarios"
        runs += bench.measure(case, variants, programs.jobs, (number,))
    for columns, size in ((20, 10), (24, 12), (30, 15))[:: bench.sample]:
        case = f"all {size} of {columns}, {math.comb(columns, size):.2g} rows"
        runs += bench.measure(case, variants[:3], programs.complete, (columns, size))
    return runs, matrix(runs, variants)


def ablation(bench: SideBySide) -> tuple[list[Run], list[str]]:
    """The gain by lazy rows, and the gain by the diagram."""
    variants = ("lazy", "lazy A@x", "lazy glop", "extended", "highs", "scip")
    runs: list[Run] = []
    for rows in (8_000, 100_000, 400_000, 2_000_000)[:: bench.sample]:
        for seed in range(0, 2, bench.sample):
            chosen = variants if rows < 100_000 else variants[:3]
            case = f"{rows:,} rows, seed {seed}"
            runs += bench.measure(case, chosen, programs.synthetic, (rows, seed))
    return runs, matrix(runs, variants)
