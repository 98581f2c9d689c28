"""Which rows of a table the items in the bins are, where equal items are one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from nzdd.adapters.files.packing.instance import ItemRows

Pairs = list[tuple[int, int]]
"""Items and their counts."""


def by_name(
    members: Iterable[tuple[int, Pairs]], rows: ItemRows
) -> Iterator[tuple[int, list[tuple[int, int, int]]]]:
    """Bins with items, rows and counts: rows of one item are used up in turn.

    A member that is chosen several times is split where its bins differ in rows. The bins that come
    out are at most the members and twice the rows.
    """
    left = rows.demand.tolist()
    following = np.searchsorted(rows.item, np.arange(rows.item[-1] + 1)).tolist()
    for number, pairs in members:
        while number:
            taken = [(j, *each) for j, count in pairs for each in _next(left, following[j], count)]
            whole = len(taken) == len(pairs)  # each item from one row
            alike = min(left[row] // count for _, row, count in taken) if whole else 1
            alike = min(alike, number)
            for j, row, count in taken:
                left[row] -= alike * count
                following[j] = row + (left[row] == 0)
            yield alike, taken
            number -= alike


def _next(left: list[int], row: int, count: int) -> Iterator[tuple[int, int]]:
    """The next rows from one on, of which there are so many left, and how many of each."""
    while count:
        some = min(left[row], count)
        yield row, some
        count -= some
        row += 1
