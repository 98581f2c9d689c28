"""A constraint handler for SCIP whose rows come from an oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import Any

import numpy as np
from pyscipopt import Conshdlr, Model
from pyscipopt.scip import PY_SCIP_RESULT as SCIP_RESULT
from pyscipopt.scip import PY_SCIP_STAGE as SCIP_STAGE
from pyscipopt.scip import Solution

from nzdd.adapters.solvers.callbacks.own_model import gone
from nzdd.adapters.solvers.callbacks.row_giver import ROUNDING
from nzdd.adapters.solvers.callbacks.violated_rows import SEPARATED, violated_rows
from nzdd.adapters.solvers.scip.propagation import LocalPropagation
from nzdd.adapters.solvers.scip.scip_model import (
    Variables,
    add_linear,
    as_vector,
    columns,
    none_if_infinite,
    point,
)
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.rows.integer_rows import IntegerRows
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows

# SCIP's linear constraints have -1000000: rows that became such constraints are theirs to enforce,
# and candidates that violate one of them need no call of an oracle.
PRIORITY = -2_000_000

# A row that is violated this often at one node is in the LP, which does not satisfy it.
STUBBORN = 3

OnError = Callable[[BaseException], None]
Answer = dict[str, Any]
Callback = Callable[..., Answer | None]

_numbers = count(1)


def unique_name(kind: str) -> str:
    """A plugin name that neither SCIP nor another plugin of this process has."""
    return f"nzdd_{kind}_{next(_numbers)}"


def guarded(otherwise: int) -> Callable[[Callback], Callback]:
    """Pass what a callback raises to its owner's `on_error`, and answer SCIP `otherwise`.

    Without `on_error`, SCIP prints the exception and ends its solve with an error without a name.
    """

    def decorate(callback: Callback) -> Callback:
        @wraps(callback)
        def call(self: Any, *arguments: Any) -> Answer | None:
            try:
                return callback(self, *arguments)
            except BaseException as error:
                if self.on_error is None:
                    raise
                self.on_error(error)
                return {"result": otherwise}

        return call

    return decorate


class RowHandler(Conshdlr):
    """A constraint handler over the rows of an oracle, with one original variable a column.

    It takes at most `max_rows` for a point, and tightens bounds at nodes if it shall `propagate`.
    `on_error` gets the exceptions of callbacks.

    Attributes
    ----------
    rounds, rows_added : int
        Calls of the oracle for rows, and different rows put into the LP.
    propagation : LocalPropagation
        With the counts of bounds tightened and nodes cut off.
    """

    def __init__(
        self,
        variables: Variables,
        rows: RowOracle,
        max_rows: int,
        on_error: OnError | None = None,
        *,
        propagate: bool = True,
    ) -> None:
        self.variables, self.rows = as_vector(variables), rows
        self._listed = list(variables)
        self._names = [variable.name for variable in self._listed]
        self._locks = rows.locks()
        self.max_rows, self.on_error = max_rows, on_error
        self.rounds = 0
        self._tight: RowOracle | None = None
        self._propagates, self.propagation = propagate, LocalPropagation(self.variables, rows)
        self._given: set[int] = set()
        self.consinit([])

    @property
    def rows_added(self) -> int:
        """The number of different rows put into the LP."""
        return len(self._given)

    def include(self, model: Model) -> None:
        """Become part of a model, and switch off reductions that ignore implicit rows."""
        model.setParam("misc/allowstrongdualreds", False)
        model.setParam("misc/allowweakdualreds", False)
        model.includeConshdlr(
            self,
            unique_name("rows"),
            "rows found by an oracle",
            sepapriority=0,
            enfopriority=PRIORITY,
            chckpriority=PRIORITY,
            sepafreq=1,
            propfreq=1 if self._propagates else -1,
            eagerfreq=1,
            needscons=False,
        )

    def consinit(self, constraints: list[Any]) -> None:
        """Forget the rows of an earlier transformed problem."""
        self._ordinary: set[int] = set()
        self._tight = None
        self.propagation.reset()
        self._node, self._seen = 0, Counter[int]()

    def consinitsol(self, constraints: list[Any]) -> None:
        """Presolve may have changed the variables."""
        self.propagation.reset()

    @guarded(SCIP_RESULT.CUTOFF)
    def consprop(
        self, constraints: list[Any], nusefulconss: int, nmarkedconss: int, proptiming: int
    ) -> Answer:
        """Tighten the bounds of the node by all rows."""
        return {"result": self.propagation.run(self.model)}

    @guarded(SCIP_RESULT.CUTOFF)
    def conssepalp(self, constraints: list[Any], nusefulconss: int) -> Answer:
        """Cut off the solution of the LP."""
        return self._cut_off(None)

    @guarded(SCIP_RESULT.CUTOFF)
    def conssepasol(self, constraints: list[Any], nusefulconss: int, solution: Solution) -> Answer:
        """Cut off another point than that of the LP."""
        return self._cut_off(solution)

    @guarded(SCIP_RESULT.CUTOFF)
    def consenfolp(self, constraints: list[Any], nusefulconss: int, solinfeasible: bool) -> Answer:
        """Accept the solution of the LP or give the LP rows that cut it off.

        SCIP would loop on an answer that changes nothing. So a row that SCIP has been given and
        still violates by more than the tolerance (SCIP evaluates it differently, or drops a tiny
        coefficient) becomes an ordinary linear constraint, which SCIP enforces before it asks here.
        """
        rows = self._violated(point(self.model, self.variables))
        if not len(rows):
            return {"result": SCIP_RESULT.FEASIBLE}
        node = self.model.getCurrentNode().getNumber()
        if node != self._node:
            self._node, self._seen = node, Counter()
        self._seen.update(rows.key.tolist())
        stubborn = np.array([self._seen[key] >= STUBBORN for key in rows.key.tolist()])
        if not stubborn.any():
            return self._add_cuts(rows)
        rows = rows.take(stubborn)
        add_linear(self.model, self.variables, rows.matrix, rows.lower, rows.upper)
        self._ordinary.update(rows.key.tolist())
        return {"result": SCIP_RESULT.CONSADDED}

    @guarded(SCIP_RESULT.CUTOFF)
    def consenfops(
        self, constraints: list[Any], nusefulconss: int, solinfeasible: bool, objinfeasible: bool
    ) -> Answer:
        """Judge a point that is not from an LP; SCIP branches, or solves the LP after all."""
        return self._judged(point(self.model, self.variables))

    @guarded(SCIP_RESULT.CUTOFF)
    def consenforelax(  # pragma: no cover - PySCIPOpt cannot mark such a solution as valid yet
        self,
        solution: Solution,
        constraints: list[Any],
        nusefulconss: int,
        solinfeasible: bool,
    ) -> Answer:
        """Judge the solution of a relaxation of the user's."""
        return self._judged(point(self.model, self.variables, solution))

    @guarded(SCIP_RESULT.INFEASIBLE)
    def conscheck(
        self,
        constraints: list[Any],
        solution: Solution,
        checkintegrality: bool,
        checklprows: bool,
        printreason: bool,
        completely: bool,
    ) -> Answer:
        """Judge the candidate of a heuristic, or in the end the solution."""
        x = point(self.model, self.variables, solution)
        answer = self._judged(x)
        if self.model.getStage() == SCIP_STAGE.SOLVED and answer["result"] != SCIP_RESULT.FEASIBLE:
            self._refuse_solution(x)
        return answer

    @guarded(SCIP_RESULT.DIDNOTRUN)
    def conslock(self, constraint: Any, locktype: int, nlockspos: int, nlocksneg: int) -> None:
        """Tell which variables may not be rounded down, and which not up: SCIP's first call."""
        own = set(map(id, self.model.getVars()))
        for name, variable in zip(self._names, self._listed, strict=True):
            if id(variable) not in own:  # SCIP would crash
                raise gone(name, "build the model anew")
        for lock, downs, ups in zip(
            self._locks, (nlockspos, nlocksneg), (nlocksneg, nlockspos), strict=True
        ):
            for variable in self.variables[lock]:
                self.model.addVarLocksType(variable, locktype, downs, ups)

    @property
    def _integer_rows(self) -> RowOracle:
        """The rows for the bounds and the integrality that the variables have in this solve."""
        if self._tight is None:
            self._tight = IntegerRows(self.rows, columns(self.model, self._listed))
        return self._tight

    def _refuse_solution(self, x: Floats) -> None:
        """Raise ValueError if it is the solution, and violates rows by more than rounding."""
        best = point(self.model, self.variables, self.model.getBestSol())
        violated = violated_rows(self.rows, x, self.max_rows, ROUNDING, self._ordinary)
        if np.array_equal(x, best) and len(violated):
            raise ValueError(
                "SCIP has overlooked rows, as solveConcurrent() does; solve by optimize()"
            )

    def _violated(self, x: Floats) -> SeparatedRows:
        """Rows that x violates by more than SCIP's tolerance, which grows with a row's side."""
        self.rounds += 1
        tolerance = self.model.feastol()
        return violated_rows(self._integer_rows, x, self.max_rows, tolerance, self._ordinary)

    def _judged(self, x: Floats) -> Answer:
        slack, tolerance = self._integer_rows.min_slack(x), self.model.feastol()
        # A violation below one half can be within the tolerance of a row with a large side.
        accepted = slack >= -tolerance or (slack > -0.5 and not len(self._violated(x)))
        return {"result": SCIP_RESULT.FEASIBLE if accepted else SCIP_RESULT.INFEASIBLE}

    def _cut_off(self, solution: Solution | None) -> Answer:
        x = point(self.model, self.variables, solution)
        self.rounds += 1
        rows = self._integer_rows.separate(x, self.max_rows, tolerance=SEPARATED, diverse=True)
        return self._add_cuts(rows) if len(rows) else {"result": SCIP_RESULT.DIDNOTFIND}

    def _add_cuts(self, rows: SeparatedRows) -> Answer:
        """Put rows into the LP, where they age as cuts do and hold at all nodes."""
        if (rows.lower > rows.upper).any():
            return {"result": SCIP_RESULT.CUTOFF}
        self._given.update(rows.key.tolist())
        model, listed = self.model, self._listed
        start, column = rows.matrix.indptr.tolist(), rows.matrix.indices.tolist()
        value, add = rows.matrix.data.tolist(), model.addVarToRow
        for row, (low, high) in enumerate(
            zip(rows.lower.tolist(), rows.upper.tolist(), strict=True)
        ):
            sides = none_if_infinite(low), none_if_infinite(high)
            cut = model.createEmptyRowUnspec("row", *sides, local=False)
            model.cacheRowExtensions(cut)
            for at in range(start[row], start[row + 1]):
                add(cut, listed[column[at]], value[at])
            model.flushRowExtensions(cut)
            infeasible = model.addCut(cut, forcecut=True)
            model.releaseRow(cut)
            if infeasible:
                return {"result": SCIP_RESULT.CUTOFF}
        return {"result": SCIP_RESULT.SEPARATED}
