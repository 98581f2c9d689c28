"""Measure one soft-margin problem with one variant, in a separate process."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple

import numpy as np

import nzdd
from benchmarks import record
from benchmarks.soft_margin import binary_samples
from benchmarks.soft_margin.meter import metered, within
from nzdd.adapters.methods.soft_margin import engines
from nzdd.formulations import LinearModel
from nzdd.formulations.iteration.limits import INTERRUPTED
from nzdd.formulations.learning.soft_margin import (
    InteriorPoint,
    SampleDiagram,
    SoftMarginProblem,
    row_value,
)
from nzdd.formulations.learning.soft_margin.methods.column_generation import column_generation
from nzdd.formulations.learning.soft_margin.methods.erlpboost import erlpboost
from nzdd.formulations.learning.soft_margin.methods.linear_program import solve_by_lp
from nzdd.formulations.learning.soft_margin.methods.lp_master import LPMaster
from nzdd.formulations.learning.soft_margin.methods.quadratic_master import QuadraticMaster
from nzdd.formulations.learning.soft_margin.methods.solution import FlowSolution

NOT_IN_TIME = (INTERRUPTED, "time")
"""How runs end that reach the limit: interrupted, or by the own limit of an outside solver."""


class Variant(NamedTuple):
    """How a problem is solved.

    Attributes
    ----------
    name : str
    slack : str
        ``row``, ``edge``, or ``block`` and a number.
    algorithm : {"interior-point", "column-generation", "erlpboost", "lp"}
    solver, form : str
        For ``lp``: a peer, and what it gets: "flow", "edge" or "row". For the others: the solver of
        the masters, by default the interior point of this package.
    """

    name: str
    slack: str
    algorithm: str = "interior-point"
    solver: str = ""
    form: str = "flow"


@dataclass(slots=True)
class Run:
    """Cost and result of one variant.

    ``distinct_cpu`` and ``diagram`` are CPU seconds of collecting equal rows and of the diagram;
    ``setup`` of ordering, or of making the linear program and reading its answer; ``solve`` of the
    method, which ends at ``limit``, or of the process of the outside solver; ``growth`` is the
    growth of memory after the diagram was built; ``surroundings`` see `benchmarks.record`.
    """

    sample: str
    nu: float
    variant: str
    slack: str
    limit: float
    rows: int = 0
    distinct: int = 0
    nodes: int = 0
    edges: int = 0
    distinct_cpu: float = 0.0
    diagram: float = 0.0
    setup: float = 0.0
    solve: float = 0.0
    wall: float = 0.0
    growth: int = -1
    iterations: int | None = None
    lower: float | None = None
    upper: float | None = None
    ended_by: str | None = None
    row_objective: float | None = None
    nonzeros: int | None = None
    test_error: float | None = None
    surroundings: dict[str, Any] | None = None

    @property
    def key(self) -> tuple[str, float, str, float]:
        """What names it."""
        return self.sample, self.nu, self.variant, self.limit

    @property
    def in_time(self) -> bool:
        """Whether it ended before the limit."""
        return self.ended_by not in NOT_IN_TIME

    @property
    def gap(self) -> float | None:
        """What lies between the bounds; of an outside solver, those that its answer proves."""
        return None if self.lower is None or self.upper is None else self.upper - self.lower

    @property
    def total(self) -> float:
        """CPU seconds once the diagram is there."""
        return self.setup + self.solve

    def text(self, seconds: float, width: int = 8) -> str:
        """A time in a table, or that it did not end."""
        digits = 3 if seconds < 1 else 2 if seconds < 10 else 1
        return f"{seconds:{width}.{digits}f}" if self.in_time else f"{f'>{self.limit:g}':>{width}}"


def run(name: str, nu: float, variant: Variant, limit: float, gap: float = 1e-2) -> Run:
    """Measure one variant; `gap` is for column generation and boosting."""
    data = binary_samples.load(name)
    found = Run(name, nu, variant.name, variant.slack, limit, data.rows.num_rows)
    with record.metered() as cost:
        sample = data.sample()
    found.distinct_cpu = cost.cpu
    kind, *blocks = variant.slack.split()
    with record.metered() as cost:
        diagram = SampleDiagram.from_sample(sample, kind, blocks=int(blocks[0]) if blocks else 256)
    found.diagram = cost.cpu
    found.distinct, found.nodes = sample.num_distinct, diagram.nzdd.num_nodes
    found.edges = diagram.nzdd.num_edges
    problem = SoftMarginProblem(diagram, nu)
    if variant.algorithm == "lp":
        solution = _by_peer(found, problem, variant, limit)
    else:
        solution = _by_us(found, problem, variant, limit, gap)
    if solution is None:
        found.ended_by = INTERRUPTED
        return found
    found.ended_by, found.lower, found.upper = solution.limit, solution.lower, solution.upper
    if found.in_time:
        found.row_objective = row_value(sample, solution.weights, nu)
        found.nonzeros = int(np.count_nonzero(np.abs(solution.weights[:-1]) > 1e-7))
    if found.in_time and data.test is not None:
        found.test_error = error_rate(solution.weights, *data.test)
    return found


def error_rate(weights: Any, rows: Any, labels: Any) -> float:
    """The share of rows that weights, the bias last, put into the wrong class."""
    matrix = binary_samples.csr(rows, weights.size - 1)
    return float(((matrix @ weights[:-1] + weights[-1] > 0) != labels).mean())


def measure(
    name: str, nu: float, variants: Iterable[Variant], limit: float, gap: float = 1e-2
) -> list[Run]:
    """Run all variants on one problem, each in a fresh process; print a line for each."""
    runs = []
    for variant in variants:
        found = record.fresh(run, name, nu, variant, limit, gap)
        shown = "" if found.gap is None else f"gap {found.gap:.1e}"
        print(
            f"{name:22} {variant.slack:9} {variant.name:16} {found.text(found.total)} {shown}",
            flush=True,
        )
        runs.append(found)
    return runs


def means(runs: Iterable[Run]) -> list[Run]:
    """One run of each sample and variant, as in the paper: the mean over its nu.

    The gap is the largest; one that did not end in time leaves the mean open.
    """
    groups: dict[tuple[str, str], list[Run]] = {}
    for each in runs:
        groups.setdefault((each.sample, each.variant), []).append(each)
    return [_mean(group) for group in groups.values()]


def means_of(found: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same of runs as a record has them."""
    return [asdict(each) for each in means(Run(**run) for run in found if "variant" in run)]


