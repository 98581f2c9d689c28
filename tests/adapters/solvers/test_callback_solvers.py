"""Solvers that ask for rows in callbacks find what is found with all rows listed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nzdd
from nzdd.adapters.errors import LicenceError
from nzdd.adapters.solvers.callbacks.licence import too_small, unlicensed
from nzdd.adapters.solvers.registry import LICENSED
from nzdd.families import sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel, Status
from nzdd.formulations.models.result import checked
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.matrix_rows import MatrixRows
from support.examples import examples
from support.models.linear_programs import dual_objective, linear_programs
from support.models.milp_reference import EITHER, INFEASIBLE, UNBOUNDED, milp_answer
from support.models.mixed_models import mixed_models, split, split_models

TOO_LARGE = {"gurobi": (2001, 3), "cplex": (1001, 3), "xpress": (5001, 3)}
"""Rows and columns just above what the free licences allow."""


def agrees(model, result):
    status, value = milp_answer(model, mip_rel_gap=1e-9)
    if value is not None:
        close = pytest.approx(value, abs=2e-5 * max(1.0, np.abs(model.objective).max(initial=0)))
        assert result.status is Status.OPTIMAL, result.message
        assert result.fun == close
        assert result.dual_bound == close
        assert checked(model, result).status is Status.OPTIMAL
        return
    assert result.x is None
    if result.status is Status.INFEASIBLE:
        assert status in {INFEASIBLE, EITHER}
    else:
        assert result.status in {
            Status.UNBOUNDED,
            Status.INFEASIBLE_OR_UNBOUNDED,
            Status.OTHER_ERROR,
        }
        assert status in {INFEASIBLE, UNBOUNDED, EITHER}


@st.composite
def lazy_models(draw):
    """With an integer column at least: of linear programs no solver asks for rows."""
    model, lazy = draw(split_models())
    if model.is_mixed_integer:
        return model, lazy
    first = np.arange(model.num_columns) == 0
    return model.replace(integrality=first), LazyModel(
        lazy.core.replace(integrality=first), lazy.oracles
    )


@given(drawn=lazy_models(), max_rows=st.sampled_from([1, 3, 20]))
@settings(deadline=None, max_examples=examples(30))
def test_drawn_lazy_models(solve_mip, drawn, max_rows):
    model, lazy = drawn
    agrees(model, solve_mip(lazy, max_rows=max_rows))


def random_model(random):
    """Covering, packing or mixed rows, some of them equalities, and columns of both kinds."""
    n, m = int(random.integers(2, 12)), int(random.integers(1, 60))
    matrix = random.choice([[0, 0, 1], [0, 0, 1, 2, -1, 0.5]][random.integers(2)], (m, n))
    activity = matrix @ random.integers(0, 3, n)
    kind = random.integers(3)
    low = random.random(m) < [1.0, 0.0, 0.6][kind]
    high = random.random(m) < [0.0, 1.0, 0.4][kind]
    lower = np.where(low, activity - random.integers(0, 2, m), -np.inf)
    upper = np.where(high, activity + random.integers(0, 2, m), np.inf)
    if random.random() < 0.15:
        lower[0], upper[0] = lower[0] + 3, upper[0] + 3
    integrality = random.random(n) < random.choice([0.6, 1.0])
    integrality[0] = True
    return LinearModel(
        random.integers(-5, 20, n),
        matrix,
        lower,
        upper,
        0,
        random.choice([1.0, 2.0, 4.0], n),
        integrality,
        maximize=bool(random.integers(2)),
    )


def random_diagram(random):
    """A model whose rows are a family's, in a diagram, and the same with the rows listed."""
    n = int(random.integers(4, 9))
    chosen = random.random((int(random.integers(2, 30)), n)) < random.choice([0.3, 0.6])
    chosen = np.unique(
        chosen[chosen.any(axis=1)] if chosen.any() else np.ones((1, n), bool), axis=0
    )
    coefficients = random.choice([1.0, 2.0, -1.0, 0.5], n) if random.random() < 0.5 else np.ones(n)
    nominal = random.choice([0.0, 0.0, 1.0], n)
    rows = chosen * coefficients + nominal
    sense = str(random.choice([">=", "<="]))
    inside = random.integers(0, 3, n)
    side = float((rows @ inside).min() if sense == ">=" else (rows @ inside).max())
    family = nzdd.ZDD.from_rows([np.flatnonzero(row).tolist() for row in chosen], num_symbols=n)
    diagram = ConstraintDiagram.from_zdd(
        family, side, sense, coefficients=coefficients, num_columns=n, nominal=nominal
    )
    integrality = random.random(n) < 0.7
    integrality[0] = True
    core = LinearModel(
        random.integers(-5, 20, n),
        upper=random.choice([1.0, 2.0, 4.0], n),
        integrality=integrality,
        maximize=bool(random.integers(2)),
    )
    listed = core.replace(
        matrix=rows,
        row_lower=np.full(len(rows), side if sense == ">=" else -np.inf),
        row_upper=np.full(len(rows), side if sense == "<=" else np.inf),
    )
    return listed, LazyModel(core, (diagram,))


