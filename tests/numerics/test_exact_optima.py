"""Models and answers against rational arithmetic, however badly the models are scaled."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import solve
from nzdd.adapters.methods import direct as solvers
from nzdd.formulations import ExtendedFormulation, LinearModel
from support.examples import examples
from support.models.exact_lp import Infeasible, Unbounded, fractions, optimum, scaled_violation
from support.models.random_models import models

ULP = 2.0**-52
TINY, HUGE = 1e-9, 1e12
SCALES = (TINY, 1e-4, 1.0, 1.0, 1.0, 1e3, 1e7, HUGE)
METHODS = ("direct", "extended", "lazy")


@st.composite
def unpleasant(draw, scales=SCALES):
    """Covering rows of few patterns in a box, with coefficients and right-hand sides of any size.

    Some rows differ from others in the last bit only.
    """
    n = draw(st.integers(1, 3))
    coefficient = st.sampled_from([0.0, *(a * b for a, b in product((1, 3, 0.1), scales))])
    line = st.lists(coefficient, min_size=n, max_size=n)
    patterns = np.array(draw(st.lists(line, min_size=1, max_size=4)))
    rows = patterns[draw(st.lists(st.integers(0, len(patterns) - 1), min_size=1, max_size=7))]
    nudged = np.array(draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows))))
    rows[nudged] *= 1 + ULP
    right = rows.sum(axis=1) * draw(st.sampled_from([0.25, 0.5, 0.5, 0.9]))
    costs = draw(st.lists(st.sampled_from([1.0, 2.0, 5.0]), min_size=n, max_size=n))
    return LinearModel(costs, rows, row_lower=right, upper=1)


def exact(model):
    """The exact optimum, or the name of what there is instead."""
    try:
        return optimum(model)
    except (Infeasible, Unbounded) as end:
        return type(end).__name__


@settings(deadline=None, max_examples=examples(60))
@given(models(integers=False))
def test_the_exact_simplex_agrees_with_a_solver(model):
    """The yardstick itself: on models that no solver finds difficult."""
    result, value = solvers.solve_direct(model, "highs"), exact(model)
    if result.success:
        assert float(value) == pytest.approx(result.fun, abs=1e-6)
    else:
        assert isinstance(value, str)


@settings(deadline=None, max_examples=examples(60))
@given(st.one_of(models(integers=False), unpleasant()), st.sampled_from(["nonzeros", "edges"]))
def test_the_extended_formulation_has_exactly_the_same_optimum(model, minimize):
    """Not nearly: coefficients are copied bit by bit, and never added up."""
    extended = ExtendedFormulation.from_model(model, minimize)
    assert exact(extended.model) == exact(model)


@settings(deadline=None, max_examples=examples(60))
@given(unpleasant(), st.sampled_from(METHODS))
def test_max_violation_is_that_of_the_point(model, method):
    """Up to the rounding of the activities, as the exact one of the point that is returned."""
    result = solve(model, method, threads=1) if method != "lazy" else solve(model, method)
    assert result.x is not None
    found = scaled_violation(model, result.x)
    assert abs(Fraction(result.max_violation) - found) <= 8 * ULP
    assert (result.max_violation <= 1e-6) or not result.success


@settings(deadline=None, max_examples=examples(60))
@given(unpleasant((1e-2, 1.0, 1e2)), st.sampled_from(METHODS))
def test_optima_agree_where_scales_are_moderate(model, method):
    result, value = solve(model, method), optimum(model)
    assert result.success
    assert abs(Fraction(result.fun) - value) <= Fraction(1e-5) * max(1, abs(value))


@settings(deadline=None, max_examples=examples(60))
@given(unpleasant(), st.sampled_from(METHODS))
def test_an_optimum_is_one_of_a_model_with_bounds_moved_by_the_tolerance(model, method):
    """What a tolerance means where scales are not moderate: bounds that are a little wider."""
    result = solve(model, method)
    if not result.success:
        return
    width = 2e-6
    wider = model.replace(
        row_lower=model.row_lower - width * (1 + np.abs(model.row_lower)),
        lower=model.lower - width,
        upper=model.upper + width * 2,
    )
    slack = Fraction(1e-5) * max(1, abs(optimum(model)))
    assert optimum(wider) - slack <= Fraction(result.fun)


def lagrangian(model, duals):
    """What duals prove of the optimum of a minimisation in a box, in rational numbers."""
    prices = [max(Fraction(0), y) for y in fractions(duals)]
    value = sum(
        (y * right for y, right in zip(prices, fractions(model.row_lower), strict=True)),
        Fraction(model.offset),
    )
    for j, cost in enumerate(fractions(model.objective)):
        column = fractions(model.matrix.toarray()[:, j])
        left = cost - sum(y * a for y, a in zip(prices, column, strict=True))
        value += min(left * Fraction(model.lower[j]), left * Fraction(model.upper[j]))
    return value


@settings(deadline=None, max_examples=examples(60))
@given(unpleasant((1e-2, 1.0, 1e2)), st.sampled_from(["highs", "glop"]), st.booleans())
def test_duals_prove_the_optimum(model, solver, compressed):
    """Weak duality, in rational numbers: no rounding can make a bound of what is none."""
    result = solve(model, "extended" if compressed else "direct", solver)
    value = optimum(model)
    proven = lagrangian(model, result.duals)
    assert proven <= value
    assert value - proven <= Fraction(1e-5) * max(1, abs(value))
