import io
import warnings
from contextlib import redirect_stdout

import numpy as np
import pytest
import scipy.sparse as sp

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from nzdd.adapters.sklearn.equal_rows import row_hashes
from nzdd.adapters.sklearn.probabilities import halves
from nzdd.adapters.sklearn.probabilities.halves import DistinctRows
from nzdd.formulations.learning.calibration import Calibration, size
from nzdd.sklearn import (
    L0RBoostClassifier,
    LPBoostClassifier,
    PsiClassifier,
    SoftMarginClassifier,
    SoftMarginClassifierCV,
    SparseMinimaxClassifier,
)

MODELS = [
    L0RBoostClassifier(max_order=1),
    LPBoostClassifier(nu=0.4),
    PsiClassifier(svm_C=1.0, gap=0.5),
    SoftMarginClassifier(),
    SoftMarginClassifierCV(3, cv=2),
    SparseMinimaxClassifier(2, random_state=0),
]


def noisy_rule(rows=120, num_classes=2, seed=0):
    random = np.random.default_rng(seed)
    X = random.integers(0, 2, (rows, 6)).astype(float)
    y = np.minimum((X[:, 0] + X[:, 1]).astype(int), num_classes - 1)
    wrong = random.random(rows) < 0.1
    y[wrong] = random.integers(0, num_classes, wrong.sum())
    return X, y


def first_half(X, y, weights):
    """What of each row of weight goes there; equal ones get the same share."""
    rows = DistinctRows.of(X, y, weights)
    shares = dict(
        zip(
            zip(rows.hashes, rows.codes, strict=True), rows.first_half() / rows.weights, strict=True
        )
    )
    return weights * [shares[key] for key in zip(row_hashes(X), y, strict=True)]


@pytest.fixture(autouse=True)
def no_warnings_of_trivial_answers():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@pytest.mark.parametrize("num_classes", [2, 3])
@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_probabilities_sum_to_1_and_agree_with_predict(model, num_classes):
    if isinstance(model, PsiClassifier) and num_classes > 2:
        pytest.skip("for two classes only")
    X, y = noisy_rule(40, num_classes)
    model = clone(model).fit(X, np.array(["a", "b", "c"])[y])
    shares = model.predict_proba(X)
    assert shares.shape == (len(y), num_classes)
    np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-14)
    assert np.array_equal(model.classes_[shares.argmax(axis=1)], model.predict(X))
    again = clone(model).fit(X, np.array(["a", "b", "c"])[y])
    if num_classes == 2:
        order = np.argsort(model.decision_function(X))
        assert (np.diff(shares[order, 1]) >= 0).all()
    assert np.array_equal(again.predict_proba(X), shares)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_without_probability_the_rest_is_the_same(model):
    X, y = noisy_rule(40)
    plain, full = clone(model).set_params(probability=False).fit(X, y), clone(model).fit(X, y)
    np.testing.assert_array_equal(plain.decision_function(X), full.decision_function(X))
    assert not hasattr(plain, "predict_proba")
    assert hasattr(full, "predict_proba")
    with pytest.raises(AttributeError, match="predict_proba"):
        plain.predict_proba(X)
    with pytest.raises(NotFittedError):
        clone(model).predict_proba(X)
    full.set_params(probability=False).fit(X, y)
    assert not hasattr(full, "calibration_")  # nothing of the fit before
    with pytest.raises((TypeError, ValueError), match="probability is 'no'"):
        clone(model).set_params(probability="no").fit(X, y)


def test_the_slopes_are_those_of_values_of_rows_that_were_held_out():
    X, y = noisy_rule(300)
    model = SoftMarginClassifier(0.5).fit(X, y)
    first = first_half(X, y, np.ones(300))
    values, weights = [], []
    for train in (first, 1 - first):
        half = SoftMarginClassifier(0.5, probability=False).fit(X, y, train)
        found = half.decision_function(X)
        values.append(found / np.average(np.abs(found), weights=1 - train))
        weights.append(1 - train)
    expected = Calibration.fit(np.concatenate(values), np.tile(y, 2), np.concatenate(weights))
    expected = expected.scaled(np.abs(model.decision_function(X)).mean())
    assert model.calibration_.below == pytest.approx(expected.below)
    assert model.calibration_.above == pytest.approx(expected.above)


def test_probabilities_of_a_noisy_rule_are_its_frequencies():
    X, y = noisy_rule(4000)
    model = SoftMarginClassifier().fit(X, y)
    shares = model.predict_proba(X)[:, 1]
    for low in np.arange(0, 1, 0.2):
        rows = (low <= shares) & (shares < low + 0.2)
        if rows.sum() > 200:
            assert shares[rows].mean() == pytest.approx(y[rows].mean(), abs=0.08)


