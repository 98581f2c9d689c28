"""Branch and bound with row oracles: optima of other solvers."""

from math import isclose

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nzdd.adapters.methods.direct import solve_direct
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations import LinearModel, Status
from nzdd.formulations.row_generation import rows_in_use, solve_lp
from nzdd.formulations.row_generation.branch_and_bound import (
    lazy_relaxation,
    mixed_integer_programs,
    solve_mip,
    tree_search,
)
from nzdd.formulations.row_generation.lazy_model import LazyModel
from support.examples import examples
from support.models.branch_and_bound import (
    CLOSE,
    LARGER,
    after,
    check_answer,
    check_bracket,
    check_point,
    cover,
    knapsack,
    mixed,
    packing,
)
from support.models.milp_reference import milp_answer
from support.models.mixed_models import all_lazy, split_models
from support.models.toy_engine import ToyEngine

LARGE = [knapsack(0, 14), cover(0, 30, 100), cover(0, 20, 60, weighted=False), mixed(0, 20, 40)]
"""Smaller ones than in `LARGER`, of which each takes a second."""
LARGER = [pytest.param(*each.values, id=each.id, marks=pytest.mark.slow) for each in LARGER]


@settings(deadline=None, max_examples=examples(400))
@given(split_models())
def test_status_and_optimum_are_those_of_a_direct_solve(case):
    model, lazy = case
    check_answer(model, solve_mip(lazy, ToyEngine))


@settings(deadline=None, max_examples=examples(500))
@given(split_models())
def test_status_and_optimum_with_glop(case):
    model, lazy = case
    result = solve_mip(lazy, GlopEngine)
    check_answer(model, result)
    assert result.method == "lazy"
    assert result.report.nodes >= 1 or result.status is Status.INFEASIBLE


@settings(deadline=None, max_examples=examples(500))
@given(split_models(bounded=False))
def test_columns_without_bounds(case):
    """Where the tree may be infinite, an early end is no error."""
    model, lazy = case
    result = solve_mip(lazy, GlopEngine, stop=after(500))
    check_point(model, result)
    relaxation = ToyEngine(model).solve().status
    status, optimum = milp_answer(model)
    if result.status is Status.UNBOUNDED:
        assert relaxation is Status.UNBOUNDED
        assert result.x is not None
    elif result.status is Status.INFEASIBLE_OR_UNBOUNDED:
        assert relaxation is Status.UNBOUNDED
        assert result.limit == "interrupted"
    elif result.limit is not None:
        assert result.limit == "interrupted"
        if status == 0:
            check_bracket(model, result, optimum)
    elif result.status is Status.OPTIMAL:
        assert relaxation is Status.OPTIMAL
        if status == 0:
            assert result.fun == pytest.approx(optimum, abs=CLOSE)
    else:
        assert result.status is Status.INFEASIBLE
        assert status != 0


@pytest.mark.parametrize("model", [*LARGE, *LARGER])
def test_larger_trees_have_the_optimum_of_scip(model):
    result = solve_mip(all_lazy(model), GlopEngine)
    check_point(model, result)
    assert result.status is Status.OPTIMAL
    assert result.fun == pytest.approx(solve_direct(model, "scip").fun, abs=CLOSE)
    assert result.report.rows_added > 0
    assert result.report.lp_iterations > 0


def test_the_same_tree_twice():
    first, second = (solve_mip(all_lazy(cover(1)), GlopEngine) for _ in range(2))
    assert first.report.to_dict() == second.report.to_dict()
    assert np.array_equal(first.x, second.x)


@pytest.mark.parametrize("model", [*LARGE, *LARGER[::2]])
def test_purging_rows_does_not_change_the_optimum(model, monkeypatch):
    kept = solve_mip(all_lazy(model), GlopEngine)
    monkeypatch.setattr(lazy_relaxation, "OLD", 1)
    monkeypatch.setattr(rows_in_use, "MANY", 0.0)
    purged = solve_mip(all_lazy(model), GlopEngine)
    check_point(model, purged)
    assert purged.fun == pytest.approx(kept.fun, abs=CLOSE)


@pytest.mark.parametrize("seed", [3, 8, 13, 24, 35])
def test_purged_rows_without_which_the_relaxation_is_unbounded_come_back(seed, monkeypatch):
    monkeypatch.setattr(lazy_relaxation, "OLD", 1)
    monkeypatch.setattr(rows_in_use, "MANY", 0.0)
    model = packing(seed)
    check_answer(model, solve_mip(all_lazy(model), GlopEngine, stop=after(5000)))


def test_a_hint_is_a_first_incumbent():
    model = mixed(1)
    best = solve_mip(all_lazy(model), GlopEngine)
    states = []
    again = solve_mip(all_lazy(model), GlopEngine, hint=best.x, on_step=states.append)
    assert states[0].incumbent == pytest.approx(best.fun, abs=CLOSE)
    assert states[0].nodes == 0
    assert again.fun == pytest.approx(best.fun, abs=CLOSE)
    integers_only = np.where(model.integrality, best.x, np.nan)
    states.clear()
    solve_mip(all_lazy(model), GlopEngine, hint=integers_only, on_step=states.append)
    assert states[0].incumbent == pytest.approx(best.fun, abs=CLOSE)


@pytest.mark.parametrize("value", [0.0, -5.0, 100.0, np.nan])
def test_a_useless_hint_does_no_harm(value):
    model = cover(4, 15, 40)
    hint = np.full(15, value)
    result = solve_mip(all_lazy(model), GlopEngine, hint=hint)
    assert result.fun == solve_mip(all_lazy(model), GlopEngine).fun


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tolerance": -1.0}, r"tolerance is -1\.0; give a small number above 0"),
        ({"tolerance": np.nan}, "tolerance is nan"),
        ({"gap": -1.0}, r"gap is -1\.0; it must not be negative"),
        ({"gap": np.nan}, "gap is nan"),
    ],
)
def test_tolerances_that_are_none_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        solve_mip(all_lazy(cover(0)), GlopEngine, **options)


