"""The numbers of a user's model with constraints over families, and the true answer to it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from hostile.case import expect
from hostile.exact import truth
from nzdd import ZDD
from nzdd.formulations import LinearModel

TOLERANCE = 1e-3
"""Of objectives and rows: their numbers are multiples of one half, so less is rounding."""


@dataclass(eq=False)
class Column:
    """A variable."""

    name: str
    cost: float
    lower: float
    upper: float
    whole: bool = True


Terms = list[tuple[Column, float]]


@dataclass(eq=False)
class Rule:
    """A constraint for all members of a family; symbol j has the variable ``columns[j]``."""

    members: list[tuple[int, ...]]
    columns: list[Column | None]
    coefficients: list[float]
    constants: list[float]
    nominal: Terms
    b: float
    sense: str
    active: bool = True

    @property
    def family(self) -> ZDD:
        """Its members."""
        return ZDD.from_rows(self.members, num_symbols=len(self.columns))

    @property
    def used(self) -> set[Column]:
        """Its variables."""
        return {each for each in (*self.columns, *(each for each, _ in self.nominal)) if each}

    def listed(self) -> list[tuple[Terms, float, float]]:
        """The row of each member: terms, lower and upper side."""
        found = []
        for member in self.members:
            terms = list(self.nominal)
            side = self.b
            for symbol in member:
                column = self.columns[symbol]
                if column is not None:
                    terms.append((column, self.coefficients[symbol]))
                side -= self.constants[symbol]
            low, high = (-np.inf if self.sense == "<=" else side), side
            found.append((terms, low, np.inf if self.sense == ">=" else high))
        return found


@dataclass(eq=False)
class State:
    """A model: variables, listed rows (terms, lower and upper side), constraints over families."""

    columns: list[Column]
    rows: list[tuple[Terms, float, float]] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    maximize: bool = False
    made: int = 0

    def __post_init__(self) -> None:
        self.made = len(self.columns)

    def model(self) -> LinearModel:
        """The model with all members listed."""
        rows = [*self.rows, *(row for rule in self.rules if rule.active for row in rule.listed())]
        place = {column: j for j, column in enumerate(self.columns)}
        matrix = np.zeros((len(rows), len(place)))
        for i, (terms, _, _) in enumerate(rows):
            for column, value in terms:
                matrix[i, place[column]] += value
        return LinearModel(
            [each.cost for each in self.columns],
            matrix,
            [low for _, low, _ in rows],
            [high for _, _, high in rows],
            [each.lower for each in self.columns],
            [each.upper for each in self.columns],
            [each.whole for each in self.columns],
            maximize=self.maximize,
        )

    def optimum(self) -> float | None:
        """The best value, None if no point satisfies all rows.

        That of every integer point, or, with continuous variables, in rational numbers. Raises
        Undecided if that takes too long.
        """
        model = self.model()
        if not model.integrality.all():
            value = truth.answer(model).value
            return None if value is None else float(value)
        sizes = (model.upper - model.lower).astype(int) + 1
        points = np.indices(sizes).reshape(sizes.size, -1).T + model.lower
        activity = points @ model.matrix.toarray().T
        good = ((activity >= model.row_lower) & (activity <= model.row_upper)).all(axis=1)
        values = points[good] @ model.objective
        if not values.size:
            return None
        return float(values.max() if self.maximize else values.min())

    def check(self, value: float | None, point: dict[str, float]) -> None:
        """Raise Find unless a value, None for infeasible, and its point are the true answer."""
        best = self.optimum()
        said, true = map(_words, (value, best))
        expect((value is None) == (best is None), f"says {said}, the truth is {true}")
        if value is None or best is None:
            return
        expect(abs(value - best) <= TOLERANCE, f"says {said}, the truth is {true}")
        model, x = self.model(), np.array([point[each.name] for each in self.columns])
        x = np.where(model.integrality, np.round(x), x)
        activity = model.matrix @ x
        over = np.maximum(model.row_lower - activity, activity - model.row_upper)
        over = over.max(initial=max((model.lower - x).max(), (x - model.upper).max()))
        expect(over <= TOLERANCE, f"the point of {said} violates a row or a bound by {over:g}")
        far = abs(float(model.objective @ x) - value)
        expect(far <= TOLERANCE, f"the point of {said} has another value")


def _words(value: float | None) -> str:
    return "infeasible" if value is None else f"optimal {value:g}"
