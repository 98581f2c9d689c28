import threading
from inspect import signature

import numpy as np
import pytest
from hypothesis import given, settings

from support.examples import examples
from support.models.linear_programs import linear_programs
from support.models.milp_reference import milp_answer
from support.models.mixed_models import mixed_models
from support.models.random_models import hard_cover

linopy = pytest.importorskip("linopy", reason="needs linopy")

from nzdd.adapters.libraries.linopy import solve  # noqa: E402
from support.models.linopy_models import one_sided, point_of, written_in_linopy  # noqa: E402

CONDITIONS = {
    0: ("ok", "optimal"),
    2: ("warning", "infeasible"),
    3: ("warning", "unbounded"),
    4: ("warning", "infeasible_or_unbounded"),
}


@settings(max_examples=examples(25))
@given(mixed_models())
def test_the_optimum_lands_in_the_variables(model):
    theirs, _ = written_in_linopy(model)
    status, optimum = milp_answer(model)
    assert solve(theirs) == CONDITIONS[status] == (theirs.status, theirs.termination_condition)
    if status == 0:
        assert np.isclose(theirs.objective.value + model.offset, optimum, atol=1e-5)
        assert model.violation(point_of(theirs, model)).within(1e-6)


@settings(max_examples=examples(25))
@given(linear_programs())
def test_duals_prove_the_optimum(model):
    """Lagrange: what costs are beyond the duals of the rows, only bounds of columns balance."""
    theirs, _ = written_in_linopy(model)
    if solve(theirs) != ("ok", "optimal") or not len(theirs.constraints):
        return
    listed = one_sided(model)
    duals = np.concatenate([theirs.constraints[name].dual.values for name in theirs.constraints])
    point = point_of(theirs, model)
    costs = model.objective - listed.matrix.T @ duals
    sign = -1 if model.maximize else 1
    for values, at, lower, upper in (
        (duals, listed.row_activity(point), listed.row_lower, listed.row_upper),
        (costs, point, model.lower, model.upper),
    ):
        assert np.allclose(at[sign * values > 1e-6], lower[sign * values > 1e-6], atol=1e-5)
        assert np.allclose(at[sign * values < -1e-6], upper[sign * values < -1e-6], atol=1e-5)


@pytest.mark.skipif(
    "scaling" not in signature(linopy.Model.add_variables).parameters, reason="needs linopy 0.10"
)
def test_arrays_and_scaling_get_their_values():
    """Of masked elements there are none."""
    model = linopy.Model()
    dims = {"coords": [range(3)], "dims": ["i"]}
    x = model.add_variables(lower=0, name="x", scaling=4, mask=np.array([1, 0, 1], bool), **dims)
    y = model.add_variables(lower=0, name="y")
    model.add_constraints(x.sum() + y >= 5, name="total", scaling=2)
    model.add_constraints(y <= 1, name="small", mask=np.array(True))
    model.add_objective(3 * x.sum() + y, scaling=0.5)
    assert solve(model, method="direct", solver="glop") == ("ok", "optimal")
    assert model.objective.value == pytest.approx(13)
    assert float(model.solution.y) == pytest.approx(1)
    values = model.solution.x.values
    assert np.isnan(values).tolist() == [False, True, False]
    assert np.nansum(values) == pytest.approx(4)
    assert float(model.dual.total) == pytest.approx(3)
    assert float(model.dual.small) == pytest.approx(-2)


def test_limits_and_options():
    model = hard_cover().replace(row_upper=np.inf)
    theirs, x = written_in_linopy(model)
    stop = threading.Event()
    stop.set()
    hint = np.ones(len(x))
    status = solve(theirs, method="direct", solver="scip", interrupt=stop, hint=hint)
    assert status == ("ok", "user_interrupt")
    assert model.violation(point_of(theirs, model)).within(1e-6)
    status = solve(theirs, method="direct", solver="scip", time_limit=0)
    assert status in {("ok", "time_limit"), ("warning", "time_limit")}
    with pytest.raises(TypeError, match="there is no option 'mip_gap'; is gap meant"):
        solve(theirs, mip_gap=0.1)
    with pytest.raises(TypeError, match="only a model of linopy is read, not int"):
        solve(5)
