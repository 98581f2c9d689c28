"""The loop against the whole linear program over all stumps."""

from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.iteration.limits import INTERRUPTED, ITERATIONS
from nzdd.formulations.iteration.lp_engine import LPAnswer, MasterFailed
from nzdd.formulations.learning.lpboost import (
    ClassificationStumps,
    CProblem,
    Learned,
    NuProblem,
    RegressionStumps,
    SortedColumns,
    agreement,
    lpboost,
)
from nzdd.formulations.models.result import Status
from support.learning.boosting_programs import equivalent
from support.models.toy_engine import ToyEngine

TOL = 2e-5
seeds = st.integers(0, 2**32 - 1)
engines = st.sampled_from([ToyEngine, GlopEngine])


def stump_columns(X, answers):
    """The answers of all stumps: every pair of answers at every cut, and the constants."""
    found = [np.repeat(answer[None], len(X), axis=0) for answer in answers]
    for column in X.T:
        values = np.unique(column)
        for cut in (values[1:] + values[:-1]) / 2:
            for left, right in product(answers, repeat=2):
                beyond = (column > cut).reshape(-1, *[1] * left.ndim)
                found.append(np.where(beyond, right, left))
    return found


def largest_margin(columns, offset, capacity, floor):
    """The optimum of (4) with offsets and with the tau of section 7.2."""
    m, n = columns.shape
    found = linprog(
        np.concatenate((np.zeros(n), capacity, -floor, [-1.0])),
        np.hstack((-columns, -np.eye(m), np.eye(m), np.ones((m, 1)))),
        offset,
        np.concatenate((np.ones(n), np.zeros(2 * m + 1)))[None],
        [1.0],
        [(0, None)] * (n + 2 * m) + [(None, None)],
    )
    assert found.status == 0
    return -found.fun


class Sample:
    """Few rows with few values, so that many stumps are alike."""

    def __init__(self, seed):
        random = np.random.default_rng(seed)
        self.m, self.classes = int(random.integers(4, 14)), int(random.integers(2, 4))
        self.X = random.integers(0, 4, (self.m, random.integers(1, 4))).astype(float)
        self.codes = random.integers(0, self.classes, self.m)
        self.y = random.normal(size=self.m) + self.X[:, 0] / 2
        self.weights = random.choice([0.5, 1.0, 3.0], self.m)
        least = self.weights.min() / self.weights.sum()
        self.nu = float(random.uniform(least, 1.0))
        self.min_cost = float(random.choice([0.0, 0.4 * self.nu]))
        self.columns = SortedColumns(self.X)
        self.capacity = self.weights / (self.nu * self.weights.sum())

    def classification(self, rated=False):
        problem = NuProblem.classification(self.weights, self.nu, self.min_cost)
        return problem, ClassificationStumps(self.columns, self.codes, self.classes, rated)

    def regression(self, criterion="deviation"):
        problem = NuProblem.regression(self.y, self.weights, self.nu, self.min_cost)
        return problem, RegressionStumps(self.columns, self.weights, criterion)

    def agreements(self):
        votes = stump_columns(self.X, np.eye(self.classes))
        return np.stack([agreement(vote, self.codes) for vote in votes], axis=1)

    def classification_optimum(self):
        columns = self.agreements()
        return largest_margin(
            columns, np.zeros(self.m), self.capacity, self.min_cost * self.capacity
        )

    def regression_optimum(self):
        half = np.stack(stump_columns(self.X, np.array([1.0, -1.0])), axis=1)
        capacity = np.tile(self.capacity, 2)
        offset = np.concatenate((-self.y, self.y))
        return largest_margin(np.vstack((half, -half)), offset, capacity, self.min_cost * capacity)


