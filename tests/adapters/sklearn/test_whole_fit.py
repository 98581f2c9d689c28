"""A fit that fails leaves the estimator as it was, whatever it had done before it failed."""

import warnings

import numpy as np
import pytest
from sklearn.base import is_regressor
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils.validation import check_is_fitted

from nzdd.sklearn import (
    BinaryEncoder,
    L0RBoostClassifier,
    LPBoostClassifier,
    LPBoostRegressor,
    PsiClassifier,
    RuleClassifier,
    RuleRegressor,
    SoftMarginClassifier,
    SoftMarginClassifierCV,
    SparseMinimaxClassifier,
)

ESTIMATORS = {
    "rules": RuleClassifier(alpha=0.01),
    "soft-margin": SoftMarginClassifier(nu=0.3, encoder=BinaryEncoder()),
    "soft-margin-cv": SoftMarginClassifierCV([0.2, 0.4], cv=2, encoder=BinaryEncoder()),
    "l0-rboost": L0RBoostClassifier(max_order=1, time_limit=0.2),
    "lpboost": LPBoostClassifier(nu=0.3),
    "psi": PsiClassifier(svm_C=1.0, time_limit=0.2, probability=False),
    "minimax": SparseMinimaxClassifier(max_bases=2, random_state=0),
    "rule-regressor": RuleRegressor(alpha=0.01),
    "lpboost-regressor": LPBoostRegressor(),
}

RANDOM = np.random.default_rng(0)
ROWS = RANDOM.normal(size=(30, 3))
LABELS = (ROWS[:, 0] + ROWS[:, 1] ** 2 > 0.5).astype(int)
OTHER = 100 * RANDOM.normal(size=(40, 3)) + 7


@pytest.fixture(scope="module", params=ESTIMATORS)
def fitted(request):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield ESTIMATORS[request.param].__sklearn_clone__().fit(ROWS, LABELS)


def unchanged(estimator, fail):
    """Whether all attributes are the same objects after a call that fails, and all predictions."""
    before, predicted = dict(vars(estimator)), estimator.predict(OTHER)
    fail()
    after = vars(estimator)
    return (
        after.keys() == before.keys()
        and all(after[name] is before[name] for name in before)
        and np.array_equal(estimator.predict(OTHER), predicted)
    )


def fails(estimator, X):
    """A fit to these rows that fails late: by classes that are one, or by weights."""
    if is_regressor(estimator):
        with pytest.raises(ValueError, match="weight"):
            estimator.fit(X, X[:, 0], np.full(len(X), -1.0))
    else:
        with pytest.raises(ValueError, match="class"):
            estimator.fit(X, np.zeros(len(X), int))


def test_a_wrong_target(fitted):
    assert unchanged(fitted, lambda: fails(fitted, OTHER))


def test_other_columns_and_a_wrong_target(fitted):
    assert unchanged(fitted, lambda: fails(fitted, OTHER[:, :2]))
    assert fitted.n_features_in_ == 3


def test_a_warning_that_is_an_error(fitted):
    if "time_limit" not in fitted.get_params() or isinstance(fitted, SparseMinimaxClassifier):
        pytest.skip("it has no limit that it warns of")

    def fail():
        with warnings.catch_warnings():
            warnings.simplefilter("error", ConvergenceWarning)
            with pytest.raises(ConvergenceWarning):
                fitted.fit(OTHER, np.arange(40) % 2)

    limit = fitted.time_limit
    fitted.set_params(time_limit=1e-9)
    assert unchanged(fitted, fail)
    fitted.set_params(time_limit=limit)


def test_a_first_fit_that_fails_leaves_it_unfitted(fitted):
    estimator = fitted.__sklearn_clone__()
    fails(estimator, OTHER)
    with pytest.raises(NotFittedError):
        check_is_fitted(estimator)


def test_a_budget_refused_after_the_bins_were_chosen():
    classifier = RuleClassifier(alpha=0.1, max_order=1, max_points=3).fit(ROWS, LABELS)

    def fail():
        with pytest.raises(ValueError, match="max_points is for two classes"):
            classifier.fit(OTHER, np.arange(40) % 3)

    assert unchanged(classifier, fail)


@pytest.mark.parametrize("name", ["rules", "soft-margin"])
def test_chunks_of_one_class(name):
    classifier = ESTIMATORS[name].__sklearn_clone__().fit_chunks([(ROWS, LABELS)])

    def fail():
        with pytest.raises(ValueError, match="class"):
            classifier.fit_chunks([(OTHER, np.zeros(40, int))])

    assert unchanged(classifier, fail)


def test_an_encoder_that_refuses_a_column():
    encoder = BinaryEncoder(sparse_output=False).fit(ROWS)
    bits = encoder.transform(OTHER)
    with pytest.raises(ValueError, match="infinit"):
        encoder.fit(np.full((4, 2), np.inf))
    assert np.array_equal(encoder.transform(OTHER), bits)


def test_no_attribute_of_an_earlier_fit_is_left():
    classifier = RuleClassifier(alpha=0.1, max_order=1, max_points=3).fit(ROWS, LABELS)
    classifier.set_params(max_points=None).fit(ROWS, LABELS)
    assert not hasattr(classifier, "points_")
    assert not hasattr(classifier, "multiplier_")
