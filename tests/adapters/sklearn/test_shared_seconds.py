"""The problems of several classes share the time limit of a fit."""

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.base import clone

from nzdd.adapters.sklearn import minimax
from nzdd.adapters.sklearn.l0_rboost import l0_rboost_classifier
from nzdd.adapters.sklearn.soft_margin import soft_margin_base
from nzdd.formulations.iteration import limits
from nzdd.sklearn import L0RBoostClassifier, SoftMarginClassifier, SparseMinimaxClassifier

RANDOM = np.random.default_rng(0)
X = RANDOM.integers(0, 2, (24, 3)).astype(float)
FOUR = X[:, 0] + 2 * X[:, 1]
MODELS = {
    "L0-RBoost": (
        l0_rboost_classifier,
        "l0_rboost",
        L0RBoostClassifier(max_order=1, probability=False),
    ),
    "minimax": (minimax, "greedy_machine", SparseMinimaxClassifier(3, probability=False)),
}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("used", [0.0, 0.5, 1.0])
def test_each_problem_gets_an_equal_share_of_what_is_left(name, used, monkeypatch):
    """By a clock that moves only while a problem is solved, by a part of what that was given."""
    module, solver, model = MODELS[name]
    now, given, solve = 0.0, [], getattr(module, solver)

    def solved(*arguments, time_limit, **options):
        nonlocal now
        given.append(time_limit)
        result = solve(*arguments, time_limit=time_limit, **options)
        now += used * time_limit
        return result

    monkeypatch.setattr(limits, "time", SimpleNamespace(perf_counter=lambda: now))
    monkeypatch.setattr(module, solver, solved)
    model.set_params(time_limit=12.0).fit(X, FOUR)
    left = 12.0
    for share, problems in zip(given, (4, 3, 2, 1), strict=True):
        assert share == pytest.approx(left / problems)
        left -= used * share
    assert now <= 12.0


@pytest.mark.parametrize(("name", "seconds"), [("L0-RBoost", 10.0), ("minimax", 20.0)])
@pytest.mark.parametrize(("labels", "problems"), [(FOUR, 4), (X[:, 0], 1)])
def test_by_default_each_problem_adds_to_the_limit(name, seconds, labels, problems):
    half = clone(MODELS[name][2]).set_params(time_limit="auto").fit(X, labels)._for_a_half()
    assert half.time_limit == problems * seconds / 2


@pytest.mark.parametrize(("labels", "problems"), [(FOUR, 4), (X[:, 0], 1)])
def test_soft_margins_get_equal_shares(labels, problems, monkeypatch):
    given, fit = [], soft_margin_base.fit

    def fitted(*arguments, time_limit, **options):
        given.append(time_limit)
        return fit(*arguments, time_limit=time_limit, **options)

    monkeypatch.setattr(soft_margin_base, "fit", fitted)
    SoftMarginClassifier(0.3, time_limit=100.0, probability=False).fit(X, labels)
    assert given == [100.0 / problems]
