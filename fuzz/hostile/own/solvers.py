"""Users' models in solvers that take rows in callbacks."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from hostile.case import expect, one_of
from hostile.own.library import Answer, Library, Refused, one_line
from hostile.own.state import Column, Rule, Terms


class Gurobi(Library):
    """gurobipy: each solve gets the callback."""

    module = "solvers.gurobi"
    asks_integers = removes = tampers = True

    def start(self) -> None:
        """See `Library`."""
        import gurobipy

        self.gp = gurobipy
        self.model = gurobipy.Model(env=gurobipy.Env(params={"OutputFlag": 0}))
        self.callback: Any = None

    def add(self, column: Column) -> None:
        """See `Library`."""
        kind = "I" if column.whole else "C"
        self.of[column] = self.model.addVar(
            column.lower, column.upper, vtype=kind, name=column.name
        )

    def remove(self, column: Column) -> None:
        """See `Library`."""
        self.model.remove(self.of[column])

    def change(self, column: Column) -> None:
        """See `Library`."""
        variable = self.of[column]
        variable.LB, variable.UB = column.lower, column.upper
        variable.VType = "I" if column.whole else "C"

    def costs(self) -> None:
        """See `Library`."""
        sense = self.gp.GRB.MAXIMIZE if self.state.maximize else self.gp.GRB.MINIMIZE
        terms = [each.cost * self.of[each] for each in self.state.columns]
        self.model.setObjective(self.gp.quicksum(terms), sense)

    def row(self, terms: Terms, low: float, high: float) -> None:
        """See `Library`."""
        activity = self.gp.quicksum(value * self.of[each] for each, value in terms)
        self.model.addConstr(activity >= low if np.isfinite(low) else activity <= high)

    def rule(self, rule: Rule) -> None:
        """See `Library`."""
        listed = self.as_matrix(rule)
        if listed is not None and len(rule.members) % 2:
            self.callback = self.nzdd.add_rows(self.model, *listed, self.callback)
            return
        *rest, options = self.arguments(rule)
        self.callback = self.nzdd.add_family_constraint(
            self.model, *rest, callback=self.callback, **options
        )

    def anew(self) -> None:
        """See `Library`."""
        self.callback = None
        for rule in self.state.rules:
            self.rule(rule)

    def copied(self) -> None:
        """See `Library`."""
        self.model.update()
        copy = self.model.copy()
        copy.Params.LazyConstraints = 1
        place = {column: self.of[column].index for column in self.state.columns}
        self.model, original = copy, self.model
        if self.callback is not None:
            self.must_refuse()
        expect(original.NumVars == copy.NumVars, "a copy has other variables")
        self.of = {column: copy.getVars()[index] for column, index in place.items()}
        self.anew()

    def tampered(self) -> Callable[[], None]:
        """See `Library`."""

        def again() -> None:
            self.model.Params.LazyConstraints = 1
            self.model.reset()

        what = one_of(self.random, "all", "one", "without")
        if what == "all":
            self.model.resetParams()
            self.model.Params.OutputFlag = 0
        elif what == "one":
            self.model.Params.LazyConstraints = 0
        else:
            self.model.optimize()
        return again

    def solve(self) -> Answer:
        """See `Library`."""
        model, codes = self.model, self.gp.GRB
        model.optimize(self.callback)
        if self.callback is not None and self.callback.error is not None:
            refused = one_line(self.callback.error)
            expect(model.Status == codes.INTERRUPTED, f"refused, and yet status {model.Status}")
            raise refused
        if model.Status == codes.OPTIMAL:
            return model.ObjVal, {each.name: self.of[each].X for each in self.state.columns}
        expect(model.Status in (codes.INFEASIBLE, codes.INF_OR_UNBD), f"status {model.Status}")
        return None, {}


class Cplex(Library):
    """CPLEX: variables are indices, with or without names."""

    module = "solvers.cplex"
    removes = tampers = True

    def start(self) -> None:
        """See `Library`."""
        import cplex

        self.cplex = cplex
        self.model = cplex.Cplex()
        self._silence()
        self.named = bool(len(self.state.columns) % 2)

    def _silence(self) -> None:
        for stream in ("log", "results", "warning", "error"):
            getattr(self.model, f"set_{stream}_stream")(None)

    def add(self, column: Column) -> None:
        """See `Library`."""
        kind = "I" if column.whole else "C"
        names = {"names": [column.name]} if self.named else {}
        self.of[column] = self.model.variables.get_num()
        self.model.variables.add(lb=[column.lower], ub=[column.upper], types=kind, **names)

    def remove(self, column: Column) -> None:
        """See `Library`."""
        gone = self.of.pop(column)
        self.model.variables.delete(gone)
        self.of = {each: place - (place > gone) for each, place in self.of.items()}

    def change(self, column: Column) -> None:
        """See `Library`."""
        variables, place = self.model.variables, self.of[column]
        variables.set_lower_bounds(place, column.lower)
        variables.set_upper_bounds(place, column.upper)
        variables.set_types(place, "I" if column.whole else "C")

    def costs(self) -> None:
        """See `Library`."""
        objective = self.model.objective
        objective.set_linear([(self.of[each], each.cost) for each in self.state.columns])
        sense = objective.sense.maximize if self.state.maximize else objective.sense.minimize
        objective.set_sense(sense)

    def row(self, terms: Terms, low: float, high: float) -> None:
        """See `Library`."""
        pair = [self.of[each] for each, _ in terms], [value for _, value in terms]
        sense, side = ("G", low) if np.isfinite(low) else ("L", high)
        self.model.linear_constraints.add([pair], sense, [side])

    def rule(self, rule: Rule) -> None:
        """See `Library`."""
        listed = self.as_matrix(rule)
        if listed is not None and len(rule.members) % 2:
            self.nzdd.add_rows(self.model, *listed)
        else:
            super().rule(rule)

    def anew(self) -> None:
        """See `Library`."""
        self.model.set_callback()
        for rule in self.state.rules:
            self.rule(rule)

    def copied(self) -> None:
        """See `Library`."""
        self.model = self.cplex.Cplex(self.model)
        self._silence()
        self.anew()

    def tampered(self) -> Callable[[], None]:
        """See `Library`."""
        preprocessing = self.model.parameters.preprocessing

        what = one_of(self.random, "all", "one", "without")
        if what == "without":
            callback = self.model._genericcallback
            self.model.set_callback()
            self.model.solve()
            self.model.set_callback(callback, callback.contexts)
            return self.anew
        if what == "all":
            self.model.parameters.reset()
        else:
            preprocessing.symmetry.set(2)

        def again() -> None:
            preprocessing.reduce.set(1)
            preprocessing.symmetry.set(0)

        return again

    def solve(self) -> Answer:
        """See `Library`."""
        try:
            self.model.solve()
        except ValueError as error:
            raise one_line(error) from error
        solution = self.model.solution
        if solution.is_primal_feasible():
            points = solution.get_values()
            return solution.get_objective_value(), {
                each.name: points[self.of[each]] for each in self.state.columns
            }
        expect("infeasible" in solution.get_status_string(), solution.get_status_string())
        return None, {}


class Xpress(Library):
    """Xpress: variables are objects."""

    module = "solvers.xpress"
    asks_integers = removes = tampers = True

    def start(self) -> None:
        """See `Library`."""
        import xpress

        self.xp = xpress
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that the licence is the free one
            self.model = xpress.problem()
        self.model.setOutputEnabled(False)
        self.added: list[Any] = []

    def add(self, column: Column) -> None:
        """See `Library`."""
        kind = self.xp.integer if column.whole else self.xp.continuous
        self.of[column] = self.model.addVariable(
            lb=column.lower, ub=column.upper, vartype=kind, name=column.name
        )

    def remove(self, column: Column) -> None:
        """See `Library`."""
        self.model.delVariable(self.of[column])

    def change(self, column: Column) -> None:
        """See `Library`."""
        place = [self.of[column].index] * 2
        self.model.chgColType(place[:1], ["I" if column.whole else "C"])
        self.model.chgBounds(place, ["L", "U"], [column.lower, column.upper])

    def costs(self) -> None:
        """See `Library`."""
        sense = self.xp.maximize if self.state.maximize else self.xp.minimize
        terms = [each.cost * self.of[each] for each in self.state.columns]
        self.model.setObjective(self.xp.Sum(terms), sense=sense)

    def row(self, terms: Terms, low: float, high: float) -> None:
        """See `Library`."""
        activity = self.xp.Sum(value * self.of[each] for each, value in terms)
        self.model.addConstraint(activity >= low if np.isfinite(low) else activity <= high)

    def rule(self, rule: Rule) -> None:
        """See `Library`."""
        listed = self.as_matrix(rule)
        if listed is not None and len(rule.members) % 2:
            self.added.append(self.nzdd.add_rows(self.model, *listed))
            return
        *rest, options = self.arguments(rule)
        self.added.append(self.nzdd.add_family_constraint(self.model, *rest, **options))

    def anew(self) -> None:
        """See `Library`."""
        for each in self.added:
            each.remove(self.model)
        self.added = []
        for rule in self.state.rules:
            self.rule(rule)

    def copied(self) -> None:
        """See `Library`."""
        place = {column: self.of[column].index for column in self.state.columns}
        self.model = self.model.copy()
        self.model.setOutputEnabled(False)
        self.of = {column: self.model.getVariable(index) for column, index in place.items()}
        self.anew()

    def tampered(self) -> Callable[[], None]:
        """See `Library`."""
        control = str(
            one_of(self.random, "presolve", "mippresolve", "mipdualreductions", "symmetry")
        )
        self.model.setControl(control, 1)
        return lambda: self.model.setControl(control, 0)

    def solve(self) -> Answer:
        """See `Library`."""
        try:
            self.model.optimize()
        except ValueError as error:
            self.model.postSolve()
            raise one_line(error) from error
        status = self.model.attributes.solstatus.name
        if status == "OPTIMAL":
            values = self.model.getSolution([self.of[each] for each in self.state.columns])
            names = [each.name for each in self.state.columns]
            return self.model.attributes.objval, dict(zip(names, values, strict=True))
        expect(status == "INFEASIBLE", f"status {status}")
        return None, {}


class Scip(Library):
    """PySCIPOpt: rows are a constraint handler, which stays."""

    module = "solvers.scip"
    removes = True

    def start(self) -> None:
        """See `Library`."""
        import pyscipopt

        self.scip = pyscipopt
        self.model = pyscipopt.Model()
        self.model.hideOutput()

    def add(self, column: Column) -> None:
        """See `Library`."""
        kind = "I" if column.whole else "C"
        self.of[column] = self.model.addVar(column.name, kind, column.lower, column.upper)

    def remove(self, column: Column) -> None:
        """See `Library`."""
        self.model.delVar(self.of[column])

    def change(self, column: Column) -> None:
        """See `Library`."""
        variable = self.of[column]
        self.model.chgVarType(variable, "I" if column.whole else "C")
        self.model.chgVarLb(variable, column.lower)
        self.model.chgVarUb(variable, column.upper)

    def costs(self) -> None:
        """See `Library`."""
        terms = [each.cost * self.of[each] for each in self.state.columns]
        sense = "maximize" if self.state.maximize else "minimize"
        self.model.setObjective(self.scip.quicksum(terms), sense)

    def row(self, terms: Terms, low: float, high: float) -> None:
        """See `Library`."""
        activity = self.scip.quicksum(value * self.of[each] for each, value in terms)
        self.model.addCons(activity >= low if np.isfinite(low) else activity <= high)

    def rule(self, rule: Rule) -> None:
        """See `Library`."""
        listed = self.as_matrix(rule)
        if listed is not None and len(rule.members) % 2:
            self.nzdd.add_rows(self.model, *listed)
        else:
            super().rule(rule)

    def anew(self) -> None:
        """See `Library`."""
        self.__init__(self.state, self.random)

    def copied(self) -> None:
        """See `Library`."""
        self.model = self.scip.Model(sourceModel=self.model)
        self.model.hideOutput()
        own = {variable.name: variable for variable in self.model.getVars()}
        self.of = {column: own[column.name] for column in self.state.columns}
        for rule in self.state.rules:
            self.rule(rule)

    def solve(self) -> Answer:
        """See `Library`."""
        try:
            self.model.optimize()
        except Exception as error:  # SCIP's only kind
            raise Refused(str(error)) from error
        status, value = self.model.getStatus(), None
        point: dict[str, float] = {}
        if status == "optimal":
            value = self.model.getObjVal()
            point = {each.name: self.model.getVal(self.of[each]) for each in self.state.columns}
        else:
            expect(status == "infeasible", f"status {status}")
        self.model.freeTransform()
        return value, point
