"""The sub-problem of ERLPBoost as a sequence of quadratic programs, for solvers from outside."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.limits import ROUNDING, Limits
from nzdd.formulations.iteration.lp_engine import MakeEngine, MasterFailed
from nzdd.formulations.learning.soft_margin.methods.linear_program import repair_flow
from nzdd.formulations.learning.soft_margin.methods.lp_master import LPMaster
from nzdd.formulations.learning.soft_margin.methods.solution import FlowSolution
from nzdd.formulations.learning.soft_margin.soft_margin_models import flow_model
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.models.quadratic import QuadraticModel
from nzdd.formulations.models.result import Result
from nzdd.input.arrays import Floats
from nzdd.input.row_table import Progress

SolveQuadratic = Callable[[QuadraticModel, Limits], Result]
"""Solves a model within limits, and gives duals."""

MAX_PROGRAMS = 30
"""Quadratic programs of one sub-problem; some four are usual."""
HALVINGS = 12
LEAST_SHARE = 1e-3
"""The curvature of an edge is at most that at this share of d0: at 0 it is infinite."""


class QuadraticMaster:
    """Problem (12) of Kurokawa et al. 2022 by quadratic programs; (8) by an `LPEngine`.

    The entropy is replaced by its expansion to the second order at the last flow, as in ERLPBoost
    (Warmuth, Glocer and Vishwanathan 2008), until flow and weights prove the gap. All flows are
    counted in mean weights of a distinct row, as in `LPMaster`.

    Parameters
    ----------
    problem : SoftMarginProblem
    solve_quadratic : callable
        See `SolveQuadratic`.
    make_engine : callable
        Makes the engine for (8), the last step of ERLPBoost.
    """

    def __init__(
        self, problem: SoftMarginProblem, solve_quadratic: SolveQuadratic, make_engine: MakeEngine
    ) -> None:
        self._problem, self._solve_quadratic = problem, solve_quadratic
        self._make_engine = make_engine
        self._unit = 1 / (problem.nu * problem.diagram.sample.num_distinct)
        self._flow = problem.start

    def solve(
        self,
        problem: SoftMarginProblem,
        *,
        symbols: NDArray[np.uint32],
        gap: float,
        eta: float | None = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> FlowSolution:
        """Solve (12) over some symbols, or (8) without an eta, as `InteriorPoint.solve` does.

        It begins with the flow of the call before. Stopped if a limit is reached; MasterFailed if a
        solver finds no optimum.
        """
        if problem is not self._problem:
            raise ValueError("the master was made for another problem than the one to solve")
        if eta is None:
            last = LPMaster(problem, self._make_engine)
            return last.solve(problem, symbols=symbols, gap=gap, limits=limits)
        program, unit = flow_model(problem, symbols), self._unit
        linear = program.model.replace(
            row_lower=program.model.row_lower / unit,
            row_upper=program.model.row_upper / unit,
            upper=program.model.upper / unit,
        )

        def value(flow: Floats) -> float:
            gamma = max(0.0, float(problem.excess(flow)[symbols].max()))
            return gamma + float(entropies(problem, flow).sum()) / eta

        limits = Limits() if limits is None else limits
        flow = self._flow
        upper, lower = value(flow), -np.inf
        weights, potentials = (
            np.zeros(problem.num_symbols),
            np.zeros(problem.diagram.nzdd.num_nodes),
        )
        for _ in range(MAX_PROGRAMS):
            if upper - lower <= gap * max(1.0, abs(upper)):
                break
            slope, curvature = _expansion(problem, flow, eta)
            model = linear.replace(objective=np.append(slope - curvature * flow, 1.0))
            squares = np.append(curvature * unit, 0.0)
            result = self._solve_quadratic(QuadraticModel(model, squares), limits)
            limits.check()
            if result.x is None or result.duals is None:
                raise MasterFailed(result.limit or str(result.status))
            found, heights = program.weights(result), np.append(0.0, program.heights(result))
            norm = max(1.0, problem.norm(found))
            bound = _lower_bound(problem, found / norm, heights / norm, eta)
            if bound > lower:
                lower, weights, potentials = bound, found / norm, heights / norm
            towards, step = repair_flow(problem, result.x[:-1] * unit) - flow, 1.0
            for _ in range(HALVINGS):
                if value(flow + step * towards) < upper:
                    flow = flow + step * towards
                    upper = value(flow)
                    break
                step /= 2
        self._flow = flow
        limit = None if upper - lower <= gap * max(1.0, abs(upper)) else ROUNDING
        return FlowSolution(weights, potentials, flow, lower, upper, limit)


def entropies(problem: SoftMarginProblem, flow: Floats) -> Floats:
    """``d ln(d / d0) - d + d0`` of every edge."""
    ratio = flow / problem.reference
    logarithm = np.log(ratio, out=np.zeros_like(ratio), where=ratio > 0)
    return np.asarray(problem.reference * (ratio * (logarithm - 1) + 1))


def _expansion(problem: SoftMarginProblem, flow: Floats, eta: float) -> tuple[Floats, Floats]:
    """Slope and curvature of the entropy over eta, at a flow."""
    ratio = np.maximum(flow / problem.reference, LEAST_SHARE)
    return np.log(ratio) / eta, 1 / (eta * ratio * problem.reference)


def _lower_bound(
    problem: SoftMarginProblem, weights: Floats, potentials: Floats, eta: float
) -> float:
    """The value of the dual (16) of (12): a lower bound, by the best flow of each edge alone."""
    reduced = problem.reduced_lengths(weights, potentials)
    with np.errstate(over="ignore"):
        best = np.minimum(problem.reference * np.exp(-eta * reduced), problem.capacity)
    least = entropies(problem, best) / eta + best * reduced
    return float(potentials[-1] - potentials[0] + least.sum())
