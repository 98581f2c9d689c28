"""The minimax probability machine, sparse and greedy (Strohmann et al. 2003), and in full.

``greedy`` adds one basis of ``kernels`` at a time, on ``one_dimension`` and ``two_dimensions`` in
closed form; ``full_machine`` solves any dimension. ``moments`` are what is known of a class, a
``hyperplane`` is the answer.
"""

from nzdd.formulations.learning.minimax.full_machine import (
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
from nzdd.formulations.learning.minimax.one_dimension import one_dimension
from nzdd.formulations.learning.minimax.two_classes import TwoClasses
from nzdd.formulations.learning.minimax.two_dimensions import two_dimensions

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
