"""The minimax probability machine, sparse and greedy (Strohmann et al. 2003), and in full.

``greedy`` adds one basis of ``kernels`` at a time, on ``one_dimension`` and ``two_dimensions`` in
closed form; ``full_machine`` solves any dimension. ``moments`` are what is known of a class, a
``hyperplane`` is the answer.
"""

from nzdd.formulations.minimax_probability_machine.full_machine import (
    KernelMachine,
    full_machine,
    kernel_machine,
)
from nzdd.formulations.minimax_probability_machine.greedy import (
    BasisStep,
    SparseMinimaxMachine,
    greedy_machine,
)
from nzdd.formulations.minimax_probability_machine.hyperplane import Hyperplane, accuracy_bound
from nzdd.formulations.minimax_probability_machine.moments import Moments
from nzdd.formulations.minimax_probability_machine.one_dimension import one_dimension
from nzdd.formulations.minimax_probability_machine.two_classes import TwoClasses
from nzdd.formulations.minimax_probability_machine.two_dimensions import two_dimensions

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
