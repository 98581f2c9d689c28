"""``auto``: the method that suits a model, or several that race."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

import numpy as np

from nzdd.adapters.errors import LicenceError
from nzdd.adapters.methods.auto import thresholds
from nzdd.adapters.methods.auto.model_kind import direct_solvers, is_packing, reason_against_lazy
from nzdd.adapters.methods.claims.verdict import SharedClaims
from nzdd.adapters.methods.direct import solve_direct
from nzdd.adapters.methods.extended import solve_extended
from nzdd.adapters.methods.lazy import solve_model
from nzdd.adapters.methods.race import CONCLUSIVE, Racer, merged, race
from nzdd.adapters.methods.shared_bounds import SharedBounds
from nzdd.adapters.solvers.options import Settings
from nzdd.adapters.solvers.registry import IN_ROUNDS, find_lazy_solver, find_solver
from nzdd.adapters.workers import timing
from nzdd.adapters.workers.interruption import Interruption
from nzdd.cores import num_cores
from nzdd.formulations.compression.dominated_rows import dominated_rows
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, Limits
from nzdd.formulations.iteration.solve_step import SolveStep
from nzdd.formulations.models.arrays import Bools, Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, checked
from nzdd.formulations.row_generation.lazy_model import LazyModel, lazy_rows, without_rows
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.separation import RowOracle
from nzdd.input.row_table import Progress


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What `auto` took, and why.

    Attributes
    ----------
    methods : tuple of str
        What was tried; several at a time where there was a core to spare.
    why : str
    facts : dict
        The counts the choice rests on.
    detail : object
        The report of the method whose answer was taken.
    """

    methods: tuple[str, ...]
    why: str
    facts: dict[str, Any] = field(default_factory=dict)
    detail: Any = None

    def to_dict(self) -> dict[str, Any]:
        """All of it, for JSON."""
        detail = {} if self.detail is None else self.detail.to_dict()
        return {"methods": list(self.methods), "why": self.why, **self.facts, **detail}

    def __str__(self) -> str:
        return f"{' and '.join(self.methods)}: {self.why}"


