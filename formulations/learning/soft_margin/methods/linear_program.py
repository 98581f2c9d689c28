"""The soft-margin problem as one linear program for any solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nzdd.formulations.iteration.history import History, OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, ROUNDING
from nzdd.formulations.learning.soft_margin.methods.solution import BestBounds, FlowSolution, sparse
from nzdd.formulations.learning.soft_margin.soft_margin_models import (
    SoftMarginModel,
    edge_model,
    flow_model,
    row_model,
)
from nzdd.formulations.learning.soft_margin.soft_margin_problem import (
    MINUS,
    PLUS,
    SoftMarginProblem,
)
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result
from nzdd.input.arrays import Floats
from nzdd.input.parameters import check_choice

FORMS = {"flow": flow_model, "edge": edge_model, "row": row_model}
GAP = 1e-5

Answer = tuple[SoftMarginModel, Result]


def solve_by_lp(
    problem: SoftMarginProblem,
    solve_model: Callable[[LinearModel], Result],
    form: str = "flow",
    *,
    gap: float = GAP,
    on_step: OnStep | None = None,
) -> FlowSolution:
    """Solve (8), (6) or (4), by `form`, as a linear program, and prove bounds from its answer.

    The bounds are not the solver's. They are recomputed from the weights, scaled to a norm of at
    most one, and from the flow, repaired to be feasible. Where the result has no duals,
    `solve_model` is called for the dual program as well. Form "row" needs a diagram with a slack
    for each row.

    Returns
    -------
    FlowSolution
        With one step. `limit` is "rounding" where the gap relative to ``max(1, |upper|)`` exceeds
        `gap`. If the solver finds no point, `limit` is its limit or its status, and the bounds are
        those with which `BestBounds` begins.
    """
    check_choice("form", form, tuple(FORMS))
    if form == "row" and problem.diagram.slack != "row":
        raise ValueError(
            f"form 'row' is problem (4), but the diagram has a slack per {problem.diagram.slack}; "
            "take slack='row', or another form"
        )
    history = History(on_step)
    try:
        primal, dual = _solved(problem, solve_model, form)
    except KeyboardInterrupt:
        return _trivial(problem, INTERRUPTED, history)
    for _, result in (primal, dual):
        if result.x is None:
            return _trivial(problem, result.limit or str(result.status), history)
    weights, potentials = _weights(*primal)
    sides = problem.sides  # a solver's tolerance allows wrong signs
    weights[sides == PLUS] = np.maximum(weights[sides == PLUS], 0)
    weights[sides == MINUS] = np.minimum(weights[sides == MINUS], 0)
    flow = _flow(problem, *dual)
    norm = max(1.0, problem.norm(weights))
    weights, potentials, flow = weights / norm, potentials / norm, repair_flow(problem, flow)
    lower, upper = problem.lower_bound(weights, potentials), problem.upper_bound(flow)
    found = FlowSolution(weights, potentials, flow, lower, upper)
    found = sparse(problem, found, gap) or found
    history.add(found.lower, upper, problem.symbols.size)
    close = found.gap <= gap * max(1.0, abs(upper))
    limit = primal[1].limit or dual[1].limit or (None if close else ROUNDING)
    return replace(found, limit=limit, steps=history.steps)


def _solved(
    problem: SoftMarginProblem, solve_model: Callable[[LinearModel], Result], form: str
) -> tuple[Answer, Answer]:
    """The answers that have the weights and the flow: a single one if the solver gives duals."""
    program = FORMS[form](problem)
    answer = program, solve_model(program.model)
    if answer[1].x is None or answer[1].duals is not None:
        return answer, answer
    other = edge_model(problem) if program.is_dual else flow_model(problem)
    second = other, solve_model(other.model)
    return (second, answer) if program.is_dual else (answer, second)


def _weights(program: SoftMarginModel, result: Result) -> tuple[Floats, Floats]:
    """Weights, and potentials of all nodes."""
    weights, heights = program.weights(result), program.heights(result)
    if heights.size > 1:
        return weights, np.append(0.0, heights)
    return weights, np.array([0.0, weights[-1], -weights[-1], heights[0]])  # (4) has only rho


def _flow(problem: SoftMarginProblem, program: SoftMarginModel, result: Result) -> Floats:
    """The flow over all edges; that of (4) lacks the two edges of the root."""
    flow = program.flow(result)
    if flow.size == problem.diagram.nzdd.num_edges:
        return flow
    first = problem.diagram.sample.positive.num_rows
    return np.concatenate(([flow[:first].sum(), flow[first:].sum()], flow))


def repair_flow(problem: SoftMarginProblem, flow: Floats) -> Floats:
    """A feasible flow near one that violates balance and capacities by a solver's tolerance.

    Each node passes on what it gets in the proportions of the given flow; then as little as
    possible of `SoftMarginProblem.start` is mixed in. Time and memory O(nodes + edges).
    """
    nzdd, start = problem.diagram.nzdd, problem.start
    # A trace of the start, so that the outflow of no node is 0.
    outflow = np.clip(flow, 0.0, problem.capacity) + 1e-13 * start
    if problem.bias == "free":
        outflow[:2] = start[:2]
    leaves = np.bincount(nzdd.source, outflow, nzdd.num_nodes)
    share = outflow / leaves[nzdd.source]
    level = nzdd.depth()[nzdd.source]
    order = np.argsort(level, kind="stable")
    ends = np.cumsum(np.bincount(level))
    enters = np.zeros(nzdd.num_nodes)
    enters[0] = 1
    repaired = np.empty(nzdd.num_edges)
    for edges in np.split(order, ends[:-1]):
        repaired[edges] = share[edges] * enters[nzdd.source[edges]]
        np.add.at(enters, nzdd.target[edges], repaired[edges])
    excess = repaired - problem.capacity
    over = excess > 0
    mix = (excess[over] / (repaired[over] - start[over])).max(initial=0.0)
    return np.asarray(repaired + min(mix, 1.0) * (start - repaired))


def _trivial(problem: SoftMarginProblem, limit: str, history: History) -> FlowSolution:
    """The bounds known without a solver."""
    best = BestBounds(problem)
    history.add(best.lower, best.upper, problem.symbols.size)
    return best.solution(limit, history.steps)
