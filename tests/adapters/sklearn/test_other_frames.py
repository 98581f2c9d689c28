"""Tables of Arrow and of polars are to estimators what the same data frames of pandas are."""

import numpy as np
import pytest

pd = pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")
pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from nzdd.sklearn import (  # noqa: E402 - after the skips
    L0RBoostClassifier,
    LPBoostClassifier,
    RuleClassifier,
    SoftMarginClassifier,
)

WORDS = pd.DataFrame({"age": [1, 2, 3, 4] * 10, "town": ["a", "b", "c", None] * 10})
LABELS = [0, 1, 1, 0] * 10


def arrow(frame):
    import pyarrow

    return pyarrow.Table.from_pandas(frame)


def polars(frame):
    return pytest.importorskip("polars", reason="polars is not installed").from_pandas(frame)


@pytest.mark.parametrize("kind", [arrow, polars])
@pytest.mark.parametrize(
    ("estimator", "frame"),
    [
        (RuleClassifier(0.01), WORDS),
        (SoftMarginClassifier(nu=0.5), WORDS),
        (L0RBoostClassifier(), WORDS),
        (LPBoostClassifier(nu=0.5), WORDS[["age"]]),
    ],
)
def test_names_and_votes_are_those_of_a_data_frame(kind, estimator, frame):
    votes = estimator.fit(frame, LABELS).decision_function(frame)
    rules = list(estimator.rules_["rule"])
    table = kind(frame)
    np.testing.assert_array_equal(estimator.decision_function(table), votes)
    np.testing.assert_array_equal(estimator.fit(table, LABELS).decision_function(frame), votes)
    assert list(estimator.rules_["rule"]) == rules
