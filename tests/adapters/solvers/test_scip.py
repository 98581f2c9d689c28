"""Branch and cut over oracles finds what a solver finds that is given all rows."""

import threading
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyscipopt import SCIP_HEURTIMING, SCIP_PARAMSETTING, SCIP_RESULT, Heur, Model, quicksum

from nzdd.adapters.files.models import mps, orlib
from nzdd.adapters.solvers import scip
from nzdd.formulations import LinearModel, Status
from nzdd.formulations.models.result import checked
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.matrix_rows import MatrixRows
from support.examples import examples
from support.models.milp_reference import EITHER, INFEASIBLE, UNBOUNDED, milp_answer
from support.models.mixed_models import all_lazy, split
from support.models.random_models import models


def check(model, lazy, **options):
    status, value = milp_answer(model, mip_rel_gap=1e-9)
    result = scip.solve_mip(lazy, **options)
    if value is not None:
        close = pytest.approx(value, abs=2e-5 * max(1.0, np.abs(model.objective).max(initial=0)))
        assert result.status is Status.OPTIMAL
        assert result.fun == close
        assert result.dual_bound == close
        assert checked(model, result).status is Status.OPTIMAL
        return
    assert result.x is None
    if result.status is Status.INFEASIBLE:
        assert status in {INFEASIBLE, EITHER}
    elif result.status is Status.INFEASIBLE_OR_UNBOUNDED:
        assert status in {INFEASIBLE, UNBOUNDED, EITHER}
    else:
        assert "seed" in result.message
        assert status in {UNBOUNDED, EITHER}


@given(models(), st.randoms(use_true_random=False), st.sampled_from([1, 3, 20]))
@settings(deadline=None, max_examples=examples(300))
def test_drawn_models(model, random, max_rows):
    part = np.array([random.randrange(3) for _ in range(model.num_rows)], int)
    if model.num_rows and random.random() < 0.3:
        moved = np.zeros(model.num_rows)
        moved[random.randrange(model.num_rows)] = random.choice([0.5, 1.0, -2.0])
        model = model.replace(row_lower=model.row_lower + moved, row_upper=model.row_upper + moved)
    check(model, split(model, part), max_rows=max_rows)


def random_model(random):
    """Covering, packing or mixed rows, some of them equalities, and columns of both kinds."""
    n, m = int(random.integers(2, 12)), int(random.integers(1, 60))
    values = [[0, 0, 1], [0, 0, 1, 2, -1, 0.5]][random.integers(2)]
    matrix = random.choice(values, (m, n))
    activity = matrix @ random.integers(0, 3, n)
    lower, upper = np.full(m, -np.inf), np.full(m, np.inf)
    kinds = [">=", "<=", "mixed"][random.integers(3)]
    low = np.isin(kinds, [">="]) | ((kinds == "mixed") & (random.random(m) < 0.6))
    high = np.isin(kinds, ["<="]) | ((kinds == "mixed") & (random.random(m) < 0.4))
    lower[low] = activity[low] - random.integers(0, 2, low.sum())
    upper[high] = activity[high] + random.integers(0, 2, high.sum())
    if random.random() < 0.15:
        lower[0] += 3
        upper[0] += 3
    return LinearModel(
        random.integers(-5, 20, n),
        matrix,
        lower,
        upper,
        0,
        random.choice([1.0, 2.0, 4.0], n),
        random.random(n) < random.choice([0.0, 0.6, 1.0]),
        maximize=bool(random.integers(2)),
    )


@pytest.mark.parametrize(
    "block", [0, *(pytest.param(block, marks=pytest.mark.slow) for block in (1, 2, 3))]
)
def test_many_random_models(block):
    for seed in range(500 * block, 500 * block + examples(250)):
        random = np.random.default_rng(seed)
        model = random_model(random)
        check(model, split(model, random.integers(0, 3, model.num_rows)))


