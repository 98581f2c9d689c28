"""The extended formulation: a flow through the graph of each family, of one unit a member."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array, hstack, vstack

from nzdd.formulations.choose_many.many_model import ManyModel
from nzdd.formulations.models.arrays import Floats, Matrix
from nzdd.formulations.models.linear import LinearModel
from nzdd.path_graph import PathGraph


@dataclass(frozen=True, eq=False)
class ArcFlow:
    """A model over the columns outside choices, and the flow on the edges of each graph.

    Attributes
    ----------
    model : LinearModel
    graphs : tuple of PathGraph
    others : ndarray of int64
        The columns of the core that come first.
    """

    model: LinearModel
    many: ManyModel
    graphs: tuple[PathGraph, ...]
    others: Any

    @classmethod
    def of(
        cls, many: ManyModel, graphs: tuple[PathGraph, ...], at_most: float | None = None
    ) -> ArcFlow:
        """The formulation over graphs, those of the choices or parts of them.

        With `at_most` the objective has a row of its own. Time O(nonzeros + edges).
        """
        core = many.core
        others = np.flatnonzero(~many.columns)
        uses = [sums(graph) for graph in graphs]
        costs = [
            graph.costs + use.T @ core.objective[choice.columns]
            for choice, graph, use in zip(many.choices, graphs, uses, strict=True)
        ]
        cheapest = [
            float(graph.shortest_length(cost)) if graph.num_edges else np.inf
            for graph, cost in zip(graphs, costs, strict=True)
        ]
        most = most_members(core, others, np.array(cheapest), at_most)
        blocks = [many.by_column[:, others]]
        blocks += [
            many.by_column[:, choice.columns] @ use
            for choice, use in zip(many.choices, uses, strict=True)
        ]
        sizes = [graph.num_edges for graph in graphs]
        costs = [core.objective[others], *costs]
        balances = [balance(graph) for graph in graphs]
        objective = np.concatenate(costs)
        inner = _diagonal(balances)
        nothing = csr_array((inner.shape[0], others.size))
        rows = [hstack(blocks), hstack([nothing, inner])]
        lower = [core.row_lower, np.zeros(inner.shape[0])]
        upper = [core.row_upper, np.zeros(inner.shape[0])]
        if at_most is not None and at_most < np.inf:
            rows.append(csr_array(objective[None, :]))
            lower.append(np.array([-np.inf]))
            upper.append(np.array([at_most]))
        edges = objective.size - others.size
        model = LinearModel(
            objective,
            csr_array(vstack(rows, format="csr")),
            np.concatenate(lower),
            np.concatenate(upper),
            np.concatenate((core.lower[others], np.zeros(edges))),
            np.concatenate((core.upper[others], np.repeat(most, sizes))),
            np.concatenate((core.integrality[others], np.ones(edges, np.bool_))),
        )
        return cls(model, many, graphs, others)

    def point(self, x: Floats) -> tuple[Floats, list[Floats]]:
        """The point of the core, and the flow on each graph."""
        at, core = self.others.size, np.zeros(self.many.core.num_columns)
        core[self.others] = x[:at]
        flows = []
        for choice, graph in zip(self.many.choices, self.graphs, strict=True):
            flow = np.rint(x[at : at + graph.num_edges])
            at += graph.num_edges
            core[choice.columns] = sums(graph) @ flow
            flows.append(flow)
        return core, flows


def most_members(core: LinearModel, others: Any, costs: Floats, at_most: float | None) -> Floats:
    """How many members of these costs an objective allows; infinite where others may lower it."""
    objective, lower, upper = core.objective[others], core.lower[others], core.upper[others]
    gains_nothing = np.all(
        (objective == 0) | ((objective > 0) & (lower >= 0)) | ((objective < 0) & (upper <= 0))
    )
    if at_most is None or not gains_nothing or costs.min(initial=0.0) < 0:
        return np.full(costs.size, np.inf)
    with np.errstate(divide="ignore"):
        return np.where(costs > 0, np.floor(at_most / np.maximum(costs, 1e-300) + 1e-9), np.inf)


def sums(graph: PathGraph) -> Matrix:
    """What a unit on each edge adds to the columns of a choice, shape (num_symbols + 1, edges)."""
    first = csr_array((graph.source == 0).astype(np.float64)[None, :])
    return csr_array(vstack([graph.occurrences.T, first], format="csr"))


def balance(graph: PathGraph) -> Matrix:
    """Minus what enters each inner node plus what leaves it, shape (num_nodes - 2, edges)."""
    edge = np.arange(graph.num_edges)
    leaf = graph.num_nodes - 1
    out, into = graph.source > 0, graph.target < leaf
    ends = np.concatenate((graph.source[out], graph.target[into])).astype(np.int64) - 1
    signs = np.concatenate((np.ones(int(out.sum())), -np.ones(int(into.sum()))))
    where = np.concatenate((edge[out], edge[into]))
    return csr_array((signs, (ends, where)), shape=(leaf - 1, graph.num_edges))


def _diagonal(blocks: list[Matrix]) -> Matrix:
    from scipy.sparse import block_diag

    return csr_array(block_diag(blocks, format="csr"))
