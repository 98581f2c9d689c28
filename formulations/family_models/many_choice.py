"""Members of a family to choose, any number of each: a flow of that many units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, eye_array, hstack, vstack

from nzdd.formulations.choose_many.arc_flow import balance, sums
from nzdd.formulations.choose_many.many_model import Choice, ManyModel
from nzdd.formulations.choose_many.points import Point
from nzdd.formulations.family_models.column_numbers import Columns
from nzdd.formulations.models.arrays import Floats, Matrix
from nzdd.formulations.models.linear import LinearModel
from nzdd.path_graph import PathGraph

SHOWN = 10
"""Members that print themselves."""

MOST_DECIMALS, LARGEST_COST = 6, 2.0**31
"""Of costs that become integers, so that bounds are integers, too."""


class Counts(NamedTuple):
    """The columns of members to choose.

    Attributes
    ----------
    symbols : ndarray of int64, shape (num_symbols,)
        How often the chosen members contain each symbol.
    total : int
        How many members are chosen.
    """

    symbols: Columns
    total: int


@dataclass(frozen=True, slots=True, eq=False)
class ManyChoice:
    """What a model knows of one call of `choose_many`.

    Attributes
    ----------
    graph : PathGraph
    counts : Counts
    flow : ndarray of int64, shape (num_edges,)
        The column of each edge.
    rows : int
        The number of the block of rows that make the flow.
    """

    graph: PathGraph
    counts: Counts
    flow: Columns
    rows: int


@dataclass(frozen=True, slots=True, eq=False)
class ChosenMembers:
    """Members of one family, the most frequent first.

    Attributes
    ----------
    members : csr_array, shape (k, num_symbols)
        How often each member has each symbol.
    number : ndarray of int64, shape (k,)
        How often each member is chosen.
    costs : ndarray, shape (k,)
        What each member costs: its symbols, its edges, and the cost of a member.
    names : tuple, or None
        The names of the symbols.
    """

    members: Matrix
    number: NDArray[np.int64]
    costs: Floats
    names: tuple[Any, ...] | None = None

    def __len__(self) -> int:
        return self.number.size

    def named(self) -> list[tuple[Any, ...]]:
        """Each member as a tuple of names, or of symbols where there are no names.

        A symbol stands there as often as the member has it.
        """
        symbols = np.repeat(self.members.indices, self.members.data.astype(np.int64))
        names: Any = symbols.tolist()
        if self.names is not None:
            names = [self.names[symbol] for symbol in names]
        ends = np.concatenate(([0], np.cumsum(self.members.data.astype(np.int64))))
        starts = ends[self.members.indptr].tolist()
        return [tuple(names[a:b]) for a, b in pairwise(starts)]

    def __repr__(self) -> str:
        lines = [f"{len(self)} different members, {int(self.number.sum())} chosen"]
        for member, number in zip(self.named()[:SHOWN], self.number[:SHOWN].tolist(), strict=True):
            lines.append(f"  {number} x {', '.join(map(str, member)) or 'nothing'}")
        if len(self) > SHOWN:
            lines.append(f"  and {len(self) - SHOWN} more")
        return "\n".join(lines)


def many_rows(graph: PathGraph) -> Matrix:
    """Rows that are 0 over (symbols, total, flow): what the flow adds up to, and its balance."""
    sum_of = sums(graph)
    size = sum_of.shape[0]
    inner = balance(graph)
    return csr_array(
        vstack(
            [
                hstack([eye_array(size), -sum_of]),
                hstack([csr_array((inner.shape[0], size)), inner]),
            ],
            format="csr",
        )
    )


def chosen_members(
    choice: ManyChoice, x: Floats, costs: Floats, *, maximize: bool
) -> ChosenMembers:
    """The members of an integral point of a model; `costs` are those of its columns."""
    graph = choice.graph
    paths, number = graph.flow_paths(np.rint(x[choice.flow]).astype(np.int64))
    taken = graph.edges_of(paths)
    symbols = csr_array(taken @ graph.occurrences)
    each = taken @ graph.costs + symbols @ costs[choice.counts.symbols]
    # Several paths may be one member.
    dense, place = _distinct(symbols)
    total = np.bincount(place, number, len(dense)).astype(np.int64)
    sign = -1.0 if maximize else 1.0
    cost = np.full(len(dense), np.inf)
    np.minimum.at(cost, place, sign * (each + costs[choice.counts.total]))
    order = np.argsort(-total, kind="stable")
    members = csr_array(symbols[dense[order]])
    return ChosenMembers(members, total[order], sign * cost[order], graph.names)


@dataclass(frozen=True, slots=True, eq=False)
class ManyColumns:
    """A model whose flows are left out, and where its columns stand among all.

    Attributes
    ----------
    many : ManyModel
        To be minimised.
    columns : ndarray of int64
        The columns of the whole model that are those of ``many.core``.
    flows : tuple of ndarray of int64
        For each choice the columns of its flow.
    num_columns : int
        Of the whole model.
    unit : float
        The objective of the whole model, without its offset, is this many times that of `many`.
    """

    many: ManyModel
    columns: Columns
    flows: tuple[Columns, ...]
    num_columns: int
    unit: float

    def part(self, x: Floats) -> Point | None:
        """The point of the model without flows; None where x leaves columns open.

        Columns that count members come from the flows.
        """
        core, flows = x[self.columns], tuple(x[columns] for columns in self.flows)
        core = np.where(self.many.columns, 0.0, core)
        if not all(np.isfinite(part).all() for part in (core, *flows)):
            return None
        return Point.of(self.many, core, flows)

    def whole(self, point: Point) -> Floats:
        """The point over all columns."""
        x = np.empty(self.num_columns)
        x[self.columns] = point.x
        for columns, flow in zip(self.flows, point.flows, strict=True):
            x[columns] = flow
        return x


def many_columns(
    model: LinearModel, choices: Sequence[ManyChoice], starts: NDArray[np.int64]
) -> ManyColumns:
    """The model without flows; ``starts`` has where each block of rows begins. O(nonzeros)."""
    sign = -1.0 if model.maximize else 1.0
    kept, rows = np.ones(model.num_columns, np.bool_), np.ones(model.num_rows, np.bool_)
    for choice in choices:
        kept[choice.flow] = False
        rows[starts[choice.rows] : starts[choice.rows + 1]] = False
    columns = np.flatnonzero(kept)
    place = np.cumsum(kept) - 1
    totals = np.array([choice.counts.total for choice in choices])
    lower, upper = model.lower.copy(), model.upper.copy()
    # Bounds on the number of members are rows, as prices are of rows.
    bounded = totals[(lower[totals] > 0) | np.isfinite(upper[totals])]
    bounds = csr_array(
        (np.ones(bounded.size), (np.arange(bounded.size), place[bounded])),
        shape=(bounded.size, columns.size),
    )
    unit = _cost_unit(model.objective)
    core = LinearModel(
        _in_units(sign * model.objective[columns], unit),
        csr_array(vstack([csr_array(model.matrix[np.flatnonzero(rows)])[:, columns], bounds])),
        np.concatenate((model.row_lower[rows], lower[bounded])),
        np.concatenate((model.row_upper[rows], upper[bounded])),
        np.where(np.isin(columns, totals), 0.0, lower[columns]),
        np.where(np.isin(columns, totals), np.inf, upper[columns]),
        model.integrality[columns],
    )
    parts = tuple(
        Choice(
            replace(choice.graph, costs=_in_units(sign * choice.graph.costs, unit)),
            place[choice.counts.symbols],
            int(place[choice.counts.total]),
        )
        for choice in choices
    )
    flows = tuple(choice.flow for choice in choices)
    return ManyColumns(ManyModel(core, parts), columns, flows, model.num_columns, unit)


def _cost_unit(costs: Floats) -> float:
    """The largest decimal that all costs are multiples of, or else the largest cost."""
    sizes = np.unique(np.abs(costs[costs != 0]))
    if not sizes.size:
        return 1.0
    for decimals in range(MOST_DECIMALS + 1):
        scaled = sizes * 10.0**decimals
        whole = np.rint(scaled)
        if whole[-1] >= LARGEST_COST:
            break
        if (np.abs(scaled - whole) <= 1e-12 * scaled).all():
            return float(np.gcd.reduce(whole.astype(np.int64))) / 10.0**decimals
    return float(sizes[-1])


def _in_units(costs: Floats, unit: float) -> Floats:
    """Costs as multiples of a unit, integers where they are that up to rounding."""
    scaled = costs / unit
    whole = np.rint(scaled)
    return np.where(np.abs(scaled - whole) <= 1e-9 * np.abs(whole), whole, scaled)


def _distinct(rows: Matrix) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first of each set of equal rows, and the set that each row is in."""
    rows.sort_indices()
    sizes = np.diff(rows.indptr)
    width = int(sizes.max(initial=0))
    table = np.full((rows.shape[0], 2 * width), -1.0)
    row = np.repeat(np.arange(rows.shape[0]), sizes)
    place = np.arange(rows.nnz) - np.repeat(rows.indptr[:-1], sizes)
    table[row, place], table[row, width + place] = rows.indices, rows.data
    if not width:
        return np.zeros(min(1, rows.shape[0]), np.int64), np.zeros(rows.shape[0], np.int64)
    _, first, where = np.unique(table, axis=0, return_index=True, return_inverse=True)
    return first, where.ravel()
