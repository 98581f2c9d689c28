"""Limits that solvers document or that are theirs alone, each as narrow as can be."""

from __future__ import annotations

from collections.abc import Callable

from nzdd.formulations import LinearModel

Excuse = tuple[str, str, Callable[[LinearModel, str | None], bool]]

EXCUSES: tuple[Excuse, ...] = (
    (
        "PDLP stops at relative errors, which may be above the tolerance, and says so",
        "imprecise:",
        lambda model, solver: solver == "pdlp",
    ),
    ("the same", "numerical_error:", lambda model, solver: solver == "pdlp"),
    (
        "PDLP is a first-order method, which may crawl",
        "no_solution_found: time limit",
        lambda model, solver: solver == "pdlp",
    ),
)
"""A reason, how the find begins, and of which models and solvers it is so."""


def excuse(model: LinearModel, solver: str | None, find: str) -> str | None:
    """The reason why a find is none, or None."""
    for reason, start, applies in EXCUSES:
        if find.startswith(start) and applies(model, solver):
            return reason
    return None
