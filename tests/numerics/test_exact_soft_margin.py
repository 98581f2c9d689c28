"""Soft margins of small samples in rational numbers: both proven bounds enclose the optimum."""

from fractions import Fraction

import numpy as np
import pytest

from nzdd.formulations.learning.soft_margin.methods.dispatch import solve
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_models import edge_model, row_model
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from support.models.exact_lp import optimum

ROUNDING = Fraction(1, 10**11)


def small_problem(seed):
    random = np.random.default_rng(seed)
    m = int(random.integers(2, 6))
    matrix = random.integers(0, 2, (m, 2))
    labels = random.random(m) < 0.5
    labels[:2] = True, False
    weights = 10.0 ** random.integers(-3, 4, m) if seed % 3 == 0 else np.ones(m)
    sample = LabelledSample.from_rows(matrix, labels, weights)
    diagram = SampleDiagram.from_sample(sample, "row" if seed % 2 else "edge")
    return SoftMarginProblem(diagram, float(random.choice([0.1, 0.3, 0.5, 0.9])))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("algorithm", ["interior-point", "column-generation"])
def test_the_bounds_enclose_the_exact_optimum(seed, algorithm):
    problem = small_problem(seed)
    exact = optimum(edge_model(problem).model)
    found = solve(problem, algorithm)
    assert Fraction(found.objective) <= exact + ROUNDING
    assert Fraction(found.dual_objective) >= exact - ROUNDING
    assert found.gap <= 1e-6 * max(1, abs(found.dual_objective))


@pytest.mark.parametrize("seed", range(1, 12, 2))
def test_a_slack_a_row_is_the_problem_of_the_paper(seed):
    """(4) and (6) are one problem there: equal but for the rounding of capacities."""
    problem = small_problem(seed)
    difference = optimum(edge_model(problem).model) - optimum(row_model(problem).model)
    assert abs(difference) <= ROUNDING
