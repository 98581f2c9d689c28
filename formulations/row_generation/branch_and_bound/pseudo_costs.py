"""Which column to branch on: pseudo-costs that strong branching makes reliable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nzdd.formulations.models.arrays import Floats, Ints

Probe = Callable[[int, bool], float | None]
"""Rise of the LP value in the child of a column, downwards (False) or upwards (True).

Infinite where the child is infeasible, None where the LP failed.
"""

RELIABLE = 8
"""Observations in each direction from which on a pseudo-cost is trusted."""

MOST_PROBED = 8
"""Columns that strong branching tries at one node."""

LEAST_GAIN = 1e-6
"""Stands for smaller gains, so that a product of two still distinguishes columns."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A column and the proven rise of the LP value in its children; infinite for no child."""

    column: int
    down: float = 0.0
    up: float = 0.0


class PseudoCosts:
    """The mean rise of the LP value a unit of change, for each column and direction.

    Reliability branching of Achterberg, Koch and Martin, "Branching rules revisited" (2005): the
    columns of the best expected score are tried out until their pseudo-costs are reliable, and
    scores are products of the gains in the two children.
    """

    def __init__(self, num_columns: int) -> None:
        # Row 0 is for down, row 1 for up.
        self._sum = np.zeros((2, num_columns))
        self._count = np.zeros((2, num_columns), np.int64)

    def record(self, column: int, up: bool, gain: float, distance: float) -> None:
        """Learn that moving a column by `distance` raised the LP value by `gain`."""
        self._sum[int(up), column] += max(gain, 0.0) / distance
        self._count[int(up), column] += 1

    def expected(self, columns: Ints, x: Floats) -> Floats:
        """The gains, down and up, that branching on fractional columns should bring.

        A column not seen yet counts as the mean of those seen.
        """
        count = self._count[:, columns]
        seen = self._count > 0
        means = self._sum[seen] / self._count[seen]
        usual = float(means.mean()) if means.size else 1.0
        cost = np.where(count > 0, self._sum[:, columns] / np.maximum(count, 1), usual)
        fraction = x[columns] - np.floor(x[columns])
        return cost * np.stack((fraction, 1.0 - fraction))

    def choose(self, columns: Ints, x: Floats, enough: float, probe: Probe | None) -> Choice:
        """The column to branch on, of the fractional ones at the solution x of the LP.

        The first column is chosen at once that has a child whose rise is `enough` to make it
        superfluous. A `Probe` is called up to ``2 * MOST_PROBED`` times; None: trust what is known.
        """
        score = _product(self.expected(columns, x))
        proven = np.zeros((2, columns.size))
        if probe is None:
            return Choice(int(columns[score.argmax()]))
        for at in self._unreliable(columns, score):
            column = int(columns[at])
            fraction = float(x[column] - np.floor(x[column]))
            for up in (False, True):
                gain = probe(column, up)
                if gain is None:
                    continue
                proven[int(up), at] = gain = max(gain, 0.0)
                if np.isfinite(gain):
                    self.record(column, up, gain, 1.0 - fraction if up else fraction)
            if proven[:, at].max() >= enough:
                return Choice(column, *map(float, proven[:, at]))
            score[at] = _product(proven[:, at])
        at = int(score.argmax())
        return Choice(int(columns[at]), *map(float, proven[:, at]))

    def _unreliable(self, columns: Ints, score: Floats) -> Ints:
        """Positions of the columns to try out, the best score first."""
        order = np.argsort(-score, kind="stable")
        unknown = self._count[:, columns[order]].min(axis=0) < RELIABLE
        return np.asarray(order[unknown][:MOST_PROBED])


def _product(gains: Floats) -> Floats:
    """The score of gains, shape (2,) or (2, k)."""
    return np.asarray(np.maximum(gains, LEAST_GAIN).prod(axis=0))
