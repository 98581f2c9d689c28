"""Relaxed weights: rules that one penalty has chosen, weighed for a smaller one."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris

from nzdd.adapters.sklearn.encoding.bins import bin_codes
from nzdd.formulations.learning.rules.losses.likelihood import probabilities
from nzdd.sklearn import RuleClassifier, RuleRegressor

ALPHA, SHARE = 0.03, 0.25


def conditions(model, X, gradient, level):
    """By how much each weight misses the condition of the minimum for a level, and the constants.

    `gradient`: derivatives of the loss by the votes of each row, shape (rows, outputs).
    """
    fired = model.result_.vote.fired(bin_codes(model.encoder_, X))
    penalty = level * (1 + 0.3 * (np.array([len(rule) for rule in model.conjunctions_]) - 1))
    slopes, weights = fired.T @ gradient, model.weights_
    missed = np.where(
        weights != 0,
        slopes + np.sign(weights) * penalty[:, None],
        np.maximum(np.abs(slopes) - penalty[:, None], 0.0),
    )
    return np.append(missed, gradient.sum(axis=0))


@pytest.mark.parametrize("load", [load_iris, load_breast_cancer])
def test_the_weights_are_the_best_of_these_rules(load):
    X, y = load(return_X_y=True)
    free = RuleClassifier(ALPHA, gap=1e-8).fit(X, y)
    relaxed = RuleClassifier(ALPHA, relax=SHARE, gap=1e-8).fit(X, y)
    assert set(relaxed.conjunctions_) <= set(free.conjunctions_)
    assert relaxed.gap_ <= 1e-4
    assert np.abs(relaxed.weights_).sum() > np.abs(free.weights_).sum()
    share = probabilities(relaxed.result_.vote.votes(bin_codes(relaxed.encoder_, X)))
    gradient = share - (y[:, None] == relaxed.classes_)
    if len(relaxed.classes_) == 2:
        gradient = gradient[:, 1:]
    missed = conditions(relaxed, X, gradient / y.size, SHARE * ALPHA)
    assert missed == pytest.approx(0, abs=1e-4)


def test_the_weights_of_a_sum_are_the_best_of_these_rules():
    X, y = load_diabetes(return_X_y=True)
    relaxed = RuleRegressor(3.0, relax=SHARE, gap=1e-9).fit(X, y)
    gradient = (relaxed.predict(X) - y)[:, None] / y.size
    assert conditions(relaxed, X, gradient, SHARE * 3.0) == pytest.approx(0, abs=1e-3)


def test_the_choice_has_the_fewest_literals_within_a_standard_error():
    X, y = load_breast_cancer(return_X_y=True)
    model = RuleClassifier(folds=3).fit(X, y)
    path = model.path_
    assert set(path["relax"]) == {1.0, SHARE}
    near = path["held_out_loss"] <= path["held_out_loss"].min() + model.result_.path.standard_error
    chosen = path[path["chosen"]].iloc[0]
    assert chosen["literals"] == path[near]["literals"].min()
    assert (model.alpha_, model.relax_) == (chosen["alpha"], chosen["relax"])


def test_an_optimum_can_be_asked_for():
    X, y = load_breast_cancer(return_X_y=True)
    model = RuleClassifier(folds=2, relax=1).fit(X, y)
    assert set(model.path_["relax"]) == {1.0}
    loss = -np.log(model.predict_proba(X)[np.arange(y.size), y])
    assert model.relax_ == 1
    assert loss.mean() < model.objective_


@pytest.mark.parametrize(
    "options", [{"relax": 0}, {"relax": 1.5}, {"relax": 0.5, "max_literals": 5}]
)
def test_what_cannot_be_relaxed_is_refused(options):
    with pytest.raises(ValueError, match=r"^relax"):
        RuleClassifier(**options).fit([[0], [1]] * 5, [0, 1] * 5)
