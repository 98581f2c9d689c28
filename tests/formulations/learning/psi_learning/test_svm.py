import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from nzdd.formulations.learning.psi_learning import Plane, PsiProblem, solve_svm
from nzdd.formulations.learning.psi_learning.hinge_qp import hinge_qp
from nzdd.formulations.learning.psi_learning.regions import region_model
from support.examples import examples
from support.learning.psi_reference import CLOSE, ENGINE, PRICES, close, noisy, small_sample


def hinge_objective(problem, plane):
    """The value of a plane in `svm_model`."""
    losses = np.maximum(0.0, 1 - problem.margins(plane))
    return problem.penalty(plane.weights) + float(problem.costs @ losses)


@settings(deadline=None, max_examples=examples(20))
@given(st.integers(0, 10**6), PRICES)
def test_the_1_norm_svm_is_that_of_scipy(seed, C):
    x, positive = small_sample(seed, n=12, d=3)
    problem = PsiProblem(x, positive, C)
    y = problem.signs
    rows = np.column_stack((-y[:, None] * x, y[:, None] * x, -y, -np.eye(12)))
    cost = np.concatenate((np.ones(6), [0.0], np.full(12, C)))
    bounds = [(0, None)] * 6 + [(None, None)] + [(0, None)] * 12
    expected = linprog(cost, rows, -np.ones(12), bounds=bounds).fun
    assert hinge_objective(problem, solve_svm(problem, ENGINE)) == close(expected)


@settings(deadline=None, max_examples=examples(20))
@given(st.integers(0, 10**6), PRICES)
def test_the_2_norm_svm_is_that_of_libsvm(seed, C):
    svm = pytest.importorskip("sklearn.svm")
    x, positive = small_sample(seed, n=12, d=3)
    problem = PsiProblem(x, positive, C, norm="l2")
    machine = svm.SVC(kernel="linear", C=C, tol=1e-8).fit(x, positive)
    expected = hinge_objective(problem, Plane(machine.coef_[0], float(machine.intercept_[0])))
    assert hinge_objective(problem, solve_svm(problem, ENGINE)) == close(expected)


@settings(deadline=None, max_examples=examples(30))
@given(st.integers(0, 10**6), st.sampled_from([1e-3, 1.0, 1e3]))
def test_floors_are_kept_and_the_optimum_is_that_of_scip(seed, price):
    random = np.random.default_rng(seed)
    x, positive = small_sample(seed, n=10, d=3)
    problem = PsiProblem(x, positive, price, 1.0, "l2")
    wrong = random.random(10) < 0.3
    floors = np.where(wrong, -np.inf, 0.0)
    prices = np.where(wrong, 0.0, price)
    plane = hinge_qp(x, problem.signs, prices, floors)
    margins = problem.margins(plane)
    assert (margins >= floors - 2e-7).all()
    value = problem.penalty(plane.weights) + prices @ np.maximum(0, 1 - margins)
    expected = ENGINE(region_model(problem, wrong).model)
    assert value + 2 * price * wrong.sum() == close(expected.fun)


def test_floors_that_no_plane_keeps_have_no_answer():
    x = np.array([[0.0], [0.0]])
    assert hinge_qp(x, np.array([1.0, -1.0]), np.ones(2), np.full(2, 0.1)) is None


@pytest.mark.parametrize("C", [1e-6, 1.0, 1e7])
def test_far_prices_and_large_samples_are_solved(C):
    x, positive = noisy(0, n=300, d=8)
    problem = PsiProblem(100 * x, positive, C, norm="l2")
    plane = solve_svm(problem, ENGINE)
    found = hinge_objective(problem, plane)
    random = np.random.default_rng(0)
    for scale in (1e-6, 1e-3):  # no neighbour is better: the problem is convex
        for move in random.normal(size=(20, 9)) * scale * np.abs(plane.weights).max():
            near = Plane(plane.weights + move[:8], plane.intercept + float(move[8]))
            assert found <= hinge_objective(problem, near) * (1 + 1e-8)


@pytest.mark.parametrize("C", [1e-3, 1e-1, 1.0, 1e2, 1e3])
def test_near_separable_classes_are_solved_to_the_end(C):
    """There multipliers and slacks vanish together, and rounding with them."""
    random = np.random.default_rng(0)
    x = random.normal(size=(100, 30)) @ random.normal(size=(30, 30)) / 5
    y = np.where(x[:, 0] + 0.2 * random.normal(size=100) > 0, 1.0, -1.0)
    plane = hinge_qp(x, y, np.full(100, C), np.full(100, -np.inf))
    svm = pytest.importorskip("sklearn.svm")
    machine = svm.SVC(kernel="linear", C=C, tol=1e-6).fit(x, y)
    problem = PsiProblem(x, y > 0, C, norm="l2")
    other = hinge_objective(problem, Plane(machine.coef_[0], float(machine.intercept_[0])))
    assert hinge_objective(problem, plane) <= other * (1 + CLOSE)
