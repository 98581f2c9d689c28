"""Small labelled samples of every unpleasant kind, and what brute force says of their diagrams."""

from collections import Counter

import numpy as np

from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_problem import BIASES, SoftMarginProblem
from support.sets.diagrams import labels_of, paths
from support.sets.families import lists_of


def random_rows(random, max_features=8, max_rows=60):
    """Rows as a 0/1 matrix, labels and weights.

    Equal rows, also with contradictory labels; now and then empty rows, constant and equal
    features, weights over decades, or a class of one row.
    """
    n, m = int(random.integers(1, max_features + 1)), int(random.integers(2, max_rows + 1))
    matrix = (random.random((m, n)) < random.uniform(0.1, 0.9)).astype(np.uint8)
    matrix[random.random(m) < random.choice([0, 0, 0.1])] = 0
    if random.random() < 0.2:
        matrix[:, random.integers(n)] = random.integers(2)
    if random.random() < 0.2:
        matrix[:, random.integers(n)] = matrix[:, random.integers(n)]
    if random.random() < 0.3:
        matrix = matrix[random.integers(m, size=m)]
    score = matrix @ random.choice([-1.0, 0, 0, 1, 2], n) + random.normal(0, 0.5, m)
    labels = score > np.median(score)
    if random.random() < 0.1:
        labels[:] = False
        matrix[0] = random.integers(2) * matrix[0]
    labels[0], labels[-1] = True, False
    weights = random.choice([0.25, 1, 1, 3], m)
    if random.random() < 0.3:
        weights = 10.0 ** random.uniform(-4, 4, m)
    return matrix, labels, weights


def random_diagram(random, **sizes):
    """A diagram of such a sample, with any slack and order."""
    matrix, labels, weights = random_rows(random, **sizes)
    sample = LabelledSample.from_rows(matrix, labels, weights)
    slack = str(random.choice(["row", "edge", "edge", "block"]))
    order = random.permutation(sample.num_features)
    return SampleDiagram.from_sample(
        sample,
        slack,
        blocks=int(random.integers(1, 6)),
        order="natural" if random.random() < 0.5 else order,
    )


def random_problem(random, **sizes):
    """A problem over such a diagram, of any kind."""
    return some_problem(random, random_diagram(random, **sizes))


def some_problem(random, diagram):
    """A problem of any kind over a diagram."""
    signed, bias = bool(random.integers(2)), str(random.choice(BIASES))
    nu = float(random.choice([random.uniform(0.02, 0.98), 10.0 ** random.uniform(-4, 0)]))
    if bias == "free":
        nu *= SoftMarginProblem(diagram, 0.5).balance * 0.99
    return SoftMarginProblem(diagram, nu, signed=signed, bias=bias)


def class_rows(sample):
    """The distinct rows of both classes with their weights: (sign, sorted tuple of symbols)."""
    weights = Counter()
    for sign, family in ((1, sample.positive), (-1, sample.negative)):
        for row, weight in zip(lists_of(family), family.weights, strict=True):
            weights[sign, tuple(sorted(row))] += weight
    return weights


def walked_paths(diagram):
    """All paths: their edges, and what they stand for as in `class_rows`."""
    labels_at = labels_of(diagram.nzdd)
    for edges in map(list, paths(diagram.nzdd)):
        labels = [symbol for edge in edges for symbol in labels_at[edge]]
        assert labels.count(diagram.sample.num_features) == 1
        assert len(set(labels)) == len(labels)
        row = tuple(sorted(set(labels) - {diagram.sample.num_features}))
        yield edges, (int(diagram.sign[edges[0]]), row)


def stress_problem(seed):
    """Problems at the edge of what doubles can do: weights over decades, extreme nu."""
    random = np.random.default_rng(seed)
    n, m = int(random.integers(1, 30)), int(random.integers(2, 401))
    matrix = (random.random((m, n)) < random.uniform(0.05, 0.95)).astype(np.uint8)
    labels = random.random(m) < 0.5
    if random.random() < 0.7:
        score = matrix @ random.normal(size=n) + random.normal(0, 0.3, m)
        labels = score > np.quantile(score, random.uniform(0.05, 0.95))
    labels[0], labels[-1] = True, False
    if random.random() < 1 / 3:
        weights = 10 ** random.uniform(-4, 4, m)
    else:
        weights = np.ones(m) if random.random() < 0.5 else random.uniform(0.1, 3, m)
    kinds = [10 ** random.uniform(-4, 0), random.uniform(0, 1), 1 - 10 ** random.uniform(-4, -1)]
    nu = min(max(float(random.choice(kinds)), 1e-4), 0.9999)
    sample = LabelledSample.from_rows(matrix, labels, weights)
    slack = str(random.choice(["row", "edge", "block"]))
    diagram = SampleDiagram.from_sample(sample, slack, blocks=7)
    signed, bias = bool(random.random() < 0.7), str(random.choice(BIASES))
    if bias == "free":
        nu *= SoftMarginProblem(diagram, 0.5).balance * 0.9999
    return SoftMarginProblem(diagram, nu, signed=signed, bias=bias)


def check_proof(problem, solution):
    """The bounds of a solution are what its weights and its flow prove."""
    weights = solution.weights
    norm = problem.norm(weights)
    assert norm <= 1 + 1e-9
    if not problem.signed:
        assert weights[:-1].min(initial=0) >= 0
        assert problem.bias == "free" or weights[-1] <= 0
    if problem.bias == "none":
        assert weights[-1] == 0
    assert flow_violation(problem, solution.flow) <= 1e-9
    close = 1e-9 * max(1, abs(solution.lower))
    assert abs(problem.lower_bound(weights, solution.potentials) - solution.lower) <= close
    assert abs(problem.upper_bound(solution.flow) - solution.upper) <= 1e-9
    assert solution.gap >= -1e-9


def flow_violation(problem, flow):
    """The largest violation of balance, unit value, capacities and (free bias) f_b = 0."""
    nzdd = problem.diagram.nzdd
    net = np.bincount(nzdd.source, flow, nzdd.num_nodes)
    net -= np.bincount(nzdd.target, flow, nzdd.num_nodes)
    net[0] -= 1
    net[-1] += 1
    wrong = [np.abs(net).max(), (flow - problem.capacity).max(), -flow.min()]
    if problem.bias == "free":
        wrong.append(abs(problem.diagram.symbol_totals(flow)[-1]))
    return max(wrong)
