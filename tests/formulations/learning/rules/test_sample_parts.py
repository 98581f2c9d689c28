"""Parts of a sample are the same for any order of its rows, and all together are the sample."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.learning.rules import sample_parts
from nzdd.formulations.learning.rules.sample_parts import SampleParts
from support.examples import examples

ROWS = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([-1.5, 0.0, 2.0])), min_size=1)


@given(ROWS, st.randoms(use_true_random=False))
@settings(max_examples=examples(50))
def test_the_order_does_not_matter(rows, random):
    number, told = map(np.array, zip(*rows, strict=True))
    weights = np.ones(number.size)
    parts = SampleParts.of(number, told, weights)
    assert Counter(zip(parts.number, parts.told, strict=True)) == Counter(rows)
    order = list(range(len(rows)))
    random.shuffle(order)
    for got, expected in zip(
        SampleParts.of(number[order], told[order], weights), parts, strict=True
    ):
        assert np.array_equal(got, expected)
    merged = Counter(rows)
    number, told = map(np.array, zip(*merged, strict=True))
    counts = np.array(list(merged.values()), float)
    for got, expected in zip(SampleParts.of(number, told, counts, counts), parts, strict=True):
        assert np.array_equal(got, expected)


def test_whole_weights_are_copies():
    number, told, weights = np.array([0, 1, 1]), np.array([0, 0, 1]), np.array([3.0, 1.0, 2.0])
    parts = SampleParts.of(number, told, weights)
    repeated = SampleParts.of(*(each.repeat([3, 1, 2]) for each in (number, told)), np.ones(6))
    for got, expected in zip(parts, repeated, strict=True):
        assert np.array_equal(got, expected)
    assert SampleParts.of(number, told, weights / 2).copies.tolist() == [1, 1, 1]


def test_many_rows_have_few_parts(monkeypatch):
    monkeypatch.setattr(sample_parts, "FEW_ROWS", 30)
    number, told = np.repeat([0, 1], [5, 95]), np.zeros(100, int)
    parts = SampleParts.of(number, told, np.full(100, 2.0), np.ones(100))
    assert parts.number.tolist() == [0] * 5 + [1] * sample_parts.PARTS
    assert parts.weights.sum() == pytest.approx(200)
    assert parts.copies.sum() == pytest.approx(100)
    assert parts.copies[-1] == 9.5
