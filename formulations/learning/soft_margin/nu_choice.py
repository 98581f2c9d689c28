"""The choice of nu from the training rows alone, within about the time of two solves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from nzdd.formulations.iteration.limits import INTERRUPTED, TIME
from nzdd.formulations.learning.soft_margin.margins import margins
from nzdd.formulations.learning.soft_margin.methods.dispatch import solve
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.sample import LabelledSample, row_weights
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.soft_margin_result import Outcome, SoftMarginResult
from nzdd.input.row_table import RowTable

FIRST, LAST = 0.9, 0.98
"""Of the range up to twice the share of the smaller class: where the search begins, and where it
ends without a positive soft margin."""
LEAST, MOST = 0.05, 0.1
"""How far into its window nu lies at least and at most."""
AIM, ACCEPT = 0.5, 1.5
MAX_SOLVES = 12
DENSE = 10
"""With fewer distinct rows for each feature the answer must be better than the larger class on
held-out rows, by half a standard error."""
PART = 10_000
"""With more than twice as many distinct rows the search begins on so many of them."""


def solve_with_default_nu(
    interior_point: InteriorPoint,
    *,
    signed: bool = True,
    bias: str = "penalised",
    algorithm: str = "auto",
    **options: Any,
) -> SoftMarginResult:
    """Solve for a nu near the lower end of its window, where classifiers make few errors.

    The window ends at twice the share of the smaller class, where constant answers get a positive
    margin. It begins where weights get one. On the training rows that is too early, as few rows are
    separated by chance, the more so the more features there are: so the share of the window below
    nu is to be ``n / m`` for n features and m distinct rows, but at least 2.5 and at most 5 %.

    The optimum is convex and piecewise linear in 1 / nu. A solution gives a line below it, whose
    zero is not below the beginning of the window. From nine tenths of the end on, each solve is at
    the nu that lies right for the last zero, until it lies at most three times as far from its own;
    that solution is the answer.

    Parameters
    ----------
    interior_point : InteriorPoint
        Of the diagram.
    signed, bias
        See `SoftMarginProblem`.
    algorithm, **options
        See `solve`.

    Returns
    -------
    SoftMarginResult
        Its nu is ``problem.nu``. If no nu below the end has a positive soft margin, that of the
        outcome NOTHING: the larger class for all rows. After Ctrl-C the answer so far, with the
        limit "interrupted".

    Notes
    -----
    It takes two to four solves; with more than 20,000 distinct rows one or two, and the same on
    10,000 of them before. With fewer than ten distinct rows for each feature, two or four solves of
    halves of the rows show whether the weights are right more often than the larger class. If not,
    that is the answer, with nu = 1. Where a limit ends these solves they show nothing.
    """
    options = {"signed": signed, "bias": bias, "algorithm": algorithm, **options}
    first, found = _search(interior_point, **options)
    sample = interior_point.diagram.sample
    if (
        found.outcome is not Outcome.FEATURES
        or found.limit in (INTERRUPTED, TIME)
        or bias != "penalised"
        or sample.num_distinct >= DENSE * sample.num_features
    ):
        return found
    constant = min(sample.class_weights) / sample.total_weight
    doubt = 0.5 * np.sqrt(constant * (1 - constant) / sample.num_distinct)
    for result in (found, first):
        try:
            error = held_out_error(result, **options)
        except KeyboardInterrupt:
            return _interrupted(found)
        if error is None:
            return found
        if error <= constant - doubt:
            return result
    problem = SoftMarginProblem(interior_point.diagram, 1.0, signed, bias)
    del options["signed"], options["bias"]
    return replace(
        solve(problem, interior_point=interior_point, **options),
        outcome=Outcome.CONSTANT,
        message="weights from half of the rows are wrong about the other half more often than the "
        "larger class is, which is the answer; give more rows, fewer features, or a nu",
    )


def _search(
    interior_point: InteriorPoint, signed: bool, bias: str, **options: Any
) -> tuple[SoftMarginResult, SoftMarginResult]:
    """The first solution with a positive objective, and that with the nu of choice."""
    diagram = interior_point.diagram
    end = SoftMarginProblem(diagram, 1e-3, signed, bias).balance
    share, nu = default_share(diagram.sample), FIRST * end
    if diagram.sample.num_distinct > 2 * PART:
        part = SampleDiagram.from_sample(some_rows(diagram.sample, PART), diagram.slack)
        _, begin = _search(InteriorPoint(part), signed, bias, **options)
        if begin.limit == INTERRUPTED:
            raise KeyboardInterrupt
        if begin.outcome is not Outcome.NOTHING:
            nu = min(nu, begin.problem.nu * end / begin.problem.balance)
    best: SoftMarginResult | None = None
    first: SoftMarginResult | None = None
    for _ in range(MAX_SOLVES):
        problem = SoftMarginProblem(diagram, nu, signed, bias)
        result = solve(problem, interior_point=interior_point, **options)
        if result.limit in (INTERRUPTED, TIME) and best is not None and first is not None:
            # A solution for a larger nu is better than the beginning of one.
            return first, best if result.limit == TIME else _interrupted(best)
        if result.limit in (INTERRUPTED, TIME):
            return first or result, result
        if result.objective <= 0 or result.outcome is Outcome.NOTHING:
            if best is not None or nu >= LAST * end:
                return first or result, best or result
            nu = (nu + end) / 2
            continue
        first, zero = first or result, _zero(result)
        if nu - zero <= ACCEPT * share * (end - zero):
            return first, result
        best, nu = result, zero + AIM * share * (end - zero)
    return first or result, best or result


def _interrupted(result: SoftMarginResult) -> SoftMarginResult:
    return replace(result, limit=INTERRUPTED, message="ended by Ctrl-C while nu was chosen")


def held_out_error(
    result: SoftMarginResult, signed: bool, bias: str, algorithm: str, **options: Any
) -> float | None:
    """The share of rows that weights from one half of them put into the wrong class in the other.

    Distinct rows belong to the halves in turn; those of at least twice the least weight of their
    class have half of it in each. A row without a vote is half wrong. None if a limit is reached.
    """
    diagram = result.problem.diagram
    wrong = 0.0
    first, second = _halves(diagram.sample)
    for train, test in ((first, second), (second, first)):
        half = SampleDiagram.from_sample(train, diagram.slack)
        nu = result.problem.nu * SoftMarginProblem(half, 1e-3).balance / result.problem.balance
        problem = SoftMarginProblem(half, min(nu, 1.0), signed, bias)
        found = solve(problem, algorithm, **options)
        if found.limit == INTERRUPTED:
            raise KeyboardInterrupt
        if found.limit == TIME:
            return None
        values, mass = margins(test, np.append(found.weights, found.intercept))
        wrong += float(mass[values < 0].sum() + mass[values == 0].sum() / 2)
    return wrong / diagram.sample.total_weight


def _halves(sample: LabelledSample) -> tuple[LabelledSample, LabelledSample]:
    parts = []
    for side in (0, 1):
        rows = []
        for turn, family in enumerate((sample.positive, sample.negative)):
            weights = row_weights(family)
            whole = (np.arange(weights.size) + turn) % 2 == side
            kept = np.where(weights >= 2 * weights.min(), weights / 2, weights * whole)
            if not kept.any():  # a single row
                kept = weights / 2
            chosen = np.flatnonzero(kept)
            rows.append(family.take(chosen).weighted(kept[chosen]))
        parts.append(LabelledSample(*rows))
    return parts[0], parts[1]


def default_share(sample: LabelledSample) -> float:
    """How far into its window the default nu lies."""
    return float(np.clip(2 * sample.num_features / sample.num_distinct, LEAST, MOST))


def _zero(result: SoftMarginResult) -> float:
    """The nu at which the line of a solution with a positive objective is 0; 0 if nowhere."""
    problem = result.problem
    weights = np.append(result.weights, result.intercept)
    slack = np.maximum(0.0, -problem.reduced_lengths(weights, result.potentials))
    slope = -float(problem.reference @ slack)
    return 1 / (1 / problem.nu - result.objective / slope) if slope < 0 else 0.0


def some_rows(sample: LabelledSample, size: int) -> LabelledSample:
    """About `size` of the rows, evenly spread by weight over the sorted distinct rows of a class.

    Each class gets its share of them by weight, but at least a tenth. The weights of the classes
    stay. Time O(rows).
    """
    parts = []
    for rows, weight in zip((sample.positive, sample.negative), sample.class_weights, strict=True):
        count = max(1, round(size * max(0.1, weight / sample.total_weight)))
        parts.append(_some(rows, count))
    return LabelledSample(*parts)


def _some(rows: RowTable, count: int) -> RowTable:
    if rows.num_rows <= count:
        return rows
    weights = row_weights(rows)
    ends = np.cumsum(weights)
    places = (np.arange(count) + 0.5) / count * ends[-1]
    found, times = np.unique(np.searchsorted(ends, places), return_counts=True)
    kept = rows.take(np.minimum(found, rows.num_rows - 1))
    return kept.weighted(times * (ends[-1] / count))
