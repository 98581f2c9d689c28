"""Columns in one class can be exchanged, and putting them in order loses no optimum."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel
from nzdd.formulations.propagation import presolve
from nzdd.formulations.rows.interchangeable_columns import (
    interchangeable_columns,
    orderings,
    sorted_within,
)
from nzdd.formulations.rows.matrix_rows import MatrixRows

SIZE = 5


@st.composite
def symmetric_models(draw):
    """Costs, bounds and a listed row of few values, and sets chosen by size and by one symbol."""

    def few(*values):
        return np.array(draw(st.lists(st.sampled_from(values), min_size=SIZE, max_size=SIZE)))

    sizes = draw(st.sets(st.integers(1, SIZE - 1), min_size=1))
    special = draw(st.integers(-1, SIZE - 1))
    rows = [
        row
        for size in range(SIZE + 1)
        for row in combinations(range(SIZE), size)
        if size + (special in row) in sizes
    ]
    zdd = ZDD.from_rows(rows, num_symbols=SIZE)
    diagram = ConstraintDiagram.from_zdd(
        zdd,
        draw(st.integers(-2, 3)),
        draw(st.sampled_from([">=", "<="])),
        coefficients=few(1.0, 1.0, 2.0),
        constants=few(0.0, 0.0, 0.0, -1.0),
        nominal=few(0.0, 0.0, 0.0, 1.0),
    )
    model = LinearModel(
        few(1.0, 1.0, -1.0, 2.0),
        [few(1.0, 1.0, 1.0, 0.0)],
        draw(st.integers(-1, 3)),
        upper=few(2.0, 2.0, 1.0),
        integrality=True,
    )
    return model, diagram


def feasible(model, oracle):
    grid = np.array(list(product(range(3), repeat=SIZE)), float)
    activity = grid @ model.matrix.T
    holds = ((grid >= model.lower) & (grid <= model.upper)).all(axis=1)
    holds &= ((activity >= model.row_lower) & (activity <= model.row_upper)).all(axis=1)
    return [x for x in grid[holds] if oracle.min_slack(x) >= -1e-9]


@given(symmetric_models())
def test_exchanges_and_orders(case):
    model, diagram = case
    classes = interchangeable_columns(model, [diagram])
    points = feasible(model, diagram)
    values = {tuple(x): model.objective_value(x) for x in points}
    for one, other in combinations(range(SIZE), 2):
        if classes[one] == classes[other]:
            for x in points:
                y = x.copy()
                y[[one, other]] = x[[other, one]]
                assert values[tuple(y)] == values[tuple(x)]
    rows = orderings(classes, model.integrality)
    ordered = [x for x in points if (rows.matrix @ x >= rows.lower).all()]
    assert {values[tuple(x)] for x in ordered} == set(values.values())
    for x in points:
        y = sorted_within(x, classes, model.integrality)
        assert any(np.array_equal(y, z) for z in ordered)
        assert values[tuple(y)] == values[tuple(x)]


@given(symmetric_models())
def test_presolve_keeps_the_optimum(case):
    model, diagram = case
    best = min((model.objective_value(x) for x in feasible(model, diagram)), default=None)
    found = presolve(model, [diagram])
    if found.proof is not None:
        assert best is None
        return
    left = feasible(found.model, diagram)
    assert min((model.objective_value(x) for x in left), default=None) == best


def test_an_oracle_that_says_nothing_of_its_rows_has_no_symmetry():
    class Unknown(MatrixRows):
        pass

    class Foreign:
        num_columns = 3

    model = LinearModel(np.ones(3), integrality=True)
    assert interchangeable_columns(model, [Foreign()]).tolist() == [0, 1, 2]
    assert set(interchangeable_columns(model, [MatrixRows(np.ones((1, 3)), 1)])) == {0}
    assert set(interchangeable_columns(model, [Unknown([[1.0, 1.0, 2.0]], 1)])) == {0, 1}


def test_a_hint_is_put_in_order():
    model = LinearModel(np.ones(4), upper=5, integrality=True)
    rows = ConstraintDiagram.from_zdd(sets_of_size(4, 2), 3)
    found = presolve(model, [rows])
    assert found.num_orderings == 3
    assert found.hint([1, 3, 0, 2]).tolist() == [3, 2, 1, 0]
    assert found.model.row_activity([3, 2, 2, 1]) == pytest.approx([1, 0, 1])
    assert np.isnan(found.hint([np.nan, 1, 2, 3])).any()
