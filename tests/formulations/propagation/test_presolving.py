"""Presolve keeps the optimum, and names a row that no point within the bounds satisfies."""

import math

import numpy as np
import pytest
from hypothesis import given

from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel
from nzdd.formulations.propagation import presolve
from nzdd.formulations.rows.matrix_rows import MatrixRows
from support.models.milp_reference import milp_answer
from support.models.mixed_models import split_models


@given(split_models())
def test_the_optimum_stays(case):
    model, lazy = case
    found = presolve(lazy.core, lazy.oracles)
    answer = milp_answer(model, mip_rel_gap=1e-9)
    if found.proof is not None:
        assert answer[1] is None
        return
    assert (found.model.lower >= lazy.core.lower).all()
    assert (found.model.upper <= lazy.core.upper).all()
    tight = found.model
    for rows in found.rows:
        tight = tight.with_rows(rows.matrix, rows.lower, rows.upper)
    status, value = milp_answer(tight, mip_rel_gap=1e-9)
    assert status == answer[0]
    assert value == (None if value is None else pytest.approx(answer[1], abs=1e-5))


@pytest.mark.parametrize("in_a_diagram", [False, True])
def test_rounding_proves_nothing(in_a_diagram):
    """x = y = z = 1 satisfies the row exactly, but floats lose a part of y between x and z."""
    row, one = [1e11, 0.2, -1e11], np.ones(3)
    low = [1, 0, 1]
    if in_a_diagram:
        model = LinearModel(one, lower=low, upper=1.0)
        found = presolve(model, [ConstraintDiagram.from_rows([row], [0.2])])
    else:
        found = presolve(LinearModel(one, [row], 0.2, lower=low, upper=1.0, integrality=True))
    assert found.proof is None


def test_a_sum_of_many_decimals_that_just_fits():
    random = np.random.default_rng(2)
    numbers = np.round(random.random(20_000) * 1e5, 2)
    least = np.append(np.zeros(numbers.size), math.fsum(numbers))
    model = LinearModel(
        np.ones(numbers.size + 1),
        np.append(numbers, -1.0)[None, :],
        0.0,
        lower=least,
        upper=np.append(np.ones(numbers.size), np.inf),
        integrality=np.arange(numbers.size + 1) < numbers.size,
    )
    assert presolve(model).proof is None


def test_bounds_and_rows_of_linear_programs_stay():
    """Their duals belong to them."""
    model = LinearModel([1.0, 1.0], [[1.0, 1.0]], 2.0, upper=1.0)
    rows = (ConstraintDiagram.from_rows([[1.0, 1.0]], [-1.0]),)
    found = presolve(model, rows)
    assert found.model is model
    assert found.rows is rows
    assert found.proof is None


def test_columns_are_fixed_and_families_that_hold_are_dropped():
    """Two of three columns are 1; then no set of two of ten columns has less than -8."""
    model = LinearModel(np.ones(10), [[1.0] * 3 + [0.0] * 7], 3.0, upper=1.0, integrality=True)
    holds = ConstraintDiagram.from_zdd(sets_of_size(10, 9), 2.0)
    binds = ConstraintDiagram.from_zdd(sets_of_size(10, 2), 1.0)
    found = presolve(model, (holds, binds))
    assert found.model.lower.tolist() == [1] * 3 + [0] * 7
    assert found.rows == (binds,)
    assert found.tightened == 3


def test_free_integer_columns_get_bounds():
    model = LinearModel([1.0, 1.0], lower=-np.inf, integrality=True)
    rows = MatrixRows([[1.0, 2.0], [-1.0, 0.0], [0.0, 2.0]], [3, -4, -np.inf], [np.inf, np.inf, 5])
    found = presolve(model, [rows])
    assert found.model.lower.tolist() == [-1, 0]
    assert found.model.upper.tolist() == [4, 2]


@pytest.mark.parametrize(
    ("b", "sense", "text"),
    [(4, ">=", "x[0] + x[1] + x[2] >= 4"), (-1, "<=", "x[0] + x[1] + x[2] <= -1")],
)
def test_the_row_that_cannot_hold_is_named(b, sense, text):
    rows = ConstraintDiagram.from_zdd(sets_of_size(3, 3), b, sense)
    proof = presolve(LinearModel(np.ones(3), upper=1.0), [rows]).proof
    assert text in proof
    assert "within the bounds of its columns it is at " in proof


def test_a_long_row_is_cut_short():
    rows = ConstraintDiagram.from_zdd(sets_of_size(30, 20), 21)
    proof = presolve(LinearModel(np.ones(30), upper=1.0), [rows]).proof
    assert " + 14 more terms >= 21 of an oracle" in proof


def test_rows_that_only_together_cannot_hold():
    """The family makes all columns 1, and a row of the model wants one to be 0."""
    rows = ConstraintDiagram.from_zdd(sets_of_size(30, 20), 20)
    names = [f"y{j}" for j in range(30)]
    model = LinearModel(
        np.ones(30), np.eye(1, 30), row_upper=0.5, upper=1.0, integrality=True, column_names=names
    )
    proof = presolve(model, [rows]).proof
    assert "the row y0 <= 0.5 of the model cannot hold" in proof
    assert "the bounds that other rows imply it is at least 1" in proof
