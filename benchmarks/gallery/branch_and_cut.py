"""Branch and cut in SCIP with rows that an oracle finds, as one writes it in PySCIPOpt."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyscipopt import Conshdlr, Model, quicksum
from pyscipopt.scip import PY_SCIP_RESULT as SCIP_RESULT

from benchmarks.gallery.compare import Answer
from benchmarks.gallery.rounds import Oracle, Row

TOLERANCE = 1e-6


class _Rows(Conshdlr):
    """Lazy rows and cuts: both whole and fractional points are separated."""

    def __init__(self, oracle: Oracle, variables: list[Any]) -> None:
        self.oracle, self.variables = oracle, variables

    def violated(self, solution: Any = None) -> list[Row]:
        x = np.array([self.model.getSolVal(solution, each) for each in self.variables])
        return [(row, b) for row, b in self.oracle(x, np.inf) if row @ x < b - TOLERANCE]

    def add(self) -> dict[str, Any]:
        found = self.violated()
        for row, b in found:
            self.model.addCons(linear(row, self.variables) >= b)
        return {"result": SCIP_RESULT.CONSADDED if found else SCIP_RESULT.FEASIBLE}

    def conscheck(self, constraints: Any, solution: Any, *_: Any) -> dict[str, Any]:
        found = self.violated(solution)
        return {"result": SCIP_RESULT.INFEASIBLE if found else SCIP_RESULT.FEASIBLE}

    def consenfolp(self, *_: Any) -> dict[str, Any]:
        return self.add()

    def consenfops(self, *_: Any) -> dict[str, Any]:
        return {"result": SCIP_RESULT.SOLVELP}

    def conssepalp(self, *_: Any) -> dict[str, Any]:
        answer = self.add()
        if answer["result"] == SCIP_RESULT.FEASIBLE:
            answer["result"] = SCIP_RESULT.DIDNOTFIND
        return answer

    def conslock(self, constraint: Any, locktype: Any, down: int, up: int) -> None:
        for each in self.variables:
            self.model.addVarLocks(each, down + up, down + up)


def linear(row: NDArray[Any], variables: list[Any]) -> Any:
    """The expression of a row."""
    return quicksum(float(row[j]) * variables[j] for j in np.flatnonzero(row))


def solve(
    costs: NDArray[Any],
    oracle: Oracle,
    limit: float,
    *,
    rows: Any = (),
    upper: Any = 1.0,
    lower: Any = 0.0,
    integrality: Any = 1,
) -> Answer:
    """Minimise the costs over all rows of the oracle, as `rounds.solve`."""
    model = Model()
    model.hideOutput()
    shape = (len(costs),)
    low, high, kind = (np.broadcast_to(each, shape) for each in (lower, upper, integrality))
    x = [
        model.addVar(
            lb=None if np.isneginf(low[j]) else float(low[j]),
            ub=None if np.isposinf(high[j]) else float(high[j]),
            vtype="I" if kind[j] else "C",
            obj=float(costs[j]),
        )
        for j in range(len(costs))
    ]
    for row, b in rows:
        model.addCons(linear(row, x) >= b)
    handler = _Rows(oracle, x)
    model.includeConshdlr(
        handler,
        "rows",
        "",
        sepapriority=1,
        enfopriority=-1,
        chckpriority=-1,
        sepafreq=1,
        needscons=False,
    )
    model.setParam("limits/time", limit)
    model.setParam("misc/allowstrongdualreds", False)
    model.setParam("misc/allowweakdualreds", False)
    model.optimize()
    value = float(model.getObjVal()) if model.getNSols() else None
    status = "optimal" if model.getStatus() == "optimal" else "time"
    return status, value, float(model.getDualbound())
