"""What is left of a model when some members are fixed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.sparse import csc_array

from nzdd.formulations.choose_many.many_model import Choice, ManyModel, Part
from nzdd.formulations.models.arrays import Floats, Ints

NEARLY = 1e-6
"""What is this close to an integer is one."""

ANY = np.iinfo(np.int64).max
"""A count without a limit."""

LARGE = 2.0**53


def after(many: ManyModel, x: Floats) -> ManyModel:
    """The model with the sides that members leave; x has the columns of their choices."""
    activity = many.core.matrix @ np.where(many.columns, x, 0.0)
    core = many.core
    lower, upper = core.row_lower - activity, core.row_upper - activity
    return replace(many, core=core.replace(row_lower=lower, row_upper=upper))


def useful_counts(many: ManyModel) -> tuple[Ints, ...]:
    """For each choice, how often a member may have each symbol with all of them of use.

    More than a row needs is of no use where only lower sides ask for a symbol, and more than a row
    has room for is not allowed; a symbol in no row does no harm. Time O(nonzeros).
    """
    return tuple(_counts(many, choice) for choice in many.choices)


def _counts(many: ManyModel, choice: Choice) -> Ints:
    core = many.core
    part = csc_array(many.by_column[:, choice.symbols]).tocoo()
    entry, row = part.data, part.row
    low, high = core.row_lower[row], core.row_upper[row]
    with np.errstate(invalid="ignore"):
        asked = np.where(np.isfinite(low), np.ceil(low / entry - NEARLY), 0.0)
        room = np.where(np.isfinite(high), np.floor(high / entry + NEARLY), np.inf)
    # Where a coefficient is below 0, or a symbol or a member gains, any number may be of use.
    asked = np.where((entry < 0) & np.isfinite(high), np.inf, np.maximum(asked, 0.0))
    room = np.where(entry < 0, np.inf, np.maximum(room, 0.0))
    gains = core.objective[choice.total] < 0 or (choice.graph.costs < 0).any()
    free = np.bincount(part.col, minlength=choice.symbols.size) == 0
    useful = np.where((core.objective[choice.symbols] < 0) | free | gains, np.inf, 0.0)
    allowed = np.full(choice.symbols.size, np.inf)
    np.maximum.at(useful, part.col, asked)
    np.minimum.at(allowed, part.col, room)
    counts = np.minimum(useful, allowed)
    return np.where(counts < LARGE, counts.clip(max=LARGE).astype(np.int64), ANY)


def narrowed(many: ManyModel) -> ManyModel:
    """The model over members of which all is of use: some, in families without their parts."""
    choices = []
    for choice, counts in zip(many.choices, useful_counts(many), strict=True):
        part = Part(choice.whole, counts)
        choices.append(replace(choice, graph=part.whole.at_most(counts), part=part))
    return replace(many, choices=tuple(choices))
