"""Repaired points satisfy everything, and nothing in them is needless."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations import ConstraintDiagram, LinearModel
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.repair import is_repairable, repair
from nzdd.formulations.rows.matrix_rows import MatrixRows
from support.examples import examples


@st.composite
def covers(draw):
    """Covering rows that the upper bounds satisfy, as two oracles, and a point."""
    num_columns = draw(st.integers(1, 7))

    def numbers(values, size=num_columns):
        return np.array(
            draw(st.lists(st.sampled_from(values), min_size=size, max_size=size)), float
        )

    values = draw(st.sampled_from([[0, 1], [0, 0, 1, 2, 0.5]]))
    matrix = np.array([numbers(values) for _ in range(draw(st.integers(1, 12)))])
    upper = numbers(draw(st.sampled_from([[1], [1, 2, 5], [3, np.inf]])))
    most = matrix @ np.minimum(upper, 9)
    right = np.minimum(most, numbers([1, 2, 2.5, 6], len(matrix)))
    core = LinearModel(numbers([-1, 0, 1, 1, 3, 7]), None, [], [], 0, upper, True)
    point = draw(st.lists(st.floats(-1, 4), min_size=num_columns, max_size=num_columns))
    half = draw(st.integers(0, len(matrix)))
    return LazyModel(core, oracles(matrix, right, half)), np.array(point)


def oracles(matrix, right, half):
    parts = [MatrixRows(matrix[:half], right[:half])]
    if half < len(matrix):
        parts.append(ConstraintDiagram.from_rows(matrix[half:], right[half:]))
    return tuple(parts)


def mirrored(lazy):
    """The same with x = -z: packing rows, and the objective maximised or minimised in z."""
    core = lazy.core.replace(maximize=True, lower=-lazy.core.upper, upper=0)
    rows = (MatrixRows(rows.matrix, -np.inf, -rows.lower) for rows in lazy.oracles[:1])
    return LazyModel(core, tuple(rows))


def is_feasible(lazy, point):
    return lazy.min_slack(point) >= -1e-6 and lazy.core.violation(point).within(1e-6)


@given(covers())
@settings(deadline=None, max_examples=examples(200))
def test_covering_points_are_feasible_and_minimal(case):
    lazy, x = case
    point = repair(lazy, x)
    assert is_repairable(lazy)
    assert is_feasible(lazy, point)
    assert (point == np.rint(point)).all()
    down, _ = lazy.locks()
    for column in np.flatnonzero(down & (lazy.core.objective > 0)):
        assert not is_feasible(lazy, point - np.eye(x.size)[column])


@given(covers())
@settings(deadline=None, max_examples=examples(100))
def test_packing_is_covering_in_the_mirror(case):
    lazy, x = case
    lazy = LazyModel(lazy.core, lazy.oracles[:1])
    other = mirrored(lazy)
    assert is_repairable(other)
    assert is_feasible(other, repair(other, -x))


@given(covers())
@settings(deadline=None, max_examples=examples(100))
def test_a_feasible_point_gets_no_worse(case):
    lazy, x = case
    first = repair(lazy, x)
    again = repair(lazy, first)
    assert lazy.core.objective_value(again) <= lazy.core.objective_value(first) + 1e-9


@given(covers(), st.integers(0, 2), st.integers(1, 3), st.integers(0, 3))
@settings(deadline=None, max_examples=examples(100))
def test_limits_leave_a_feasible_point_or_none(case, max_rounds, max_rows, max_checks):
    lazy, x = case
    point = repair(lazy, x, max_rounds=max_rounds, max_rows=max_rows, max_checks=max_checks)
    assert point is None or is_feasible(lazy, point)


@given(covers(), st.lists(st.sampled_from([-1, 0, 1]), min_size=7, max_size=7), st.integers(0, 4))
@settings(deadline=None, max_examples=examples(100))
def test_rows_of_the_core_are_respected(case, row, most):
    lazy, x = case
    core = lazy.core.replace(
        matrix=np.array([row[: x.size]], float), row_lower=[-np.inf], row_upper=[most]
    )
    point = repair(LazyModel(core, lazy.oracles), x)
    assert point is None or is_feasible(LazyModel(core, lazy.oracles), point)


@given(covers())
@settings(deadline=None, max_examples=examples(100))
def test_one_batch_of_all_violated_rows_is_enough(case):
    """Moves that satisfy them violate no other row, as each column has one harmless direction."""
    lazy, x = case
    lazy = LazyModel(lazy.core, lazy.oracles[:1])
    assert is_feasible(lazy, repair(lazy, x, max_rounds=1))


class Counted(MatrixRows):
    """Rows that count how often they are asked."""

    def __init__(self, *args):
        super().__init__(*args)
        self.separations = self.slacks = 0

    def separate(self, *args, **options):
        self.separations += 1
        return super().separate(*args, **options)

    def min_slack(self, x):
        self.slacks += 1
        return super().min_slack(x)


@given(covers(), st.integers(1, 5), st.integers(1, 3), st.integers(0, 5))
@settings(deadline=None, max_examples=examples(100))
def test_oracles_are_asked_no_more_often_than_allowed(case, max_rounds, max_rows, max_checks):
    lazy, x = case
    listed = lazy.oracles[0]
    rows = Counted(listed.matrix, listed.lower, listed.upper)
    counted = LazyModel(lazy.core, (rows,))
    repair(counted, x, max_rounds=max_rounds, max_rows=max_rows, max_checks=max_checks)
    assert rows.separations <= max_rounds
    assert rows.slacks <= max_checks + 1


def test_steps_back_are_taken_only_as_far_as_allowed():
    """The rows ask for nothing: every unit of the start is a step back."""
    core = LinearModel([1, 2], None, [], [], 0, 5, True)
    lazy = LazyModel(core, (MatrixRows([[1, 1]], 0),))
    for max_checks, left in [(0, [5, 5]), (1, [5, 4]), (5, [5, 0]), (7, [3, 0]), (500, [0, 0])]:
        assert repair(lazy, [5, 5], max_checks=max_checks).tolist() == left


def test_the_cheaper_column_is_taken():
    # Either column covers both rows; together they are dearer than the second alone.
    core = LinearModel([5, 2, 1], None, [], [], 0, 1, True)
    lazy = LazyModel(core, (MatrixRows([[1, 1, 0], [1, 1, 1]], 1),))
    assert repair(lazy, [0, 0, 0]).tolist() == [0, 1, 0]
    assert repair(lazy, [1, 1, 1]).tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    ("rows", "integrality"),
    [
        (MatrixRows([[1, 1]], 1), [True, False]),
        (MatrixRows([[1, 1]], 1, 1), True),
        (MatrixRows([[1, 1], [-1, 1]], 1), True),
    ],
)
def test_other_models_are_declined(rows, integrality):
    core = LinearModel([1, 1], None, [], [], 0, 3, integrality)
    assert not is_repairable(LazyModel(core, (rows,)))
    assert repair(LazyModel(core, (rows,)), [1, 1]) is None


def test_what_cannot_be_covered_is_declined():
    core = LinearModel([1, 1], None, [], [], 0, 1, True)
    lazy = LazyModel(core, (MatrixRows([[1, 1]], 3),))
    assert repair(lazy, [0, 0]) is None
    assert repair(lazy, [np.nan, 0]) is None
    empty = LazyModel(core.replace(lower=[0.2, 0], upper=[0.8, 1]), lazy.oracles)
    assert repair(empty, [0, 0]) is None


def test_rows_that_are_all_but_satisfied_ask_for_nothing_more():
    """Three thirds leave each of many rows a little short of 1, all of them more than 1e-6."""
    rows = np.zeros((16, 3))
    rows[:15, 0] = 0.3333333
    rows[15, 1:] = 1
    core = LinearModel([1e-9, 5, 6], None, [], [], 0, 9, True)
    assert repair(LazyModel(core, (MatrixRows(rows, 1),)), [0, 0, 0]).tolist() == [3, 1, 0]
