"""Slacks of diagrams against rational arithmetic: exact for integers, close otherwise."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations import ConstraintDiagram, ExtendedFormulation, LinearModel, MatrixRows
from support.models.exact_lp import fractions

ULP = 2.0**-52


@st.composite
def rows_and_point(draw, coefficient, value):
    n, m = draw(st.integers(1, 5)), draw(st.integers(1, 8))
    rows = draw(st.lists(st.lists(coefficient, min_size=n, max_size=n), min_size=m, max_size=m))
    right = draw(st.lists(coefficient, min_size=m, max_size=m))
    return np.array(rows), np.array(right), np.array(draw(st.lists(value, min_size=n, max_size=n)))


whole = st.integers(-9, 9).map(float)
any_size = st.builds(
    lambda digit, power: digit * 10.0**power,
    st.sampled_from([0, 1, -1, 3, 0.1, 1 + ULP]),
    st.integers(-9, 12),
)


def slacks(rows, right, x):
    """Each slack exactly, and the sum of the sizes of its terms."""
    terms = [
        [*(a * b for a, b in zip(fractions(line), fractions(x), strict=True)), -Fraction(b)]
        for line, b in zip(rows, right.tolist(), strict=True)
    ]
    return [sum(t) for t in terms], [sum(map(abs, t)) for t in terms]


@given(rows_and_point(whole, whole))
def test_slacks_of_integers_are_exact(case):
    """Ties too: a row that holds with equality has slack 0, and is not violated."""
    rows, right, x = case
    exact, _ = slacks(rows, right, x)
    violated = sorted({(*rows[i], right[i]) for i in range(len(rows)) if exact[i] < 0})
    for oracle in (ConstraintDiagram.from_rows(rows, right), MatrixRows(rows, right)):
        assert Fraction(oracle.min_slack(x)) == min(exact)
        found = oracle.separate(x, tolerance=0.0)
        lines = found.matrix.toarray()
        assert sorted({(*line, b) for line, b in zip(lines, found.lower, strict=True)}) == violated


@given(rows_and_point(whole, whole), st.integers(1, 5))
def test_a_slack_of_just_the_tolerance_is_no_violation(case, tolerance):
    rows, right, x = case
    exact, _ = slacks(rows, right, x)
    for oracle in (ConstraintDiagram.from_rows(rows, right), MatrixRows(rows, right)):
        found = oracle.separate(x, tolerance=float(tolerance))
        assert len(found) == 0 or found.slack.max() < -tolerance
        assert (len(found) > 0) == (min(exact) < -tolerance)


@given(rows_and_point(any_size, any_size))
def test_slacks_are_off_by_the_rounding_of_a_sum_only(case):
    """n terms, each product and each of n sums rounded once: n + 1 units of the sum of sizes."""
    rows, right, x = case
    exact, sizes = slacks(rows, right, x)
    bound = max(sizes) * Fraction(ULP) * (x.size + 2)
    for oracle in (ConstraintDiagram.from_rows(rows, right), MatrixRows(rows, right)):
        assert abs(Fraction(oracle.min_slack(x)) - min(exact)) <= bound


@given(rows_and_point(whole, st.integers(0, 9).map(float)))
def test_a_feasible_integer_point_is_lifted_to_an_exactly_feasible_one(case):
    rows, right, x = case
    right = np.minimum(right, rows @ x)
    model = LinearModel(np.ones(x.size), rows, row_lower=right)
    extended = ExtendedFormulation.from_model(model, "edges")
    lifted = extended.lift(x)
    assert extended.model.violation(lifted).scaled == 0
    assert extended.recover(lifted).tolist() == x.tolist()


def test_rows_that_differ_in_the_last_bit_are_two_rows():
    """Nothing is merged that is not equal; what is equal is one row."""
    third = 1 / 3
    rows = [[third, 1], [np.nextafter(third, 1), 1], [third, 1]]
    diagram = ConstraintDiagram.from_rows(rows, 1.0)
    assert diagram.zdd.count() == 2
    found = diagram.separate([0.0, 0.0])
    assert sorted(found.matrix.toarray()[:, 0]) == [third, np.nextafter(third, 1)]
