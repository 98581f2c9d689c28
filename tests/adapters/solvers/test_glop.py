"""GLOP as an engine: the answers of scipy, whatever came before, and faster than from scratch."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations import LinearModel, Status
from support.examples import examples
from support.interrupts import press_ctrl_c
from support.models.linear_programs import covering, dual_objective, linear_programs
from support.models.toy_engine import ToyEngine

CLOSE = 2e-5


def check(engine, model, **options):
    """The answer to what the engine holds, which is the model, is right and proves itself."""
    truth, answer = ToyEngine(model).solve(), engine.solve(**options)
    assert answer.status is truth.status
    if truth.status is not Status.OPTIMAL:
        assert answer.x is None
        assert answer.objective is None
        return answer
    assert answer.objective == pytest.approx(truth.objective, abs=CLOSE)
    assert model.violation(answer.x).within(1e-7)
    assert model.objective_value(answer.x) == pytest.approx(answer.objective, abs=CLOSE)
    assert answer.duals.shape == (model.num_rows,)
    costs = model.objective - model.matrix.T @ answer.duals
    assert answer.reduced_costs == pytest.approx(costs, abs=CLOSE)
    assert dual_objective(model, answer.duals) == pytest.approx(truth.objective, abs=CLOSE)
    return answer


@settings(deadline=None, max_examples=examples(70))
@given(linear_programs())
def test_answers_are_scipys(model):
    check(GlopEngine(model), model)


@settings(deadline=None, max_examples=examples(70))
@given(linear_programs(), st.data())
def test_answers_stay_right_while_rows_and_columns_come_and_go_and_bounds_move(model, data):
    engine = GlopEngine(model)
    for _ in range(data.draw(st.integers(1, 6))):
        n = model.num_columns
        match data.draw(st.sampled_from(["add", "columns", "delete", "bounds", "solve"])):
            case "add":
                count = data.draw(st.integers(0, 4))
                entries = st.lists(st.sampled_from([0, 1, -1, 2]), min_size=n, max_size=n)
                new = [data.draw(entries) for _ in range(count)]
                matrix = csr_array(np.array(new, float).reshape(count, n))
                ends = [sorted(data.draw(st.tuples(*[st.integers(-3, 3)] * 2))) for _ in new]
                lower, upper = np.array(ends, float).reshape(count, 2).T
                upper[data.draw(st.integers(0, count)) :] = np.inf
                engine.add_rows(matrix, lower, upper)
                model = model.replace(
                    matrix=np.vstack((model.matrix.toarray(), matrix.toarray())),
                    row_lower=np.concatenate((model.row_lower, lower)),
                    row_upper=np.concatenate((model.row_upper, upper)),
                )
            case "columns":
                count, m = data.draw(st.integers(0, 3)), model.num_rows
                entries = st.lists(st.sampled_from([0, 1, -1, 2]), min_size=m + 1, max_size=m + 1)
                new = np.array([data.draw(entries) for _ in range(count)], float)
                costs, matrix = new.reshape(count, m + 1)[:, 0], new.reshape(count, m + 1)[:, 1:].T
                ends = st.sampled_from([(0, 1), (-1, -1), (-np.inf, 2), (1, np.inf), (2, 3)])
                drawn = np.array([data.draw(ends) for _ in range(count)], float)
                lower, upper = drawn.reshape(count, 2).T
                engine.add_columns(costs, csr_array(matrix), lower, upper)
                model = model.replace(
                    objective=np.concatenate((model.objective, costs)),
                    matrix=np.hstack((model.matrix.toarray(), matrix)),
                    lower=np.concatenate((model.lower, lower)),
                    upper=np.concatenate((model.upper, upper)),
                    integrality=False,
                )
            case "delete" if model.num_rows:
                rows = st.sets(st.integers(0, model.num_rows - 1))
                rows = np.array(sorted(data.draw(rows)), np.int64)
                engine.delete_rows(rows)
                model = model.replace(
                    matrix=np.delete(model.matrix.toarray(), rows, axis=0),
                    row_lower=np.delete(model.row_lower, rows),
                    row_upper=np.delete(model.row_upper, rows),
                )
            case "bounds":
                columns = np.array(data.draw(st.permutations(range(n))))[: (n + 1) // 2]
                ends = st.sampled_from([(0, 1), (0, 0), (-np.inf, 2), (1, np.inf), (2, 1)])
                lower, upper = np.array([data.draw(ends) for _ in columns], float).T
                engine.set_bounds(columns, lower, upper)
                new_lower, new_upper = model.lower.copy(), model.upper.copy()
                new_lower[columns], new_upper[columns] = lower, upper
                model = model.replace(lower=new_lower, upper=new_upper)
            case "solve":
                check(engine, model, anew=data.draw(st.booleans()))
    check(engine, model)


def few_rows(num_rows=600, num_columns=120):
    return covering(num_rows, num_columns, 8, seed=1).replace(upper=1.0)


def test_added_rows_start_from_the_last_basis():
    model = few_rows()
    warm = GlopEngine(model.replace(matrix=model.matrix[:0], row_lower=[], row_upper=[]))
    warm_iterations = cold_iterations = 0
    for at in range(0, model.num_rows, 30):
        rows = slice(at, at + 30)
        warm.add_rows(model.matrix[rows], model.row_lower[rows], model.row_upper[rows])
        present = slice(0, at + 30)
        cold = GlopEngine(
            model.replace(
                matrix=model.matrix[present],
                row_lower=model.row_lower[present],
                row_upper=model.row_upper[present],
            )
        )
        one, other = warm.solve(), cold.solve()
        assert one.objective == pytest.approx(other.objective, abs=CLOSE)
        warm_iterations += one.iterations
        cold_iterations += other.iterations
    assert warm_iterations < 0.5 * cold_iterations


def test_added_columns_start_from_the_last_basis():
    model = few_rows(120, 600)
    slack = np.eye(model.num_rows)
    core = LinearModel(np.full(model.num_rows, 1e3), slack, 1.0)
    warm = GlopEngine(core)
    warm.solve()
    warm_iterations = cold_iterations = 0
    for end in range(30, model.num_columns + 1, 30):
        columns = slice(end - 30, end)
        new = model.matrix[:, columns]
        warm.add_columns(
            model.objective[columns], csr_array(new), model.lower[columns], model.upper[columns]
        )
        present = LinearModel(
            np.concatenate((core.objective, model.objective[:end])),
            np.hstack((slack, model.matrix[:, :end].toarray())),
            1.0,
            upper=np.concatenate((core.upper, model.upper[:end])),
        )
        one, other = warm.solve(), GlopEngine(present).solve()
        assert one.objective == pytest.approx(other.objective, abs=CLOSE)
        warm_iterations += one.iterations
        cold_iterations += other.iterations
    assert warm_iterations < 0.5 * cold_iterations


def test_moved_bounds_start_from_the_last_basis():
    model = few_rows()
    engine = GlopEngine(model)
    cold = engine.solve()
    fractional = np.flatnonzero(np.abs(cold.x - np.rint(cold.x)) > 0.1)[:10]
    iterations = 0
    for column in fractional:
        at = np.array([column])
        engine.set_bounds(at, np.ones(1), np.ones(1))
        iterations += engine.solve().iterations
        engine.set_bounds(at, np.zeros(1), np.ones(1))
    assert engine.solve().objective == pytest.approx(cold.objective, abs=CLOSE)
    assert iterations < 0.5 * cold.iterations * fractional.size


def test_without_its_slack_rows_an_optimum_stays_one():
    model = few_rows()
    engine = GlopEngine(model)
    before = engine.solve()
    slack = np.flatnonzero(model.row_activity(before.x) > model.row_lower + 1e-6)
    assert slack.size > 100
    engine.delete_rows(slack)
    after = engine.solve()
    assert after.iterations == 0
    assert after.objective == pytest.approx(before.objective, abs=CLOSE)
    assert after.duals == pytest.approx(np.delete(before.duals, slack), abs=CLOSE)


def test_without_some_binding_rows_the_basis_is_still_of_use():
    model = few_rows()
    engine = GlopEngine(model)
    binding = np.flatnonzero(engine.solve().duals)[:10]
    engine.delete_rows(binding)
    left = model.replace(
        matrix=np.delete(model.matrix.toarray(), binding, axis=0),
        row_lower=np.delete(model.row_lower, binding),
        row_upper=np.delete(model.row_upper, binding),
    )
    assert check(engine, left).iterations < GlopEngine(left).solve().iterations


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
def test_the_size_of_the_costs_does_not_matter(scale):
    model = few_rows()
    scaled = model.replace(objective=scale * model.objective)
    answer = GlopEngine(scaled).solve()
    truth = GlopEngine(model).solve()
    assert answer.objective == pytest.approx(scale * truth.objective, rel=1e-6)
    assert answer.duals == pytest.approx(scale * truth.duals, rel=1e-6, abs=scale * 1e-6)


def test_programs_without_columns_or_rows():
    nothing = LinearModel([], np.zeros((1, 0)), -1.0, offset=2.0)
    check(GlopEngine(nothing), nothing)
    nowhere = LinearModel([], np.zeros((2, 0)), [-1.0, 1.0])
    check(GlopEngine(nowhere), nowhere)
    no_rows = LinearModel([1.0, -1.0], upper=[np.inf, 3.0])
    check(GlopEngine(no_rows), no_rows)
    unbounded = no_rows.replace(upper=np.inf)
    check(GlopEngine(unbounded), unbounded)


def test_a_limit_gives_no_answer_and_the_next_solve_the_right_one():
    model = few_rows()
    engine = GlopEngine(model)
    assert engine.solve(time_limit=0.0).status is Status.NO_SOLUTION_FOUND
    check(engine, model)
    check(engine, model)


def test_a_solve_that_goes_on_for_too_long_starts_anew(monkeypatch):
    model = covering(200, 60)
    whole = GlopEngine(model).solve()
    assert whole.iterations > 5
    monkeypatch.setattr(GlopEngine, "_most", lambda engine: 3)
    answer = check(GlopEngine(model), model)
    assert answer.iterations > 3


def test_an_interrupted_engine_stops():
    engine = GlopEngine(few_rows())
    engine.interrupt()
    assert engine.solve().status is Status.NO_SOLUTION_FOUND


def test_ctrl_c_ends_a_solve_and_the_next_one_is_right():
    """The rows that make it long are deleted afterwards."""
    few, random = few_rows(), np.random.default_rng(0)
    engine = GlopEngine(few)
    many = csr_array(random.random((5_000, few.num_columns)))
    engine.add_rows(many, random.random(5_000), np.full(5_000, np.inf))
    press_ctrl_c(after=0.2)
    with pytest.raises(KeyboardInterrupt):
        engine.solve()
    engine.delete_rows(few.num_rows + np.arange(5_000))
    check(engine, few)


def test_an_engine_outlives_numbers_that_glop_refuses():
    model = few_rows()
    engine = GlopEngine(model)
    check(engine, model)
    engine.add_rows(csr_array(1e31 * model.matrix[:1]), np.ones(1), np.full(1, np.inf))
    assert engine.solve().status is Status.NUMERICAL_ERROR
    engine.delete_rows(np.array([model.num_rows]))
    check(engine, model)


def test_what_does_not_fit_is_refused():
    engine = GlopEngine(LinearModel([1.0, 1.0], [[1.0, 1.0]], 1.0))
    with pytest.raises(ValueError, match=r"over 2 columns"):
        engine.add_rows(csr_array(np.ones((1, 3))), np.ones(1), np.ones(1))
    with pytest.raises(ValueError, match=r"bounds \(2,\)"):
        engine.add_rows(csr_array(np.ones((1, 2))), np.ones(2), np.ones(1))
    with pytest.raises(ValueError, match=r"over 1 rows"):
        engine.add_columns(np.ones(2), csr_array(np.ones((2, 2))), np.zeros(2), np.ones(2))
    with pytest.raises(ValueError, match="makes no columns"):
        engine.add_columns(np.ones(1), csr_array(np.ones((1, 2))), np.zeros(2), np.ones(2))
    with pytest.raises(IndexError, match="index 1 is out of bounds"):
        engine.delete_rows(np.array([1]))
    with pytest.raises(IndexError, match="index 2 is out of bounds"):
        engine.set_bounds(np.array([2]), np.zeros(1), np.ones(1))
    assert engine.solve().objective == pytest.approx(1.0)


def test_entries_in_one_place_are_added_up():
    """x0 + x0 + x1 >= 4, in two places out of order."""
    engine = GlopEngine(LinearModel([1, 3]))
    rows = csr_array(([1.0, 1.0, 1.0], [1, 0, 0], [0, 3]), shape=(1, 2))
    engine.add_rows(rows, np.array([4.0]), np.array([np.inf]))
    assert engine.solve().objective == pytest.approx(2)
    assert rows.indices.tolist() == [1, 0, 0]
