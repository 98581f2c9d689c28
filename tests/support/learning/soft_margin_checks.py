"""Truths about every solution of a soft-margin problem, and a problem that takes several rounds."""

import numpy as np

from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from support.learning.soft_margin_samples import check_proof


def check(problem, found, optimum):
    """Both bounds are exactly what comes with them proves, and enclose the optimum."""
    check_proof(problem, found)
    assert found.lower == problem.lower_bound(found.weights, found.potentials)
    assert found.upper == problem.upper_bound(found.flow)
    assert found.lower <= optimum.upper + 1e-9
    assert found.upper >= optimum.lower - 1e-9


def noisy(seed, n=12, m=400, **options):
    """A problem that takes several rounds."""
    random = np.random.default_rng(seed)
    matrix = random.integers(2, size=(m, n))
    score = matrix[:, : n // 2].sum(axis=1) - matrix[:, n // 2 :].sum(axis=1)
    labels = score + random.normal(0, 1, m) > 0
    diagram = SampleDiagram.from_sample(LabelledSample.from_rows(matrix, labels), "edge")
    return SoftMarginProblem(diagram, 0.5, **options)


def large():
    """Solvers from outside take seconds where all 40 symbols come in at once."""
    random = np.random.default_rng(0)
    rows = random.random((40_000, 40)) < 0.5
    labels = (rows[:, :5].sum(axis=1) >= 3) ^ (random.random(40_000) < 0.1)
    sample = LabelledSample.from_rows(rows, labels)
    return SoftMarginProblem(SampleDiagram.from_sample(sample, "row"), 0.5)


def five_of_ten(m, slack, **options):
    """Ten of 20 symbols matter, and only all of them together tell the classes apart."""
    rows = np.random.default_rng(0).random((m, 20)) < 0.5
    sample = LabelledSample.from_rows(rows, rows[:, :10].sum(axis=1) >= 5)
    return SoftMarginProblem(SampleDiagram.from_sample(sample, slack), 0.1, **options)