@dataclass(slots=True)
class Auto:
    """One solve by `auto`, of a model and further rows; see `nzdd.solve`."""

    model: LinearModel
    rows: tuple[RowOracle, ...]
    solver: str | None
    progress: Progress | None
    settings: Settings
    limits: Limits
    methods: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    cores: int = 1
    """How many may be used, by one solver or by several."""
    may_race: bool = False
    """Whether several solvers may run at a time."""
    shared: SharedBounds | None = None
    """What they have found, where they do."""
    claims: SharedClaims = field(default_factory=SharedClaims)
    """That the model is infeasible, by those that got it as it is."""

    def run(self) -> Result:
        """Choose and solve. The result is checked on all rows."""
        model, most = self.model, thresholds.MOST_NONZEROS
        count, kept = model.num_rows, np.ones(model.num_rows, np.bool_)
        self.facts |= {"rows": count, "columns": model.num_columns, "nonzeros": model.num_nonzeros}
        mask, reason = self._judged()
        # Of very many rows, redundant ones hurt a solver that gets all of them.
        if count > thresholds.MIN_ROWS and (
            model.num_nonzeros <= most or (model.num_nonzeros <= 10 * most and reason)
        ):
            kept = ~dominated_rows(model)
        if np.count_nonzero(kept) < (1 - thresholds.REDUNDANT) * count:
            self.facts["redundant_rows"] = int((~kept).sum())
            self.model = without_rows(model, ~kept)
            mask, reason = self._judged()
        self.cores = self.settings.threads or num_cores()
        self.may_race = self.model.num_nonzeros <= most and self.cores > 1
        filtered = self.limits.seconds
        if not self.rows:
            self.facts["inequalities"] = int(mask.sum())
        why, result = (reason, self._direct()) if reason else self._by_oracles(mask)
        choice = Choice(tuple(self.methods), why, self.facts, result.report)
        result = replace(result, report=choice, seconds={"filter": filtered, **result.seconds})
        if self.model is not model and result.duals is not None:
            duals = np.zeros(count)
            duals[kept] = result.duals
            result = replace(result, duals=duals)
        if self.model is model and len(self.methods) == 1:
            return result  # of one solver, which got these rows
        return checked(LazyModel(model, self.rows) if self.rows else model, result)

    def _judged(self) -> tuple[Bools, str]:
        """Which rows ``lazy`` would put into oracles, and why that does not suit the model."""
        if self.rows:
            return np.zeros(self.model.num_rows, np.bool_), ""
        mask = lazy_rows(self.model)
        return mask, reason_against_lazy(self.model, mask, self.solver)

    def _by_oracles(self, mask: Bools) -> tuple[str, Result]:
        """Solve with all or some rows in oracles: the reason, and the result."""
        model, began = self.model, self.limits.seconds
        if self.rows:
            lazy, why = LazyModel(model, self.rows), "there are implicit rows"
        else:
            lazy = LazyModel.from_model(model, mask, progress=self.progress)
            why = "many rows a column, few of which bind"
        built = self.limits.seconds - began
        diagrams = self._handy(lazy) if model.is_mixed_integer else []
        if diagrams and self.solver in IN_ROUNDS and self._are_small(diagrams):
            why = f"the diagram of the rows is small, and {self.solver} gets no rows on its way"
            result = self._extended(lazy, diagrams)(None)
        else:
            result = self._lazy(lazy, mask, diagrams)
        return why, replace(
            result, seconds={**result.seconds, "build": built + result.seconds.get("build", 0.0)}
        )

    def _handy(self, lazy: LazyModel) -> list[ConstraintDiagram]:
        """The diagrams of all rows, if they are small enough for an extended formulation."""
        if self.solver == "glop":  # our own branch and bound, which takes rows lazily only
            return []
        diagrams = [rows for rows in lazy.oracles if isinstance(rows, ConstraintDiagram)]
        if len(diagrams) < len(lazy.oracles):
            return []
        self.facts["zdd_nodes"] = sum(diagram.zdd.num_nodes for diagram in diagrams)
        return diagrams if self.facts["zdd_nodes"] <= thresholds.HANDY_DIAGRAM else []

    def _are_small(self, diagrams: list[ConstraintDiagram]) -> bool:
        if self.facts["zdd_nodes"] > 10 * thresholds.SMALL_DIAGRAM:
            return False
        self.facts["edges"] = sum(diagram.nzdd.num_edges for diagram in diagrams)
        return bool(self.facts["edges"] <= thresholds.SMALL_DIAGRAM)

    def _lazy(self, lazy: LazyModel, mask: Bools, diagrams: list[ConstraintDiagram]) -> Result:
        """Add rows where they bind, in a race with a method that has all rows, or before it."""
        implicit, integer = not mask.any(), self.model.is_mixed_integer
        has_rival = bool(not implicit or diagrams) and not (integer and self.solver == "glop")
        raced = has_rival and integer and self.solver is None and self.may_race
        most_rows = np.inf  # until ``lazy`` is given up
        if has_rival and not raced:
            most_rows = self.facts["zdd_nodes"] if implicit else thresholds.TOO_MANY * mask.sum()
        left = np.inf if self.limits.left is None else self.limits.left
        trial = timing.LAZY_TRIAL_SECONDS
        trial = max(trial, min(trial * self.model.num_nonzeros / thresholds.LARGE, left / 2))
        gave_up_at, told = 0, self.settings.on_step

        def run_lazy(event: Interruption | None) -> Result:
            def give_up(step: SolveStep) -> None:
                nonlocal gave_up_at
                if told is not None:
                    told(step)
                if step.rows_added > most_rows and step.seconds > trial:
                    gave_up_at = step.rows_added
                    if event is not None:
                        event.set()

            on_step = None if np.isinf(most_rows) else give_up
            return self._lazily(lazy, mask, event, on_step=on_step)

        self.methods.append("lazy")
        racers: list[Racer] = [run_lazy]
        head_start = timing.LAZY_HEAD_START_SECONDS
        if raced and diagrams and self._are_small(diagrams):
            head_start = timing.LAZY_HEAD_START_BESIDE_SMALL_SECONDS
            racers.append(self._extended(lazy, diagrams))
        elif raced and implicit:
            racers.append(self._extended(lazy, diagrams))
        elif raced:
            # Lazy rows prove the bound; the better points come from here.
            racers.append(self._direct_by("cp_sat" if is_packing(self.model) else "highs"))
        result = self._race(racers, head_start)
        if not gave_up_at or result.status in CONCLUSIVE:
            return result
        self.facts["rows_before_giving_up"] = gave_up_at
        try:
            if implicit:
                second = self._extended(lazy, diagrams, result.x)(None)
            else:
                second = self._direct(result.x)
        except LicenceError:  # too small for all the rows; those added do not count
            second = self._lazily(lazy, mask, hint=result.x)
        if result.limit == INTERRUPTED:  # not by the caller: what ended the second method did it
            result = replace(result, limit=second.limit, message=second.message)
        return merged([second, result], maximize=self.model.maximize)

    def _lazily(
        self,
        lazy: LazyModel,
        mask: Bools,
        event: Interruption | None = None,
        hint: Floats | None = None,
        on_step: OnStep | None = None,
    ) -> Result:
        solver = find_lazy_solver(self.solver, lazy.core)
        settings = self._settings_for(event, "lazy", solver, hint)
        if on_step is not None:
            settings = replace(settings, on_step=on_step)
        return solve_model(self.model, lazy, mask, solver, settings, implicit=len(self.rows))

    def _extended(
        self, lazy: LazyModel, diagrams: list[ConstraintDiagram], hint: Floats | None = None
    ) -> Racer:
        self.methods.append("extended")
        core, solver = lazy.core, find_solver(self.solver, lazy.core).name
        return lambda event: solve_extended(
            core, diagrams, solver, given=self._settings_for(event, "extended", solver, hint)
        )

    def _direct(self, hint: Floats | None = None) -> Result:
        """Hand the model to one solver, or to several that race."""
        solvers = direct_solvers(self.model, most=self.cores if self.may_race else 1)
        if self.solver is not None:
            solvers = (self.solver,)
        racers = [self._direct_by(solver, hint) for solver in solvers]
        return self._race(racers, timing.RACE_HEAD_START_SECONDS)

    def _direct_by(self, solver: str, hint: Floats | None = None) -> Racer:
        self.methods.append(f"direct {solver}")
        return lambda event: solve_direct(
            self.model,
            solver,
            shared=self.claims,
            given=self._settings_for(event, "direct", solver, hint),
        )

    def _settings_for(
        self, event: Event | None, method: str, solver: str, hint: Floats | None = None
    ) -> Settings:
        """The settings of one method, with what is left of the time."""
        own, shared = self.settings, self.shared
        if shared is not None:
            on_step = own.on_step and shared.step_listener(method, solver, own.on_step)
            own = replace(
                own, on_found=shared.listener(method, solver, own.on_found), on_step=on_step
            )
        if event is not None:
            # the other cores are for the others
            threads = 1 if self.solver is None and self.may_race else own.threads
            own = replace(own, interrupt=event, threads=threads)
        hint = own.hint if hint is None else hint
        return replace(own, time_limit=self.limits.left, hint=hint)

    def _race(self, racers: list[Racer], head_start: float) -> Result:
        model, settings = self.model, self.settings
        if len(racers) > 1 and model.is_mixed_integer:
            several = LazyModel(model, self.rows) if self.rows else model
            self.shared = SharedBounds(several, settings.gap)
        if settings.memory_limit is not None:
            share = max(1, settings.memory_limit // len(racers))
            self.settings = replace(settings, memory_limit=share)
        if self.limits.left is not None:  # each gets a share of it
            head_start = min(head_start, self.limits.left / len(racers))
        return race(
            racers,
            maximize=model.maximize,
            head_start=head_start,
            interrupt=settings.interrupt,
            shared=self.shared,
        )
