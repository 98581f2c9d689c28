"""Row generation gives the answer of a solve with all rows, and proves it with the rows it used."""

from itertools import pairwise
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import vstack

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel, Status
from nzdd.formulations.iteration.lp_engine import LPAnswer
from nzdd.formulations.models.result import checked
from nzdd.formulations.row_generation import cutting_loop, rows_in_use, solve_lp
from nzdd.formulations.row_generation.lazy_model import LazyModel
from support.examples import examples
from support.models.linear_programs import covering, dual_objective, linear_programs
from support.models.mixed_models import all_lazy, split
from support.models.toy_engine import ToyEngine

CLOSE = 2e-5
ENGINES = pytest.mark.parametrize("make_engine", [ToyEngine, GlopEngine])


@st.composite
def lazy_models(draw):
    """A program, and the same with most of its rows in two oracles.

    Half of them are covering programs, which ask for many rounds.
    """
    model = draw(linear_programs())
    if draw(st.booleans()):
        sign = -1.0 if model.maximize else 1.0
        costs = st.lists(st.integers(1, 5), min_size=model.num_columns, max_size=model.num_columns)
        model = model.replace(objective=sign * np.array(draw(costs), float), lower=0.0)
    owner = st.lists(
        st.sampled_from([0, 1, 1, 2, 2]), min_size=model.num_rows, max_size=model.num_rows
    )
    return model, split(model, draw(owner))


def check(model, lazy, result):
    """The result is right, and proves itself."""
    truth = ToyEngine(model).solve()
    assert result.status is truth.status
    assert result.method == "lazy"
    assert result.limit is None
    rows = check_rows(lazy, result.report)
    if result.x is not None:
        assert checked(model, result).status is result.status
    if result.status is Status.UNBOUNDED:
        assert result.x is not None
    if result.status is not Status.OPTIMAL:
        assert result.fun is None
        assert result.dual_bound is None
        assert result.message
        return
    assert result.fun == result.dual_bound == pytest.approx(truth.objective, abs=CLOSE)
    used = model.replace(
        matrix=vstack((lazy.core.matrix, rows.matrix)),
        row_lower=np.concatenate((lazy.core.row_lower, rows.lower)),
        row_upper=np.concatenate((lazy.core.row_upper, rows.upper)),
    )
    duals = np.concatenate((result.duals, result.report.row_duals))
    assert dual_objective(used, duals) == pytest.approx(truth.objective, abs=CLOSE)
    costs = used.objective - used.matrix.T @ duals
    assert result.reduced_costs == pytest.approx(costs, abs=CLOSE)


def check_rows(lazy, report):
    """The rows in use are rows of the oracles, each one once."""
    rows, oracle = report.rows, report.oracle
    assert len(rows) == oracle.size == report.row_duals.size
    assert len(set(zip(oracle, rows.key, strict=True))) == len(rows)
    for which, all_rows in enumerate(lazy.oracles):
        mine = np.flatnonzero(oracle == which)
        key = rows.key[mine].astype(np.int64)
        assert (rows.matrix[mine] != all_rows.matrix[key]).nnz == 0
        assert np.array_equal(rows.lower[mine], all_rows.lower[key])
        assert np.array_equal(rows.upper[mine], all_rows.upper[key])
    return rows


@settings(deadline=None, max_examples=examples(600))
@given(lazy_models(), st.sampled_from([1, 2, 100]))
def test_glop_finds_what_a_solve_with_all_rows_finds(models, max_rows):
    model, lazy = models
    check(model, lazy, solve_lp(lazy, GlopEngine, max_rows=max_rows))


@settings(deadline=None, max_examples=examples(300))
@given(lazy_models(), st.sampled_from([1, 2, 100]))
def test_a_toy_engine_finds_what_a_solve_with_all_rows_finds(models, max_rows):
    model, lazy = models
    check(model, lazy, solve_lp(lazy, ToyEngine, max_rows=max_rows))


@settings(deadline=None, max_examples=examples(300))
@given(lazy_models())
def test_so_it_does_where_rows_go_as_soon_as_they_do_not_bind(models):
    model, lazy = models
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting_loop, "OLD", 1)
        patch.setattr(rows_in_use, "MANY", 0.0)
        check(model, lazy, solve_lp(lazy, GlopEngine, max_rows=1))


@settings(deadline=None, max_examples=examples(300))
@given(linear_programs(), st.data())
def test_rows_from_diagrams(model, data):
    senses = {}
    for row in range(model.num_rows):
        lower, upper = model.row_lower[row], model.row_upper[row]
        if lower == upper:
            senses.setdefault("=", []).append((row, lower))
        else:
            if np.isfinite(lower):
                senses.setdefault(">=", []).append((row, lower))
            if np.isfinite(upper):
                senses.setdefault("<=", []).append((row, upper))
    oracles = [
        ConstraintDiagram.from_rows(
            model.matrix[[row for row, _ in rows]], [b for _, b in rows], sense
        )
        for sense, rows in senses.items()
    ]
    core = model.replace(matrix=model.matrix[:0], row_lower=[], row_upper=[])
    result = solve_lp(
        LazyModel(core, tuple(oracles)), GlopEngine, max_rows=data.draw(st.sampled_from([1, 100]))
    )
    truth = ToyEngine(model).solve()
    assert result.status is truth.status
    if truth.status is Status.OPTIMAL:
        assert result.fun == pytest.approx(truth.objective, abs=CLOSE)
        assert model.violation(result.x).within(2e-6)


