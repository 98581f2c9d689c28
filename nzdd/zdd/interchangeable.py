"""Symbols that can be exchanged in all rows without changing the family."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.zdd.nodes import ZddNodes


def interchangeable_symbols(zdd: ZddNodes) -> NDArray[np.int64]:
    """Classes of symbols any two of which can be exchanged without changing the family.

    Parameters
    ----------
    zdd : ZDD

    Returns
    -------
    ndarray of int64, shape (num_symbols,)
        The number of each symbol's class; symbols of one class are interchangeable. Only symbols on
        consecutive levels are compared, so that two classes may be parts of a larger one. Time and
        memory O(nodes + symbols).

    Notes
    -----
    The symbols of levels l and l + 1 are interchangeable exactly if, at each node that a path has
    between them, the rows with only the one and the rows with only the other continue alike. All
    permutations within a class then leave the family as it is, since exchanges of neighbours
    generate them.

    Examples
    --------
    >>> from nzdd.families import sets_of_size
    >>> interchangeable_symbols(sets_of_size(5, 2)).tolist()
    [0, 0, 0, 0, 0]
    """
    num_levels = zdd.num_symbols
    level = zdd.level.astype(np.int64)
    level[:2] = num_levels
    nodes = slice(2, None)
    here, low, high = level[nodes], zdd.low[nodes], zdd.high[nodes]
    differs = np.zeros(num_levels + 1, np.bool_)  # level l from level l + 1
    only_next = np.where(level[low] == here + 1, zdd.high[low], 0)
    only_here = np.where(level[high] == here + 1, zdd.low[high], high)
    differs[here[only_next != only_here]] = True
    # A path that comes to level l + 1 past level l has rows with the one and none with the other.
    for child in (low, high):
        past = level[child][level[child] > here + 1]
        differs[past - 1] = True
    if zdd.root > 1 and level[zdd.root] > 0:
        differs[level[zdd.root] - 1] = True
    of_level = np.concatenate(([0], np.cumsum(differs[: max(0, num_levels - 1)])))[:num_levels]
    classes = np.empty(num_levels, np.int64)
    classes[zdd.order.all_symbols(num_levels)] = of_level
    return classes
