"""The tables of the papers, ours beside theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import NamedTuple

import numpy as np

LOWER_IS_BETTER = ("error", "squared error")
UNKNOWN = "the reason is not known."
WIDTH = 110
"""Of footnotes, in characters."""


class Published(NamedTuple):
    """A figure of a paper.

    Attributes
    ----------
    score, error, size, bound : float
        NaN where the paper tells none; `error` is the standard error of the score.
    """

    score: float
    error: float = np.nan
    size: float = np.nan
    bound: float = np.nan


@dataclass(frozen=True, slots=True)
class Row:
    """One method on one sample, means over the splits.

    Attributes
    ----------
    data, method : str
    splits : int
    score, error : float
        The mean, and its standard error.
    size : float
        Hypotheses, columns, bases or vectors in use.
    bound, gap : float
        The mean bound, and the largest gap left; NaN for a method without.
    seconds : float
        Of the processor, for one fit.
    published : Published or None
    """

    data: str
    method: str
    splits: int
    score: float
    error: float
    size: float
    bound: float
    gap: float
    seconds: float
    published: Published | None = None

    @classmethod
    def of(
        cls,
        data: str,
        method: str,
        found: Iterable[tuple[float, float, float, float, float]],
        published: Published | None = None,
    ) -> Row:
        """The means of score, size, bound, gap and CPU seconds of every split."""
        runs = np.array(list(found), np.float64)
        score, size, bound, gap, seconds = runs.T
        error = float(score.std(ddof=1) / np.sqrt(len(runs))) if len(runs) > 1 else np.nan
        return cls(
            data,
            method,
            len(runs),
            float(score.mean()),
            error,
            float(size.mean()),
            float(bound.mean()),
            float(gap.max()),
            float(seconds.mean()),
            published,
        )

    @property
    def difference(self) -> float:
        """The score less the published one, in standard errors; NaN without one.

        Those of the difference, where the paper tells its own.
        """
        if self.published is None:
            return np.nan
        spread = float(np.hypot(self.error, np.nan_to_num(self.published.error)))
        return (self.score - self.published.score) / spread if spread > 0 else np.nan

    def falls_short(self, measure: str) -> bool:
        """Whether the score is worse than the published one by more than two standard errors."""
        return bool((self.difference if measure in LOWER_IS_BETTER else -self.difference) > 2)


def table(rows: Iterable[Row], measure: str, notes: Mapping[str, str]) -> list[str]:
    """Lines of text; a row that falls short has a star, and its reason below.

    Parameters
    ----------
    rows : iterable of Row
    measure : {"accuracy", "error", "squared error"}
    notes : mapping
        From ``data, method`` to why it falls short.
    """
    rows = list(rows)
    lines = [
        f"{'':24}{'':28}{measure:>10}{'s.e.':>8}{'paper':>8} {'in s.e.':>8}{'size':>7}{'paper':>7}"
        f"{'bound':>9}{'paper':>7}{'gap':>9}{'CPU s':>9}"
    ]
    last = ""
    for row in rows:
        paper = row.published or Published(np.nan)
        digits = 2 if measure == "squared error" else 4
        lines.append(
            f"{row.data if row.data != last else '':24}{row.method:28}{row.score:10.{digits}f}"
            f"{row.error:8.{digits}f}{_number(paper.score, 8, digits)}"
            f"{'*' if row.falls_short(measure) else ' '}{_number(row.difference, 8, 1)}"
            f"{_number(row.size, 7, 1)}{_number(paper.size, 7, 1)}"
            f"{_number(row.bound, 9, 3)}{_number(paper.bound, 7, 3)}"
            f"{'' if np.isnan(row.gap) else f'{row.gap:.0e}':>9}{row.seconds:9.3f}"
        )
        last = row.data
    reasons: dict[str, list[str]] = {}
    for row in rows:
        if row.falls_short(measure):
            name = f"{row.data}, {row.method}"
            reasons.setdefault(notes.get(name, "the reason is not known."), []).append(name)
    for reason, names in reasons.items():
        lines += wrap(f"* {'; '.join(names)}: {reason}", WIDTH, subsequent_indent="  ")
    return lines


def _number(value: float, width: int, digits: int) -> str:
    return f"{'' if np.isnan(value) else f'{value:.{digits}f}':>{width}}"