def own_model(random, lazy, setting):
    """A user's model with variables and constraints that no oracle knows of, and two oracles."""
    n = int(random.integers(3, 14))
    model = Model()
    model.hideOutput()
    kinds = random.choice(["B", "I", "C"], n, p=[[0.4, 0.3, 0.3], [1, 0, 0]][random.integers(2)])
    upper = np.where(kinds == "B", 1, random.integers(1, 6, n))
    cost = random.integers(-5, 10, n)
    x = [model.addVar(f"x{j}", kinds[j], 0, upper[j], cost[j]) for j in range(n)]
    inside = random.integers(0, upper + 1)
    if random.random() < 0.3:
        model.setMaximize()
    for _ in range(random.integers(4)):
        i, j, kind = random.integers(n), random.integers(n), random.integers(4)
        if kind == 0:
            z = model.addVar(vtype="C", lb=None, ub=None, obj=random.integers(-2, 3))
            model.addCons(z == 7 - 2 * x[j])
        elif kind == 1:
            z = model.addVar(vtype="I", lb=-20, ub=20, obj=random.integers(-2, 3))
            model.addCons(z == x[j] + x[i] + 1)
        elif kind == 2 and i != j:
            model.addCons(x[i] + x[j] == inside[i] + inside[j])
        else:
            z = model.addVar(vtype="B", obj=random.integers(-2, 3))
            model.addCons(x[j] <= upper[j] * z)
    for m in (int(random.integers(2, 30)), int(random.integers(1, 8))):
        matrix = random.choice([0, 0, 0, 1, 1, -1, 2, 0.5, 3], (m, n))
        if random.random() < 0.4:
            matrix = np.abs(matrix)
        matrix[:, random.integers(n)] = 1
        activity = matrix @ inside
        low = random.random(m) < random.choice([0.0, 0.5, 1.0])
        lower = np.where(low, activity - random.integers(0, 2, m), -np.inf)
        high = ~low | (random.random(m) < random.choice([0.0, 0.2]))
        above = activity + random.integers(0, 3, m)
        if random.random() < 0.1:
            lower[0], above[0] = lower[0] + 2, above[0] + 2
        order = random.permutation(n)
        if lazy:
            rows = MatrixRows(matrix[:, order], lower, np.where(high, above, np.inf))
            scip.add_rows(model, [x[j] for j in order], rows)
            continue
        for row in range(m):
            activity = quicksum(a * v for a, v in zip(matrix[row], x, strict=True))
            if low[row]:
                model.addCons(activity >= lower[row])
            if high[row]:
                model.addCons(activity <= above[row])
    if lazy:
        model.setParams(setting)
    return model


SETTINGS = {
    "defaults": {},
    "restarts": {
        "presolving/maxrestarts": -1,
        "presolving/restartfac": 1e-9,
        "presolving/immrestartfac": 1e-9,
        "presolving/subrestartfac": 1e-9,
        "presolving/restartminred": 1e-9,
        "estimation/restarts/restartpolicy": "a",
        "estimation/restarts/restartlimit": -1,
    },
    "no presolve": {"presolving/maxrounds": 0},
    "LP at the root only": {"lp/solvefreq": 0},
    "integral points only": {"separating/maxrounds": 0, "separating/maxroundsroot": 0},
}


@pytest.mark.parametrize(
    "setting",
    [
        pytest.param(name, marks=pytest.mark.slow) if number > 1 else name
        for number, name in enumerate(SETTINGS)
    ],
)
def test_models_of_users(setting):
    for seed in range(examples(60)):
        explicit = own_model(np.random.default_rng(seed), False, {})
        lazy = own_model(np.random.default_rng(seed), True, SETTINGS[setting])
        explicit.optimize()
        lazy.optimize()
        assert lazy.getStatus() == explicit.getStatus(), seed
        if explicit.getStatus() == "optimal":
            expected = pytest.approx(explicit.getObjVal(), rel=2e-5, abs=2e-5)
            assert lazy.getObjVal() == expected, seed


