"""The linear programs of LPBoost, alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from nzdd.formulations.learning.lpboost import CProblem, NuProblem
from support.learning.boosting_programs import primal
from support.models.toy_engine import ToyEngine

TOL = 2e-5
seeds = st.integers(0, 2**32 - 1)


def random_problem(random):
    m = int(random.integers(2, 12))
    weights = random.choice([0.5, 1.0, 3.0], m)
    kind = random.integers(3)
    if kind == 0:
        return CProblem.from_weights(weights, random.uniform(0.1, 3))
    nu = random.uniform(weights.min() / weights.sum(), 1)
    if kind == 1:
        return NuProblem.classification(weights, nu, random.choice([0, nu / 3]))
    return NuProblem.regression(random.normal(size=m), weights, nu, random.choice([0, nu / 3]))


def random_columns(random, problem):
    rows = problem.capacity.size // (2 if getattr(problem, "mirrored", False) else 1)
    outputs = random.uniform(-1, 1, (rows, int(random.integers(1, 6))))
    return outputs, np.stack([problem.column(output) for output in outputs.T], axis=1)


@given(seeds)
def test_primal_and_dual_have_the_same_optimum(seed):
    random = np.random.default_rng(seed)
    problem = random_problem(random)
    _, columns = random_columns(random, problem)
    first, second = (
        ToyEngine(model).solve() for model in (primal(problem, columns), problem.dual(columns))
    )
    assert first.objective == pytest.approx(second.objective, abs=TOL)
    weights = first.x[: columns.shape[1]]
    if weights.sum() > 0:
        assert problem.lower(weights, columns @ weights) == pytest.approx(first.objective, abs=TOL)


@given(seeds)
def test_any_weights_and_any_costs_enclose_the_optimum(seed):
    random = np.random.default_rng(seed)
    problem = random_problem(random)
    outputs, columns = random_columns(random, problem)
    optimum = ToyEngine(primal(problem, columns)).solve().objective
    weights = random.dirichlet(np.ones(columns.shape[1]))
    assert problem.lower(weights, columns @ weights) <= optimum + TOL
    costs = problem.feasible(random.normal(size=problem.capacity.size))
    seen = problem.row_costs(costs)
    assert outputs.T @ seen == pytest.approx(columns.T @ costs)
    assert problem.upper(costs, float((columns.T @ costs).max())) >= optimum - TOL


@given(seeds)
def test_the_worst_costs_are_those_of_a_linear_program(seed):
    random = np.random.default_rng(seed)
    m = int(random.integers(2, 12))
    problem = NuProblem.regression(
        random.normal(size=m), np.ones(m), 1 / m + random.random() / 2, 0.02
    )
    values = random.choice([random.normal(), random.normal(), 1.0], 2 * m)
    costs = problem.worst(values)
    bounds = np.column_stack((problem.floor, problem.capacity))
    found = linprog(values, A_eq=np.ones((1, 2 * m)), b_eq=[1], bounds=bounds)
    assert costs @ values == pytest.approx(found.fun, abs=1e-7)
    for some in (costs, problem.start, problem.feasible(random.normal(size=2 * m))):
        assert some.sum() == pytest.approx(1)
        assert (some >= problem.floor - 1e-12).all()
        assert (some <= problem.capacity + 1e-12).all()


@pytest.mark.parametrize("nu", [0.0, -1.0, 1.01, np.nan])
def test_nu_is_a_share(nu):
    with pytest.raises(ValueError, match=r"nu is .*; give a number above 0 and at most 1"):
        NuProblem.classification(np.ones(5), nu)


def test_a_nu_below_a_single_row_is_refused():
    with pytest.raises(ValueError, match=r"nu is 0.19, less than the share 0.2 .* n_samples=5"):
        NuProblem.classification(np.ones(5), 0.19)
    assert NuProblem.classification(np.ones(5), 0.2).capacity == pytest.approx(np.ones(5))


def test_refused_arguments():
    with pytest.raises(ValueError, match=r"min_cost is 0.6; at nu = 0.5 .* between 0 and 0.5"):
        NuProblem.classification(np.ones(5), 0.5, 0.6)
    with pytest.raises(ValueError, match=r"between 0 and 0\.25"):
        NuProblem.regression(np.ones(5), np.ones(5), 0.5, 0.3)
    with pytest.raises(ValueError, match="NaN or infinite"):
        NuProblem.regression([1, np.nan], np.ones(2), 0.5)
    with pytest.raises(ValueError, match=r"targets have shape \(3,\) and there are 2 weights"):
        NuProblem.regression([1, 2, 3], np.ones(2), 0.5)
    for weights in ([1, 0], [1, -1], [1, np.inf], [], [[1.0]]):
        with pytest.raises(ValueError, match="weights must be one"):
            NuProblem.classification(weights, 0.5)
    for price in (0.0, -1.0, np.inf, np.nan):
        with pytest.raises(ValueError, match=r"C is .*; give a number above 0"):
            CProblem.from_weights(np.ones(3), price)
    with pytest.raises(ValueError, match="weights must be one"):
        CProblem.from_weights([1, 0], 1.0)


def test_a_row_of_weight_two_costs_twice_as_much():
    assert CProblem.from_weights([1, 2], 0.5).capacity.tolist() == [0.5, 1.0]
