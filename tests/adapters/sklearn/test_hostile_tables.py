"""Estimators refuse damaged sparse tables, masked entries and weights beyond counting."""

import inspect
import re
import subprocess
import sys
from functools import partial

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given

from support.sets.damaged_sparse import Damaged, damaged

pytest.importorskip("sklearn")

from nzdd.adapters import sklearn as estimators
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

LEARNERS = (
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
ROWS = np.random.default_rng(3).integers(0, 2, (20, 3)).astype(float)
LABELS = np.arange(20) % 2
ROWS[:, 0] = np.where(np.arange(20) < 17, LABELS, 1 - LABELS)

WILD = """
import numpy as np, scipy.sparse as sp
from nzdd.sklearn import *

sound = np.array([[1, 0, 1], [0, 1, 0]] * 4)
labels = [0, 1] * 4
fitted = BinaryEncoder().fit(sound), SoftMarginClassifier().fit(sound, labels)
for kind in ("csr", "csc", "bsr", "coo"):
    matrix = sp.coo_array(sound).asformat(kind)
    getattr(matrix, "col" if kind == "coo" else "indices")[0] = 10**8
    for use in (
        lambda: BinaryEncoder().fit(matrix),
        lambda: fitted[0].transform(matrix),
        lambda: SoftMarginClassifier().fit(matrix, labels),
        lambda: SoftMarginClassifier(encoder=BinaryEncoder()).fit(matrix, labels),
        lambda: fitted[1].predict(matrix),
        lambda: PsiClassifier().fit(matrix, labels),
        lambda: L0RBoostClassifier().fit(matrix, labels),
        lambda: LPBoostClassifier().fit(matrix, labels),
        lambda: SparseMinimaxClassifier().fit(matrix, labels),
    ):
        try:
            use()
        except ValueError as error:
            assert "100000000" in str(error), error
        else:
            raise AssertionError(kind)
"""


def test_an_index_far_outside_does_not_end_the_interpreter():
    done = subprocess.run([sys.executable, "-c", WILD], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@given(damaged())
def test_a_damaged_table_is_refused_or_encoded_as_what_its_entries_say(case: Damaged):
    try:
        bits = BinaryEncoder(sparse_output=True).fit_transform(case.matrix)
    except (ValueError, TypeError):
        return
    places = case.places
    assert places is not None
    dense = np.zeros(case.matrix.shape, case.matrix.dtype)
    for place, values in places.items():
        dense[place] = np.array(values, case.matrix.dtype).sum()
    expected = BinaryEncoder(sparse_output=False).fit_transform(dense.astype(np.float64))
    np.testing.assert_array_equal(bits.toarray(), expected)


@pytest.mark.filterwarnings("ignore:weights from half of the rows are wrong")
@pytest.mark.parametrize("learner", [BinaryEncoder, *LEARNERS])
def test_two_columns_of_one_name_are_refused(learner):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    table = pandas.DataFrame(ROWS, columns=["a", "b", "a"])
    with pytest.raises(ValueError, match=r"^two columns of X are called 'a'; give each column a n"):
        learner().fit(table, LABELS)
    if hasattr(learner, "fit_chunks"):
        with pytest.raises(ValueError, match=r"^chunk 0: two columns of X are called 'a'; give"):
            learner().fit_chunks([(table, LABELS)])
    fitted = encoded(learner).fit(table.set_axis(["a", "b", "c"], axis=1), LABELS)
    with pytest.raises(ValueError, match=r"^two columns of X are called 'a'; give each column a n"):
        getattr(fitted, "predict" if hasattr(fitted, "predict") else "transform")(table)


def encoded(learner):
    """The estimator, with an encoder where it takes one, and little to choose."""
    options = {"encoder": BinaryEncoder(), "folds": 2, "max_order": 1, "max_bases": 1, "svm_C": 1.0}
    takes = inspect.signature(learner).parameters
    return learner(**{name: value for name, value in options.items() if name in takes})


@pytest.mark.filterwarnings("ignore:weights from half of the rows are wrong")
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_warning_about_names_of_columns_speaks_of_the_estimator_that_was_called(learner):
    """Whatever estimators there are inside of it."""
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    table = pandas.DataFrame(ROWS, columns=["a", "b", "c"])
    for known, other in ((table, ROWS), (ROWS, table)):
        fitted = encoded(learner).fit(known, LABELS)
        methods = ("predict", "decision_function", "predict_proba", "explain")
        calls = [partial(getattr(fitted, each), other) for each in methods if hasattr(fitted, each)]
        if hasattr(fitted, "fit_chunks"):
            calls.append(partial(fitted.fit_chunks, [(known, LABELS), (other, LABELS)]))
        for call in calls:
            with pytest.warns(UserWarning, match="feature names") as warned:
                call()
            named = {re.search(r"but (\w+) was fitted", str(each.message))[1] for each in warned}
            assert named == {learner.__name__}
    with pytest.raises(ValueError, match=f"X has 2 features, but {learner.__name__} is exp"):
        fitted.predict(ROWS[:, :2])


def test_every_learner_is_asked():
    assert {learner.__name__ for learner in LEARNERS} == {*estimators.__all__} - {"BinaryEncoder"}


@pytest.mark.parametrize("learner", LEARNERS)
def test_masked_entries_are_refused(learner):
    mask = np.zeros(20, bool)
    mask[3] = True
    rows = np.ma.array(ROWS, mask=np.repeat(mask[:, None], 3, axis=1))
    with pytest.raises(ValueError, match=r"X: entry \(3, 0\) is masked"):
        learner().fit(rows, LABELS)
    with pytest.raises(ValueError, match="y: entry 3 is masked"):
        learner().fit(ROWS, np.ma.array(LABELS, mask=mask))
    with pytest.raises(ValueError, match="sample_weight: entry 3 is masked"):
        learner().fit(ROWS, LABELS, sample_weight=np.ma.array(np.ones(20), mask=mask))


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("wrong", [5e-324, 1e-310, 1e-200, 1e200, 1.7e308])
def test_weights_beyond_counting_are_refused(learner, wrong):
    some = np.where(np.arange(20) == 7, wrong, 1.0)
    for weights, row in ((some, 7), (np.full(20, wrong), 0)):
        with pytest.raises(
            ValueError, match=rf"weight {row} is .* between|the total weight would be"
        ):
            learner().fit(ROWS, LABELS, sample_weight=weights)


@pytest.mark.filterwarnings("ignore:no mean of these hypotheses")
@pytest.mark.parametrize("learner", [SoftMarginClassifier, LPBoostClassifier])
@pytest.mark.parametrize("scale", [1e-120, 1e-30, 1e120])
def test_a_common_factor_of_the_weights_changes_nothing(learner, scale):
    once = learner(probability=False).fit(ROWS, LABELS).predict(ROWS)
    again = learner(probability=False).fit(ROWS, LABELS, sample_weight=np.full(20, scale))
    np.testing.assert_array_equal(once, again.predict(ROWS))


def test_a_loss_that_costs_more_than_solvers_count_is_refused():
    with pytest.raises(ValueError, match=r"costs up to C = .* times a weight of 1e\+100"):
        PsiClassifier().fit(ROWS, LABELS, sample_weight=np.full(20, 1e100))


def test_an_encoder_that_gives_a_damaged_matrix_is_found_out():
    class Wild(BinaryEncoder):
        def transform(self, X):
            bits = sp.csr_array(super().transform(X))
            bits.indices[0] = 10**8
            return bits

        def fit_transform(self, X, y=None):
            return self.fit(X, y).transform(X)

    with pytest.raises(ValueError, match=r"indices\[0\] is 100000000"):
        SoftMarginClassifier(encoder=Wild()).fit(ROWS, LABELS)