def test_a_model_can_be_solved_again():
    model = own_model(np.random.default_rng(5), True, {})
    model.optimize()
    first = model.getObjVal()
    model.freeTransform()
    model.optimize()
    assert model.getObjVal() == pytest.approx(first)
    with pytest.raises(ValueError, match="freeTransform"):
        scip.add_rows(model, model.getVars(), MatrixRows(np.ones((1, model.getNVars(False)))))


def test_symmetry_of_the_listed_rows_is_no_symmetry():
    # Listed, the two columns may be swapped; only x = 0, y = 2 satisfies the others at that cost.
    core = LinearModel([3, 3], [[2, 2]], [-np.inf], [6], 0, [3, 3])
    rows = MatrixRows([[-1, 1], [0, 1]], [2, 2], [2, np.inf])
    assert scip.solve_mip(LazyModel(core, (rows,))).fun == pytest.approx(6)


class Inverted(MatrixRows):
    """Locks the wrong way round."""

    def locks(self):
        down, up = super().locks()
        return up, down


@pytest.mark.parametrize(("rows", "status"), [(MatrixRows, "optimal"), (Inverted, "infeasible")])
def test_locks_keep_dual_reductions_from_the_optimum(rows, status):
    # Dual fixing moves a column that nothing locks to its cheapest bound, for good.
    model = Model()
    model.hideOutput()
    x = [model.addVar(vtype="I", ub=9, obj=cost) for cost in (1, 2, -1, -2)]
    model.addCons(quicksum(x) <= 100)
    oracle = rows([[1, 1, 0, 0], [0, 0, 1, 1]], [3, -np.inf], [np.inf, 4])
    scip.add_rows(model, x, oracle)
    model.setParams(
        {
            "misc/allowweakdualreds": True,
            "misc/allowstrongdualreds": True,
            "misc/usesymmetry": 0,
        }
    )
    model.optimize()
    assert model.getStatus() == status
    if status == "optimal":
        assert model.getObjVal() == pytest.approx(3 - 8)


@pytest.mark.parametrize("max_rows", [1, 100])
def test_a_row_that_the_lp_does_not_feel_ends_the_solve(max_rows):
    # SCIP drops coefficients below 1e-9, so that its LP satisfies what the oracle sees violated.
    core = LinearModel([1, -1], None, [], [], 0, [10, 1e5])
    lazy = LazyModel(core, (MatrixRows([[1, -1e-10]], [0]),))
    result = scip.solve_mip(lazy, max_rows=max_rows)
    assert result.fun == pytest.approx(-1e5)
    assert checked(lazy, result).status is Status.IMPRECISE


def test_rows_and_bounds_that_nothing_satisfies():
    core = LinearModel([1, 1], None, [], [], 0, 5, True)
    for rows in (
        MatrixRows(np.zeros((1, 2)), [1]),
        MatrixRows(np.ones((1, 2)), [3], [2]),
        MatrixRows(np.ones((1, 2)), [11]),
    ):
        assert scip.solve_mip(LazyModel(core, (rows,))).status is Status.INFEASIBLE
    crossed = core.replace(matrix=np.ones((1, 2)), row_lower=[2], row_upper=[1])
    assert scip.solve_mip(LazyModel(crossed, ())).status is Status.INFEASIBLE
    empty = core.replace(matrix=np.zeros((1, 2)), row_lower=[1], row_upper=[2])
    assert scip.solve_mip(LazyModel(empty, ())).status is Status.INFEASIBLE
    nothing = LinearModel([], None, [], [], offset=2)
    assert scip.solve_mip(LazyModel(nothing, ())).fun == 2
    never = LazyModel(nothing, (MatrixRows(np.zeros((1, 0)), [1]),))
    assert scip.solve_mip(never).status is Status.INFEASIBLE


def test_an_unbounded_core_is_no_unbounded_model():
    core = LinearModel([-1, -1], [[1, -1]], [0], [0], 0, np.inf, True)
    bounded = LazyModel(core, (MatrixRows([[1, 2]], -np.inf, [7]),))
    seed = bounded.oracles[0].separate([9, 9])
    assert scip.solve_mip(bounded, seed=seed).fun == pytest.approx(-4)
    unbounded = LazyModel(core, (MatrixRows([[1, -2]], -np.inf, [7]),))
    assert scip.solve_mip(unbounded).status is Status.INFEASIBLE_OR_UNBOUNDED


