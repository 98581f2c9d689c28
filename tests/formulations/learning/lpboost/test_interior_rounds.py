"""Many hypotheses a round against the whole linear program, and against the simplex method."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.iteration.limits import INTERRUPTED, ITERATIONS, ROUNDING, TIME
from nzdd.formulations.learning.lpboost import (
    ClassificationStumps,
    CProblem,
    NuProblem,
    RegressionStumps,
    SortedColumns,
    agreement,
    lpboost,
)
from nzdd.formulations.learning.lpboost.vertex import vertex
from nzdd.formulations.models.result import Status
from support.examples import examples

seeds = st.integers(0, 2**32 - 1)
GAP = 1e-6


def noisy(seed, m, n, values, classes=2):
    random = np.random.default_rng(seed)
    X = random.integers(0, values, (m, n)).astype(float)
    score = X[:, :3].sum(axis=1) + random.normal(size=m)
    return X, np.searchsorted(np.quantile(score, np.arange(1, classes) / classes), score)


def both(problem, learner, **options):
    """The results of both algorithms."""
    return [
        lpboost(problem, learner, GlopEngine, algorithm=algorithm, **options)
        for algorithm in ("interior-point", "simplex")
    ]


def check_bounds(result, optimum):
    for step in result.history:
        assert step.lower <= optimum + GAP
        assert step.upper >= optimum - GAP


@given(seeds, st.sampled_from([2, 3]), st.sampled_from([2, 50]))
def test_the_optimum_is_that_of_the_simplex_method(seed, classes, values):
    random = np.random.default_rng(seed)
    m = int(random.integers(6, 60))
    X, y = noisy(seed, m, 4, values, classes)
    weights = random.choice([0.5, 1.0, 3.0], m)
    nu = float(random.uniform(weights.max() / weights.sum(), 1.0))
    problem = NuProblem.classification(weights, nu, random.choice([0.0, 0.3]) * nu)
    inside, simplex = both(problem, ClassificationStumps(SortedColumns(X), y, classes))
    assert inside.status is Status.OPTIMAL
    assert inside.gap <= GAP
    assert inside.objective == pytest.approx(simplex.objective, abs=2 * GAP)
    margins = agreement(inside.ensemble.predict(X), y)
    assert problem.lower(np.ones(1), margins) == pytest.approx(inside.objective, abs=1e-9)
    check_bounds(inside, simplex.objective)


@settings(max_examples=examples(40))
@given(seeds, st.floats(0.2, 1.0))
def test_regression_too(seed, nu):
    X, y = noisy(seed, 30, 3, 20, 5)
    targets = (y - 2) / 3
    problem = NuProblem.regression(targets, np.ones(30), nu)
    inside, simplex = both(problem, RegressionStumps(SortedColumns(X), np.ones(30)))
    assert inside.status is Status.OPTIMAL
    assert inside.objective == pytest.approx(simplex.objective, abs=2 * GAP)
    check_bounds(inside, simplex.objective)


@given(seeds)
def test_it_ends_at_a_vertex(seed):
    """A basis has a hypothesis a row whose cost is away from its bounds, and one for the sum."""
    X, y = noisy(seed, 40, 6, 2)
    problem = NuProblem.classification(np.ones(40), 0.6)
    result = both(problem, ClassificationStumps(SortedColumns(X), y, 2))[0]
    margins = agreement(result.ensemble.predict(X), y)
    costs = result.costs
    rho = margins[costs > 0].max()
    tight = np.abs(margins - rho) < 1e-6
    assert len(result.ensemble) <= tight.sum() + 1


def test_a_mixture_of_all_optimal_ensembles_becomes_one():
    columns = np.repeat(np.array([[1.0, -1.0, 1.0], [-1.0, 1.0, 1.0]]), 5, axis=0)
    weights = vertex(columns, np.zeros(3), np.full(10, 0.1), 0.0, 1e-9)
    assert weights.sum() == pytest.approx(1)
    assert (weights > 0).sum() == 2
    assert weights @ columns == pytest.approx([0, 0, 1])


def test_a_vertex_stays_one():
    columns = np.array([[1.0, -1.0], [-1.0, 1.0]])
    assert vertex(columns, np.zeros(2), np.full(2, 0.5), 0.0, 1e-9) == pytest.approx([0.5, 0.5])


def hard():
    X, y = noisy(0, 400, 30, 2)
    return NuProblem.classification(np.ones(400), 0.3), ClassificationStumps(SortedColumns(X), y, 2)


def test_it_takes_fewer_rounds():
    inside, simplex = both(*hard())
    assert 3 * len(inside.history) < len(simplex.history)
    assert len(inside.ensemble) <= len(simplex.ensemble) + 1


@pytest.mark.parametrize(
    ("options", "limit"),
    [
        ({"time_limit": 0.0}, TIME),
        ({"max_hypotheses": 5}, ITERATIONS),
        ({"stop": lambda: True}, INTERRUPTED),
    ],
)
def test_a_limit_leaves_an_ensemble_and_its_bounds(options, limit):
    problem, learner = hard()
    optimum = lpboost(problem, learner, GlopEngine).objective
    for result in both(problem, learner, **options):
        assert result.limit == limit
        assert result.status is Status.FEASIBLE
        assert len(result.ensemble) >= 1
        assert result.objective <= optimum + GAP
        assert result.bound >= optimum - GAP
        assert result.num_learned <= options.get("max_hypotheses", np.inf)


def test_ctrl_c_within_a_step_leaves_an_ensemble():
    problem, learner = hard()
    calls = []

    def pressed(step):
        calls.append(step)
        if len(calls) == 3:
            raise KeyboardInterrupt

    result = both(problem, learner, on_step=pressed)[0]
    assert result.limit == INTERRUPTED
    assert result.objective <= result.bound


@pytest.mark.parametrize("gap", [1e-16, 1e-30])
def test_a_gap_below_rounding_ends_the_rounds(gap):
    problem, learner = hard()
    result = lpboost(problem, learner, GlopEngine, algorithm="interior-point", gap=gap)
    assert result.limit == ROUNDING or result.gap == 0
    assert result.gap <= 1e-12


def test_what_has_no_inside_is_left_to_the_simplex_method():
    X, y = noisy(1, 20, 3, 4)
    learner = ClassificationStumps(SortedColumns(X), y, 2)
    for problem in (
        NuProblem.classification(np.ones(20), 1.0),
        NuProblem.classification(np.ones(20), 0.5, 0.5),
        CProblem.from_weights(np.ones(20), 1.0),
    ):
        inside, simplex = both(problem, learner)
        assert inside.objective == simplex.objective
        assert inside.num_learned == simplex.num_learned


def test_an_unknown_algorithm():
    with pytest.raises(ValueError, match="algorithm 'newton' is unknown; take one of simplex"):
        lpboost(*hard(), GlopEngine, algorithm="newton")