def noisy(seed=0, m=100, n=10):
    """Rows of two classes that no stump separates, and no few of them."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(m, n))
    y = (X[:, :3].sum(axis=1) + random.normal(size=m) > 0).astype(int)
    return X, y


def boost_noisy(make_engine=GlopEngine, nu=0.3, **options):
    X, y = noisy()
    problem = NuProblem.classification(np.ones(y.size), nu)
    return lpboost(problem, ClassificationStumps(SortedColumns(X), y, 2), make_engine, **options)


@cache
def whole():
    return boost_noisy()


def check(result, optimum, outputs):
    """An optimal ensemble on the simplex, with bounds that held all the way."""
    assert result.status is Status.OPTIMAL
    assert result.objective == pytest.approx(optimum, abs=TOL)
    assert result.bound == pytest.approx(optimum, abs=TOL)
    check_steps(result, optimum)
    weights = result.ensemble.weights
    assert (weights > 0).all()
    assert weights.sum() == pytest.approx(1)
    assert len({tuple(outputs(member)) for member in result.ensemble.hypotheses}) == weights.size


def check_steps(result, optimum):
    for step in result.history:
        assert step.lower <= optimum + TOL
        assert step.upper >= optimum - TOL
    for before, after in pairwise(result.history):
        assert after.lower >= before.lower
        assert after.upper <= before.upper
        assert after.columns == before.columns + 1


@given(seeds, st.booleans(), engines)
def test_classification_equals_the_program_over_all_stumps(seed, rated, engine):
    sample = Sample(seed)
    result = lpboost(*sample.classification(rated), engine)
    votes = result.ensemble.predict(sample.X)
    assert votes.sum(axis=1) == pytest.approx(1)
    margins = agreement(votes, sample.codes)
    check(
        result,
        sample.classification_optimum(),
        lambda member: agreement(member.predict(sample.X), sample.codes),
    )
    value = largest_margin(
        margins[:, None], np.zeros(sample.m), sample.capacity, sample.min_cost * sample.capacity
    )
    assert result.objective == pytest.approx(value, abs=1e-9)


@given(seeds, st.sampled_from(["deviation", "least_squares"]), engines)
def test_regression_equals_the_program_over_all_stumps(seed, criterion, engine):
    sample = Sample(seed)
    sample.min_cost /= 2
    result = lpboost(*sample.regression(criterion), engine)
    check(result, sample.regression_optimum(), lambda member: member.predict(sample.X))
    if sample.min_cost == 0:
        sizes = np.abs(sample.y - result.ensemble.predict(sample.X))
        tubes = [t + sample.capacity @ np.clip(sizes - t, 0, None) for t in sizes]
        assert result.objective == pytest.approx(-min(tubes), abs=1e-9)


@given(seeds, st.sampled_from([0.2, 1.0, 5.0]), engines)
def test_the_form_with_a_price_has_the_same_ensembles(seed, price, engine):
    """Theorem 3.1."""
    sample = Sample(seed)
    learner = ClassificationStumps(sample.columns, sample.codes, sample.classes)
    problem = CProblem.from_weights(sample.weights, price)
    columns, m = sample.agreements(), sample.m
    whole = linprog(
        np.concatenate((np.ones(columns.shape[1]), problem.capacity)),
        -np.hstack((columns, np.eye(m))),
        -np.ones(m),
    )
    if whole.fun > problem.capacity.sum() - TOL:
        return  # no hypothesis is worth its price
    result = lpboost(problem, learner, engine)
    assert result.objective == pytest.approx(-whole.fun, abs=TOL)
    assert result.bound == pytest.approx(-whole.fun, abs=TOL)
    check_steps(result, -whole.fun)
    scaled = equivalent(problem, result.objective)
    again = lpboost(scaled, learner, engine)
    margins = agreement(result.ensemble.predict(sample.X), sample.codes)
    assert again.objective == pytest.approx(scaled.lower(np.ones(1), margins), abs=1e-4)


def test_no_ensemble_where_no_hypothesis_is_worth_its_price():
    X, y = noisy()
    learner = ClassificationStumps(SortedColumns(X), y, 2)
    with pytest.raises(ValueError, match="larger C"):
        lpboost(CProblem.from_weights(np.ones(y.size), 1e-4), learner, GlopEngine)


class Cold:
    """GLOP from scratch at every solve."""

    def __init__(self, model):
        self.model, self.rows = model, []

    def add_rows(self, *rows):
        self.rows.append(rows)

    def solve(self, time_limit=None):
        engine = GlopEngine(self.model)
        for rows in self.rows:
            engine.add_rows(*rows)
        return engine.solve(time_limit)


def test_the_basis_is_kept():
    warm, cold = whole(), boost_noisy(Cold)
    assert warm.objective == pytest.approx(cold.objective, abs=TOL)
    per_round = sum(warm.iterations) / len(warm.iterations)
    assert 3 * per_round < sum(cold.iterations) / len(cold.iterations)


@pytest.mark.parametrize("rounds", [1, 2, 5, 20])
def test_stopped_early_the_bounds_hold(rounds):
    optimum = whole().objective
    steps = []
    result = boost_noisy(max_hypotheses=rounds, on_step=steps.append)
    assert result.limit == ITERATIONS
    assert result.status is Status.FEASIBLE
    assert result.num_learned == rounds == len(result.iterations)
    assert result.objective <= optimum + TOL
    assert result.bound >= optimum - TOL
    assert steps == result.history
    check_steps(result, optimum)


def test_a_wide_gap_ends_sooner():
    close, wide = whole(), boost_noisy(gap=0.02)
    assert wide.status is Status.OPTIMAL
    assert wide.gap <= 0.02
    assert wide.num_learned < close.num_learned


class Few:
    """Knows only the first columns, and is not exact."""

    def __init__(self, X, y, columns):
        self.exact = ClassificationStumps(SortedColumns(X[:, :columns]), y, 2)

    def learn(self, costs, above):
        found = self.exact.learn(costs, above)
        return Learned(found.hypothesis, found.outputs, float(costs.sum()))


def test_a_learner_that_is_not_exact_proves_little():
    X, y = noisy()
    problem = NuProblem.classification(np.ones(y.size), 0.3)
    result = lpboost(problem, Few(X, y, 3), GlopEngine)
    exact = ClassificationStumps(SortedColumns(X[:, :3]), y, 2)
    assert result.objective == pytest.approx(lpboost(problem, exact, GlopEngine).objective)
    assert result.bound >= whole().objective
    assert result.status is Status.FEASIBLE
    assert result.limit is None
    assert "not exact" in result.message


class Breaking:
    """Breaks off at a call of `learn`, or of `solve` where it makes the engine."""

    def __init__(self, last, how, inner):
        self.last, self.how, self.inner = last, how, inner

    def _count(self):
        self.last -= 1
        return self.last < 0

    def learn(self, costs, above):
        if self._count():
            raise self.how
        return self.inner.learn(costs, above)

    def add_rows(self, *rows):
        self.inner.add_rows(*rows)

    def solve(self, time_limit=None):
        return LPAnswer(self.how) if self._count() else self.inner.solve(time_limit)


def test_ctrl_c_keeps_the_best():
    X, y = noisy()
    problem = NuProblem.classification(np.ones(y.size), 0.3)
    stumps = ClassificationStumps(SortedColumns(X), y, 2)
    result = lpboost(problem, Breaking(5, KeyboardInterrupt(), stumps), GlopEngine)
    assert result.limit == INTERRUPTED
    check_steps(result, whole().objective)
    assert len(result.ensemble) <= 5
    with pytest.raises(KeyboardInterrupt):
        lpboost(problem, Breaking(0, KeyboardInterrupt(), stumps), GlopEngine)


def test_an_engine_that_fails_leaves_the_best():
    def breaking(last):
        return lambda model: Breaking(last, Status.NUMERICAL_ERROR, GlopEngine(model))

    result = boost_noisy(breaking(6))
    assert result.status is Status.FEASIBLE
    assert result.limit == "numerical_error"
    check_steps(result, whole().objective)
    with pytest.raises(MasterFailed, match="numerical_error"):
        boost_noisy(breaking(0))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"gap": 0.0}, "gap is 0.0; give a number above 0"),
        ({"gap": np.nan}, "gap is nan"),
        ({"max_hypotheses": 0}, "max_hypotheses is 0; give an integer of at least 1"),
    ],
)
def test_options_out_of_range(options, message):
    with pytest.raises(ValueError, match=message):
        boost_noisy(**options)


def test_the_summary_tells_what_there_is():
    result = boost_noisy(max_hypotheses=3)
    text = result.summary()
    assert "feasible: ended by iterations" in text
    assert f"{len(result.ensemble)} of 3 hypotheses tried" in text
