from dataclasses import replace

import numpy as np
import pytest

from nzdd.formulations.iteration.limits import INTERRUPTED
from nzdd.formulations.learning.psi_learning import (
    Plane,
    PsiProblem,
    psi_path,
    restricted,
    smallest_big_m,
    solve,
    solve_svm,
    two_step,
)
from nzdd.formulations.models.result import Result, Status
from support.learning.psi_reference import CLOSE, ENGINE, close, noisy, small_sample

X4, Y4 = [[0.0], [1.0], [2.0], [3.0]], [False, False, True, True]


@pytest.mark.parametrize("norm", ["l1", "l2"])
def test_equal_rows_are_one_of_their_weight(norm):
    x, positive = small_sample(4)
    counts = np.array([1, 3, 2, 1, 1, 2])
    repeated = PsiProblem(x.repeat(counts, axis=0), positive.repeat(counts), 1.0, 1.0, norm)
    weighted = PsiProblem(x, positive, 1.0, 1.0, norm, counts)
    assert solve(repeated, ENGINE).objective == close(solve(weighted, ENGINE).objective)


@pytest.mark.parametrize("norm", ["l1", "l2"])
def test_time_that_runs_out_leaves_a_plane_a_bound_and_a_gap(norm):
    x, positive = noisy(2, n=120)
    problem = PsiProblem(x, positive, 5.0, 0.5, norm)
    svm = solve_svm(problem, ENGINE)
    for limit in (0.0, 0.2):
        result = two_step(problem, svm, ENGINE, margin=None, time_limit=limit)
        assert result.status is Status.FEASIBLE
        assert result.limit == "time"
        assert 0 <= result.bound <= result.objective <= problem.objective(svm) * (1 + CLOSE)
        assert result.gap == (result.objective - result.bound) / max(1.0, result.objective)
        assert "time" in result.summary()


def test_solvers_without_an_answer_leave_the_start():
    x, positive = small_sample(8)
    problem = PsiProblem(x, positive)

    def helpless(model, *, hint=None, time_limit=None):
        return Result(Status.OTHER_ERROR, "out of order")

    result = solve(problem, helpless)
    assert result.status is Status.FEASIBLE
    assert result.message.startswith("out of order")
    assert result.bound == 0
    assert result.objective == problem.objective(result.plane)


def test_starts_are_not_lost():
    x, positive = noisy(3, n=14)
    problem = PsiProblem(x, positive, 2.0)
    best = solve(problem, ENGINE)
    again = solve(problem, ENGINE, starts=[best.plane], time_limit=0.0)
    assert again.objective <= best.objective + CLOSE
    steps = []
    solve(problem, ENGINE, starts=[best.plane], on_step=steps.append)
    assert [step.number for step in steps] == [0, 1]
    assert steps[0].upper == close(best.objective)
    assert steps[1].lower <= steps[1].upper <= steps[0].upper


def test_a_start_is_improved_where_a_constant_function_is_better():
    x, positive = noisy(9, n=24)
    problem = PsiProblem(x, positive ^ (np.arange(24) % 8 == 0), 0.4, 0.5, "l2")
    svm = solve_svm(problem.changed(C=100.0), ENGINE)
    constant = problem.objective(Plane(np.zeros(3), 0.0))
    assert problem.objective(svm) > constant
    steps = []
    solve(problem, ENGINE, starts=[svm], on_step=steps.append)
    assert steps[0].upper < 0.9 * constant


def test_useless_answers_have_a_message():
    x, positive = noisy(6)
    assert "every row on the boundary" in solve(PsiProblem(x, positive, 1e-3), ENGINE).message
    some = np.arange(40) < 5
    assert "the same class" in solve(PsiProblem(x, some, 1e-3, 2.0), ENGINE).message


def test_wrong_arguments_are_named():
    problem = PsiProblem(X4, Y4)
    with pytest.raises(ValueError, match="form 'big' is unknown"):
        solve(problem, ENGINE, form="big")
    with pytest.raises(ValueError, match=r"margin is 0.5"):
        restricted(problem, Plane(np.ones(1), 0.0), 0.5)
    with pytest.raises(ValueError, match="largest is 1"):
        smallest_big_m(problem, 1.0, largest=1)
    with pytest.raises(ValueError, match="upper is inf"):
        smallest_big_m(problem, np.inf)
    with pytest.raises(ValueError, match="no start has margins of 1 in the fixed rows"):
        solve(problem.changed(fixed=[True] * 4), ENGINE)


class Interrupting:
    """An engine, but for Ctrl-C in the mixed-integer program of that number."""

    def __init__(self, number):
        self.left = number

    def __call__(self, model, *, hint=None, time_limit=None):
        if model.is_mixed_integer:
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
        return ENGINE(model, hint=hint, time_limit=time_limit)


def test_ctrl_c_leaves_the_best_start():
    x, positive = noisy(4)
    problem = PsiProblem(x, positive, 2.0)
    svm = solve_svm(problem, ENGINE)
    result = solve(problem, Interrupting(0), starts=[svm])
    assert result.status is Status.FEASIBLE
    assert result.limit == result.message == INTERRUPTED
    assert 0 == result.bound < result.objective <= problem.objective(svm) * (1 + CLOSE)
    assert "interrupted" in result.summary()


def test_ctrl_c_leaves_the_path_so_far():
    x, positive = noisy(5, n=20)
    problem = PsiProblem(x, positive)
    svm = solve_svm(problem, ENGINE)
    first, second = psi_path(problem, [0.5, 1.0, 2.0], svm, Interrupting(1))
    assert (first.problem.C, first.status) == (0.5, Status.OPTIMAL)
    assert (second.problem.C, second.limit) == (1.0, INTERRUPTED)


def test_an_objective_that_is_too_good_has_a_message():
    """Binaries within their tolerance of 0 can switch a row off for nothing."""
    problem = PsiProblem(*small_sample(8))

    def tolerant(model, *, hint=None, time_limit=None):
        result = ENGINE(model, hint=hint, time_limit=time_limit)
        if not model.is_mixed_integer:
            return result
        return replace(result, fun=0.5 * result.fun, dual_bound=0.5 * result.fun)

    best, result = solve(problem, ENGINE), solve(problem, tolerant)
    assert best.status is Status.OPTIMAL
    assert result.status is Status.FEASIBLE
    assert "relies on its tolerance for binaries" in result.message
    assert result.objective == close(best.objective)


def test_without_linear_programs_the_solvers_own_plane_stays():
    problem = PsiProblem(*small_sample(8))

    def coarse(model, *, hint=None, time_limit=None):
        if model.is_mixed_integer:
            return ENGINE(model, hint=hint, time_limit=time_limit)
        return Result(Status.OTHER_ERROR, "no such program")

    result = solve(problem, coarse)
    assert result.objective == problem.objective(result.plane)
    assert result.objective == pytest.approx(solve(problem, ENGINE).objective, rel=1e-3)
    with pytest.raises(RuntimeError, match=r"no support vector machine: .* no such program"):
        solve_svm(problem, coarse)