@ENGINES
@settings(deadline=None, max_examples=examples(100))
@given(models=lazy_models())
def test_each_round_tells_a_bound(make_engine, models):
    model, lazy = models
    truth, states = ToyEngine(model).solve(), []
    result = solve_lp(lazy, make_engine, max_rows=1, on_step=states.append)
    assert len(states) == result.report.rounds
    assert [state.number for state in states] == list(range(1, len(states) + 1))
    bounds = [state.dual_bound for state in states if state.dual_bound is not None]
    sign = -1 if model.maximize else 1
    for bound, better in pairwise(bounds):
        assert sign * better >= sign * bound - CLOSE
    if truth.status is Status.OPTIMAL:
        assert all(sign * bound <= sign * truth.objective + CLOSE for bound in bounds)
    if states:
        assert states[0].rows_added <= len(lazy.oracles)
        assert states[-1].rows_added == result.report.rows_added


@ENGINES
def test_rows_that_stopped_binding_are_dropped(make_engine):
    model = covering()
    lazy = all_lazy(model)
    started = perf_counter()
    result = solve_lp(lazy, make_engine, max_rows=10)
    assert 0 < sum(result.seconds.values()) <= perf_counter() - started
    check(model, lazy, result)
    assert len(result.report.rows) < result.report.rows_added
    assert result.report.rows_added < model.num_rows / 4


def test_rounds_start_from_the_last_basis():
    model = covering()
    lazy = all_lazy(model)

    class Forgetful(GlopEngine):
        def solve(self, time_limit=None):
            self._restart()
            return super().solve(time_limit)

    warm = solve_lp(lazy, GlopEngine, max_rows=20)
    cold = solve_lp(lazy, Forgetful, max_rows=20)
    assert warm.fun == pytest.approx(cold.fun, abs=CLOSE)
    assert warm.report.lp_iterations < 0.5 * cold.report.lp_iterations


def test_more_rows_than_anyone_could_list():
    """All 155 million rows that ask for 1 on half of 30 columns: the optimum is 1/15 everywhere."""
    oracle = ConstraintDiagram.from_zdd(sets_of_size(30, 15), 1.0)
    lazy = LazyModel(LinearModel(np.ones(30)), (oracle,))
    result = solve_lp(lazy, GlopEngine)
    assert result.status is Status.OPTIMAL
    assert result.fun == pytest.approx(2.0)
    assert result.x == pytest.approx(np.full(30, 1 / 15))
    assert oracle.min_slack(result.x) >= -1e-6
    assert (result.report.rows.matrix.sum(axis=1) == 15).all()


@ENGINES
def test_an_unbounded_start(make_engine):
    """The two rows that bound the objective are in oracles; x0 - x1 alone would be unbounded."""
    model = LinearModel(
        [-2.0, -1.0, 0.0],
        [[1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 3.0, -1.0], [0.0, 1.0, 1.0]],
        [-np.inf, -np.inf, -np.inf, 1.0],
        [5.0, 9.0, 12.0, np.inf],
        -np.inf,
    )
    lazy = split(model, [0, 1, 2, 1])
    check(model, lazy, solve_lp(lazy, make_engine))


@ENGINES
def test_unbounded_means_that_there_is_a_point(make_engine):
    rows = [[1.0, -1.0], [-1.0, 1.0]]
    unbounded = LinearModel([-1.0, 0.0], rows, [-1.0, -1.0])
    lazy = all_lazy(unbounded)
    result = solve_lp(lazy, make_engine)
    assert result.status is Status.UNBOUNDED
    assert unbounded.violation(result.x).within(1e-6)
    assert result.dual_bound is None
    empty = unbounded.replace(row_lower=[1.0, 1.0])
    assert solve_lp(all_lazy(empty), make_engine).status is Status.INFEASIBLE


@ENGINES
def test_small_coefficients_still_bound(make_engine):
    """A direction that violates a row by 1e-7 is none: the optimum is -1e7."""
    model = LinearModel([0.0, -1.0], [[1.0, -1e-7]], 0.0, upper=[1.0, np.inf])
    result = solve_lp(all_lazy(model), make_engine)
    assert result.status is Status.OPTIMAL
    assert result.fun == pytest.approx(-1e7)


@ENGINES
def test_no_oracle_and_no_column(make_engine):
    model = LinearModel([1.0, 2.0], [[1.0, 1.0]], 1.0, offset=3.0)
    check(model, LazyModel(model, ()), solve_lp(LazyModel(model, ()), make_engine))
    nothing = LinearModel([], np.zeros((2, 0)), [-1.0, 1.0])
    lazy = all_lazy(nothing)
    assert solve_lp(lazy, make_engine).status is Status.INFEASIBLE
    feasible = nothing.replace(row_lower=[-1.0, 0.0])
    assert solve_lp(all_lazy(feasible), make_engine).fun == 0.0


