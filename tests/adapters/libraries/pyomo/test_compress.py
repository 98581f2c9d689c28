from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.adapters.errors import UnsupportedModelError
from support.examples import examples
from support.models.milp_reference import milp_answer
from support.models.random_models import models, models_that_share

pyo = pytest.importorskip("pyomo.environ", reason="needs Pyomo")

from nzdd.adapters.libraries.pyomo import from_pyomo  # noqa: E402
from support.models.pyomo_models import point_of, written_in_pyomo  # noqa: E402


@settings(max_examples=examples(25))
@given(st.one_of(models(), models_that_share()), st.sampled_from(["nonzeros", "edges"]))
def test_the_optimum_stays(model, minimize):
    theirs, x = written_in_pyomo(model)
    before = from_pyomo(theirs)
    transformation = pyo.TransformationFactory("nzdd.compress")
    copy = transformation.create_using(theirs, minimize=minimize)
    assert from_pyomo(theirs) == before
    # The presolve of HiGHS crashes on one of these, of eight rows.
    status, optimum = milp_answer(from_pyomo(copy), presolve=False)
    assert (status, optimum) == pytest.approx(milp_answer(model), abs=1e-5)
    transformation.apply_to(theirs, minimize=minimize)
    after = from_pyomo(theirs)
    size = after.matrix.nnz if minimize == "nonzeros" else after.num_rows
    assert size <= (before.matrix.nnz if minimize == "nonzeros" else before.num_rows)
    if status == 0:
        pyo.SolverFactory("nzdd").solve(theirs, method="direct")
        assert model.violation(point_of(model, x)).within(1e-6)
        assert np.isclose(pyo.value(theirs.part.objective), optimum, atol=1e-5)


def test_rows_with_fixed_variables_stay():
    """So that the variables can be unfixed: one of each pair must be 1, and the first is 0 then."""
    model = pyo.ConcreteModel()
    model.x = pyo.Var(range(12), bounds=(0, 1))
    ways = list(product((0, 1), repeat=6))
    model.ways = pyo.Constraint(
        ways, rule=lambda m, *way: sum(m.x[2 * i + side] for i, side in enumerate(way)) >= 1
    )
    model.cost = pyo.Objective(expr=pyo.summation(model.x))
    model.x[0].fix(1)
    pyo.TransformationFactory("nzdd.compress").apply_to(model)
    assert [way for way in ways if model.ways[way].active] == [way for way in ways if way[0] == 0]
    assert len(model.compressed.rows) < len(ways) / 2
    model.x[0].unfix()
    model.x[0].setub(0)
    pyo.SolverFactory("nzdd").solve(model)
    assert pyo.value(model.cost) == pytest.approx(2)
    assert min(pyo.value(each.body) for each in model.ways.values()) >= 1 - 1e-6


def test_what_is_not_linear_is_refused():
    model = pyo.ConcreteModel()
    model.x = pyo.Var()
    model.square = pyo.Constraint(expr=model.x**2 <= 1)
    with pytest.raises(UnsupportedModelError, match="constraint 'square' is quadratic"):
        pyo.TransformationFactory("nzdd.compress").apply_to(model)
