"""Models with very many rows: direct, extended, lazy and `auto`, side by side.

``python -m benchmarks.solving.mip PART [--limit SECONDS] [--sample K]`` runs one part, each solve
in a separate process, prints a table and writes ``results/mip-PART.json``:

``synthetic``  the paper's programs: `auto` and the direct solvers by number of rows
``licensed``   the same by solvers with licences of their own, on their free ones: lazily at full
               size, and Gurobi with and without the paper's reduction as far as it may
``implicit``   families of up to 10^20 implicit rows
``ablation``   the gain by lazy rows and the gain by the diagram, on the same programs
``real``       the integer models in the folder NZDD_DATA, 60 s each: `auto` and direct solvers
``solved``     those of them that a solver is known to solve, each in `SHUFFLES` orders
``relaxed``    their linear relaxations

Times are CPU seconds of all processes of a solve, and wall-clock seconds after the slash. They
include building diagrams, but not reading files or starting worker processes.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

import numpy as np

import nzdd
from benchmarks import record
from benchmarks.solving import programs, row_generation
from benchmarks.solving.compression import models
from nzdd.adapters.errors import LicenceError, MissingExtraError, UnsupportedModelError
from nzdd.adapters.methods.dispatch import Method
from nzdd.formulations import ConstraintDiagram, LinearModel, MatrixRows
from nzdd.formulations.row_generation.lazy_model import without_rows
from nzdd.formulations.rows.separation import RowOracle

PACKAGES = ("ortools", "pyscipopt", "gurobipy", "cplex", "xpress", "scipy", "numpy")
SEEDS = 5
SOLVED = """
10teams MANN_a9.clq acc-tight2 cod105 comp11_2idx enigma enlight_hard gsvm2rl3 hanoi5 l152lav lseu
mod010 neos-565815 neos1 neos18 p0033 p0201 rail516 robot_sch_plain_4_50_999_0.05 scp42 scp51 scp61
scpa1 scpb1 scpc1 scpd1 scpe1 scpe2 stein27 supportcase14 supportcase16
"""
"""Integer models that HiGHS, SCIP or CP-SAT solves within a dozen seconds."""

SHUFFLES = 3
"""Orders of rows and columns in which a model is solved: the solvers' times depend much on them."""

LONG = 1.0
"""Seconds from which on the fastest solver takes long enough for ratios to matter."""

ORDINARY = "no diagram"
PAPER = "nzdd_mip gurobi"
"""The paper's extended formulation of fewest edges, and its solver. All rows are in the diagram,
also where that has no fewer edges than there are rows."""
LICENSED = ("gurobi", "cplex", "xpress")
VARIANTS: dict[str, tuple[Method, str | None]] = {
    "auto": ("auto", None),
    "lazy": ("lazy", None),
    "lazy A@x": ("lazy", None),
    "lazy glop": ("lazy", "glop"),
    "extended": ("extended", None),
    PAPER: ("extended", "gurobi"),
    **{f"lazy {solver}": ("lazy", solver) for solver in LICENSED},
}
"""Method and solver for `nzdd.solve`; any other variant is a solver that gets the whole model."""
ORACLES = {programs.grid: row_generation.monitors, programs.jobs: row_generation.jobs}


@dataclass(slots=True)
class Run:
    """One solve.

    ``variant`` is a key of `VARIANTS`, `ORDINARY`, or the name of a solver.
    """

    case: str
    variant: str
    status: str = ""
    objective: float | None = None
    bound: float | None = None
    cpu: float = 0.0
    wall: float = 0.0
    report: dict[str, Any] = field(default_factory=dict)

    @property
    def solved(self) -> bool:
        """Whether the optimum was proved."""
        return self.status == "optimal"

    @property
    def times(self) -> str:
        """CPU and wall-clock seconds; if unsolved, the best value and the bound."""
        if self.solved:
            return f"{self.cpu:.2f} / {self.wall:.2f}"
        if self.status in {"licence", "not installed"}:
            return self.status
        found = ["-" if v is None else f"{v:.6g}" for v in (self.objective, self.bound)]
        return f"{found[0]} [{found[1]}]"


