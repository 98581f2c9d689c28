"""The classifier on the data that the notes on it are about."""

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from sklearn.datasets import load_breast_cancer, load_svmlight_file
from sklearn.model_selection import cross_val_score

from nzdd.sklearn import BinaryEncoder, SoftMarginClassifier


def classification(data, name):
    return data / "classification" / name


def test_votes(data):
    table = np.loadtxt(classification(data, "cp4im_vote.txt"), dtype=np.uint8)
    X, y = table[:, 1:], table[:, 0]
    assert SoftMarginClassifier(0.2).fit(X, y).objective_ == pytest.approx(0.25287, abs=5e-6)
    assert cross_val_score(SoftMarginClassifier(), X, y).mean() > 0.94


def test_agaricus_without_an_error(data):
    X, y = load_svmlight_file(str(classification(data, "agaricus.txt.train.gz")), n_features=127)
    test, truth = load_svmlight_file(
        str(classification(data, "agaricus.txt.test.gz")), n_features=127
    )
    model = SoftMarginClassifier(0.005).fit(X, y)
    assert model.score(X, y) == model.score(test, truth) == 1
    assert model.gap_ <= 1e-8


@pytest.mark.parametrize(("slack", "objective"), [("row", 0.01154), ("edge", 0.00669)])
def test_a9a(data, slack, objective):
    X, y = load_svmlight_file(str(classification(data, "a9a.gz")), n_features=123)
    test, truth = load_svmlight_file(str(classification(data, "a9a.t.gz")), n_features=123)
    model = SoftMarginClassifier(0.4, slack=slack).fit(X, y)
    assert model.objective_ == pytest.approx(objective, abs=5e-6)
    assert model.objective_ - 1e-9 <= model.row_objective_ <= 0.01154 + 5e-6
    assert model.score(test, truth) > 0.82


@pytest.mark.slow
def test_real_values_with_an_encoder_beat_the_majority_clearly():
    X, y = load_breast_cancer(return_X_y=True)
    scores = cross_val_score(SoftMarginClassifier(encoder=BinaryEncoder()), X, y)
    assert scores.mean() > 0.9 > 0.65 > max(y.mean(), 1 - y.mean())
