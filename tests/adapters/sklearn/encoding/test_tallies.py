"""The values of columns are counted alike in one piece, in chunks, and in any order of them."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from nzdd.adapters.sklearn.encoding import tallies
from nzdd.adapters.sklearn.encoding.columns import Categories, Numbers
from nzdd.adapters.sklearn.encoding.table_tally import TableTally
from nzdd.adapters.sklearn.encoding.tallies import CategoryTally, NumberTally, merged, tally

NUMBERS = st.sampled_from([-2.0, 0.0, -0.0, 0.5, 3.0, 1e-300, math.nan])
LABELLED = st.lists(st.tuples(NUMBERS, st.integers(0, 2)), max_size=20)


def of(values, labels=None):
    column = Numbers(np.array(values, float), len(values))
    return tally(column, None if labels is None else np.array(labels, np.intp), 3)


def same(one, other):
    if isinstance(one, CategoryTally):
        return (one.values, one.counts.tolist(), one.missing) == (
            other.values,
            other.counts.tolist(),
            other.missing,
        )
    return (one.missing, one.shift) == (other.missing, other.shift) and all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("low", "high", "counts")
    )


@given(LABELLED.filter(bool))
def test_stored_and_implied_zeros_count_alike(rows):
    values, labels = (np.array(part) for part in zip(*rows, strict=True))
    stored = np.flatnonzero(values)
    dense = of(values, labels)
    for part in (stored, np.arange(values.size)):
        column = Numbers(values[part], values.size, part)
        assert same(tally(column, labels, 3), dense)
        assert same(tally(column, None), of(values))
    for value, held in zip(dense.low, dense.counts, strict=True):
        assert held.tolist() == [np.sum((values == value) & (labels == k)) for k in range(3)]
    assert dense.missing == np.isnan(values).sum()


@given(st.lists(LABELLED, min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_chunks_count_as_the_whole(chunks, random):
    def count(parts):
        return merged([of(*zip(*part, strict=True)) if part else of([], []) for part in parts], "a")

    whole = count([[pair for chunk in chunks for pair in chunk]])
    assert same(count(chunks), whole)
    random.shuffle(chunks)
    found = of([], [])
    for chunk in chunks:
        found = merged([found, count([chunk])], "a")
    assert same(found, whole)


@given(
    st.lists(st.lists(st.floats(allow_nan=False, allow_infinity=False)), min_size=1, max_size=6),
    st.randoms(use_true_random=False),
)
def test_many_numbers_share_entries_whatever_their_order(chunks, random):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tallies, "MOST_NUMBERS", 5)
        whole = merged([of([value for chunk in chunks for value in chunk])], "a")
        parts = [of(chunk) for chunk in chunks]
        random.shuffle(parts)
        found = parts[0]
        for part in parts[1:]:
            found = merged([found, part], "a")
        assert same(merged([found], "a"), whole)
    assert whole.low.size <= 5
    values = np.sort([value for chunk in chunks for value in chunk])
    assert (whole.low[1:] > whole.high[:-1]).all()
    for low, high, count in zip(whole.low, whole.high, whole.counts[:, 0], strict=True):
        held = values[(values >= low) & (values <= high)]
        assert (held.size, held[0], held[-1]) == (count, low, high)


def test_entries_are_fine():
    values = np.random.default_rng(0).normal(size=300_000)
    found = merged([of(part) for part in np.array_split(values, 7)], "a")
    assert tallies.MOST_NUMBERS / 2 < found.low.size <= tallies.MOST_NUMBERS
    assert found.counts.sum() == values.size
    assert found.counts.max() < values.size / 2000


def test_categories():
    def words(*values):
        known = sorted({value for value in values if value})
        codes = np.array([known.index(each) if each else -1 for each in values], np.intp)
        return tally(Categories(codes, known), None)

    found = merged([words("b", "a", None), words("c", "b"), words()], "a")
    assert same(found, CategoryTally(["a", "b", "c"], np.array([1, 2, 1]), 1))
    declared = CategoryTally(["low", "high"], np.array([1, 2]), 0)
    assert merged([declared, declared], "a").values == ["low", "high"]
    assert merged([declared, words("low")], "a").values == ["high", "low"]
    # a column without values is of either kind
    nothing = of([math.nan, math.nan])
    assert same(merged([nothing, words("b")], "a"), CategoryTally(["b"], np.array([1]), 2))
    numbers = merged([tally(Categories(np.array([-1]), []), None), of([1.0])], "a")
    assert isinstance(numbers, NumberTally)
    assert (numbers.low.tolist(), numbers.missing) == ([1.0], 1)
    with pytest.raises(ValueError, match="'a' holds the number 1 in some chunks, and 'b' in oth"):
        merged([words("b"), of([1.0])], "a")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tallies, "MOST_CATEGORIES", 2)
        with pytest.raises(ValueError, match="'a' holds more than 2 categories"):
            merged([words("a", "b"), words("c")], "a")


def test_tables_with_classes_that_come_late():
    table = pd.DataFrame({"a": [1, 2, 2, 3], "b": list("xyxz")})
    labels = np.array(["n", "n", "y", "z"])
    whole, one, other = (TableTally(["a", "b"]) for _ in range(3))
    whole.add(table, labels)
    one.add(table[2:], labels[2:])
    other.add(table[:1], labels[:1])
    other.add(table[1:2], labels[1:2])
    one += other
    for got, expected in zip(one.columns(), whole.columns(), strict=True):
        assert same(got, expected)
    empty = TableTally(["a", "b"])
    empty += whole
    assert all(map(same, empty.columns(), whole.columns()))
    with pytest.raises(ValueError, match="several kinds"):
        one.add(table, np.arange(4))
