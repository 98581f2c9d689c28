"""Rules fitted to chunks are those that are fitted to all rows."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from nzdd.formulations.learning.rules import sample_parts
from nzdd.sklearn import RuleClassifier, RuleRegressor


def table(rows, seed=0):
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "age": random.integers(18, 30, rows).astype(float),
            "job": random.choice(["clerk", "nurse", None], rows),
            "owner": random.integers(0, 2, rows),
        }
    )
    frame.loc[random.random(rows) < 0.1, "age"] = np.nan
    rule = (frame["age"] > 24) & (frame["job"] == "nurse") | (frame["owner"] == 1)
    noise = random.random(rows) < 0.1
    return frame, np.where(rule ^ noise, np.where(frame["age"] > 27, "old", "yes"), "no")


def chunks_of(count, X, y):
    bounds = np.linspace(0, len(y), count + 1).astype(int)
    return [(X[a:b], y[a:b]) for a, b in pairwise(bounds)]


@pytest.mark.parametrize(
    ("classes", "class_weight"), [(2, None), (2, "balanced"), (3, None), (3, {"old": 2.0})]
)
def test_the_vote_for_a_penalty(classes, class_weight):
    X, y = table(400)
    if classes == 2:
        y = y == "no"
    options = {"alpha": 0.03, "class_weight": class_weight, "gap": 1e-7}
    whole = RuleClassifier(**options).fit(X, y)
    chunks = chunks_of(5, X, y)
    for given in (chunks, chunks[::-1]):
        found = RuleClassifier(**options).fit_chunks(given)
        np.testing.assert_array_equal(found.classes_, whole.classes_)
        assert found.objective_ == pytest.approx(whole.objective_, abs=2e-7)
        # several rules may cover the same rows, or their complements
        np.testing.assert_allclose(
            found.decision_function(X), whole.decision_function(X), atol=0.02
        )
    predicted = np.concatenate(list(found.predict_chunks(part for part, _ in chunks)))
    np.testing.assert_array_equal(predicted, found.predict(X))


def same(found, whole, X):
    """Whether two fits are the same to the last bit."""
    return (
        found.alpha_ == whole.alpha_
        and found.conjunctions_ == whole.conjunctions_
        and np.array_equal(found.weights_, whole.weights_)
        and np.array_equal(found.predict(X), whole.predict(X))
    )


@pytest.mark.parametrize("few", [0, 10**6])
@pytest.mark.parametrize("class_weight", [None, "balanced"])
def test_fit_and_chunks_choose_the_same_penalty_for_any_order_of_the_rows(
    monkeypatch, few, class_weight
):
    monkeypatch.setattr(sample_parts, "FEW_ROWS", few)
    X, y = table(120)
    options = {"class_weight": class_weight, "folds": 2, "max_bins": 4}
    whole = RuleClassifier(**options).fit(X, y)
    other = np.random.default_rng(0).permutation(len(y))
    for found in (
        RuleClassifier(**options).fit(X.iloc[other], y[other]),
        RuleClassifier(**options).fit_chunks(chunks_of(7, X, y)),
        RuleClassifier(**options).fit_chunks(chunks_of(3, X.iloc[other], y[other])),
    ):
        assert same(found, whole, X)
        assert found.calibration_ == whole.calibration_


@pytest.mark.parametrize("loss", ["squared", "absolute"])
def test_numbers_from_chunks(loss):
    X, y = table(150)
    values = np.where(y == "no", 0.0, np.where(X["age"] > 24, 3.5, -1.25))
    values[::7] += 0.5
    options = {"loss": loss} | ({"alpha": 0.05, "max_order": 1} if loss == "absolute" else {})
    whole = RuleRegressor(**options).fit(X, values)
    for given in (chunks_of(4, X, values), chunks_of(9, X[::-1], values[::-1])):
        found = RuleRegressor(**options).fit_chunks(given)
        assert same(found, whole, X)
        assert found.objective_ == whole.objective_
    predicted = np.concatenate(list(found.predict_chunks(part for part, _ in given)))
    np.testing.assert_array_equal(predicted, whole.predict(X[::-1]))
    assert [part.size for part in found.predict_chunks([X[:0], X[:2]])] == [0, 2]


def test_weighted_numbers_from_chunks():
    X, y = table(200)
    values, weights = (y == "no") * 2.0, np.arange(200) % 3
    options = {"alpha": 0.02, "gap": 1e-8}
    whole = RuleRegressor(**options).fit(X, values, weights)
    chunks = [(X[:90], values[:90], weights[:90]), (X[90:], values[90:], weights[90:])]
    found = RuleRegressor(**options).fit_chunks(chunks)
    assert found.objective_ == pytest.approx(whole.objective_, abs=1e-8)
    np.testing.assert_allclose(found.predict(X), whole.predict(X), atol=1e-3)


def test_a_column_of_a_frame_has_the_numbers():
    X = table(60)[0]
    frame = X.assign(price=np.arange(60) / 4)
    whole = RuleRegressor(alpha=0.5).fit(X, frame["price"])
    assert same(RuleRegressor(alpha=0.5).fit_chunks([frame[:20], frame[20:]], "price"), whole, X)
    frame.loc[30, "price"] = np.nan
    with pytest.raises(ValueError, match="chunk 1: Input y contains NaN"):
        RuleRegressor().fit_chunks([frame[:20], frame[20:]], "price")


def test_errors_name_the_chunk():
    X, y = table(50)
    with pytest.raises(ValueError, match="chunk 1: there is no column 'job'"):
        RuleClassifier().fit_chunks([(X, y), (X.drop(columns="job"), y)])
    with pytest.raises(ValueError, match="read only once"):
        RuleClassifier().fit_chunks(iter([(X, y)]))
