"""The support vector machine that psi-learning starts from and is compared with."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array, eye_array, hstack

from nzdd.formulations.learning.psi_learning.hinge_qp import hinge_qp
from nzdd.formulations.learning.psi_learning.psi_models import (
    PsiModel,
    SolveModel,
    function_rows,
    with_squares,
)
from nzdd.formulations.learning.psi_learning.psi_problem import Plane, PsiProblem
from nzdd.formulations.models.linear import LinearModel


def svm_model(problem: PsiProblem) -> PsiModel:
    """``J(w) + sum_i c_i [1 - y_i (w @ x_i + b)]_+``: an LP for the 1-norm, else a QP.

    The columns of w and b are followed by a slack for each row. `a` and `fixed` of the problem are
    ignored. Time and memory O(n d).
    """
    n = problem.num_rows
    margins, cost, lower = function_rows(problem)
    linear = LinearModel(
        np.concatenate((cost, problem.costs)),
        csr_array(hstack([margins, eye_array(n)])),
        np.ones(n),
        lower=np.concatenate((lower, np.zeros(n))),
        name="support vector machine",
    )
    return PsiModel(problem, with_squares(problem, linear), "svm")


def solve_svm(problem: PsiProblem, solve_model: SolveModel) -> Plane:
    """The plane of the support vector machine.

    For the 2-norm by `hinge_qp`, or by the solver if rounding prevents that.

    Raises
    ------
    RuntimeError
        If the solver finds none, with its message.
    """
    if problem.norm == "l2":
        floors = np.full(problem.num_rows, -np.inf)
        plane = hinge_qp(problem.features, problem.signs, problem.costs, floors)
        if plane is not None:
            return plane
    model = svm_model(problem)
    result = solve_model(model.model)
    if result.x is None:
        raise RuntimeError(f"no support vector machine: {result.status} {result.message}".strip())
    return model.plane(result.x)
