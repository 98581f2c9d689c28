"""What a method found for a soft-margin problem, with the proof of both bounds."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.history import Step

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class FlowSolution:
    """Weights and a flow, and what they prove.

    Attributes
    ----------
    weights : ndarray, shape (num_symbols,)
        The bias last.
    potentials : ndarray, shape (num_nodes,)
    flow : ndarray, shape (num_edges,)
    lower : float
        The value of (6) at the weights, with the potentials.
    upper : float
        The value of (8) at the flow. The optimum lies between the two.
    limit : str or None
        What ended the method before the gap was closed: "interrupted", "iterations", "rounding",
        or what an outside solver says, such as "time".
    steps : list of Step
        One an iteration, or a round.
    """

    weights: Floats
    potentials: Floats
    flow: Floats
    lower: float
    upper: float
    limit: str | None = None
    steps: list[Step] = field(default_factory=list)

    @property
    def gap(self) -> float:
        """The absolute gap ``upper - lower``."""
        return self.upper - self.lower
