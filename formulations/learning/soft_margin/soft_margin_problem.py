"""The 1-norm soft-margin problem over the diagram of a sample (Kurokawa et al. 2022, (4)-(11))."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_choice, check_number

BIASES = ("penalised", "free", "none")

FREE, PLUS, MINUS, BOTH = range(4)
"""How f_j, the signed flow over the edges with symbol j, is bounded: ``f_j = 0``, ``f_j <= gamma``,
``-f_j <= gamma``, or both of the latter. A free symbol may only be on edges of the root, whose flow
is then that of the start."""


@dataclass(frozen=True, slots=True, eq=False)
class SoftMarginProblem:
    """Weights of the features that maximise the soft margin, and the dual flow over the diagram.

    The primal problem is (6) of the paper on the diagram of the sample, which is (4) where every
    row has a slack of its own; the dual is (8): a unit flow d with ``d_e <= m_e / (nu M)`` that
    makes the largest ``|f_j|`` least (gamma, at least 0), where f_j is the signed flow over the
    edges that carry j.

    Parameters
    ----------
    diagram : SampleDiagram
    nu : float
        In (0, 1]: the share of the weight M of all rows that lies at or below the margin.
    signed : bool
        True: weights of both signs with ``sum |w| + |b| <= 1``. False: as in the paper, ``w >= 0``
        and the margin ``y (w x - b)`` with ``b >= 0``, but with ``sum w + b <= 1``. The paper has
        ``= 1``, which is the same where the optimum is positive; where it is not, ``w = 0`` is
        better, whose value is 0.
    bias : {"penalised", "free", "none"}
        Whether b counts in that sum, is unconstrained, or is 0.

    Raises
    ------
    ValueError
        If `nu` or `bias` is out of range. A free bias needs ``nu`` below twice the share of the
        smaller class: from there on the bias alone has an infinite margin.
    """

    diagram: SampleDiagram
    nu: float
    signed: bool = True
    bias: str = "penalised"

    def __post_init__(self) -> None:
        check_choice("bias", self.bias, BIASES)
        check_number("nu", self.nu, most=1.0, above=True)
        if self.bias == "free" and self.nu >= self.balance:
            raise ValueError(
                f"nu is {self.nu}; with a free bias it must lie below {self.balance:.6g}, twice "
                "the share of the smaller class: balance the classes, or penalise the bias"
            )

    @property
    def balance(self) -> float:
        """Twice the share of the smaller class: 1 for balanced classes."""
        return 2 * min(self.diagram.sample.class_weights) / self.diagram.sample.total_weight

    @property
    def num_symbols(self) -> int:
        """The features and the bias, which is the last symbol."""
        return self.diagram.sample.num_features + 1

    @property
    def symbols(self) -> NDArray[np.uint32]:
        """The symbols that may have a weight."""
        return np.arange(self.num_symbols - (self.bias == "none"), dtype=np.uint32)

    @property
    def sides(self) -> NDArray[np.uint8]:
        """How f_j is bounded, for every symbol: `FREE`, `PLUS`, `MINUS` or `BOTH`."""
        sides = np.full(self.num_symbols, BOTH if self.signed else PLUS, np.uint8)
        if not self.signed:
            sides[-1] = MINUS
        if self.bias == "free":
            sides[-1] = FREE
        return sides

    @property
    def reference(self) -> Floats:
        """The flow d0 = m / M, shape (num_edges,)."""
        weights = self.diagram.nzdd.multiplicity
        return np.asarray(weights / weights[:2].sum())

    @property
    def capacity(self) -> Floats:
        """m / (nu M), shape (num_edges,)."""
        return self.reference / self.nu

    @property
    def start(self) -> Floats:
        """A flow strictly within the capacities for nu < 1: d0, or half a unit for each class."""
        flow = self.reference
        if self.bias == "free":
            share = np.where(self.diagram.sign > 0, flow[0], flow[1])
            flow = flow / (2 * share)
        return flow

    def excess(self, flow: Floats) -> Floats:
        """The lower bound of every symbol on gamma: ``|f_j|``, ``f_j`` or ``-f_j``.

        It is minus infinity for a symbol that is free or may have no weight.
        """
        totals, sides = self.diagram.symbol_totals(flow), self.sides
        if self.bias == "none":
            sides[-1] = FREE
        above = np.where(sides & PLUS, totals, -np.inf)
        return np.maximum(above, np.where(sides & MINUS, -totals, -np.inf))

    def check_counts(self, symbols: NDArray[np.uint32]) -> None:
        """Raise ValueError where none of these symbols bounds gamma."""
        if not (self.sides[symbols] != FREE).any():
            raise ValueError("no symbol is left whose weight counts; the sample has no features")

    def norm(self, weights: Floats) -> float:
        """The norm that is at most 1: ``sum |w|``, without the bias if it is free."""
        return float(np.abs(weights[:-1] if self.bias == "free" else weights).sum())

    def lower_bound(self, weights: Floats, potentials: Floats) -> float:
        """The value of (6) at given weights and potentials: a lower bound on the optimum.

        It is ``s_leaf - s_root - sum cap_e max(0, s_v - s_u - w(e))``. Time O(edges + labels).

        Parameters
        ----------
        weights : ndarray, shape (num_symbols,)
            With `norm` at most 1; if not `signed`, with the signs of the paper.
        potentials : ndarray, shape (num_nodes,)
        """
        reduced = self.reduced_lengths(weights, potentials)
        slack = np.maximum(0.0, -reduced)
        return float(potentials[-1] - potentials[0] - self.capacity @ slack)

    def reduced_lengths(self, weights: Floats, potentials: Floats) -> Floats:
        """``s_u - s_v + sign(e) w(label(e))`` of every edge."""
        nzdd = self.diagram.nzdd
        along = self.diagram.sign * nzdd.edge_lengths(weights)
        return np.asarray(potentials[nzdd.source] - potentials[nzdd.target] + along)

    def upper_bound(self, flow: Floats) -> float:
        """The largest `excess` of a flow, or 0: an upper bound on the optimum if it is feasible."""
        return max(0.0, float(self.excess(flow).max()))
