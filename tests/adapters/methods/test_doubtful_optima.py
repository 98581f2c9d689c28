"""Optima that their own numbers refute, and claims that end with an answer all the same."""

import numpy as np
import pytest

from nzdd import FamilyModel, solve
from nzdd.adapters.solvers.registry import IN_ROUNDS, LAZY_SOLVERS
from nzdd.families import sets_of_size
from nzdd.formulations import LinearModel, Status
from support.licences import skip_unless_usable
from support.models.exact_lp import optimum

INF = np.inf
LARGE_ROW = LinearModel(
    [1, 0.5, 0.5],
    [[1e3, 1, 1e3], [-1e12, 3e9, 3e9], [3e6, 2e6, 0]],
    [2976.38465, -INF, 1.10491180e7],
    [INF, -2.6570066e12, INF],
    upper=1e6,
)
"""HiGHS calls 3.584 optimal: a dual of 1e-13 is worth that much on a row of 1e12."""
SMALL_COST = LinearModel([1000, 1000, 0], [[0, 1e6, 0.003]], 7.08227361, upper=1000)
"""GLOP calls 0.0071 optimal when it gets the row lazily: three times the range of a column."""


@pytest.mark.parametrize("model", [LARGE_ROW, SMALL_COST])
@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
def test_a_small_dual_of_a_large_row_counts(model, method):
    result = solve(model, method)
    assert (result.status, result.fun) == (
        Status.OPTIMAL,
        pytest.approx(float(optimum(model)), rel=1e-5),
    )


@pytest.mark.parametrize("solver", [None, "highs", "scip"])
@pytest.mark.parametrize("integrality", [False, True])
def test_an_unbounded_family_model_is_unbounded_in_extended_form(solver, integrality):
    """Any two of three free columns add up to at most 3, and their sum falls without end."""
    model = FamilyModel()
    columns = model.add_columns(3, [1, 1, 0], lower=-INF, integrality=integrality)
    model.for_all(sets_of_size(3, 2), 3, "<=", columns=columns)
    result = solve(model, "extended", solver)
    assert result.status is Status.UNBOUNDED
    assert model.linear.violation(result.x).scaled == 0


@pytest.mark.parametrize("solver", [*LAZY_SOLVERS, *IN_ROUNDS])
@pytest.mark.parametrize("maximize", [False, True])
def test_an_unbounded_family_model_is_unbounded_with_lazy_rows(solver, maximize):
    skip_unless_usable(solver)
    if solver == "cp_sat":
        pytest.skip("CP-SAT takes no columns without bounds")
    model = FamilyModel(maximize=maximize)
    cost = -1 if maximize else 1
    columns = model.add_columns(3, [cost, cost, 0], lower=-INF, integrality=True)
    model.for_all(sets_of_size(3, 2), 3, "<=", columns=columns)
    assert solve(model, "lazy", solver).status is Status.UNBOUNDED


@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
@pytest.mark.parametrize("integrality", [False, True])
def test_a_row_whose_sides_cross_is_the_reason(method, integrality):
    model = LinearModel([1, 1], [[1, 1], [1, 2]], [3, 1], [2, 9], 0, 5, integrality)
    result = solve(model, method)
    assert result.status is Status.INFEASIBLE
    assert "row 0 has lower bound 3 above its upper bound 2" in result.message


def test_another_solver_answers_where_highs_fails():
    """Multiples of 1,000 are never 5e-6; two of the solvers fail on it."""
    model = LinearModel(
        [-1, 0, 3],
        [[0, 2e6, 0], [-1e6, 2e3, 1e3]],
        [0.5, 5e-6],
        [INF, 5e-6],
        [-1, 0, -3],
        [2, 4, -1],
        True,
        maximize=True,
    )
    for method, solver in (("auto", None), ("direct", "highs"), ("direct", "scipy")):
        assert solve(model, method, solver).status is Status.INFEASIBLE


def test_what_bounds_exclude_is_not_unbounded():
    """HiGHS says infeasible or unbounded; no column can improve for ever."""
    model = LinearModel([1, 1], [[2, 2], [2, 2]], [3, -INF], [INF, 3], upper=5, integrality=True)
    for solver in ("highs", "scip", "scipy"):
        assert solve(model, "direct", solver).status is Status.INFEASIBLE