def _mean(runs: list[Run]) -> Run:
    late = [run.ended_by for run in runs if not run.in_time]
    open_ = [run.ended_by for run in runs if run.ended_by]
    rounds = [run.iterations for run in runs if run.iterations is not None]
    whole = [(run.lower, run.gap) for run in runs if run.lower is not None and run.gap is not None]
    lower = float(np.mean([each for each, _ in whole])) if len(whole) == len(runs) else None
    return replace(
        runs[0],
        setup=float(np.mean([run.setup for run in runs])),
        solve=float(np.mean([run.solve for run in runs])),
        growth=int(np.mean([run.growth for run in runs])),
        iterations=round(float(np.mean(rounds))) if rounds else None,
        lower=lower,
        upper=None if lower is None else lower + max(gap for _, gap in whole),
        ended_by=next(iter((*late, *open_)), None),
    )


def solution_of(
    problem: SoftMarginProblem,
    algorithm: str,
    interior_point: InteriorPoint,
    gap: float,
    solver: str = "",
) -> FlowSolution:
    """Solve by a method of this package, with one column a round as the paper prints it."""
    if algorithm == "interior-point":
        return interior_point.solve(problem)
    made = engines(algorithm, solver or None)
    if algorithm == "column-generation":
        columns = LPMaster(problem, **made) if made else interior_point
        return column_generation(problem, gap=gap, columns=1, master=columns)
    boosting = QuadraticMaster(problem, **made) if made else interior_point
    return erlpboost(problem, gap=gap, eta="theory", master=boosting)


def _by_us(
    found: Run, problem: SoftMarginProblem, variant: Variant, limit: float, gap: float
) -> FlowSolution | None:
    if variant.solver:  # its process is started
        nzdd.solve(LinearModel([1.0], [[1.0]], 1.0), "direct", variant.solver, threads=1)
    with metered() as cost:
        begun = time.process_time()
        interior_point = InteriorPoint(problem.diagram)
        found.setup = time.process_time() - begun
        solution = within(
            limit,
            lambda: solution_of(problem, variant.algorithm, interior_point, gap, variant.solver),
        )
    found.solve, found.wall, found.growth = cost.cpu - found.setup, cost.wall, cost.growth
    if solution is not None:
        found.iterations = max(0, len(solution.steps) - 1)
    return solution


def _by_peer(
    found: Run, problem: SoftMarginProblem, variant: Variant, limit: float
) -> FlowSolution | None:
    from benchmarks.soft_margin.peer_solvers import (
        Peer,  # what only peers need is loaded for them only
    )

    peer = Peer(variant.solver, limit)
    # Making the program has time of its own; and not every solver looks at the clock often.
    with metered() as cost:
        solution = within(2 * limit + 10, lambda: solve_by_lp(problem, peer.solve, variant.form))
    found.solve, found.setup = cost.workers, cost.cpu - cost.workers
    found.wall, found.growth, found.iterations = cost.wall, cost.growth, peer.iterations
    return solution
