"""A pricer for SCIP whose variables are members of a family, found as they are needed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from pyscipopt import Constraint, Model, Pricer, Variable, quicksum
from pyscipopt.scip import PY_SCIP_RESULT as SCIP_RESULT
from pyscipopt.scip import Solution
from scipy.sparse import csr_array, vstack

from nzdd.adapters.solvers.scip.handler import unique_name
from nzdd.adapters.solvers.scip.scip_members.unknown_paths import UnknownPaths
from nzdd.adapters.solvers.scip.scip_model import as_vector, infinite_bounds, point
from nzdd.formulations.family_models.many_choice import (
    ChosenMembers,
    Counts,
    ManyChoice,
    chosen_members,
)
from nzdd.formulations.models.arrays import Floats, Matrix
from nzdd.path_graph import PathGraph

NEGATIVE = 1e-7
"""Reduced costs below minus this are negative, as for SCIP."""

ROUNDING = 1e-6
"""By which the optimum of a linear program may be too large, relative to it."""

SWITCHED_OFF = {
    # They take what no variable of today speaks against.
    "misc/allowstrongdualreds": False,
    "misc/allowweakdualreds": False,
    # They take a constraint parallel to the objective of today's variables as a bound of it.
    "constraints/linear/detectcutoffbound": False,
    "constraints/linear/detectlowerbound": False,
    "constraints/knapsack/detectcutoffbound": False,
    "constraints/knapsack/detectlowerbound": False,
    # It makes cuts of the objective of today's variables.
    "separating/aggregation/freq": -1,
    # It forbids all fixings with which a copy of today's variables is infeasible.
    "heuristics/clique/freq": -1,
}
"""What SCIP 10 does although there is a pricer, and cuts optima off."""

LAST = -1_000_000
"""The priority of paths among the variables to branch on; of others it is 0."""

WHOLE = {"BINARY", "INTEGER"}

Answer = dict[str, Any]


class MemberPricer(Pricer):
    """Finds members of a family whose reduced cost is negative; made by `add_members`.

    Every path found is an integer variable of SCIP's transformed problem, from 0 on.

    Attributes
    ----------
    graph : PathGraph
        The members, and all that they cost.
    rounds : int
        Calls of the pricer in the present solve, or the last one.
    """

    def __init__(
        self, graph: PathGraph, constraints: list[Constraint], use: Matrix, most: float
    ) -> None:
        self.graph, self._constraints, self._use, self._most = graph, constraints, use, most
        self.rounds, self._begun = 0, False
        self.edges = np.empty(0, np.int64)
        self._parts: list[Matrix] = []
        self._forget()

    def include(self, model: Model) -> None:
        """Become part of a model."""
        model.includePricer(self, unique_name("members"), "members of a family")

    @property
    def num_members(self) -> int:
        """How many paths are variables of the present solve."""
        return len(self._variables)

    def chosen(self, solution: Solution | None = None) -> ChosenMembers:
        """The members that a solution chooses, by default the best one.

        Where several sets of members take all edges equally often, any of them, as their costs and
        symbols are the same.

        Raises
        ------
        ValueError
            If the model has no solution.
        """
        model = self.model
        if not (self._begun and model.getNSols()):
            raise ValueError("the model has no solution, so there are no members chosen")
        flow = self.flow(model.getBestSol() if solution is None else solution)
        size = self.graph.num_symbols
        counts = Counts(np.arange(size), size)
        choice = ManyChoice(self.graph, counts, size + 1 + np.arange(flow.size), 0)
        x, free = np.concatenate((np.zeros(size + 1), flow)), np.zeros(size + 1)
        return chosen_members(choice, x, free, maximize=model.getObjectiveSense() == "maximize")

    def flow(self, solution: Solution | None = None) -> Floats:
        """How often a solution, by default that of the LP, takes each edge."""
        if not self._variables:
            return np.zeros(self.graph.num_edges)
        values = point(self.model, as_vector(self._variables), solution)
        return np.asarray(self.taken.T @ values)

    @property
    def taken(self) -> Matrix:
        """Which edges the path of each variable has."""
        if len(self._parts) > 1:
            self._parts = [csr_array(vstack(self._parts, format="csr"))]
        return self._parts[0]

    def count_edge(self, edge: int) -> None:
        """Add a variable that says how often an edge is taken, on which SCIP may branch."""
        model = self.model
        number = model.addVar(f"edge{edge}", "I")
        paths = self.taken[:, [edge]].nonzero()[0].tolist()
        flow = quicksum(self._variables[path] for path in paths)
        row = model.addCons(flow - number == 0, f"edge{edge}", separate=False, modifiable=True)
        self.edges = np.append(self.edges, edge)
        self._edge_rows.append(row)

    def has(self, variable: Variable) -> bool:
        """Whether it is one of the paths."""
        return variable.ptr() in self._own

    def _forget(self) -> None:
        self._unknown = UnknownPaths(self.graph)
        self._variables: list[Variable] = []
        self._own: set[int] = set()
        self._parts = [csr_array((0, self.graph.num_edges))]
        self.edges = np.empty(0, np.int64)
        self._edge_rows: list[Constraint] = []

    def pricerinit(self) -> None:
        """Begin a solve without members, and with what they need in the model."""
        model = self.model
        model.setParams(SWITCHED_OFF)
        own = {each.ptr() for each in model.getConss(transformed=False)}
        if any(each.ptr() not in own for each in self._constraints):  # SCIP would crash
            raise ValueError("a constraint of members is not in the model any more; build it anew")
        self._forget()
        self.rounds, self._begun = 0, True

    def pricerexit(self) -> None:
        """All variables end with the solve."""
        self._variables, self._begun = [], False

    def pricerinitsol(self) -> None:
        """Presolve is over: see what it has left of the model."""
        model = self.model
        maximize = model.getObjectiveSense() == "maximize"
        self._costs = -self.graph.costs if maximize else self.graph.costs
        self._cheapest = float(self.graph.shortest_length(self._costs))
        self._rows = [model.getTransformedCons(each) for each in self._constraints]
        others = [each for each in model.getVars(transformed=True) if each.getObj() != 0]
        cost = np.array([each.getObj() for each in others])
        best = [x.getLbGlobal() if x.getObj() > 0 else x.getUbGlobal() for x in others]
        self._others = float(cost @ infinite_bounds(model, best))
        whole = all(bool((np.rint(part) == part).all()) for part in (cost, self._costs))
        self._integral = whole and all(each.vtype() in WHOLE for each in others)
        # Of two pricers neither knows what the other may still find.
        pricers = [name for name in model.getParams() if name.startswith("pricers/")]
        self._alone = sum(name.endswith("/priority") for name in pricers) == 1

    def pricerredcost(self) -> Answer:
        """Add members of negative reduced cost."""
        lengths = self._costs - self._worth(self.model.getDualsolLinear)
        if self._price(lengths):
            least = min(0.0, float(self.graph.shortest_length(lengths)))
        else:
            least = 0.0
        return {"result": SCIP_RESULT.SUCCESS} | self._bound(least)

    def pricerfarkas(self) -> Answer:
        """Add members that may make the linear program feasible."""
        self._price(-self._worth(self.model.getDualfarkasLinear))
        return {"result": SCIP_RESULT.SUCCESS}

    def _worth(self, dual: Callable[[Constraint], float]) -> Floats:
        """What each edge is worth."""
        duals = np.array([dual(row) for row in self._rows], np.float64)
        worth: Floats = np.asarray(self._use @ duals)
        worth[self.edges] += [dual(row) for row in self._edge_rows]
        return worth

    def _price(self, lengths: Floats) -> bool:
        """Add unknown paths of negative length; whether there is one."""
        self.rounds += 1
        model, first = self.model, len(self._variables)
        taken = self._unknown.take(lengths, -NEGATIVE)
        costs = np.asarray(taken @ self._costs)
        for path, cost in enumerate(costs.tolist(), first):
            variable = model.addVar(f"member{path}", "I", obj=cost, pricedVar=True)
            model.chgVarBranchPriority(variable, LAST)
            self._variables.append(variable)
            self._own.add(variable.ptr())
        self._parts.append(taken)
        for rows, use in (
            (self._rows, taken @ self._use),
            (self._edge_rows, taken[:, self.edges]),
        ):
            for path, row, count in _entries(use):
                model.addConsCoeff(rows[row], self._variables[first + path], count)
        return bool(costs.size)

    def _bound(self, least: float) -> Answer:
        """The bound of the node where an unknown member costs so much less than it is worth."""
        if not self._alone:
            return {}
        value = self.model.getLPObjVal()
        bounds = [value] if least == 0 else []
        if math.isfinite(self._most):
            bounds.append(value + least * self._most)
        if self._cheapest > 0 and math.isfinite(self._others):
            # A point of value v has at most (v - others) / cheapest members (A. A. Farley 1990).
            loss = -least / self._cheapest
            bounds.append((value + loss * self._others) / (1.0 + loss))
        if not bounds:
            return {}
        bound = max(bounds)
        if self._integral:
            bound = float(math.ceil(bound - ROUNDING * max(1.0, abs(bound))))
        return {"lowerbound": bound}


def _entries(matrix: Matrix) -> zip[tuple[int, int, float]]:
    """Rows, columns and values."""
    listed = matrix.tocoo()
    parts = listed.row.tolist(), listed.col.tolist(), listed.data.tolist()
    return zip(*parts, strict=True)
