"""One function for every solver, by name."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from nzdd.adapters.methods.claims import settled
from nzdd.adapters.solvers import clarabel, ortools, scipy
from nzdd.adapters.solvers.options import Options
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

SOLVER_NAMES = (*ortools.SOLVERS, "scipy", "clarabel")
"""All names that `solve_direct` takes."""


def solve_direct(
    model: LinearModel, solver: str | None = None, **options: Unpack[Options]
) -> Result:
    """Hand a model to a solver as it stands.

    Parameters
    ----------
    model : LinearModel
        The model, shape (m, n).
    solver : str, optional
        One of `SOLVER_NAMES`; by default SCIP for models with integer columns, HiGHS for others.
    **options
        See `nzdd.adapters.solvers.options.Options`.

    Returns
    -------
    Result
        Checked against the model, with ``method="direct"``. INFEASIBLE and UNBOUNDED are confirmed,
        see `nzdd.adapters.methods.claims.settled`.

    Raises
    ------
    ValueError
        If the name or an option is wrong, or (`UnsupportedModelError`) the solver cannot take the
        model; see `nzdd.adapters.solvers.ortools.solve`, `nzdd.adapters.solvers.scipy.solve` and
        `nzdd.adapters.solvers.clarabel.solve`.
    MissingExtraError
        If the solver is an extra that is not installed.
    KeyboardInterrupt
        On Ctrl-C, within a fraction of a second.
    """
    started = perf_counter()
    return settled(model, solve_once(model, solver, options), options, started)


def solve_once(model: LinearModel, solver: str | None, options: Options) -> Result:
    """What one solver answers, as in `solve_direct`; that there is no point is its word alone."""
    if solver is not None and solver not in SOLVER_NAMES:
        raise ValueError(f"unknown solver {solver!r}; choose one of {', '.join(SOLVER_NAMES)}")
    if solver == "scipy":
        return scipy.solve(model, **options)
    if solver == "clarabel":
        return clarabel.solve(model, **options)
    return ortools.solve(model, solver=solver, **options)
