"""The improved algorithm of Liu and Wu, section 3.3: fix rows by a tuned SVM, then solve."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nzdd.formulations.iteration.limits import INTERRUPTED
from nzdd.formulations.learning.psi_learning.psi_models import SolveModel
from nzdd.formulations.learning.psi_learning.psi_problem import Plane, PsiProblem
from nzdd.formulations.learning.psi_learning.psi_result import PsiResult
from nzdd.formulations.learning.psi_learning.psi_solver import solve
from nzdd.input.arrays import Bools, Floats
from nzdd.input.parameters import check_number

MARGIN = 1.1
"""The paper's value, "for fewer restrictions and numerical accuracy"."""

CANDIDATES = tuple(10.0**power for power in range(-3, 4))
"""Values of C to tune over: the range of the paper's section 5.2."""

FitSVM = Callable[[PsiProblem], Plane]
"""Returns the plane of a support vector machine, such as `solve_svm` with a solver."""


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """A problem to learn from, and the features, shape (k, d), and classes of rows to test on.

    `weights`, shape (k,), are those of the rows; 1 by default.
    """

    problem: PsiProblem
    features: Floats
    positive: Bools
    weights: Floats | None = None

    def mistakes(self, plane: Plane) -> float:
        """The weight of the test rows that a plane puts on the wrong side. O(k d)."""
        wrong = (plane.values(self.features) > 0) != self.positive
        return float(wrong.sum() if self.weights is None else self.weights[wrong].sum())


def tuned_c(
    folds: Sequence[Fold],
    fit_svm: FitSVM,
    candidates: Iterable[float] = CANDIDATES,
    stop: Callable[[], bool] | None = None,
) -> float:
    """The candidate C with the least mistakes of the SVM over all folds, the least C in a tie.

    Candidates next to 1 are tried first, and after one of them no further ones if `stop` is true.

    The paper has one fold with a separate tuning set; cross-validation has several. Fits one SVM
    for each fold and candidate.

    Raises
    ------
    ValueError
        If there is no candidate.
    """
    values = sorted(candidates, key=lambda C: abs(math.log(C)))
    if not values:
        raise ValueError("candidates is empty; give at least one value of C")

    def mistakes(C: float) -> float:
        return sum(fold.mistakes(fit_svm(fold.problem.changed(C=C))) for fold in folds)

    tried: list[tuple[float, float]] = []
    for value in values:
        if tried and stop is not None and stop():
            break
        tried.append((mistakes(value), value))
    return float(min(tried)[1])


def restricted(
    problem: PsiProblem,
    svm: Plane,
    margin: float | None = MARGIN,
    correct_margin: float | None = None,
) -> PsiProblem:
    """The problem with rows held where the SVM puts them.

    Parameters
    ----------
    problem : PsiProblem
    svm : Plane
    margin : float or None
        At least 1, as the SVM itself could be infeasible otherwise. Rows whose margin in the SVM
        exceeds it are fixed in region 3: section 3.3 of the paper.
    correct_margin : float or None
        At least 0. Rows whose margin in the SVM exceeds it must not lie in region 1, and so have
        ``delta_2 = 1``: the end of section 5.1.

    Raises
    ------
    ValueError
        If one of the two is out of its range.
    """
    margins, held = problem.margins(svm), {}
    if margin is not None:
        check_number("margin", margin, 1.0, infinite=True)
        held["fixed"] = margins > margin
    if correct_margin is not None:
        check_number("correct_margin", correct_margin, infinite=True)
        held["correct"] = margins > correct_margin
    return problem.changed(**held)


def two_step(
    problem: PsiProblem,
    svm: Plane,
    solve_model: SolveModel,
    *,
    margin: float | None = MARGIN,
    correct_margin: float | None = None,
    starts: Iterable[Plane] = (),
    **options: Any,
) -> PsiResult:
    """Psi-learning from the plane of an SVM.

    Parameters
    ----------
    problem : PsiProblem
    svm : Plane
        The paper recommends a tuned one; its C may differ from that of the problem.
    solve_model : SolveModel
    margin, correct_margin : float or None
        See `restricted`. The optimum of the restricted problem is at least that of the problem
        itself, which is solved if both are None.
    starts : iterable of Plane
        Further planes to start from.
    **options
        See `nzdd.formulations.learning.psi_learning.psi_solver.solve`.

    Returns
    -------
    PsiResult
        Of the restricted problem, as is its bound.
    """
    chosen = restricted(problem, svm, margin, correct_margin)
    return solve(chosen, solve_model, starts=[svm, *starts], **options)


def psi_path(
    problem: PsiProblem,
    values: Iterable[float],
    svm: Plane,
    solve_model: SolveModel,
    **options: Any,
) -> list[PsiResult]:
    """Results for several C, each starting from the one before.

    Parameters
    ----------
    problem : PsiProblem
    values : iterable of float
        The values of C, in any order.
    svm, solve_model, **options
        See `two_step`. A time limit applies to each C.

    Returns
    -------
    list of PsiResult
        In the order of `values`. After Ctrl-C in a solver the results so far, the last of which has
        the limit "interrupted".
    """
    results: list[PsiResult] = []
    for value in values:
        starts = [result.plane for result in results[-1:]]
        priced = problem.changed(C=value)
        results.append(two_step(priced, svm, solve_model, starts=starts, **options))
        if results[-1].limit == INTERRUPTED:
            break
    return results
