"""Rules fitted to chunks are those that are fitted to all rows."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from nzdd.adapters.sklearn.rules import rule_chunks
from nzdd.sklearn import RuleClassifier


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


@pytest.mark.parametrize("few", [0, 10**6])
def test_the_penalty_that_is_chosen_is_as_good(monkeypatch, few):
    monkeypatch.setattr(rule_chunks, "FEW_ROWS", few)
    X, y = table(2000)
    y = y == "no"
    whole, found = RuleClassifier().fit(X, y), RuleClassifier().fit_chunks(chunks_of(7, X, y))
    test, truth = table(2000, seed=1)
    errors = [np.mean(model.predict(test) != (truth == "no")) for model in (whole, found)]
    assert errors[1] == pytest.approx(errors[0], abs=0.01)
    assert whole.alpha_ / 4 < found.alpha_ < 4 * whole.alpha_
    np.testing.assert_allclose(found.predict_proba(test), whole.predict_proba(test), atol=0.05)


def test_errors_name_the_chunk():
    X, y = table(50)
    with pytest.raises(ValueError, match="chunk 1: there is no column 'job'"):
        RuleClassifier().fit_chunks([(X, y), (X.drop(columns="job"), y)])
    with pytest.raises(ValueError, match="read only once"):
        RuleClassifier().fit_chunks(iter([(X, y)]))
