"""One solve of one program, measured."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

import nzdd
from benchmarks import record
from benchmarks.solving import programs, row_generation
from nzdd.adapters.errors import LicenceError, MissingExtraError, UnsupportedModelError
from nzdd.adapters.methods.dispatch import Method
from nzdd.formulations import ConstraintDiagram, LinearModel, MatrixRows
from nzdd.formulations.row_generation.lazy_model import without_rows
from nzdd.formulations.rows.separation import RowOracle

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

    ``variant`` is a key of `VARIANTS`, `ORDINARY`, or the name of a solver; ``limit`` that of the
    benchmark in seconds, ``day`` when it was measured.
    """

    case: str
    variant: str
    status: str = ""
    objective: float | None = None
    bound: float | None = None
    cpu: float = 0.0
    wall: float = 0.0
    report: dict[str, Any] = field(default_factory=dict)
    limit: float = 0.0
    day: str = ""

    @property
    def key(self) -> tuple[str, str, float]:
        """What names it."""
        return self.case, self.variant, self.limit

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
