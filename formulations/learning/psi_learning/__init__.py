"""Psi-learning by mixed-integer programming (Liu and Wu).

``psi_solver`` finds the best plane for a ``psi_problem``: it improves a start by ``row_moves``
and gives one of the ``psi_models`` to a solver, with the smallest ``big_m`` that can be proven, by
``bound_tightening`` too. ``two_step_method`` starts from an ``svm`` (by ``hinge_qp``) and fixes
most rows. ``regions`` has the best plane where the rows on the wrong side are known. A ``basis``
makes the boundary curved; the ``psi_result`` has the plane.
"""

from nzdd.formulations.learning.psi_learning.basis import KernelBasis, PolynomialBasis
from nzdd.formulations.learning.psi_learning.big_m import BigM, smallest_big_m
from nzdd.formulations.learning.psi_learning.psi_models import compact_model, paper_model
from nzdd.formulations.learning.psi_learning.psi_problem import Plane, PsiProblem, psi
from nzdd.formulations.learning.psi_learning.psi_result import PsiResult
from nzdd.formulations.learning.psi_learning.psi_solver import solve
from nzdd.formulations.learning.psi_learning.svm import solve_svm, svm_model
from nzdd.formulations.learning.psi_learning.two_step_method import (
    Fold,
    psi_path,
    restricted,
    tuned_c,
    two_step,
)

__all__ = [
    "BigM",
    "Fold",
    "KernelBasis",
    "Plane",
    "PolynomialBasis",
    "PsiProblem",
    "PsiResult",
    "compact_model",
    "paper_model",
    "psi",
    "psi_path",
    "restricted",
    "smallest_big_m",
    "solve",
    "solve_svm",
    "svm_model",
    "tuned_c",
    "two_step",
]
