import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.learning.psi_learning import (
    Plane,
    PsiProblem,
    compact_model,
    paper_model,
    smallest_big_m,
)
from nzdd.formulations.learning.psi_learning.regions import region_model
from nzdd.formulations.models.result import Status
from support.learning.psi_reference import CLOSE, ENGINE, LOSSES, NORMS, small_sample


def num_binaries(model):
    """How many binary columns are not fixed."""
    linear = model.linear
    return int((linear.integrality & (linear.lower < linear.upper)).sum())


@given(st.integers(0, 10**6), NORMS, LOSSES, st.booleans())
def test_the_point_of_a_plane_fits_the_models_and_costs_the_same(seed, norm, a, hold):
    x, positive = small_sample(seed, n=15, d=3)
    problem = PsiProblem(x, positive, 2.0, a, norm)
    random = np.random.default_rng(seed)
    plane = Plane(random.normal(size=3), float(random.normal()))
    if hold:
        problem = problem.changed(fixed=problem.margins(plane) > 1.1)
    m = smallest_big_m(problem, 1e3, largest=1e6)
    for make in (compact_model, paper_model):
        model = make(problem, m)
        point = model.point(plane)
        assert model.model.violation(point).scaled <= 1e-9
        assert model.model.objective_value(point) == pytest.approx(problem.objective(plane))
        again = model.plane(point)
        assert np.allclose(again.weights, plane.weights)
        assert again.intercept == plane.intercept
        assert np.array_equal(model.given_up(point), problem.margins(plane) < -1e-5)
    open_rows = int((~problem.fixed).sum())
    assert num_binaries(compact_model(problem, m)) == open_rows
    assert num_binaries(paper_model(problem, m)) == 2 * open_rows


@given(st.integers(0, 10**6), NORMS)
def test_the_region_model_gives_up_the_given_rows(seed, norm):
    x, positive = small_sample(seed)
    problem = PsiProblem(x, positive, 1.0, 0.5, norm)
    wrong = np.random.default_rng(seed).random(6) < 0.4
    model = region_model(problem, wrong)
    result = ENGINE(model.model)
    assert result.status is Status.OPTIMAL  # w = b = 0 is a point
    plane = model.plane(result.x)
    assert (problem.margins(plane)[~wrong] >= -1e-5).all()
    assert problem.objective(plane) <= result.fun + CLOSE
