import numpy as np
import pytest

from nzdd.formulations.learning.psi_learning import (
    Fold,
    PsiProblem,
    psi_path,
    solve_svm,
    tuned_c,
    two_step,
)
from nzdd.formulations.learning.psi_learning.psi_problem import Plane
from support.learning.psi_reference import CLOSE, ENGINE, close, noisy


def test_a_path_has_the_optimum_of_every_c():
    x, positive = noisy(4, n=10)
    problem = PsiProblem(x, positive)
    svm = solve_svm(problem, ENGINE)
    values = [0.1, 1.0, 10.0]
    path = psi_path(problem, values, svm, ENGINE)
    assert [result.problem.C for result in path] == values
    for value, result in zip(values, path, strict=True):
        alone = two_step(problem.changed(C=value), svm, ENGINE)
        assert result.objective == close(alone.objective)
    losses = [(r.objective - r.problem.penalty(r.plane.weights)) / r.problem.C for r in path]
    assert losses[0] >= losses[1] - CLOSE >= losses[2] - 2 * CLOSE


def test_c_is_tuned_by_mistakes():
    x, positive = noisy(5, n=60)
    train = PsiProblem(x[:30], positive[:30])
    fold = Fold(train, x[30:], positive[30:])

    def fit_svm(problem):
        return solve_svm(problem, ENGINE)

    mistakes = {C: fold.mistakes(fit_svm(train.changed(C=C))) for C in (1e-3, 0.1, 1.0, 100.0)}
    chosen = tuned_c([fold], fit_svm, reversed(mistakes))
    assert chosen == min(mistakes, key=lambda C: (mistakes[C], C))
    with pytest.raises(ValueError, match="candidates is empty"):
        tuned_c([fold], fit_svm, [])


def test_tuning_that_is_stopped_has_tried_what_is_next_to_1():
    problem = PsiProblem(np.eye(2), [True, False])
    fold, tried = Fold(problem, np.eye(2), np.array([True, False])), []

    def fit_svm(part):
        tried.append(part.C)
        return Plane(np.zeros(2), 1.0)

    assert tuned_c([fold], fit_svm, [100.0, 1.0, 0.1], stop=lambda: len(tried) == 2) == 0.1
    assert tried == [1.0, 0.1]
    tuned_c([fold], fit_svm, [100.0, 10.0], stop=lambda: True)
    assert tried[2:] == [10.0]
