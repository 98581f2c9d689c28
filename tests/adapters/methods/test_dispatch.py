"""Every method of `nzdd.solve` gives the status and the optimum of a direct solve."""

from itertools import combinations
from threading import Event

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nzdd
from nzdd.adapters.methods.auto import thresholds
from nzdd.adapters.methods.auto.model_kind import direct_solvers, of_one_kind
from nzdd.adapters.methods.direct import solve_direct
from nzdd.adapters.methods.dispatch import METHODS
from nzdd.adapters.methods.psi_learning import engine as psi_engine
from nzdd.adapters.solvers.registry import LICENSED
from nzdd.adapters.workers import pool as worker_pool
from nzdd.adapters.workers import timing
from nzdd.adapters.workers.interruption import Interruption
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel, MatrixRows, Status
from support.examples import examples
from support.licences import skip_unless_usable
from support.models.milp_reference import OPTIMAL, milp_answer
from support.models.random_models import hard_cover, models
from support.time_limits import with_a_point

CLOSE = 2e-5
UNSOLVABLE = {Status.INFEASIBLE, Status.UNBOUNDED, Status.INFEASIBLE_OR_UNBOUNDED}
LAZY_SOLVERS = [None, "glop"]


def optimum(model):
    """By scipy itself; None if there is none."""
    status, value = milp_answer(model)
    return value if status == OPTIMAL else None


def check(result, expected):
    if expected is None:
        assert result.status in UNSOLVABLE
        return
    assert result.status is Status.OPTIMAL, result.message
    assert result.fun == pytest.approx(expected, abs=CLOSE)
    assert result.dual_bound == pytest.approx(expected, abs=CLOSE)
    assert result.max_violation <= 1e-6


def covers(num_columns=12, size=5, copies=1, integer=True, seed=0):
    """A tall covering model: every subset of one size, some repeated."""
    rows = np.array(
        [
            [j in chosen for j in range(num_columns)]
            for chosen in combinations(range(num_columns), size)
        ]
        * copies,
        float,
    )
    costs = np.random.default_rng(seed).integers(1, 50, num_columns)
    return LinearModel(costs, rows, 2.0, upper=1.0, integrality=integer)


@settings(max_examples=examples(50))
@given(models(), st.sampled_from(["lazy", "auto", "extended"]))
def test_any_method_finds_the_optimum(model, method):
    check(nzdd.solve(model, method), optimum(model))


@settings(max_examples=examples(50))
@given(models())
def test_lazy_without_scip_finds_the_optimum(model):
    check(nzdd.solve(model, "lazy", "glop"), optimum(model))


@given(models(), st.data())
@settings(deadline=None, max_examples=examples(50))
def test_rows_in_oracles_count_like_rows_in_the_model(model, data):
    mask = data.draw(
        st.lists(st.booleans(), min_size=model.num_rows, max_size=model.num_rows).map(np.array)
    ).astype(bool)
    oracle = MatrixRows(model.matrix[mask], model.row_lower[mask], model.row_upper[mask])
    rest = model.replace(
        matrix=model.matrix[~mask],
        row_lower=model.row_lower[~mask],
        row_upper=model.row_upper[~mask],
    )
    for method in ("lazy", "auto"):
        check(nzdd.solve(rest, method, rows=[oracle]), optimum(model))


@pytest.mark.parametrize("integer", [True, False])
@pytest.mark.parametrize("method", ["auto", "lazy", "extended", "direct"])
def test_tall_covers(method, integer):
    model = covers(10, 4, copies=2, integer=integer)
    result = nzdd.solve(model, method)
    check(result, optimum(model))
    if integer:
        return
    duals, costs = result.duals, result.reduced_costs
    assert costs == pytest.approx(model.objective - model.matrix.T @ duals, abs=1e-6)
    value = duals @ model.row_lower + np.minimum(costs, 0) @ model.upper
    assert np.all(duals >= -1e-9)
    assert value == pytest.approx(result.fun, abs=CLOSE)


