"""The range of nu in which the optimum is not trivial, and solutions for several nu."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from nzdd.formulations.iteration.limits import INTERRUPTED
from nzdd.formulations.learning.soft_margin.methods.column_generation import column_generation
from nzdd.formulations.learning.soft_margin.methods.interior_point import (
    MANY_SYMBOLS,
    InteriorPoint,
)
from nzdd.formulations.learning.soft_margin.methods.solve import solve
from nzdd.formulations.learning.soft_margin.problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.result import SoftMarginResult
from nzdd.input.row_table import Progress

MAX_STEPS = 50
PRECISION = 1e-4
NO_MARGIN = 1e-8


class NuRange(NamedTuple):
    """The window of nu in which the optimum is a classifier of its own.

    Attributes
    ----------
    lower : float
        Up to here no weights have a positive soft margin; 0 for separable classes.
    constant : float
        Twice the share of the smaller class. From here on the larger class as the answer to every
        row has a positive soft margin too, and a feature that nearly all rows have may take all
        the weight.
    upper : float
        From here on the bias alone is best; 1 where it never is.
    """

    lower: float
    constant: float
    upper: float


def default_nu(
    interior_point: InteriorPoint,
    *,
    signed: bool = True,
    bias: str = "penalised",
    progress: Progress | None = None,
) -> float:
    """A nu near the lower end of the window, where classifiers make few errors.

    Returns
    -------
    float
        A tenth of the way from `NuRange.lower` to `NuRange.constant` (or to 1, where the window
        starts beyond that). Time: that of `nu_range`.
    """
    window = nu_range(interior_point, signed=signed, bias=bias, upper=False, progress=progress)
    end = window.constant if window.lower < window.constant else 1.0
    return window.lower + (end - window.lower) / 10


def nu_range(
    interior_point: InteriorPoint,
    *,
    signed: bool = True,
    bias: str = "penalised",
    upper: bool = True,
    progress: Progress | None = None,
) -> NuRange:
    """Find the window of nu outside of which the optimum is trivial.

    Parameters
    ----------
    interior_point : InteriorPoint
        Of the diagram in question.
    signed, bias
        See `SoftMarginProblem`. With a free bias `upper` is `constant`: larger nu have no optimum.
    upper : bool
        False leaves out the search for `upper`, which is then 1.

    Returns
    -------
    NuRange
        `lower` and `upper` relatively precise to 1e-4, and inside the window.

    Notes
    -----
    The optimum is convex and piecewise linear in 1 / nu, and a solution gives a line below it.
    Newton's method on these lines ends at a zero after a few solves and never goes beyond it.
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
        if diagram.sample.num_features > MANY_SYMBOLS:
            found = column_generation(problem, master=interior_point, progress=progress)
        else:
            found = interior_point.solve(problem, progress=progress)
        if found.limit == INTERRUPTED:  # the window is not complete
            raise KeyboardInterrupt
        slack = np.maximum(0.0, -problem.reduced_lengths(found.weights, found.potentials))
        return found.lower, -float(problem.reference @ slack)

    inverse = first
    for _ in range(MAX_STEPS):
        value, slope = optimum(inverse)
        if value <= NO_MARGIN:
            break
        step = np.inf if slope >= 0 else -value / slope
        if inverse + step >= unbound:
            inverse = np.inf
            break
        inverse += step
        if step <= PRECISION * inverse:
            break
    lower = 1 / inverse
    if bias == "free":
        return NuRange(lower, constant, constant)
    if bias == "none" or not upper:
        return NuRange(lower, constant, 1.0)

    wrong = (min(positive, negative) if signed else positive) / total  # by the bias alone
    inverse = min(inverse, unbound)
    for _ in range(MAX_STEPS):
        value, slope = optimum(inverse)
        above, slope = value - (1 - 2 * wrong * inverse), slope + 2 * wrong
        if above <= NO_MARGIN:
            break
        if slope <= 0 or inverse - above / slope <= 1:
            inverse = 1.0
            break
        step = above / slope
        inverse -= step
        if step <= PRECISION * inverse:
            break
    return NuRange(lower, constant, 1 / inverse)


def nu_path(
    interior_point: InteriorPoint,
    values: Iterable[float],
    *,
    signed: bool = True,
    bias: str = "penalised",
    algorithm: str = "interior-point",
    **options: Any,
) -> list[SoftMarginResult]:
    """Solve for several nu over one diagram, whose factorisation all of them share.

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
        In the order of the values; ``problem.nu`` of each is its nu. After Ctrl-C those so far,
        of which the last one has the limit "interrupted".
    """
    problems = [SoftMarginProblem(interior_point.diagram, nu, signed, bias) for nu in values]
    results: list[SoftMarginResult] = []
    for problem in problems:
        results.append(solve(problem, algorithm, interior_point=interior_point, **options))
        if results[-1].limit == INTERRUPTED:
            break
    return results
