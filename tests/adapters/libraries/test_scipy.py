import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint, milp
from scipy.sparse import csr_matrix

from nzdd.adapters.files.formats import read_model
from nzdd.adapters.libraries.scipy import (
    from_scipy,
    from_scipy_constraints,
    to_scipy,
    to_scipy_constraint,
)
from nzdd.formulations import ExtendedFormulation, LinearModel
from support.examples import examples
from support.models.random_models import models


@st.composite
def split(draw, model):
    """The rows of a model as one to three constraints, sparse or dense."""
    parts = draw(st.integers(1, 3))
    return [
        LinearConstraint(
            csr_matrix(model.matrix[rows])
            if draw(st.booleans())
            else model.matrix[rows].toarray().reshape(-1, model.num_columns),
            model.row_lower[rows],
            model.row_upper[rows],
        )
        for rows in np.array_split(np.arange(model.num_rows), parts)
        if rows.size
    ]


@given(models(), st.data())
def test_arguments_of_milp_come_back_as_they_were(model, data):
    model = model.replace(maximize=False, offset=0.0)
    arguments = to_scipy(model)
    assert from_scipy(arguments.pop("c"), **arguments) == model
    arguments["constraints"] = data.draw(split(model))
    assert from_scipy(model.objective, **arguments) == model


@settings(deadline=None, max_examples=examples(40))
@given(models())
def test_the_extended_formulation_has_the_optimum_of_the_model(model):
    model = model.replace(upper=np.minimum(model.upper, 5))
    extended = ExtendedFormulation.from_model(model)
    direct, other = milp(**to_scipy(model)), milp(**to_scipy(extended.model))
    assert (direct.status, other.status) == (0, 0)
    assert np.isclose(
        model.objective_value(direct.x), extended.model.objective_value(other.x), atol=1e-6
    )
    assert model.violation(extended.recover(other.x)).rows < 1e-5


@given(models(), st.data())
def test_the_least_slack_is_that_of_all_rows(model, data):
    numbers = st.lists(st.integers(-3, 3), min_size=model.num_columns, max_size=model.num_columns)
    x = np.array(data.draw(numbers), float)
    activity = model.row_activity(x)
    slack = np.minimum(activity - model.row_lower, model.row_upper - activity)
    diagrams = from_scipy_constraints(data.draw(split(model)))
    assert min((d.min_slack(x) for d in diagrams), default=np.inf) == slack.min(initial=np.inf)
    assert len({d.sense for d in diagrams}) == len(diagrams)


def test_a_published_optimum(data):
    model = read_model(data / "mip" / "p0033.mps.gz")
    answer = milp(**to_scipy(ExtendedFormulation.from_model(model).model))
    assert np.isclose(answer.fun, 3089)  # MIPLIB


def test_one_number_stands_for_all():
    model = from_scipy([1, 2], integrality=[1], bounds=(-1, [3]))
    assert model == LinearModel([1, 2], lower=-1, upper=3, integrality=1)
    row = from_scipy([1, 2], bounds=Bounds(0, 1), constraints=LinearConstraint([1, 1], lb=1))
    assert row == LinearModel([1, 2], [[1, 1]], 1, upper=1)
    rows = to_scipy_constraint(row)
    assert (rows.lb.tolist(), rows.ub.tolist()) == ([1], [np.inf])


def test_what_is_no_linear_model_is_refused():
    rows = LinearConstraint([[1, 1]], 0, 1)
    with pytest.raises(ValueError, match=r"integrality\[1\] is 2: semi-continuous"):
        from_scipy([1, 1], integrality=[0, 2])
    with pytest.raises(ValueError, match="constraint 0 has 2 columns, but there are 3"):
        from_scipy([1, 1, 1], constraints=rows)
    with pytest.raises(ValueError, match="constraint 1 has 3 columns, but there are 2"):
        from_scipy_constraints([rows, LinearConstraint(np.ones((2, 3)))])
    with pytest.raises(ValueError, match=r"bounds are 5; give scipy\.optimize\.Bounds or a pair"):
        from_scipy([1, 1], bounds=5)
    with pytest.raises(ValueError, match=r"bounds are \(0, 1, 2\); give"):
        from_scipy([1, 1], bounds=(0, 1, 2))
    with pytest.raises(TypeError, match="integrality must hold real numbers"):
        from_scipy([1, 1], integrality="x")
    with pytest.raises(TypeError, match="c must hold real numbers"):
        from_scipy([1j, 1])
    with pytest.raises(TypeError, match="a constraint is a NonlinearConstraint; give"):
        from_scipy_constraints(NonlinearConstraint(abs, 0, 1))
    with pytest.raises(TypeError, match="only a LinearModel is given to scipy, not int"):
        to_scipy(5)
    with pytest.raises(TypeError, match="only a LinearModel is given to scipy, not Linear"):
        to_scipy_constraint(rows)
    with pytest.raises(TypeError, match="a constraint is a tuple; give"):
        from_scipy([1, 1], constraints=[([[1, 1]], 0, 1)])
    with pytest.raises(ValueError, match=r"constraint 0: lb\[0\] is nan"):
        from_scipy_constraints(LinearConstraint([[1, 1]], np.nan, 1))
    with pytest.raises(ValueError, match=r"constraint 0: A\[0, 1\] is inf"):
        from_scipy_constraints(LinearConstraint([[1, np.inf]], 0, 1))