def test_auto_says_what_it_took():
    rows = ConstraintDiagram.from_zdd(sets_of_size(12, 6), 1.0)
    model = LinearModel(np.ones(12), upper=1.0, integrality=True)
    for solver, methods in ((None, ("lazy", "extended")), ("highs", ("extended",))):
        choice = nzdd.solve(model, solver=solver, rows=[rows]).report
        assert choice.methods[: len(methods)] == methods[: len(choice.methods)]
    hard = covers(16, 4)
    hard = hard.replace(matrix=hard.matrix[::3], row_lower=2.0, row_upper=np.inf)
    choice = nzdd.solve(hard).report
    assert choice.methods[0] == "lazy"
    assert choice.facts["rows"] == hard.num_rows
    assert "bind" in str(choice)
    odd = np.tile([[1, 2], [2, 1]], (50, 1)) + np.arange(100)[:, None]
    choice = nzdd.solve(LinearModel([1, 1], odd, 1, upper=1, integrality=True)).report
    assert "pays for covering or packing rows only" in choice.why
    few = nzdd.solve(LinearModel([1, 1], [[1, 2]], 1.0))
    assert few.method == "direct"
    assert "inequalities per column" in few.report.why


@pytest.mark.parametrize(
    "half", [6, *(pytest.param(half, marks=pytest.mark.slow) for half in (8, 12))]
)
@pytest.mark.parametrize("method", ["auto", "lazy", "extended"])
def test_a_family_that_nobody_lists(method, half):
    """If every half of the columns holds a one, half of them and one more must, the cheapest."""
    model = LinearModel(np.arange(1.0, 2 * half + 1), upper=1.0, integrality=True)
    rows = ConstraintDiagram.from_zdd(sets_of_size(2 * half, half), 1.0)
    result = nzdd.solve(model, method, rows=[rows])
    assert (result.status, result.fun) == (Status.OPTIMAL, sum(range(1, half + 2)))
    assert rows.min_slack(result.x) >= -1e-6


def test_rows_in_oracles_cannot_go_to_a_solver():
    model = LinearModel([1.0])
    with pytest.raises(ValueError, match="method='lazy'"):
        nzdd.solve(model, "direct", rows=[MatrixRows([[1.0]], 1.0)])
    with pytest.raises(ValueError, match="ConstraintDiagram"):
        nzdd.solve(model, "extended", rows=[MatrixRows([[1.0]], 1.0)])


def test_infeasible_and_unbounded_families():
    free = LinearModel([-1.0, 0.0], integrality=[True, False])
    none = MatrixRows([[1.0, 1.0], [-1.0, -1.0]], [2.0, -1.0])
    assert nzdd.solve(free, "lazy", rows=[none]).status is Status.INFEASIBLE
    some = MatrixRows([[1.0, 1.0]], 2.0)
    assert nzdd.solve(free, "lazy", rows=[some]).status is Status.UNBOUNDED
    assert nzdd.solve(free.relaxed(), "lazy", rows=[some]).status is Status.UNBOUNDED


@pytest.mark.parametrize("solver", LAZY_SOLVERS)
def test_limits_leave_a_point_and_a_bound(data, solver):
    from nzdd.adapters.files.formats import read_model

    model = read_model(str(data / "mip" / "glass-sc.mps.gz"))  # its optimum is 23
    states, stop = [], Event()

    def within(seconds):
        states.clear()
        return nzdd.solve(model, "lazy", solver, time_limit=seconds, on_step=states.append)

    result = with_a_point(within)
    assert (result.status, result.limit) == (Status.FEASIBLE, "time")
    assert 14 <= result.dual_bound <= 23 <= result.fun
    assert states[-1].number > 0
    assert sorted(state.seconds for state in states) == [state.seconds for state in states]

    def after_a_point(state):
        if state.incumbent is not None and state.dual_bound is not None:
            stop.set()

    result = nzdd.solve(model, "lazy", solver, interrupt=stop, on_step=after_a_point)
    assert (result.status, result.limit) == (Status.FEASIBLE, "interrupted")
    assert result.dual_bound <= 23 <= result.fun


@pytest.mark.parametrize(
    "solver", [*LAZY_SOLVERS, *(pytest.param(each, marks=pytest.mark.slow) for each in LICENSED)]
)
def test_of_a_solver_that_is_given_up_the_best_point_stays(solver):
    skip_unless_usable(solver)
    model, end = hard_cover(), Interruption()

    def give_up(state):
        if state.x is not None:
            end.abandon()

    result = nzdd.solve(model, "lazy", solver, interrupt=end, on_step=give_up)
    assert (result.status, result.limit) == (Status.FEASIBLE, "interrupted")
    assert model.violation(result.x).within(1e-6)
    assert result.fun == model.objective_value(result.x)


@pytest.fixture
def impatient(monkeypatch):
    """Lazy rows are given up as soon as one is added."""
    monkeypatch.setattr(thresholds, "SMALL_DIAGRAM", 0)
    monkeypatch.setattr(thresholds, "TOO_MANY", 0.0)
    monkeypatch.setattr(timing, "LAZY_TRIAL_SECONDS", 0.0)


