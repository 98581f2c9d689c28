"""Members of a cover without what they contain more often than demanded."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Ints


def without_surplus(members: csr_array, number: Ints, demand: Ints) -> tuple[csr_array, Ints]:
    """Take symbols out of the members of a cover until each is there as often as demanded.

    For families that contain the parts of their members, such as patterns and independent sets.

    Parameters
    ----------
    members : csr_array, shape (k, num_symbols)
        How often each member has each symbol.
    number : ndarray of int64, shape (k,)
        How often each member is chosen.
    demand : ndarray of int64, shape (num_symbols,)

    Returns
    -------
    csr_array, ndarray of int64
        The members, of which none is empty, and their numbers. The first members keep their
        symbols; a member of which some copies lose more than others becomes several.

    Notes
    -----
    Time O(entries log entries). There are at most num_symbols members more.
    """
    symbol = members.indices
    copies = np.repeat(number, np.diff(members.indptr))
    units = members.data.astype(np.int64) * copies
    order = np.argsort(symbol, kind="stable")
    before = np.cumsum(units[order]) - units[order]
    before -= before[np.searchsorted(symbol[order], symbol[order])]
    kept = np.empty_like(units)
    kept[order] = np.clip(demand[symbol[order]] - before, 0, units[order])
    # Of the copies of a member, the first `more` have one more of a symbol than the others.
    least, more = np.divmod(kept, copies)
    member = np.repeat(np.arange(number.size), np.diff(members.indptr))
    pairs = np.concatenate(([member, more], [np.arange(number.size), 0 * number]), axis=1)
    of, first = np.unique(pairs, axis=1)
    last = np.append(of[1:] != of[:-1], True)
    part_number = np.where(last, number[of], np.roll(first, -1)) - first
    entries = csr_array((np.arange(symbol.size), symbol, members.indptr), shape=members.shape)[of]
    row = np.repeat(np.arange(of.size), np.diff(entries.indptr))
    amounts = least[entries.data] + (first[row] < more[entries.data])
    parts = csr_array((amounts, entries.indices, entries.indptr), shape=entries.shape)
    parts.eliminate_zeros()
    filled = np.flatnonzero(np.diff(parts.indptr))
    return csr_array(parts[filled]), part_number[filled]
