"""The members of a family that bind at a point: the worst scenarios."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from nzdd.formulations.models.binding import BindingMembers, RowMultipliers
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.ground_set import GroundSet

LARGEST_SEARCH = 100_000
"""Rows looked at in search of those with a multiplier."""

MOST_SYMBOLS = 1_000_000
"""Symbols in rows beyond which no more rows are looked at."""


def binding_members(
    rows: ConstraintDiagram,
    x: ArrayLike,
    multipliers: RowMultipliers | None = None,
    *,
    ground: GroundSet | None = None,
    max_members: int = 20,
    tolerance: float = 1e-6,
) -> BindingMembers:
    """The members that bind at x, those with multipliers first.

    Parameters
    ----------
    rows : ConstraintDiagram
    x : array of float, shape (num_columns,)
    multipliers : RowMultipliers, optional
        As `Result.multipliers` has for each diagram after a linear program.
    ground : GroundSet, optional
        That of the family, ``family.ground``: members get its names, and the symbol that
        `ConstraintDiagram.from_zdd` may have added is left out.
    max_members : int
        How many at most.
    tolerance : float
        Rows with at most this slack bind.

    Returns
    -------
    BindingMembers
        Members with a multiplier are found among the `LARGEST_SEARCH` members of least slack, or
        fewer if these are large; the others are in `Result.multipliers` only. Time O(nodes) and
        that of listing the members.
    """
    none = RowMultipliers(np.empty(0, np.uint64), np.empty(0))
    known = none if multipliers is None else multipliers
    count = max(1, max_members)
    while True:
        found = rows.tightest(x, count)
        key = rows.symbols.set_hashes(found.symbols, found.offsets)
        slack = -np.abs(found.lengths) if rows.sense == "=" else found.lengths
        binds = slack <= max(tolerance, slack.min(initial=np.inf))
        missing = not np.isin(known.key, key).all()
        enough = count >= LARGEST_SEARCH or 10 * found.symbols.size > MOST_SYMBOLS
        if not missing or len(found) < count or enough:
            break
        count = min(10 * count, LARGEST_SEARCH)
    dual = np.zeros(len(found))
    order = np.argsort(known.key)
    if order.size:
        at = order[np.minimum(np.searchsorted(known.key, key, sorter=order), order.size - 1)]
        dual = np.where(known.key[at] == key, known.dual[at], 0.0)
    chosen = np.flatnonzero(binds | (dual != 0))
    chosen = chosen[np.argsort(-np.abs(dual[chosen]), kind="stable")][:max_members]
    own = rows.zdd.ground if ground is None else ground
    members = tuple(
        tuple(s for s in found.symbols[start:stop].tolist() if s < own.size)
        for start, stop in zip(
            found.offsets[chosen].tolist(), found.offsets[chosen + 1].tolist(), strict=True
        )
    )
    multiplier = None if multipliers is None else dual[chosen]
    names = None if own.names is None else tuple(own.named_rows(members))
    return BindingMembers(members, slack[chosen], multiplier, names)
