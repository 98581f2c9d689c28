"""Rules for numbers and weights far from 1, and for more thresholds than there is room for."""

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from nzdd.sklearn import RuleClassifier, RuleRegressor


def sample(rows=81):
    random = np.random.default_rng(0)
    X = random.normal(size=(rows, 2))
    return X, X[:, 0] + (X[:, 1] > 0)


@pytest.mark.parametrize("loss", ["squared", "absolute"])
@pytest.mark.parametrize("alpha", ["auto", 0.1])
def test_a_constant_has_no_rules(loss, alpha):
    X, _ = sample()
    regressor = RuleRegressor(alpha, loss=loss).fit(X, np.full(len(X), 7.3))
    assert regressor.conjunctions_ == []
    assert regressor.objective_ == regressor.bound_ == 0
    assert (regressor.predict(X) == 7.3).all()


@pytest.mark.parametrize("far", [1e9, 1e14])
def test_numbers_far_from_0_have_the_rules_of_their_differences(far):
    X, y = sample()
    y = np.round(64 * y) / 64  # exact beside 1e14
    near, shifted = (RuleRegressor(folds=2, max_bins=4).fit(X, values) for values in (y, y + far))
    assert shifted.conjunctions_ == near.conjunctions_
    assert shifted.objective_ == pytest.approx(near.objective_, rel=1e-9)
    assert shifted.bound_ <= shifted.objective_
    assert shifted.predict(X) - far == pytest.approx(near.predict(X), abs=0.1)
    parts = shifted.explain(X[:5]).groupby("row")["value"].sum()
    assert parts.to_numpy() == pytest.approx(shifted.predict(X[:5]), rel=1e-15)


@pytest.mark.parametrize("scale", [1e-60, 1e60])
def test_the_unit_of_the_numbers_does_not_matter(scale):
    X, y = sample()
    one, other = (
        RuleRegressor(folds=2, max_bins=4).fit(X, values) for values in (y, np.float64(scale) * y)
    )
    assert other.predict(X) / scale == pytest.approx(one.predict(X), abs=1e-3)


@pytest.mark.parametrize("scale", [1e-200, 1e90, 1e307])
def test_numbers_without_squares_are_refused(scale):
    X, y = sample()
    with pytest.raises(ValueError, match=r"multiply all by a factor"):
        RuleRegressor().fit(X, scale * y)


def test_a_row_with_nearly_all_weight():
    X, y = sample()
    weights = np.ones(len(y))
    weights[0] = 1e15
    regressor = RuleRegressor(folds=2, max_bins=4).fit(X, y, weights)
    assert regressor.bound_ <= regressor.objective_
    assert regressor.predict(X[:1]) == pytest.approx(y[:1], abs=1e-3)


def test_more_thresholds_than_bins():
    X, y = sample()
    labels = y > 0.5
    X[:9, 0] = np.nan
    model = RuleClassifier(0.02, cuts=np.linspace(-3, 3, 254)).fit(X, labels)
    assert model.bound_ <= model.objective_
    for count in (255, 300):
        with pytest.raises(ValueError, match=f"'x0' has {count} thresholds; give at most 254"):
            RuleClassifier(0.02, cuts=np.linspace(-3, 3, count)).fit(X, labels)


@pytest.mark.parametrize("cuts", ["mdl", {0: "mdl"}])
def test_cuts_that_need_classes(cuts):
    X, y = sample()
    with pytest.raises(ValueError, match="'mdl' needs classes; give 'quantile' or thresholds"):
        RuleRegressor(cuts=cuts).fit(X, y)
