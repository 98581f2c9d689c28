import sys
import warnings

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_selection import SelectFromModel
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import KBinsDiscretizer
from sklearn.tree import DecisionTreeClassifier

from nzdd.adapters.sklearn.rules_mixin import COLUMNS
from nzdd.sklearn import (
    BinaryEncoder,
    L0RBoostClassifier,
    LPBoostClassifier,
    PsiClassifier,
    SoftMarginClassifier,
    SoftMarginClassifierCV,
    SparseMinimaxClassifier,
)

OF_RULES = [
    L0RBoostClassifier(max_order=2, encoder=BinaryEncoder(max_bins=4), probability=False),
    LPBoostClassifier(nu=0.3, probability=False),
    SoftMarginClassifier(0.4, encoder=BinaryEncoder(), probability=False),
    SoftMarginClassifierCV(2, cv=2, encoder=BinaryEncoder(), probability=False),
]
OTHERS = [
    LPBoostClassifier(DecisionTreeClassifier(max_depth=2), random_state=0, probability=False),
    PsiClassifier(svm_C=1.0, gap=0.5, probability=False),
    SparseMinimaxClassifier(3, random_state=0, probability=False),
]


def name(model):
    return type(model).__name__


def two_columns_of_five(num_classes=2):
    """Classes that depend on the columns 1 and 3, and weights."""
    random = np.random.default_rng(0)
    X = random.random((60, 5))
    y = (X[:, 1] > 0.5).astype(int) + (X[:, 1] > 0.5) * (X[:, 3] > 0.3) * (num_classes > 2)
    flipped = random.random(60) < 0.05
    y[flipped] = (y[flipped] + 1) % num_classes
    return X, y, random.choice([1.0, 2.0], 60)


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def satisfied(words, X):
    """Which rows satisfy a conjunction of comparisons."""
    held = np.ones(len(X), bool)
    for literal in words.split(" & ") if words != "always" else ():
        column, threshold = literal.removeprefix("not ").split(" > ")
        held &= (X[:, int(column[1:])] > float(threshold)) != literal.startswith("not ")
    return held


@pytest.mark.parametrize("num_classes", [2, 3])
@pytest.mark.parametrize("model", OF_RULES, ids=name)
def test_rules_add_up_to_the_decision_value(model, num_classes):
    pytest.importorskip("pandas")
    X, y, weights = two_columns_of_five(num_classes)
    model = clone(model).fit(X, y, weights)
    rules = model.rules_
    assert tuple(rules.columns) == COLUMNS
    assert rules["weight"].abs().is_monotonic_decreasing
    values = np.zeros((len(X), num_classes)) + getattr(model, "intercept_", 0.0)
    for rule in rules.to_dict("records"):
        held = satisfied(rule["rule"], X)
        values[held, rule["class"]] += rule["weight"]
        share = weights[held].sum() / weights.sum()
        assert rule["support"] == pytest.approx(share)
        if share:
            lift = np.average(y[held] == rule["class"], weights=weights[held])
            lift /= np.average(y == rule["class"], weights=weights)
            assert rule["lift"] == pytest.approx(lift)
        assert rule["literals"] == rule["rule"].count(">")
    expected = model.decision_function(X)
    found = values[:, 1] if num_classes == 2 else values
    np.testing.assert_allclose(found, expected, atol=2e-9)  # LPBoost breaks ties by 1e-9


@pytest.mark.parametrize("model", [*OF_RULES, *OTHERS], ids=name)
def test_one_importance_a_column_selects_columns(model):
    X, y, weights = two_columns_of_five()
    found = clone(model).fit(X, y, weights).feature_importances_
    assert found.shape == (5,)
    assert (found >= 0).all()
    assert found.sum() == pytest.approx(1)
    assert found.argmax() == 1
    selected = SelectFromModel(clone(model)).fit(X, y)
    assert selected.get_support()[1]
    assert selected.transform(X).shape[1] == selected.get_support().sum() < 5
    with pytest.raises(NotFittedError):
        clone(model).feature_importances_  # noqa: B018


def test_the_importance_is_the_spread_of_what_the_bits_of_a_column_add():
    X, y, weights = two_columns_of_five()
    model = SoftMarginClassifier(0.4, encoder=BinaryEncoder(), probability=False)
    model.fit(X, y, weights)
    bits = model.encoder_.transform(X).toarray()
    means = np.average(bits, axis=0, weights=weights)
    spread = np.abs(model.weights_[0]) * np.sqrt(means * (1 - means))
    owners = [int(bit.column[1:]) for bit in model.encoder_.describe()]
    assert np.array_equal(model.encoder_.columns_of_bits(), owners)
    sums = np.bincount(owners, spread, 5)
    np.testing.assert_allclose(model.feature_importances_, sums / sums.sum())
    assert not hasattr(model, "coef_")
    plain = SoftMarginClassifier(0.4, probability=False).fit(bits, y, weights)
    assert np.array_equal(plain.coef_, model.weights_)


def test_a_rule_shares_its_importance_among_its_columns():
    X = np.array([[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 1]] * 6)
    y = X[:, 0] & X[:, 1]
    found = L0RBoostClassifier(max_order=2, encoder=BinaryEncoder(), probability=False)
    found.fit(X[:, :2], y)
    assert found.rules_["literals"].max() == 2
    np.testing.assert_allclose(found.feature_importances_, [0.5, 0.5])


def test_without_knowing_columns_or_rules_there_are_no_such_attributes():
    X, y, _ = two_columns_of_five()
    encoder = KBinsDiscretizer(4, encode="onehot-dense", quantile_method="averaged_inverted_cdf")
    model = SoftMarginClassifier(0.4, encoder=encoder, probability=False).fit(X, y)
    assert len(model.rules_) == np.count_nonzero(model.weights_)
    assert not hasattr(model, "feature_importances_")
    bayes = LPBoostClassifier(GaussianNB(), probability=False).fit(X, y)
    assert not hasattr(bayes, "feature_importances_")
    assert not hasattr(bayes, "rules_")


def test_rules_without_pandas_are_tuples(monkeypatch):
    X, y, weights = two_columns_of_five()
    model = LPBoostClassifier(probability=False).fit(X, y, weights)
    rules = list(model.rules_.itertuples(index=False, name=None))
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert model.rules_ == rules
