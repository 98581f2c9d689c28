"""What LPBoost ends with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.history import Step
from nzdd.formulations.learning.lpboost.ensemble import Ensemble
from nzdd.formulations.models.result import Status

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class BoostingResult:
    """An ensemble with the proof of how good it is.

    The objectives are to be maximised, but for `LPBoostRegressor`, which reports its loss.

    Attributes
    ----------
    ensemble : Ensemble
    objective : float
        Of the ensemble.
    bound : float
        Proven: no ensemble of hypotheses that the learner knows is better.
    costs : ndarray, shape (costs,)
        Those of the rows that prove the bound; rows with costs above 0 support the ensemble.
    status : Status
        OPTIMAL where the gap asked for was reached, otherwise FEASIBLE.
    message : str
        Why it was not reached.
    limit : str or None
        What ended the method early: "iterations", "rounding", "interrupted", or how the engine
        failed. None where the weak learner found nothing better.
    num_learned : int
        Hypotheses that were tried; many have no weight in the end.
    history : list of Step
        One a round; "columns" counts the hypotheses tried.
    iterations : list of int
        Simplex iterations of every master.
    seconds : float
    """

    ensemble: Ensemble
    objective: float
    bound: float
    costs: Floats
    status: Status
    message: str
    limit: str | None
    num_learned: int
    history: list[Step]
    iterations: list[int]
    seconds: float

    @property
    def gap(self) -> float:
        """The absolute difference of the two."""
        return abs(self.bound - self.objective)

    def summary(self) -> str:
        """A few lines of text for people."""
        lines = [
            ("status", f"{self.status}: {self.message}" if self.message else str(self.status)),
            ("objective", f"{self.objective:.10g} (bound {self.bound:.10g})"),
            ("ensemble", f"{len(self.ensemble)} of {self.num_learned} hypotheses tried"),
            ("support", f"{np.count_nonzero(self.costs)} of {self.costs.size} costs above 0"),
            ("method", f"{sum(self.iterations):,} simplex iterations"),
            ("seconds", f"{self.seconds:.2f}"),
        ]
        return "\n".join(f"{name:<11} {text}" for name, text in lines)
