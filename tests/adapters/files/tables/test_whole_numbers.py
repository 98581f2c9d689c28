"""Whole numbers beyond 2**53 in files keep their digits, or there is a warning."""

import warnings
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.examples import examples

pytest.importorskip("pandas", reason="pandas is not installed: pip install nzdd[tables]")

import pandas as pd

import nzdd
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import svmlight
from nzdd.adapters.files.sample_chunks import sample_files

BASE = 2**60
VALUES = st.lists(
    st.none() | st.integers(-9, 9) | st.integers(0, 99).map(lambda k: BASE + k),
    min_size=2,
    max_size=12,
).filter(lambda values: len(set(values) - {None}) > 1)
ABOVE = st.integers(0, 99).map(lambda k: 2**63 + k)


def values_of(column):
    """Each as an integer, None where it is missing."""
    return [
        None if missing else int(value)
        for value, missing in zip(column, column.isna(), strict=True)
    ]


def with_label(values):
    return pd.DataFrame(
        {"a": pd.Series(values, dtype=object), "b": 0.5, "label": [0, 1] + [1] * (len(values) - 2)}
    )


@settings(deadline=None, max_examples=examples(30))
@given(VALUES | st.lists(ABOVE | st.none(), min_size=3, max_size=9).filter(lambda v: any(v)))
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_digits_are_kept(tmp_path_factory, suffix, values):
    path = tmp_path_factory.mktemp("table") / f"t.{suffix}"
    frame = with_label(values)
    if suffix == "csv":
        frame.to_csv(path, index=False)
    else:
        kind = "UInt64" if max(value or 0 for value in values) >= 2**63 else "Int64"
        frame.astype({"a": kind}).to_parquet(path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sample = nzdd.read_sample(path, "label", drop=())
        assert values_of(sample.X["a"]) == values
        assert sample.reading.numbers == ("a", "b")
        [(chunk, _)] = sample_files(path, "label", drop=())
        assert values_of(chunk["a"]) == values


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ([f"{BASE + 1}", "unknown", "7"], [BASE + 1, None, 7]),
        ([f"{BASE + 1:,}", "1,000", "7"], [BASE + 1, 1000, 7]),
        ([f"{BASE + 1}", "-999", "7"], [BASE + 1, None, 7]),
        ([f"+{BASE + 1}", f"-{BASE + 3}", "?"], [BASE + 1, -BASE - 3, None]),
    ],
)
def test_among_words_and_marks(tmp_path, fields, expected):
    path = tmp_path / "t.csv"
    rows = [f'"{field}",0.5,{at % 2}' for at, field in enumerate(fields * 10)]
    path.write_text("a,b,label\n" + "\n".join(rows) + "\n")
    rare = fields[:1] * 20
    if "unknown" in fields:
        path.write_text(path.read_text() + "".join(f"{field},0.5,0\n" for field in rare * 6))
        expected = expected * 10 + [BASE + 1] * 120
    else:
        expected = expected * 10
    sample = nzdd.read_sample(path, "label", missing=["-999"], drop=())
    assert values_of(sample.X["a"]) == expected


@pytest.mark.parametrize("other", [f"{2**64 + 1}", "0.5", "-1"])
def test_what_cannot_be_kept_is_said(tmp_path, other):
    path = tmp_path / "t.csv"
    first = 2**64 - 1 if other == "-1" else BASE + 1
    path.write_text(f"a,b,label\n{first},1,0\n{other},2,1\n,3,1\n")
    number = rf"({first}|{2**64 + 1})"
    with pytest.warns(UserWarning, match=f"column 'a' holds {number}, which is rounded"):
        sample = nzdd.read_sample(path, "label", drop=())
    assert sample.X["a"].dtype == np.float64


def test_numbers_beyond_doubles_are_refused(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(f"a,b,label\n{BASE + 1},1,0\n{'9' * 310},2,1\n,3,1\n")
    with pytest.raises(ModelFileError, match=r"t\.csv, line 3: column 'a' is inf"):
        nzdd.read_sample(path, "label", drop=())
    path.with_suffix(".svm").write_text(f"1 1:{'9' * 5000}\n")
    with pytest.raises(ModelFileError, match="line 1: feature 1 has the value inf"):
        svmlight.read_numbers(path.with_suffix(".svm"))


def test_decimals_of_parquet(tmp_path):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    values = [Decimal("0.25"), None, Decimal("-3.00"), Decimal("1000.50")]
    table = pa.table({"a": pa.array(values, pa.decimal128(12, 2)), "label": [0, 1, 0, 1]})
    parquet.write_table(table, tmp_path / "t.parquet")
    sample = nzdd.read_sample(tmp_path / "t.parquet", drop=())
    assert sample.X["a"].tolist()[0::2] == [0.25, -3.0]
    assert sample.reading.numbers == ("a",)
    wide = [Decimal(BASE + 1), None, Decimal(BASE + 2), Decimal(5)]
    table = table.set_column(0, "a", pa.array(wide, pa.decimal128(30, 0)))
    parquet.write_table(table, tmp_path / "t.parquet")
    sample = nzdd.read_sample(tmp_path / "t.parquet", drop=())
    assert values_of(sample.X["a"]) == [BASE + 1, None, BASE + 2, 5]


def test_svmlight_warns(tmp_path):
    path = tmp_path / "t.svm"
    path.write_text(f"1 1:3\n0 1:{BASE}\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        svmlight.read_numbers(path)
    path.write_text(f"1 1:3\n0 1:{BASE} 2:{BASE + 1}\n")
    with pytest.warns(
        UserWarning, match=f"t.svm, line 2: feature 2 is {BASE + 1}, which is rounded"
    ):
        svmlight.read_numbers(path)
