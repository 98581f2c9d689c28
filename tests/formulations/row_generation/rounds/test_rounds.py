"""Models solved in rounds have the optima of whole models, and every claim on the way is true."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations import LinearModel, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.rounds import solve_mip
from nzdd.formulations.row_generation.rounds.round_solver import RoundAnswer
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
from support.models.toy_engine import ToyEngine
from support.models.toy_rounds import toy_round

SOME = [knapsack(0, 8, 2), cover(1, 25, 80), mixed(2, 16, 30)]


@settings(deadline=None, max_examples=examples(50))
@given(split_models())
def test_status_and_optimum_are_those_of_a_whole_solve(case):
    model, lazy = case
    result = solve_mip(lazy, toy_round, ToyEngine)
    check_answer(model, result)
    assert result.method == "lazy"


@settings(deadline=None, max_examples=examples(50))
@given(split_models(bounded=False))
def test_columns_without_bounds(case):
    model, lazy = case
    result = solve_mip(lazy, toy_round, GlopEngine)
    check_point(model, result)
    relaxation = ToyEngine(model).solve().status
    status, optimum = milp_answer(model)
    if status == 0:
        assert result.status is Status.OPTIMAL
        assert result.fun == pytest.approx(optimum, abs=CLOSE)
    elif result.status is Status.UNBOUNDED:
        assert relaxation is Status.UNBOUNDED
        assert result.x is not None
    else:
        assert result.status is Status.INFEASIBLE


@pytest.mark.parametrize("model", SOME)
def test_wherever_it_is_stopped_the_optimum_is_between_bound_and_incumbent(model):
    lazy, bounds = all_lazy(model), []
    _, optimum = milp_answer(model)
    for polls in later_and_later():
        result = solve_mip(lazy, toy_round, GlopEngine, stop=after(polls))
        check_point(model, result)
        check_bracket(model, result, optimum)
        if result.status is Status.OPTIMAL:
            break
        assert result.limit == "interrupted"
        assert result.status is (Status.NO_SOLUTION_FOUND if result.x is None else Status.FEASIBLE)
        if result.dual_bound is not None:
            bounds.append(-result.dual_bound if model.maximize else result.dual_bound)
    assert polls > 3
    assert bounds == sorted(bounds)


@pytest.mark.parametrize("model", SOME)
@pytest.mark.parametrize("solves", range(4))
def test_on_ctrl_c_the_optimum_is_between_bound_and_incumbent(model, solves):
    left = itertools.count(solves, -1)

    def pressed(*arguments, **options):
        if next(left) <= 0:
            raise KeyboardInterrupt
        return toy_round(*arguments, **options)

    result = solve_mip(all_lazy(model), pressed, GlopEngine)
    check_point(model, result)
    check_bracket(model, result, milp_answer(model)[1])
    assert result.limit == (None if result.success else "interrupted")


@pytest.mark.parametrize("model", SOME)
def test_rounds_that_a_limit_ends_leave_points_and_bounds(model):
    """A solver that gives a worse point than the best, and a weaker bound than the last."""
    sign, rounds = (-1 if model.maximize else 1), itertools.count()

    def hurried(part, **options):
        answer = toy_round(part, **options)
        if next(rounds) > 5:
            return answer
        loose = part.replace(objective=np.zeros(part.num_columns), offset=0.0)
        x = toy_round(loose, **(options | {"on_bound": lambda _: None})).x
        return RoundAnswer(Status.FEASIBLE, x, answer.dual_bound - sign, (answer.x,))

    result = solve_mip(all_lazy(model), hurried, GlopEngine)
    check_answer(model, result)


@pytest.mark.parametrize("model", SOME)
@pytest.mark.parametrize("status", [Status.OTHER_ERROR, Status.INFEASIBLE, Status.UNBOUNDED])
def test_a_solver_that_fails_later_leaves_what_is_known(model, status):
    rounds = itertools.count()

    def failing(*arguments, **options):
        if next(rounds):
            return RoundAnswer(status)
        return toy_round(*arguments, **(options | {"gap": 0.5}))

    result = solve_mip(all_lazy(model), failing, GlopEngine)
    check_point(model, result)
    if result.status is not Status.INFEASIBLE:
        check_bracket(model, result, milp_answer(model)[1])
        assert result.success or result.limit == "numerical"


def test_a_solver_that_always_fails():
    model = knapsack(0, 12, 2)
    result = solve_mip(
        all_lazy(model), lambda *_, **__: RoundAnswer(Status.OTHER_ERROR), GlopEngine
    )
    check_point(model, result)
    check_bracket(model, result, milp_answer(model)[1])
    assert (result.status, result.limit) == (Status.FEASIBLE, "numerical")
    assert "nothing new" in result.message


def test_no_gap_at_all_is_one_that_solvers_prove():
    """Bounds a little below the optimum, as solvers give them, end the rounds."""
    calls = []

    def careful(*arguments, **options):
        calls.append(options["gap"])
        answer = toy_round(*arguments, **(options | {"on_bound": lambda bound: None}))
        return replace(answer, dual_bound=answer.dual_bound + 1e-9)

    model = knapsack(0, 12, 2)
    model = model.replace(objective=np.pi * model.objective)
    result = solve_mip(all_lazy(model), careful, GlopEngine, gap=0.0)
    check_point(model, result)
    assert len(calls) < 30


def test_a_time_limit_of_nothing():
    result = solve_mip(all_lazy(cover(3)), toy_round, GlopEngine, time_limit=0)
    assert (result.status, result.limit) == (Status.NO_SOLUTION_FOUND, "time")
    assert result.dual_bound is None


def test_a_gap_ends_the_rounds_early():
    model = cover(2)
    rough = solve_mip(all_lazy(model), toy_round, GlopEngine, gap=0.3)
    assert rough.status is Status.OPTIMAL
    assert rough.gap <= 0.3
    check_bracket(model, rough, milp_answer(model)[1])


@pytest.mark.parametrize("model", SOME)
def test_steps_close_in_on_the_optimum(model):
    sign, steps = (-1 if model.maximize else 1), []
    result = solve_mip(all_lazy(model), toy_round, GlopEngine, on_step=steps.append)
    bounds = [sign * step.dual_bound for step in steps if step.dual_bound is not None]
    values = [sign * step.incumbent for step in steps if step.x is not None]
    assert bounds == sorted(bounds)
    assert values == sorted(values, reverse=True)
    assert steps[-1].incumbent == result.fun
    assert result.report.rows_added > 0


def test_a_hint_is_a_first_incumbent():
    model = mixed(2, 16, 30)
    best = solve_mip(all_lazy(model), toy_round, GlopEngine)
    steps = []
    hint = np.where(model.integrality, best.x, np.nan)
    solve_mip(all_lazy(model), toy_round, GlopEngine, hint=hint, on_step=steps.append)
    assert steps[0].incumbent == pytest.approx(best.fun, abs=CLOSE)


@pytest.mark.parametrize("seed", [3, 8, 13])
def test_rows_that_only_an_oracle_knows_bound_the_relaxation(seed):
    model = packing(seed)
    check_answer(model, solve_mip(all_lazy(model), toy_round, GlopEngine))


def test_unbounded_with_a_point_and_without():
    """2 x - 2 y is even."""
    for right, status in ((2, Status.UNBOUNDED), (1, Status.INFEASIBLE)):
        model = LinearModel([1, 0], [[2, -2]], right, right, integrality=1, maximize=True)
        result = solve_mip(all_lazy(model), toy_round, GlopEngine)
        assert result.status is status
        assert result.dual_bound is None
        if status is Status.UNBOUNDED:
            assert model.violation(result.x).within(1e-9)
    stopped = solve_mip(all_lazy(model), toy_round, GlopEngine, stop=after(6))
    assert (stopped.status, stopped.limit) == (Status.NO_SOLUTION_FOUND, "interrupted")


def test_bounds_without_an_integer_between_them_are_infeasible():
    model = LinearModel([1, 1], [[1, 1]], row_lower=1, lower=0.2, upper=0.8, integrality=1)
    result = solve_mip(all_lazy(model), toy_round, GlopEngine)
    assert result.status is Status.INFEASIBLE
    assert "leave it no value" in result.message


def test_without_rows():
    model = LinearModel([1, -1], lower=[0.5, 0], upper=[3, 2.5], integrality=1)
    assert solve_mip(LazyModel(model, ()), toy_round, GlopEngine).x.tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tolerance": -1.0}, r"tolerance is -1\.0; give a small number above 0"),
        ({"gap": -1.0}, r"gap is -1\.0; it must not be negative"),
        ({"hint": np.zeros(3)}, r"hint has shape \(3,\)"),
    ],
)
def test_wrong_arguments(options, message):
    with pytest.raises(ValueError, match=message):
        solve_mip(all_lazy(cover(0)), toy_round, GlopEngine, **options)
