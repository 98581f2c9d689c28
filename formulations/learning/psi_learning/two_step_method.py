"""The improved algorithm of Liu and Wu, section 3.3: a tuned SVM first, then few open rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.limits import INTERRUPTED
from nzdd.formulations.learning.psi_learning.models import SolveModel
from nzdd.formulations.learning.psi_learning.problem import Plane, PsiProblem
from nzdd.formulations.learning.psi_learning.result import PsiResult
from nzdd.formulations.learning.psi_learning.solver import solve

MARGIN = 1.1
"""The paper's, "for fewer restrictions and numerical accuracy"."""

CANDIDATES = tuple(10.0**power for power in range(-3, 4))
"""Values of C to tune over: the range of the paper's section 5.2."""

FitSVM = Callable[[PsiProblem], Plane]
"""Makes the plane of a support vector machine, such as `solve_svm` with a solver."""


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """Rows to learn from and rows to test on.

    Attributes
    ----------
    problem : PsiProblem
    features : ndarray, shape (k, d)
    positive : ndarray of bool, shape (k,)
    """

    problem: PsiProblem
    features: NDArray[np.float64]
    positive: NDArray[np.bool_]

    def mistakes(self, plane: Plane) -> int:
        """How many of the rows to test on a plane puts on the wrong side. O(k d)."""
        return int(((plane.values(self.features) > 0) != self.positive).sum())


def tuned_c(
    folds: Sequence[Fold], fit_svm: FitSVM, candidates: Iterable[float] = CANDIDATES
) -> float:
    """The C with the fewest mistakes of the SVM over all folds, the smallest of equals.

    The paper has one fold, with a tuning set of its own; cross-validation has several.

    Raises
    ------
    ValueError
        If there is no candidate.

    Notes
    -----
    An SVM a fold and candidate.
    """
    values = sorted(candidates)
    if not values:
        raise ValueError("candidates is empty; give at least one value of C")
    mistakes = [
        sum(fold.mistakes(fit_svm(fold.problem.changed(C=C))) for fold in folds) for C in values
    ]
    return float(values[int(np.argmin(mistakes))])


def restricted(problem: PsiProblem, svm: Plane, margin: float = MARGIN) -> PsiProblem:
    """The problem with the rows that a plane has above a margin of at least 1 fixed in region 3.

    Raises
    ------
    ValueError
        If the margin is below 1, where the plane itself could be infeasible.
    """
    if not margin >= 1:
        raise ValueError(f"margin is {margin!r}; give a number of at least 1, such as {MARGIN}")
    return problem.changed(fixed=problem.margins(svm) > margin)


def two_step(
    problem: PsiProblem,
    svm: Plane,
    solve_model: SolveModel,
    *,
    margin: float | None = MARGIN,
    starts: Iterable[Plane] = (),
    **options: Any,
) -> PsiResult:
    """Psi-learning from the plane of an SVM.

    Parameters
    ----------
    problem : PsiProblem
    svm : Plane
        Best tuned, says the paper; its C need not be the problem's.
    solve_model : SolveModel
    margin : float or None
        Rows beyond it are fixed in region 3: the *restricted* problem, whose optimum is never below
        that of the unrestricted one, which None asks for.
    starts : iterable of Plane
        Further ones.
    **options
        See `nzdd.formulations.learning.psi_learning.solver.solve`.

    Returns
    -------
    PsiResult
        Of the restricted problem; the bound, too, is a bound on that.
    """
    chosen = problem if margin is None else restricted(problem, svm, margin)
    return solve(chosen, solve_model, starts=[svm, *starts], **options)


def psi_path(
    problem: PsiProblem,
    values: Iterable[float],
    svm: Plane,
    solve_model: SolveModel,
    **options: Any,
) -> list[PsiResult]:
    """Answers for several C, each starting from the one before.

    Parameters
    ----------
    problem : PsiProblem
    values : iterable of float
        Of C, in any order.
    svm, solve_model, **options
        See `two_step`. A time limit is for each C.

    Returns
    -------
    list of PsiResult
        In the order of `values`. On Ctrl-C in a solver the results so far; the last one is the
        interrupted one.
    """
    results: list[PsiResult] = []
    for value in values:
        starts = [result.plane for result in results[-1:]]
        priced = problem.changed(C=value)
        results.append(two_step(priced, svm, solve_model, starts=starts, **options))
        if results[-1].limit == INTERRUPTED:
            break
    return results
