"""Whole numbers beyond 2**53 keep their digits, from the table to the model and back."""

import json
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from support.examples import examples

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")
pytest.importorskip("pandas", reason="pandas is not installed: pip install nzdd[tables]")

import pandas as pd

from nzdd.adapters.sklearn.encoding.cut_points import short_threshold
from nzdd.adapters.sklearn.encoding.exact_numbers import exact, num_below
from nzdd.adapters.sklearn.encoding.saved_encoder import from_dict, to_dict
from nzdd.sklearn import (
    BinaryEncoder,
    L0RBoostClassifier,
    LPBoostClassifier,
    LPBoostRegressor,
    PsiClassifier,
    RuleClassifier,
    RuleRegressor,
    SoftMarginClassifier,
    SparseMinimaxClassifier,
)

MOST = 2**53
NEAR = st.integers(0, 200)
WHOLE = st.one_of(
    st.integers(-5, 5),
    st.builds(lambda base, more: base + more, st.sampled_from([2**53, 2**60, 2**62]), NEAR),
    st.builds(lambda base, more: base - more, st.sampled_from([-(2**53), -(2**61)]), NEAR),
)
LARGER = st.one_of(WHOLE, st.builds(lambda more: 10**40 + more, NEAR), st.integers(0, 2**64 - 1))
ANY = st.one_of(LARGER, st.floats(-1e20, 1e20), st.integers(-999, 999).map(lambda k: k / 8))


@given(st.lists(ANY, min_size=1, max_size=8), st.booleans())
def test_numbers_stay_what_they_are(values, with_missing):
    given_values = np.array([*values, *[math.nan] * with_missing], object)
    found = exact(given_values)
    assert [Fraction(value) for value in found.tolist()[: len(values)]] == list(
        map(Fraction, values)
    )
    assert with_missing == any(value != value for value in found.tolist())
    if all(abs(value) <= MOST for value in values):
        assert found.dtype == np.float64


@given(st.lists(WHOLE, min_size=1, max_size=8))
def test_integers_of_numpy_stay_what_they_are(values):
    for kind in (np.int64, np.uint64):
        within = [abs(value) for value in values] if kind is np.uint64 else values
        assert [int(value) for value in exact(np.array(within, kind))] == within


@given(
    st.lists(ANY, min_size=1, max_size=40, unique=True),
    st.lists(LARGER, min_size=1, max_size=9),
    st.sampled_from([object, np.int64, np.uint64, np.float64]),
)
def test_comparisons_are_exact(cuts, values, kind):
    cuts = exact(np.array(sorted(cuts), object))
    if kind is not object:
        limits = np.iinfo(kind) if kind is not np.float64 else np.iinfo(np.int64)
        values = [min(max(value, limits.min), limits.max) for value in values]
    held = exact(np.array(values, object).astype(kind))
    expected = [
        sum(Fraction(cut) < Fraction(value) for cut in cuts.tolist()) for value in held.tolist()
    ]
    assert num_below(cuts, held).tolist() == expected


@given(st.lists(LARGER, min_size=2, max_size=2, unique=True))
def test_thresholds_between_whole_numbers(pair):
    low, high = sorted(pair)
    found = short_threshold(low, high)
    assert Fraction(low) <= Fraction(found) < Fraction(high)
    assert found == int(found)


def tables(values):
    """A column in all forms that hold it."""
    yield pd.DataFrame({"a": pd.Series(values, dtype=object)})
    yield pd.DataFrame({"a": [Decimal(value) for value in values]})
    yield np.array([[value] for value in values], object)
    for kind, dtype in ((np.int64, "Int64"), (np.uint64, "UInt64")):
        limits = np.iinfo(kind)
        if all(limits.min <= value <= limits.max for value in values):
            column = np.array(values, kind)
            yield column[:, None]
            yield pd.DataFrame({"a": column})
            yield pd.DataFrame({"a": pd.Series(column, dtype=dtype)})
            yield pd.DataFrame({"a": pd.Series(column).astype(f"{dtype.lower()}[pyarrow]")})
            yield sp.csc_array(column[:, None])


@settings(deadline=None, max_examples=examples(40))
@given(st.lists(LARGER, min_size=2, max_size=12))
def test_each_two_neighbours_are_told_apart(values):
    """In every form of the table, in chunks, and after the way through JSON."""
    expected = [sorted(set(values)).index(value) for value in values]
    names = None
    for table in tables(values):
        encoder = BinaryEncoder(max_bins=20, sparse_output=False).fit(table)
        loaded = from_dict(json.loads(json.dumps(to_dict(encoder))))
        loaded.sparse_output = False
        bits = encoder.transform(table)
        if set(values) <= {0, 1}:
            continue
        assert bits.sum(axis=1).tolist() == expected
        rows = table if hasattr(table, "iloc") else pd.DataFrame({"x0": np.ravel(values)})
        assert loaded.transform(rows).tolist() == bits.tolist()
        found = [name.split()[-1] for name in encoder.get_feature_names_out()]
        names = names or found
        assert found == names
        assert [Fraction(text) for text in found] == [bit.value for bit in encoder.describe()]


