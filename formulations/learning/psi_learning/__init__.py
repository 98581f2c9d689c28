"""Psi-learning by mixed-integer programming (Liu and Wu).

``solve`` is the door: a ``problem`` becomes one of the ``models`` for an ``engine``, with ``big_m``
as small as can be proven; ``two_step`` starts from an ``svm`` (``hinge_qp``) and leaves few rows
open; ``regions`` finishes; a ``plane`` comes out, over the columns of a ``basis`` where it is
curved.
"""

from nzdd.formulations.learning.psi_learning.basis import KernelBasis, PolynomialBasis
from nzdd.formulations.learning.psi_learning.big_m import BigM, big_m
from nzdd.formulations.learning.psi_learning.models import compact_model, paper_model
from nzdd.formulations.learning.psi_learning.plane import Plane
from nzdd.formulations.learning.psi_learning.problem import PsiProblem, psi
from nzdd.formulations.learning.psi_learning.result import PsiResult
from nzdd.formulations.learning.psi_learning.solve import solve
from nzdd.formulations.learning.psi_learning.svm import solve_svm, svm_model
from nzdd.formulations.learning.psi_learning.two_step import (
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
    "big_m",
    "compact_model",
    "paper_model",
    "psi",
    "psi_path",
    "restricted",
    "solve",
    "solve_svm",
    "svm_model",
    "tuned_c",
    "two_step",
]