@pytest.mark.usefixtures("impatient")
def test_where_too_many_rows_bind_a_solver_gets_them_all():
    model = covers(13, 5)  # of fewer rows all are added before the solver hears that it is given up
    result = nzdd.solve(model, threads=1)
    assert result.report.methods == ("lazy", "direct scip")
    assert result.report.facts["rows_before_giving_up"] > 0
    check(result, optimum(model))


@pytest.mark.usefixtures("impatient")
def test_lazy_rows_of_large_models_are_given_up_later(monkeypatch):
    monkeypatch.setattr(timing, "LAZY_TRIAL_SECONDS", 1e-9)
    monkeypatch.setattr(thresholds, "LARGE", 1e-9)
    model = covers(10, 4)
    result = nzdd.solve(model, threads=1, time_limit=300)
    assert result.report.methods == ("lazy",)
    check(result, optimum(model))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("solver", "columns"), [pytest.param("gurobi", 14, marks=pytest.mark.slow), ("cplex", 13)]
)
def test_where_a_licence_is_too_small_for_all_rows_they_are_added_lazily(solver, columns):
    skip_unless_usable(solver)
    model = covers(columns, 5)
    check(nzdd.solve(model, solver=solver), optimum(model))


@pytest.mark.usefixtures("impatient")
def test_who_gives_up_is_not_interrupted(monkeypatch):
    """The process of the second method dies."""
    call = worker_pool.call

    def half(module, *arguments, **options):
        if "lazy" in module:
            return call(module, *arguments, **options)
        raise worker_pool.WorkerError("it died")

    monkeypatch.setattr(worker_pool, "call", half)
    result = nzdd.solve(hard_cover(), threads=1)
    assert result.report.methods == ("lazy", "direct scip")
    assert (result.limit, result.message) == (None, "it died")


@pytest.mark.parametrize("method", ["auto", "lazy", "extended"])
def test_rows_that_cannot_hold_are_found_before_any_method_is_chosen(method):
    rows = ConstraintDiagram.from_zdd(sets_of_size(3, 2), 3)
    result = nzdd.solve(LinearModel(np.ones(3), upper=1, integrality=True), method, rows=[rows])
    assert (result.status, result.method in {"lazy", method}) == (Status.INFEASIBLE, True)
    assert "cannot hold" in result.message
    report = result.report
    if method == "auto":
        assert str(report) == "presolve: there are rows that cannot hold"
        assert result.method == "lazy"
        report = report.detail
    assert (report is None) == (method == "extended")


def test_points_are_checked_on_the_rows_that_came_in():
    """Presolve turns the row into a bound, which the hint meets within the tolerance."""
    model = LinearModel([1, 0], lower=[0, 1], upper=[2, 1], integrality=[False, True])
    stop = Event()
    stop.set()
    result = nzdd.solve(
        model,
        "lazy",
        rows=[MatrixRows([[1000.0, -999.0]], 1.0)],
        hint=[1 - 5e-7, 1],
        interrupt=stop,
    )
    assert result.status is Status.IMPRECISE
    assert result.max_violation > 1e-4


@pytest.mark.parametrize(
    ("rows", "low", "high", "expected"),
    [
        ([[1, 1], [0, 1]], 1, np.inf, True),
        ([[-1, -1], [0, 1]], [-np.inf, 1], [-1, np.inf], True),
        ([[1, 1], [0, 1]], -np.inf, 1, True),
        ([[1, 1], [0, 1]], [1, -np.inf], [np.inf, 1], False),
        ([[1, -1]], 0, np.inf, False),
        ([[1, 2]], 1, np.inf, False),
        ([[1, 1]], 1, 2, False),
    ],
)
def test_rows_of_one_kind(rows, low, high, expected):
    model = LinearModel([1, 1], rows, low, high)
    assert of_one_kind(model, np.ones(model.num_rows, bool)) == expected


def test_rows_of_one_kind_may_stand_beside_bounds():
    model = LinearModel([1, 1], [[1, 1], [1, 0], [1, -1]], [1, -np.inf, 0], [np.inf, 1, 0])
    assert of_one_kind(
        model.replace(
            matrix=model.matrix[:2], row_lower=model.row_lower[:2], row_upper=model.row_upper[:2]
        ),
        np.array([True, False]),
    )
    assert not of_one_kind(model, np.array([True, False, False]))


