"""Searches that are stopped, or whose linear programs fail: honest answers before the end."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations import LinearModel, Status
from nzdd.formulations.iteration.lp_engine import LPAnswer
from nzdd.formulations.row_generation import rows_in_use
from nzdd.formulations.row_generation.branch_and_bound import (
    lazy_relaxation,
    solve_mip,
)
from support.examples import examples
from support.models.branch_and_bound import (
    CLOSE,
    after,
    check_answer,
    check_bracket,
    check_point,
    cover,
    knapsack,
    later_and_later,
    mixed,
    packing,
)
from support.models.milp_reference import milp_answer
from support.models.mixed_models import all_lazy, split_models


@pytest.mark.parametrize(
    "model",
    [
        knapsack(0, 8, 2),
        pytest.param(knapsack(0, 12, 2), marks=pytest.mark.slow),
        cover(7, 25, 100),
        mixed(5, 20, 30),
    ],
)
def test_wherever_it_is_stopped_the_optimum_is_between_bound_and_incumbent(model):
    lazy = all_lazy(model)
    optimum = solve_mip(lazy, GlopEngine).fun
    bounds = []
    for polls in later_and_later():
        result = solve_mip(lazy, GlopEngine, stop=after(polls))
        check_point(model, result)
        check_bracket(model, result, optimum)
        if result.status is Status.OPTIMAL:
            break
        assert result.limit == "interrupted"
        found = Status.NO_SOLUTION_FOUND if result.x is None else Status.FEASIBLE
        assert result.status is found
        if result.dual_bound is not None:
            bounds.append(-result.dual_bound if model.maximize else result.dual_bound)
    assert polls > 15
    assert bounds == sorted(bounds)


@settings(deadline=None, max_examples=examples(100))
@given(split_models(), st.integers(0, 12))
def test_stopped_early_on_small_models(case, polls):
    model, lazy = case
    result = solve_mip(lazy, GlopEngine, stop=after(polls))
    check_point(model, result)
    status, optimum = milp_answer(model)
    if status == 0:
        check_bracket(model, result, optimum)
    else:
        assert result.x is None


def test_time_limits():
    model = cover(3)
    nothing = solve_mip(all_lazy(model), GlopEngine, time_limit=0)
    assert nothing.status is Status.NO_SOLUTION_FOUND
    assert nothing.limit == "time"
    assert nothing.x is None
    assert nothing.dual_bound is None
    plenty = solve_mip(all_lazy(model), GlopEngine, time_limit=1e6)
    assert plenty.status is Status.OPTIMAL


def test_a_gap_ends_the_search_early():
    model = cover(2)
    exact = solve_mip(all_lazy(model), GlopEngine)
    rough = solve_mip(all_lazy(model), GlopEngine, gap=0.2)
    assert rough.status is Status.OPTIMAL
    assert rough.gap <= 0.2
    assert rough.dual_bound <= exact.fun <= rough.fun
    assert rough.report.nodes < exact.report.nodes


@pytest.fixture(scope="module")
def solved():
    """A model and its optimum."""
    model = knapsack(1, 20)
    return model, milp_answer(model)[1]


@pytest.mark.parametrize("solves", [0, 1, 5, 30])
def test_on_ctrl_c_the_optimum_is_between_bound_and_incumbent(solves, solved):
    left = solves

    class Pressed(GlopEngine):
        def solve(self, time_limit=None):
            nonlocal left
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
            return super().solve(time_limit)

    model, optimum = solved
    result = solve_mip(all_lazy(model), Pressed)
    assert result.limit == "interrupted"
    check_bracket(model, result, optimum)


class Forgetful(GlopEngine):
    """Fails at some of its solves."""

    failures = frozenset()

    def __init__(self, model):
        super().__init__(model)
        self.calls = itertools.count()

    def solve(self, time_limit=None):
        if next(self.calls) in self.failures:
            return LPAnswer(Status.NUMERICAL_ERROR)
        return super().solve(time_limit)


@settings(deadline=None, max_examples=examples(400))
@given(split_models(), st.frozensets(st.integers(0, 15)))
def test_failing_linear_programs_prune_nothing(case, failures):
    model, lazy = case
    engine = type("Engine", (Forgetful,), {"failures": failures})
    result = solve_mip(lazy, engine)
    check_point(model, result)
    status, optimum = milp_answer(model)
    if status == 0:
        assert result.status in {Status.OPTIMAL, Status.FEASIBLE, Status.NUMERICAL_ERROR}
        check_bracket(model, result, optimum)
    else:
        assert result.status in {Status.INFEASIBLE, Status.NUMERICAL_ERROR}
    if result.status is Status.FEASIBLE:
        assert result.limit == "numerical"


def test_when_all_linear_programs_fail():
    engine = type("Engine", (Forgetful,), {"failures": range(10**6)})
    result = solve_mip(all_lazy(cover(0)), engine)
    assert result.status is Status.NUMERICAL_ERROR
    assert "failed" in result.message


@pytest.mark.parametrize("model", [knapsack(1, 14), cover(1), mixed(1)])
def test_states_close_in_on_the_optimum(model):
    sign = -1 if model.maximize else 1
    states = []
    result = solve_mip(all_lazy(model), GlopEngine, on_step=states.append)
    new = [state for state in states if state.x is not None]
    values = [sign * state.incumbent for state in new]
    assert values == sorted(values, reverse=True)
    assert new[-1].incumbent == result.fun
    for state in new:
        assert model.violation(state.x).within(1e-6)
        assert state.incumbent == model.objective_value(state.x)
    for name in ("seconds", "number", "rows_added", "nodes"):
        counts = [getattr(state, name) for state in states]
        assert counts == sorted(counts)
    for state in states:
        if state.dual_bound is not None:
            assert sign * state.dual_bound <= sign * result.fun + CLOSE


class Vague(GlopEngine):
    """Does not tell infeasible programs from unbounded ones."""

    def solve(self, time_limit=None):
        answer = super().solve(time_limit)
        if answer.status in {Status.INFEASIBLE, Status.UNBOUNDED}:
            return LPAnswer(Status.INFEASIBLE_OR_UNBOUNDED)
        return answer


@pytest.mark.parametrize("seed", [3, 8, 13, 24, 35])
def test_an_engine_need_not_tell_infeasible_from_unbounded(seed, monkeypatch):
    monkeypatch.setattr(lazy_relaxation, "OLD", 1)
    monkeypatch.setattr(rows_in_use, "MANY", 0.0)
    model = packing(seed)
    check_answer(model, solve_mip(all_lazy(model), Vague, stop=after(5000)))


@pytest.mark.parametrize("polls", range(12))
def test_stopped_while_bounding_rows_are_sought(polls):
    model = packing(3)
    result = solve_mip(all_lazy(model), GlopEngine, stop=after(polls))
    check_point(model, result)
    check_bracket(model, result, solve_mip(all_lazy(model), GlopEngine).fun)


@pytest.mark.parametrize(
    ("costs", "lower", "upper"),
    [([1, 1], [0, -5], np.inf), ([-1, -1], -np.inf, [5, 7]), ([1, -1], [-9, -np.inf], [np.inf, 9])],
)
@pytest.mark.parametrize("failures", [{0}, {0, 1}, {0, 1, 2}])
def test_a_node_that_fails_is_split_where_its_ranges_have_an_end(costs, lower, upper, failures):
    engine = type("Engine", (Forgetful,), {"failures": failures})
    model = LinearModel(costs, np.eye(2), [-3.5, -4.5], [3.5, 4.5], lower, upper, True)
    result = solve_mip(all_lazy(model), engine, stop=after(1000))
    check_point(model, result)
    check_bracket(model, result, milp_answer(model)[1])
