"""Comparison with the best peer: the ratio of each case, and the cases that are lost."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import wrap

TIE = 1.05
"""Figures whose ratio is at most this count as equal."""
SHOWN = 12
WIDTH = 100


@dataclass(frozen=True, slots=True)
class Pair:
    """One case: the figures of nzdd and of the best peer; None if not solved in time.

    ``lost`` overrides the ratio where a difference must be statistically significant.
    """

    case: str
    ours: float | None
    peer: float | None
    by: str = ""
    lost: bool | None = None

    @property
    def ratio(self) -> float | None:
        """The figure of nzdd divided by that of the peer; below 1 is better. None without both."""
        if self.ours is None or self.peer is None or self.peer <= 0 or self.ours <= 0:
            return None
        return self.ours / self.peer

    @property
    def is_lost(self) -> bool:
        """Whether the peer is better."""
        if self.lost is not None:
            return self.lost
        if self.ours is None or self.peer is None:
            return self.ours is None and self.peer is not None
        return self.ours > TIE * self.peer

    def __str__(self) -> str:
        ratio = self.ratio
        found = (
            "not in time" if self.ours is None else "" if ratio is None else f"{ratio:.3g} times"
        )
        return f"{self.case} ({', '.join(filter(None, (found, self.by)))})"


@dataclass(frozen=True, slots=True)
class Verdict:
    """All cases by one measure, where less is better; ``word`` describes a lost case."""

    measure: str
    pairs: list[Pair]
    word: str = "slower"
    peer: str = "the best peer"

    @property
    def mean(self) -> float | None:
        """The geometric mean of the ratios."""
        ratios = [ratio for pair in self.pairs if (ratio := pair.ratio) is not None]
        return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None

    @property
    def lost(self) -> list[Pair]:
        """Lost cases, the worst first."""
        return sorted(
            (pair for pair in self.pairs if pair.is_lost),
            key=lambda pair: -math.inf if pair.ours is None else -(pair.ratio or 0.0),
        )

    @property
    def alone(self) -> int:
        """Number of cases that only nzdd solves in time."""
        return sum(pair.peer is None and pair.ours is not None for pair in self.pairs)

    def ratio(self) -> str:
        """The mean as text."""
        count = sum(pair.ratio is not None for pair in self.pairs)
        mean = "-" if self.mean is None else f"{self.mean:.3g}"
        alone = f", {self.alone} more solved by nzdd alone" if self.alone else ""
        cases = "case" if count == 1 else "cases"
        return f"{mean} ({count} {cases}{alone})"

    def losses(self) -> str:
        """The lost cases as text."""
        lost = self.lost
        if not lost:
            return "none"
        more = f"; and {len(lost) - SHOWN} more" if len(lost) > SHOWN else ""
        return f"{len(lost)} of {len(self.pairs)}: {'; '.join(map(str, lost[:SHOWN]))}{more}"

    def lines(self) -> list[str]:
        """The verdict as wrapped text."""
        return [
            *wrap(f"{self.measure}: nzdd / {self.peer} {self.ratio()}", WIDTH),
            *wrap(f"{self.word} than {self.peer}: {self.losses()}", WIDTH, subsequent_indent="  "),
        ]


def least(found: Iterable[tuple[float, str]]) -> tuple[float | None, str]:
    """The least figure, and its owner."""
    return min(found, default=(None, ""))
