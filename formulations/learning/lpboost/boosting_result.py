"""The result of LPBoost, with a proven bound."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nzdd.formulations.iteration.history import Step
from nzdd.formulations.learning.lpboost.hypotheses.ensemble import Ensemble
from nzdd.formulations.models.result import Status
from nzdd.input.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class BoostingResult:
    """An ensemble with a proven bound.

    The objective is maximised. `LPBoostRegressor` reports its loss, which is minimised.

    Attributes
    ----------
    ensemble : Ensemble
    objective : float
        Of the ensemble.
    bound : float
        Proven: no ensemble of the learner's hypotheses is better.
    costs : ndarray, shape (costs,)
        The costs of the rows that prove the bound; rows with costs above 0 support the ensemble.
    status : Status
        OPTIMAL where the gap was closed, otherwise FEASIBLE.
    message : str
        Why the gap was not closed.
    limit : str or None
        What ended the method early: "iterations", "time", "rounding", "interrupted", or the failure
        of the engine. None where the weak learner found nothing better.
    num_learned : int
        The number of hypotheses found; many have no weight in the end.
    history : list of Step
        One for each round; "columns" counts the hypotheses found.
    iterations : list of int
        Of every master: of the simplex method, or Newton steps of the interior-point method.
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
        """The absolute difference of objective and bound."""
        return abs(self.bound - self.objective)

    def summary(self) -> str:
        """A few lines of text for people."""
        lines = [
            ("status", f"{self.status}: {self.message}" if self.message else str(self.status)),
            ("objective", f"{self.objective:.10g} (bound {self.bound:.10g})"),
            ("ensemble", f"{len(self.ensemble)} of {self.num_learned} hypotheses tried"),
            ("support", f"{np.count_nonzero(self.costs)} of {self.costs.size} costs above 0"),
            ("method", f"{sum(self.iterations):,} iterations of the masters"),
            ("seconds", f"{self.seconds:.2f}"),
        ]
        return "\n".join(f"{name:<11} {text}" for name, text in lines)
