"""The restricted problem of column generation on a linear program that keeps its basis."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from nzdd.formulations.iteration.limits import ROUNDING
from nzdd.formulations.iteration.lp_engine import MakeEngine
from nzdd.formulations.learning.soft_margin.methods.linear_program import repair_flow
from nzdd.formulations.learning.soft_margin.methods.solution import FlowSolution
from nzdd.formulations.learning.soft_margin.models import climbs, labels
from nzdd.formulations.learning.soft_margin.problem import FREE, MINUS, PLUS, SoftMarginProblem
from nzdd.formulations.models.linear import LinearModel
from nzdd.input.row_table import Progress

Floats = NDArray[np.float64]


class LPMaster:
    """The flow program (7) of Kurokawa et al. 2022 in an `LPEngine`, one or two rows a symbol.

    The columns are the flow, then gamma; the rows say that the flow is balanced at every node but
    the root, then bound the symbols. All amounts count in mean weights of a distinct row, since an
    engine's tolerances are absolute and capacities of 1 / M would drown in them.

    Parameters
    ----------
    problem : SoftMarginProblem
    make_engine : callable
        Makes an `LPEngine` that holds a model.

    Attributes
    ----------
    problem : SoftMarginProblem
    iterations : list of int
        Simplex iterations of every solve.
    """

    def __init__(self, problem: SoftMarginProblem, make_engine: MakeEngine) -> None:
        nzdd, sample = problem.diagram.nzdd, problem.diagram.sample
        self.problem = problem
        self._unit = 1 / (problem.nu * sample.num_distinct)
        self._totals = csr_array(labels(problem).T)
        self.iterations: list[int] = []

        supply = np.zeros(nzdd.num_nodes - 1)
        supply[-1] = 1 / self._unit
        objective = np.zeros(nzdd.num_edges + 1)
        objective[-1] = 1.0
        self._engine = make_engine(
            LinearModel(
                objective,
                hstack([climbs(nzdd).T, csr_array((supply.size, 1))]),
                supply,
                supply,
                lower=np.append(np.zeros(nzdd.num_edges), -np.inf),
                upper=np.append(problem.capacity / self._unit, np.inf),
            )
        )
        # Behind the balance, a row bounds the signed flow of symbol `_symbols` times `_signs`.
        self._symbols = np.empty(0, np.uint32)
        self._signs = np.empty(0)
        if problem.bias == "free":
            self.add(problem.symbols[-1:])

    def add(self, symbols: NDArray[np.uint32]) -> None:
        """See `RestrictedMaster`. Time O(edges that carry them)."""
        sides = self.problem.sides[symbols]
        kinds = [(1.0, symbols[sides & PLUS > 0]), (-1.0, symbols[sides & MINUS > 0])]
        free = symbols[sides == FREE]
        for sign, bounded in kinds:
            self._append(sign, bounded, -1.0, -np.inf)
        self._append(1.0, free, 0.0, 0.0)

    def _append(self, sign: float, symbols: NDArray[np.uint32], gamma: float, lower: float) -> None:
        if not symbols.size:
            return
        totals = self._totals[symbols]
        totals.data = sign * totals.data
        gammas = csr_array(np.full((symbols.size, 1), gamma))
        rows = csr_array(hstack([totals, gammas]))
        bounds = np.full(symbols.size, lower), np.zeros(symbols.size)
        self._engine.add_rows(rows, *bounds)
        self._symbols = np.concatenate((self._symbols, symbols))
        self._signs = np.concatenate((self._signs, np.full(symbols.size, sign)))

    def solve(self, gap: float, progress: Progress | None = None) -> FlowSolution:
        """See `RestrictedMaster`. The engine solves to its own tolerance, and Ctrl-C waits for it.

        Raises
        ------
        MasterFailed
            If the engine finds no optimum.
        """
        answer = self._engine.solve()
        self.iterations.append(answer.iterations)
        x, duals = answer.optimum()
        weights, potentials = self._certificate(duals)
        flow = repair_flow(self.problem, x[:-1] * self._unit)
        lower = self.problem.lower_bound(weights, potentials)
        upper = float(self.problem.excess(flow)[self._symbols].max())
        limit = None if upper - lower <= gap else ROUNDING
        return FlowSolution(weights, potentials, flow, lower, upper, limit)

    def _certificate(self, duals: Floats) -> tuple[Floats, Floats]:
        """Weights and potentials from the duals of the symbols' rows and of the balance."""
        problem = self.problem
        count = problem.diagram.nzdd.num_nodes - 1
        shares = -duals[count:]
        # A multiplier of the wrong sign is rounding, but for an equality.
        bounded = problem.sides[self._symbols] != FREE
        shares = np.where(bounded, shares.clip(0.0), shares)
        weights = np.zeros(problem.num_symbols)
        np.add.at(weights, self._symbols, self._signs * shares)
        potentials = np.concatenate(([0.0], duals[:count]))
        norm = problem.norm(weights)
        if norm > 1 or (not problem.signed and norm > 0):
            weights, potentials = weights / norm, np.asarray(potentials / norm)
        return weights, potentials
