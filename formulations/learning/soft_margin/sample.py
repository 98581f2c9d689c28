"""Labelled binary samples, each distinct row once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.formulations.learning.classes import class_factors, numbered, positive_codes
from nzdd.formulations.learning.row_weights import HEAVIEST_SUM, as_row_weights
from nzdd.input.arrays import Bools, Floats, as_array
from nzdd.input.row_table import WORD_SYMBOLS, Progress, RowTable, as_row_table, distinct, packed

CLASSES = ("positive", "negative")
MAX_FEATURES = 2**27
"""More would need gigabytes for weights alone."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledSample:
    """The distinct rows of two classes with their total weights.

    Make one with `from_rows`. Both classes may contain the same row.

    Attributes
    ----------
    positive, negative : RowTable
        Distinct rows with weights above 0, at least one for each class, over the same symbols,
        which are the features.
    num_features : int
        n.
    num_distinct : int
        The number of distinct rows; a row of both classes counts twice.
    class_weights : tuple of float
        The total weight of the positive and of the negative rows.
    """

    positive: RowTable
    negative: RowTable
    num_features: int = field(init=False)
    num_distinct: int = field(init=False)
    class_weights: tuple[float, float] = field(init=False)

    def __post_init__(self) -> None:
        weights = row_weights(self.positive), row_weights(self.negative)
        for each in weights:  # sums and multiples of given weights
            as_row_weights(each, each.size, heaviest=HEAVIEST_SUM)
        for name, value in (
            ("num_features", self.positive.num_symbols),
            ("num_distinct", self.positive.num_rows + self.negative.num_rows),
            ("class_weights", tuple(float(each.sum()) for each in weights)),
        ):
            object.__setattr__(self, name, value)

    @classmethod
    def from_rows(
        cls,
        rows: Any,
        labels: ArrayLike,
        weights: ArrayLike | None = None,
        *,
        num_features: int | None = None,
        progress: Progress | None = None,
    ) -> LabelledSample:
        """Merge equal rows of each class.

        Parameters
        ----------
        rows : RowTable, sparse matrix, 0/1 array or iterable of iterables of int
            See `nzdd.input.row_table.as_row_table`.
        labels : array_like, shape (num_rows,)
            True, or a number above 0, for the positive class; False, 0 or -1 for the negative one.
        weights : array_like of float, shape (num_rows,), optional
            Not negative; ones by default. Rows of weight 0 are left out; all others weigh between
            1e-150 and 1e130.
        num_features : int, optional
            By default taken from the rows.

        Raises
        ------
        ValueError
            If rows, labels or weights are not as above, a class is empty, or there are more than
            2**27 features.

        Notes
        -----
        Time O(rows) up to 63 features, O(symbols in the rows x log rows) beyond; memory 8 bytes a
        row, or a copy of the rows.
        """
        family = as_row_table(rows, weights, num_features)
        positive = _as_positive(labels, family.num_rows)
        family, positive = _with_weight(family, positive)
        for name, members in zip(CLASSES, (positive, ~positive), strict=True):
            if not members.any():
                raise ValueError(
                    f"the {name} class has no row of positive weight; both classes need one"
                )
        return _distinct_rows(family, positive, progress)

    @property
    def total_weight(self) -> float:
        """The total weight M of all rows; without weights, their number."""
        return sum(self.class_weights)

    def weighted(self, positive: float, negative: float) -> LabelledSample:
        """The same rows with the weights of each class multiplied by a factor above 0."""
        return LabelledSample(_scaled(self.positive, positive), _scaled(self.negative, negative))

    def balanced(self) -> LabelledSample:
        """The same rows with classes of equal weight, the sum of all weights kept."""
        positive, negative = self.class_weights
        half = (positive + negative) / 2
        return self.weighted(half / positive, half / negative)


def class_samples(
    rows: Any,
    labels: ArrayLike,
    weights: ArrayLike | None = None,
    class_weight: str | Mapping[Any, float] | None = None,
    *,
    progress: Progress | None = None,
) -> tuple[NDArray[Any], Iterator[LabelledSample]]:
    """A sample for two classes; for more, a sample of each class against the rest.

    See `fit` for the arguments. Returns the labels of rows of positive weight, sorted (of two
    classes the second is the positive one), and an iterator that makes the samples in this order.
    """
    family = packed(as_row_table(rows, weights), progress)
    values = np.asarray(labels)
    if values.shape != (family.num_rows,):
        raise ValueError(f"labels have shape {values.shape}, but there are {family.num_rows} rows")
    family, values = _with_weight(family, values)
    classes, codes = numbered(values)
    factors, positive = class_factors(class_weight, classes), positive_codes(classes)
    if factors is not None:
        given = 1.0 if family.weights is None else family.weights
        family = family.weighted(factors[codes] * given)
    samples = (_distinct_rows(family, codes == code, progress) for code in positive)
    if class_weight == "balanced":
        samples = (sample.balanced() for sample in samples)
    return classes, samples


def row_weights(family: RowTable) -> Floats:
    """The weights of distinct rows."""
    assert family.weights is not None
    return family.weights


def _with_weight(family: RowTable, values: NDArray[Any]) -> tuple[RowTable, NDArray[Any]]:
    """The rows of positive weight, and the values of these rows."""
    if family.weights is None or family.weights.all():
        return family, values
    kept = np.flatnonzero(family.weights)
    return family.take(kept), values[kept]


def _as_positive(labels: ArrayLike, num_rows: int) -> Bools:
    values = as_array(labels, "labels")
    if values.shape != (num_rows,):
        raise ValueError(f"labels have shape {values.shape}, but there are {num_rows} rows")
    if values.dtype == np.bool_:
        return values
    if values.dtype.kind not in "uif":
        raise ValueError(f"labels must be bools or numbers, not {values.dtype}")
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        at = int(np.argmin(np.isfinite(values)))
        raise ValueError(f"label {at} is {values[at]}; labels must be finite")
    return np.asarray(values > 0)


def _distinct_rows(family: RowTable, positive: Bools, progress: Progress | None) -> LabelledSample:
    """The sample of rows of positive weight, at least one of each class."""
    if family.num_symbols > MAX_FEATURES:
        raise ValueError(
            f"there are {family.num_symbols} features, and at most {MAX_FEATURES} are allowed; "
            "number those that occur from 0 on"
        )
    if family.weights is not None:
        as_row_weights(family.weights, family.num_rows)
    if family.num_symbols >= WORD_SYMBOLS:
        return LabelledSample(
            distinct(family.take(np.flatnonzero(positive)), progress),
            distinct(family.take(np.flatnonzero(~positive)), progress),
        )
    # Sort both classes at once: the label is one more bit above those of the features.
    family = packed(family, progress)
    assert family.words is not None
    above = np.uint64(1) << np.uint64(family.num_symbols)
    words = family.words | np.where(positive, above, np.uint64(0))
    both = distinct(
        RowTable(family.num_rows, family.num_symbols + 1, words=words, weights=family.weights),
        progress,
    )
    assert both.words is not None
    weights = row_weights(both)
    first = int(np.searchsorted(both.words, above))
    parts = (both.words[first:] & ~above, weights[first:]), (both.words[:first], weights[:first])
    return LabelledSample(
        *(
            RowTable(part.size, family.num_symbols, words=part, weights=weight)
            for part, weight in parts
        )
    )


def _scaled(family: RowTable, factor: float) -> RowTable:
    return replace(family, weights=row_weights(family) * factor)