def solve(case: str, variant: str, make: Callable[..., Any], args: Any, limit: float) -> Run:
    """Solve one program in this process, and measure it."""
    if variant == ORDINARY:
        return ordinary(case, make, args, limit)
    made = make(*args)
    model, rows = made[:2] if isinstance(made, tuple) else (made, None)
    oracles: list[RowOracle] = [] if rows is None else [rows]
    method, solver = VARIANTS.get(variant, ("direct", variant))
    if variant == "lazy A@x":
        oracles = [MatrixRows(model.matrix, model.row_lower, model.row_upper)]
        model = without_rows(model, np.ones(model.num_rows, np.bool_))
    minimize: Literal["edges", "nonzeros"] = "edges" if variant == PAPER else "nonzeros"
    threads = 1 if method == "direct" or solver in LICENSED else None
    try:
        warm_up(model.is_mixed_integer, method, solver, threads)
        cpu, wall = record.tree_cpu(), time.perf_counter()
        if rows is not None:  # measured this time
            model, rows = make(*args)[:2]
            oracles = [rows]
        elif variant == PAPER:
            oracles = [ConstraintDiagram.from_rows(model.matrix, model.row_lower)]
            model = without_rows(model, np.ones(model.num_rows, np.bool_))
        result = nzdd.solve(
            model,
            method,
            solver,
            rows=oracles,
            minimize=minimize,
            time_limit=limit,
            threads=threads,
        )
    except LicenceError:
        return Run(case, variant, "licence")
    except MissingExtraError:
        return Run(case, variant, "not installed")
    except UnsupportedModelError:
        return Run(case, variant, "unsupported")
    wall, cpu = time.perf_counter() - wall, record.tree_cpu() - cpu
    report = {} if result.report is None else result.report.to_dict()
    report.pop("groups", None)
    return Run(case, variant, str(result.status), result.fun, result.dual_bound, cpu, wall, report)


def ordinary(case: str, make: Callable[..., Any], args: Any, limit: float) -> Run:
    """Solve one program over a family by row generation without a diagram, and measure it."""
    costs, side, oracle = ORACLES[make](*args)
    cpu, wall = record.tree_cpu(), time.perf_counter()
    fun = row_generation.solve(costs, side, oracle, limit)
    wall, cpu = time.perf_counter() - wall, record.tree_cpu() - cpu
    return Run(case, ORDINARY, "unsolved" if fun is None else "optimal", fun, fun, cpu, wall)


def warm_up(integer: bool, method: Method, solver: str | None, threads: int | None) -> None:
    """Solve a tiny program, so that the worker processes are started."""
    model = LinearModel(np.ones(2), np.ones((1, 2)), 1.0, upper=1.0, integrality=integer)
    nzdd.solve(model, method, solver, threads=threads)
    if method == "auto":
        for rival in ("scip", "highs", "cp_sat") if integer else ("highs_ipm", "glop"):
            nzdd.solve(model, "direct", rival, threads=1)
        nzdd.solve(model, "lazy")


def measure(
    case: str, variants: Iterable[str], make: Callable[..., Any], args: Any, limit: float
) -> list[Run]:
    """Run all variants on one case, each in a fresh process; print a line for each."""
    runs = []
    for variant in variants:
        run = record.fresh(solve, case, variant, make, args, limit)
        print(f"{case:28} {variant:10} {run.status:18} {run.times}", flush=True)
        runs.append(run)
    optima = [run.objective for run in runs if run.solved and run.objective is not None]
    if optima and not np.allclose(optima, optima[0], rtol=1e-5, atol=1e-6):
        print(f"{case}: THE VARIANTS DISAGREE: {optima}")
    return runs


def synthetic(limit: float, sample: int) -> tuple[list[Run], list[str]]:
    """Figure 5 of the paper, and five programs of each of three sizes."""
    runs: list[Run] = []
    for rows, variants in SIZES[::sample]:
        runs += measure(f"{rows:,} rows", variants, programs.synthetic, (rows, 0), limit)
    for rows in LARGE[::sample]:
        for seed in range(1, SEEDS, sample):
            case = f"{rows:,} rows, seed {seed}"
            runs += measure(case, ("auto",), programs.synthetic, (rows, seed), limit)
    return runs, matrix(runs, ("auto", "lazy", "extended", "highs", "scip"))


def licensed(limit: float, sample: int) -> tuple[list[Run], list[str]]:
    """Figure 5 of the paper by Gurobi, CPLEX and Xpress on their free licences."""
    runs: list[Run] = []
    small = (PAPER, "gurobi", "lazy gurobi", "lazy")
    for rows in (250, 500, 1_000, 1_400, 2_000, 2_500)[::sample]:
        runs += measure(f"{rows:,} rows", small, programs.synthetic, (rows, 0), limit)
    for columns, size in ((20, 10), (24, 12), (30, 15))[::sample]:
        case = f"all {size} of {columns}, {math.comb(columns, size):,} rows"
        runs += measure(case, small[::2], programs.complete, (columns, size), limit)
    lazily = (*(f"lazy {solver}" for solver in LICENSED), "lazy", "lazy glop")
    for rows in (100_000, 400_000, 800_000, 1_200_000, 1_600_000, 2_000_000)[::sample]:
        runs += measure(f"{rows:,} rows", lazily, programs.synthetic, (rows, 0), limit)
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


