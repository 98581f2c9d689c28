"""The search for conjunctions over rows of so many columns that not all pairs can be looked at."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows, Numbers, Progress
from nzdd.input.arrays import Floats

PAIRS_WORK = 1e8
"""Additions of a search for pairs among the columns that take part in it."""

MOST_BINS = 2000
"""Of these columns together."""

GROWTH = 8
"""A search takes in at most one more column for this many that may take part."""


class ColumnScreen:
    """One literal of any column, or several of the columns whose single literals paid most.

    Columns come to stay while there is room. Every problem has a screen of its own: one that is
    chosen with the rows of a fold would tell of these rows.

    Parameters
    ----------
    rows : BinnedRows

    Attributes
    ----------
    exhaustive : bool
        Whether all pairs take part, as they do where there are few columns.
    found : ndarray of uint32
        The numbers of the rules that this screen has found, rising.
    """

    def __init__(self, rows: BinnedRows) -> None:
        self._rows = rows
        self.exhaustive = not rows.wide
        self.found = np.zeros(0, np.uint32)
        self._chosen = np.zeros(0, np.intp)
        self._part: BinnedRows | None = None
        bins = np.array([column.known + column.missing for column in rows.columns])
        size = np.sqrt(2 * PAIRS_WORK / rows.num_rows) / max(rows.listed_share, 1e-3)
        self._most = int(min(size, MOST_BINS / bins.mean(), len(rows.columns)))

    def best(
        self,
        values: Floats,
        penalty: Floats,
        count: int,
        above: float,
        progress: Progress | None = None,
    ) -> tuple[Numbers, Floats]:
        """As `BinnedRows.best`, of the rules that take part."""
        if self.exhaustive:
            return self._rows.best(values, penalty, count, above, progress)
        singles, single_rewards = self._rows.rated(
            values, penalty[:2], max(count, self._most), 0.0, progress
        )
        keep = int((single_rewards > above)[:count].sum())
        rules, rewards = singles[:keep], single_rewards[:keep]
        if penalty.size > 2 and self._most > 1:
            self._take_in(np.array([rule[0] >> 11 for rule in singles], np.intp))
            assert self._part is not None
            pairs, pair_rewards = self._part.rated(values, penalty, count, above, progress)
            several = [at for at, rule in enumerate(pairs) if len(rule) > 1]
            rules = rules + [_moved(pairs[at], self._chosen) for at in several]
            rewards = np.append(rewards, pair_rewards[several])
        order = np.argsort(-rewards, kind="stable")[:count]
        numbers = self._rows.add_packed([rules[at] for at in order], values, progress)
        self.found = np.union1d(self.found, numbers).astype(np.uint32)
        return numbers, rewards[order]

    def left_out(self, values: Floats, penalty: Floats) -> float:
        """At least the reward of any rule that takes no part, for values of sum 0.

        Of a column outside it has the rows of some bins, or all others. The sums over such rows are
        bounded by those of its rare bins; and no rule's sum is above that of the positive values.
        """
        if self.exhaustive or penalty.size <= 2:
            return 0.0
        positive = float(np.maximum(values, 0).sum())
        rare = self._rows.rare_bins
        if rare is None or penalty.size > 3:
            return positive / float(penalty[2:].min())
        parts = rare.T @ np.column_stack((np.maximum(values, 0), np.maximum(-values, 0)))
        outside = parts.max(axis=1)
        outside[self._chosen] = 0
        own = parts.max()  # of single literals of any column: at most
        single = (
            float(np.abs(parts[:, 0] - parts[:, 1]).max()) if self._rows.of_bits else float(own)
        )
        most = min(positive, float(outside.max(initial=0.0)) + 2 * single)
        return most / float(penalty[2:].min())

    def _take_in(self, columns: NDArray[np.intp]) -> None:
        """Let some more of the columns take part, the first ones first."""
        fresh = columns[~np.isin(columns, self._chosen)]
        fresh = fresh[np.sort(np.unique(fresh, return_index=True)[1])]
        room = self._most - self._chosen.size
        step = self._most // 2 if self._part is None else max(1, self._most // GROWTH)
        fresh = fresh[: min(room, step)]
        if fresh.size:
            self._chosen = np.sort(np.append(self._chosen, fresh))
            self._part = self._rows.part(self._chosen)


def _moved(rule: list[int], columns: NDArray[np.intp]) -> list[int]:
    """Packed literals over some columns as literals over all."""
    return [int(columns[packed >> 11]) << 11 | packed & 2047 for packed in rule]
