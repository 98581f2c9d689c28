"""Members that cost little more than they are worth, and the integer program over them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array, hstack

from nzdd.formulations.choose_many.arc_flow import most_members
from nzdd.formulations.choose_many.bounds.fixing import Fixing
from nzdd.formulations.choose_many.many_model import Choice, ManyModel
from nzdd.formulations.choose_many.residual import NEARLY
from nzdd.formulations.models.arrays import Bools, Floats, Matrix
from nzdd.formulations.models.linear import LinearModel

PATHS = 10
"""Paths looked at for each member that may be listed: other prices and rows drop most of them."""


CHUNK = 50_000
"""Paths that are looked at together."""


@dataclass(frozen=True, slots=True, eq=False)
class ListedMembers:
    """An integer program whose points are those of a model of at most some objective.

    Attributes
    ----------
    model : LinearModel
        Over the columns outside choices, and then the members of each choice.
    others : ndarray of int64
        The columns of the core that come first.
    parts : tuple of (int, csr_array)
        The choice of further members, and the edges of each.
    """

    model: LinearModel
    others: NDArray[np.int64]
    parts: tuple[tuple[int, Matrix], ...]

    @classmethod
    def of(
        cls, many: ManyModel, fixing: Fixing, masks: tuple[Bools, ...], target: Fraction, most: int
    ) -> ListedMembers | None:
        """The program of a target; None with more than `most` members, or `PATHS` times the paths.

        Each member costs so little more than it is worth, at all prices, that a point of the target
        may have it (as in R. Baldacci, N. Christofides and A. Mingozzi, An exact algorithm for the
        vehicle routing problem, 2008), and no row forbids it alone. Of paths that are the same
        member the cheapest is kept. Time O(edges), and for each path O(edges of its nodes).
        """
        core = many.core
        others = np.flatnonzero(~many.columns)
        limits = _limits_of_members(many)
        blocks, costs, parts = [many.by_column[:, others]], [core.objective[others]], []
        for number, choice in enumerate(many.choices):
            found = _paths(choice, number, fixing, masks[number], target, PATHS * most)
            if found is None:
                return None
            for begin in range(0, max(1, found.shape[0]), CHUNK):
                part = csr_array(found[begin : begin + CHUNK])
                use = choice.usage(csr_array(part @ choice.graph.occurrences))
                cost = np.asarray(part @ choice.graph.costs)
                cost += np.asarray(use @ core.objective[choice.columns])
                block = csc_array(many.by_column[:, choice.columns] @ use.T)
                block.sum_duplicates()
                block.eliminate_zeros()
                kept = np.flatnonzero(_allowed(block, limits) & _cheapest(block, cost))
                blocks.append(block[:, kept])
                costs.append(cost[kept])
                parts.append((number, csr_array(part[kept])))
                most -= kept.size
                if most < 0:
                    return None
        cost = np.concatenate(costs[1:])
        limit = most_members(core, others, cost, float(target))
        model = LinearModel(
            np.concatenate(costs),
            csr_array(hstack(blocks, format="csr")),
            core.row_lower,
            core.row_upper,
            np.concatenate((core.lower[others], np.zeros(cost.size))),
            np.concatenate((core.upper[others], limit)),
            np.concatenate((core.integrality[others], np.ones(cost.size, np.bool_))),
        )
        return cls(model, others, tuple(parts))

    def kept(self, columns: NDArray[np.bool_]) -> ListedMembers:
        """The same with some members; a mask over all columns, of which the others stay."""
        model = self.model
        model = LinearModel(
            model.objective[columns],
            csr_array(model.matrix.tocsc()[:, columns]),
            model.row_lower,
            model.row_upper,
            model.lower[columns],
            model.upper[columns],
            model.integrality[columns],
        )
        parts = tuple(
            (number, csr_array(part[columns[where]])) for where, number, part in self._places()
        )
        return replace(self, model=model, parts=parts)

    def point(self, many: ManyModel, x: Floats) -> tuple[Floats, tuple[Floats, ...]]:
        """The columns outside choices, and the flows, of a point of the program."""
        core = np.zeros(many.core.num_columns)
        core[self.others] = x[: self.others.size]
        flows = tuple(np.zeros(choice.graph.num_edges) for choice in many.choices)
        for where, number, part in self._places():
            flows[number][:] += part.T @ np.rint(x[where])
        return core, flows

    def _places(self) -> Iterator[tuple[slice, int, Matrix]]:
        """The columns of each part."""
        begin = self.others.size
        for number, part in self.parts:
            end = begin + part.shape[0]
            yield slice(begin, end), number, part
            begin = end


def _paths(
    choice: Choice, number: int, fixing: Fixing, mask: Bools, target: Fraction, most: int
) -> Matrix | None:
    """The edges of all paths that a point of the target may have."""
    graph, edges = choice.graph.kept(mask), np.flatnonzero(mask)
    if not graph.num_edges:
        return csr_array((0, mask.size))
    lengths = [np.ascontiguousarray(each.lengths[number][mask]) for each in fixing.prices]
    rooms = [each.room(target) for each in fixing.prices]
    limits = [room - each.each[number] for room, each in zip(rooms, fixing.prices, strict=True)]
    first = int(
        np.argmin([limit / each.scale for limit, each in zip(limits, fixing.prices, strict=True)])
    )
    paths = graph.paths_within(lengths[first], limits[first], most)
    if paths is None:
        return None
    few = np.ones(len(paths), np.bool_)
    for length, limit in zip(lengths, limits, strict=True):
        total = np.concatenate((np.zeros(1, np.int64), np.cumsum(length[paths.edges])))
        few &= np.diff(total[paths.offsets]) <= limit
    ones = np.ones(paths.edges.size)
    shape = (len(paths), mask.size)
    every: Matrix = csr_array((ones, edges[paths.edges], paths.offsets), shape=shape)
    return csr_array(every[few])


def _limits_of_members(many: ManyModel) -> Floats:
    """What a member may add to each row; infinite where others may take from it."""
    core = many.core
    adds = core.matrix.data >= 0
    adds &= (core.lower >= 0)[core.matrix.indices] | many.columns[core.matrix.indices]
    row = np.repeat(np.arange(core.num_rows), np.diff(core.matrix.indptr))
    takes = np.bincount(row[~adds], minlength=core.num_rows) > 0
    return np.where(takes, np.inf, core.row_upper)


def _allowed(block: csc_array, limits: Floats) -> NDArray[np.bool_]:
    """Which members, as columns, add to no row more than its limit."""
    over = block.data > limits[block.indices] * (1.0 + NEARLY) + NEARLY
    before = np.concatenate((np.zeros(1, np.int64), np.cumsum(over)))[block.indptr]
    return np.asarray(np.diff(before) == 0)


def _cheapest(block: csc_array, costs: Floats) -> NDArray[np.bool_]:
    """Which members are the cheapest of all that add the same to all rows; canonical columns."""
    # Equal columns have the same sum to the last bit, since their entries are in the same order.
    random = np.random.default_rng(3)
    order = np.lexsort((costs, block.T @ random.random(block.shape[0])))
    sorted_ = block[:, order]
    differs = csc_array(sorted_[:, 1:] - sorted_[:, :-1])
    differs.eliminate_zeros()
    first = np.ones(costs.size, np.bool_)
    first[order[1:]] = np.diff(differs.indptr) > 0
    return first
