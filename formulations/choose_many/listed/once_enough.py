"""Rows that ask for a symbol once or more, and are met exactly by some best point."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.formulations.choose_many.listed.listed_members import ListedMembers
from nzdd.formulations.choose_many.many_model import Choice, ManyModel
from nzdd.formulations.iteration.limits import Limits

MOST_TRIED = 100_000
"""Members without one of their symbols that are looked for in a family at most."""


def once_enough(listed: ListedMembers, many: ManyModel, limits: Limits) -> ListedMembers:
    """The same program with equations for rows that need no more than once.

    Where a point has a symbol twice, and the family has the member without it, which costs no more,
    there is a point of the same target with one less; and its members are listed, too. So a cover
    by independent sets is a partition, as branching on pairs of symbols needs it. Time
    O(entries of the members) searches of a path; `Stopped` is raised at a limit.
    """
    upper = listed.model.row_upper.copy()
    for number, choice in enumerate(many.choices):
        row = _rows(many, choice)
        parts = [part for of, part in listed.parts if of == number]
        if parts and not choice.graph.costs.any() and (row >= 0).any():
            spare = _spare(choice, parts, row >= 0, limits)
            upper[row[spare]] = 1.0
    return replace(listed, model=listed.model.changed(row_upper=upper))


def _rows(many: ManyModel, choice: Choice) -> NDArray[np.int64]:
    """The row that asks for each symbol once or more, in which it is alone; -1 without one."""
    core, found = many.core, np.full(choice.symbols.size, -1)
    columns = many.by_column[:, choice.symbols]
    alone = np.diff(columns.indptr) == 1
    at = columns.indptr[:-1][alone]
    row = columns.indices[at]
    fits = (columns.data[at] == 1.0) & (np.diff(core.matrix.indptr)[row] == 1)
    fits &= (core.row_lower[row] == 1.0) & np.isposinf(core.row_upper[row])
    fits &= core.objective[choice.symbols[alone]] >= 0
    found[np.flatnonzero(alone)[fits]] = row[fits]
    return found


def _spare(
    choice: Choice, parts: list[csr_array], asked: NDArray[np.bool_], limits: Limits
) -> NDArray[np.int64]:
    """The symbols, of those asked for, without which each listed member is a member, too."""
    spare = asked.copy()
    for part in parts:
        members = csr_array(part @ choice.graph.occurrences)
        member = np.repeat(np.arange(members.shape[0]), np.diff(members.indptr))
        spare[members.indices[members.data != 1.0]] = False
        tried = np.flatnonzero(spare[members.indices])
        if tried.size > MOST_TRIED:
            return np.zeros(0, np.int64)
        less = members[member[tried]]
        less.data[less.indices == np.repeat(members.indices[tried], np.diff(less.indptr))] = 0.0
        less.eliminate_zeros()
        limits.check()
        found = choice.whole.paths_of(less, progress=lambda *_: limits.check())
        none = np.diff(found.offsets) == 0
        spare[members.indices[tried[none]]] = False
    return np.flatnonzero(spare)
