"""Every oracle finds the rows of its matrix that a point violates, and nothing else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_array

from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.matrix_rows import MatrixRows
from nzdd.formulations.rows.oracle_choice import row_oracles
from support.sets.diagrams import zdds

VALUES = [0, 0, 1, 1, -1, 2.5]
SENSES = [">=", "<=", "="]


@st.composite
def cases(draw):
    num_columns = draw(st.integers(1, 5))
    row = st.lists(
        st.sampled_from(draw(st.sampled_from([VALUES, [0, 1]]))),
        min_size=num_columns,
        max_size=num_columns,
    )
    matrix = np.array(draw(st.lists(row, min_size=1, max_size=15)), float)
    sides = draw(st.sampled_from([[1.0], [0.0], [0.0, 1.0, -2.0]]))
    right = np.array(
        draw(st.lists(st.sampled_from(sides), min_size=len(matrix), max_size=len(matrix)))
    )
    x = np.array(draw(st.lists(st.floats(-5, 5), min_size=num_columns, max_size=num_columns)))
    return matrix, right, x


def oracles(matrix, right, sense):
    lower = right if sense != "<=" else -np.inf
    upper = right if sense != ">=" else np.inf
    return MatrixRows(matrix, lower, upper), ConstraintDiagram.from_rows(matrix, right, sense)


def slacks(matrix, right, sense, x):
    excess = matrix @ x - right
    return {">=": excess, "<=": -excess, "=": -np.abs(excess)}[sense]


@given(cases(), st.sampled_from(SENSES), st.integers(1, 20), st.booleans(), st.booleans())
def test_separated_rows_are_the_violated_rows(case, sense, max_rows, diverse, ray):
    matrix, right, x = case
    base = np.zeros_like(right) if ray else right
    slack = slacks(matrix, base, sense, x)
    stated = {(tuple(row), b) for row, b in zip(matrix, right, strict=True)}
    violated = {
        (tuple(row), b) for row, b, s in zip(matrix, right, slack, strict=True) if s < -1e-6
    }
    for oracle in oracles(matrix, right, sense):
        if not ray:
            assert oracle.min_slack(x) == pytest.approx(slack.min(), abs=1e-9)
        found = oracle.separate(x, max_rows, diverse=diverse, ray=ray)
        assert len(found) <= max_rows
        sides = found.upper if sense == "<=" else found.lower
        rows = [(tuple(a), b) for a, b in zip(found.matrix.toarray(), sides, strict=True)]
        assert set(rows) <= stated
        again = slacks(found.matrix, 0 * sides if ray else sides, sense, x)
        assert found.slack == pytest.approx(again, abs=1e-9)
        assert np.all(found.slack < -1e-6)
        assert np.all(np.diff(found.slack) >= -1e-12) or diverse
        assert len(set(found.key)) == len(found)
        assert bool(len(found)) == bool(violated)
        if len(found):
            assert found.slack[0] == pytest.approx(slack.min(), abs=1e-9)
        if max_rows >= len(matrix) and not diverse:
            assert set(rows) == violated
        other = {">=": np.inf, "<=": -np.inf}
        if sense in other:
            assert np.all((found.lower if sense == "<=" else found.upper) == other[sense])
        else:
            assert np.array_equal(found.lower, found.upper)


@given(cases(), st.sampled_from(SENSES))
def test_locks_name_every_column_that_may_hurt(case, sense):
    matrix, right, _ = case
    hurts_down, hurts_up = (matrix > 0).any(axis=0), (matrix < 0).any(axis=0)
    if sense == "<=":
        hurts_down, hurts_up = hurts_up, hurts_down
    if sense == "=":
        hurts_down = hurts_up = hurts_down | hurts_up
    for oracle in oracles(matrix, right, sense):
        down, up = oracle.locks()
        assert np.all(down >= hurts_down)
        assert np.all(up >= hurts_up)
        # the other direction is open where the sense or the signs leave it open
        if sense != "=" and (matrix >= 0).all():
            assert not (up if sense == ">=" else down).any()


@given(cases())
def test_keys_tell_rows_apart(case):
    matrix, right, x = case
    distinct = {(tuple(row), b) for row, b in zip(matrix, right, strict=True)}
    everything = ConstraintDiagram.from_rows(matrix, right).separate(x, 100, tolerance=-1e9)
    assert len(everything) == len(set(everything.key)) == len(distinct)


def test_range_rows_have_both_sides():
    rows = MatrixRows([[1.0, 1.0]], 1, 2)
    assert rows.min_slack([3, 0]) == -1
    assert rows.min_slack([0, 0]) == -1
    assert rows.separate([3, 0]).upper.tolist() == [2]
    down, up = rows.locks()
    assert down.all()
    assert up.all()


@given(cases(), cases())
def test_a_lazy_model_asks_all_its_oracles(one, other):
    n = min(one[0].shape[1], other[0].shape[1])
    x = one[2][:n]
    parts = [MatrixRows(a[:, :n], b) for a, b, _ in (one, other)]
    lazy = LazyModel(LinearModel(np.ones(n)), tuple(parts))
    assert lazy.min_slack(x) == min(part.min_slack(x) for part in parts)
    rows, oracle = lazy.separate(x, 3)
    for i, part in enumerate(parts):
        assert rows.take(oracle == i).key.tolist() == part.separate(x, 3).key.tolist()


def test_an_oracle_over_other_columns_is_refused():
    with pytest.raises(ValueError, match="3 columns do not fit a model of 2"):
        LazyModel(LinearModel([1, 1]), (MatrixRows(np.eye(3)),))


def test_points_must_be_finite_and_fit():
    for oracle in oracles(np.eye(2), np.ones(2), ">="):
        with pytest.raises(ValueError, match="finite"):
            oracle.separate([np.inf, 1])
        with pytest.raises(ValueError, match="shape"):
            oracle.separate([1.0, 2.0, 3.0])


def test_symbols_may_share_columns_and_families_need_no_list():
    from nzdd import ZDD

    zdd = ZDD.from_rows([[0, 1], [1, 2], [0, 2]])
    diagram = ConstraintDiagram.from_zdd(
        zdd, 2.0, "<=", coefficients=[1, 2, 3], columns=[1, 0, 1], num_columns=3
    )
    x = [1.0, 1.0, 9.0]
    assert diagram.min_slack(x) == 2 - 5
    found = diagram.separate(x)
    assert found.matrix.toarray().tolist() == [[2, 3, 0], [0, 4, 0], [2, 1, 0]]
    assert found.upper.tolist() == [2, 2, 2]
    for wrong in ({"columns": [0, 1]}, {"columns": [0, 1, 3], "num_columns": 3}):
        with pytest.raises(ValueError, match="columns"):
            ConstraintDiagram.from_zdd(zdd, 1.0, **wrong)
    with pytest.raises(TypeError, match="ZDD, not list"):
        ConstraintDiagram.from_zdd([[0, 1]], 1.0)


@given(zdds(), st.data())
def test_nominal_coefficients_are_in_every_row(case, data):
    *_, zdd = case
    n = max(zdd.num_symbols, 1)
    numbers = st.integers(-3, 3)
    nominal, deviation, x = (data.draw(arrays(float, n, elements=numbers)) for _ in range(3))
    sense = data.draw(st.sampled_from([">=", "<=", "="]))
    b = float(data.draw(numbers))
    diagram = ConstraintDiagram.from_zdd(
        zdd, b, sense, coefficients=deviation[: zdd.num_symbols], nominal=nominal
    )
    rows = np.array([[j in row for j in range(n)] for row in zdd], np.bool_).reshape(-1, n)
    listed, _ = oracles(nominal + deviation * rows, np.full(len(rows), b), sense)
    assert diagram.min_slack(x) == listed.min_slack(x)
    found = diagram.separate(x, 1000)
    assert sorted(found.slack) == sorted(listed.separate(x, 1000).slack)


def test_the_most_violated_row_comes_first_even_without_columns():
    rows = MatrixRows(csr_array([[0.0], [1.0]]), np.ones(2), np.full(2, np.inf))
    assert rows.separate([0.5], 1, diverse=True).slack.tolist() == [-1]


@pytest.mark.parametrize("sense", ["=", ">=", "<="])
def test_rows_that_share_nothing_stay_a_matrix(sense):
    random = np.random.default_rng(0)
    matrix = csr_array(random.random((500, 50)))
    side = np.full(500, 12.0)
    lower = side if sense != "<=" else np.full(500, -np.inf)
    upper = side if sense != ">=" else np.full(500, np.inf)
    [rows] = row_oracles(matrix, lower, upper)
    assert isinstance(rows, MatrixRows)
    for x in random.random((5, 50)):
        activity = matrix @ x
        slack = np.minimum(activity - lower, upper - activity)
        assert rows.min_slack(x) == pytest.approx(slack.min())


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_point_that_is_none_violates_everything(value):
    lazy = LazyModel(LinearModel([1, 1]), (MatrixRows(np.eye(2)),))
    assert lazy.violation([0.0, value]).scaled == np.inf
