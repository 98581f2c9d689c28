import pickle

import numpy as np
import pytest
import scipy.sparse as sp

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from joblib import parallel_backend
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.metrics import accuracy_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from nzdd.formulations.learning.calibration import Calibration, size
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.nu import nu_range
from nzdd.sklearn import BinaryEncoder, SoftMarginClassifier, SoftMarginClassifierCV


def known_failures(estimator):
    if estimator.nus is not None:
        return {}
    return {
        "check_class_weight_classifiers": "wants one class for nearly all rows, and the values of "
        "nu are chosen so that this is not an optimum"
    }


# See test_soft_margin_classifier.py for the encoder and the warnings.
@pytest.mark.filterwarnings("ignore::UserWarning")
@parametrize_with_checks(
    [
        SoftMarginClassifierCV(
            [0.3, 0.5],
            cv=2,
            probability=False,
            slack="edge",
            class_weight="balanced",
            encoder=BinaryEncoder(max_bins=8, sparse_output=False),
        ),
        SoftMarginClassifierCV(cv=3, encoder=BinaryEncoder()),
    ],
    expected_failed_checks=known_failures,
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


def noisy_rule(num_classes=2):
    """Rows with a rule behind their labels, a tenth of them wrong, and weights."""
    random = np.random.default_rng(0)
    X = random.integers(0, 2, (120, 8))
    y = np.minimum(X[:, 0] + X[:, 0] * X[:, 3], num_classes - 1)
    wrong = random.random(120) < 0.1
    y[wrong] = random.integers(0, num_classes, wrong.sum())
    return X, y, random.choice([0.25, 1, 3], 120)


NUS = [0.3, 0.4, 0.6]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("form", "num_classes", "class_weight"),
    [
        (np.asarray, 2, None),
        (sp.csr_array, 3, "balanced"),
        (sp.coo_array, 2, "balanced"),
        (np.ndarray.tolist, 3, None),
        pytest.param(np.asarray, 3, {1: 2.0}, marks=pytest.mark.slow),
        pytest.param(np.asarray, 2, {1: 2.0}, marks=pytest.mark.slow),
    ],
)
def test_it_is_a_loop_over_folds_and_nus(form, num_classes, class_weight):
    X, y, _ = noisy_rule(num_classes)
    options = {"class_weight": class_weight, "probability": False}
    model = SoftMarginClassifierCV(NUS, **options).fit(form(X), y)
    assert model.nus_.tolist() == NUS
    means = []
    for nu, scores in zip(NUS, model.scores_, strict=True):
        one = SoftMarginClassifier(nu, **options)
        assert np.array_equal(scores, cross_val_score(one, X, y))
        means.append(scores.mean())
    assert model.best_score_ == max(means)
    assert model.nu_ == max(nu for nu, mean in zip(NUS, means, strict=True) if mean == max(means))
    best = SoftMarginClassifier(model.nu_, **options).fit(X, y)
    assert np.array_equal(model.coef_, best.coef_)
    assert np.array_equal(model.intercept_, best.intercept_)
    assert np.array_equal(model.decision_function(X), best.decision_function(X))
    assert np.array_equal(model.gap_, best.gap_)
    assert model.rules_.equals(best.rules_)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_fold_has_an_encoder_of_its_own():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    X, y = X.iloc[::2, :10], y[::2]
    encoder = BinaryEncoder("mdl")
    folds = StratifiedKFold(4, shuffle=True, random_state=0)
    options = {"encoder": encoder, "probability": False}
    model = SoftMarginClassifierCV([0.1, 0.3], cv=folds, scoring="roc_auc", **options).fit(X, y)
    for nu, scores in zip(model.nus_, model.scores_, strict=True):
        one = SoftMarginClassifier(nu, **options)
        assert np.array_equal(scores, cross_val_score(one, X, y, cv=folds, scoring="roc_auc"))
    assert roc_auc_score(y, model.decision_function(X)) > 0.95


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_weights_count_in_training_and_in_scores():
    X, y, weights = noisy_rule()
    weights[5:9] = 0
    folds = list(StratifiedKFold(3).split(X, y))
    model = SoftMarginClassifierCV(NUS, cv=folds, probability=False).fit(X, y, weights)
    for nu, scores in zip(NUS, model.scores_, strict=True):
        for (train, test), score in zip(folds, scores, strict=True):
            one = SoftMarginClassifier(nu, probability=False)
            one.fit(X[train], y[train], weights[train])
            assert score == accuracy_score(
                y[test], one.predict(X[test]), sample_weight=weights[test]
            )
    best = SoftMarginClassifier(model.nu_, probability=False).fit(X, y, weights)
    assert np.array_equal(model.coef_, best.coef_)


