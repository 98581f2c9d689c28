"""Random small models of users."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from hostile.case import one_of
from hostile.own.state import Column, Rule, State, Terms

FEW = (1, 1, 1, 2, -1, 3, 0.5, 0)
MOST_COLUMNS = 7


def state(random: np.random.Generator) -> State:
    """Return a model of two to five variables, a row or two, and a constraint over a family."""
    found = State([column(random, j) for j in range(int(random.integers(2, 6)))])
    found.maximize = bool(random.random() < 0.3)
    for _ in range(int(random.integers(0, 3))):
        found.rows.append(row(random, found))
    found.rules.append(rule(random, found))
    return found


def column(random: np.random.Generator, number: int) -> Column:
    """Return a variable with few values, mostly integer."""
    lower = float(one_of(random, 0, 0, 0, 0, -1, 1))
    size = float(one_of(random, 1, 1, 1, 2, 3))
    whole = bool(random.random() < 0.9)
    return Column(f"v{number}", float(random.integers(-4, 10)), lower, lower + size, whole)


def row(random: np.random.Generator, state: State) -> tuple[Terms, float, float]:
    """Return a row that some integer point satisfies."""
    chosen = _some(random, state.columns)
    terms = [(each, float(one_of(random, *FEW))) for each in chosen]
    inside = sum(value * _point(random, each) for each, value in terms)
    if random.random() < 0.5:
        return terms, inside - float(random.integers(0, 2)), np.inf
    return terms, -np.inf, inside + float(random.integers(0, 2))


def rule(random: np.random.Generator, state: State) -> Rule:
    """Return a constraint over a family that some integer point mostly satisfies."""
    size = int(random.integers(1, 6))
    sets = [each for k in range(size + 1) for each in combinations(range(size), k)]
    if random.random() < 0.4:
        k = int(random.integers(1, size + 1))
        members = list(combinations(range(size), k))
    else:
        chosen = random.choice(len(sets), int(random.integers(1, min(len(sets), 12) + 1)), False)
        members = [sets[place] for place in sorted(chosen.tolist())]
    columns: list[Column | None] = list(random.choice(np.array(state.columns, object), size))
    coefficients = [float(one_of(random, *FEW)) for _ in columns]
    for symbol in range(1, size):
        if random.random() < 0.1:
            columns[symbol], coefficients[symbol] = None, 0.0
    constants = [float(random.integers(-1, 2)) if random.random() < 0.2 else 0.0 for _ in columns]
    nominal: Terms = []
    if random.random() < 0.3:
        nominal = [(each, float(one_of(random, *FEW))) for each in _some(random, state.columns)]
    found = Rule(members, columns, coefficients, constants, nominal, 0.0, ">=")
    found.sense = str(one_of(random, ">=", ">=", "<=", "<=", "="))
    at = {each: _point(random, each) for each in state.columns}
    # With b = 0 a row's side is minus its constants.
    values = [
        sum(value * at[each] for each, value in terms) - (low if np.isfinite(low) else high)
        for terms, low, high in found.listed()
    ]
    loose = float(random.integers(0, 2))
    found.b = max(values) + loose if found.sense == "<=" else min(values) - loose
    return found


def _some(random: np.random.Generator, columns: list[Column]) -> list[Column]:
    size = int(random.integers(1, len(columns) + 1))
    return list(random.choice(np.array(columns, object), size, replace=False))


def _point(random: np.random.Generator, column: Column) -> float:
    return float(random.integers(int(np.ceil(column.lower)), int(column.upper) + 1))
