"""The true answer to a small model in rational numbers: rows as needed, branch and bound."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from nzdd.formulations import LinearModel
from support.models.exact_lp import Infeasible, Unbounded, vertex

INFEASIBLE, UNBOUNDED, OPTIMAL = "infeasible", "unbounded", "optimal"
MOST_NODES = 300
ENOUGH_ROWS = 30
"""A model of no more rows is solved with all of them at once."""
Ends = list[Fraction | None]


class Undecided(Exception):
    """The model is too hard to be solved exactly."""


@dataclass(frozen=True)
class Answer:
    """A status, and, in the sense of the model, the optimum and an optimal point."""

    status: str
    value: Fraction | None = None
    x: tuple[Fraction, ...] | None = None


def decimal(value: float) -> Fraction:
    """The decimal number as written, not its float."""
    return Fraction(repr(float(value)))


def answer(
    model: LinearModel,
    number: Callable[[float], Fraction] = Fraction,
    width: Fraction = Fraction(0),
) -> Answer:
    """Solve a model whose bounds b are moved outwards by ``width * (1 + |b|)``.

    Raises Undecided if that takes too long.
    """
    return _Search(model, number, width).run()


class _Search:
    def __init__(
        self, model: LinearModel, number: Callable[[float], Fraction], width: Fraction
    ) -> None:
        sign = -1 if model.maximize else 1
        self.sign, self.offset = sign, number(model.offset)
        self.costs = [sign * number(c) for c in model.objective.tolist()]
        self.integer = np.flatnonzero(model.integrality).tolist()

        def ends(values: np.ndarray, side: int) -> Ends:
            return [
                number(b) + side * width * (1 + abs(number(b))) if math.isfinite(b) else None
                for b in values.tolist()
            ]

        self.lower, self.upper = ends(model.lower, -1), ends(model.upper, 1)
        self.rows: list[list[Fraction]] = []  # a @ x <= right
        self.right: list[Fraction] = []
        bounds = zip(ends(model.row_lower, -1), ends(model.row_upper, 1), strict=True)
        seen = set()
        for line, (low, high) in zip(model.matrix.toarray().tolist(), bounds, strict=True):
            row = [number(a) for a in line]
            for kind, bound in ((-1, low), (1, high)):
                key = (kind, bound, tuple(row))
                if bound is not None and key not in seen:
                    seen.add(key)
                    self.rows.append([kind * a for a in row])
                    self.right.append(kind * bound)
        self.pool = list(range(len(self.rows))) if len(self.rows) <= ENOUGH_ROWS else []

    def run(self) -> Answer:
        lower, upper = self.lower[:], self.upper[:]
        for j in self.integer:
            lower[j] = None if lower[j] is None else Fraction(math.ceil(lower[j]))
            upper[j] = None if upper[j] is None else Fraction(math.floor(upper[j]))
        try:
            found = self._branch(lower, upper)
        except Unbounded:
            # With rational data a relaxation without end and a point make a model without end.
            self.costs = [Fraction(0)] * len(self.costs)
            found = self._branch(lower, upper)
            return Answer(INFEASIBLE if found is None else UNBOUNDED)
        if found is None:
            return Answer(INFEASIBLE)
        return Answer(OPTIMAL, self.sign * found[0] + self.offset, tuple(found[1]))

    def _branch(self, lower: Ends, upper: Ends) -> tuple[Fraction, list[Fraction]] | None:
        """The least value and its point over the integer points of a box, or None."""
        best: tuple[Fraction, list[Fraction]] | None = None
        open_nodes = [(lower, upper)]
        for _ in range(MOST_NODES):
            if not open_nodes:
                return best
            low, high = open_nodes.pop()
            try:
                value, x = self._relaxed(low, high)
            except Infeasible:
                continue
            if best is not None and value >= best[0]:
                continue
            broken = next((j for j in self.integer if x[j].denominator != 1), None)
            if broken is None:
                best = value, x
                if not any(self.costs):
                    return best
                continue
            floor = Fraction(math.floor(x[broken]))
            down, up = high[:], low[:]
            down[broken], up[broken] = floor, floor + 1
            open_nodes += [(low, down), (up, high)]
        raise Undecided

    def _relaxed(self, lower: Ends, upper: Ends) -> tuple[Fraction, list[Fraction]]:
        while True:
            try:
                value, x = self._with_rows(lower, upper)
            except Unbounded:
                if len(self.pool) == len(self.rows):
                    raise
                self.pool += [i for i in range(len(self.rows)) if i not in set(self.pool)][:10]
                continue
            if len(self.pool) == len(self.rows):
                return value, x
            over = {
                i: sum((a * b for a, b in zip(row, x, strict=True)), Fraction(0)) - self.right[i]
                for i, row in enumerate(self.rows)
            }
            worst = sorted((i for i in over if over[i] > 0), key=over.__getitem__)[-5:]
            if not worst:
                return value, x
            self.pool += worst

    def _with_rows(self, lower: Ends, upper: Ends) -> tuple[Fraction, list[Fraction]]:
        """The relaxation with the rows of the pool; columns start at a bound and rise from 0."""
        start, direction, owner = [], [], []
        for j, (low, high) in enumerate(zip(lower, upper, strict=True)):
            if low is not None and high is not None and low > high:
                raise Infeasible
            first = low if low is not None else high if high is not None else Fraction(0)
            start.append(first)
            owner.append(j)
            direction.append(1 if low is not None or high is None else -1)
            if low is None and high is None:
                owner.append(j)
                direction.append(-1)
        columns = list(zip(owner, direction, strict=True))
        rows, right = [], []
        for i in self.pool:
            row = self.rows[i]
            rows.append([d * row[j] for j, d in columns])
            right.append(
                self.right[i] - sum((a * s for a, s in zip(row, start, strict=True)), Fraction(0))
            )
        for place, (j, _) in enumerate(columns):
            low, high = lower[j], upper[j]
            if low is not None and high is not None:
                rows.append([Fraction(int(k == place)) for k in range(len(columns))])
                right.append(high - low)
        value, steps = vertex(rows, right, [-self.costs[j] * d for j, d in columns])
        x = start[:]
        for (j, d), step in zip(columns, steps, strict=True):
            x[j] += d * step
        base = sum((c * s for c, s in zip(self.costs, start, strict=True)), Fraction(0))
        return base - value, x