@pytest.mark.parametrize("num_classes", [2, 3])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_values_are_chosen_inside_the_windows(num_classes):
    X, y, _ = noisy_rule(num_classes)
    model = SoftMarginClassifierCV(7, cv=2, probability=False).fit(X, y)
    diagrams = model.diagram_ if num_classes > 2 else [model.diagram_]
    windows = [nu_range(InteriorPoint(diagram)) for diagram in diagrams]
    lower = max(window.lower for window in windows)
    assert model.nus_.size == len(model.scores_) == 7
    assert lower < model.nus_[0]
    assert model.nus_[-1] < min(window.constant for window in windows)
    assert (np.diff(model.nus_, 2) > 0).all()  # denser below
    assert clone(model).set_params(nus=None).fit(X, y).nus_.size == 10


def test_methods_give_the_same_choice():
    X, y, _ = noisy_rule()
    options = {"cv": 2, "probability": False}
    expected = SoftMarginClassifierCV(NUS, **options).fit(X, y)
    for algorithm, solver in (("column-generation", None), ("lp", "scipy")):
        model = SoftMarginClassifierCV(NUS, algorithm=algorithm, solver=solver, **options).fit(X, y)
        assert model.objective_ == pytest.approx(
            SoftMarginClassifier(model.nu_, probability=False).fit(X, y).objective_, abs=2e-5
        )
        assert model.best_score_ == pytest.approx(expected.best_score_, abs=0.02)


def test_folds_may_be_worked_on_together():
    X, y, weights = noisy_rule()
    options = {"cv": 3, "probability": False}
    expected = SoftMarginClassifierCV(3, **options).fit(X, y, weights)
    with parallel_backend("threading"):
        model = SoftMarginClassifierCV(3, n_jobs=2, **options).fit(X, y, weights)
    assert np.array_equal(model.scores_, expected.scores_)
    copied = pickle.loads(pickle.dumps(model))
    assert np.array_equal(copied.predict(X), expected.predict(X))


def test_iris():
    X, y = load_iris(return_X_y=True)
    options = {"cv": 2, "encoder": BinaryEncoder(max_bins=8), "probability": False}
    assert cross_val_score(SoftMarginClassifierCV(3, **options), X, y, cv=3).mean() > 0.9


@pytest.mark.parametrize("nus", [0, -1, True, 0.5, "many", [], [0.0, 0.5], [0.5, 1.1], [[0.5]]])
def test_wrong_values_are_named(nus):
    X, y, _ = noisy_rule()
    with pytest.raises(ValueError, match="nus is"):
        SoftMarginClassifierCV(nus).fit(X, y)


def test_a_fold_needs_two_classes():
    X, y, _ = noisy_rule()
    order = np.argsort(y)
    with pytest.raises(ValueError, match=r"there is only one class, \[0\]"):
        SoftMarginClassifierCV(NUS, cv=[(order[:50], order[50:])]).fit(X, y)


def test_ctrl_c_in_the_last_fit_leaves_an_answer_with_its_probabilities(monkeypatch):
    X, y, _ = noisy_rule()
    model = SoftMarginClassifierCV([0.4, 0.5]).fit(X, y)
    before, learn = model.calibration_, SoftMarginClassifierCV._learn

    def interrupted(self, *rows, **options):
        learn(self, *rows, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(SoftMarginClassifierCV, "_learn", interrupted)
    with pytest.raises(KeyboardInterrupt):
        model.fit(1 - X, y)
    assert model.nu_ in (0.4, 0.5)
    values = model.decision_function(1 - X)
    assert model.calibration_ != before
    expected = Calibration.fit(values / size(values), y).scaled(size(values))
    assert model.calibration_.below == pytest.approx(expected.below)
    assert model.calibration_.above == pytest.approx(expected.above)


def test_halves_for_the_probabilities_share_the_time_limit():
    model = SoftMarginClassifierCV([0.4, 0.5], time_limit=100.0).fit(*noisy_rule()[:2])
    half = model._for_a_half()
    assert (half.nu, half.time_limit, half.probability) == (model.nu_, 50.0, False)
