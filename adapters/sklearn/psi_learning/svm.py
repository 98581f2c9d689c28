"""Cross-validation of the support vector machine that psi-learning starts from."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sklearn.model_selection import StratifiedKFold

from nzdd.formulations.learning.psi_learning.psi_models import SolveModel
from nzdd.formulations.learning.psi_learning.psi_problem import PsiProblem
from nzdd.formulations.learning.psi_learning.svm import solve_svm
from nzdd.formulations.learning.psi_learning.two_step_method import CANDIDATES, Fold, tuned_c


def cross_validated_c(
    problem: PsiProblem,
    solve_model: SolveModel,
    candidates: Iterable[float] = CANDIDATES,
    folds: int = 5,
    stop: Callable[[], bool] | None = None,
) -> float:
    """The C of the machine with the fewest mistakes, by weight, in stratified cross-validation.

    Once `stop` is true no further candidate is tried; those next to 1 come first.

    Rows go to folds in their order. There are at most as many folds as rows in the smaller class;
    if that has one row, C is 1.
    """
    positive = problem.signs > 0
    folds = min(folds, int(positive.sum()), int((~positive).sum()))
    if folds < 2:
        return 1.0
    made = [
        Fold(
            problem.changed(
                features=problem.features[train],
                positive=positive[train],
                weights=problem.weights[train],
                fixed=None,
                correct=None,
            ),
            problem.features[test],
            positive[test],
            problem.weights[test],
        )
        for train, test in StratifiedKFold(folds).split(problem.features, positive)
    ]
    return tuned_c(made, lambda part: solve_svm(part, solve_model), candidates, stop)
