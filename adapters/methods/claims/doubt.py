"""Results of a solver that may be wrong, and models whose numbers are such that some are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.certificates import largest_coefficients
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status

FAR, FAR_INTEGER = 1e15, 1e5
"""A free column this far from 0 at an optimum (the second: of an integer model) is a sign that the
model is unbounded, where SCIP ends at such points."""

GAIN, ROOM = 1e-6, 1e-5
"""Reduced costs above the first, relative to the cost or 1, count as nonzero, and so do duals whose
product with the largest coefficient of their row is. A linear optimum is believed if they let the
objective improve by at most the second, relative to it or 1."""

FAULTS = ("StatusNotOk", "SIGSEGV", "SIGABRT", "SIGFPE")
"""MathOpt's name for answers of a solver that it rejects, such as an infinite ray of SCIP; signals
by which a solver ends itself: HiGHS on 15 of 300 models with integer columns without bounds."""

MODERATE = 1e5
"""The largest term of a row over its smallest coefficient. Solvers take what is within 1e-6 of an
integer for one: up to here that moves a row by less than its smallest coefficient."""

WIDE = 1e5
"""The largest coefficient of a row over its smallest. From here on HiGHS called a point optimal
that was far from it: two of some thousand models that ``fuzz/hostile/parts/sizes.py`` draws, where
they were 3e5 and 1e6 apart; CPLEX one where they were 1e10 apart. SCIP and CP-SAT had none."""


def has_failed(result: Result) -> bool:
    """Whether a solver failed, for numerical reasons or by a crash; the failures of PDLP stand."""
    if result.status is Status.OTHER_ERROR:
        return any(fault in result.message for fault in FAULTS)
    if result.status is Status.FEASIBLE:  # an optimum that was taken back
        return result.limit is None
    return result.status in {Status.NUMERICAL_ERROR, Status.IMPRECISE} and result.solver != "pdlp"


def is_doubtful(model: LinearModel, result: Result) -> bool:
    """Whether an optimum may not be one: it may be on the way to infinity, or not the best."""
    if result.status is not Status.OPTIMAL or result.x is None:
        return False
    free = np.isinf(np.where(result.x > 0, model.upper, model.lower))
    far = FAR_INTEGER if model.is_mixed_integer else FAR
    return bool(np.any(free & (np.abs(result.x) >= far))) or is_contradicted(model, result)


def is_contradicted(model: LinearModel, result: Result) -> bool:
    """Whether the duals of a linear optimum let the objective improve."""
    x, duals, costs = result.x, result.duals, result.reduced_costs
    if result.status is not Status.OPTIMAL or x is None or duals is None or costs is None:
        return False
    sign = -1.0 if model.maximize else 1.0
    values = np.concatenate((x, np.asarray(model.matrix @ x)))
    lower = np.concatenate((model.lower, model.row_lower))
    upper = np.concatenate((model.upper, model.row_upper))
    rates = sign * np.concatenate((costs, duals))
    sizes = largest_coefficients(model)
    rows = 1.0 / np.where(sizes > 0, sizes, 1.0)
    scales = np.concatenate((np.maximum(1.0, np.abs(model.objective)), rows))
    rates[np.abs(rates) <= GAIN * scales] = 0.0
    away = np.maximum(np.where(rates > 0, values - lower, upper - values), 0.0)
    room = float(np.abs(rates) @ np.where(rates != 0, away, 0.0))
    return room > ROOM * max(1.0, abs(result.fun or 0.0))


def is_wide(model: LinearModel) -> bool:
    """Whether the coefficients of some row are more than `WIDE` apart. Time O(nonzeros)."""
    sizes, starts = _sizes(model)
    if not starts.size:
        return False
    least = np.minimum.reduceat(sizes, starts)
    return bool((np.maximum.reduceat(sizes, starts) >= WIDE * least).any())


def is_moderate(model: LinearModel) -> bool:
    """Whether no row has a term that is more than `MODERATE` times its smallest coefficient.

    A term is a coefficient times the bound of its column that is farther from 0, or times 1 if both
    are nearer; a column without one of its bounds may have any. Time O(nonzeros).
    """
    sizes, starts = _sizes(model)
    if not starts.size:
        return True
    reach = np.maximum(np.maximum(np.abs(model.lower), np.abs(model.upper)), 1.0)
    with np.errstate(over="ignore"):
        largest = np.maximum.reduceat(sizes * reach[model.matrix.indices], starts)
        return bool((largest <= MODERATE * np.minimum.reduceat(sizes, starts)).all())


def _sizes(model: LinearModel) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Absolute values of the coefficients, and where each row that has any starts."""
    matrix = model.matrix
    starts = matrix.indptr[:-1][np.diff(matrix.indptr) > 0].astype(np.int64)
    return np.abs(matrix.data), starts
