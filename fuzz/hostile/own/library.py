"""What models of all libraries share."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from hostile.case import expect
from hostile.own.state import Column, Rule, State, Terms
from nzdd.formulations.rows.matrix_rows import MatrixRows

Answer = tuple[float | None, dict[str, float]]


class Refused(Exception):
    """nzdd refused the model in one line, which is the message."""


class Library:
    """A user's model in one library, built of a `State` and then changed along with it.

    Attributes
    ----------
    of : dict
        The library's variable of each column.
    asks_integers : bool
        Whether a model without integer variables is refused.
    removes : bool
        Whether variables can be removed.
    retypes : bool
        Whether the type of a variable can be changed.
    tampers : bool
        Whether there is something that must be `tampered` with.
    """

    module = ""
    asks_integers = removes = tampers = False
    retypes = True

    def __init__(self, state: State, random: np.random.Generator) -> None:
        self.state, self.random = state, random
        self.of: dict[Column, Any] = {}
        self.nzdd = import_module(f"nzdd.adapters.{self.module}")
        self.start()
        for column in state.columns:
            self.add(column)
        for row in state.rows:
            self.row(*row)
        self.costs()
        for rule in state.rules:
            self.rule(rule)

    def start(self) -> None:
        """Make an empty model."""
        raise NotImplementedError

    def add(self, column: Column) -> None:
        """Add a variable."""
        raise NotImplementedError

    def remove(self, column: Column) -> None:
        """Remove a variable that no listed row has."""
        raise NotImplementedError

    def change(self, column: Column) -> None:
        """Take the bounds and the type of a variable from its column."""
        raise NotImplementedError

    def costs(self) -> None:
        """Take the objective from the state."""
        raise NotImplementedError

    def row(self, terms: Terms, low: float, high: float) -> None:
        """Add a listed row with one side."""
        raise NotImplementedError

    def rule(self, rule: Rule) -> None:
        """Add a constraint over a family."""
        variables, *rest, options = self.arguments(rule)
        self.nzdd.add_family_constraint(self.model, variables, *rest, **options)

    def anew(self) -> None:
        """Add all rules anew, to the model as it is."""
        raise NotImplementedError

    def copied(self) -> None:
        """Go on with a copy of the model."""
        raise NotImplementedError

    def tampered(self) -> Callable[[], None]:
        """Do what could make the solver overlook rows; return the cure."""
        raise NotImplementedError

    def solve(self) -> Answer:
        """The value, None if infeasible, and the point by name; raises Refused."""
        raise NotImplementedError

    def must_refuse(self) -> None:
        """Raise Find unless the solve is refused, or nothing satisfies the listed rows alone."""
        try:
            value, _ = self.solve()
        except Refused:
            return
        expect(value is None, f"does not refuse, but says optimal {value}")
        alone = State(self.state.columns, self.state.rows).optimum()
        expect(alone is None, "does not refuse, but says infeasible")

    def arguments(self, rule: Rule) -> tuple[Any, ...]:
        """Those of ``add_family_constraint``, the options last."""
        variables = {j: c if c is None else self.of[c] for j, c in enumerate(rule.columns)}
        options = {
            "coefficients": rule.coefficients,
            "constants": rule.constants,
            "nominal": [(self.of[each], value) for each, value in rule.nominal],
        }
        return variables, rule.family, rule.b, rule.sense, options

    def as_matrix(self, rule: Rule) -> tuple[list[Any], MatrixRows] | None:
        """The rows listed, and a variable for each symbol, perhaps some of them often."""
        if rule.nominal or None in rule.columns:
            return None
        matrix = np.zeros((len(rule.members), len(rule.columns)))
        for row, member in enumerate(rule.members):
            for symbol in member:
                matrix[row, symbol] = rule.coefficients[symbol]
        sides = [(low, high) for _, low, high in rule.listed()]
        variables = [self.of[each] for each in rule.columns if each]
        return variables, MatrixRows(matrix, *np.array(sides).reshape(-1, 2).T)


def one_line(error: BaseException) -> Refused:
    """The refusal of an error, which must be one line of a known kind; other errors go on."""
    if not isinstance(error, ValueError) or "\n" in str(error):
        raise error
    return Refused(str(error))