def implicit(limit: float, sample: int) -> tuple[list[Run], list[str]]:
    """Implicit families; the peers separate rows by Dijkstra or by knapsack programs."""
    variants = ("auto", "lazy", "extended", ORDINARY)
    runs: list[Run] = []
    for side in range(5, 11, sample):
        count = programs.grid(side)[2]
        case = f"{side} x {side} grid, {count:.2g} paths"
        runs += measure(case, variants[::3], programs.grid, (side,), limit)
    for number in range(30, 70, 10 * sample):
        case = f"{number} jobs, {programs.jobs(number)[2]:.2g} scenarios"
        runs += measure(case, variants, programs.jobs, (number,), limit)
    for columns, size in ((20, 10), (24, 12), (30, 15))[::sample]:
        case = f"all {size} of {columns}, {math.comb(columns, size):.2g} rows"
        runs += measure(case, variants[:3], programs.complete, (columns, size), limit)
    return runs, matrix(runs, variants)


def ablation(limit: float, sample: int) -> tuple[list[Run], list[str]]:
    """The gain by lazy rows, and the gain by the diagram."""
    variants = ("lazy", "lazy A@x", "lazy glop", "extended", "highs", "scip")
    runs: list[Run] = []
    for rows in (8_000, 100_000, 400_000, 2_000_000)[::sample]:
        for seed in range(0, 2, sample):
            chosen = variants if rows < 100_000 else variants[:3]
            case = f"{rows:,} rows, seed {seed}"
            runs += measure(case, chosen, programs.synthetic, (rows, seed), limit)
    return runs, matrix(runs, variants)


def real(limit: float, sample: int) -> tuple[list[Run], list[str]]:
    """Integer models, `auto` against the solvers alone."""
    return _shared(limit, sample, ("auto", "scip", "highs", "cp_sat"), relaxed=False)


def relaxed(limit: float, sample: int) -> tuple[list[Run], list[str]]:
    """Linear relaxations, `auto` against the solvers alone."""
    return _shared(limit, sample, ("auto", "highs", "highs_ipm", "glop"), relaxed=True)


def solved(limit: float, sample: int) -> tuple[list[Run], list[str]]:
    """Integer models that a solver solves within a dozen seconds."""
    variants = ("highs", "scip", "cp_sat", "auto")
    runs: list[Run] = []
    for name, model in [pair for pair in models() if pair[0] in SOLVED.split()][::sample]:
        for shuffle in range(SHUFFLES):
            case, best = f"{name}, order {shuffle}", limit
            for variant in variants:
                # No solver runs for much more than twice the best time so far.
                most = limit if variant == "auto" else min(limit, 2 * best + 1)
                runs += measure(case, [variant], shuffled, (model, shuffle), most)
                best = min(best, runs[-1].wall if runs[-1].solved else limit)
    return runs, [*matrix(runs, variants), "", *_by_length(runs), *_verdict(runs, "auto")]


PARTS: dict[str, Callable[[float, int], tuple[list[Run], list[str]]]] = {
    part.__name__: part for part in (synthetic, licensed, implicit, ablation, real, solved, relaxed)
}
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


def matrix(
    runs: list[Run],
    variants: tuple[str, ...],
    cell: Callable[[Run], str] = lambda run: run.times,
) -> list[str]:
    """One line per case, one column per variant: CPU / wall-clock seconds, or value and [bound]."""
    cases = list(dict.fromkeys(run.case for run in runs))
    found = {(run.case, run.variant): run for run in runs}
    lines = [f"{'':28}" + "".join(f"{variant:>22}" for variant in variants)]
    for case in cases:
        cells = [
            cell(found[case, variant]) if (case, variant) in found else "" for variant in variants
        ]
        lines.append(f"{case[:28]:28}" + "".join(f"{cell:>22}" for cell in cells))
    return lines


def _shared(
    limit: float, sample: int, variants: tuple[str, ...], *, relaxed: bool
) -> tuple[list[Run], list[str]]:
    chosen = sorted(
        ((name, model) for name, model in models() if relaxed or model.is_mixed_integer),
        key=lambda pair: -pair[1].num_rows / pair[1].num_columns,
    )
    runs: list[Run] = []
    for name, model in chosen[::sample]:
        given = model.relaxed() if relaxed else model
        runs += measure(name, variants, shuffled, (given, 0), limit)
    return runs, [*matrix(runs, variants), "", *_verdict(runs, variants[0])]


