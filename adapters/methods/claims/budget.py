"""The time and options of the solves that confirm a claim."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter

from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.workers.timing import SECOND_SOLVER_SECONDS
from nzdd.formulations.models.result import Result


@dataclass(frozen=True, slots=True)
class Budget:
    """For further solves: the settings of the first one, the seconds it took, and its start."""

    settings: Settings
    seconds: float
    started: float

    def next(self, *, hint: bool = True) -> Settings:
        """The settings of a further solve; without the hint for another model."""
        first, left = self.settings, max(self.seconds, SECOND_SOLVER_SECONDS)
        if first.time_limit is not None:
            left = min(left, max(0.0, first.time_limit - (perf_counter() - self.started)))
        return Settings(
            left,
            first.threads,
            hint=first.hint if hint else None,
            memory_limit=first.memory_limit,
            interrupt=first.interrupt,
        )

    def timed(self, result: Result) -> Result:
        """The result, with the seconds since the claim."""
        spent = perf_counter() - self.started - self.seconds
        return replace(result, seconds={**result.seconds, "confirm": spent})
