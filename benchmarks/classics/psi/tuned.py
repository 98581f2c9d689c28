"""The machines of Liu and Wu, tuned as they do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin

from benchmarks.classics.deals import Deal
from nzdd.adapters.methods.psi_learning import engine
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.learning.psi_learning import (
    Fold,
    Plane,
    PsiProblem,
    psi_path,
    solve_svm,
    tuned_c,
)
from nzdd.formulations.learning.psi_learning.two_step_method import CANDIDATES, MARGIN

if TYPE_CHECKING:
    from typing_extensions import Self

SOLVER = engine(gap=1e-3, threads=1)
CLOCK = 3600.0
"""For one mixed-integer program: on a busy machine a minute of work takes long."""
REACHED, ENOUGH = 2e-3, 60.0
"""Above this gap a program was ended by the clock: tried again if it took fewer CPU seconds."""


class Tuned(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """An SVM or psi-learning: learns from the first rows, and chooses C with the others.

    Of equal mistakes there, the smallest C wins.

    Parameters
    ----------
    norm : {"l1", "l2"}
    loss : {"hinge", "psi"}
    train : int
        How many are the first.
    candidates : tuple of float
        For C.
    C : float, optional
        Only this one, and the others are for the SVM that psi-learning starts from.
    restricted : bool
    correct_margin : float, optional
        From which margin of the SVM on rows must stay on their side: the end of section 5.1.
    a : float
        Of the loss.
    tighten : bool
        M by linear programs.
    seconds : float
        For one mixed-integer program.

    Attributes
    ----------
    plane_ : Plane
    held_ : float
        Its accuracy on the others.
    gap_ : float
        The largest among all C; with M at most 1000, as in the paper, so no proof beyond it.
    """

    def __init__(
        self,
        norm: str = "l1",
        loss: str = "psi",
        *,
        train: int = 100,
        candidates: tuple[float, ...] = CANDIDATES,
        C: float | None = None,
        restricted: bool = True,
        correct_margin: float | None = None,
        a: float = 0.5,
        tighten: bool = True,
        seconds: float = CLOCK,
    ) -> None:
        self.norm = norm
        self.loss = loss
        self.train = train
        self.candidates = candidates
        self.C = C
        self.restricted = restricted
        self.correct_margin = correct_margin
        self.a = a
        self.tighten = tighten
        self.seconds = seconds

    def fit(self, X: NDArray[np.float64], y: NDArray[np.bool_]) -> Self:
        """Find the plane."""
        problem = PsiProblem(X[: self.train], y[: self.train], norm=self.norm, a=self.a)
        fold = Fold(problem, X[self.train :], y[self.train :])
        values = self.candidates if self.C is None else (self.C,)
        if self.loss == "hinge":
            planes = [machine(problem.changed(C=C)) for C in values]
        else:
            svm = machine(problem.changed(C=tuned_c([fold], machine, self.candidates)))
            margin = MARGIN if self.restricted else None
            path = psi_path(
                problem,
                values,
                svm,
                SOLVER,
                margin=margin,
                correct_margin=self.correct_margin,
                make_engine=GlopEngine if self.tighten else None,
                time_limit=self.seconds,
            )
            planes = [result.plane for result in path]
            self.gap_ = max(
                (result.objective - result.bound_within) / max(1.0, result.objective)
                for result in path
            )
        self.plane_ = min(planes, key=fold.mistakes)
        self.held_ = 1 - fold.mistakes(self.plane_) / max(1, len(fold.positive))
        return self

    def predict(self, X: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which rows lie on the positive side."""
        return self.plane_.values(X) > 0


def ended_early(cell: Deal) -> bool:
    """Whether the clock ended a program that had little of the processor."""
    return (cell.gap or 0.0) > REACHED and (cell.seconds or 0.0) < ENOUGH


def gaps(cells: Iterable[Deal]) -> str:
    """Up to which gap the programs are solved, and how many are not."""
    found = np.array([cell.gap for cell in cells if cell.gap is not None])
    ended = int((found > REACHED).sum())
    if not ended:
        return "Gaps up to 1e-3, reached by all"
    most = f"{found.max():.0%}"
    return (
        f"Gaps up to 1e-3, not reached in time by {ended} of {found.size} programs (at most {most})"
    )


def machine(problem: PsiProblem) -> Plane:
    """The support vector machine."""
    return solve_svm(problem, SOLVER)


def nonzero(model: Any) -> float:
    """Coefficients that are not 0, up to the digits of solvers."""
    return float((np.abs(model.plane_.weights) > 1e-6).sum())
