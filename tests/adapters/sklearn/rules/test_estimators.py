"""The classifier and the regressor of rules: scikit-learn's own checks, and what they promise."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_wine
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from nzdd.sklearn import RuleClassifier, RuleRegressor


@parametrize_with_checks(
    [
        RuleClassifier(0.05),
        RuleRegressor(5.0),
    ]
)
def test_checks_of_scikit_learn(estimator, check):
    check(estimator)


@pytest.mark.slow
@parametrize_with_checks([RuleClassifier(folds=2, max_bins=4), RuleRegressor(folds=2, max_bins=4)])
def test_checks_of_scikit_learn_with_a_path(estimator, check):
    check(estimator)


@pytest.mark.parametrize("load", [load_breast_cancer, load_wine])
def test_explanations_add_up_to_the_vote(load):
    X, y = load(return_X_y=True, as_frame=True)
    classifier = RuleClassifier(folds=2, max_bins=8).fit(X, y)
    parts = classifier.explain(X[:20]).drop(columns="rule").groupby("row").sum()
    votes = classifier.decision_function(X[:20])
    assert np.squeeze(parts.to_numpy()) == pytest.approx(votes, abs=1e-9)
    assert classifier.bound_ <= classifier.objective_
    assert classifier.gap_ <= 1e-4 * np.log(classifier.classes_.size)
    shares = classifier.predict_proba(X)
    assert shares.sum(axis=1) == pytest.approx(1)
    assert (classifier.classes_[shares.argmax(axis=1)] == classifier.predict(X)).all()


def test_the_objective_is_that_of_the_rules_in_words():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    X.columns = [name.replace(" ", "_") for name in X.columns]
    classifier = RuleClassifier(0.02, max_bins=8).fit(X, y)
    table = classifier.rules_
    vote = np.full(len(y), classifier.intercept_[0])
    for words, weight in zip(table["rule"], table["weight"], strict=True):
        covered = np.ones(len(y), bool)
        for literal in words.split(" & "):
            covered &= X.eval(literal).to_numpy()
        vote += weight * covered
    assert vote == pytest.approx(classifier.decision_function(X))
    loss = np.logaddexp(0, np.where(y == 1, -vote, vote)).mean()
    penalty = 1 + 0.3 * (table["literals"] - 1)
    value = loss + classifier.alpha_ * (table["weight"].abs() * penalty).sum()
    assert value == pytest.approx(classifier.objective_, abs=1e-9)


def test_missing_values_are_a_value_of_their_own():
    age = [20, 30, None, 60, 70, None] * 10
    table = pd.DataFrame({"age": age, "job": ["a", None, "b", "b", "a", None] * 10})
    labels = ["x", "x", "y", "x", "x", "y"] * 10
    classifier = RuleClassifier(0.01).fit(table, labels)
    assert (classifier.predict(table) == labels).all()
    assert "age is missing" in " ".join(classifier.rules_["rule"]) or "age is known" in " ".join(
        classifier.rules_["rule"]
    )
    thresholds = RuleClassifier(0.01).fit(table[["age"]], ["x", "x", "x", "y", "y", "x"] * 10)
    row = pd.DataFrame({"age": [None]}, dtype=float)
    assert not any(" > " in words or " <= " in words for words in thresholds.explain(row)["rule"])


def test_a_row_of_weight_two_is_two_rows():
    X, y = load_diabetes(return_X_y=True)
    twice = np.arange(len(y)) % 3 == 0
    rows = np.concatenate((np.arange(len(y)), np.flatnonzero(twice)))
    # the cut points are those of the rows, whatever their weights
    one = RuleRegressor(30.0, cuts=[-0.02, 0, 0.02]).fit(X, y, sample_weight=1.0 + twice)
    other = RuleRegressor(30.0, cuts=[-0.02, 0, 0.02]).fit(X[rows], y[rows])
    assert one.objective_ == pytest.approx(other.objective_, rel=1e-4)
    assert one.predict(X) == pytest.approx(other.predict(X), abs=1.0)


def test_a_limit_before_the_first_search_leaves_rules_and_an_honest_gap():
    X = np.random.default_rng(0).random((300, 40))
    y = X[:, 3] > 0.4
    with pytest.warns(ConvergenceWarning, match="ended by its time limit"):
        classifier = RuleClassifier(time_limit=1e-9).fit(X, y)
    assert len(classifier.weights_)
    assert classifier.score(X, y) > 0.9
    assert classifier.bound_ <= classifier.objective_
    assert classifier.alpha_ > 0


def test_a_short_time_limit_leaves_an_answer():
    X, y = load_breast_cancer(return_X_y=True)
    with pytest.warns(Warning, match="choice of the penalty ended by its time limit"):
        classifier = RuleClassifier(time_limit=0.05).fit(X, y)
    assert classifier.bound_ <= classifier.objective_
    assert set(classifier.predict(X)) <= {0, 1}


@pytest.fixture(scope="module")
def free():
    """Any number of rules."""
    return RuleClassifier(0.02, max_bins=8).fit(*load_breast_cancer(return_X_y=True))


@pytest.mark.parametrize("budget", [{"max_rules": 3}, {"max_literals": 4}, {"max_rules": 0}])
def test_a_budget_is_kept(budget, free):
    X, y = load_breast_cancer(return_X_y=True)
    small = RuleClassifier(0.02, max_bins=8, **budget).fit(X, y)
    assert len(small.conjunctions_) <= budget.get("max_rules", 4)
    assert sum(map(len, small.conjunctions_)) <= budget.get("max_literals", 6)
    assert small.objective_ >= free.bound_
    assert small.bound_ == pytest.approx(free.bound_)
    vote = small.decision_function(X)
    loss = np.logaddexp(0, np.where(y == 1, -vote, vote)).mean()
    assert small.result_.small.bound <= loss <= small.objective_ + 1e-12


def test_a_scorecard_has_whole_points():
    X, y = load_breast_cancer(return_X_y=True)
    X = X[:, :10]
    card = RuleClassifier(0.02, max_bins=4, max_rules=4, max_points=3).fit(X, y)
    assert card.weights_[:, 0] == pytest.approx(card.multiplier_ * card.points_)
    assert 1 <= np.abs(card.points_).max() <= 3
    assert card.bound_ <= card.objective_
    assert card.score(X, y) > 0.9
    totals = np.rint((card.decision_function(X) - card.intercept_[0]) / card.multiplier_)
    risk = card.risk_.set_index("points")["probability"]
    np.testing.assert_allclose(card.predict_proba(X)[:, 1], risk[totals], atol=1e-9)
    with pytest.raises(ValueError, match="max_points is for two classes and y has 3"):
        RuleClassifier(max_points=3).fit(X, np.arange(len(y)) % 3)
    nothing = RuleClassifier(10.0, max_points=3).fit(X, y)
    assert nothing.points_.size == 0
    card.set_params(max_points=None).fit(X, y)
    assert not hasattr(card, "points_")
    assert not hasattr(card, "risk_")


def test_a_rule_without_a_weight_is_not_there():
    X, y = load_wine(return_X_y=True)
    classifier = RuleClassifier(folds=2, max_bins=16).fit(X, y)
    assert classifier.rules_["weight"].abs().min() > 1e-9


@pytest.mark.parametrize("budget", [{}, {"max_rules": 3}, {"max_literals": 4}])
def test_ctrl_c_keeps_the_best_within_the_budget(budget, monkeypatch):
    X, y = load_breast_cancer(return_X_y=True)
    classifier = RuleClassifier(max_bins=8, **budget)
    levels = []

    def interrupt(point):
        levels.append(point.level)
        if len(levels) == 12:
            raise KeyboardInterrupt

    monkeypatch.setattr("nzdd.adapters.sklearn.rules.rule_base.print_point", interrupt)
    with pytest.raises(KeyboardInterrupt):
        classifier.set_params(verbose=1).fit(X, y)
    assert len(classifier.conjunctions_) <= budget.get("max_rules", 1000)
    assert 1 <= sum(map(len, classifier.conjunctions_)) <= budget.get("max_literals", 2000)
    assert classifier.bound_ <= classifier.objective_
    assert classifier.score(X, y) > 0.8


def test_the_linear_losses():
    X, y = load_breast_cancer(return_X_y=True)
    classifier = RuleClassifier(0.05, max_bins=6, loss="soft_margin").fit(X, y)
    vote = classifier.decision_function(X)
    norm = 0
    for rule, weight in zip(classifier.conjunctions_, classifier.weights_, strict=True):
        norm += (1 + 0.3 * (len(rule) - 1)) * abs(weight[0])
    loss = np.maximum(0, 1 - np.where(y == 1, vote, -vote)).mean()
    assert classifier.objective_ == pytest.approx(loss + 0.05 * norm)
    assert classifier.gap_ <= 1e-3
    assert (classifier.predict(X) == classifier.predict_proba(X).argmax(axis=1)).all()
    X, y = load_diabetes(return_X_y=True)
    regressor = RuleRegressor(0.05, max_bins=6, loss="absolute").fit(X, y)
    constant = np.abs(y - np.median(y)).mean()
    assert regressor.bound_ <= regressor.objective_ < constant
    with pytest.raises(ValueError, match="max_rules needs a smooth loss"):
        RuleRegressor(5.0, max_rules=3, loss="absolute").fit(X, y)


@pytest.mark.parametrize("estimator", [RuleClassifier(folds=2), RuleRegressor(folds=2)])
def test_votes_of_the_path_need_no_fit(estimator):
    load = load_breast_cancer if isinstance(estimator, RuleClassifier) else load_diabetes
    X, y = load(return_X_y=True)
    model = estimator.fit(X, y)
    before = model.predict(X)
    small = model.at(literals=10)
    assert 0 < sum(map(len, small.conjunctions_)) <= 10
    assert (model.predict(X) == before).all()
    path = model.path_
    able = path[path["literals"] <= 10]
    chosen = small.path_["chosen"].to_numpy()
    assert path["held_out_loss"][chosen].item() == able["held_out_loss"].min()
    again = type(model)(alpha=small.alpha_, relax=small.relax_, gap=1e-5).fit(X, y)
    scale = np.std(y)
    votes = [getattr(each, "decision_function", each.predict)(X) for each in (small, again)]
    assert np.corrcoef(*votes)[0, 1] > 0.99
    assert small.rules_["support"].between(0, 1).all()
    parts = small.explain(X[:20]).drop(columns="rule").groupby("row").sum()
    np.testing.assert_allclose(parts.to_numpy().ravel(), votes[0][:20], atol=1e-9 * scale)
    assert model.at(rules=1).n_features_in_ == X.shape[1]
    with pytest.raises(ValueError, match="no path of votes to choose from; fit with alpha='auto'"):
        again.at(literals=4)


def test_the_front_is_that_of_held_out_loss_against_literals():
    X, y = load_breast_cancer(return_X_y=True)
    X = X[:, :5]
    model = RuleClassifier(max_literals=4, max_bins=4, folds=2).fit(X, y)
    front = model.front_
    assert front["literals"].is_monotonic_increasing
    assert front["literals"].is_unique
    assert front["held_out_loss"].is_monotonic_decreasing
    assert (front["gap"] >= -1e-12).all()
    assert (front["search"] == "size").any()
    for point in front[front["search"] == "size"].itertuples():
        small = model.at(literals=point.literals)
        assert small.result_.small.bound <= small.result_.small.loss
        assert (small.alpha_, small.objective_, small.bound_) == point[6:9]
        assert sum(map(len, small.conjunctions_)) == point.literals
        margins = np.where(y == 1, 1, -1) * small.decision_function(X)
        penalty = [1 + 0.3 * (len(rule) - 1) for rule in small.conjunctions_]
        norm = penalty @ np.abs(small.weights_[:, 0])
        loss = np.logaddexp(0, -margins).mean()
        assert loss + small.alpha_ * norm == pytest.approx(small.objective_)
    assert RuleClassifier(0.1).fit(X, y).front_.empty


def test_a_budget_is_spent_where_it_pays():
    X, y = load_breast_cancer(return_X_y=True)
    spent, saved, best = (
        RuleClassifier(max_literals=3, max_bins=4, folds=2, choice=choice).fit(X[:, :5], y)
        for choice in ("auto", "1se", "best")
    )
    sizes = [sum(map(len, each.conjunctions_)) for each in (spent, saved)]
    assert 3 >= sizes[0] >= sizes[1]
    assert best.alpha_ == spent.alpha_
