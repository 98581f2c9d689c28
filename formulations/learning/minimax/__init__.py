"""The minimax probability machine, sparse and greedy (Strohmann et al. 2003), and in full.

``greedy`` adds one basis of ``kernels`` at a time to a machine for ``two_classes``, by the
``closed_forms`` for one and two dimensions; ``full`` solves any dimension. ``moments`` are mean and
covariance of a class; the result is a ``hyperplane``.
"""

from nzdd.formulations.learning.minimax.closed_forms import one_dimension, two_dimensions
from nzdd.formulations.learning.minimax.full import (
    KernelMachine,
    full_machine,
    kernel_machine,
)
from nzdd.formulations.learning.minimax.greedy import (
    BasisStep,
    SparseMinimaxMachine,
    greedy_machine,
)
from nzdd.formulations.learning.minimax.hyperplane import Hyperplane, accuracy_bound
from nzdd.formulations.learning.minimax.moments import Moments
from nzdd.formulations.learning.minimax.two_classes import TwoClasses

__all__ = [
    "BasisStep",
    "Hyperplane",
    "KernelMachine",
    "Moments",
    "SparseMinimaxMachine",
    "TwoClasses",
    "accuracy_bound",
    "full_machine",
    "greedy_machine",
    "kernel_machine",
    "one_dimension",
    "two_dimensions",
]
