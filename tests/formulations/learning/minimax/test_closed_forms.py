"""One and two dimensions, and the full machine, against general-purpose optimisers."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import minimize, minimize_scalar

from nzdd.formulations.learning.minimax import (
    Moments,
    full_machine,
    kernel_machine,
    one_dimension,
    two_dimensions,
)
from nzdd.formulations.learning.minimax.closed_forms import Variance, line_minimum
from support.examples import examples

NUMBERS = st.floats(-4, 4).map(lambda value: round(value, 3))
SIZES = st.sampled_from([1e-3, 1.0, 30.0])


@st.composite
def moments(draw, dimensions):
    mean = draw(arrays(float, dimensions, elements=NUMBERS))
    root = draw(arrays(float, (dimensions, dimensions), elements=NUMBERS))
    root *= draw(arrays(float, (1, dimensions), elements=SIZES))
    return Moments(mean, root @ root.T + 1e-6 * np.eye(dimensions))


def deviations(direction, x, y):
    return sum(math.sqrt(max(0.0, direction @ of.covariance @ direction)) for of in (x, y))


def by_quasi_newton(x, y):
    """The least of (4) over all directions that meet the constraint, from several starts."""
    difference = x.mean - y.mean
    start = difference / (difference @ difference)
    free = np.linalg.svd(difference[None])[2][1:]
    scale = np.sqrt(np.einsum("ij,jk,ik->i", free, x.covariance + y.covariance, free))
    free = free / scale[:, None]
    return min(
        minimize(lambda t: deviations(start + t @ free, x, y), begin, method="Nelder-Mead").fun
        if len(free) == 1
        else minimize(lambda t: deviations(start + t @ free, x, y), begin, method="BFGS").fun
        for begin in np.random.default_rng(0).normal(size=(3, len(free)))
    )


@given(moments(1), moments(1))
def test_one_dimension_is_its_formula_and_the_best_threshold(x, y):
    gap = x.mean[0] - y.mean[0]
    found = one_dimension(x, y)
    if gap == 0:
        assert found.bound == 0
        return
    sigma_x, sigma_y = math.sqrt(x.covariance[0, 0]), math.sqrt(y.covariance[0, 0])
    assert found.m == pytest.approx((sigma_x + sigma_y) / abs(gap))

    def worst(threshold):  # Chebyshev's bound of the worse class, as a loss
        sides = (x.mean[0] - threshold) / gap, (threshold - y.mean[0]) / gap
        distances = (sides[0] * abs(gap) / sigma_x, sides[1] * abs(gap) / sigma_y)
        return 1 / (1 + max(0.0, min(distances)) ** 2)

    inside = sorted((x.mean[0], y.mean[0]))
    best = minimize_scalar(worst, bounds=inside, method="bounded", options={"xatol": 1e-12})
    assert found.bound == pytest.approx(1 - best.fun, abs=2e-5)
    assert worst(found.offset / found.direction[0]) == pytest.approx(best.fun, abs=2e-5)


@given(moments(2), moments(2))
def test_two_dimensions_equal_general_optimisers(x, y):
    found = two_dimensions(x, y)
    if not (x.mean - y.mean).any():
        assert found.bound == 0
        return
    assert found.direction @ (x.mean - y.mean) == pytest.approx(1)
    assert found.m == pytest.approx(deviations(found.direction, x, y))
    assert found.bound == pytest.approx(full_machine(x, y).bound, abs=2e-5)
    assert found.bound == pytest.approx(1 / (1 + by_quasi_newton(x, y) ** 2), abs=2e-5)


POSITIVE = st.floats(-12, 12).map(lambda exponent: 10.0**exponent)
CONSTANTS = st.one_of(st.just(0.0), POSITIVE)


@given(POSITIVE, CONSTANTS, POSITIVE, CONSTANTS)
def test_the_quartic_at_all_magnitudes(r, b, s, c):
    """r t^2 + b, least at 0, and s (1 - t)^2 + c, least at 1."""

    def total(t):
        return math.sqrt(r * t * t + b) + math.sqrt(s * (1 - t) ** 2 + c)

    found = line_minimum(Variance(r, 0.0, b), Variance(s, -s, s + c))
    reference = minimize_scalar(total, bounds=(0, 1), method="bounded", options={"xatol": 1e-14})
    assert total(found) <= min(reference.fun, total(0), total(1)) * (1 + 1e-7)


@settings(deadline=None, max_examples=examples(30))
@given(moments(4), moments(4))
def test_no_direction_beats_the_full_machine(x, y):
    found = full_machine(x, y)
    difference = x.mean - y.mean
    if not difference.any():
        assert found.bound == 0
        return
    for direction in np.random.default_rng(0).normal(size=(50, 4)):
        assert deviations(direction, x, y) / abs(direction @ difference) >= found.m - 1e-9
    assert found.bound >= 1 / (1 + by_quasi_newton(x, y) ** 2) - 2e-5


@pytest.mark.parametrize("seed", range(5))
def test_units_of_the_dimensions_do_not_matter(seed):
    random = np.random.default_rng(seed)
    x, y = (Moments.of_rows(random.normal(size=(30, 4)) + random.normal(size=4)) for _ in range(2))
    units = np.array([1e-7, 1.0, 1e5, 1e-3])
    scaled = (Moments(of.mean * units, of.covariance * np.outer(units, units)) for of in (x, y))
    plain, other = full_machine(x, y), full_machine(*scaled)
    assert other.m == pytest.approx(plain.m, rel=2e-5)
    np.testing.assert_allclose(other.direction * units, plain.direction, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("dimensions", [1, 2, 3, 8])
def test_the_full_machine_is_the_cone_program(seed, dimensions):
    clarabel = pytest.importorskip("clarabel", reason="pip install nzdd[clarabel]")
    sp = pytest.importorskip("scipy.sparse")
    random = np.random.default_rng(seed)
    x, y = (
        Moments.of_rows(random.normal(size=(30, dimensions)) @ mixed)
        for mixed in random.normal(size=(2, dimensions, dimensions))
    )
    x = Moments(x.mean + random.normal(size=dimensions), x.covariance)
    # min s + t with |root_x a| <= s, |root_y a| <= t, a (mean_x - mean_y) = 1
    roots = [np.linalg.cholesky(of.covariance).T for of in (x, y)]
    rows = [np.concatenate([x.mean - y.mean, [0, 0]])]
    for k, root in enumerate(roots):
        norm = np.zeros(dimensions + 2)
        norm[dimensions + k] = -1
        rows += [norm, *np.hstack([-root, np.zeros((dimensions, 2))])]
    right = np.zeros(len(rows))
    right[0] = 1
    cone = clarabel.SecondOrderConeT(dimensions + 1)
    options = clarabel.DefaultSettings()
    options.verbose = False
    solved = clarabel.DefaultSolver(
        sp.csc_matrix((dimensions + 2, dimensions + 2)),
        np.concatenate([np.zeros(dimensions), [1.0, 1.0]]),
        sp.csc_matrix(np.array(rows)),
        right,
        [clarabel.ZeroConeT(1), cone, cone],
        options,
    ).solve()
    found = full_machine(x, y)
    assert found.m == pytest.approx(solved.obj_val, rel=2e-5)
    assert found.offset == pytest.approx(
        found.direction @ x.mean
        - math.sqrt(found.direction @ x.covariance @ found.direction) / found.m
    )


def linear(first, second):
    return first @ second.T


@pytest.mark.parametrize("seed", range(3))
def test_a_linear_kernel_changes_nothing(seed):
    random = np.random.default_rng(seed)
    x, y = random.normal(size=(25, 3)) + 0.7, random.normal(size=(20, 3)) * [1, 2, 0.5]
    machine = kernel_machine(x, y, linear)
    plain = full_machine(Moments.of_rows(x), Moments.of_rows(y))
    assert machine.bound == pytest.approx(plain.bound, abs=2e-5)
    points = random.normal(size=(40, 3))
    np.testing.assert_allclose(
        machine.decision_function(points), points @ plain.direction - plain.offset, atol=1e-4
    )


def test_means_that_differ_where_no_class_varies_are_separated_for_certain():
    flat = np.diag([1.0, 0.0])
    x, y = Moments(np.array([0.0, 1.0]), flat), Moments(np.zeros(2), flat)
    for machine in (two_dimensions(x, y), full_machine(x, y)):
        assert machine.bound == pytest.approx(1)
        assert machine.direction @ [0, 1] == pytest.approx(1)
    assert 0 < full_machine(x, y, ridge=0.1).bound < 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: one_dimension(*[Moments(np.zeros(2), np.eye(2))] * 2), r"shapes \(2,\)"),
        (lambda: two_dimensions(*[Moments(np.zeros(1), np.eye(1))] * 2), r"take full_machine"),
        (
            lambda: full_machine(Moments(np.zeros(1), np.eye(1)), Moments(np.zeros(2), np.eye(2))),
            "1 and 2 dimensions",
        ),
        (lambda: full_machine(*[Moments(np.zeros(1), np.eye(1))] * 2, ridge=-1), "ridge is -1"),
        (lambda: Moments.of_rows(np.empty((0, 2))), "at least"),
        (lambda: Moments.of_rows([[1.0]], [0.0]), "all weights are 0"),
    ],
)
def test_what_is_wrong_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("constant", [0.0, 1e-310])
def test_variances_too_far_apart_for_the_quartic(constant):
    """Its coefficients are beyond doubles; the minimum is the kink of the steeper class."""
    x, y = Variance(2e10, -2e10, 2e10), Variance(1e10, 0.0, constant)
    assert line_minimum(x, y) == 1
    assert line_minimum(y, x) == 1
