"""Every parameter of every estimator: what it cannot be is said in one line with its name."""

import inspect
import math

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from nzdd.adapters import sklearn as estimators

NEVER = [math.nan, b"x", "bogus", [math.nan], {"a": 1}, object(), 1 + 2j, float, np.arange(2)]
"""What no parameter takes."""

ANYTHING = {
    ("BinaryEncoder", "cuts"),  # arrays among others; see encoding/test_binary_encoder.py
    ("RuleClassifier", "cuts"),
    ("RuleRegressor", "cuts"),
    ("SoftMarginClassifierCV", "cv"),  # scikit-learn's to judge
    ("SoftMarginClassifierCV", "scoring"),
}

ESTIMATORS = {
    name: getattr(estimators, name)
    for name in estimators.__all__
    if hasattr(getattr(estimators, name), "fit")
}
PARAMETERS = [
    (name, parameter)
    for name, kind in ESTIMATORS.items()
    for parameter in list(inspect.signature(kind.__init__).parameters)[1:]
    if (name, parameter) not in ANYTHING
]


def fit(name, **parameters):
    rows = np.random.default_rng(0).integers(0, 2, (12, 3))
    labels = rows[:, 0] | rows[:, 1]
    return ESTIMATORS[name](**parameters).fit(rows, labels)


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_what_a_parameter_cannot_be_is_said_with_its_name(name, parameter):
    for value in NEVER:
        with pytest.raises((ValueError, TypeError)) as caught:
            fit(name, **{parameter: value})
        message = str(caught.value)
        assert "\n" not in message
        assert parameter in message
        kinds = {TypeError} if parameter == "estimator" else {ValueError}
        assert type(caught.value) in kinds


NUMBERS = {
    "BinaryEncoder": ["max_bins", "max_categories"],
    "L0RBoostClassifier": [
        "margin", "max_order", "kappa", "gap", "columns", "hamming", "max_iter", "time_limit",
    ],
    "LPBoostClassifier": ["nu", "gap", "max_iter", "min_cost"],
    "LPBoostRegressor": ["nu", "radius", "gap", "max_iter", "min_cost"],
    "PsiClassifier": ["C", "a", "degree", "gamma", "margin", "svm_C", "time_limit", "gap"],
    "SoftMarginClassifier": ["nu", "blocks", "gap", "max_iter"],
    "SoftMarginClassifierCV": ["nus", "blocks", "gap", "max_iter", "n_jobs"],
    "SparseMinimaxClassifier": ["max_bases", "candidates", "min_gain", "min_width_gain"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "parameter"), [(name, each) for name, all_ in NUMBERS.items() for each in all_]
)
def test_numbers_have_a_range(name, parameter):
    wrong = [-math.inf, -1e300]
    if parameter not in ("max_bins", "max_categories"):
        wrong.append(-0.5)
    for value in wrong:
        with pytest.raises(ValueError, match=parameter):
            fit(name, **{parameter: value})


@pytest.mark.parametrize("name", ["SoftMarginClassifier", "L0RBoostClassifier"])
def test_an_encoder_is_a_transformer(name):
    for value in (LogisticRegression(), estimators.BinaryEncoder):
        with pytest.raises(ValueError, match=r"encoder is .*; give a transformer"):
            fit(name, encoder=value)


def test_class_weights_are_numbers():
    for weight in ("x", math.nan, None, -1):
        with pytest.raises(ValueError, match="class_weight gives 1 the factor"):
            fit("SoftMarginClassifier", class_weight={1: weight})


VERBOSE = [name for name, parameter in PARAMETERS if parameter == "verbose"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", VERBOSE)
def test_true_is_an_answer_and_no_number(name, capsys):
    fit(name, verbose=True)
    assert capsys.readouterr().out
    for _, parameter in (each for each in PARAMETERS if each[0] == name):
        if parameter.startswith("max_") or parameter in ("blocks", "columns", "candidates"):
            with pytest.raises(ValueError, match=f"^{parameter} is True; give an integer"):
                fit(name, **{parameter: True})
