"""Estimators that take numbers only say in one line which column has none."""

import numpy as np
import pytest
import scipy.sparse as sp

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from nzdd.sklearn import LPBoostClassifier, PsiClassifier, SparseMinimaxClassifier

ESTIMATORS = [LPBoostClassifier, PsiClassifier, SparseMinimaxClassifier]
CLASSES = [0, 1, 0, 1]


def message(estimator, table):
    with pytest.raises(ValueError, match="column") as caught:
        estimator().fit(table, CLASSES)
    text = str(caught.value)
    assert "\n" not in text
    assert estimator.__name__ in text
    return text


@pytest.mark.parametrize("estimator", ESTIMATORS)
@pytest.mark.parametrize("kind", [np.float64, np.object_])
def test_missing_values_are_named(estimator, kind):
    table = np.array([[1.0, 2.0], [2.0, np.nan], [3.0, 1.0], [4.0, 5.0]], kind)
    assert "column 1 has missing values" in message(estimator, table)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_columns_of_a_frame_are_named(estimator):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    table = pandas.DataFrame({"a": [1.0, 2.0, 3.0, 4.0], "b": ["red", "blue", "red", "blue"]})
    assert "column 'b' of X holds 'red', which is not a number" in message(estimator, table)
    table["b"] = [1.0, np.nan, 1.0, 2.0]
    assert "column 'b' has missing values" in message(estimator, table)


def test_missing_values_of_a_sparse_table_are_named():
    table = sp.csr_array(np.array([[1.0, 0.0], [0.0, np.nan], [3.0, 0.0], [0.0, 5.0]]))
    assert "column 1 has missing values" in message(PsiClassifier, table)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_dates_are_no_numbers(estimator):
    """Which scikit-learn takes them for, where all columns are dates."""
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    days = pandas.date_range("2021-03-01", periods=4)
    table = pandas.DataFrame({"n": [1.0, 2.0, 3.0, 4.0], "day": days})
    tables = [table, table.astype({"day": object}), table.assign(day=days.tz_localize("UTC"))]
    tables += [table.assign(day=days.strftime("%Y-%m-%d")), table[["day"]]]
    cure = r"make numbers of them \(a year, a month, days since a day\), or leave it out$"
    for each in tables:
        with pytest.raises(TypeError, match=f"column 'day' holds dates or times, .*; {cure}"):
            estimator().fit(each, CLASSES)
    with pytest.raises(TypeError, match=f"column 'x0' holds dates .*'2021-03-01.*; {cure}"):
        estimator().fit(days.to_numpy()[:, None], CLASSES)
    with pytest.raises(TypeError, match="column 'day' holds dates or times, such as '0 days"):
        estimator().fit(table.assign(day=days - days[0]), CLASSES)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_other_faults_keep_their_own_message(estimator):
    with pytest.raises(ValueError, match="infinity"):
        estimator().fit([[1.0], [np.inf], [2.0], [3.0]], CLASSES)
