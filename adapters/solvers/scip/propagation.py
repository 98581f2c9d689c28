"""Bound tightening over the rows of an oracle, at the nodes of SCIP's tree."""

from __future__ import annotations

import numpy as np
from pyscipopt import Model, Variable
from pyscipopt.scip import PY_SCIP_RESULT as SCIP_RESULT
from pyscipopt.scip import PY_SCIP_STAGE as SCIP_STAGE

from nzdd.adapters.solvers.scip.scip_model import Variables, add_linear, infinite_bounds
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.propagation import Frequency, Propagator
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows

MAX_ROUNDS = 5
"""Looks at the rows in one call; SCIP calls again after its own propagation."""


class LocalPropagation:
    """Tightens the bounds of the node that SCIP is at.

    Attributes
    ----------
    calls, cutoffs, tightened : int
        Propagations, nodes that they cut off, bounds that they tightened.
    """

    def __init__(self, variables: Variables, rows: RowOracle) -> None:
        self._originals, self._rows = variables, rows
        self._down, self._up = (np.flatnonzero(lock) for lock in rows.locks())
        self.calls = self.cutoffs = self.tightened = 0
        self.reset()

    def reset(self) -> None:
        """Forget the variables of an earlier transformed problem."""
        self._propagator: Propagator | None = None
        self._variables: list[Variable] | None = None
        self._last = np.empty(0)
        self._given = set[int]()
        self._frequency = Frequency()

    def run(self, model: Model) -> int:
        """Propagate once; SCIP's code of the result."""
        if model.getStage() != SCIP_STAGE.SOLVING or not self._frequency.due():
            return SCIP_RESULT.DIDNOTRUN
        if self._propagator is None:
            # The user may have changed them since the last solve.
            integrality = [v.vtype() in {"BINARY", "INTEGER"} for v in self._originals]
            self._propagator = Propagator((self._rows,), integrality)
        if not self._propagator.columns.any():
            return SCIP_RESULT.DIDNOTRUN
        if self._variables is None:
            self._variables = [model.getTransformedVar(v) for v in self._originals]
            # SCIP refuses to change the bounds of a sum of other variables.
            self._sums = np.array([v.getStatus() == "MULTAGGR" for v in self._variables])
        lower = infinite_bounds(model, [v.getLbLocal() for v in self._variables])
        upper = infinite_bounds(model, [v.getUbLocal() for v in self._variables])
        # Rows get harder to satisfy only where a column cannot go as far the way that helps them.
        if np.array_equal(self._state(lower, upper), self._last):
            return SCIP_RESULT.DIDNOTRUN
        self.calls += 1
        found = self._propagator.tighten(lower, upper, max_rounds=MAX_ROUNDS)
        self._last = self._state(found.lower, found.upper)
        self._frequency.record(useful=len(found.infeasible) > 0)
        self.cutoffs += len(found.infeasible)
        changed = False
        for tighten, new, old in (
            (model.tightenVarLb, found.lower, lower),
            (model.tightenVarUb, found.upper, upper),
        ):
            for column in np.flatnonzero((new != old) & ~self._sums).tolist():
                cutoff, done = tighten(self._variables[column], float(new[column]))
                if cutoff:  # pragma: no cover - only where SCIP has tied columns to each other
                    return SCIP_RESULT.CUTOFF
                self.tightened += done
                changed |= done
        if len(found.infeasible):
            return self._explained(model, found.infeasible)
        return SCIP_RESULT.REDUCEDDOM if changed else SCIP_RESULT.DIDNOTFIND

    def _explained(self, model: Model, row: SeparatedRows) -> int:
        """Give SCIP the row that cuts off the node, for its conflict analysis.

        PySCIPOpt cannot tell SCIP the reason of a cut-off. As a constraint that only propagates,
        the row is its own reason. Once it is there, or in probing, the node is just cut off.
        """
        key = int(row.key[0])
        if key in self._given or model.inProbing():
            return SCIP_RESULT.CUTOFF
        self._given.add(key)
        sides = row.matrix, row.lower, row.upper
        add_linear(model, self._originals, *sides, only_propagated=True)
        return SCIP_RESULT.REDUCEDDOM

    def _state(self, lower: Floats, upper: Floats) -> Floats:
        """The bounds on which the greatest activities depend."""
        return np.concatenate((upper[self._down], lower[self._up]))
