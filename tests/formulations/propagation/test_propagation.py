"""Propagation over a diagram implies what its listed rows imply, and cuts off no feasible point."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram
from nzdd.formulations.propagation import Frequency, Propagator
from nzdd.formulations.propagation.diagram_rows import DiagramRows
from nzdd.formulations.propagation.implied_bounds import broken
from nzdd.formulations.propagation.listed_rows import ListedRows
from nzdd.formulations.rows.matrix_rows import MatrixRows

INFINITY = np.inf
SENSES = (">=", "<=", "=")
COEFFICIENTS = [0, 0, 1, 1, -1, 2, -3, 0.5, 0.1]
SIDES = [-2.0, 0.0, 1.0, 2.5, 4.0]


def by_rows(matrix, lower, upper, low, high, integral):
    """The bounds that the rows imply, one row and one column at a time, in fractions."""

    def number(value):
        return Fraction(float(value)) if np.isfinite(value) else float(value)

    def greatest(c, j):
        return number(c) * number(high[j] if c > 0 else low[j])

    new_low, new_high = np.full(low.size, -INFINITY), np.full(low.size, INFINITY)
    for row, *sides in zip(matrix, lower, upper, strict=True):
        for sign, side in zip((1, -1), sides, strict=True):
            if np.isinf(side):
                continue
            columns = [j for j in range(low.size) if row[j]]
            for j in columns:
                others = sum((greatest(sign * row[k], k) for k in columns if k != j), Fraction(0))
                if others == INFINITY:
                    continue
                bound = (sign * number(side) - others) / (sign * number(row[j]))
                if sign * row[j] > 0:
                    bound = np.ceil(float(bound) - 1e-5) if integral[j] else bound
                    new_low[j] = max(new_low[j], float(bound))
                else:
                    bound = np.floor(float(bound) + 1e-5) if integral[j] else bound
                    new_high[j] = min(new_high[j], float(bound))
    return np.maximum(low, new_low), np.minimum(high, new_high)


@st.composite
def bounds(draw, size, finite=False):
    places = [0.0, 0.0, 1.0, 2.0, -1.0, -2.0, 0.25, 2.5, *([] if finite else [-INFINITY, INFINITY])]
    two = st.lists(st.sampled_from(places), min_size=2, max_size=2).map(sorted)
    pairs = two.filter(lambda pair: pair[0] < INFINITY and pair[1] > -INFINITY)
    low, high = np.array(draw(st.lists(pairs, min_size=size, max_size=size))).T
    integral = np.array(draw(st.lists(st.booleans(), min_size=size, max_size=size)))
    fractional = (low != np.rint(low)) | (high != np.rint(high))
    return low, high, integral & ~fractional


@st.composite
def listed_rows(draw, finite=False):
    """Rows of one sense as a matrix and sides, and bounds of their columns."""
    size = draw(st.integers(1, 4))
    row = st.lists(st.sampled_from(COEFFICIENTS), min_size=size, max_size=size)
    matrix = np.array(draw(st.lists(row, min_size=1, max_size=8)), float)
    rows = len(matrix)
    right = np.array(draw(st.lists(st.sampled_from(SIDES), min_size=rows, max_size=rows)))
    return matrix, right, draw(st.sampled_from(SENSES)), draw(bounds(size, finite))


@st.composite
def families(draw, finite=False):
    """A for-all constraint with nominal coefficients, and its rows as a matrix."""
    size = draw(st.integers(1, 4))
    rows = draw(st.lists(st.sets(st.integers(0, size - 1)), min_size=1, max_size=8))
    values = st.lists(st.sampled_from(COEFFICIENTS), min_size=size, max_size=size)
    coefficients, nominal = np.array(draw(values), float), np.array(draw(values), float)
    constants = np.array(draw(values), float)
    b, sense = draw(st.sampled_from(SIDES)), draw(st.sampled_from(SENSES))
    zdd = ZDD.from_rows([sorted(row) for row in rows], num_symbols=size)
    diagram = ConstraintDiagram.from_zdd(
        zdd, b, sense, coefficients=coefficients, constants=constants, nominal=nominal
    )
    member = np.array([[j in row for j in range(size)] for row in rows], float)
    matrix = member * coefficients + nominal
    return diagram, matrix, b - member @ constants, sense, draw(bounds(size, finite))


def as_ranges(right, sense):
    lower = np.full(len(right), -INFINITY) if sense == "<=" else right
    return lower, np.full(len(right), INFINITY) if sense == ">=" else right


def tightened(rows, low, high):
    """The tighter ones of the given bounds and those that follow, and whether a row is suspect."""
    bounds, suspect = rows.tighten(low, high)
    if bounds is None:
        return low, high, suspect
    return np.maximum(low, bounds[0]), np.minimum(high, bounds[1]), suspect


def check_same(found, expected, tolerance=1e-9):
    for mine, theirs in zip(found[:2], expected, strict=True):
        assert mine == pytest.approx(theirs, abs=tolerance, rel=tolerance)


@given(listed_rows())
def test_a_diagram_implies_what_its_rows_imply(case):
    matrix, right, sense, (low, high, integral) = case
    lower, upper = as_ranges(right, sense)
    expected = by_rows(matrix, lower, upper, low, high, integral)
    diagram = ConstraintDiagram.from_rows(matrix, right, sense)
    check_same(tightened(DiagramRows(diagram, integral), low, high), expected)
    check_same(
        tightened(ListedRows(MatrixRows(matrix, lower, upper), integral), low, high), expected
    )


@given(listed_rows(), st.sampled_from([0.0, 1.0, 2.5]))
def test_ranges_imply_what_both_sides_imply(case, width):
    matrix, right, _, (low, high, integral) = case
    expected = by_rows(matrix, right, right + width, low, high, integral)
    rows = MatrixRows(matrix, right, right + width)
    check_same(tightened(ListedRows(rows, integral), low, high), expected)


@given(families())
def test_nominal_coefficients_count_together_with_those_of_the_member(case):
    """Where they work against each other, bounds may be weaker; they are never stronger."""
    diagram, matrix, right, sense, (low, high, integral) = case
    expected = by_rows(matrix, *as_ranges(right, sense), low, high, integral)
    found = tightened(DiagramRows(diagram, integral), low, high)
    if found[2]:  # no point satisfies a row, which implies everything
        return
    assert (found[0] <= expected[0] + 1e-9).all()
    assert (found[1] >= expected[1] - 1e-9).all()
    terms = diagram.symbols.terms.toarray()
    bounded = np.isfinite(low) & np.isfinite(high)
    if bounded.all() and (terms[:-1].sum(axis=0) * terms[-1] >= 0).all():
        check_same(found, expected)


def points(low, high, integral):
    """A grid of points within the bounds."""
    steps = [
        np.arange(a, b + 1) if whole else np.linspace(a, b, 5)
        for a, b, whole in zip(low, high, integral, strict=True)
    ]
    return np.array(list(product(*steps)))


def check_propagation(oracle, matrix, right, sense, low, high, integral):
    """No feasible point is cut off; a row that is named cannot hold; who holds is redundant."""
    lower, upper = as_ranges(right, sense)
    grid = points(low, high, integral)
    slack = np.minimum(grid @ matrix.T - lower, upper - grid @ matrix.T).min(axis=1)
    feasible = grid[slack >= -1e-9]
    propagator = Propagator([oracle], integral)
    found = propagator.tighten(low, high)
    assert (found.lower <= found.upper).all()
    assert (found.lower >= low).all()
    assert (found.upper <= high).all()
    if len(found.infeasible):
        assert not len(feasible)
        assert broken(found.infeasible, found.lower, found.upper).all()
        row = found.infeasible
        assert any(
            np.array_equal(row.matrix.toarray()[0], line) and side in (row.lower[0], row.upper[0])
            for line, side in zip(matrix, right, strict=True)
        )
    else:
        assert (feasible >= found.lower - 1e-9).all()
        assert (feasible <= found.upper + 1e-9).all()
    if propagator.redundant(low, high):
        assert len(feasible) == len(grid)
    return found


@given(listed_rows(finite=True))
def test_no_feasible_point_is_cut_off(case):
    matrix, right, sense, (low, high, integral) = case
    diagram = ConstraintDiagram.from_rows(matrix, right, sense)
    listed = MatrixRows(matrix, *as_ranges(right, sense))
    one = check_propagation(diagram, matrix, right, sense, low, high, integral)
    other = check_propagation(listed, matrix, right, sense, low, high, integral)
    assert len(one.infeasible) == len(other.infeasible)
    if not len(one.infeasible):
        check_same((one.lower, one.upper), (other.lower, other.upper))


@given(families(finite=True))
def test_no_point_that_satisfies_a_for_all_constraint_is_cut_off(case):
    diagram, matrix, right, sense, (low, high, integral) = case
    check_propagation(diagram, matrix, right, sense, low, high, integral)


@given(families(finite=True))
def test_a_family_is_redundant_if_every_row_holds_at_its_least_activity(case):
    diagram, matrix, right, sense, (low, high, integral) = case
    activity = np.minimum(matrix * low, matrix * high).sum(axis=1) - right
    most = np.maximum(matrix * low, matrix * high).sum(axis=1) - right
    margin = {">=": activity.min(), "<=": -most.max(), "=": min(activity.min(), -most.max())}[sense]
    everywhere = bool(Propagator([diagram], integral).redundant(low, high))
    if margin < -1e-9:
        assert not everywhere
    if margin > 1e-9 or (margin == 0 and (matrix == np.rint(matrix)).all() and sense != "="):
        whole = [matrix, right, low, high, diagram.symbols.terms.data, diagram.symbols.constant]
        exact = all((part == np.rint(part)).all() for part in whole)
        assert everywhere or (margin == 0 and not exact)


def test_all_paths_force_a_column_without_being_listed():
    """All 15-subsets of 30 columns with sum >= 14: two zeros are one too many, as a row tells."""
    diagram = ConstraintDiagram.from_zdd(sets_of_size(30, 15), 14)
    propagator = Propagator([diagram], np.ones(30))
    upper = np.ones(30)
    upper[7] = 0
    found = propagator.tighten(np.zeros(30), upper)
    assert not len(found.infeasible)
    assert found.lower.sum() == 29
    upper[8] = 0
    found = propagator.tighten(np.zeros(30), upper)
    assert len(found.infeasible) == 1
    assert {7, 8} <= set(found.infeasible.matrix.indices.tolist())
    assert propagator.redundant(np.ones(30), np.ones(30)) == [0]


def test_a_free_column_is_bounded_by_the_rows_in_which_it_is_the_only_one():
    """An epigraph column is at least the greatest of the sums that are certain."""
    diagram = ConstraintDiagram.from_zdd(
        sets_of_size(4, 2), 0, coefficients=-1.0, nominal=[0, 0, 0, 0, 1.0]
    )
    low = np.array([1.0, 2.0, 0.0, 4.0, -INFINITY])
    found = Propagator([diagram], np.zeros(5)).tighten(low, np.append(np.full(4, 9.0), INFINITY))
    assert found.lower.tolist() == [1.0, 2.0, 0.0, 4.0, 6.0]
    assert np.isinf(found.upper[4])


def test_two_oracles_tighten_what_neither_does_alone():
    one = ConstraintDiagram.from_rows([[1.0, 1.0, 0.0]], [1.0])
    other = MatrixRows([[0.0, 1.0, -1.0], [1.0, 0.0, 0.0]], [-INFINITY, -INFINITY], [0.0, 0.0])
    found = Propagator([one, other], np.ones(3)).tighten(np.zeros(3), np.ones(3))
    assert found.lower.tolist() == [0, 1, 1]
    assert found.upper.tolist() == [0, 1, 1]


def test_rounding_cuts_off_no_point_on_the_side_of_a_row():
    """A tenth ten times is not one, whatever the order of the sum."""
    tenths = np.full(10, 0.1)
    diagram = ConstraintDiagram.from_rows([tenths], [1.0], "<=")
    found = Propagator([diagram], np.zeros(10)).tighten(np.append(np.ones(9), 0), np.full(10, 2.0))
    exact = (Fraction(1) - 9 * Fraction(0.1)) / Fraction(0.1)
    assert Fraction(found.upper[9]) >= exact
    assert found.upper[9] == pytest.approx(float(exact))


def test_an_oracle_over_other_columns_is_refused():
    with pytest.raises(ValueError, match="columns"):
        Propagator([ConstraintDiagram.from_rows([[1.0]], [1.0])], np.zeros(2))


def test_what_is_of_no_use_is_done_less_and_less():
    frequency, made = Frequency(), []
    for call in range(40):
        if frequency.due():
            made.append(call)
            frequency.record(useful=False)
    assert made == [0, 2, *range(6, 40, 4)]


def test_after_success_the_next_call_is_made():
    frequency = Frequency()
    assert frequency.due()
    frequency.record(useful=False)
    assert not frequency.due()
    assert frequency.due()
    frequency.record(useful=True)
    assert frequency.due()
