"""One optimum in all forms: (5) by its paths, (6) by its edges, (8) by its flow, and others."""

from collections import Counter

import numpy as np
import pytest
from scipy.optimize import linprog

from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_models import (
    edge_model,
    flow_model,
    row_model,
)
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.models.result import Result, Status
from support.examples import examples
from support.learning.path_model import path_model
from support.learning.soft_margin_samples import (
    class_rows,
    flow_violation,
    random_problem,
    random_rows,
    some_problem,
    walked_paths,
)
from support.models.milp_reference import milp_answer

CLOSE = 2e-5


def optimum(program):
    status, value = milp_answer(program.model)
    assert status == 0
    return value


def with_duals(model):
    """scipy's answer to a model without ranges, with duals as `Result` has them."""
    sign = -1 if model.maximize else 1
    equal = model.row_lower == model.row_upper
    above, below = (np.isfinite(bound) & ~equal for bound in (model.row_upper, model.row_lower))
    assert not np.any(above & below)
    flip = np.where(above, 1, -1)[~equal]
    answer = linprog(
        sign * model.objective,
        flip[:, None] * model.matrix[~equal].toarray(),
        flip * np.where(above, model.row_upper, model.row_lower)[~equal],
        model.matrix[equal],
        model.row_upper[equal],
        np.column_stack((model.lower, model.upper)),
    )
    assert answer.status == 0
    duals = np.empty(model.num_rows)
    duals[equal], duals[~equal] = answer.eqlin.marginals, flip * answer.ineqlin.marginals
    return Result(Status.OPTIMAL, x=answer.x, fun=sign * answer.fun, duals=sign * duals)


def enumerated(problem):
    """(5) from nothing but the rows of the sample and the edges on their paths, by linprog.

    Columns: w+, w- of all symbols, rho, the slacks of the edges.
    """
    rows, paths = class_rows(problem.diagram.sample), list(walked_paths(problem.diagram))
    n, edges = problem.num_symbols, problem.diagram.nzdd.num_edges
    cost, matrix = np.zeros(2 * n + 1 + edges), np.zeros((len(paths), 2 * n + 1 + edges))
    cost[2 * n] = -1
    for path, (used, (sign, row)) in enumerate(paths):
        for j in (*row, n - 1):
            matrix[path, j] -= sign
            matrix[path, n + j] += sign
        matrix[path, 2 * n] = 1
        for e in used:
            matrix[path, 2 * n + 1 + e] = -1
            cost[2 * n + 1 + e] += rows[sign, row] / (problem.nu * sum(rows.values()))
    upper = np.full(cost.size, np.inf)
    if not problem.signed:
        upper[n : 2 * n - 1] = 0  # no w-
        upper[n - 1] = 0 if problem.bias != "free" else np.inf  # b = -w[bias] >= 0
    if problem.bias == "none":
        upper[[n - 1, 2 * n - 1]] = 0
    norm = np.zeros((1, cost.size))
    norm[0, : 2 * n] = 1
    if problem.bias == "free":
        norm[0, [n - 1, 2 * n - 1]] = 0
    lower = np.zeros(cost.size)
    lower[2 * n] = -np.inf
    matrix, sides = np.vstack((matrix, norm)), np.append(np.zeros(len(paths)), 1)
    answer = linprog(cost, matrix, sides, bounds=np.column_stack((lower, upper)))
    assert answer.status == 0
    return -answer.fun


@pytest.mark.parametrize("block", range(6))
def test_all_forms_have_one_optimum(block):
    for seed in range(60 * block, 60 * block + examples(60)):
        problem = random_problem(np.random.default_rng(seed), max_rows=40)
        value = enumerated(problem)
        for make in (path_model, edge_model, flow_model):
            assert optimum(make(problem)) == pytest.approx(value, abs=CLOSE), (seed, make)
        found = InteriorPoint(problem.diagram).solve(problem)
        assert found.limit is None
        assert found.upper == pytest.approx(value, abs=CLOSE), seed
        assert found.gap <= 1e-8 * max(1, abs(found.upper))


@pytest.mark.parametrize("seed", range(examples(100)))
def test_slacks_between_edges_and_rows(seed):
    """(6) <= blocks <= (4), and (4) is the flat diagram; at the same weights too."""
    random = np.random.default_rng(seed)
    matrix, labels, weights = random_rows(random, max_rows=80)
    sample = LabelledSample.from_rows(matrix, labels, weights)
    edge, block, row = (
        SampleDiagram.from_sample(sample, slack, blocks=4) for slack in ("edge", "block", "row")
    )
    problem = some_problem(random, edge)
    values = []
    for diagram in (edge, block, row):
        same = SoftMarginProblem(diagram, problem.nu, signed=problem.signed, bias=problem.bias)
        values.append(optimum(flow_model(same)))
        assert optimum(row_model(same)) >= values[-1] - CLOSE
    assert values[0] <= values[1] + CLOSE
    assert values[1] <= values[2] + CLOSE
    assert optimum(row_model(problem)) == pytest.approx(values[2], abs=CLOSE)


