"""``auto``: the method that suits a model, or several that race."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import LicenceError
from nzdd.adapters.methods.auto import thresholds
from nzdd.adapters.methods.auto.choice import Choice
from nzdd.adapters.methods.auto.model_kind import direct_solvers, is_packing, reason_against_lazy
from nzdd.adapters.methods.claims.shared_claims import SharedClaims
from nzdd.adapters.methods.direct import solve_direct
from nzdd.adapters.methods.extended import solve_extended
from nzdd.adapters.methods.lazy import solve_model
from nzdd.adapters.methods.race import CONCLUSIVE, Racer, merged, race
from nzdd.adapters.methods.shared_bounds import SharedBounds
from nzdd.adapters.solvers.options import Options, settings
from nzdd.adapters.solvers.registry import IN_ROUNDS, find_lazy_solver, find_solver
from nzdd.adapters.workers import timing
from nzdd.adapters.workers.interruption import Interruption
from nzdd.cores import num_cores
from nzdd.formulations.compression.dominated_rows import dominated_rows
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.limits import INTERRUPTED, Limits
from nzdd.formulations.iteration.solve_step import SolveStep
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result
from nzdd.formulations.row_generation.lazy_model import LazyModel, lazy_rows, without_rows
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.separation import RowOracle
from nzdd.input.row_table import Progress

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(slots=True)
class Auto:
    """One solve by `auto`, with the arguments of `nzdd.solve`; the options are checked already."""

    model: LinearModel
    rows: tuple[RowOracle, ...]
    solver: str | None
    progress: Progress | None
    options: Options
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
        """Choose and solve. Rows that are left out because of others are not checked."""
        model, kept = self.model, np.ones(self.model.num_rows, np.bool_)
        nonzeros = model.num_nonzeros
        self.facts |= {"rows": kept.size, "columns": model.num_columns, "nonzeros": nonzeros}
        if self._is_worth_filtering():
            kept = ~dominated_rows(model)
        if np.count_nonzero(kept) >= (1 - thresholds.REDUNDANT) * kept.size:
            kept[:] = True
        else:
            self.facts["redundant_rows"] = int((~kept).sum())
            self.model = without_rows(model, ~kept)
            nonzeros = self.model.num_nonzeros
        few = nonzeros <= thresholds.MOST_NONZEROS
        self.cores = self.options.get("threads") or num_cores()
        self.may_race = few and self.cores > 1
        filtered = self.limits.seconds
        mask, reason = np.zeros(self.model.num_rows, np.bool_), ""
        if not self.rows:
            mask = lazy_rows(self.model)
            self.facts["inequalities"] = int(mask.sum())
            reason = reason_against_lazy(self.model, mask, self.solver)
        why, result = (reason, self._direct()) if reason else self._by_oracles(mask)
        choice = Choice(tuple(self.methods), why, self.facts, result.report)
        result = replace(result, report=choice, seconds={"filter": filtered, **result.seconds})
        if not kept.all() and result.duals is not None:
            duals = np.zeros(model.num_rows)
            duals[kept] = result.duals
            result = replace(result, duals=duals)
        return result

    def _is_worth_filtering(self) -> bool:
        """Whether to look for redundant rows."""
        model, most = self.model, thresholds.MOST_NONZEROS
        if model.num_rows <= thresholds.MIN_ROWS or model.num_nonzeros > 10 * most:
            return False
        # Of very many rows, redundant ones hurt a solver that gets all of them.
        few = model.num_nonzeros <= most
        return few or bool(reason_against_lazy(model, lazy_rows(model), self.solver))

    def _by_oracles(self, mask: Mask) -> tuple[str, Result]:
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

    def _lazy(self, lazy: LazyModel, mask: Mask, diagrams: list[ConstraintDiagram]) -> Result:
        """Add rows where they bind, in a race with a method that has all rows, or before it."""
        implicit, integer = not mask.any(), self.model.is_mixed_integer
        has_rival = bool(not implicit or diagrams) and not (integer and self.solver == "glop")
        raced = has_rival and integer and self.solver is None and self.may_race
        most_rows = np.inf  # until ``lazy`` is given up
        if has_rival and not raced:
            most_rows = self.facts["zdd_nodes"] if implicit else thresholds.TOO_MANY * mask.sum()
        gave_up_at, told = 0, self.options.get("on_step")

        def run_lazy(event: Interruption | None) -> Result:
            def give_up(step: SolveStep) -> None:
                nonlocal gave_up_at
                if told is not None:
                    told(step)
                if step.rows_added > most_rows and step.seconds > timing.LAZY_TRIAL_SECONDS:
                    gave_up_at = step.rows_added
                    if event is not None:
                        event.set()

            on_step = None if np.isinf(most_rows) else give_up
            return self._lazily(lazy, mask, on_step=on_step)(event)

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
            second = self._lazily(lazy, mask, result.x)(None)
        if result.limit == INTERRUPTED:  # not by the caller: what ended the second method did it
            result = replace(result, limit=second.limit, message=second.message)
        return merged([second, result], maximize=self.model.maximize)

    def _lazily(
        self,
        lazy: LazyModel,
        mask: Mask,
        hint: Floats | None = None,
        on_step: OnStep | None = None,
    ) -> Racer:
        model, solver, implicit = self.model, self.solver, len(self.rows)

        def run(event: Interruption | None) -> Result:
            found = find_lazy_solver(solver, lazy.core)
            options = self._options_for(event, "lazy", found, hint)
            if on_step is not None:
                options["on_step"] = on_step
            return solve_model(model, lazy, mask, solver, implicit=implicit, **options)

        return run

    def _extended(
        self, lazy: LazyModel, diagrams: list[ConstraintDiagram], hint: Floats | None = None
    ) -> Racer:
        self.methods.append("extended")
        core, solver = lazy.core, find_solver(self.solver, lazy.core).name
        return lambda event: solve_extended(
            core, diagrams, solver, **self._options_for(event, "extended", solver, hint)
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
            **self._options_for(event, "direct", solver, hint),
        )

    def _options_for(
        self, event: Event | None, method: str, solver: str, hint: Floats | None = None
    ) -> Options:
        """The options of one method, with what is left of the time."""
        options = self.options.copy()
        if self.shared is not None:
            options["on_found"] = self.shared.listener(method, solver, options.get("on_found"))
            if (told := options.get("on_step")) is not None:
                options["on_step"] = self.shared.step_listener(method, solver, told)
        options["time_limit"] = self.limits.left
        if event is not None:
            options["interrupt"] = event
            if self.solver is None and self.may_race:
                options["threads"] = 1  # the other cores are for the others
        if hint is not None:
            options["hint"] = hint
        return options

    def _race(self, racers: list[Racer], head_start: float) -> Result:
        model = self.model
        if len(racers) > 1 and model.is_mixed_integer:
            gap = settings(model, self.options).gap
            self.shared = SharedBounds(LazyModel(model, self.rows) if self.rows else model, gap)
        if (most := self.options.get("memory_limit")) is not None:
            self.options["memory_limit"] = max(1, most // len(racers))
        if self.limits.left is not None:  # each gets a share of it
            head_start = min(head_start, self.limits.left / len(racers))
        return race(
            racers,
            maximize=model.maximize,
            head_start=head_start,
            interrupt=self.options.get("interrupt"),
            shared=self.shared,
        )
