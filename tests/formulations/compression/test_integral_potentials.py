"""Extended formulations all of whose columns are integer have the points of the listed rows."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nzdd
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, ExtendedFormulation, LinearModel, Status
from support.examples import examples
from support.models.milp_reference import milp_answer
from support.models.random_models import models, models_that_share
from support.models.toy_engine import ToyEngine

MODELS = st.one_of(models(), models_that_share())


@settings(max_examples=examples(40))
@given(MODELS, st.sampled_from(["nonzeros", "edges"]))
def test_all_columns_are_integer_and_a_lift_is_feasible_exactly_when_its_point_is(model, minimize):
    model = model.replace(integrality=True, upper=np.minimum(model.upper, 5))
    extended = ExtendedFormulation.from_model(model, minimize, integral_potentials=True)
    assert extended.model.integrality.all()
    random = np.random.default_rng(0)
    for x in random.integers(0, 3, (40, model.num_columns)):
        lifted = extended.lift(x)
        assert model.violation(x).within(1e-9) == extended.model.violation(lifted).within(1e-9)


@settings(max_examples=examples(40))
@given(MODELS)
def test_optimum_and_status_are_those_of_the_listed_rows(model):
    model = model.replace(integrality=True, upper=np.minimum(model.upper, 5))
    extended = ExtendedFormulation.from_model(model, integral_potentials=True)
    assume(extended.blocks)
    status, optimum = milp_answer(model)
    again, same = milp_answer(extended.model)
    assert (status == 0) == (again == 0)
    if status == 0:
        assert same == pytest.approx(optimum, abs=1e-6)


@pytest.mark.parametrize("factor", [1.0, 0.5, 0.1, 1.25])
@pytest.mark.parametrize("sense", [">=", "<=", "="])
def test_decimals_are_multiplied_to_integers(factor, sense):
    """The points of all 32 that satisfy each row of two of five columns."""
    coefficients = factor * np.array([1, 2, 1, 3, 2])
    rows = ConstraintDiagram.from_zdd(
        sets_of_size(5, 2), 3 * factor, sense, coefficients=coefficients
    )
    model = LinearModel(np.ones(5), upper=1, integrality=True)
    extended = ExtendedFormulation.from_model(model, diagrams=[rows], integral_potentials=True)
    assert (extended.model.matrix.data == np.rint(extended.model.matrix.data)).all()
    pairs = np.array(list(itertools.combinations(range(5), 2)))
    for x in itertools.product((0, 1), repeat=5):
        sums = (coefficients * x)[pairs].sum(axis=1)
        ends = (3 * factor if sense != "<=" else -9.0, 3 * factor if sense != ">=" else 99.0)
        feasible = all(ends[0] - 1e-9 <= each <= ends[1] + 1e-9 for each in sums)
        assert extended.model.violation(extended.lift(x)).within(1e-9) == feasible


@pytest.mark.parametrize("integral", [False, True])
def test_duals_are_those_of_the_rows_that_came_in(integral):
    """Not of the rows multiplied by ten: with them the dual objective is the optimum."""
    rows = ConstraintDiagram.from_zdd(sets_of_size(4, 2), 0.5, coefficients=0.5)
    model = LinearModel([3, 4, 5, 6], upper=1, integrality=True)
    extended = ExtendedFormulation.from_model(model, diagrams=[rows], integral_potentials=integral)
    answer = ToyEngine(extended.model.relaxed()).solve()
    (multipliers,) = extended.recover_multipliers(answer.duals)
    of_upper_bounds = np.minimum(answer.reduced_costs[:4], 0).sum()
    assert 0.5 * multipliers.dual.sum() + of_upper_bounds == pytest.approx(answer.objective)


def test_an_archive_keeps_them(tmp_path):
    rows = ConstraintDiagram.from_zdd(sets_of_size(5, 2), 1.5, coefficients=0.5)
    model = LinearModel(np.ones(5), upper=3, integrality=True)
    extended = ExtendedFormulation.from_model(model, diagrams=[rows], integral_potentials=True)
    extended.save(tmp_path / "extended.nzdd")
    assert ExtendedFormulation.load(tmp_path / "extended.nzdd").model == extended.model


def test_what_has_no_integral_potentials():
    rows = ConstraintDiagram.from_zdd(sets_of_size(5, 2), 1, coefficients=1 / 3)
    model = LinearModel(np.ones(5), upper=3, integrality=True)
    with pytest.raises(ValueError, match=r"diagram 0 .* such as 0\.333333333, have too many"):
        ExtendedFormulation.from_model(model, diagrams=[rows], integral_potentials=True)
    mixed = model.replace(integrality=[1, 1, 0, 1, 1])
    rows = ConstraintDiagram.from_zdd(sets_of_size(5, 2), 1)
    with pytest.raises(ValueError, match=r"diagram 0 .*: column 2 is continuous; take a solver"):
        ExtendedFormulation.from_model(mixed, diagrams=[rows], integral_potentials=True)


def test_listed_rows_without_integral_potentials_stay():
    matrix = np.array(list(itertools.combinations(range(6), 3)))
    listed = np.zeros((20, 6))
    np.put_along_axis(listed, matrix, 1.0, axis=1)
    model = LinearModel(np.ones(6), listed, 1, upper=1, integrality=[0, 1, 1, 1, 1, 1])
    assert ExtendedFormulation.from_model(model).blocks
    extended = ExtendedFormulation.from_model(model, integral_potentials=True)
    assert not extended.blocks
    assert extended.model.num_rows == 20


@pytest.mark.parametrize("factor", [1.0, 0.5])
@pytest.mark.parametrize("seed", range(3))
def test_cp_sat_proves_the_optimum_of_implicit_rows(factor, seed):
    random = np.random.default_rng(seed)
    model = LinearModel(random.integers(1, 30, 10), upper=2, integrality=True)
    coefficients = factor * random.integers(1, 5, 10)
    rows = ConstraintDiagram.from_zdd(sets_of_size(10, 4), 7 * factor, coefficients=coefficients)
    result = nzdd.solve(model, "extended", "cp_sat", rows=[rows])
    listed = [list(each) for each in itertools.combinations(range(10), 4)]
    matrix = np.zeros((len(listed), 10))
    np.put_along_axis(matrix, np.array(listed), coefficients[np.array(listed)], axis=1)
    status, optimum = milp_answer(
        model.replace(matrix=matrix, row_lower=7 * factor, row_upper=np.inf)
    )
    assert (status, result.status) == (0, Status.OPTIMAL)
    assert result.fun == pytest.approx(optimum)
    assert result.dual_bound == pytest.approx(optimum)
