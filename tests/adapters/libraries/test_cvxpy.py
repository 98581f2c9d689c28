from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.adapters.files.formats import read_model
from nzdd.adapters.libraries.cvxpy import to_cvxpy
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, ExtendedFormulation, LinearModel
from support.examples import examples
from support.models.random_models import models

try:
    import cvxpy as cp
except ImportError:
    cp = None

needs_cvxpy = pytest.mark.skipif(cp is None, reason="needs cvxpy")


def nearest(point, x, kept):
    """The least squared distance to a point, by Clarabel."""
    problem = cp.Problem(cp.Minimize(cp.sum_squares(x - point)), kept)
    value = problem.solve(solver=cp.CLARABEL)
    assert problem.status == cp.OPTIMAL
    return value


def listed(A, x, lower, upper):
    """One constraint for each finite bound of each row."""
    rows = [row @ x for row in A]
    above = [a >= bound for a, bound in zip(rows, lower, strict=True) if np.isfinite(bound)]
    return above + [a <= bound for a, bound in zip(rows, upper, strict=True) if np.isfinite(bound)]


def point_for(draw, n):
    return np.array(draw(st.lists(st.integers(-4, 4), min_size=n, max_size=n)), float)


@needs_cvxpy
@settings(deadline=None, max_examples=examples(30))
@given(models(), st.sampled_from([">=", "<=", "="]), st.data())
def test_the_nearest_point_is_that_of_the_rows(model, sense, data):
    A, n = model.matrix.toarray(), model.num_columns
    b = A @ point_for(data.draw, n)
    point = point_for(data.draw, n)
    x = cp.Variable(n)
    lower = b if sense != "<=" else np.full(len(b), -np.inf)
    upper = b if sense != ">=" else np.full(len(b), np.inf)
    expected = nearest(point, x, listed(A, x, lower, upper))
    diagram = ConstraintDiagram.from_rows(A, b, sense)
    y = cp.Variable(n)
    assert np.isclose(nearest(point, y, to_cvxpy(diagram, y)), expected, atol=1e-4)
    assert diagram.min_slack(y.value) > -1e-4


@needs_cvxpy
@settings(deadline=None, max_examples=examples(30))
@given(models(integers=False), st.data())
def test_an_extended_formulation_keeps_rows_and_bounds(model, data):
    n = model.num_columns
    point = point_for(data.draw, n)
    x = cp.Variable(n)
    kept = listed(model.matrix.toarray(), x, model.row_lower, model.row_upper)
    kept += listed(np.eye(n), x, model.lower, model.upper)
    expected = nearest(point, x, kept)
    for minimize in ("nonzeros", "edges"):
        extended = ExtendedFormulation.from_model(model, minimize)
        y = cp.Variable(n)
        assert np.isclose(nearest(point, y, to_cvxpy(extended, y)), expected, atol=1e-4)


@needs_cvxpy
def test_rows_that_nobody_could_list_hold():
    """The least entropic penalty with at least 2 on any 20 of 60: all coordinates alike."""
    diagram = ConstraintDiagram.from_zdd(sets_of_size(60, 20), 2.0)
    assert diagram.zdd.count() > 10**15
    x = cp.Variable(60)
    for objective, best in ((cp.sum_squares(x), 0.6), (cp.norm(x, "inf"), 0.1)):
        value = cp.Problem(cp.Minimize(objective), to_cvxpy(diagram, x)).solve(cp.CLARABEL)
        assert np.isclose(value, best, rtol=1e-5)


@needs_cvxpy
def test_a_quadratic_program_over_real_rows(data):
    model = read_model(data / "mip" / "glass-sc.mps.gz")
    x = cp.Variable(model.num_columns)
    expected = nearest(0.5 / model.num_columns, x, [model.matrix @ x >= model.row_lower])
    diagram = ConstraintDiagram.from_rows(model.matrix, model.row_lower)
    y = cp.Variable(model.num_columns)
    found = nearest(0.5 / model.num_columns, y, to_cvxpy(diagram, y))
    assert np.isclose(found, expected, rtol=1e-6)
    assert (model.matrix @ y.value - model.row_lower).min() > -1e-6


@needs_cvxpy
def test_expressions_do_as_well_as_variables():
    diagram = ConstraintDiagram.from_rows([[1, 1], [1, 0]], [2, 0.5])
    z = cp.Variable()
    x = cp.hstack([z, 3 * z])
    value = cp.Problem(cp.Minimize(z), to_cvxpy(diagram, x)).solve(cp.CLARABEL)
    assert np.isclose(value, 0.5, atol=1e-5)


@needs_cvxpy
def test_no_rows_are_no_constraints():
    diagram = ConstraintDiagram.from_rows(np.zeros((0, 2)), 0.0)
    assert to_cvxpy(diagram, cp.Variable(2)) == []


@needs_cvxpy
def test_what_does_not_fit_is_refused():
    diagram = ConstraintDiagram.from_rows([[1, 1]], 1.0)
    with pytest.raises(ValueError, match=r"x has shape \(3,\) and is affine; it must have shape"):
        to_cvxpy(diagram, cp.Variable(3))
    with pytest.raises(ValueError, match="and is convex"):
        to_cvxpy(diagram, cp.square(cp.Variable(2)))
    with pytest.raises(ValueError, match="and is complex"):
        to_cvxpy(diagram, cp.Variable(2, complex=True))
    with pytest.raises(TypeError, match="not list"):
        to_cvxpy(diagram, [1, 2])
    with pytest.raises(TypeError, match="not ndarray"):
        to_cvxpy(np.ones((1, 2)), cp.Variable(2))


@needs_cvxpy
def test_an_extended_formulation_brings_its_potentials():
    model = LinearModel(np.ones(10), list(product((0, 1), repeat=10))[1:], row_lower=1)
    extended = ExtendedFormulation.from_model(model)
    assert extended.model.num_columns > 10
    x = cp.Variable(10)
    value = cp.Problem(cp.Minimize(cp.sum_squares(x)), to_cvxpy(extended, x)).solve(cp.CLARABEL)
    assert np.isclose(value, 10, rtol=1e-5)  # the rows with one column each
