"""Estimators: weights as repetitions of rows, chunks as all rows, numbers of any size exactly."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import clone

import nzdd
from hostile.case import expect, one_of
from nzdd.adapters.sklearn.encoding.saved_encoder import from_dict, to_dict
from nzdd.sklearn import BinaryEncoder
from support.learning.weighted_estimators import MODELS, difference, drawn, of, repeated

IN_CHUNKS = ("rules", "few rules", "numbers", "soft margin")
"""Models that learn from chunks as well."""

SAME = ("rules", "few rules", "numbers")
"""Those of them whose probabilities are the same, too."""


def case(random: np.random.Generator, folder: Path) -> None:
    """One kind; warnings are of trivial answers and of rounding."""
    kind: Callable[[np.random.Generator, Path], None]
    kind = one_of(random, repetitions, chunks, digits)  # type: ignore[assignment]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kind(random, folder)


def sample(random: np.random.Generator, name: str) -> tuple[Any, Any, Any]:
    """Rows that a model takes, their labels, and whole weights, sometimes large ones."""
    X, y, weights = drawn(random, int(one_of(random, 8, 12, 25, 25 if "psi" in name else 70)))
    X, y = of(name, X, y)
    if random.random() < 0.2:
        weights[random.integers(weights.size)] += int(one_of(random, 30, 500))
    return X, y, weights


def repetitions(random: np.random.Generator, folder: Path) -> None:
    """A row of weight k is k rows, in any order; one of weight 0 is none."""
    name = str(one_of(random, *MODELS))
    X, y, weights = sample(random, name)
    check_repetitions(name, MODELS[name], X, y, weights, random.permutation(int(weights.sum())))


def check_repetitions(name: str, model: Any, X: Any, y: Any, weights: Any, order: Any) -> None:
    """Raise Find where a model differs from that of repeated rows."""
    weighted = clone(model).fit(X, y, weights)
    rows, kept = repeated(name, weights, order), np.flatnonzero(weights)
    for what, other in (
        ("rows are repeated", clone(model).fit(X.iloc[rows], y[rows])),
        ("rows of weight 0 are left out", clone(model).fit(X.iloc[kept], y[kept], weights[kept])),
    ):
        differs = difference(weighted, other, X)
        expect(differs is None, f"{name}: {differs} is another one where {what}")


def chunks(random: np.random.Generator, folder: Path) -> None:
    """Chunks of any size give the model of all rows."""
    name = str(one_of(random, *IN_CHUNKS))
    X, y, weights = sample(random, name)
    order = random.permutation(len(y))
    bounds = np.sort(random.integers(0, len(y) + 1, int(random.integers(0, 5))))
    parts = [(X.iloc[part], y[part], weights[part]) for part in np.split(order, bounds)]
    found = clone(MODELS[name]).fit_chunks(parts)
    whole = clone(MODELS[name]).fit(X, y, weights)
    expect(found.encoder_.describe() == whole.encoder_.describe(), f"{name}: other cuts by chunks")
    expect(np.array_equal(found.predict(X), whole.predict(X)), f"{name}: other answers by chunks")
    if name in SAME:
        differs = difference(found, whole, X)
        expect(differs is None, f"{name}: {differs} is another one by chunks")


def digits(random: np.random.Generator, folder: Path) -> None:
    """Each two different numbers are told apart: in any type, in chunks, by files, after JSON."""
    base = int(one_of(random, 0, 2**53, 2**60, -(2**62), 2**63, 10**30))
    spread = int(one_of(random, 4, 40, 2**20))
    values = [base + int(k) for k in random.integers(0, spread, int(random.integers(2, 15)))]
    if random.random() < 0.3:
        values += [int(k) for k in random.integers(-5, 6, 3)]
    distinct = sorted(set(values))
    expected = [distinct.index(value) for value in values]
    table = pd.DataFrame({"a": pd.Series(values, dtype=object)})
    forms = {"objects": table, "decimals": table.map(Decimal)}
    for kind in ("int64", "uint64", "Int64", "UInt64"):
        limits = np.iinfo(kind.lower())
        if limits.min <= distinct[0] and distinct[-1] <= limits.max:
            forms[kind] = table.astype(kind)
    name = str(one_of(random, *forms))
    encoder = BinaryEncoder(max_bins=40, sparse_output=False).fit(forms[name])
    if len(distinct) < 2 or set(distinct) == {0, 1}:
        return
    again = from_dict(json.loads(json.dumps(to_dict(encoder))))
    again.sparse_output = False
    for what, each in (("the encoder", encoder), ("a saved encoder", again)):
        for form, rows in forms.items():
            found = each.transform(rows).sum(axis=1).tolist()
            expect(found == expected, f"{what} of {name} mixes up {form}")
    cuts = [Fraction(cut) for cut in again._columns[0].cuts.tolist()]
    between = zip(distinct, cuts, distinct[1:], strict=False)
    expect(all(a <= cut < b for a, cut, b in between), f"cuts of {name} lie elsewhere")
    if name in ("Int64", "UInt64"):
        in_files(random, folder, forms[name])


def in_files(random: np.random.Generator, folder: Path, table: Any) -> None:
    """A file gives the same numbers back, missing ones among them."""
    table = table.copy()
    table.loc[random.random(len(table)) < 0.2, "a"] = pd.NA
    table = table.assign(b=0.5, label=np.arange(len(table)) % 2)
    suffix = str(one_of(random, "csv", "parquet"))
    getattr(table, f"to_{suffix}")(folder / f"t.{suffix}", index=False)
    found = nzdd.read_sample(folder / f"t.{suffix}", "label", drop=()).X["a"]
    pairs = zip(found, table["a"], strict=True)
    same = all(pd.isna(one) if pd.isna(other) else int(one) == other for one, other in pairs)
    expect(same, f"numbers of a .{suffix} file have other digits")
