"""Documented limits of solvers and of nzdd (docs/concepts/numerics.md), as narrow as possible."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from nzdd.formulations import LinearModel

Excuse = tuple[str, str, Callable[[LinearModel, str | None], bool]]


def _by_pdlp(model: LinearModel, solver: str | None) -> bool:
    return solver == "pdlp"


def _costs_little(model: LinearModel, solver: str | None) -> bool:
    costs = np.abs(model.objective[model.objective != 0])
    return costs.size > 0 and bool(costs.min() <= 1.001e-6)


def _badly_scaled(model: LinearModel, solver: str | None) -> bool:
    costs = np.abs(model.objective[model.objective != 0])
    sizes = np.concatenate((np.abs(model.matrix.data), costs))
    return sizes.size > 0 and bool(sizes.max() >= 0.999e6 * sizes.min())


EXCUSES: tuple[Excuse, ...] = (
    (
        "PDLP stops at relative errors, which may be above the tolerance, and says so",
        "(imprecise|numerical_error):",
        _by_pdlp,
    ),
    ("PDLP is a first-order method, which may crawl", "no_solution_found: time limit", _by_pdlp),
    (
        "Clarabel may end at its limit of iterations, and says so",
        "no_solution_found: iteration limit",
        lambda model, solver: solver == "clarabel",
    ),
    (
        "a solver that was asked for by name may fail on badly scaled numbers, and says so",
        "(imprecise|numerical_error|other_error):",
        lambda model, solver: solver is not None and _badly_scaled(model, solver),
    ),
    (
        "a direction that improves by less than the tolerance is none to a solver",
        "says optimal .*, the truth is unbounded",
        lambda model, solver: _badly_scaled(model, solver) or _costs_little(model, solver),
    ),
)
"""A reason, how the find begins (a regular expression), and for what models and solvers."""


def excuse(model: LinearModel, solver: str | None, find: str) -> str | None:
    """The reason why a find is a documented limit, or None."""
    for reason, pattern, applies in EXCUSES:
        if re.match(pattern, find) and applies(model, solver):
            return reason
    return None
