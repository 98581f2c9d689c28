"""Paths of penalties for hinge loss and absolute error."""

from functools import partial

import numpy as np
import pytest

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn, BinnedRows
from nzdd.formulations.learning.rules.losses.piecewise_targets import (
    AbsoluteTarget,
    SoftMarginTarget,
)
from nzdd.formulations.learning.rules.masters.linear_master import LinearMaster
from nzdd.formulations.learning.rules.training import fit_rules

master = partial(LinearMaster, make_engine=GlopEngine)


def sample(kind, seed=0, size=150):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 2, (size, 6)).astype(np.uint8)
    rows = BinnedRows(codes, [BinColumn(2)] * 6)
    weights = rng.integers(1, 4, size) * 1.0
    signal = 2.0 * (codes[:, 0] & codes[:, 1]) + codes[:, 2]
    if kind == "numbers":
        values = signal + rng.normal(0, 0.1, size)
        return rows, AbsoluteTarget(rows.number, values, weights, rows.num_rows), values, weights
    classes = np.minimum(signal, kind - 1).astype(np.intp)
    target = SoftMarginTarget(rows.number, classes, weights, kind, rows.num_rows)
    return rows, target, classes, weights


@pytest.mark.parametrize("kind", [2, 3, "numbers"])
def test_scores_of_all_rows_are_the_loss(kind):
    rows, target, truth, weights = sample(kind)
    votes = np.random.default_rng(1).normal(size=(rows.num_rows, 3 if kind == 3 else 1))
    score = target.score(votes, np.ones(truth.size, bool))
    assert score.weight == weights.sum()
    assert score.loss / score.weight == pytest.approx(target.loss().value(votes))
    seen = votes[rows.number]
    wrong = np.abs(truth - seen[:, 0])
    if kind != "numbers":
        wrong = truth != ((seen[:, 0] > 0) if kind == 2 else seen.argmax(axis=1))
    assert score.error == pytest.approx(weights @ wrong)


@pytest.mark.parametrize("kind", [2, 3, "numbers"])
def test_a_path_finds_the_rules_of_the_sample(kind):
    rows, target, truth, weights = sample(kind)
    fit = fit_rules(rows, target, np.array([0, 1, 1.3]), num_folds=3, master=master)
    assert fit.limit is None
    assert fit.bounds.upper - fit.bounds.lower <= 1e-4 * fit.path.points[0].bounds.upper * 1.1
    score = target.score(fit.vote.votes(rows.codes), np.ones(truth.size, bool))
    assert score.error <= (0.2 if kind == "numbers" else 0.02) * weights.sum()