def test_the_search_for_any_point_proves_no_bound(data):
    """Of an unbounded relaxation with integer points that are hard to find."""
    from nzdd.adapters.files.formats import read_model

    hard = read_model(str(data / "mip" / "acc-tight4.mps.gz"))
    model = LinearModel(
        np.append(np.zeros(hard.num_columns), -1.0),
        np.hstack((hard.matrix.toarray(), np.zeros((hard.num_rows, 1)))),
        hard.row_lower,
        hard.row_upper,
        np.append(hard.lower, 0.0),
        np.append(hard.upper, np.inf),
        np.append(hard.integrality, False),
    )
    states = []
    result = nzdd.solve(model, "lazy", time_limit=2.0, on_step=states.append)
    assert result.status in {Status.NO_SOLUTION_FOUND, Status.UNBOUNDED}
    assert result.dual_bound is None
    assert {state.dual_bound for state in states} == {None}


@pytest.mark.parametrize("method", ["auto", "lazy", "extended"])
@pytest.mark.parametrize(
    ("name", "best"),
    [
        pytest.param("stein27", 18, marks=pytest.mark.slow),
        ("p0033", 3089),
        pytest.param("p0201", 7615, marks=pytest.mark.slow),
        ("lseu", 1120),
    ],
)
def test_known_optima_are_met(data, name, best, method):
    from nzdd.adapters.files.formats import read_model

    result = nzdd.solve(read_model(str(data / "mip" / f"{name}.mps.gz")), method)
    assert (result.status, round(result.fun, 6)) == (Status.OPTIMAL, best)


def test_methods_and_solvers_that_nobody_knows_are_refused():
    model = LinearModel([1.0], [[1.0]], row_lower=1, integrality=1)
    with pytest.raises(ValueError, match="method 'best' is unknown; take one of"):
        nzdd.solve(model, "best")
    with pytest.raises(ValueError, match="'pdlp' cannot add rows lazily"):
        nzdd.solve(model, "lazy", solver="pdlp")
    with pytest.raises(ValueError, match="solver 'best' is unknown"):
        psi_engine("best")


@pytest.mark.parametrize("most", [1, 2, 3])
@pytest.mark.parametrize("integrality", [0, 1, [1, 0]])
def test_solvers_are_chosen_that_take_the_model(most, integrality):
    wide = LinearModel([1, 1], [[1, 1]], row_lower=1, upper=4, integrality=integrality)
    tall = wide.replace(matrix=np.ones((3, 2)), row_lower=1, row_upper=np.inf)
    for model in (wide, tall):
        solvers = direct_solvers(model, most=most)
        assert 1 <= len(solvers) <= most
        for solver in solvers:
            assert solve_direct(model, solver).fun == pytest.approx(1)


@pytest.mark.parametrize("solver", [*LAZY_SOLVERS, *LICENSED])
def test_rows_that_exclude_each_other_need_no_solver(solver):
    skip_unless_usable(solver)
    model = LinearModel([1], [[1]], row_lower=3, row_upper=2, integrality=True)
    result = nzdd.solve(model, "lazy", solver, rows=[MatrixRows([[1.0]], 1.0)])
    assert (result.status, result.method) == (Status.INFEASIBLE, "lazy")


def test_a_hint_may_leave_columns_open():
    model = covers(8, 4)
    plain = nzdd.solve(model, "extended")
    hint = np.where(np.arange(8) < 3, plain.x, np.nan)
    for guess in (plain.x, hint):
        assert nzdd.solve(model, "extended", hint=guess).fun == pytest.approx(plain.fun)


@pytest.mark.parametrize("method", METHODS)
def test_what_is_printed_is_short_for_any_number_of_rows(method):
    rows = np.random.default_rng(0).random((1000, 12)) < 0.4
    rows[:, 0] |= ~rows.any(axis=1)
    model = LinearModel(np.arange(12) + 1.0, rows, 1, upper=1, integrality=True)
    result = nzdd.solve(model, method)
    assert f"objective   {result.fun:.10g}" in str(result)
    assert "dual bound" in str(result)
    assert len(repr(result)) < 500
    assert len(repr(result.report)) < 1500


def test_a_caller_may_stop_while_diagrams_are_built():
    rows = np.random.default_rng(0).random((10_000, 60)) < 0.3
    rows[:, 0] = True
    model = LinearModel(np.arange(60) + 1.0, rows, 1, upper=1)
    stop, stages = Event(), []

    def show(stage, share):
        stages.append(stage)
        stop.set()

    result = nzdd.solve(model, "extended", progress=show, interrupt=stop)
    assert len(stages) == 1
    assert (result.status, result.limit) == (Status.NO_SOLUTION_FOUND, "interrupted")
    assert (result.method, result.x) == ("extended", None)
