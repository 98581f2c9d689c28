"""Users' models in modelling languages, of which nzdd is the solver."""

from __future__ import annotations

import copy
import logging
import pickle
import warnings
from itertools import chain
from typing import Any

import numpy as np

from hostile.case import expect, one_of
from hostile.own.library import Answer, Library, one_line
from hostile.own.state import Column, Rule, Terms

METHODS: tuple[dict[str, str], ...] = (
    *({}, {}, {"method": "extended"}, {"method": "lazy"}),
    *({"method": "lazy", "solver": "scip"}, {"method": "extended", "solver": "highs"}),
)
"""Options of solves."""


def method(random: np.random.Generator) -> dict[str, str]:
    """Return a method and a solver, mostly those that nzdd chooses."""
    return dict(one_of(random, *METHODS))


class Pyomo(Library):
    """Pyomo: constraints over families are components, variables may be fixed."""

    module = "libraries.pyomo"

    def start(self) -> None:
        """See `Library`."""
        import pyomo.environ

        logging.getLogger("pyomo").setLevel(logging.CRITICAL)
        self.pyo = pyomo.environ
        self.model = self.pyo.ConcreteModel()
        self.components: dict[Rule, list[str]] = {}

    def add(self, column: Column) -> None:
        """See `Library`."""
        variable = self.pyo.Var()
        self.model.add_component(column.name, variable)
        self.of[column] = variable
        self.change(column)

    def change(self, column: Column) -> None:
        """See `Library`."""
        variable = self.of[column]
        if column.lower == column.upper and column.whole:
            variable.fix(column.lower)
            return
        variable.unfix()
        variable.domain = self.pyo.Integers if column.whole else self.pyo.Reals
        variable.setlb(column.lower)
        variable.setub(column.upper)

    def costs(self) -> None:
        """See `Library`."""
        if self.model.component("cost") is not None:
            self.model.del_component("cost")
        sense = self.pyo.maximize if self.state.maximize else self.pyo.minimize
        whole = sum(each.cost * self.of[each] for each in self.state.columns)
        self.model.cost = self.pyo.Objective(expr=whole, sense=sense)

    def row(self, terms: Terms, low: float, high: float) -> None:
        """See `Library`."""
        activity = sum(value * self.of[each] for each, value in terms)
        side = self.pyo.inequality(
            low if np.isfinite(low) else None, activity, high if np.isfinite(high) else None
        )
        name = f"row{len(self.model.component_map(self.pyo.Constraint))}"
        self.model.add_component(name, self.pyo.Constraint(expr=side))

    def rule(self, rule: Rule) -> None:
        """See `Library`."""
        *rest, options = self.arguments(rule)
        added = self.nzdd.add_family_constraint(self.model, *rest, name="rule", **options)
        self.components.setdefault(rule, []).append(added.name)

    def switch(self, rule: Rule) -> None:
        """Activate or deactivate a constraint."""
        for component in map(self.model.component, self.components[rule]):
            (component.activate if rule.active else component.deactivate)()

    def copied(self) -> None:
        """See `Library`."""
        self.model = self.model.clone()
        self.of = {each: self.model.component(each.name) for each in self.state.columns}

    def solve(self) -> Answer:
        """See `Library`."""
        solver = self.pyo.SolverFactory("nzdd", options=method(self.random))
        try:
            results = solver.solve(self.model)
        except ValueError as error:
            raise one_line(error) from error
        condition = str(results.solver.termination_condition)
        if condition != "optimal":
            expect(condition == "infeasible", f"condition {condition}: {solver.result}")
            return None, {}
        # A variable without a cost that no row has is stale: it keeps what value it had.
        point = {
            each.name: each.lower if self.of[each].stale else self.of[each].value
            for each in self.state.columns
        }
        return solver.result.fun, point


