"""The tallies of all columns of a table that may come in chunks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.sklearn.encoding.columns import column_reader
from nzdd.adapters.sklearn.encoding.tallies import (
    MOST_NUMBERS,
    NumberTally,
    Tally,
    merged,
    tally,
)
from nzdd.formulations.learning.classes import union_of_labels

if TYPE_CHECKING:
    from typing_extensions import Self

_WAITING = 4 * MOST_NUMBERS
"""How many entries of a column may wait to be merged."""


class TableTally:
    """How often the values of each column occur, for each class where labels are given.

    Parameters
    ----------
    names : sequence of str
        Of the columns, for errors.

    Notes
    -----
    A table that comes at once is counted exactly. Of chunks memory is some 10 MB a column of
    numbers at most, and that of its distinct categories a column of categories.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self._classes: NDArray[Any] | None = None
        self._columns: list[list[Tally]] = [[] for _ in names]
        self._waiting = [0] * len(self._names)

    def add(
        self,
        table: Any,
        labels: NDArray[Any] | None = None,
        weights: NDArray[np.float64] | None = None,
    ) -> None:
        """Count the values of more rows, with labels always or never, by weights above 0.

        ValueError or TypeError for a column that is neither numbers nor categories, or of another
        kind than before, for infinite numbers, and for labels of several kinds.
        """
        here, codes = None, None
        if labels is not None:
            here, codes = np.unique(labels, return_inverse=True)
            known = here if self._classes is None else union_of_labels(self._classes, here)
            self._adopt(known)
        read = column_reader(table)
        for index, name in enumerate(self._names):
            found = tally(read(index, name), codes, 1 if here is None else here.size, weights)
            self._put(index, _spread([found], here, self._classes))

    def update(self, other: TableTally) -> None:
        """Count the values that another tally of the same columns has counted."""
        if not self._names:
            self._names, self._waiting = other._names, [0] * len(other._names)
            self._columns = [[] for _ in other._names]
        if other._classes is not None:
            mine = other._classes if self._classes is None else self._classes
            self._adopt(union_of_labels(mine, other._classes))
        for index, found in enumerate(other._columns):
            self._put(index, _spread(found, other._classes, self._classes))

    def __iadd__(self, other: TableTally) -> Self:
        self.update(other)
        return self

    def __add__(self, other: TableTally) -> TableTally:
        total = TableTally([])
        total.update(self)
        total.update(other)
        return total

    def columns(self) -> list[Tally]:
        """The tally of each column, of at least one row."""
        for index in range(len(self._names)):
            self._merge(index)
        return [found for [found] in self._columns]

    def _adopt(self, known: NDArray[Any]) -> None:
        """Make room for classes, among which are all so far."""
        if self._classes is not None and self._classes.size < known.size:
            self._columns = [_spread(found, self._classes, known) for found in self._columns]
        self._classes = known

    def _put(self, index: int, found: list[Tally]) -> None:
        self._columns[index] += found
        self._waiting[index] += sum(
            each.low.size if isinstance(each, NumberTally) else len(each.values) + 1024
            for each in found
        )
        if self._waiting[index] > _WAITING and len(self._columns[index]) > 1:
            self._merge(index)

    def _merge(self, index: int) -> None:
        if len(self._columns[index]) > 1:
            self._columns[index] = [merged(self._columns[index], self._names[index])]
        self._waiting[index] = 0


def _spread(
    found: list[Tally], classes: NDArray[Any] | None, known: NDArray[Any] | None
) -> list[Tally]:
    """The same for more classes, among which are those of the tallies."""
    if classes is None or known is None or classes.size == known.size:
        return found
    places = np.searchsorted(known, classes)
    return [
        each.spread(places, known.size) if isinstance(each, NumberTally) else each for each in found
    ]
