import numpy as np
import pytest

from nzdd.formulations.learning.soft_margin import InteriorPoint, LabelledSample, row_value, solve
from nzdd.formulations.learning.soft_margin.margins import is_constant, margins
from support.learning.soft_margin_samples import random_problem, random_rows


def best_of_all_margins(values, mass, nu):
    """Problem (4) at given weights: the best rho is one of the margins."""
    slack = np.maximum(0, values[:, None] - values[None, :])  # of row j at the margin of row i
    return (values - (slack * mass).sum(axis=1) / (nu * mass.sum())).max()


def test_the_mean_of_the_smallest_margins_is_problem_4_at_the_weights():
    random = np.random.default_rng(0)
    for _ in range(100):
        matrix, labels, mass = random_rows(random)
        weights, nu = random.normal(size=matrix.shape[1] + 1), random.uniform(0.01, 1)
        signs = np.where(labels, 1, -1)
        values = signs * (matrix @ weights[:-1] + weights[-1])
        found = row_value(LabelledSample.from_rows(matrix, labels, mass), weights, nu)
        assert found == pytest.approx(best_of_all_margins(values, mass, nu), abs=1e-9)


def test_the_value_lies_between_the_optima_of_6_and_4():
    random = np.random.default_rng(1)
    for _ in range(60):
        problem = random_problem(random)
        result = solve(problem)
        exact = LabelledSample(problem.diagram.sample.positive, problem.diagram.sample.negative)
        rows = type(problem.diagram).from_sample(exact, "row")
        over_rows = type(problem)(rows, problem.nu, problem.signed, problem.bias)
        optimum = InteriorPoint(rows).solve(over_rows).upper
        assert result.objective - 1e-7 <= result.row_objective <= optimum + 1e-7


def test_constant_answers_are_recognised():
    sample = LabelledSample.from_rows(np.eye(3, dtype=np.uint8), [True, False, False])
    for weights, constant in (
        ([0, 0, 0, 1], True),
        ([0, 0, 0, -1], True),
        ([0, 0, 0, 0], True),
        ([1, 0, 0, 0], False),
        ([1, 1, 1, -2], True),
        ([0, 1, 0, 0], False),
    ):
        values, _ = margins(sample, np.array(weights, float))
        assert is_constant(sample, values) is constant