def check_many(solve_mip, seeds):
    for seed in seeds:
        random = np.random.default_rng(seed)
        model = random_model(random)
        agrees(model, solve_mip(split(model, random.integers(0, 3, model.num_rows))))
        listed, lazy = random_diagram(random)
        agrees(listed, solve_mip(lazy, threads=int(random.integers(1, 3))))


def test_many_random_models(solve_mip):
    check_many(solve_mip, range(examples(15)))


@pytest.mark.slow
def test_thousands_of_random_models(solve_mip):
    check_many(solve_mip, range(1000, 3500))


@given(model=mixed_models(bounded=False))
@settings(deadline=None, max_examples=examples(20))
def test_whole_models_with_integers(solve_mip, model):
    agrees(model, solve_mip(LazyModel(model, ())))


@given(model=linear_programs())
@settings(deadline=None, max_examples=examples(20))
def test_linear_programs_with_duals(solve_mip, model):
    result = solve_mip(LazyModel(model, ()))
    agrees(model, result)
    if result.success:
        proven = dual_objective(model, result.duals, tolerance=1e-6)
        assert proven == pytest.approx(result.fun, abs=1e-4)
        costs = model.objective - model.matrix.T @ result.duals
        assert result.reduced_costs == pytest.approx(costs, abs=1e-6)


@pytest.mark.parametrize("method", ["direct", "extended", "lazy", "auto"])
def test_every_method_takes_the_solver(solver, method):
    rows = np.array([[1, 1, 0, 1], [0, 1, 1, 1], [1, 0, 1, 0], [1, 1, 1, 0]])
    model = LinearModel([3, 2, 4, 5], rows, 1, upper=1, integrality=1)
    result = nzdd.solve(model, method, solver)
    assert (result.status, result.fun) == (Status.OPTIMAL, pytest.approx(5))
    assert result.solver == solver
    linear = nzdd.solve(model.relaxed(), method, None if method == "lazy" else solver)
    assert linear.fun == pytest.approx(milp_answer(model.relaxed())[1])
    assert linear.duals @ np.ones(4) + np.minimum(0, linear.reduced_costs).sum() == pytest.approx(
        linear.fun
    )


def test_implicit_rows_and_an_unbounded_core(solver):
    # every three of six columns sum up to two at most
    rows = ConstraintDiagram.from_zdd(sets_of_size(6, 3), 2.0, "<=")
    model = LinearModel([1, 1, 1, 1, 1, 2], integrality=True, maximize=True)
    result = nzdd.solve(model, "lazy", solver, rows=[rows])
    assert (result.status, result.fun) == (Status.OPTIMAL, pytest.approx(4))


def test_symmetry_of_the_listed_rows_is_no_symmetry(solve_mip):
    # Listed, the two columns may be swapped; only x = 0, y = 2 satisfies the others at that cost.
    core = LinearModel([3, 3], [[2, 2]], [-np.inf], [6], 0, [3, 3], [1, 0])
    rows = MatrixRows([[-1, 1], [0, 1]], [2, 2], [2, np.inf])
    assert solve_mip(LazyModel(core, (rows,))).fun == pytest.approx(6)


def test_a_column_that_no_listed_row_has_is_not_fixed(solve_mip):
    # Dual fixing would move a column that nothing locks to its cheapest bound, for good.
    core = LinearModel([1, 2, -1, -2], np.ones((1, 4)), -np.inf, 100, 0, 9, 1)
    oracle = MatrixRows([[1, 1, 0, 0], [0, 0, 1, 1]], [3, -np.inf], [np.inf, 4])
    assert solve_mip(LazyModel(core, (oracle,))).fun == pytest.approx(3 - 8)