def test_a_hint_of_another_size():
    with pytest.raises(ValueError, match=r"hint has shape \(3,\)"):
        solve_mip(all_lazy(cover(0)), GlopEngine, hint=np.zeros(3))


@settings(deadline=None, max_examples=examples(200))
@given(split_models(), st.integers(-1, 4))
def test_points_of_a_heuristic_are_checked(case, value):
    model, lazy = case
    result = solve_mip(lazy, GlopEngine, heuristic=lambda x: np.full(x.size, value, float))
    check_answer(model, result)


def test_a_heuristic_that_knows_the_answer():
    model = cover(5)
    plain = solve_mip(all_lazy(model), GlopEngine)
    states = []
    solve_mip(all_lazy(model), GlopEngine, heuristic=lambda _: plain.x, on_step=states.append)
    assert plain.fun in [state.incumbent for state in states if state.nodes == 0]


@settings(deadline=None, max_examples=examples(200))
@given(split_models())
def test_rows_of_the_relaxation_are_a_start(case):
    model, lazy = case
    relaxation = solve_lp(lazy, GlopEngine)
    assume(relaxation.status is Status.OPTIMAL)
    check_answer(model, solve_mip(lazy, GlopEngine, seed=relaxation.report.rows))


def test_rows_that_only_an_oracle_knows_bound_the_relaxation():
    model = LinearModel([1, 1], [[2, 3], [3, 1]], row_upper=[7.5, 6], integrality=1, maximize=True)
    result = solve_mip(all_lazy(model), GlopEngine)
    assert result.status is Status.OPTIMAL
    assert result.fun == 2.0


def test_unbounded_with_a_point_and_without(monkeypatch):
    """2 x - 2 y is even."""
    monkeypatch.setattr(mixed_integer_programs, "MOST_FEASIBILITY_LPS", 200)
    for right, status in ((2, Status.UNBOUNDED), (1, Status.INFEASIBLE_OR_UNBOUNDED)):
        model = LinearModel([1, 0], [[2, -2]], right, right, integrality=1, maximize=True)
        result = solve_mip(all_lazy(model), GlopEngine)
        assert result.status is status
        assert "unbounded" in result.message
        if status is Status.UNBOUNDED:
            assert model.violation(result.x).within(1e-9)
    stopped = solve_mip(all_lazy(model), GlopEngine, stop=after(50))
    assert (stopped.status, stopped.limit) == (Status.INFEASIBLE_OR_UNBOUNDED, "interrupted")
    boxed = model.replace(upper=10)
    assert solve_mip(all_lazy(boxed), GlopEngine).status is Status.INFEASIBLE


@pytest.mark.parametrize("big", [1e6, 1e7, 1e8])
def test_a_switch_that_is_nearly_off_is_on(big):
    """An integer within the tolerance of 0 whose rounding no continuous value survives."""
    model = LinearModel([1, 0], [[-big, 1]], -np.inf, 0, [0, 0.5], [1, 1], [1, 0])
    result = solve_mip(all_lazy(model), GlopEngine)
    check_point(model, result)
    assert result.status is Status.OPTIMAL
    assert result.fun == 1.0


def test_bounds_of_integers_that_are_no_integers():
    model = LinearModel([1, -1], lower=[0.5, 0], upper=[3, 2.5], integrality=1)
    result = solve_mip(LazyModel(model, ()), GlopEngine)
    assert result.x.tolist() == [1.0, 2.0]
    empty = model.replace(lower=[0.2, 0], upper=[0.8, 2.5])
    result = solve_mip(LazyModel(empty, ()), GlopEngine)
    assert result.status is Status.INFEASIBLE
    assert "column 0" in result.message


@pytest.mark.parametrize(
    ("name", "optimum"),
    [
        ("p0033", 3089),
        pytest.param("stein27", 18, marks=pytest.mark.slow),
        ("p0201", 7615),
        ("mod010", 6548),
    ],
)
def test_published_optima(data, name, optimum):
    from nzdd.adapters.files.models import mps

    model = mps.read(data / "mip" / f"{name}.mps.gz")
    result = solve_mip(all_lazy(model), GlopEngine)
    check_point(model, result)
    assert result.status is Status.OPTIMAL
    assert isclose(result.fun, optimum, abs_tol=1e-6)


def test_bounds_without_an_integer_between_them_are_infeasible():
    model = LinearModel([1, 1], [[1, 1]], row_lower=1, lower=0.2, upper=0.8, integrality=1)
    result = solve_mip(all_lazy(model), ToyEngine)
    assert result.status is Status.INFEASIBLE
    assert "leave it no value" in result.message


def test_without_strong_branching_the_optimum_is_the_same(monkeypatch):
    monkeypatch.setattr(tree_search, "PROBE_START", 0)
    monkeypatch.setattr(tree_search, "PROBE_SHARE", 0.0)
    for model in (knapsack(2, 15), cover(2, 25, 80), mixed(2, 16, 30)):
        check_answer(model, solve_mip(all_lazy(model), GlopEngine))


def test_an_unbounded_relaxation_of_an_infeasible_model():
    model = LinearModel([1, 0], [[0, 2]], 1, 1, upper=[np.inf, 1], integrality=1, maximize=True)
    assert solve_mip(all_lazy(model), GlopEngine).status is Status.INFEASIBLE