@pytest.fixture
def hard():
    """Set covering that takes seconds."""
    return covering(1000, 100)


def covering(rows, columns):
    matrix = np.random.default_rng(0).random((rows, columns)) < 0.1
    matrix = matrix[matrix.any(axis=1)]
    return all_lazy(LinearModel(np.ones(columns), matrix, 1, np.inf, 0, 1, True))


def is_honest(lazy, result):
    assert result.status is Status.FEASIBLE
    assert checked(lazy, result).status is Status.FEASIBLE
    assert 0 < result.dual_bound < result.fun


def test_states_lead_to_the_answer():
    hard, states, lines = covering(200, 50), [], []
    result = scip.solve_mip(hard, gap=0.2, on_step=states.append, log=lines.append)
    assert result.status is Status.OPTIMAL
    assert result.gap <= 1.0
    found = [state for state in states if state.x is not None]
    assert found[-1].incumbent == pytest.approx(result.fun)
    assert all(
        state.incumbent == pytest.approx(hard.core.objective_value(state.x)) for state in found
    )
    assert [state.rows_added for state in states] == sorted(state.rows_added for state in states)
    assert result.report.rows_added >= states[-1].rows_added > 0
    assert any("Gap" in line for line in lines)


def test_stop(hard):
    found = []
    result = scip.solve_mip(
        hard,
        on_step=lambda state: found.append(state.incumbent and state.dual_bound),
        stop=lambda: any(found),
    )
    assert result.limit == "interrupted"
    is_honest(hard, result)


def test_interruption_from_another_thread(hard):
    ends = []
    started = threading.Event()

    def tell(state):
        if state.incumbent is not None and state.dual_bound:
            started.set()

    def interrupt():
        started.wait()
        ends[0]()

    thread = threading.Thread(target=interrupt)
    thread.start()
    result = scip.solve_mip(hard, on_interrupt=ends.append, on_step=tell)
    thread.join()
    assert result.limit == "interrupted"
    is_honest(hard, result)
    # Too late, and harmless.
    ends[0]()


def test_interruption_before_the_start(hard):
    result = scip.solve_mip(hard, on_interrupt=lambda end: end())
    assert (result.status, result.limit) == (Status.NO_SOLUTION_FOUND, "interrupted")


def test_time_limits(hard):
    result = scip.solve_mip(hard, time_limit=0)
    assert (result.status, result.limit) == (Status.NO_SOLUTION_FOUND, "time")
    result = scip.solve_mip(hard, time_limit=0.2)
    assert result.limit == "time"
    assert result.fun is None or checked(hard, result).status is Status.FEASIBLE


def test_a_hint_is_a_solution(hard):
    for hint in (np.ones(100), np.where(np.arange(100) < 90, 1.0, np.nan)):
        states = []
        scip.solve_mip(hard, hint=hint, gap=10, on_step=states.append)
        assert next(state.x is not None for state in states if state.incumbent is not None)
    useless = np.full(100, np.nan)
    assert scip.solve_mip(hard, hint=useless, gap=10).status is Status.OPTIMAL
    assert scip.solve_mip(hard, hint=np.zeros(100), gap=10).status is Status.OPTIMAL


class Failing(MatrixRows):
    """Gives up in one of its methods, after a while."""

    fails, calls = "", 3

    def __getattribute__(self, name):
        if name == type(self).fails:
            type(self).calls -= 1
            if type(self).calls < 0:
                raise LookupError(f"no {name} today")
        return super().__getattribute__(name)


@pytest.fixture(params=["min_slack", "separate"])
def failing(request, hard, monkeypatch):
    rows = Failing(hard.oracles[0].matrix, 1)
    monkeypatch.setattr(Failing, "fails", request.param)
    monkeypatch.setattr(Failing, "calls", 3)
    return LazyModel(hard.core, (rows,))


