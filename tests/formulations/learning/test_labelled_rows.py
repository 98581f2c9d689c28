"""Labelled rows in chunks are merged as the distinct rows of each class."""

from collections import Counter

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from nzdd import RowTable
from nzdd.formulations.learning.labelled_rows import LabelledRows
from nzdd.formulations.learning.soft_margin import LabelledSample, fit
from support.sets.families import lists_of

CHUNKS = st.lists(
    st.lists(
        st.tuples(st.frozensets(st.integers(0, 5)), st.sampled_from("abc"), st.integers(0, 3)),
        max_size=6,
    ),
    max_size=5,
)


def collected(chunks, num_symbols=6):
    sample = LabelledRows(num_symbols)
    for chunk in chunks:
        rows, labels, weights = zip(*chunk, strict=True) if chunk else ((), (), ())
        sample.add(rows, np.array(labels, str), np.array(weights, float))
    return sample


def counts_of(sample):
    rows, labels, weights = sample.table()
    return {
        (frozenset(row), label): weight
        for row, label, weight in zip(lists_of(rows), labels.tolist(), weights, strict=True)
    }


def expected(chunks):
    found = Counter()
    for row, label, weight in (each for chunk in chunks for each in chunk):
        found[row, label] += weight
    return {key: weight for key, weight in found.items() if weight}


@given(CHUNKS, st.randoms(use_true_random=False))
def test_weights_are_added_in_any_order(chunks, random):
    sample = collected(chunks)
    assert counts_of(sample) == expected(chunks)
    assert sample.count() == len(expected(chunks))
    assert sample.total == sum(expected(chunks).values())
    random.shuffle(chunks)
    other = collected(chunks)
    for one, two in zip(sample.table(), other.table(), strict=True):
        if isinstance(one, RowTable):
            one, two = one.words, two.words
        np.testing.assert_array_equal(one, two)
    half = collected(chunks[: len(chunks) // 2])
    half += collected(chunks[len(chunks) // 2 :])
    assert counts_of(half) == expected(chunks)
    assert half.total == sample.total


@pytest.mark.parametrize("columns", [7, 64, 90])
def test_the_sample_is_that_of_all_rows(columns):
    random = np.random.default_rng(0)
    rows = random.random((900, columns)) < np.where(np.arange(columns) < 5, 0.5, 0.01)
    labels = rows[:, 0] | (random.random(900) < 0.2)
    sample = LabelledRows()
    for part in np.array_split(np.arange(900), 7):
        given = rows[part] if columns < 90 else sp.csr_array(rows[part])
        sample.add(given, labels[part])
    table, found, weights = sample.table()
    assert table.num_rows < 900
    one = LabelledSample.from_rows(table, found, weights)
    all_rows = LabelledSample.from_rows(rows, labels)
    for side in ("positive", "negative"):
        a, b = getattr(one, side), getattr(all_rows, side)
        assert list(zip(lists_of(a), a.weights, strict=True)) == list(
            zip(lists_of(b), b.weights, strict=True)
        )
    if columns == 7:
        of_chunks = fit(table, found, weights=weights, nu=0.5).results[0]
        of_all = fit(rows, labels, nu=0.5).results[0]
        np.testing.assert_array_equal(of_chunks.weights, of_all.weights)


def test_many_chunks_are_merged_on_the_way():
    sample = LabelledRows(16)
    words = np.arange(2**16, dtype=np.uint64)
    for _ in range(6):
        sample.add(RowTable.from_words(words, 16), words % 2 == 1)
        waiting = sum(buffer.num_rows for buffer in sample._buffers)
        assert waiting <= 2 * words.size
    rows, labels, weights = sample.table()
    assert (weights == 6).all()
    np.testing.assert_array_equal(rows.words % 2 == 1, labels)


def test_a_sample_has_the_weight_of_all():
    sample = LabelledRows(12)
    words = np.arange(4000, dtype=np.uint64)
    weights = 1.0 + words % 50
    sample.add(RowTable.from_words(words, 12), words >= 3800, weights)
    rows, labels, found = sample.sample(500, 100)
    assert np.bincount(labels)[1] <= 100 < np.bincount(labels)[0] <= 500
    for label in (False, True):
        total = weights[(words >= 3800) == label].sum()
        assert found[labels == label].sum() == pytest.approx(total)
    assert (rows.words[labels] >= 3800).all()
    assert (rows.words[~labels] < 3800).all()
    assert sample.sample(4000)[0].num_rows == 4000


def test_no_rows():
    sample = LabelledRows()
    sample.add(np.zeros((0, 4)), [])
    rows, labels, weights = sample.table()
    assert (rows.num_rows, labels.size, weights.size) == (0, 0, 0)
    sample += LabelledRows(3)
    sample.add([[0]], [1], [0.0])
    assert repr(sample) == "LabelledRows(total weight 0, 0 distinct rows over 3 columns, 0 classes)"
    sample.add([[0]], [1])
    assert sample.classes.tolist() == [1]


def test_errors():
    sample = LabelledRows()
    sample.add(np.eye(3), ["a", "b", "a"])
    before = counts_of(sample)
    for rows, labels, words in [
        (np.eye(4), ["a"] * 4, "4 columns where 3 are expected"),
        ([[3]], ["a"], "4 columns where 3 are expected"),
        (np.eye(3), ["a"], "labels have shape"),
        (np.eye(3), [1, 2, 3], "of several kinds, such as .*'a'.* and .*1"),
        (np.eye(3) * 2, ["a"] * 3, "only 0 and 1"),
    ]:
        with pytest.raises(ValueError, match=words):
            sample.add(rows, labels)
    with pytest.raises(ValueError, match="weight 0 is 1e-200"):
        sample.add([[0]], ["a"], [1e-200])
    other = LabelledRows()
    other.add(np.eye(2), ["a", "b"])
    with pytest.raises(ValueError, match="3 columns, the other 2"):
        sample.update(other)
    with pytest.raises(ValueError, match="several kinds"):
        sample.update(collected_numbers())
    assert counts_of(sample) == before


def collected_numbers():
    sample = LabelledRows(3)
    sample.add([[0], [1]], [True, False])
    return sample
