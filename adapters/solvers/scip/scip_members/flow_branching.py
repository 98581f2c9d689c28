"""Branching on how often the chosen members take an edge."""

from __future__ import annotations

from typing import Any

import numpy as np
from pyscipopt import Branchrule, Model
from pyscipopt.scip import PY_SCIP_RESULT as SCIP_RESULT

from nzdd.adapters.solvers.scip.handler import unique_name
from nzdd.adapters.solvers.scip.scip_members.pricer import MemberPricer

PRIORITY = 100_000
"""Before SCIP's own rules, which then choose among variables."""

FRACTIONAL = 1e-5
"""By which a flow is no integer, at least."""

Answer = dict[str, Any]

DID_NOT_RUN: Answer = {"result": SCIP_RESULT.DIDNOTRUN}


class FlowBranching(Branchrule):
    """Where of all variables only paths are fractional, counts an edge for SCIP to branch on.

    A bound on the flow of an edge changes its length where paths are priced, and nothing else (J.
    M. Valério de Carvalho, Exact solution of bin-packing problems using column generation and
    branch-and-bound, 1999). A bound on a single path hardly moves the optimum.
    """

    def __init__(self, pricer: MemberPricer) -> None:
        self.pricer = pricer

    def include(self, model: Model) -> None:
        """Become part of a model."""
        name = unique_name("flow")
        model.includeBranchrule(self, name, "flow on an edge of a family", PRIORITY, -1, 1.0)

    def branchexeclp(self, allowaddcons: bool) -> Answer:
        """Add a variable for an edge; SCIP branches on it once it is in the linear program."""
        candidates, _, _, _, number, _ = self.model.getLPBranchCands()
        if allowaddcons and any(self.pricer.has(each) for each in candidates[:number]):
            flow = self.pricer.flow()
            part = np.abs(flow - np.rint(flow))
            part[self.pricer.edges] = 0.0
            edge = int(np.argmax(part))
            if part[edge] > FRACTIONAL:
                self.pricer.count_edge(edge)
                return {"result": SCIP_RESULT.CONSADDED}
        return DID_NOT_RUN

    def branchexecext(self, allowaddcons: bool) -> Answer:
        """Leave what no linear program is about to SCIP."""
        return DID_NOT_RUN

    def branchexecps(self, allowaddcons: bool) -> Answer:
        """Leave nodes without a solved linear program to SCIP."""
        return DID_NOT_RUN
