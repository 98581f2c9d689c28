from dataclasses import replace
from html import escape

import numpy as np
import pytest

from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status, checked, claimed

MODEL = LinearModel([1, 1], [[1, 2]], row_lower=4, integrality=[1, 0], offset=10)


@pytest.mark.parametrize("status", [Status.OPTIMAL, Status.FEASIBLE])
def test_a_feasible_point_keeps_its_status_and_gets_its_own_value(status):
    result = checked(MODEL, Result(status, x=np.array([4.0, 0.0]), fun=-1e9, dual_bound=14.0))
    assert result.status is status
    assert result.fun == 14
    assert result.max_violation == 0


@pytest.mark.parametrize("x", [[1.0, 1.0], [0.5, 9.0], [-1.0, 9.0], [np.nan, 9.0]])
def test_an_infeasible_point_is_imprecise(x):
    result = checked(MODEL, Result(Status.OPTIMAL, x=np.array(x)))
    assert result.status is Status.IMPRECISE
    assert not result.success
    assert "fails the check" in result.message


def test_the_tolerance_is_relative_to_the_bound():
    tall = LinearModel([1], [[1]], row_lower=1e9)
    near, far = (Result(Status.OPTIMAL, x=np.array([x]), dual_bound=x) for x in (1e9 - 1, 0.0))
    assert checked(tall, near).success
    assert not checked(tall, far).success


def test_an_optimum_without_a_bound_is_a_feasible_point():
    judged = checked(MODEL, Result(Status.OPTIMAL, x=np.array([4.0, 0.0])))
    assert (judged.status, judged.fun) == (Status.FEASIBLE, 14)
    assert "proves no bound" in judged.message


def test_integers_are_exact_and_rows_hold_with_them():
    """Half a millionth of a million is no half: the row needs a whole one."""
    model = LinearModel([1, 1], [[1e6, 0]], row_lower=1, integrality=[1, 0])
    claim = Result(Status.OPTIMAL, x=np.array([1e-6, 0.0]), dual_bound=0.0)
    judged = checked(model, claim)
    assert (judged.status, judged.max_violation) == (Status.IMPRECISE, 0.5)
    assert "once its integer columns are rounded" in judged.message
    whole = checked(model, replace(claim, x=np.array([1 + 1e-7, 0.0]), dual_bound=1.0))
    assert (whole.status, whole.x.tolist()) == (Status.OPTIMAL, [1.0, 0.0])


@pytest.mark.parametrize(("maximize", "wrong", "right"), [(False, 15.0, 13.0), (True, 13.0, 15.0)])
def test_a_dual_bound_on_the_wrong_side_is_taken_back(maximize, wrong, right):
    """The point (4, 0) is feasible and has the value 14."""
    model, x = MODEL.replace(maximize=maximize), np.array([4.0, 0.0])
    for status in (Status.OPTIMAL, Status.FEASIBLE):
        result = checked(model, Result(status, x=x, dual_bound=wrong))
        assert (result.status, result.fun, result.dual_bound) == (Status.FEASIBLE, 14, None)
        assert "better than the dual bound" in result.message
        assert checked(model, Result(status, x=x, dual_bound=right)).dual_bound == right
    near = wrong - (wrong - 14) * (1 - 1e-7)
    assert checked(model, Result(Status.OPTIMAL, x=x, dual_bound=near)).success


def test_an_optimum_with_a_gap_is_a_feasible_point():
    claim = Result(Status.OPTIMAL, x=np.array([4.0, 0.0]), dual_bound=13.0)
    assert checked(MODEL, claim, gap=0.1).success
    judged = checked(MODEL, claim, gap=0.01)
    assert (judged.status, judged.dual_bound, judged.gap) == (Status.FEASIBLE, 13, 1 / 14)


def test_a_feasible_point_refutes_infeasible():
    for status in (Status.INFEASIBLE, Status.UNBOUNDED):
        judged = checked(MODEL, Result(status, x=np.array([4.0, 0.0])))
        assert judged.status is (Status.FEASIBLE if status is Status.INFEASIBLE else status)


def test_an_error_with_a_feasible_point_is_one():
    failed = Result(Status.OTHER_ERROR, "stalled", x=np.array([4.0, 0.0]), dual_bound=13.0)
    judged = checked(MODEL, failed)
    assert (judged.status, judged.fun, judged.dual_bound) == (Status.FEASIBLE, 14, 13)
    assert (judged.limit, judged.message) == ("undetermined", "stalled")
    infeasible = replace(failed, x=np.array([1.0, 0.0]))
    assert checked(MODEL, infeasible).status is Status.OTHER_ERROR


def test_a_claim_without_a_point_is_an_error():
    assert checked(MODEL, Result(Status.OPTIMAL)).status is Status.OTHER_ERROR
    assert checked(MODEL, Result(Status.INFEASIBLE)).status is Status.INFEASIBLE


def test_gap():
    assert Result(Status.FEASIBLE, fun=10.0).gap is None
    assert Result(Status.FEASIBLE, fun=10.0, dual_bound=9.0).gap == pytest.approx(0.1)
    assert Result(Status.FEASIBLE, fun=0.0, dual_bound=-0.5).gap == pytest.approx(0.5)


def test_summary_holds_what_matters():
    result = Result(Status.OPTIMAL, "done", fun=3.5, dual_bound=3.5, solver="highs")
    lines = dict(line.split(maxsplit=1) for line in result.summary().splitlines())
    assert lines == {
        "status": "optimal (done)",
        "objective": "3.5",
        "dual": "bound  3.5 (gap 0.00%)",
        "method": "direct, highs",
    }


def test_a_notebook_shows_the_lines_of_the_summary():
    result = Result(Status.INFEASIBLE, message="row <a> & row b", seconds={"solve": 0.5})
    html = result._repr_html_()
    for line in result.summary().splitlines():
        name, value = line[:11].strip(), line[12:]
        assert f"<tr><th>{name}</th><td>{escape(value)}</td></tr>" in html


def test_summary_leaves_out_what_is_unknown():
    result = Result(Status.NO_SOLUTION_FOUND, dual_bound=2.0, seconds={"lp": 0.5, "oracle": 1.25})
    assert result.summary().splitlines() == [
        "status      no_solution_found",
        "dual bound  2",
        "method      direct",
        "seconds     lp 0.50, oracle 1.25",
    ]


def test_status_values_are_lower_case_names():
    assert all(status.value == status.name.lower() for status in Status)


def test_what_is_imprecise_without_a_point_claims_nothing_more():
    for x, status in ((None, Status.IMPRECISE), (np.array([4.0, 0.0]), Status.OPTIMAL)):
        told = Result(Status.IMPRECISE, "off", x=x, dual_bound=14.0)
        assert checked(MODEL, claimed(told)).status is status