def test_balanced_classes_have_probabilities_of_balanced_rows():
    random = np.random.default_rng(0)
    X = random.integers(0, 2, (900, 3))
    y = (X[:, 0] == 1) & (random.random(900) < 0.2)
    weights = np.where(y, 0.5 / y.mean(), 0.5 / (1 - y.mean()))
    given = {"nu": 0.6}
    balanced = SoftMarginClassifier(**given, class_weight="balanced").fit(X, y)
    factors = {True: weights.max(), False: weights.min()}
    named = SoftMarginClassifier(**given, class_weight=factors).fit(X, y)
    weighted = SoftMarginClassifier(**given).fit(X, y, weights)
    for model in (named, weighted):
        shares = model.predict_proba(X)
        np.testing.assert_allclose(shares, balanced.predict_proba(X), atol=1e-5)


def test_a_sample_of_many_rows_stands_for_all(monkeypatch):
    random = np.random.default_rng(0)
    X, y = noisy_rule(3000)
    X = np.hstack((X, random.integers(0, 2, (3000, 10))))
    all_rows = SoftMarginClassifier(0.5).fit(X, y)
    monkeypatch.setattr(halves, "MOST_ROWS", 1500)
    monkeypatch.setattr(halves, "LEAST_OF_CLASS", 100)
    some = SoftMarginClassifier(0.5).fit(X, y)
    np.testing.assert_allclose(some.predict_proba(X), all_rows.predict_proba(X), atol=0.05)
    weights = random.choice([1.0, 2.0, 50.0], y.size)
    rows = DistinctRows.of(X, y, weights)
    sample = rows.sample()
    assert sample.places.size == np.unique(sample.places).size <= 1510 < rows.places.size
    assert (y[sample.places] == sample.codes).all()
    for code in (0, 1):
        mass = sample.weights[sample.codes == code].sum()
        assert mass == pytest.approx(weights[y == code].sum())


def test_too_few_rows_for_two_halves_take_the_training_rows():
    X, y = np.array([[0, 1], [1, 1], [1, 0]]), np.array([0, 1, 1])  # one row of class 0
    model = SoftMarginClassifier(0.6).fit(X, y)
    values = model.decision_function(X)
    assert model.calibration_ == Calibration.fit(values / size(values), y).scaled(size(values))
    tight = LPBoostClassifier(nu=0.3).fit([[0], [1], [2], [3]], [0, 0, 1, 1])  # halves need 1/2
    assert np.array_equal(tight.predict_proba([[0], [3]]).argmax(axis=1), [0, 1])


def test_halves_do_not_depend_on_the_order_or_the_form_of_rows():
    X, y = noisy_rule(200)
    X[:, 5] = np.random.default_rng(0).integers(-2, 3, 200)
    ones = np.ones(200)
    first = first_half(X, y, ones)
    order = np.random.default_rng(1).permutation(200)
    assert np.array_equal(first_half(X[order], y[order], ones), first[order])
    twice = DistinctRows.of(np.vstack([X, X]), np.append(y, y), np.ones(400))
    heavy = DistinctRows.of(X, y, 2 * ones)
    assert np.array_equal(twice.places, heavy.places)
    assert np.array_equal(twice.first_half(), heavy.first_half())
    for form in (sp.csr_array, sp.csc_array):
        assert np.array_equal(first_half(form(X), y, ones), first)
    dates = np.full((5, 1), "2026-01-01", "datetime64[D]")
    assert np.array_equal(row_hashes(dates), np.arange(5))


@pytest.mark.parametrize("copies", [1, 2, 5, 1000])
def test_halves_of_equal_rows_are_binomial(copies):
    X = np.arange(2000.0)[:, None]
    first = first_half(X, np.arange(2000) % 2, np.full(2000, float(copies)))
    assert first.mean() == pytest.approx(copies / 2, abs=3 * np.sqrt(copies / 8000))
    if copies == 1:
        assert first.sum() == 1000
    else:
        np.testing.assert_allclose(first, np.rint(first))
        assert first.var() == pytest.approx(copies / 4, rel=0.15)
    assert (first >= 0).all()
    assert (first <= copies).all()


def test_categories_and_missing_values_in_frames():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"c": ["a", "b", None, "a"], "n": [1.0, np.nan, np.nan, 1.0]})
    hashes = row_hashes(frame)
    assert hashes[0] == hashes[3]
    assert np.unique(hashes).size == 3


def test_ctrl_c_in_the_halves_leaves_an_answer_with_probabilities(monkeypatch):
    X, y = noisy_rule()
    model, fits = LPBoostClassifier(), []
    learn = LPBoostClassifier._learn

    def interrupted(self, *rows):
        fits.append(self)
        if len(fits) > 1:
            raise KeyboardInterrupt
        learn(self, *rows)

    monkeypatch.setattr(LPBoostClassifier, "_learn", interrupted)
    with pytest.raises(KeyboardInterrupt):
        model.fit(X, y)
    assert model.predict_proba(X).shape == (120, 2)


def test_halves_print_nothing():
    X, y = noisy_rule()
    lines = []
    for wanted in (False, True):
        out = io.StringIO()
        with redirect_stdout(out):
            SoftMarginClassifier(0.5, probability=wanted, verbose=1).fit(X, y)
        lines.append(out.getvalue().count("\n"))
    assert lines[0] == lines[1] > 0
