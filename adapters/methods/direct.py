"""The method ``direct``: a model goes to a solver as it is."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from nzdd.adapters.methods.claims.settle import settled
from nzdd.adapters.methods.claims.verdict import SharedClaims
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.solvers.options import Options, Settings, settings
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result

if TYPE_CHECKING:
    from typing_extensions import Unpack


def solve_direct(
    model: LinearModel,
    solver: str | None = None,
    *,
    shared: SharedClaims | None = None,
    given: Settings | None = None,
    **options: Unpack[Options],
) -> Result:
    """Hand a model to a solver as it is.

    Parameters
    ----------
    model : LinearModel
        The model, shape (m, n).
    solver : str, optional
        One of `nzdd.adapters.solvers.registry.SOLVERS`: "scip", "highs", "highs_ipm", "cp_sat",
        "glop", "pdlp", "scipy", "clarabel", or "gurobi", "cplex", "xpress" with your own licence.
        "highs_ipm" is the interior-point method of HiGHS, with crossover. CP-SAT takes models with
        integer columns only, all of whose bounds are at most 1e7 in absolute value; "highs_ipm",
        GLOP, PDLP and Clarabel take models without integer columns. By default SCIP for
        mixed-integer models and HiGHS for others.
    shared : SharedClaims, optional
        Of solvers that race for this model.
    given : Settings, optional
        The options, checked already.
    **options
        See `nzdd.adapters.solvers.options.Options`.

    Returns
    -------
    Result
        Checked against the model, with ``method="direct"``. INFEASIBLE and UNBOUNDED are confirmed,
        see `nzdd.adapters.methods.claims.settle.settled`. `duals` and `reduced_costs` come from
        all but SCIP and scipy on models without integer columns.

    Raises
    ------
    ValueError, MissingExtraError, KeyboardInterrupt
        See `nzdd.adapters.solvers.driver.solve_once`.

    Notes
    -----
    Rows of integers go to the solver divided by their common divisor, and with integers as sides;
    see `nzdd.formulations.models.divisibility.divided`.
    """
    started, chosen = perf_counter(), given or settings(model, options)
    return settled(model, solve_once(model, solver, chosen), chosen, started, shared)
