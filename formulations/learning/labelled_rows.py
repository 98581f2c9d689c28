"""Labelled rows that come in chunks, as the distinct rows of each class."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.formulations.learning.classes import distinct_labels, union_of_labels
from nzdd.formulations.learning.row_weights import as_row_weights, evenly_taken
from nzdd.input.arrays import Floats, as_array
from nzdd.input.row_buffer import SMALL, RowBuffer, joined, weights_of
from nzdd.input.row_table import Progress, RowTable, as_row_table, check_num_symbols, distinct

if TYPE_CHECKING:
    from typing_extensions import Self


class LabelledRows:
    """The distinct rows of each class with their total weights, which grow by chunks.

    A classifier that is fitted to `table` is the one that is fitted to all rows.

    Parameters
    ----------
    num_symbols : int, optional
        The size of the ground set; by default that of the first rows.

    Notes
    -----
    Memory: two to three times that of the distinct rows, which with their weights take 16 bytes
    each up to 64 symbols, 4 bytes a symbol in a row beyond. Weights that are whole numbers are
    added exactly up to 2**53; sums of others may differ in the last digits for another order of the
    chunks.

    Examples
    --------
    >>> sample = LabelledRows(3)
    >>> sample.add([[0, 1], [2], [0, 1]], ["yes", "no", "yes"])
    >>> sample.add([[2], []], ["no", "yes"])
    >>> rows, labels, weights = sample.table()
    >>> rows.num_rows, labels.tolist(), weights.tolist()
    (3, ['no', 'yes', 'yes'], [2.0, 1.0, 2.0])
    """

    def __init__(self, num_symbols: int | None = None) -> None:
        self._num_symbols = None if num_symbols is None else check_num_symbols(num_symbols)
        self._classes: NDArray[Any] | None = None  # sorted
        self._buffers: list[RowBuffer] = []  # one per class
        self.total = 0.0
        """The total weight of all rows."""

    @property
    def num_symbols(self) -> int:
        """The size of the ground set; 0 while there are no rows."""
        return self._num_symbols or 0

    @property
    def classes(self) -> NDArray[Any]:
        """The labels of rows of positive weight, sorted."""
        return np.empty(0) if self._classes is None else self._classes

    def add(
        self,
        rows: Any,
        labels: ArrayLike,
        weights: ArrayLike | None = None,
        *,
        progress: Progress | None = None,
    ) -> None:
        """Add rows; those that are there already gain weight.

        Parameters
        ----------
        rows : RowTable, sparse matrix, 2-D array of 0 and 1, or iterable of iterables of int
            Nothing of them is kept.
        labels : array_like, shape (num_rows,)
            Numbers, bools or strings.
        weights : array_like of float, shape (num_rows,), optional
            Not negative; ones by default. Rows of weight 0 are left out.

        Raises
        ------
        ValueError
            If rows, labels or weights are not as above, or of another kind than before.

        Notes
        -----
        Time O(rows) up to 64 symbols, O(symbols in the rows x log rows) beyond.
        """
        family, values = as_row_table(rows, weights), as_array(labels, "labels")
        if values.shape != (family.num_rows,):
            raise ValueError(
                f"labels have shape {values.shape}, but there are {family.num_rows} rows"
            )
        if family.weights is not None:
            kept = np.flatnonzero(family.weights)
            family, values = family.take(kept), values[kept]
            as_row_weights(weights_of(family), family.num_rows)
        family = self._fitting(rows, family)
        if not family.num_rows:
            return
        here = distinct_labels(values)
        known = union_of_labels(self.classes, here)
        members = (np.flatnonzero(values == label) for label in here)
        parts = [distinct(family.take(rows), progress) for rows in members]
        self._num_symbols = family.num_symbols
        self._adopt(known)
        for place, part in zip(np.searchsorted(known, here).tolist(), parts, strict=True):
            self.total += float(weights_of(part).sum())
            self._buffers[place].add(part)
        self._settle(progress)

    def update(self, other: LabelledRows, *, progress: Progress | None = None) -> None:
        """Add all rows of another collection, with their labels and weights.

        Raises
        ------
        ValueError
            If the ground sets or the kinds of the labels differ.
        """
        if self._num_symbols is None:
            self._num_symbols = other._num_symbols
        if other._num_symbols not in (None, self._num_symbols):
            raise ValueError(
                f"one sample has {self._num_symbols} columns, the other {other._num_symbols}; "
                "give both the same columns"
            )
        if not other._buffers:
            return
        known = union_of_labels(self.classes, other.classes)
        self._adopt(known)
        places = np.searchsorted(known, other.classes).tolist()
        for place, buffer in zip(places, other._buffers, strict=True):
            self._buffers[place].extend(buffer)
        self.total += other.total
        self._settle(progress)

    def __iadd__(self, other: LabelledRows) -> Self:
        self.update(other)
        return self

    def __add__(self, other: LabelledRows) -> LabelledRows:
        total = LabelledRows(self._num_symbols)
        total.update(self)
        total.update(other)
        return total

    def count(self) -> int:
        """The number of distinct rows; a row of two classes counts twice."""
        return sum(each.rows(self.num_symbols).num_rows for each in self._buffers)

    def table(self, *, progress: Progress | None = None) -> tuple[RowTable, NDArray[Any], Floats]:
        """The distinct rows, class by class, with their labels and total weights.

        They do not depend on how the rows were split into chunks.
        """
        buffers = self._buffers or [RowBuffer()]
        parts = [buffer.rows(self.num_symbols, progress) for buffer in buffers]
        rows = joined(parts)
        labels = np.repeat(self.classes, [part.num_rows for part in parts][: self.classes.size])
        return replace(rows, weights=None), labels, weights_of(rows)

    def sample(self, size: int, least: int = 1) -> tuple[RowTable, NDArray[Any], Floats]:
        """About `size` of all rows, evenly spaced by their weight, as `table` returns them.

        Of each class there are at least `least`. The weights of a class have the same sum as those
        of all its rows. If there are not more distinct rows than `size`, all are taken.
        """
        rows, labels, weights = self.table()
        if rows.num_rows <= size:
            return rows, labels, weights
        found, start = np.zeros(rows.num_rows), 0
        for buffer in self._buffers:
            part = slice(start, start := start + buffer.rows(self.num_symbols).num_rows)
            count = max(least, round(size * weights[part].sum() / self.total))
            found[part] = evenly_taken(weights[part], count)
        kept = np.flatnonzero(found)
        return rows.take(kept), labels[kept], found[kept]

    def __repr__(self) -> str:
        return (
            f"LabelledRows(total weight {self.total:.15g}, {self.count()} distinct rows over "
            f"{self.num_symbols} columns, {self.classes.size} classes)"
        )

    def _fitting(self, rows: Any, family: RowTable) -> RowTable:
        """The same rows over the symbols of the sample; lists need not hold the last ones."""
        expected = self._num_symbols
        if expected is None or family.num_symbols == expected:
            return family
        if family.num_symbols < expected and not (
            isinstance(rows, RowTable) or getattr(rows, "ndim", 1) == 2
        ):
            return replace(family, num_symbols=expected)
        raise ValueError(
            f"the rows have {family.num_symbols} columns where {expected} are expected; "
            "give all chunks the same columns"
        )

    def _adopt(self, known: NDArray[Any]) -> None:
        """Make room for classes, among which are all so far."""
        places = np.searchsorted(known, self.classes).tolist()
        buffers = dict(zip(places, self._buffers, strict=True))
        self._buffers = [buffers.get(code) or RowBuffer() for code in range(known.size)]
        self._classes = known

    def _settle(self, progress: Progress | None) -> None:
        """Merge equal rows where as many wait as are distinct."""
        for buffer in self._buffers:
            if buffer.is_due(SMALL):
                buffer.rows(self.num_symbols, progress)
