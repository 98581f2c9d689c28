"""Linear programs in rational numbers: every float is the fraction it is, nothing is rounded."""

from fractions import Fraction

import numpy as np


class Infeasible(Exception):
    pass


class Unbounded(Exception):
    pass


def fractions(array):
    """The numbers of an array, exactly."""
    return [Fraction(float(value)) for value in np.asarray(array, float).ravel()]


def maximum(rows, right, costs):
    """The largest ``costs @ x`` where ``rows @ x <= right`` and ``x >= 0``."""
    return vertex(rows, right, costs)[0]


def vertex(rows, right, costs):
    """That, and a point where it is so.

    The simplex method on dictionaries, with Bland's rule, so that it ends (Chvatal, Linear
    Programming, 1983, chapters 2 and 3).
    """
    n, m = len(costs), len(rows)
    # A line a basic variable: its value where the others, among them the artificial one, are 0,
    # and what it loses when one of them rises by one.
    table = [[right[i], *rows[i], Fraction(-1)] for i in range(m)]
    basic = list(range(n + 1, n + 1 + m))
    others = [*range(n), n]
    costs = [Fraction(0), *costs, Fraction(0)]
    if any(value < 0 for value in right):
        goal = [Fraction(0)] * (n + 1) + [Fraction(-1)]
        worst = min(range(m), key=lambda i: table[i][0])
        both = [goal, costs]
        _pivot(table, both, basic, others, worst, n + 1)
        _improve(table, both, basic, others)
        if both[0][0] != 0:
            raise Infeasible
        costs = both[1]
        if n in basic:
            place = basic.index(n)
            entering = next((j for j in range(1, n + 2) if table[place][j] != 0), None)
            if entering is not None:
                both = [costs]
                _pivot(table, both, basic, others, place, entering)
                costs = both[0]
    gone = others.index(n) + 1 if n in others else None
    if gone is not None:  # the artificial variable stays at 0
        for line in table:
            line[gone] = Fraction(0)
        costs[gone] = Fraction(0)
    both = [costs]
    _improve(table, both, basic, others)
    value = dict(zip(basic, (line[0] for line in table), strict=True))
    return both[0][0], [value.get(j, Fraction(0)) for j in range(n)]


def _improve(table, goals, basic, others):
    while True:
        rising = [j for j in range(1, len(goals[0])) if goals[0][j] > 0]
        if not rising:
            return
        entering = min(rising, key=lambda j: others[j - 1])
        falling = [i for i in range(len(table)) if table[i][entering] > 0]
        if not falling:
            raise Unbounded
        leaving = min(falling, key=lambda i: (table[i][0] / table[i][entering], basic[i]))
        _pivot(table, goals, basic, others, leaving, entering)


def _pivot(table, goals, basic, others, leaving, entering):
    pivot = table[leaving][entering]
    line = [value / pivot for value in table[leaving]]
    line[entering] = 1 / pivot
    for i, other in enumerate(table):
        factor = other[entering]
        if i != leaving and factor:
            table[i] = [a - factor * b for a, b in zip(other, line, strict=True)]
            table[i][entering] = -factor / pivot
    table[leaving] = line
    for goal in goals:
        factor = goal[entering]
        if factor:
            # the value of the goal grows by what its costs lose
            new = [a - factor * b for a, b in zip(goal, line, strict=True)]
            new[0] = goal[0] + factor * line[0]
            new[entering] = -factor / pivot
            goal[:] = new
    basic[leaving], others[entering - 1] = others[entering - 1], basic[leaving]


def optimum(model):
    """The exact optimum of the relaxation of a model, in its own sense."""
    sign = 1 if model.maximize else -1
    dense, identity = model.matrix.toarray(), np.eye(model.num_columns)
    split = np.flatnonzero(model.lower != 0)  # into the difference of two that are not negative

    def doubled(values):
        return [*values, *(-values[j] for j in split)]

    rows, right = [], []
    for kind, lines, bounds in (
        (1, dense, model.row_upper),
        (-1, dense, model.row_lower),
        (1, identity, model.upper),
        (-1, identity[split], model.lower[split]),
    ):
        for line, bound in zip(lines, bounds.tolist(), strict=True):
            if np.isfinite(bound):
                rows.append(doubled([kind * value for value in fractions(line)]))
                right.append(kind * Fraction(bound))
    value = maximum(rows, right, doubled([sign * cost for cost in fractions(model.objective)]))
    return sign * value + Fraction(model.offset)


def activity(model, x):
    """The exact activity of each row at a point."""
    point = fractions(x)
    return [
        sum((a * b for a, b in zip(fractions(line), point, strict=True)), Fraction(0))
        for line in model.matrix.toarray()
    ]


def scaled_violation(model, x):
    """The exact value of what `Result.max_violation` stands for."""
    worst = Fraction(0)
    for values, lower, upper in (
        (activity(model, x), model.row_lower, model.row_upper),
        (fractions(x), model.lower, model.upper),
    ):
        for value, low, high in zip(values, lower.tolist(), upper.tolist(), strict=True):
            if np.isfinite(low):
                worst = max(worst, (Fraction(low) - value) / (1 + abs(Fraction(low))))
            if np.isfinite(high):
                worst = max(worst, (value - Fraction(high)) / (1 + abs(Fraction(high))))
    for value, whole in zip(fractions(x), model.integrality.tolist(), strict=True):
        if whole:
            worst = max(worst, abs(value - round(value)))
    return worst
