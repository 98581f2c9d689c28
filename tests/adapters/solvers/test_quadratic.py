import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from nzdd.adapters.solvers.driver import solve_once
from nzdd.formulations import LinearModel, Status
from nzdd.formulations.models.quadratic import QuadraticModel
from support.examples import examples


def random_model(seed, integers):
    """Six columns in [0, 3], two rows that some points satisfy."""
    random = np.random.default_rng(seed)
    matrix = random.integers(-3, 4, (2, 6))
    inside = matrix @ random.integers(0, 4, 6)
    integrality = np.arange(6) < integers
    linear = LinearModel(
        random.normal(size=6), matrix, inside - 1, inside + 1, 0, 3, integrality, offset=1.5
    )
    return QuadraticModel(linear, random.choice([0.0, 1.0, 3.0], 6))


@settings(deadline=None, max_examples=examples(15))
@given(st.integers(0, 10**6))
def test_integer_optima_are_the_best_of_all_points(seed):
    model = random_model(seed, 6)
    points = np.stack(np.meshgrid(*[np.arange(4.0)] * 6), axis=-1).reshape(-1, 6)
    activity = points @ model.linear.matrix.toarray().T
    fits = (activity >= model.linear.row_lower) & (activity <= model.linear.row_upper)
    best = min(model.objective_value(point) for point in points[fits.all(axis=1)])
    result = solve_once(model, "scip", {"threads": 1})
    assert result.status is Status.OPTIMAL
    assert result.fun == pytest.approx(best, abs=2e-5)
    assert result.dual_bound <= best + 2e-5


@settings(deadline=None, max_examples=examples(15))
@given(st.integers(0, 10**6))
def test_continuous_optima_are_those_of_scipy(seed):
    model = random_model(seed, 0)
    rows = model.linear.matrix.toarray()
    result = solve_once(model, "scip", {"threads": 1})
    both = [
        {"type": "ineq", "fun": lambda x: rows @ x - model.linear.row_lower},
        {"type": "ineq", "fun": lambda x: model.linear.row_upper - rows @ x},
    ]
    other = minimize(model.objective_value, result.x, bounds=[(0, 3)] * 6, constraints=both)
    assert result.status is Status.OPTIMAL
    assert result.fun <= other.fun + 2e-5 * (1 + abs(other.fun))
    assert model.violation(result.x).scaled <= 1e-6


def test_time_and_trivial_models():
    impossible = QuadraticModel(LinearModel([1.0], [[1.0]], lower=1, upper=0), [1.0])
    assert solve_once(impossible, "scip", {}).status is Status.INFEASIBLE
    assert solve_once(random_model(0, 6), "scip", {"time_limit": 0.0}).dual_bound is None
    with pytest.raises(ValueError, match="time_limit"):
        solve_once(random_model(0, 6), "scip", {"time_limit": -1})


def test_wrong_models_are_refused():
    linear = LinearModel([1.0, 1.0], [[1.0, 1.0]])
    with pytest.raises(ValueError, match=r"curvature\[1\] is -1"):
        QuadraticModel(linear, [0.0, -1.0])
    with pytest.raises(ValueError, match="minimises"):
        QuadraticModel(linear.replace(maximize=True), 1.0)
