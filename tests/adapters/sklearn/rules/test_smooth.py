"""Lines over columns beside rules."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_iris

from nzdd.sklearn import RuleClassifier, RuleRegressor

X, Y = load_diabetes(return_X_y=True, as_frame=True)
X = X.mask(np.random.default_rng(0).random(X.shape) < 0.02)
ALONE = {"max_bins": 8, "folds": 2}


@pytest.fixture(scope="module")
def regressor():
    return RuleRegressor(smooth=True, **ALONE).fit(X, Y)


def test_a_line_is_one_line(regressor):
    line = RuleRegressor(0.05, smooth=True).fit(np.arange(100.0)[:, None], np.arange(100.0))
    assert len(line.result_.vote.terms) == 1
    assert line.rules_["rule"][0].startswith("x0: ")
    assert line.score(np.arange(100.0)[:, None], np.arange(100.0)) > 0.99
    assert line.predict([[1e6]]) == line.predict([[99.0]])
    assert regressor.result_.vote.terms


def test_all_that_is_said_of_a_vote_counts_its_lines(regressor):
    predicted = regressor.predict(X)
    parts = regressor.explain(X).groupby("row")["value"].sum()
    assert parts.to_numpy() == pytest.approx(predicted)
    explained = regressor.explain_row(X.iloc[[5]])
    assert sum(value for _, value in explained.parts) == pytest.approx(predicted[5])
    names = {}
    exec(regressor.to_python(), names)
    votes = [names["vote"](row)[0] for row in X.to_dict("records")]
    assert votes == pytest.approx(predicted)
    importances = regressor.feature_importances_
    assert importances.sum() == pytest.approx(1)
    assert all(importances[term.column] > 0 for term in regressor.result_.vote.terms)
    smaller = regressor.at(literals=1)
    assert len(smaller.rules_) <= 1
    assert smaller.to_html(X, Y).endswith("</html>\n")


def test_more_functions_have_no_larger_optimum():
    labels = np.where(Y > 140, "high", "low")
    rules = RuleClassifier(0.03, **ALONE).fit(X, labels)
    both = RuleClassifier(0.03, smooth=True, **ALONE).fit(X, labels)
    assert both.bound_ <= both.objective_
    assert both.objective_ - both.gap_ <= rules.objective_


@pytest.mark.parametrize("options", [{"max_points": 3}, {"loss": "absolute"}])
def test_what_lines_do_not_go_with_is_refused(options):
    with pytest.raises(ValueError, match="smooth"):
        RuleRegressor(smooth=True, **options).fit(X, Y)


def test_lines_within_a_budget():
    model = RuleRegressor(smooth=True, max_literals=2, **ALONE).fit(X, Y)
    assert model.result_.vote.terms
    assert model.rules_["literals"].sum() <= 2
    small = model.result_.small
    assert small.bound <= small.loss
    rules = RuleRegressor(max_literals=2, **ALONE).fit(X, Y)
    assert model.score(X, Y) > rules.score(X, Y)
    assert model.objective_ >= model.bound_


def test_lines_go_the_way_that_their_column_may():
    model = RuleRegressor(0.5, smooth=True, monotone={"bmi": -1, "bp": 1}, max_bins=8).fit(X, Y)
    table = pd.DataFrame(np.tile(X.mean(), (50, 1)), columns=X.columns)
    for name, direction in (("bmi", -1), ("bp", 1)):
        ladder = table.assign(**{name: np.linspace(-0.2, 0.2, 50)})
        assert (direction * np.diff(model.predict(ladder)) >= 0).all()
    free = RuleRegressor(0.5, smooth=True, max_bins=8).fit(X, Y)
    assert model.objective_ >= free.bound_


def test_several_classes_have_lines():
    table, labels = load_iris(return_X_y=True, as_frame=True)
    rules = RuleClassifier(0.03, max_bins=8).fit(table, labels)
    both = RuleClassifier(0.03, max_bins=8, smooth=True).fit(table, labels)
    assert both.result_.vote.terms
    assert both.bound_ <= both.objective_
    assert both.objective_ - both.gap_ <= rules.objective_
    table = table.mask(table > 6)  # no value was missing in the fit
    votes = both.decision_function(table)
    parts = both.explain(table).drop(columns="rule").groupby("row").sum()
    assert parts.to_numpy() == pytest.approx(votes)
    names = {}
    exec(both.to_python(), names)
    found = [names["vote"](row) for row in table.to_dict("records")]
    assert np.array(found) == pytest.approx(votes)
    assert both.to_html(table, labels).endswith("</html>\n")


def test_columns_without_lines():
    table = pd.DataFrame({"kind": ["a", "b"] * 20, "bit": [0, 1, 1, 0] * 10})
    model = RuleClassifier(0.01, smooth=True).fit(table, table["bit"])
    assert not model.result_.vote.terms
