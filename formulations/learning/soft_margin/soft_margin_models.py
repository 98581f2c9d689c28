"""The soft-margin problem as linear programs for any solver (Kurokawa et al. 2022, (4)-(8))."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csc_array, csr_array, diags_array, eye_array, hstack, vstack

from nzdd import NZDD
from nzdd.formulations.learning.soft_margin.sample import row_weights
from nzdd.formulations.learning.soft_margin.soft_margin_problem import (
    FREE,
    MINUS,
    PLUS,
    SoftMarginProblem,
)
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result
from nzdd.input.arrays import Floats

Symbols = NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class SoftMarginModel:
    """A linear program of a soft-margin problem, and how to read its solutions.

    Every symbol has one column, or two: w+ and w- for weights of both signs. The decision value
    of a row is ``w x + w[-1]``: the paper's bias is ``b = -w[-1]``. Reading a solution raises
    ValueError if the result lacks a point, or duals where they are needed.

    Attributes
    ----------
    model : LinearModel
        It maximises rho minus the slacks over the weights, or minimises gamma over the flow.
    is_dual : bool
        True for (8), whose columns are the flow; False for the primal problems (4) to (6).
    """

    model: LinearModel
    is_dual: bool
    _num_symbols: int
    _symbols: Symbols  # of the columns of weights
    _signs: Floats
    _num_heights: int  # rho, or the potentials of all nodes but the root
    _shares: csr_array  # which slacks a row has

    def weights(self, result: Result) -> Floats:
        """The weights of a solution, shape (num_features + 1,), the bias last."""
        amounts = self._multipliers(result)[: self._symbols.size]
        signed = self._signs * amounts
        return np.bincount(self._symbols, signed, self._num_symbols).astype(np.float64)

    def heights(self, result: Result) -> Floats:
        """rho, for (4) and (5); for (6) and (8) the potentials of all nodes but the root."""
        first = self._symbols.size
        return self._multipliers(result)[first : first + self._num_heights]

    def flow(self, result: Result) -> Floats:
        """The flow of a solution, shape (num_edges,); for (4) the weight of each distinct row."""
        if self.is_dual:
            return _given(result.x, "point")[:-1]
        rows = -_given(result.duals, "duals")[: self._shares.shape[0]]
        return np.asarray(self._shares.T @ rows)

    def _multipliers(self, result: Result) -> Floats:
        """The values of the columns of the primal."""
        if not self.is_dual:
            return _given(result.x, "point")
        duals = _given(result.duals, "duals")
        return np.concatenate((-duals[: self._symbols.size], duals[self._symbols.size :]))


def row_model(problem: SoftMarginProblem) -> SoftMarginModel:
    """Problem (4): a slack for each distinct row, whichever rows share slack in the diagram.

    Rows: the distinct ones, the positive first, then the sum of the weights. Columns: weights,
    rho, slacks. Time and memory O(symbols in the distinct rows).
    """
    sample = problem.diagram.sample
    signed = []
    for sign, family in ((1.0, sample.positive), (-1.0, sample.negative)):
        offsets, symbols = family.to_csr()
        shape = (family.num_rows, sample.num_features)
        rows = csr_array((np.full(symbols.size, sign), symbols, offsets), shape=shape)
        signed.append(hstack([rows, csr_array(np.full((family.num_rows, 1), sign))]))
    capacity = np.concatenate([row_weights(sample.positive), row_weights(sample.negative)])
    capacity = capacity / (problem.nu * sample.total_weight)
    count = capacity.size
    margins, rho = csr_array(vstack(signed)), csr_array(np.ones((count, 1)))
    return primal_model(problem, margins, rho, csr_array(eye_array(count)), capacity)


def edge_model(problem: SoftMarginProblem) -> SoftMarginModel:
    """Problem (6): a row and a slack for each edge; rho is the potential of the leaf.

    Rows: the edges, then the sum of the weights. Columns: weights, the potentials of all nodes
    but the root, slacks. Time and memory O(nodes + edges + labels).
    """
    edges = problem.diagram.nzdd.num_edges
    heights, slacks = climbs(problem.diagram.nzdd), csr_array(eye_array(edges))
    return primal_model(problem, labels(problem), heights, slacks, problem.capacity)


def flow_model(problem: SoftMarginProblem, symbols: Symbols | None = None) -> SoftMarginModel:
    """Problem (8)-(11), the dual of (6); restricted to some symbols it is (7).

    `symbols` are those that may have a weight, by default all that the problem allows; ValueError
    if none of them bounds gamma.

    Rows: ``f_j <= gamma`` (and ``-f_j <= gamma``), then the balance of all nodes but the root, for
    which it follows. Columns: the flow, gamma. Time and memory O(nodes + edges + labels).
    """
    symbols = problem.symbols if symbols is None else np.asarray(symbols, np.uint32)
    problem.check_counts(symbols)
    bounds, lower, kept, signs = symbol_rows(problem, symbols, labels(problem))
    model = balance_model(problem)
    model = model.replace(
        matrix=vstack([bounds, model.matrix]),
        row_lower=np.concatenate((lower, model.row_lower)),
        row_upper=np.concatenate((np.zeros(kept.size), model.row_upper)),
    )
    nzdd = problem.diagram.nzdd
    shares = csr_array(eye_array(nzdd.num_edges))
    return SoftMarginModel(
        model, True, problem.num_symbols, kept, signs, nzdd.num_nodes - 1, shares
    )


def balance_model(problem: SoftMarginProblem) -> LinearModel:
    """Problem (8) without any symbol: minimise gamma >= 0 over all flows."""
    nzdd = problem.diagram.nzdd
    supply = np.zeros(nzdd.num_nodes - 1)
    supply[-1] = 1
    cost = np.zeros(nzdd.num_edges + 1)
    cost[-1] = 1
    return LinearModel(
        cost,
        hstack([climbs(nzdd).T, csr_array((supply.size, 1))]),
        supply,
        supply,
        np.zeros(nzdd.num_edges + 1),
        np.append(problem.capacity, np.inf),
        name="soft margin, dual",
    )


def symbol_rows(
    problem: SoftMarginProblem, symbols: Symbols, labels: csr_array | csc_array
) -> tuple[csr_array, Floats, Symbols, Floats]:
    """The rows ``f_j <= gamma`` and ``-f_j <= gamma``, or ``f_j = 0``, for `labels` of the problem.

    Returns them with their lower bounds (the upper ones are 0), and the symbol and the sign of f_j
    of each row.
    """
    kept, signs, counts = _weight_columns(problem, symbols)
    rows = hstack([csr_array(labels[:, kept] @ diags_array(signs)).T, csr_array(-counts[:, None])])
    return csr_array(rows), np.where(counts > 0, -np.inf, 0.0), kept, signs


def primal_model(
    problem: SoftMarginProblem,
    margins: csr_array,
    heights: csr_array,
    shares: csr_array,
    capacity: Floats,
) -> SoftMarginModel:
    """Maximise the last height less ``capacity @ slacks`` over margins - heights + slacks >= 0."""
    problem.check_counts(problem.symbols)
    symbols, signs, counts = _weight_columns(problem, problem.symbols)
    rows, num_heights = heights.shape
    blocks = hstack([margins[:, symbols] @ diags_array(signs), -heights, shares])
    norm = csr_array(np.concatenate((counts, np.zeros(num_heights + capacity.size)))[None, :])
    cost = np.concatenate((np.zeros(symbols.size + num_heights), -capacity))
    cost[symbols.size + num_heights - 1] = 1
    lower = np.zeros(cost.size)
    lower[: symbols.size] = np.where(counts > 0, 0.0, -np.inf)
    lower[symbols.size : symbols.size + num_heights] = -np.inf
    model = LinearModel(
        cost,
        vstack([blocks, norm]),
        np.append(np.zeros(rows), -np.inf),
        np.append(np.full(rows, np.inf), 1.0),
        lower,
        maximize=True,
        name="soft margin",
    )
    return SoftMarginModel(model, False, problem.num_symbols, symbols, signs, num_heights, shares)


def _weight_columns(problem: SoftMarginProblem, symbols: Symbols) -> tuple[Symbols, Floats, Floats]:
    """Symbol and sign of every column of weights, and 1 if it counts in the sum of weights."""
    sides = problem.sides[symbols]
    plus, minus = (np.flatnonzero((sides & side) > 0) for side in (PLUS, MINUS))
    free = np.flatnonzero(sides == FREE)
    return (
        symbols[np.concatenate((plus, minus, free))],
        np.repeat([1.0, -1.0, 1.0], [plus.size, minus.size, free.size]),
        np.repeat([1.0, 1.0, 0.0], [plus.size, minus.size, free.size]),
    )


def labels(problem: SoftMarginProblem) -> csr_array:
    """``sign(e)`` where edge e carries symbol j, shape (num_edges, num_symbols)."""
    nzdd = problem.diagram.nzdd
    signs = np.repeat(problem.diagram.sign, np.diff(nzdd.label_offsets))
    shape = (nzdd.num_edges, problem.num_symbols)
    return csr_array((signs, nzdd.labels, nzdd.label_offsets), shape=shape)


def climbs(nzdd: NZDD) -> csr_array:
    """``s_v - s_u`` of every edge (u, v), without s_root, shape (num_edges, num_nodes - 1)."""
    inner = np.flatnonzero(nzdd.source)
    shape = (nzdd.num_edges, nzdd.num_nodes - 1)
    rows = np.concatenate((np.arange(nzdd.num_edges), inner))
    columns = np.concatenate((nzdd.target, nzdd.source[inner])).astype(np.int64) - 1
    signs = np.repeat([1.0, -1.0], [nzdd.num_edges, inner.size])
    return csr_array(coo_array((signs, (rows, columns)), shape=shape))


def _given(values: Floats | None, name: str) -> Floats:
    if values is None:
        raise ValueError(f"the result has no {name}; take a solver that returns them")
    return values
