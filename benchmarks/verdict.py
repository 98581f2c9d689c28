"""Where we stand by what was measured: the ratio to the best peer, and every case that is lost."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import wrap

TIE = 1.05
"""Up to this ratio two figures are taken for equal."""
SHOWN = 12
WIDTH = 100


@dataclass(frozen=True, slots=True)
class Pair:
    """One case: our figure and that of the best peer; None where there is none in time.

    ``lost`` overrules the ratio, where a difference has to be told from chance.
    """

    case: str
    ours: float | None
    peer: float | None
    by: str = ""
    lost: bool | None = None

    @property
    def ratio(self) -> float | None:
        """Ours by the peer's: below 1 is better; None if one of them has no figure."""
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
    """All cases by one measure, of which less is better; ``word`` is what more of it is called."""

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
        """What is lost, the worst first."""
        return sorted(
            (pair for pair in self.pairs if pair.is_lost),
            key=lambda pair: -math.inf if pair.ours is None else -(pair.ratio or 0.0),
        )

    @property
    def alone(self) -> int:
        """The cases in which no peer has a figure and we have."""
        return sum(pair.peer is None and pair.ours is not None for pair in self.pairs)

    def ratio(self) -> str:
        """The mean in words."""
        count = sum(pair.ratio is not None for pair in self.pairs)
        mean = "-" if self.mean is None else f"{self.mean:.3g}"
        alone = f", {self.alone} more by us alone" if self.alone else ""
        cases = "case" if count == 1 else "cases"
        return f"{mean} ({count} {cases}{alone})"

    def losses(self) -> str:
        """The cases that are lost in words."""
        lost = self.lost
        if not lost:
            return "nowhere"
        more = f"; and {len(lost) - SHOWN} more" if len(lost) > SHOWN else ""
        return f"{len(lost)} of {len(self.pairs)}: {'; '.join(map(str, lost[:SHOWN]))}{more}"

    def lines(self) -> list[str]:
        """Two lines of text, folded."""
        return [
            *wrap(f"{self.measure}: ours / {self.peer} {self.ratio()}", WIDTH),
            *wrap(f"{self.word} than {self.peer}: {self.losses()}", WIDTH, subsequent_indent="  "),
        ]


def least(found: Iterable[tuple[float, str]]) -> tuple[float | None, str]:
    """The least figure and whose it is."""
    return min(found, default=(None, ""))
