"""Bound propagation over implicit rows, and orders of columns that can be exchanged.

``python -m benchmarks.solving.propagation [--limit SECONDS] [--sample K]`` solves integer models
over families by branch and cut in SCIP and by the branch and bound of nzdd on GLOP, with and
without propagation at the nodes, and symmetric models with and without orders of columns. It
prints nodes, simplex iterations and CPU seconds, which the limit counts, too, and writes
``results/propagation.json``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from benchmarks import record
from benchmarks.data import folder
from benchmarks.solving import programs
from nzdd import ZDD
from nzdd.adapters.files.formats import read_model
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.adapters.solvers.scip import scip_branch_and_cut
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel
from nzdd.formulations.models.result import Result
from nzdd.formulations.propagation import presolve
from nzdd.formulations.row_generation import branch_and_bound
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.repair import repair

SOLVERS = ("scip", "glop")
VARIANTS = ("without", "with")


@dataclass(slots=True)
class Run:
    """One solve; ``bound`` is the dual bound."""

    case: str
    solver: str
    variant: str
    status: str
    objective: float | None
    bound: float | None
    nodes: int
    iterations: int
    cpu: float

    @property
    def text(self) -> str:
        """Nodes, iterations and seconds, or the bound at the limit."""
        work = f"{self.nodes:,} nodes, {self.iterations:,} it., {self.cpu:.1f} s"
        if self.status in {"optimal", "infeasible"}:
            return work
        return work + ("" if self.bound is None else f" [{self.bound:.4g}]")


def monitors(side: int) -> LazyModel:
    """See `programs.grid`."""
    model, rows, _ = programs.grid(side)
    return LazyModel(model, (rows,))


def jobs(number: int) -> LazyModel:
    """See `programs.jobs`."""
    model, rows, _ = programs.jobs(number)
    return LazyModel(model, (rows,))


def subsets(number: int, size: int) -> LazyModel:
    """See `programs.complete`."""
    model, rows, _ = programs.complete(number, size)
    return LazyModel(model, (rows,))


def symmetric(number: int, size: int, least: int) -> LazyModel:
    """All subsets of a size hold a number at least, in integers of cost 1."""
    rows = ConstraintDiagram.from_zdd(sets_of_size(number, size), least)
    return LazyModel(LinearModel(np.ones(number), integrality=True), (rows,))


def colours(number: int, length: int) -> LazyModel:
    """Two colours for 1..n without an arithmetic progression of one colour (van der Waerden)."""
    progressions = [
        range(first, first + step * length, step)
        for step in range(1, number)
        for first in range(number - step * (length - 1))
    ]
    family = ZDD.from_rows(progressions, num_symbols=number)
    oracles = (
        ConstraintDiagram.from_zdd(family, 1, ">="),
        ConstraintDiagram.from_zdd(family, length - 1, "<="),
    )
    return LazyModel(LinearModel(np.zeros(number), upper=1, integrality=True), oracles)


def cover(name: str) -> LazyModel:
    """A tall covering model of the folder NZDD_DATA."""
    return LazyModel.from_model(read_model(str(folder("mip") / f"{name}.mps.gz")))


def solve(
    case: str, solver: str, variant: str, make: Callable[..., LazyModel], args: Any, limit: float
) -> Run:
    """Solve one model in this process, and measure it."""
    lazy = make(*args)
    orders = make is symmetric
    started = time.process_time()
    if orders and variant == "with":
        found = presolve(lazy.core, lazy.oracles)
        lazy = LazyModel(found.model, found.rows)
    propagate = orders or variant == "with"
    common: dict[str, Any] = {
        "propagate": propagate,
        "stop": lambda: time.process_time() - started > limit,
    }
    result: Result
    if solver == "scip":
        result = scip_branch_and_cut.solve_mip(lazy, **common)
    else:
        result = branch_and_bound.solve_mip(
            lazy, GlopEngine, heuristic=lambda x: repair(lazy, x), **common
        )
    cpu, report = time.process_time() - started, result.report
    status, fun, bound = str(result.status), result.fun, result.dual_bound
    nodes, iterations = report.nodes, report.lp_iterations
    return Run(case, solver, variant, status, fun, bound, nodes, iterations, cpu)


CASES: tuple[tuple[str, Callable[..., LazyModel], tuple[Any, ...]], ...] = (
    ("monitors, 8 x 8 grid", monitors, (8,)),
    ("40 jobs", jobs, (40,)),
    ("60 jobs", jobs, (60,)),
    ("all 12 of 24", subsets, (24, 12)),
    ("two colours, 34", colours, (34, 4)),
    ("two colours, 35", colours, (35, 4)),
    ("symmetric, 8 of 16", symmetric, (16, 8, 3)),
    ("symmetric, 20 of 40", symmetric, (40, 20, 3)),
    ("iis-100-0-cov", cover, ("iis-100-0-cov",)),
    ("glass-sc", cover, ("glass-sc",)),
    ("v150d30-2hopcds", cover, ("v150d30-2hopcds",)),
    ("sts405", cover, ("sts405",)),
)


def main() -> None:
    """Run all cases."""
    parser = argparse.ArgumentParser(description="Propagation over implicit rows, and orders.")
    parser.add_argument("--limit", type=float, default=30.0, help="CPU seconds a solve (30)")
    parser.add_argument("--sample", type=int, default=1, metavar="K", help="every K-th case only")
    options = parser.parse_args()
    found = record.surroundings(("ortools", "pyscipopt", "numpy"))
    runs: list[Run] = []
    table = [f"{'':22}{'':6}" + "".join(f"{variant:>44}" for variant in VARIANTS)]
    for case, make, args in CASES[:: options.sample]:
        for solver in SOLVERS:
            pair = [
                record.fresh(solve, case, solver, variant, make, args, options.limit)
                for variant in VARIANTS
            ]
            runs += pair
            table.append(f"{case:22}{solver:6}" + "".join(f"{run.text:>44}" for run in pair))
            print(table[-1], flush=True)
    print("\n".join(["", *table]))
    title = "Propagation at nodes, and orders of interchangeable columns"
    measured = [asdict(run) for run in runs]
    whole = options.sample == 1
    record.publish("propagation", found, title, table, whole=whole, runs=measured)


if __name__ == "__main__":
    main()
