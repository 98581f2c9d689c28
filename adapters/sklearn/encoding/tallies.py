"""What is known of the values of a column, from all rows or from chunks of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.sklearn.encoding.columns import Categories, Column, Numbers, in_order
from nzdd.input.text import shown

MOST_NUMBERS = 2**16
"""How many distinct numbers of a column that comes in chunks are kept apart."""

MOST_CATEGORIES = 2**20
"""How many categories a column that comes in chunks may have."""


@dataclass(frozen=True, slots=True, eq=False)
class NumberTally:
    """How often numbers occur in a column, for each class.

    Neighbouring numbers may share an entry: those whose leading digits in binary, as many as all
    entries have, are the same (of doubles). Which ones do depends on the numbers alone, not on
    their order.

    Attributes
    ----------
    low, high : ndarray of float64 or objects, shape (entries,)
        The least and the largest number of each entry; ascending, and apart from the next entry.
        See `exact_numbers`.
    counts : ndarray of int64, shape (entries, classes)
        Of float64 where rows have weights, which then count as rows.
    missing : int or float
        The number of rows without a number.
    shift : int
        How many binary digits are left out; 0: every number has its own entry.
    """

    low: NDArray[Any]
    high: NDArray[Any]
    counts: NDArray[Any]
    missing: float
    shift: int = 0

    def spread(self, places: NDArray[np.intp], num_classes: int) -> NumberTally:
        """The same for more classes, among which the present ones have these places."""
        counts = np.zeros((self.low.size, num_classes), self.counts.dtype)
        counts[:, places] = self.counts
        return replace(self, counts=counts)


@dataclass(frozen=True, slots=True, eq=False)
class CategoryTally:
    """How often each category occurs.

    Attributes
    ----------
    values : list
        Those of the table where it declares them, otherwise in order.
    counts : ndarray, shape (categories,)
    missing : int or float
        As in `NumberTally`.
    declared : bool
        Whether some table says that they are categories, by its dtype.
    """

    values: list[Any]
    counts: NDArray[Any]
    missing: float
    declared: bool = False


Tally = NumberTally | CategoryTally


def tally(
    column: Column,
    labels: NDArray[np.intp] | None,
    num_labels: int = 1,
    weights: NDArray[np.float64] | None = None,
) -> Tally:
    """Count the values of a column.

    Parameters
    ----------
    column : Column
    labels : ndarray of intp, shape (rows,), or None
        The class of each row, below `num_labels`; None: classes are not told apart.
    num_labels : int
    weights : ndarray of float64, shape (rows,), optional
        Above 0: how often each row counts.

    Returns
    -------
    NumberTally or CategoryTally

    Notes
    -----
    Time O(rows log rows) for numbers, for sparse ones O(stored values x log + rows) with classes;
    O(rows) for categories.
    """
    if isinstance(column, Categories):
        counts = np.bincount(column.codes + 1, weights, len(column.values) + 1)
        return CategoryTally(column.values, counts[1:], counts[0].item(), column.declared)
    values, counts = _counted(column, labels, num_labels, weights)
    if values.dtype.kind in "iu":
        values = values.astype(object)
    unknown = column.values != column.values
    rows = slice(None) if column.rows is None else column.rows
    missing = unknown.sum() if weights is None else weights[rows][unknown].sum()
    return NumberTally(values, values, counts, missing.item())


def merged(tallies: Sequence[Tally], name: str) -> Tally:
    """The tally of the rows of all tallies, at least one; those of numbers have the same classes.

    Raises
    ------
    ValueError
        If some hold numbers and some other categories, or there are too many categories.

    Notes
    -----
    The result does not depend on the order: of numbers as many binary digits are kept as leave
    at most `MOST_NUMBERS` entries.
    """
    numbers = [each for each in tallies if isinstance(each, NumberTally)]
    categories = [each for each in tallies if isinstance(each, CategoryTally)]
    if not categories:
        return _merged_numbers(numbers)
    held = next((each for each in numbers if each.low.size), None)
    some = next((each for each in categories if each.values), None)
    if held is not None and some is not None:
        raise ValueError(
            f"column {shown(name)} holds the number {held.low[0]:g} in some chunks, and "
            f"{shown(some.values[0])} in others; give all chunks the same type, or missing values"
        )
    if some is None and numbers:
        return _merged_numbers(numbers + [_without_values(each, numbers[0]) for each in categories])
    missing = sum(each.missing for each in tallies)
    return _merged_categories(categories, missing, name)


def _counted(
    column: Numbers,
    labels: NDArray[np.intp] | None,
    num_labels: int,
    weights: NDArray[np.float64] | None,
) -> tuple[NDArray[Any], NDArray[Any]]:
    """The distinct numbers, ascending, and how often each class has them."""
    known = column.values == column.values  # no NaN
    held = column.values[known]
    if labels is None and weights is None:
        values, found = np.unique(held, return_counts=True)
        counts = found[:, None]
        unstored = np.array([column.size - column.values.size])
    else:
        codes = np.zeros(column.size, np.intp) if labels is None else labels
        rows = slice(None) if column.rows is None else column.rows
        of_values, mass = codes[rows], None if weights is None else weights[rows]
        values, index = np.unique(held, return_inverse=True)
        cells = index * num_labels + of_values[known]
        held_mass = None if mass is None else mass[known]
        counts = np.bincount(cells, held_mass, values.size * num_labels).reshape(-1, num_labels)
        everywhere = np.bincount(codes, weights, num_labels)
        unstored = everywhere - np.bincount(of_values, mass, num_labels)
    if column.values.size == column.size:
        return values, counts
    at = int(np.searchsorted(values, 0))
    if at < values.size and values[at] == 0:
        counts[at] += unstored
        return values, counts
    return np.insert(values, at, 0), np.insert(counts, at, unstored, axis=0)


def _merged_numbers(tallies: Sequence[NumberTally]) -> NumberTally:
    low = np.concatenate([each.low for each in tallies])
    high = np.concatenate([each.high for each in tallies])
    counts = np.concatenate([each.counts for each in tallies])
    missing, shift = sum(each.missing for each in tallies), max(each.shift for each in tallies)
    order = np.argsort(low, kind="stable")  # fast, as there are few ascending runs
    keys = _sort_keys(low[order].astype(np.float64)) >> shift
    starts = _starts(keys if shift else low[order])
    while starts.size > MOST_NUMBERS:
        shift += 1
        keys >>= 1
        starts = _starts(keys)
    if not starts.size:
        return NumberTally(low, high, counts, missing)
    return NumberTally(
        low[order[starts]],
        np.maximum.reduceat(high[order], starts),
        np.add.reduceat(counts[order], starts, axis=0),
        missing,
        shift,
    )


def _starts(sorted_values: NDArray[Any]) -> NDArray[np.intp]:
    """Where runs of equal values begin."""
    differ = (sorted_values[1:] != sorted_values[:-1]).astype(np.bool_)
    return np.flatnonzero(np.concatenate((np.ones(min(1, sorted_values.size), np.bool_), differ)))


def _sort_keys(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Integers in the order of the numbers, from their binary digits."""
    bits = (values + 0.0).view(np.int64)  # no -0
    return np.where(bits < 0, bits ^ np.int64(2**63 - 1), bits)


def _merged_categories(
    tallies: Sequence[CategoryTally], missing: float, name: str
) -> CategoryTally:
    values, declared = tallies[0].values, any(each.declared for each in tallies)
    if all(each.values == values for each in tallies):
        counts = np.sum([each.counts for each in tallies], axis=0)
        return CategoryTally(values, counts, missing, declared)
    values = in_order({value for each in tallies for value in each.values})
    if len(values) > MOST_CATEGORIES:
        raise ValueError(
            f"column {shown(name)} holds more than {MOST_CATEGORIES:,} categories, such as "
            f"{shown(values[0])}; leave it out, or make it numbers"
        )
    place = {value: index for index, value in enumerate(values)}
    counts = np.zeros(len(values), np.result_type(*(each.counts for each in tallies)))
    for each in tallies:
        counts[[place[value] for value in each.values]] += each.counts
    return CategoryTally(values, counts, missing, declared)


def _without_values(empty: CategoryTally, like: NumberTally) -> NumberTally:
    """A column of missing values as one of numbers."""
    return NumberTally(np.empty(0), np.empty(0), like.counts[:0], empty.missing)