def shuffled(model: LinearModel, seed: int) -> LinearModel:
    """The model with its rows and columns in a random order, or as it is for seed 0."""
    if not seed:
        return model
    random = np.random.default_rng(seed)
    rows, columns = (random.permutation(size) for size in model.matrix.shape)
    return LinearModel(
        model.objective[columns],
        model.matrix[rows][:, columns],
        model.row_lower[rows],
        model.row_upper[rows],
        model.lower[columns],
        model.upper[columns],
        model.integrality[columns],
        maximize=model.maximize,
        offset=model.offset,
    )


def _by_length(runs: list[Run]) -> list[str]:
    """`auto` against the fastest solver: ratios where that one takes long, else differences."""
    ratios, differences, unsolved = {}, {}, []
    for case in dict.fromkeys(run.case for run in runs):
        times = {run.variant: run.wall for run in runs if run.case == case and run.solved}
        ours, best = times.pop("auto", math.inf), min(times.values(), default=math.inf)
        if math.isinf(ours) and math.isfinite(best):
            unsolved.append(case)
        elif math.isfinite(best) and best >= LONG:
            ratios[case] = ours / best
        elif math.isfinite(best):
            differences[case] = ours - best
    lines = [f"not solved by auto: {', '.join(unsolved)}"] if unsolved else []
    if ratios:
        mean = math.exp(float(np.mean(np.log(list(ratios.values())))))
        worst = max(ratios, key=ratios.__getitem__)
        lines.append(
            f"{len(ratios)} cases that take the fastest solver {LONG:g} s or more: auto takes "
            f"{mean:.2f} times as long (geometric mean), at worst {ratios[worst]:.2f} ({worst})"
        )
    if differences:
        worst = max(differences, key=differences.__getitem__)
        median = float(np.median(list(differences.values())))
        lines.append(
            f"{len(differences)} cases that take it less: auto takes {1000 * median:.0f} ms more "
            f"(median), at worst {1000 * differences[worst]:.0f} ms ({worst})"
        )
    return lines


def _verdict(runs: list[Run], ours: str) -> list[str]:
    """How `auto` compares with the best solver of each case, by wall clock."""
    lines, ratios = [], []
    better = worse = same = 0
    for case in dict.fromkeys(run.case for run in runs):
        mine = next(run for run in runs if run.case == case and run.variant == ours)
        rest = [run for run in runs if run.case == case and run.variant != ours]
        fastest = min((run.wall for run in rest if run.solved), default=math.inf)
        if mine.solved and math.isfinite(fastest):
            # a tenth of a second is what starting a race costs, and nobody waits for it
            ratio = (mine.wall + 0.1) / (fastest + 0.1)
            ratios.append(ratio)
            if ratio > 1.5:
                lines.append(f"loss  {case:28} {mine.wall:.2f} s against {fastest:.2f} s")
        elif mine.solved:
            lines.append(f"win   {case:28} solved in {mine.wall:.1f} s, by nobody else")
        elif math.isfinite(fastest):
            lines.append(f"loss  {case:28} unsolved, others need {fastest:.1f} s")
        else:
            verdict = _compare(mine, rest)
            better += verdict > 0
            worse += verdict < 0
            same += verdict == 0
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        lines.insert(
            0,
            f"solved by both: {len(ratios)}; wall-clock ratio to the fastest solver of each case, "
            f"geometric mean {mean:.2f}, worst {max(ratios):.1f}",
        )
    lines.append(
        f"unsolved by all: gap smaller than that of every solver {better}, equal {same}, "
        f"larger than that of the best {worse}"
    )
    return lines


def _gap(run: Run) -> float:
    if run.objective is None or run.bound is None:
        return math.inf
    return abs(run.objective - run.bound) / max(1.0, abs(run.objective))


def _compare(mine: Run, rest: list[Run]) -> int:
    best = min((_gap(run) for run in rest), default=math.inf)
    gap = _gap(mine)
    if gap == best or abs(gap - best) <= 0.01 * best:
        return 0
    return 1 if gap < best else -1


def main() -> None:
    """Run one part."""
    parser = argparse.ArgumentParser(description="Direct, extended, lazy and auto, side by side.")
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a solve (60)")
    parser.add_argument("--sample", type=int, default=1, metavar="K", help="every K-th case only")
    options = parser.parse_args()
    found = record.surroundings(PACKAGES)
    runs, table = PARTS[options.part](options.limit, options.sample)
    print("\n".join(["", *table]))
    title = f"Solving: {PARTS[options.part].__doc__}"
    measured = [asdict(run) for run in runs]
    whole = options.sample == 1
    record.publish(f"mip-{options.part}", found, title, table, whole=whole, runs=measured)


if __name__ == "__main__":
    main()
