"""The time and options of the solves that confirm a claim."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter

from nzdd.adapters.solvers.options import DEFAULT_GAP, Options
from nzdd.adapters.workers.timing import SECOND_SOLVER_SECONDS
from nzdd.formulations.models.result import Result


@dataclass(frozen=True, slots=True)
class Budget:
    """For further solves: the options of the first one, the seconds it took, and its start."""

    options: Options
    seconds: float
    started: float

    def next(self, *, hint: bool = True) -> Options:
        """The options of a further solve; without the hint for another model."""
        left = max(self.seconds, SECOND_SOLVER_SECONDS)
        limit = self.options.get("time_limit")
        if limit is not None:
            left = min(left, max(0.0, limit - (perf_counter() - self.started)))
        kept: Options = {"time_limit": left}
        for key in ("threads", "memory_limit", "interrupt", "hint"):
            if self.options.get(key) is not None and (hint or key != "hint"):
                kept[key] = self.options[key]
        return kept

    @property
    def gap(self) -> float:
        """The gap at which a point counts as optimal."""
        gap = self.options.get("gap")
        return DEFAULT_GAP if gap is None else gap

    def timed(self, result: Result) -> Result:
        """The result, with the seconds since the claim."""
        spent = perf_counter() - self.started - self.seconds
        return replace(result, seconds={**result.seconds, "confirm": spent})