@settings(deadline=None, max_examples=examples(25))
@given(st.lists(LARGER, min_size=2, max_size=12), st.data())
def test_chunks_give_the_cuts_of_all_rows(values, data):
    """Also where only some of them hold numbers beyond 2**53."""
    at = data.draw(st.integers(1, len(values) - 1))
    table = pd.DataFrame({"a": pd.Series(values, dtype=object)})
    labels = np.arange(len(values)) % 2
    parts = [table[:at].infer_objects(), table[at:].infer_objects()]
    together = RuleClassifier(0.1, max_bins=20).fit(table, labels)
    apart = RuleClassifier(0.1, max_bins=20).fit_chunks(
        list(zip(parts, (labels[:at], labels[at:]), strict=True))
    )
    assert to_dict(apart.encoder_) == to_dict(together.encoder_)


def test_missing_values_beside_them():
    values = [2**60 + 1, None, 2**60 + 2, 2**60 + 3]
    for column in (
        pd.Series(values, dtype="Int64"),
        pd.Series(values, dtype=object),
        pd.Series(values, dtype="int64[pyarrow]"),
    ):
        encoder = BinaryEncoder(sparse_output=False).fit(column.to_frame("a"))
        assert encoder.get_feature_names_out().tolist() == [
            f"a > {2**60 + 1}",
            f"a > {2**60 + 2}",
            "a is missing",
        ]
        bits = encoder.transform(column.to_frame("a"))
        assert bits.tolist() == [[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 1, 0]]


def test_given_cuts_are_exact():
    table = np.array([[2**60 + k] for k in range(4)])
    encoder = BinaryEncoder([2**60 + 1, 0.5], sparse_output=False).fit(table)
    assert encoder.get_feature_names_out().tolist() == ["x0 > 0.5", f"x0 > {2**60 + 1}"]
    assert encoder.transform(table).tolist() == [[1, 0], [1, 0], [1, 1], [1, 1]]
    doubles = np.array([[2.0**60], [2.0**60 + 256], [0.25]])
    assert encoder.transform(doubles).tolist() == [[1, 0], [1, 1], [0, 0]]


def test_classes_beyond_them_are_learned():
    X, y = np.array([[2**60 + k] for k in range(40)]), np.arange(40) >= 20
    for model in (
        RuleClassifier(folds=2),
        SoftMarginClassifier(encoder=BinaryEncoder()),
        L0RBoostClassifier(max_order=1),
    ):
        assert model.fit(X, y).score(X, y) == 1


@pytest.mark.filterwarnings("ignore:.*(margin|larger nu|bases)")
def test_models_of_doubles_warn_of_them():
    X = np.array([[2**60 + k, k] for k in range(40)])
    y = np.arange(40) >= 20
    models = (
        LPBoostClassifier(nu=0.5),
        PsiClassifier(svm_C=1.0, probability=False),
        SparseMinimaxClassifier(max_bases=1, probability=False),
    )
    for model in models:
        for table in (X, X.tolist(), pd.DataFrame(X, columns=["id", "k"]), sp.csr_array(X)):
            if sp.issparse(table) and not isinstance(model, PsiClassifier):
                continue
            with pytest.warns(UserWarning, match=r"holds 11529215046068469\d\d, which .* rounds"):
                model.fit(table, y)
    for regressor in (LPBoostRegressor(), RuleRegressor(0.1)):
        with pytest.warns(UserWarning, match="y holds 1152921504606846977, which"):
            regressor.fit(X[:, 1:], X[:, 0])


def test_decimals_are_numbers():
    values = ["0.1", "0.25", "7", "NaN", "1e3"]
    column = [Decimal(value) for value in values]
    encoder = BinaryEncoder(sparse_output=False).fit(pd.DataFrame({"a": column}))
    floats = BinaryEncoder(sparse_output=False).fit(pd.DataFrame({"a": list(map(float, values))}))
    assert encoder.get_feature_names_out().tolist() == floats.get_feature_names_out().tolist()
    assert encoder.transform(pd.DataFrame({"a": column})).tolist() == (
        floats.transform(pd.DataFrame({"a": list(map(float, values))})).tolist()
    )
    thirds = BinaryEncoder().fit(pd.DataFrame({"a": [Fraction(1, 3), 2, Decimal(1)]}))
    assert thirds.get_feature_names_out().tolist() == ["a > 0.7", "a > 1"]


def test_decimals_of_arrow_are_numbers():
    pa = pytest.importorskip("pyarrow")
    values = [Decimal("0.10"), None, Decimal("2.50"), Decimal(2**60 + 1), Decimal(2**60 + 2)]
    table = pa.table({"a": pa.array(values, pa.decimal128(30, 2))})
    names = ["a > 1", "a > 6e+17", f"a > {2**60 + 1}", "a is missing"]
    for frame in (table.to_pandas(), table.to_pandas(types_mapper=pd.ArrowDtype)):
        assert BinaryEncoder().fit(frame).get_feature_names_out().tolist() == names


def test_decimals_that_count_as_equal_are_named():
    close = [Decimal("0.1"), Decimal("0.1000000000000000000001"), Decimal(3)]
    with pytest.warns(UserWarning, match=r"'a' holds 0\.1 and 0\.1000000000000000000001, which"):
        encoder = BinaryEncoder().fit(pd.DataFrame({"a": close}))
    assert encoder.n_features_out_ == 1


def test_numbers_beyond_doubles_are_refused():
    for value in (10**400, Decimal("1e400"), Decimal("Infinity")):
        with pytest.raises(ValueError, match="column 'a' holds an infinite value"):
            BinaryEncoder().fit(pd.DataFrame({"a": pd.Series([value, 1], dtype=object)}))
    with pytest.raises(ValueError, match="cuts is"):
        BinaryEncoder([10**400]).fit([[1], [2]])