class Pulp(Library):
    """PuLP: variables belong to no model, and cannot be removed."""

    module = "libraries.pulp"

    def start(self) -> None:
        """See `Library`."""
        import pulp

        self.pulp = pulp
        self.model = pulp.LpProblem("own")

    def add(self, column: Column) -> None:
        """See `Library`."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            self.of[column] = self.pulp.LpVariable(column.name)
            self.model.addVariable(self.of[column])
        self.change(column)

    def change(self, column: Column) -> None:
        """See `Library`."""
        variable = self.of[column]
        variable.lowBound, variable.upBound = column.lower, column.upper
        variable.cat = self.pulp.LpInteger if column.whole else self.pulp.LpContinuous

    def costs(self) -> None:
        """See `Library`."""
        self.model.sense = self.pulp.LpMaximize if self.state.maximize else self.pulp.LpMinimize
        terms = [each.cost * self.of[each] for each in self.state.columns]
        self.model.setObjective(self.pulp.lpSum(terms))

    def row(self, terms: Terms, low: float, high: float) -> None:
        """See `Library`."""
        activity = self.pulp.lpSum(value * self.of[each] for each, value in terms)
        self.model += activity >= low if np.isfinite(low) else activity <= high

    def copied(self) -> None:
        """See `Library`."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            how: Any = one_of(
                self.random,
                *(lambda model: model.copy(), lambda model: model.deepcopy()),
                *(copy.copy, copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))),
            )
            self.model = how(self.model)
        own = {variable.name: variable for variable in self.model.variables()}
        # Copies forget a variable without a cost that no row has; variables belong to no model.
        self.of = {each: own.get(each.name, self.of[each]) for each in self.state.columns}

    def solve(self) -> Answer:
        """See `Library`."""
        options = method(self.random)
        if "solver" in options:
            options["backend"] = options.pop("solver")
        solver = self.nzdd.NzddSolver(**options)
        try:
            status = self.pulp.LpStatus[self.model.solve(solver)]
        except ValueError as error:
            raise one_line(error) from error
        if status != "Optimal":
            expect(status == "Infeasible", f"status {status}: {solver.result}")
            return None, {}
        in_families = (each.variables for each in getattr(self.model, "family_constraints", ()))
        there = set(map(id, chain(self.model.variables(), *in_families)))
        point = {
            each.name: variable.varValue if id(variable) in there else each.lower
            for each, variable in self.of.items()
        }
        return solver.result.fun, point


class Linopy(Library):
    """linopy: variables are labels, rows stay in the model."""

    module = "libraries.linopy"
    removes = True
    retypes = False

    def start(self) -> None:
        """See `Library`."""
        import linopy

        warnings.simplefilter("ignore")
        logging.getLogger("linopy").setLevel(logging.CRITICAL)
        self.linopy = linopy
        self.model = linopy.Model()

    def add(self, column: Column) -> None:
        """See `Library`."""
        self.of[column] = self.model.add_variables(
            column.lower, column.upper, integer=column.whole, name=column.name
        )

    def remove(self, column: Column) -> None:
        """See `Library`."""
        self.model.remove_variables(column.name)

    def change(self, column: Column) -> None:
        """See `Library`."""
        variable = self.model.variables[column.name]
        variable.lower = min(column.lower, float(variable.lower))  # never above the upper one
        variable.upper = column.upper
        variable.lower = column.lower

    def costs(self) -> None:
        """See `Library`."""
        sense = "max" if self.state.maximize else "min"
        terms = [each.cost * self.of[each] for each in self.state.columns]
        self.model.add_objective(sum(terms[1:], terms[0]), overwrite=True, sense=sense)

    def row(self, terms: Terms, low: float, high: float) -> None:
        """See `Library`."""
        parts = [value * self.of[each] for each, value in terms]
        activity = sum(parts[1:], parts[0])
        self.model.add_constraints(activity >= low if np.isfinite(low) else activity <= high)

    def anew(self) -> None:
        """See `Library`."""
        self.__init__(self.state, self.random)

    def copied(self) -> None:
        """See `Library`."""
        how: Any = one_of(
            self.random, lambda model: model.copy(), lambda model: copy.copy(model), copy.deepcopy
        )
        self.model = how(self.model)
        self.of = {each: self.model.variables[each.name] for each in self.state.columns}

    def solve(self) -> Answer:
        """See `Library`."""
        try:
            status, condition = self.nzdd.solve(self.model, **method(self.random))
        except ValueError as error:
            raise one_line(error) from error
        if (status, condition) != ("ok", "optimal"):
            result = self.nzdd.result_of(self.model)
            expect(condition == "infeasible", f"{status}, {condition}: {result}")
            return None, {}
        solution = self.model.solution
        point = {each.name: float(solution[each.name]) for each in self.state.columns}
        return float(self.model.objective.value), point
