"""Members of several families at once."""

from __future__ import annotations

import numpy as np

from nzdd import _core
from nzdd.input.row_table import check_num_symbols
from nzdd.order import Order
from nzdd.zdd import ZDD


def product(*families: ZDD) -> ZDD:
    """All unions of one member of each family, over ground sets that are put side by side.

    The symbols of the second family follow those of the first, and so on: with ground sets of 5
    and 3 symbols, symbol 1 of the second family becomes symbol 6. `nzdd.ZDD.join` is the same for
    families over one ground set.

    Parameters
    ----------
    *families : ZDD
        Their weights play no part.

    Returns
    -------
    ZDD
        With as many nodes as the families together, and with their names where all have names and
        these differ. Time and memory O(nodes + symbols).

    Raises
    ------
    TypeError
        If one of them is not a ZDD.

    Examples
    --------
    >>> from nzdd.families import sets_of_size
    >>> pairs = product(sets_of_size(3, 1), sets_of_size(2, 1))
    >>> sorted(pairs)
    [(0, 3), (0, 4), (1, 3), (1, 4), (2, 3), (2, 4)]
    """
    for family in families:
        if not isinstance(family, ZDD):
            raise TypeError(f"a factor is of type {type(family).__name__}; give ZDDs")
    number = check_num_symbols(sum(family.num_symbols for family in families))
    first = np.cumsum([0, *(family.num_symbols for family in families)])
    orders = [
        start + family.order.all_symbols(family.num_symbols).astype(np.int64)
        for start, family in zip(first, families, strict=False)
    ]
    symbols = np.concatenate(orders) if orders else np.empty(0, np.int64)
    terminal = np.uint32(2**32 - 1)
    levels, lows, highs = ([np.array([end, end], np.uint32)] for end in (terminal, 0, 0))
    lows[0][1] = highs[0][1] = 1
    root, size = 1, 2
    # from the last factor, which is at the bottom: where one ends the next one begins
    for start, family in zip(first[:-1][::-1], families[::-1], strict=True):
        if family.root == 0 or root == 0:
            root = 0
            continue
        number_of = np.arange(family.level.size, dtype=np.uint32) + np.uint32(size - 2)
        number_of[:2] = 0, root
        levels.append(family.level[2:] + np.uint32(start))
        lows.append(number_of[family.low[2:]])
        highs.append(number_of[family.high[2:]])
        root = int(number_of[family.root])
        size += family.level.size - 2
    if root == 0:
        return ZDD.from_rows([], num_symbols=number)
    native = _core.Zdd(
        np.concatenate(levels), np.concatenate(lows), np.concatenate(highs), root, None, None
    )
    found = ZDD._make(native, number, Order.from_levels(symbols.astype(np.uint32)))
    names = [name for family in families for name in family.names or ()]
    return found.named(names) if len(set(names)) == number else found
