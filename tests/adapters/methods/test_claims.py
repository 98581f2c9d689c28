"""Solvers that call models infeasible or unbounded, truly or not."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from nzdd import solve
from nzdd.adapters.methods.claims import settle
from nzdd.adapters.methods.claims.settle import settled
from nzdd.adapters.methods.claims.verdict import SharedClaims, with_known
from nzdd.adapters.methods.direct import solve_direct
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.registry import installed_lazy_solvers
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel, Result, Status
from nzdd.formulations.models.result import checked
from support.models.false_claims import PARITY, calls_it, kinds

INF = np.inf
LP = LinearModel([1, 2], [[1, 1], [1, -1]], [1, -INF], [INF, 0.5], upper=3)
MIP = LinearModel([1, 2], [[2, 3]], 5, 7, upper=3, integrality=True)


@pytest.mark.parametrize("claim", ["INFEASIBLE", "UNBOUNDED", "INFEASIBLE_OR_UNBOUNDED"])
@pytest.mark.parametrize("method", ["auto", "direct", "extended"])
@pytest.mark.parametrize(("model", "liar"), [(LP, "glop"), (MIP, "scip")])
def test_the_point_of_another_solver_wins_over_a_claim(monkeypatch, claim, method, model, liar):
    truth = solve_direct(model)
    calls_it(claim, kinds(liar), monkeypatch)
    result = solve(model, method, None if method == "auto" else liar, threads=1)
    assert (result.status, result.fun) == (Status.OPTIMAL, pytest.approx(truth.fun))


@pytest.mark.parametrize("claim", ["INFEASIBLE", "UNBOUNDED", "INFEASIBLE_OR_UNBOUNDED"])
@pytest.mark.parametrize("model", [LP, MIP])
def test_where_all_solvers_lie_nothing_is_confirmed(monkeypatch, claim, model):
    calls_it(claim, kinds("scip", "highs", "glop", "cp_sat"), monkeypatch)
    for method in ("auto", "direct", "extended"):
        result = solve(model, method, threads=1)
        # Two solvers that say the same are believed, but of a linear program there is a proof.
        agreed = claim == "INFEASIBLE" and model is MIP
        assert result.status is (Status.INFEASIBLE if agreed else Status.UNCONFIRMED)


def test_a_feasible_hint_refutes_the_claim(monkeypatch):
    calls_it("INFEASIBLE", kinds("scip", "highs", "glop", "cp_sat"), monkeypatch)
    monkeypatch.setattr(settle, "SPARES", ())
    result = solve_direct(MIP, "scip", hint=[1, 1])
    assert (result.status, result.fun) == (Status.FEASIBLE, 3.0)
    assert "infeasible" in result.message
    assert solve_direct(MIP, "scip", hint=[0, 0]).status is Status.INFEASIBLE


def test_a_point_that_a_solver_has_reported_refutes_its_claim(monkeypatch):
    calls_it("INFEASIBLE", kinds("scip", "highs", "cp_sat"), monkeypatch, silent=False)
    monkeypatch.setattr(settle, "SPARES", ())
    result = solve(MIP, "direct", "scip")
    assert result.status is Status.FEASIBLE
    assert MIP.violation(result.x).within(1e-6)


@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
def test_an_infeasible_relaxation_is_proven_by_its_rows(method):
    model = LinearModel([1, 1], [[1, 1], [1, 1]], [3, -INF], [INF, 2], integrality=True)
    for one in (model, model.relaxed()):
        result = solve(one, method)
        assert result.status is Status.INFEASIBLE
        # Where rows are lazy, propagation has found it already, in integers.
        bounds = method == "lazy" and one.is_mixed_integer
        assert ("cannot hold" if bounds else "combination of rows") in result.message


@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
def test_integer_infeasibility_is_confirmed_by_a_second_solver(method):
    if method == "lazy" and "scip" not in installed_lazy_solvers():
        pytest.skip("one solver takes rows lazily; the other one is the extra scip")
    result = solve(PARITY, method)
    assert result.status is Status.INFEASIBLE
    assert "agree" in result.message


@pytest.mark.parametrize("solver", ["scip", "highs", "scipy"])
@pytest.mark.parametrize("cost", [-1.0, -1e9])
def test_an_unbounded_integer_model_is_unbounded(solver, cost):
    model = LinearModel([cost, -1], [[1, -1]], -2, 2, integrality=True)
    result = solve_direct(model, solver)
    assert result.status is Status.UNBOUNDED
    assert model.violation(result.x).within(1e-6)


@pytest.mark.parametrize("method", ["auto", "direct", "extended"])
def test_unbounded_is_found_behind_a_wrong_infeasible(monkeypatch, method):
    model = LinearModel([-1, -1], [[1, -1]], -2, 2)
    calls_it("INFEASIBLE", kinds("highs"), monkeypatch)
    assert solve(model, method, "highs").status is Status.UNBOUNDED


ENDLESS = {
    "direct clarabel": LinearModel(
        [0, 1, -1], [[1, 1, 1], [1, 1, 1]], [-INF, -3.5], [-3.5, INF], -INF
    ),
    "direct scip": LinearModel(
        [2, 0, 1, -1],
        [[2, -1, 0, -1], [5, -1, -3, 5], [2, -1, 0, -1]],
        [-INF, 16.4, -1],
        [0, 16.4, -1],
        [-3, 0, -0.7, -INF],
        [INF, INF, 0.7, 3],
        maximize=True,
    ),
    "lazy glop": LinearModel(1, [[1e-6]], -INF, -0.099996, -INF, integrality=True),
    "lazy scip": LinearModel(
        [-1, 1, 1, 0],
        [[1, -1, 1, 1], [1, 1, -1, 0]],
        [-0.5, -1.5],
        [0, -1],
        [-1, -INF, -INF, 0],
        [-1, -1, -1, INF],
        integrality=True,
    ),
}
"""Unbounded models that a solver calls optimal, never ends, or calls infeasible."""


@pytest.mark.parametrize("road", ENDLESS)
def test_an_unbounded_model_is_unbounded_whatever_the_solver_says(road):
    if road == "direct clarabel":
        pytest.importorskip("clarabel", reason="Clarabel is not installed")
    if road == "lazy scip":
        pytest.importorskip("pyscipopt", reason="PySCIPOpt is not installed")
    method, solver = road.split()
    assert solve(ENDLESS[road], method, solver, time_limit=20).status is Status.UNBOUNDED


@pytest.mark.parametrize("method", ["direct", "extended"])
def test_an_optimum_that_its_duals_refute_is_none(method):
    """To PDLP an error of 1 is none beside a cost of 3e6."""
    model = LinearModel([-1, 3e6], upper=5)
    result = solve(model, method, "pdlp")
    assert result.status is Status.OPTIMAL
    assert result.fun == pytest.approx(-5)


def test_what_would_be_unbounded_has_no_point():
    model = LinearModel([-1, -1, 0], [[1, -1, 0], [0, 0, 2]], [-2, 1], [2, 1], integrality=True)
    assert solve(model).status is Status.INFEASIBLE


@pytest.mark.parametrize("method", ["auto", "extended", "lazy"])
def test_implicit_rows_may_contradict_a_model(method):
    """Every three of twelve columns hold 2 at least, so that all hold 8, but the model says 7."""
    rows = ConstraintDiagram.from_zdd(sets_of_size(12, 3), 2, ">=")
    model = LinearModel(np.ones(12), np.ones((1, 12)), row_upper=7, upper=1, integrality=True)
    result = solve(model, method, rows=[rows])
    assert result.status is Status.INFEASIBLE
    assert "combination of rows" in result.message


@pytest.mark.parametrize("method", ["auto", "extended", "lazy"])
@pytest.mark.parametrize("integrality", [True, False])
def test_an_implicit_row_that_cannot_hold_is_the_proof(method, integrality):
    """Every three of twelve columns hold 4 at least: more than three ones can give."""
    rows = ConstraintDiagram.from_zdd(sets_of_size(12, 3), 4, ">=")
    model = LinearModel(np.ones(12), upper=1, integrality=integrality)
    result = solve(model, method, rows=[rows])
    assert result.status is Status.INFEASIBLE
    assert "the bounds of its columns it is at most 3" in result.message


def test_racers_that_make_the_same_claim_confirm_each_other_without_a_further_solve():
    rows = np.random.default_rng(0).integers(0, 100, (3, 10)).astype(float)
    half = np.floor(rows.sum(axis=1) / 2)
    split = LinearModel(np.zeros(10), rows, half, half, 0, 1, True)
    assert not any((rows @ x == half).all() for x in product((0, 1), repeat=10))
    claims = [solve_once(split, solver, {}) for solver in ("scip", "highs")]
    shared = SharedClaims()
    # no time is left to ask anyone
    first, second = (settled(split, each, Settings(0.0), 0.0, shared) for each in claims)
    assert (first.status, second.status) == (Status.UNCONFIRMED, Status.INFEASIBLE)
    assert "highs and scip agree" in second.message


def test_a_racer_uses_the_proof_that_another_one_found():
    empty = MIP.replace(row_lower=20.0, row_upper=np.inf)
    claims = [replace(solve_once(PARITY, solver, {}), x=None) for solver in ("scip", "highs")]
    shared = SharedClaims()
    for claim, seconds in zip(claims, (None, 0.0), strict=True):
        result = settled(empty, claim, Settings(seconds), 0.0, shared)
        assert result.status is Status.INFEASIBLE
        assert "a combination of rows proves it" in result.message


@pytest.mark.parametrize("maximize", [False, True])
def test_an_optimum_is_refuted_by_a_better_point(maximize):
    sign = -1 if maximize else 1
    model = LinearModel([sign], upper=9, integrality=True, maximize=maximize)
    told = checked(model, Result(Status.OPTIMAL, x=np.array([4.0]), dual_bound=4.0 * sign))
    better = with_known(model, told, np.array([1.0]))
    assert (better.status, better.fun, better.dual_bound) == (Status.FEASIBLE, sign, None)
    assert with_known(model, told, np.array([5.0])) is told
    assert with_known(model, told, None) is told