@ENGINES
def test_no_time_no_point(make_engine):
    model = covering()
    result = solve_lp(all_lazy(model), make_engine, time_limit=0.0)
    assert result.status is Status.NO_SOLUTION_FOUND
    assert result.limit == "time"
    assert result.message == "time limit"
    assert result.x is None
    assert result.dual_bound is None


def test_each_linear_program_gets_the_time_that_is_left():
    model, given_times = covering(), []

    class Watched(GlopEngine):
        def solve(self, time_limit=None):
            given_times.append(time_limit)
            return super().solve(time_limit)

    lazy = all_lazy(model)
    result = solve_lp(lazy, Watched, max_rows=10, time_limit=1000.0)
    assert result.status is Status.OPTIMAL
    assert len(given_times) > 2
    assert given_times[0] <= 1000.0
    assert all(later < earlier for earlier, later in pairwise(given_times))
    given_times.clear()
    solve_lp(lazy, Watched, max_rows=10)
    assert set(given_times) == {None}


@pytest.mark.parametrize("limit", ["time", "interrupted"])
def test_an_engine_that_ends_early_ends_the_solve(limit):
    """The caller may say stop while the engine works; else it was the time."""
    model, said = covering(), []

    class Tired(ToyEngine):
        def solve(self, time_limit=None):
            said.append(limit)
            return LPAnswer(Status.NO_SOLUTION_FOUND)

    result = solve_lp(all_lazy(model), Tired, stop=lambda: "interrupted" in said)
    assert result.status is Status.NO_SOLUTION_FOUND
    assert result.limit == limit
    assert len(said) == 1


@ENGINES
@pytest.mark.parametrize("rounds", [0, 1, 4])
def test_a_stopped_solve_still_gives_a_bound(make_engine, rounds):
    model = covering()
    lazy = all_lazy(model)
    states = []
    result = solve_lp(
        lazy,
        make_engine,
        max_rows=10,
        on_step=states.append,
        stop=lambda: len(states) == rounds,
    )
    assert result.status is Status.NO_SOLUTION_FOUND
    assert result.limit == result.message == "interrupted"
    assert result.x is None
    assert result.report.rounds == rounds
    if rounds:
        assert 0 <= result.dual_bound <= ToyEngine(model).solve().objective
    else:
        assert result.dual_bound is None


def test_bad_arguments_are_refused():
    lazy = all_lazy(covering(num_rows=3))
    with pytest.raises(ValueError, match="max_rows is 0"):
        solve_lp(lazy, GlopEngine, max_rows=0)
    with pytest.raises(ValueError, match="tolerance is nan"):
        solve_lp(lazy, GlopEngine, tolerance=float("nan"))


class Pressed(ToyEngine):
    """Ctrl-C is pressed in a later solve."""

    left = 2

    def solve(self, time_limit=None):
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().solve(time_limit)


def test_ctrl_c_is_a_limit():
    model = covering()
    result = solve_lp(all_lazy(model), Pressed, max_rows=1)
    assert (result.status, result.limit) == (Status.NO_SOLUTION_FOUND, "interrupted")
    assert 0 <= result.dual_bound <= ToyEngine(model).solve().objective


class Vague(ToyEngine):
    """Does not tell infeasible programs from unbounded ones, as the dual simplex does not."""

    def solve(self, time_limit=None):
        answer = super().solve(time_limit)
        if answer.status in {Status.INFEASIBLE, Status.UNBOUNDED}:
            return LPAnswer(Status.INFEASIBLE_OR_UNBOUNDED)
        return answer


@settings(deadline=None, max_examples=examples(200))
@given(lazy_models())
def test_an_engine_need_not_tell_infeasible_from_unbounded(models):
    model, lazy = models
    truth = ToyEngine(model).solve().status
    found = solve_lp(lazy, Vague).status
    # of two empty sets, points and directions, either may be looked for first
    assert found is truth or {found, truth} <= {Status.INFEASIBLE, Status.INFEASIBLE_OR_UNBOUNDED}


@pytest.mark.parametrize("polls", range(8))
def test_a_stopped_solve_claims_nothing_of_a_program_without_bounds(polls):
    """Unbounded but for the rows of the oracle, which are found over the directions."""
    model = LinearModel([-1, -1], [[1, 2], [2, 1]], row_upper=4)
    count = iter([False] * polls)
    result = solve_lp(all_lazy(model), ToyEngine, stop=lambda: next(count, True))
    if result.limit is None:
        assert result.fun == pytest.approx(-8 / 3)
    else:
        assert (result.status, result.limit) == (Status.NO_SOLUTION_FOUND, "interrupted")
        assert result.x is None


class Late(ToyEngine):
    """Has no time for any program."""

    def solve(self, time_limit=None):
        return LPAnswer(Status.NO_SOLUTION_FOUND)


def test_an_engine_that_runs_out_of_time_is_a_limit():
    result = solve_lp(all_lazy(LinearModel([1], [[1]], 1)), Late, time_limit=100)
    assert (result.status, result.limit) == (Status.NO_SOLUTION_FOUND, "time")
