"""Each distinct row of a class once, with all its weight."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from support.learning.soft_margin_samples import class_rows
from support.sets.families import families, forms, spread, to_csr


def counted(rows, labels, weights):
    totals = Counter()
    for row, label, weight in zip(rows, labels, weights, strict=True):
        if weight:
            totals[1 if label > 0 else -1, tuple(sorted(set(row)))] += weight
    return totals


@st.composite
def labelled(draw):
    rows, n = draw(families(min_rows=2))
    labels = draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    labels[0], labels[1] = True, False
    halves = st.integers(0, 8).map(lambda k: k / 2)
    weights = draw(st.lists(halves, min_size=len(rows), max_size=len(rows)))
    weights[0] = weights[1] = 1.0
    return rows, n, labels, weights


@given(labelled())
def test_rows_and_weights_are_those_of_counting(drawn):
    rows, n, labels, weights = drawn
    expected = counted(rows, labels, weights)
    for name, form in forms(rows, n):
        sample = LabelledSample.from_rows(form, labels, weights, num_features=n)
        assert class_rows(sample) == expected, name
        assert sample.num_features == n
        assert sample.num_distinct == len(expected)
        assert sample.total_weight == sum(expected.values())


@given(labelled(), st.sampled_from([63, 64, 65, 100]))
def test_many_features(drawn, width):
    rows, n, labels, weights = drawn
    rows, _ = spread(rows, n, width)
    sample = LabelledSample.from_rows(to_csr(rows, width), labels, weights)
    assert class_rows(sample) == counted(rows, labels, weights)


@pytest.mark.parametrize("labels", [[1, -1, 1], [2.5, 0, 0.1], [True, False, True], [1, 0, 1]])
def test_labels_of_all_kinds(labels):
    sample = LabelledSample.from_rows([[0], [0], [1]], labels, num_features=2)
    assert class_rows(sample) == {(1, (0,)): 1, (-1, (0,)): 1, (1, (1,)): 1}


def test_class_weights():
    sample = LabelledSample.from_rows([[0], [0], [1], []], [1, 1, 1, 0], [1, 2, 3, 2])
    assert sample.class_weights == (6, 2)
    weighted = sample.weighted(2, 0.5)
    assert weighted.class_weights == (12, 1)
    balanced = weighted.balanced()
    assert balanced.class_weights == pytest.approx((6.5, 6.5))
    assert class_rows(balanced)[1, (0,)] == pytest.approx(6.5 / 2)


@pytest.mark.parametrize(
    ("labels", "weights", "message"),
    [
        ([1, 1], None, "the negative class has no row"),
        ([-1, 0], None, "the positive class has no row"),
        ([1, -1], [0, 1], "the positive class has no row of positive weight"),
        ([1], None, r"labels have shape \(1,\), but there are 2 rows"),
        ([1, np.nan], None, "label 1 is nan"),
        (["a", "b"], None, "labels must be bools or numbers"),
        ([1, -1], [1, -1], "weight"),
        ([1, -1], [1, np.inf], "weight"),
        ([1, -1], [1], "weight"),
    ],
)
def test_bad_input_is_named(labels, weights, message):
    with pytest.raises(ValueError, match=message):
        LabelledSample.from_rows([[0], [1]], labels, weights)