@pytest.mark.parametrize("max_rows", [1, 100])
def test_a_row_that_the_solver_does_not_feel_ends_the_solve(solve_mip, max_rows):
    # The solver may drop the tiny coefficient, so that it satisfies what the oracle sees violated.
    core = LinearModel([1, -1], None, [], [], 0, [10, 1e5], [1, 1])
    lazy = LazyModel(core, (MatrixRows([[1, -1e-10]], [0]),))
    result = checked(lazy, solve_mip(lazy, max_rows=max_rows, time_limit=20))
    assert result.limit is None
    assert result.status in {Status.OPTIMAL, Status.IMPRECISE}


def test_licences_are_named_in_one_line():
    model = LinearModel(np.ones(3), np.ones((5, 3)), integrality=True)
    for solver in LICENSED:
        assert "method='lazy'" in str(too_small(solver, model, lazy=False))
        assert "always there" in str(too_small(solver, model, lazy=True))
        error = unlicensed(solver, RuntimeError("the licence\nhas expired."))
        assert f"{solver} finds no valid licence: the licence has expired; renew" in str(error)


def test_rows_and_bounds_that_nothing_satisfies(solve_mip):
    core = LinearModel([1, 1], None, [], [], 0, 5, True)
    for rows in (
        MatrixRows(np.zeros((1, 2)), [1]),
        MatrixRows(np.ones((1, 2)), [3], [2]),
        MatrixRows(np.ones((1, 2)), [11]),
    ):
        assert solve_mip(LazyModel(core, (rows,))).status is Status.INFEASIBLE
    crossed = core.replace(matrix=np.ones((1, 2)), row_lower=[2], row_upper=[1])
    assert solve_mip(LazyModel(crossed, ())).status is Status.INFEASIBLE
    nothing = LinearModel([], None, [], [], offset=2)
    assert solve_mip(LazyModel(nothing, ())).fun == 2


def test_an_unbounded_core_needs_rows_from_the_start(solver, solve_mip):
    core = LinearModel([-1, -1], [[1, -1]], [0], [0], 0, np.inf, True)
    bounded = LazyModel(core, (MatrixRows([[1, 2]], -np.inf, [7]),))
    seed = bounded.oracles[0].separate([9, 9])
    assert solve_mip(bounded, seed=seed).fun == pytest.approx(-4)
    free = LazyModel(core, (MatrixRows([[1, -2]], -np.inf, [7]),))
    result = solve_mip(free, time_limit=5)
    assert result.status is not Status.OPTIMAL or np.abs(result.x).max() > 1e5
    assert result.status is not Status.OTHER_ERROR or "seed" in result.message
    assert nzdd.solve(core, "lazy", solver, rows=free.oracles).status is Status.UNBOUNDED


def test_a_licence_too_small_is_one_line(solver):
    m, n = TOO_LARGE[solver]
    model = LinearModel(np.ones(n), np.ones((m, n)), np.arange(m) % 7, upper=9, integrality=1)
    try:
        result = nzdd.solve(model, "direct", solver)
    except LicenceError as error:
        message = str(error)
        assert f"{m} rows and {n} columns" in message
        assert "method='lazy'" in message
        assert "\n" not in message
    else:
        pytest.skip(f"the licence of {solver} here is larger than the free one")
    result = nzdd.solve(model, "lazy", solver)
    assert result.fun == pytest.approx(6)
    wide = LinearModel(np.ones(m), np.ones((1, m)), 1, upper=1, integrality=1)
    with pytest.raises(LicenceError, match=f"allows [^;]*; get a larger licence of {solver}"):
        nzdd.solve(wide, "direct", solver)
    with pytest.raises(LicenceError, match="always there"):
        nzdd.solve(wide, "lazy", solver)


def test_nothing_appears_on_stdout(solver, capfd):
    model = LinearModel([1, 1], [[2, 1], [1, 3]], row_lower=[2, 3], upper=9, integrality=1)
    nzdd.solve(model, "direct", solver, log="solver")
    nzdd.solve(model, "lazy", solver, log="solver")
    out, err = capfd.readouterr()
    assert not out
    assert err
