"""A row of weight 2 is two rows, and one of weight 0 is none: the models are the same."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from support.examples import examples

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")
pytest.importorskip("pandas", reason="pandas is not installed: pip install nzdd[tables]")

import pandas as pd
from sklearn.base import clone
from sklearn.model_selection import KFold
from sklearn.preprocessing import KBinsDiscretizer, OneHotEncoder

from nzdd.adapters.sklearn.probabilities import halves
from nzdd.formulations.learning.rules import sample_parts
from nzdd.sklearn import (
    BinaryEncoder,
    LPBoostClassifier,
    LPBoostRegressor,
    RuleClassifier,
    SoftMarginClassifier,
    SoftMarginClassifierCV,
)
from support.learning.weighted_estimators import MODELS, difference, drawn, of, repeated


@pytest.fixture(autouse=True)
def no_warnings_of_trivial_answers():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@st.composite
def samples(draw, most=24):
    """A sample, and an order of its rows where each is repeated."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    X, y, weights = drawn(random, draw(st.integers(8, most)))
    return X, y, weights, random.permutation(int(weights.sum()))


SLOW = (
    "few rules", "cross-validation", "L0-RBoost", "LPBoost", "LPBoost at nu", "LPBoost of trees",
    "psi-learning", "psi-learning with a kernel", "minimax",
)  # fmt: skip


def slow(names, slow_ones):
    return [pytest.param(each, marks=[pytest.mark.slow] * (each in slow_ones)) for each in names]


@pytest.mark.parametrize("name", slow(MODELS, SLOW))
@settings(deadline=None, max_examples=examples(30))
@given(st.data())
def test_weights_are_repetitions(name, data):
    """To the last bit, in any order of the rows but for psi-learning, whose order is that given."""
    check_weights(name, *data.draw(samples(12 if name in SLOW else 24)))


@pytest.mark.parametrize("name", SLOW)
def test_weights_of_few_rows_are_repetitions(name, monkeypatch):
    if name in ("LPBoost", "psi-learning"):  # each half would choose as well; there are others
        monkeypatch.setitem(MODELS, name, clone(MODELS[name]).set_params(probability=False))
    check_weights(name, *few_rows())


def few_rows():
    """A sample in which every estimator finds something."""
    random = np.random.default_rng(2)
    X, y, weights = drawn(random, 9)
    return X, y, weights, random.permutation(int(weights.sum()))


def check_weights(name, X, y, weights, order):
    X, y = of(name, X, y)
    weighted = clone(MODELS[name]).fit(X, y, weights)
    rows, kept = repeated(name, weights, order), np.flatnonzero(weights)
    others = (
        clone(MODELS[name]).fit(X.iloc[rows], y[rows]),
        clone(MODELS[name]).fit(X.iloc[kept], y[kept], weights[kept]),
    )
    assert [difference(weighted, other, X) for other in others] == [None, None]


@pytest.mark.parametrize("name", ["rules", "soft margin", "LPBoost"])
def test_samples_of_many_rows_are_those_of_repetitions(name, monkeypatch):
    """Of so many that only some serve to choose by, and to calibrate."""
    monkeypatch.setattr(halves, "MOST_ROWS", 50)
    monkeypatch.setattr(halves, "LEAST_OF_CLASS", 5)
    monkeypatch.setattr(sample_parts, "FEW_ROWS", 100)
    random = np.random.default_rng(0)
    X = pd.DataFrame({"a": random.integers(0, 30, 150), "b": random.integers(0, 9, 150), "c": "x"})
    y, weights = (X["a"] > 15).to_numpy() ^ (random.random(150) < 0.2), random.integers(1, 30, 150)
    X, y = of(name, X, y)
    rows = random.permutation(np.repeat(np.arange(150), weights))
    weighted = clone(MODELS[name]).fit(X, y, weights)
    assert difference(weighted, clone(MODELS[name]).fit(X.iloc[rows], y[rows]), X) is None


@pytest.mark.parametrize(
    "name", slow(["rules", "few rules", "numbers", "soft margin"], "few rules")
)
@settings(deadline=None, max_examples=examples(30))
@given(samples(), st.integers(1, 7))
def test_weights_of_chunks_are_repetitions(name, sample, at):
    check_chunks(name, *sample, at)


def test_few_rules_of_weighted_chunks_are_those_of_repetitions():
    check_chunks("few rules", *few_rows(), 5)


def check_chunks(name, X, y, weights, order, at):
    X, y = of(name, X, y)
    chunks = [(X[:at], y[:at], weights[:at]), (X[at:], y[at:], weights[at:])]
    found = clone(MODELS[name]).fit_chunks(chunks)
    rows = repeated(name, weights, order)
    parts = [(X.iloc[part], y[part]) for part in np.array_split(rows, 3)]
    assert difference(found, clone(MODELS[name]).fit_chunks(parts), X) is None
    whole = clone(MODELS[name]).fit(X, y, weights)
    np.testing.assert_array_equal(found.predict(X), whole.predict(X))
    assert found.encoder_.describe() == whole.encoder_.describe()
    if name != "soft margin":  # whose halves for probabilities are of bits in chunks
        assert difference(found, whole, X) is None


