"""The range of nu in which the optimum is not trivial, and solutions for several nu."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from nzdd.formulations.iteration.limits import INTERRUPTED
from nzdd.formulations.learning.soft_margin.methods.dispatch import solve
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.soft_margin_result import SoftMarginResult
from nzdd.input.row_table import Progress

MAX_STEPS = 50
PRECISION = 1e-4
NO_MARGIN = 1e-8


class NuRange(NamedTuple):
    """The range of nu in which the optimal classifier is not trivial.

    Attributes
    ----------
    lower : float
        Up to this nu no weights have a positive soft margin; 0 for separable classes.
    constant : float
        Twice the share of the smaller class. From this nu on a constant classifier, which answers
        the larger class, also has a positive soft margin; a feature of nearly all rows may then get
        all the weight.
    upper : float
        From this nu on the bias alone is optimal; 1 where it never is.
    """

    lower: float
    constant: float
    upper: float


def nu_range(
    interior_point: InteriorPoint,
    *,
    signed: bool = True,
    bias: str = "penalised",
    upper: bool = True,
    progress: Progress | None = None,
) -> NuRange:
    """Find the range of nu in which the optimum is not trivial.

    Parameters
    ----------
    interior_point : InteriorPoint
        Of the diagram.
    signed, bias
        See `SoftMarginProblem`. With a free bias `upper` is `constant`: larger nu have no optimum.
    upper : bool
        False skips the search for `upper`, which is then 1.

    Returns
    -------
    NuRange
        `lower` and `upper` have a relative precision of 1e-4 and lie inside the exact range.

    Notes
    -----
    The optimum is convex and piecewise linear in 1 / nu, and a solution gives a line below it.
    Newton's method on these lines takes a few solves to a zero of the optimum, and never passes it.
    """
    diagram = interior_point.diagram
    positive, negative = diagram.sample.class_weights
    total = positive + negative
    constant = 2 * min(positive, negative) / total
    first = (1 + PRECISION) / constant if bias == "free" else 1.0
    unbound = total / float(diagram.nzdd.multiplicity.min())  # from here on no capacity binds

    def optimum(inverse: float) -> tuple[float, float]:
        """A line below the optimum at ``inverse`` = 1 / nu: its value there and its slope."""
        problem = SoftMarginProblem(diagram, 1 / inverse, signed, bias)
        found = interior_point.solve(problem, progress=progress)
        if found.limit == INTERRUPTED:  # the range is not complete
            raise KeyboardInterrupt
        slack = np.maximum(0.0, -problem.reduced_lengths(found.weights, found.potentials))
        return found.lower, -float(problem.reference @ slack)

    wrong = (min(positive, negative) if signed else positive) / total  # by the bias alone

    def gain(inverse: float) -> tuple[float, float]:
        """The same for the optimum less the value of the bias alone."""
        value, slope = optimum(inverse)
        return value - (1 - 2 * wrong * inverse), slope + 2 * wrong

    inverse = _zero(optimum, first, unbound)
    lower = 1 / inverse if inverse < unbound else 0.0
    if bias == "free":
        return NuRange(lower, constant, constant)
    if bias == "none" or not upper:
        return NuRange(lower, constant, 1.0)
    return NuRange(lower, constant, 1 / _zero(gain, min(inverse, unbound), 1.0))


def _zero(line: Callable[[float], tuple[float, float]], start: float, end: float) -> float:
    """A zero of a convex function between start and end, or the end, by Newton's method.

    `line` gives the value and the slope of a line below the function that is tangent at a point.
    """
    at = start
    for _ in range(MAX_STEPS):
        value, slope = line(at)
        if value <= NO_MARGIN:
            break
        before, at = at, at - value / slope if slope * (end - start) < 0 else end
        if (at - end) * (end - start) >= 0:
            return end
        if abs(at - before) <= PRECISION * at:
            break
    return at


def nu_path(
    interior_point: InteriorPoint,
    values: Iterable[float],
    *,
    signed: bool = True,
    bias: str = "penalised",
    algorithm: str = "interior-point",
    **options: Any,
) -> list[SoftMarginResult]:
    """Solve for several nu over one diagram, which is factored once.

    Parameters
    ----------
    interior_point : InteriorPoint
    values : iterable of float
        The values of nu.
    signed, bias
        See `SoftMarginProblem`.
    algorithm, **options
        See `solve`.

    Returns
    -------
    list of SoftMarginResult
        In the order of the values; the nu of a result is its ``problem.nu``. After Ctrl-C the
        results so far, the last of which has the limit "interrupted".
    """
    problems = [SoftMarginProblem(interior_point.diagram, nu, signed, bias) for nu in values]
    results: list[SoftMarginResult] = []
    for problem in problems:
        results.append(solve(problem, algorithm, interior_point=interior_point, **options))
        if results[-1].limit == INTERRUPTED:
            break
    return results