def test_what_an_oracle_raises_comes_out(failing, capfd):
    with pytest.raises(LookupError, match="today"):
        scip.solve_mip(failing)
    assert capfd.readouterr().err == ""


@pytest.mark.usefixtures("own_ctrl_c")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_an_oracle_raises_ends_the_solve_of_a_user(failing):
    model = Model()
    model.hideOutput()
    x = [model.addVar(vtype="B", obj=cost) for cost in failing.core.objective]
    scip.add_rows(model, x, failing.oracles[0], repair=False)
    with pytest.raises(Exception, match="SCIP"):
        model.optimize()


@pytest.mark.parametrize("name", ["on_step", "stop", "log"])
def test_what_a_callable_raises_comes_out(hard, name):
    def give_up(*arguments):
        raise LookupError("not today")

    with pytest.raises(LookupError, match="not today"):
        scip.solve_mip(hard, **{name: give_up})


def test_arguments_are_checked():
    model = Model()
    x = [model.addVar(), model.addVar()]
    with pytest.raises(ValueError, match="2 variables do not fit rows over 3 columns"):
        scip.add_rows(model, x, MatrixRows(np.ones((1, 3)), 1))
    with pytest.raises(ValueError, match="max_rows is 0"):
        scip.add_rows(model, x, MatrixRows(np.ones((1, 2)), 1), max_rows=0)
    other = Model()
    theirs = [x[0], other.addVar(name="u")]
    with pytest.raises(ValueError, match="variable 'u' belongs to another model"):
        scip.add_rows(model, theirs, MatrixRows(np.ones((1, 2)), 1))
    with pytest.raises(TypeError, match=r"sequence of pyscipopt\.Variable; one is 'x'"):
        scip.add_rows(model, "xy", MatrixRows(np.ones((1, 2)), 1))
    with pytest.raises(TypeError, match="another row oracle, not ndarray"):
        scip.add_rows(model, x, np.ones((1, 2)))
    with pytest.raises(TypeError, match=r"must be a pyscipopt\.Model, not NoneType"):
        scip.add_rows(None, x, MatrixRows(np.ones((1, 2)), 1))


@pytest.mark.slow
def test_stein27(data):
    model = mps.read(data / "mip" / "stein27.mps.gz")
    result = scip.solve_mip(all_lazy(model))
    assert checked(model, result).status is Status.OPTIMAL
    assert result.fun == pytest.approx(18)


@pytest.mark.slow
def test_scpcyc06(data):
    model = orlib.read(data / "orlib" / "scpcyc06.txt")
    result = scip.solve_mip(all_lazy(model), time_limit=2)
    assert checked(model, result).status in {Status.FEASIBLE, Status.OPTIMAL}
    assert result.dual_bound <= 60 + 1e-6
    assert result.fun >= 60 - 1e-6


class Separating(Heur):
    """Has a point of its own separated."""

    def __init__(self, variables):
        self.variables, self.answers = variables, []

    def heurexec(self, heurtiming, nodeinfeasible):
        if not self.answers:  # again and again would be no end
            point = self.model.createSol(self)
            for variable in self.variables:
                self.model.setSolVal(point, variable, 0.4)
            self.answers.append(self.model.separateSol(point))
            self.model.freeSol(point)
        return {"result": SCIP_RESULT.DIDNOTFIND}


def test_points_of_others_are_separated_too():
    model = Model()
    model.hideOutput()
    x = [model.addVar(vtype="B", obj=1) for _ in range(6)]
    rows = np.array(list(combinations(range(6), 2)))
    oracle = MatrixRows((rows[..., None] == np.arange(6)).any(axis=1), 1)
    scip.add_rows(model, x, oracle, repair=False)
    heuristic = Separating(x)
    model.setPresolve(SCIP_PARAMSETTING.OFF)
    model.includeHeur(heuristic, "separating", "", "s", timingmask=SCIP_HEURTIMING.DURINGLPLOOP)
    model.optimize()
    assert heuristic.answers
    assert model.getObjVal() == pytest.approx(5)
