"""The road that suits a model, by what can be counted before it is solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.methods import lazy as lazy_road
from nzdd.adapters.methods.direct import solve_direct
from nzdd.adapters.methods.extended import solve_extended
from nzdd.adapters.methods.race import CONCLUSIVE, Road, merged, race, spare_core
from nzdd.adapters.solvers.options import Options
from nzdd.adapters.solvers.ortools import check_support
from nzdd.formulations.compression.redundant_rows import dominated_rows
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, checked
from nzdd.formulations.row_generation.lazy_model import LazyModel, lazy_rows, without_rows
from nzdd.formulations.row_generation.lazy_report import LazyStep
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.matrix_rows import MatrixRows
from nzdd.formulations.rows.separation import RowOracle
from nzdd.input.row_table import Progress

# Fitted to the models of `python -m benchmarks.mip`, which shows what each choice costs there.
TALL = 20
"""From this many inequalities a column on, rows are better added where they bind."""
SMALL_DIAGRAM = 500
"""Up to this many edges the extended formulation of an integer model beats adding rows."""
TOO_MANY, PATIENCE = 0.25, 5.0
"""Where more than this share of the rows has been added after so many seconds, a solve without a
rival gets all of them; rows in no list count as many as their diagrams have nodes."""
HANDY_DIAGRAM = 50_000
"""Up to this many nodes the extended formulation is a rival where rows are in no list."""
HEAD_START = 0.1
"""Seconds that one solver has before another one races it."""
LAZY_HEAD_START = 3.0
"""The same where rows are added lazily, which is far faster on most models that it suits."""
MOST_NONZEROS = 2_000_000
"""Above, solvers are not raced: each is work enough for a core."""
MIN_ROWS = 100
"""Up to here implied rows are left to the solver's presolve."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What `auto` took, and why.

    Attributes
    ----------
    roads : tuple of str
        What was tried; several at a time where there was a core to spare.
    why : str
    facts : dict
        The counts the choice rests on.
    detail : object
        The report of the road whose answer was taken.
    """

    roads: tuple[str, ...]
    why: str
    facts: dict[str, Any] = field(default_factory=dict)
    detail: Any = None

    def to_dict(self) -> dict[str, Any]:
        """All of it, for JSON."""
        detail = {} if self.detail is None else self.detail.to_dict()
        return {"roads": list(self.roads), "why": self.why, **self.facts, **detail}

    def __str__(self) -> str:
        return f"{' and '.join(self.roads)}: {self.why}"


class Auto:
    """One solve by `auto`; see `nzdd.solve`.

    Parameters
    ----------
    model : LinearModel
    rows : sequence of RowOracle
        Further rows, in no list.
    solver : str or None
        The solver asked for.
    progress, on_step : callable or None
    options : Options
        Checked already.
    """

    def __init__(
        self,
        model: LinearModel,
        rows: Sequence[RowOracle],
        solver: str | None,
        progress: Progress | None,
        on_step: OnStep | None,
        options: Options,
    ) -> None:
        self.model, self.rows, self.solver = model, tuple(rows), solver
        self.progress, self.on_step, self.options = progress, on_step, options
        self.started = perf_counter()
        self.roads: list[str] = []
        self.facts: dict[str, Any] = {
            "rows": model.num_rows,
            "columns": model.num_columns,
            "nonzeros": model.num_nonzeros,
        }

    def run(self) -> Result:
        """Choose and solve."""
        model = self.model
        drop = np.zeros(model.num_rows, np.bool_)
        if self._is_worth_sifting():
            drop = dominated_rows(model)
        if drop.any():
            self.facts["implied_rows"] = int(drop.sum())
            self.model = without_rows(model, drop)
        sifted = perf_counter() - self.started
        why, result = self._solve()
        choice = Choice(tuple(self.roads), why, self.facts, result.report)
        result = replace(result, report=choice, seconds={"sift": sifted, **result.seconds})
        if drop.any() and result.duals is not None:
            duals = np.zeros(model.num_rows)
            duals[~drop] = result.duals
            result = replace(result, duals=duals)
        return checked(LazyModel(model, self.rows), result)

    def _is_worth_sifting(self) -> bool:
        model = self.model
        if model.num_rows <= MIN_ROWS or model.num_nonzeros > 10 * MOST_NONZEROS:
            return False
        # Of very many rows, implied ones hurt a solver that gets all of them.
        few = model.num_nonzeros <= MOST_NONZEROS
        return few or bool(self._against_laziness(lazy_rows(model)))

    def _solve(self) -> tuple[str, Result]:
        model = self.model
        mask = np.zeros(model.num_rows, np.bool_) if self.rows else lazy_rows(model)
        if not self.rows:
            self.facts["inequalities"] = int(mask.sum())
            if why := self._against_laziness(mask):
                return why, self._direct()
        began = perf_counter()
        lazy = (
            LazyModel(model, self.rows)
            if self.rows
            else LazyModel.from_model(model, mask, progress=self.progress)
        )
        built = perf_counter() - began
        diagrams = self._handy(lazy) if model.is_mixed_integer else []
        if diagrams and self._are_small(diagrams):
            self.roads.append("extended")
            result = self._extended_road(lazy, diagrams)(None)
            why = "the diagram of the rows is small"
        else:
            result = self._lazy(lazy, mask, diagrams)
            why = "rows in no list" if self.rows else "many rows a column, few of which bind"
        return why, replace(result, seconds={"build": built, **result.seconds})

    def _against_laziness(self, mask: NDArray[np.bool_]) -> str:
        model, solver = self.model, self.solver
        if solver is not None and solver not in lazy_road.SOLVERS:
            return f"{solver} was asked for"
        if mask.sum() < TALL * max(1, model.num_columns):
            return f"fewer than {TALL} inequalities a column"
        if model.is_mixed_integer and not of_one_kind(model, mask):
            return "the rows are neither all covering nor all packing"
        return ""

    def _handy(self, lazy: LazyModel) -> list[ConstraintDiagram]:
        """The diagrams, if all rows are in ones that a solver could be given whole."""
        if self.solver == "glop":  # our own branch and bound, which takes rows lazily only
            return []
        diagrams = [rows for rows in lazy.oracles if isinstance(rows, ConstraintDiagram)]
        if len(diagrams) < len(lazy.oracles):
            return []
        self.facts["zdd_nodes"] = sum(diagram.zdd.num_nodes for diagram in diagrams)
        return diagrams if self.facts["zdd_nodes"] <= HANDY_DIAGRAM else []

    def _are_small(self, diagrams: list[ConstraintDiagram]) -> bool:
        if self.facts["zdd_nodes"] > 10 * SMALL_DIAGRAM:
            return False
        self.facts["edges"] = sum(diagram.nzdd.num_edges for diagram in diagrams)
        return bool(self.facts["edges"] <= SMALL_DIAGRAM)

    def _lazy(
        self, lazy: LazyModel, mask: NDArray[np.bool_], diagrams: list[ConstraintDiagram]
    ) -> Result:
        """Rows added where they bind, beside or before a road that has all of them at once."""
        unlisted = not mask.any()
        integer = self.model.is_mixed_integer
        has_rival = not (unlisted and not diagrams) and not (integer and self.solver == "glop")
        raced = has_rival and integer and self.solver is None and self._may_race()
        gives_up = has_rival and not raced
        too_many = self.facts.get("zdd_nodes", 0) if unlisted else TOO_MANY * mask.sum()
        gave_up_at = 0

        def road(event: Event) -> Result:
            def heard(state: LazyStep) -> None:
                nonlocal gave_up_at
                if self.on_step is not None:
                    self.on_step(state)
                if gives_up and state.rows_added > too_many and state.seconds > PATIENCE:
                    gave_up_at = state.rows_added
                    event.set()

            options = self._left() | {"interrupt": event}
            return lazy_road.solve_model(
                self.model,
                lazy,
                mask,
                self.solver,
                unlisted=len(self.rows),
                on_step=heard,
                **options,
            )

        self.roads.append("lazy")
        roads: list[Road] = [road]
        if raced and unlisted:
            self.roads.append("extended")
            roads.append(self._extended_road(lazy, diagrams))
        elif raced:
            # Lazy rows prove the bound; the better points come from here.
            partner = "cp_sat" if self._is_packing() else "highs"
            self.roads.append(f"direct {partner}")
            roads.append(self._direct_road(partner))
        result = self._take(roads, LAZY_HEAD_START)
        if not gave_up_at or result.status in CONCLUSIVE:
            return result
        self.facts["rows_before_giving_up"] = gave_up_at
        if unlisted:
            self.roads.append("extended")
            second = self._extended_road(lazy, diagrams, result.x)(None)
        else:
            second = self._direct(result.x)
        return merged([second, result], maximize=self.model.maximize)

    def _extended_road(
        self,
        lazy: LazyModel,
        diagrams: list[ConstraintDiagram],
        hint: NDArray[np.float64] | None = None,
    ) -> Callable[[Event | None], Result]:
        def road(event: Event | None) -> Result:
            return solve_extended(lazy.core, diagrams, self.solver, **self._given(event, hint))

        return road

    def _direct(self, hint: NDArray[np.float64] | None = None) -> Result:
        solvers = (
            (self.solver,) if self.solver else direct_solvers(self.model, racing=self._may_race())
        )
        self.roads += [f"direct {solver}" for solver in solvers]
        return self._take([self._direct_road(solver, hint) for solver in solvers])

    def _direct_road(self, solver: str, hint: NDArray[np.float64] | None = None) -> Road:
        def road(event: Event) -> Result:
            return solve_direct(self.model, solver, **self._given(event, hint))

        return road

    def _given(self, event: Event | None, hint: NDArray[np.float64] | None) -> Options:
        """The options of a road that has all rows."""
        options = self._left()
        if event is not None:
            options["interrupt"] = event
            if self.solver is None and self._may_race():
                options["threads"] = 1  # the other cores are for the others
        if hint is not None:
            options["hint"] = hint
        return options

    def _take(self, roads: list[Road], head_start: float = HEAD_START) -> Result:
        return race(
            roads,
            maximize=self.model.maximize,
            head_start=head_start,
            interrupt=self.options.get("interrupt"),
        )

    def _is_packing(self) -> bool:
        """Whether rows of one kind hold the columns down; all columns are integer then."""
        down, _ = MatrixRows(self.model.matrix, self.model.row_lower, self.model.row_upper).locks()
        return not down.any() and bool(self.model.integrality.all())

    def _may_race(self) -> bool:
        few = self.model.num_nonzeros <= MOST_NONZEROS
        return few and self.options.get("threads") is None and spare_core()

    def _left(self) -> Options:
        """The options with what is left of the time."""
        options = self.options.copy()
        limit = options.get("time_limit")
        if limit is not None:
            options["time_limit"] = max(0.0, limit - (perf_counter() - self.started))
        return options


def of_one_kind(model: LinearModel, rows: NDArray[np.bool_]) -> bool:
    """Whether a model has nothing but covering rows, or nothing but packing rows, and bounds.

    Covering rows, such as ``x1 + x2 + x3 >= 1``, only hold columns up; packing rows, such as
    ``x1 + x2 <= 1``, only hold them down; all are to have the same coefficient.

    Parameters
    ----------
    model : LinearModel
    rows : ndarray of bool, shape (m,)
        Which rows to look at; the others may have one nonzero at most. Time O(nonzeros).
    """
    size = np.diff(model.matrix.indptr)
    if (size[~rows] > 1).any() or not rows.any():
        return False
    matrix = model.matrix if rows.all() else csr_array(model.matrix[np.flatnonzero(rows)])
    data = matrix.data
    if (np.abs(data) != abs(data[0])).any():
        return False
    # the sign of all coefficients of a row, 0 where they differ
    sums = np.add.reduceat(np.sign(data), matrix.indptr[:-1])
    sign = np.where(np.abs(sums) == size[rows], np.sign(sums), 0)
    low, high = np.isfinite(model.row_lower[rows]), np.isfinite(model.row_upper[rows])
    up = np.where(sign > 0, low, high) & (sign != 0)
    down = np.where(sign > 0, high, low) & (sign != 0)
    return bool((up & ~down).all() or (down & ~up).all())


def direct_solvers(model: LinearModel, *, racing: bool) -> tuple[str, ...]:
    """The solvers to hand a model to; several, the best first, where they may race.

    GLOP is the fastest on easy linear programs and the interior point method on hard ones. Of
    models whose columns are all integer, CP-SAT solves many tall ones and HiGHS many wide ones
    fast; HiGHS and SCIP share the mixed ones.
    """
    if not model.is_mixed_integer:
        return ("glop", "highs_ipm") if racing else ("highs_ipm",)
    if not racing:
        return ("scip",)
    try:
        check_support(model, "cp_sat")
    except UnsupportedModelError:
        return ("highs", "scip")
    tall = model.num_rows > model.num_columns
    return ("cp_sat", "highs") if tall else ("highs", "cp_sat")