@settings(deadline=None, max_examples=examples(60))
@given(
    samples(60),
    st.sampled_from(["quantile", "mdl"]),
    st.integers(2, 4),
    st.sampled_from([pd.DataFrame, sp.csr_array]),
)
def test_encoders_see_repetitions(sample, cuts, max_bins, kind):
    X, y, weights, order = sample
    if kind is sp.csr_array:
        X = sp.csr_array(X[["a", "b"]].to_numpy())
    encoder = BinaryEncoder(cuts, max_bins=max_bins, max_categories=2)
    rows = repeated("", weights, order)
    taken = X.iloc[rows] if kind is pd.DataFrame else X[rows]
    found = clone(encoder).fit(X, y, weights)
    assert found.describe() == clone(encoder).fit(taken, y[rows]).describe()
    doubled = clone(encoder).fit(X, y, 2 * weights)
    assert cuts == "mdl" or found.describe() == doubled.describe()
    transformed = clone(encoder).fit_transform(X, y, sample_weight=weights)
    assert (transformed != found.transform(X)).nnz == 0


def test_mdl_cuts_of_small_weights_are_none():
    """Weights are counts: there is no cut in less than two rows, as in one row."""
    X, y = np.arange(40.0)[:, None], np.arange(40) > 20
    assert BinaryEncoder("mdl").fit(X, y, np.full(40, 1.0)).n_features_out_ == 1
    assert BinaryEncoder("mdl").fit(X, y, np.full(40, 0.04)).n_features_out_ == 0


def test_other_encoders_get_the_weights_if_they_take_them():
    X, y = np.arange(12.0)[:, None], np.arange(12) > 8
    weights = np.where(y, 10.0, 1.0)
    bins = KBinsDiscretizer(2, quantile_method="averaged_inverted_cdf")
    weighted = SoftMarginClassifier(0.5, encoder=bins).fit(X, y, weights)
    assert weighted.encoder_.bin_edges_[0][1] > 8
    plain = SoftMarginClassifier(0.5, encoder=bins).fit(X, y, np.ones(12))
    assert plain.encoder_.bin_edges_[0][1] < 7
    categories = SoftMarginClassifier(0.5, encoder=OneHotEncoder()).fit(X, y, weights)
    assert categories.weights_.shape == (1, 12)


def test_rows_of_a_fold_without_weight():
    """They are in no fold, unless the folds are given as places of rows."""
    X = np.tile([[0, 1], [1, 1], [1, 0], [0, 0]], (10, 1))
    y = X[:, 0] == 1
    weights = np.r_[np.zeros(20), np.ones(20)]
    model = SoftMarginClassifierCV([0.3, 0.5], cv=KFold(4)).fit(X, y, weights)
    other = SoftMarginClassifierCV([0.3, 0.5], cv=KFold(4)).fit(X[20:], y[20:])
    assert np.array_equal(model.scores_, other.scores_)
    places = list(KFold(4).split(X[20:]))
    moved = [(train + 20, test + 20) for train, test in places]
    given_folds = SoftMarginClassifierCV([0.3, 0.5], cv=moved).fit(X, y, weights)
    assert np.array_equal(given_folds.scores_, other.scores_)


def test_folds_of_weights_that_are_no_counts_hold_rows_as_they_are():
    """A row of weight 7.5 is not divided among the folds, as one of weight 7 is."""
    random = np.random.default_rng(0)
    X, y = random.random((60, 2)), random.random(60) < 0.5  # nothing to learn
    model = RuleClassifier(choice="best", max_order=1).fit(X, y, np.full(60, 7.5))
    assert model.conjunctions_ == []
    counts = RuleClassifier(choice="best", max_order=1).fit(X, y, np.full(60, 7))
    assert len(counts.conjunctions_) > 0  # what is held out is learned from as well


@pytest.mark.parametrize("nu", [0.04, 0.1])
def test_nu_may_be_the_share_of_one_of_many_equal_rows(nu):
    X, y = np.arange(5.0)[:, None], np.arange(5) > 2
    for model in (LPBoostClassifier(nu=nu), LPBoostRegressor(nu=nu)):
        if nu < 1 / 20:
            with pytest.raises(ValueError, match=r"less than the share 0\.05 of a single row"):
                model.fit(X, y, np.full(5, 4))
        else:
            found = clone(model).fit(X, y, np.full(5, 4)).predict(X)
            assert np.array_equal(found, clone(model).fit(X.repeat(4, 0), y.repeat(4)).predict(X))