@pytest.mark.parametrize("seed", range(examples(100)))
def test_duplicates_are_weights(seed):
    """(4) with a slack a copy of a row is (4) with the weights of distinct rows."""
    random = np.random.default_rng(seed)
    matrix, labels, _ = random_rows(random, max_rows=25)
    matrix = matrix.astype(float)
    m, n, nu = *matrix.shape, random.uniform(0.05, 1)
    y = np.where(labels, 1, -1)[:, None]
    margins = y * np.column_stack((matrix, -matrix, np.ones(m), -np.ones(m)))
    cost = np.concatenate((np.zeros(2 * n + 2), [-1], np.full(m, 1 / (nu * m))))
    norm = np.concatenate((np.ones(2 * n + 2), np.zeros(m + 1)))[None, :]
    bounds = [(0, None)] * (2 * n + 2) + [(None, None)] + [(0, None)] * m
    rows = np.column_stack((-margins, np.ones(m), -np.eye(m)))
    answer = linprog(cost, rows, np.zeros(m), norm, [1], bounds)
    sample = LabelledSample.from_rows(matrix, labels)
    problem = SoftMarginProblem(SampleDiagram.from_sample(sample, "edge"), nu)
    assert optimum(row_model(problem)) == pytest.approx(-answer.fun, abs=CLOSE)


@pytest.mark.parametrize("seed", range(examples(100)))
def test_solutions_are_read_back(seed):
    """Weights and flow of every form prove the optimum that the solver claims."""
    random = np.random.default_rng(seed)
    problem = random_problem(random, max_rows=40)
    for make in (path_model, edge_model, flow_model):
        program = make(problem)
        result = with_duals(program.model)
        flow, weights = program.flow(result), program.weights(result)
        assert flow_violation(problem, flow) <= 1e-6
        assert problem.upper_bound(flow) == pytest.approx(result.fun, abs=CLOSE)
        assert problem.norm(weights) <= 1 + 1e-6
        if make is not path_model:
            potentials = np.append(0, program.heights(result))
            lower = problem.lower_bound(weights, potentials)
            assert lower == pytest.approx(result.fun, abs=CLOSE)
        else:
            assert program.heights(result).shape == (1,)
    program = row_model(problem)
    result = with_duals(program.model)
    weights = program.weights(result)
    rows = class_rows(problem.diagram.sample)
    margins = np.array([s * (weights[list(row)].sum() + weights[-1]) for s, row in rows])
    shares = np.array(list(rows.values())) / (problem.nu * sum(rows.values()))
    # The best rho is one of the margins.
    value = max(rho - shares @ np.maximum(0, rho - margins) for rho in margins)
    assert value == pytest.approx(result.fun, abs=CLOSE)
    flow = program.flow(result)
    assert flow.sum() == pytest.approx(1, abs=1e-6)
    assert flow.shape == (len(rows),)


@pytest.mark.parametrize("seed", range(examples(100)))
def test_restricted_to_some_symbols(seed):
    """(7) over J is (8) of the sample with only the features of J, on the same diagram."""
    random = np.random.default_rng(seed)
    problem = random_problem(random, max_rows=40)
    symbols = problem.symbols
    kept = np.sort(random.permutation(symbols)[: random.integers(1, symbols.size + 1)])
    if problem.bias == "free" and kept.tolist() == [problem.num_symbols - 1]:
        with pytest.raises(ValueError, match="no symbol is left"):
            flow_model(problem, kept)
        return
    value = optimum(flow_model(problem, kept))
    program = edge_model(problem)
    fixed = np.isin(program._symbols, kept, invert=True)
    upper = program.model.upper.copy()
    lower = program.model.lower.copy()
    upper[: fixed.size][fixed] = lower[: fixed.size][fixed] = 0
    status, expected = milp_answer(program.model.replace(lower=lower, upper=upper))
    assert status == 0
    assert value == pytest.approx(expected, abs=CLOSE)
    found = InteriorPoint(problem.diagram).solve(problem, symbols=kept)
    assert found.upper == pytest.approx(expected, abs=CLOSE)
    assert value <= optimum(flow_model(problem)) + CLOSE


def test_sizes():
    matrix = (np.arange(2**6)[:, None] >> np.arange(6)) & 1
    sample = LabelledSample.from_rows(matrix.astype(np.uint8), matrix.sum(axis=1) > 2)
    problem = SoftMarginProblem(SampleDiagram.from_sample(sample, "edge"), 0.5)
    nzdd = problem.diagram.nzdd
    shapes = Counter()
    for make in (row_model, path_model, edge_model, flow_model):
        model = make(problem).model
        shapes[make.__name__] = (model.num_rows, model.num_columns)
    assert shapes == {
        "row_model": (65, 14 + 1 + 64),
        "path_model": (65, 14 + 1 + nzdd.num_edges),
        "edge_model": (nzdd.num_edges + 1, 14 + nzdd.num_nodes - 1 + nzdd.num_edges),
        "flow_model": (14 + nzdd.num_nodes - 1, nzdd.num_edges + 1),
    }


def test_what_cannot_be_done_is_named(monkeypatch):
    sample = LabelledSample.from_rows([[0], [1], []], [1, 0, 0])
    diagram = SampleDiagram.from_sample(sample, "edge")
    problem = SoftMarginProblem(diagram, 0.5)
    monkeypatch.setattr("support.learning.path_model.MANY_PATHS", 2)
    with pytest.raises(ValueError, match="the diagram has 3 paths, and \\(5\\) lists at most 2"):
        path_model(problem)
    nothing = LabelledSample.from_rows([[], []], [1, 0], num_features=0)
    bare = SoftMarginProblem(SampleDiagram.from_sample(nothing, "row"), 0.5, bias="none")
    for make in (row_model, edge_model, flow_model):
        with pytest.raises(ValueError, match="the sample has no features"):
            make(bare)
    program = flow_model(problem)
    with pytest.raises(ValueError, match="no duals"):
        program.weights(Result(Status.OPTIMAL, x=np.zeros(9)))
    with pytest.raises(ValueError, match="no point"):
        program.flow(Result(Status.INFEASIBLE))
