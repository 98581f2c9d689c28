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
from support.models.pyomo_models import written_in_pyomo  # noqa: E402


@settings(max_examples=examples(25))
@given(st.one_of(models(), models_that_share()), st.sampled_from(["nonzeros", "edges"]))
def test_the_optimum_stays(model, minimize):
    theirs, x = written_in_pyomo(model)
    before = from_pyomo(theirs)
    transformation = pyo.TransformationFactory("nzdd.compress")
    copy = transformation.create_using(theirs, minimize=minimize)
    assert from_pyomo(theirs) == before
    status, optimum = milp_answer(from_pyomo(copy))
    assert (status, optimum) == pytest.approx(milp_answer(model), abs=1e-5)
    transformation.apply_to(theirs, minimize=minimize)
    after = from_pyomo(theirs)
    size = after.matrix.nnz if minimize == "nonzeros" else after.num_rows
    assert size <= (before.matrix.nnz if minimize == "nonzeros" else before.num_rows)
    if status == 0:
        pyo.SolverFactory("nzdd").solve(theirs, method="direct")
        assert model.violation([variable.value for variable in x]).within(1e-6)
        assert np.isclose(pyo.value(theirs.part.objective), optimum, atol=1e-5)


def test_what_is_not_linear_is_refused():
    model = pyo.ConcreteModel()
    model.x = pyo.Var()
    model.square = pyo.Constraint(expr=model.x**2 <= 1)
    with pytest.raises(UnsupportedModelError, match="constraint 'square' is quadratic"):
        pyo.TransformationFactory("nzdd.compress").apply_to(model)
