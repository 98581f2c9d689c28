"""Rows by rounds: HiGHS and CP-SAT, called in a process of their own, agree with listed rows."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings

import nzdd
from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.methods.lazy import solve_lazy
from nzdd.families import linear, sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel, Status
from support.examples import examples
from support.models.branch_and_bound import (
    CLOSE,
    check_answer,
    check_bracket,
    check_point,
    cover,
    knapsack,
    mixed,
)
from support.models.mixed_models import all_lazy, split_models
from support.models.random_models import hard_cover
from support.time_limits import with_a_point

SOLVERS = ("highs", "cp_sat")


@settings(deadline=None, max_examples=examples(40))
@given(split_models())
def test_status_and_optimum_are_those_of_listed_rows(case):
    model, lazy = case
    check_answer(model, solve_lazy(lazy, "highs"))


@settings(deadline=None, max_examples=examples(60))
@given(split_models())
def test_integer_models_by_cp_sat(case):
    model, lazy = case
    if model.integrality.all():
        check_answer(model, solve_lazy(lazy, "cp_sat"))


@pytest.mark.parametrize("solver", SOLVERS)
def test_rows_that_nobody_lists(solver):
    columns = 12
    costs = np.random.default_rng(0).integers(5, 40, columns)
    model = LinearModel(costs, np.zeros((0, columns)), upper=1, integrality=True)
    rows = ConstraintDiagram.from_zdd(sets_of_size(columns, 6), 3)
    result = nzdd.solve(model, "lazy", solver, rows=[rows])
    assert (result.status, result.solver) == (Status.OPTIMAL, solver)
    # Of every six columns three: all but three of all, the dearest left out.
    assert result.fun == np.sort(costs)[:-3].sum()
    assert result.report.mips >= 1


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_relaxation_that_only_rows_bound(solver):
    weights = np.array([3, 5, 4, 6])
    rows = ConstraintDiagram.from_zdd(
        linear([1, 1, 1, 1], high=2), 40, "<=", coefficients=weights, nominal=weights
    )
    model = LinearModel([4, 7, 5, 8], upper=1e6, integrality=True, maximize=True)
    lazy = nzdd.solve(model, "lazy", solver, rows=[rows])
    listed = nzdd.solve(model, "lazy", "glop", rows=[rows])
    assert lazy.fun == pytest.approx(listed.fun, abs=CLOSE)
    free = model.replace(upper=np.inf)
    if solver == "highs":
        unbounded = LinearModel([1, 1, 1, 1, 1], integrality=True, maximize=True)
        family = ConstraintDiagram.from_zdd(sets_of_size(4, 2), 1, columns=range(4), num_columns=5)
        assert nzdd.solve(unbounded, "lazy", solver, rows=[family]).status is Status.UNBOUNDED
        assert nzdd.solve(free, "lazy", solver, rows=[rows]).fun == pytest.approx(lazy.fun)


@pytest.mark.parametrize("solver", SOLVERS)
def test_rows_that_no_point_satisfies(solver):
    model = LinearModel(np.ones(8), upper=1, integrality=True)
    rows = ConstraintDiagram.from_zdd(sets_of_size(8, 3), 4)
    assert nzdd.solve(model, "lazy", solver, rows=[rows]).status is Status.INFEASIBLE


@pytest.mark.parametrize(
    ("model", "threads"),
    [
        pytest.param(knapsack(2, 15), 1, marks=pytest.mark.slow),
        (knapsack(2, 15), None),
        (cover(3, 25, 80), 1),
        (mixed(4, 20, 40), None),
    ],
)
def test_larger_models(model, threads):
    result = solve_lazy(all_lazy(model), "highs", threads=threads)
    check_answer(model, result)


def test_a_time_limit_leaves_a_point_and_a_bound():
    model = hard_cover()
    lazy = all_lazy(model)
    result = with_a_point(lambda seconds: solve_lazy(lazy, "highs", time_limit=seconds / 4))
    check_point(model, result)
    assert (result.status, result.limit) == (Status.FEASIBLE, "time")
    relaxation = nzdd.solve(model.relaxed(), "direct")
    assert result.dual_bound >= relaxation.fun - CLOSE


@pytest.mark.parametrize("solver", SOLVERS)
def test_an_interruption_leaves_a_point_and_a_bound(solver):
    model, stop = hard_cover(), threading.Event()
    model = model.replace(matrix=model.matrix[:200], row_lower=3, row_upper=np.inf)

    def after_a_point(step):
        if step.incumbent is not None and step.dual_bound is not None:
            stop.set()

    result = solve_lazy(all_lazy(model), solver, interrupt=stop, on_step=after_a_point)
    assert (result.status, result.limit) == (Status.FEASIBLE, "interrupted")
    check_bracket(model, result, result.fun)
    assert result.dual_bound is not None


def test_the_log_of_every_round():
    lines = []
    solve_lazy(all_lazy(cover(3)), "highs", log=lines.append)
    assert any("HiGHS" in line for line in lines)


def test_cp_sat_takes_no_continuous_columns():
    with pytest.raises(UnsupportedModelError, match="integer columns only"):
        solve_lazy(all_lazy(mixed(4)), "cp_sat")


def test_others_cannot():
    with pytest.raises(ValueError, match=r"cannot add rows lazily; choose one of .*highs"):
        solve_lazy(all_lazy(cover(3)), "pdlp")
