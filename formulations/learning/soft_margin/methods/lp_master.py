"""The restricted problem of column generation as a linear program that keeps its basis."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array

from nzdd.formulations.iteration.limits import ROUNDING, TIME, Limits, Stopped
from nzdd.formulations.iteration.lp_engine import MakeEngine
from nzdd.formulations.learning.soft_margin.methods.linear_program import repair_flow
from nzdd.formulations.learning.soft_margin.methods.solution import FlowSolution, sparse
from nzdd.formulations.learning.soft_margin.soft_margin_models import (
    balance_model,
    labels,
    symbol_rows,
)
from nzdd.formulations.learning.soft_margin.soft_margin_problem import FREE, SoftMarginProblem
from nzdd.formulations.models.result import Status
from nzdd.input.arrays import Floats
from nzdd.input.row_table import Progress

ZERO = 1e-6
"""What counts as a gamma of 0, in mean weights of a distinct row: the tolerance of engines."""


class LPMaster:
    """The flow program (7) of Kurokawa et al. 2022 in an `LPEngine`.

    The columns are the flow and gamma. The rows are the flow balance of every node but the root,
    then one or two bounds for each symbol. All flows are counted in mean weights of a distinct row:
    tolerances of engines are absolute, and too large for capacities near 1 / M. `iterations` are
    the simplex iterations of every solve.
    """

    def __init__(self, problem: SoftMarginProblem, make_engine: MakeEngine) -> None:
        self._problem = problem
        self._unit = unit = 1 / (problem.nu * problem.diagram.sample.num_distinct)
        self._labels = csc_array(labels(problem))
        self._value = 0.0
        self.iterations: list[int] = []
        model = balance_model(problem)
        self._engine = make_engine(
            model.replace(
                row_lower=model.row_lower / unit,
                row_upper=model.row_upper / unit,
                upper=model.upper / unit,
            )
        )
        # After the balance, each row bounds the signed flow of a symbol of `_symbols`, times its
        # sign in `_signs`.
        self._symbols = np.empty(0, np.uint32)
        self._signs = np.empty(0)
        if problem.bias == "free":
            self._add(problem.symbols[-1:])

    def solve(
        self,
        problem: SoftMarginProblem,
        *,
        symbols: NDArray[np.uint32],
        gap: float,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> FlowSolution:
        """Solve the problem over some symbols, as `InteriorPoint.solve` does.

        The symbols include those of all calls before. The engine goes on from the last basis once
        an optimum was above 0, and solves to its own tolerance.
        Stopped if a limit of time ends it before; MasterFailed if it finds no optimum.
        """
        if problem is not self._problem:
            raise ValueError("the master was made for another problem than the one to solve")
        self._add(symbols[~np.isin(symbols, self._symbols)])
        # While the optimum is 0, so are all duals, and nothing guides the dual simplex, which goes
        # on from a basis: on 100,000 rows it takes more than ten times as long as from none.
        time_limit = None if limits is None else limits.left
        answer = self._engine.solve(time_limit, anew=self._value <= ZERO)
        self.iterations.append(answer.iterations)
        if limits is not None and answer.status is Status.NO_SOLUTION_FOUND:
            raise Stopped(limits.reached() or TIME)
        x, duals = answer.optimum()
        self._value = x[-1]
        weights, potentials = self._certificate(duals)
        flow = repair_flow(problem, x[:-1] * self._unit)
        lower = problem.lower_bound(weights, potentials)
        upper = max(0.0, float(problem.excess(flow)[self._symbols].max()))
        limit = None if upper - lower <= gap else ROUNDING
        found = FlowSolution(weights, potentials, flow, lower, upper, limit)
        return sparse(problem, found, gap) or found

    def _add(self, symbols: NDArray[np.uint32]) -> None:
        """Bound the flow of these symbols too. Time O(edges that carry them)."""
        rows, lower, kept, signs = symbol_rows(self._problem, symbols, self._labels)
        if kept.size:
            self._engine.add_rows(rows, lower, np.zeros(kept.size))
            self._symbols = np.concatenate((self._symbols, kept))
            self._signs = np.concatenate((self._signs, signs))

    def _certificate(self, duals: Floats) -> tuple[Floats, Floats]:
        """Weights and potentials from the duals of the symbols' rows and of the balance."""
        problem = self._problem
        count = problem.diagram.nzdd.num_nodes - 1
        shares = -duals[count:]
        # Rounding may give the dual of an inequality the wrong sign.
        bounded = problem.sides[self._symbols] != FREE
        shares = np.where(bounded, shares.clip(0.0), shares)
        weights = np.zeros(problem.num_symbols)
        np.add.at(weights, self._symbols, self._signs * shares)
        potentials = np.concatenate(([0.0], duals[:count]))
        norm = problem.norm(weights)
        if norm > 1:
            weights, potentials = weights / norm, np.asarray(potentials / norm)
        return weights, potentials
