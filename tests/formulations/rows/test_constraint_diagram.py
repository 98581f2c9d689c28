"""The length of a path is the slack of a row."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, ExtendedFormulation, LinearModel
from nzdd.formulations.compression.block import Block
from nzdd.formulations.learning.psi_learning import PolynomialBasis

VALUES = [0, 0, 1, -1, 2.5]


@st.composite
def rows(draw):
    num_columns = draw(st.integers(1, 5))
    row = st.lists(st.sampled_from(VALUES), min_size=num_columns, max_size=num_columns)
    matrix = np.array(draw(st.lists(row, min_size=1, max_size=15)), float)
    right = np.array(
        draw(
            st.lists(st.sampled_from([0.0, 1.0, -2.0]), min_size=len(matrix), max_size=len(matrix))
        )
    )
    x = np.array(draw(st.lists(st.floats(-5, 5), min_size=num_columns, max_size=num_columns)))
    return matrix, right, x


@given(rows(), st.sampled_from(["natural", "frequency"]))
def test_min_slack_is_the_least_slack_of_all_rows(case, order):
    matrix, right, x = case
    slack = matrix @ x - right
    expected = {">=": slack.min(), "<=": (-slack).min(), "=": -np.abs(slack).max()}
    for sense, value in expected.items():
        diagram = ConstraintDiagram.from_rows(matrix, right, sense, order=order)
        assert diagram.min_slack(x) == pytest.approx(value, abs=1e-9)


@given(rows())
def test_edge_rows_hold_at_the_lift_exactly_when_all_rows_hold(case):
    matrix, right, x = case
    diagram = ConstraintDiagram.from_rows(matrix, right)
    edges = diagram.edges.rows()
    slack = edges.matrix @ x + edges.potentials @ diagram.edges.lift(x) - edges.lower
    assert (slack.min() >= -1e-9) == ((matrix @ x - right).min() >= -1e-9)


def test_infinite_coefficients_and_unknown_senses_are_refused():
    with pytest.raises(ValueError, match="finite"):
        ConstraintDiagram.from_rows([[np.inf]], [1])
    with pytest.raises(ValueError, match="sense"):
        ConstraintDiagram.from_rows([[1.0]], [1], "==")


def test_a_family_has_one_right_hand_side():
    with pytest.raises(ValueError, match="b has shape"):
        ConstraintDiagram.from_zdd(ZDD.from_rows([[0], [1]]), [1.0, 2.0])


def test_what_nobody_offers_is_refused():
    with pytest.raises(ValueError, match="minimize 'rows' is unknown"):
        ExtendedFormulation.from_model(LinearModel([1], [[1]], row_lower=1), "rows")
    with pytest.raises(ValueError, match="num_columns is 0"):
        PolynomialBasis(0, 2)


def test_symbols_that_count_nothing_stay_away_from_infinite_bounds():
    """Rows ``0 x_i + x_j >= 1``: x_0 has a symbol, but no say."""
    diagram = ConstraintDiagram.from_zdd(sets_of_size(3, 2), 1.0, coefficients=[0.0, 1.0, 1.0])
    assert diagram.min_slack([np.inf, 1.0, 2.0]) == 0.0
    down, up = diagram.locks()
    assert down.tolist() == [False, True, True]
    assert not up.any()
    model = LinearModel(np.ones(3))
    extended = ExtendedFormulation.from_model(model, diagrams=[diagram])
    for x in itertools.product((0.0, 0.5, 1.0), repeat=3):
        feasible = extended.model.violation(extended.lift(x)).within(1e-9)
        assert feasible == (min(x[1], x[2]) >= 1)


@pytest.mark.parametrize("kind", [np.uint8, np.uint64, np.int32])
def test_columns_may_be_integers_of_any_kind(kind):
    diagram = ConstraintDiagram.from_zdd(sets_of_size(3, 2), 1.0, columns=np.array([2, 0, 1], kind))
    assert diagram.num_columns == 3
    assert diagram.min_slack([1, 2, 4]) == 1 + 2 - 1


@pytest.mark.parametrize("column", [-2, 3])
def test_a_column_out_of_range_is_named(column):
    with pytest.raises(ValueError, match=rf"columns must lie in 0\.\.2; one is {column}"):
        ConstraintDiagram.from_zdd(sets_of_size(3, 2), 1, columns=[0, 1, column], num_columns=3)


@st.composite
def families_of_terms(draw):
    """A family, per symbol two columns with coefficients and a constant, nominal coefficients."""
    sets = draw(st.lists(st.sets(st.integers(0, 3)), min_size=1, max_size=8))
    zdd = ZDD.from_rows([sorted(s) for s in sets], num_symbols=4)
    number = st.sampled_from([0.0, 1.0, -1.0, 2.5, -3.0])
    columns = draw(
        st.lists(st.lists(st.integers(0, 2), min_size=2, max_size=2), min_size=4, max_size=4)
    )
    coefficients = draw(st.lists(st.lists(number, min_size=2, max_size=2), min_size=4, max_size=4))
    constants = draw(st.lists(number, min_size=4, max_size=4))
    nominal = draw(st.lists(number, min_size=3, max_size=3))
    x = draw(st.lists(st.integers(-3, 3), min_size=3, max_size=3))
    return zdd, np.array(columns), np.array(coefficients), constants, nominal, draw(number), x


@given(families_of_terms(), st.sampled_from([">=", "<=", "="]))
def test_a_symbol_may_have_several_columns_and_a_constant(case, sense):
    """Oracle, edges and archive against the members listed one by one."""
    zdd, columns, coefficients, constants, nominal, b, x = case
    diagram = ConstraintDiagram.from_zdd(
        zdd,
        b,
        sense,
        coefficients=coefficients,
        columns=columns,
        constants=constants,
        nominal=nominal,
    )
    point = np.array(x, float)
    worth = (coefficients * point[columns]).sum(axis=1) + constants
    slack = [np.dot(nominal, point) + worth[list(row)].sum() - b for row in zdd]
    least = {">=": min(slack), "<=": -max(slack), "=": -max(map(abs, slack))}[sense]
    assert diagram.min_slack(point) == pytest.approx(least, abs=1e-9)
    found = diagram.separate(point, 100, tolerance=1e-7)
    activity = found.matrix @ point
    distance = np.maximum(found.lower - activity, activity - found.upper)
    assert np.allclose(distance, -found.slack)
    violated = {">=": [s for s in slack if s < -1e-7], "<=": [s for s in slack if s > 1e-7]}
    both = [s for s in slack if abs(s) > 1e-7]
    assert len(found) == len(violated.get(sense, both))
    model = LinearModel(np.ones(3), lower=-5, upper=5)
    extended = ExtendedFormulation.from_model(model, diagrams=[diagram])
    feasible = extended.model.violation(extended.lift(point)).within(1e-9)
    assert feasible == (least >= -1e-9)
    again = Block.restore(extended.blocks[0].state()).edges.rows()
    rows = extended.blocks[0].edges.rows()
    assert abs(again.matrix - rows.matrix).sum() == 0
    assert (again.lower == rows.lower).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"columns": [0, 1]}, r"the family has 3 symbols: give \(3,\) integers"),
        ({"columns": np.zeros((2, 3), int)}, r"shape \(2, 3\).*the family has 3 symbols"),
        ({"columns": [0.5, 1, 2]}, "dtype float64"),
        ({"coefficients": [1, 2]}, r"coefficients has shape \(2,\); it must have \(3,\)"),
        ({"coefficients": [1, 2, np.nan]}, r"coefficients\[2\] is nan"),
        ({"constants": [1, 2]}, r"constants has shape \(2,\)"),
    ],
)
def test_terms_that_do_not_fit_the_family_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        ConstraintDiagram.from_zdd(sets_of_size(3, 2), 1, **arguments)
