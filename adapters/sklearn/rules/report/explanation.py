"""Why a row is judged so: the rules that hold for it, as text and as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import Any

from nzdd.adapters.pictures.charts import LINE, bars
from nzdd.input.text import printable

MOST = 88  # letters of a line
NUMBERS = 10  # letters before a rule


@dataclass(frozen=True)
class Explanation:
    """The parts of a vote for a row.

    ``print`` shows it as text, and a notebook as a picture.

    Attributes
    ----------
    verdict : str
        What is predicted.
    output : object
        The class that positive numbers speak for; None of a regressor.
    parts : tuple of (str, float)
        The rules that hold, the heaviest first, and what each adds; the constant comes last.
    total : float
        Their sum, the value of `decision_function` or `predict`.
    """

    verdict: str
    output: Any
    parts: tuple[tuple[str, float], ...]
    total: float

    def __str__(self) -> str:
        """A line for each part; long ones are wrapped between words."""
        lines = [self._title()]
        for words, value in self.parts:
            each = wrap(
                printable(words),
                MOST - NUMBERS,
                break_long_words=False,
                break_on_hyphens=False,
            )
            lines.append(f"{value:+8.3g}  {each[0]}")
            lines += [" " * NUMBERS + more for more in each[1:]]
        return "\n".join([*lines, f"{self.total:+8.3g}  in all"])

    def to_svg(self) -> str:
        """A bar for each part, as SVG on white paper."""
        return self._bars().replace('style="', 'style="background:#fff;', 1)

    def _bars(self) -> str:
        return bars([*self.parts, ("in all", self.total)], self._title())

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        title = escape(self._title())
        return f'<div style="line-height:{LINE:g}px"><p>{title}</p>{self._bars()}</div>'

    def _title(self) -> str:
        adds = f"speaks for {self.output}" if self.output is not None else "adds up"
        return printable(f"{self.verdict}; what {adds}:")
