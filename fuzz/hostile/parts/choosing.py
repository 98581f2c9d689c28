"""Members of families, any number of each, against listed members as columns."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from hostile.case import Find, expect, one_of
from hostile.parts.sizes import SECONDS
from nzdd import FamilyModel, Result, Status, solve
from support.models.many_problems import random_problem

TRUTH = {2: Status.INFEASIBLE, 3: Status.UNBOUNDED}
"""What an answer of `scipy.optimize.milp` other than an optimum says."""


def case(random: np.random.Generator, folder: Path) -> None:
    """Draw a problem, and solve it by prices and by another way."""
    model, answer, optimum = random_problem(random)
    if optimum is None and answer not in TRUTH:
        return  # HiGHS does not end there, or does not say which
    (folder / "model.txt").write_text(repr(vars(model.linear)))
    other = str(one_of(random, "direct", "extended", "lazy"))
    for method in ("auto", other):
        threads = int(one_of(random, 1, 2))
        result = solve(model, method, threads=threads, time_limit=SECONDS)
        try:
            _check(model, result, answer, optimum)
        except Find as find:
            raise Find(f"{method}, {threads} threads: {find}") from find


def _check(model: FamilyModel, result: Result, answer: int, optimum: float | None) -> None:
    told = f"says {result.status} {result.fun!r} ({result.message}), the optimum is {optimum}"
    if optimum is None:
        expect(result.status is TRUTH[answer], told)
        return
    expect(result.status is Status.OPTIMAL, told)
    assert result.fun is not None
    assert result.dual_bound is not None
    sign = -1.0 if model.maximize else 1.0
    expect(abs(result.fun - optimum) <= 1e-6 * max(1.0, abs(optimum)), told)
    expect(sign * result.dual_bound <= sign * optimum + 1e-6, f"{told}; its bound")
    for choice, chosen in zip(model._choices, result.chosen, strict=True):
        assert result.x is not None
        counts = result.x[choice.counts.symbols]
        expect((chosen.members.T @ chosen.number == counts).all(), f"{told}; its members")
