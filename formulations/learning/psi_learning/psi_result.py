"""The result of psi-learning, with a proven bound."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from nzdd.formulations.iteration.history import Step
from nzdd.formulations.learning.psi_learning.big_m import BigM
from nzdd.formulations.learning.psi_learning.psi_problem import ON_THE_EDGE, Plane, PsiProblem
from nzdd.formulations.models.result import Status
from nzdd.input.arrays import Ints


@dataclass(frozen=True, slots=True, eq=False)
class PsiResult:
    """A plane with proven bounds.

    Attributes
    ----------
    problem : PsiProblem
    plane : Plane
    objective : float
        `PsiProblem.objective` of the plane.
    bound : float
        A lower bound on the objective of all planes.
    bound_within : float
        A lower bound on the objective of planes whose margins are within `BigM.values`: the
        solver's own, at least `bound`.
    status : Status
        OPTIMAL if the solver closed its gap and no plane beyond the values of M can be better,
        otherwise FEASIBLE.
    message : str
    limit : str or None
        What ended the solver early, such as "time".
    big_m : BigM
    history : list of Step
        Before and after the solver; `columns` is the number of rows that may lie in
        region 1.
    seconds : dict of str to float
    """

    problem: PsiProblem
    plane: Plane
    objective: float
    bound: float
    bound_within: float
    status: Status
    message: str
    limit: str | None
    big_m: BigM
    history: list[Step]
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def gap(self) -> float:
        """``(objective - bound) / max(1, objective)``."""
        return (self.objective - self.bound) / max(1.0, self.objective)

    @property
    def regions(self) -> Ints:
        """The region of every row: 1 (margin below 0), 2 (up to 1) or 3; shape (n,). O(n d)."""
        margins = self.problem.margins(self.plane)
        return 1 + (margins >= -ON_THE_EDGE) + (margins >= 1 - ON_THE_EDGE).astype(np.int64)

    @property
    def binding(self) -> Ints:
        """The rows whose margin is at its M, so that a larger M may change the result."""
        return np.flatnonzero(self.big_m.binds(self.problem.margins(self.plane)))

    def summary(self) -> str:
        """A few lines of text for people."""
        problem, weights = self.problem, self.plane.weights
        counts = ", ".join(str(count) for count in np.bincount(self.regions, minlength=4)[1:])
        held = f"{problem.fixed.sum()} fixed in 3"
        if kept := int((problem.correct & ~problem.fixed).sum()):
            held += f", {kept} kept out of 1"
        lines = [
            ("status", f"{self.status}: {self.message}" if self.message else str(self.status)),
            ("objective", f"{self.objective:.10g}"),
            ("bound", f"{self.bound:.10g} (gap {self.gap:.2%})"),
            ("weights", f"{np.count_nonzero(weights)} of {weights.size} not zero"),
            ("intercept", f"{self.plane.intercept:.6g}"),
            ("problem", f"{problem.norm}, C = {problem.C:g}, a = {problem.a:g}"),
            ("rows", f"{counts} in regions 1, 2, 3; {held}"),
            ("largest M", f"{self.big_m.values.max():.4g}"),
            ("seconds", ", ".join(f"{step} {time:.2f}" for step, time in self.seconds.items())),
        ]
        return "\n".join(f"{name:<11} {text}" for name, text in lines)
