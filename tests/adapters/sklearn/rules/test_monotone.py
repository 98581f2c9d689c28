"""Votes that only rise or only fall with a column."""

import numpy as np
import pandas as pd
import pytest

from nzdd.sklearn import RuleClassifier, RuleRegressor

RANDOM = np.random.default_rng(3)
TABLE = pd.DataFrame(RANDOM.random((200, 3)), columns=["age", "dose", "size"])
TABLE["kind"] = RANDOM.choice(["a", "b"], 200)
WAVES = np.sin(9 * TABLE["age"]) + TABLE["dose"] - TABLE["age"] * TABLE["size"]
LABELS = np.where(WAVES + RANDOM.normal(0, 0.3, 200) > 0.3, "yes", "no")


def rises(model, name, direction):
    """Whether no decision of a random row ever moves against a direction."""
    grid = np.linspace(-0.1, 1.1, 40)
    decide = model.decision_function if hasattr(model, "classes_") else model.predict
    rows = TABLE.iloc[RANDOM.integers(0, 200, 25)]
    votes = np.array([decide(rows.assign(**{name: value})) for value in grid])
    return (direction * np.diff(votes, axis=0) >= -1e-9).all()


@pytest.mark.parametrize("sizes", [{}, {"max_literals": 2}])
def test_a_vote_never_moves_against_a_direction(sizes):
    options = {"alpha": 0.01, "max_bins": 6, **sizes}
    free = RuleClassifier(**options).fit(TABLE, LABELS)
    assert not rises(free, "age", 1)
    assert not rises(free, "age", -1)
    for direction in (1, -1):
        model = RuleClassifier(monotone={"age": direction, "dose": 1}, **options)
        model.fit(TABLE, LABELS)
        assert rises(model, "age", direction)
        assert rises(model, "dose", 1)
        assert model.bound_ >= free.bound_ - 1e-9
        assert model.bound_ <= model.objective_
    regressor = RuleRegressor(monotone=[0, 1, -1, 0], **options).fit(TABLE, WAVES)
    assert rises(regressor, "dose", 1)
    assert rises(regressor, "size", -1)
    assert regressor.score(TABLE, WAVES) > 0.3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"monotone": {"height": 1}}, "'height', which does not exist"),
        ({"monotone": {"age": 2}}, "2 for column 'age'; give 1, -1 or 0"),
        ({"monotone": {"kind": 1}}, "'kind', which holds categories"),
        ({"monotone": [1]}, "1 directions for 4 columns"),
        ({"monotone": {"age": 1}, "max_points": 3}, "max_points is not for monotone votes"),
        ({"monotone": {"age": 1}, "loss": "soft_margin"}, "monotone needs a smooth loss"),
    ],
)
def test_what_does_not_fit_is_refused(options, words):
    with pytest.raises(ValueError, match=words):
        RuleClassifier(0.1, **options).fit(TABLE, LABELS)


def test_several_classes_have_no_direction():
    with pytest.raises(ValueError, match="monotone is for two classes and y has 3"):
        RuleClassifier(0.1, monotone={"age": 1}).fit(TABLE, RANDOM.integers(0, 3, 200))
