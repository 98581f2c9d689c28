"""Clarabel, an interior-point solver, for linear programs (the extra ``clarabel``)."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from scipy.sparse import csc_array, csr_array, eye_array, vstack

from nzdd.adapters.solvers.driver import Call
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.own_options import OwnOptions, assign
from nzdd.adapters.workers.process import Job
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status

STATUSES = {
    "Solved": (Status.OPTIMAL, "", None),
    "AlmostSolved": (Status.FEASIBLE, "solved to a reduced accuracy only", "other"),
    "PrimalInfeasible": (Status.INFEASIBLE, "", None),
    "DualInfeasible": (Status.INFEASIBLE_OR_UNBOUNDED, "the dual is infeasible", None),
    "MaxTime": (Status.NO_SOLUTION_FOUND, "time limit", "time"),
    "MaxIterations": (Status.NO_SOLUTION_FOUND, "iteration limit", "iteration"),
}
"""Its statuses as ours, with message and limit; all others are numerical difficulties."""


def prepare(model: LinearModel, solver: str, settings: Settings) -> Call:
    """The call of Clarabel for a linear program.

    Its interior-point method has no crossover: the optimum is met to about 1e-8, relatively, with
    duals. It ignores hint and gap; its log is printed when it has ended.
    """
    cones = _Cones(model)
    objective = -model.objective if model.maximize else model.objective
    options: dict[str, Any] = {"verbose": settings.on_log is not None}
    if settings.time_limit is not None:
        options["time_limit"] = settings.time_limit
    if settings.threads is not None:
        options["max_threads"] = settings.threads
    arguments = (objective, cones, options, settings.solver_options)
    return Call(__name__, clarabel_task.__name__, arguments, partial(_result, model, cones))


def clarabel_task(
    job: Job, objective: Floats, cones: _Cones, options: dict[str, Any], own: OwnOptions
) -> dict[str, Any]:
    """Run Clarabel inside a worker process: minimise, and return plain values."""
    import clarabel

    rows, columns = cones.matrix.shape
    kinds = [
        clarabel.ZeroConeT(cones.equal.size),
        clarabel.NonnegativeConeT(rows - cones.equal.size),
    ]
    chosen = clarabel.DefaultSettings()
    for name, value in options.items():
        setattr(chosen, name, value)
    assign("clarabel", own, partial(getattr, chosen), partial(setattr, chosen), AttributeError)
    squares = csc_array((columns, columns))
    solver = clarabel.DefaultSolver(squares, objective, cones.matrix, cones.right, kinds, chosen)
    solver.print_to_buffer()
    answer = solver.solve()
    if chosen.verbose:
        job.log(solver.get_print_buffer().splitlines())
    return {
        "status": str(answer.status),
        "x": np.array(answer.x),
        "z": np.array(answer.z),
        "dual_objective": answer.obj_val_dual,
    }


def _result(model: LinearModel, cones: _Cones, answer: dict[str, Any], seconds: float) -> Result:
    sign = -1.0 if model.maximize else 1.0
    numerical = (Status.NUMERICAL_ERROR, f"Clarabel ended with {answer['status']}", None)
    status, message, limit = STATUSES.get(answer["status"], numerical)
    if status not in {Status.OPTIMAL, Status.FEASIBLE}:
        return Result(status, message, limit=limit)
    bound = duals = reduced_costs = None
    if status is Status.OPTIMAL:
        bound = sign * answer["dual_objective"] + model.offset
        duals = sign * cones.duals(answer["z"])
        reduced_costs = model.objective - model.matrix.T @ duals
    return Result(
        status,
        message,
        x=answer["x"],
        dual_bound=bound,
        duals=duals,
        reduced_costs=reduced_costs,
        limit=limit,
    )


class _Cones:
    """Rows and bounds as ``matrix @ x + s = right``: s is zero in the first rows, else >= 0."""

    def __init__(self, model: LinearModel) -> None:
        columns = eye_array(model.num_columns, format="csr")
        both = csr_array(vstack([model.matrix, columns], format="csr"))
        lower = np.concatenate((model.row_lower, model.lower))
        upper = np.concatenate((model.row_upper, model.upper))
        self.num_rows, self._num_bounds = model.num_rows, lower.size
        self.equal = np.flatnonzero(lower == upper)
        self._above = np.flatnonzero((lower < upper) & np.isfinite(upper))
        self._below = np.flatnonzero((lower < upper) & np.isfinite(lower))
        parts = [both[self.equal], both[self._above], -both[self._below]]
        self.matrix = csc_array(vstack(parts, format="csc"))
        self.right = np.concatenate((upper[self.equal], upper[self._above], -lower[self._below]))

    def duals(self, z: Floats) -> Floats:
        """The rate at which the minimum changes with the bound of each row."""
        found = np.zeros(self._num_bounds)
        equal, above, below = np.split(z, np.cumsum((self.equal.size, self._above.size)))
        found[self.equal] = -equal
        found[self._above] = -above
        found[self._below] += below
        return found[: self.num_rows]
