"""How iterative methods converge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from nzdd.adapters.pictures.matplotlib.canvas import canvas, colours
from nzdd.formulations.iteration.history import Step

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LEAST = 1e-4  # seconds; the first step takes none, which a logarithm cannot show


class Iterated(Protocol):
    """What the iterative methods return: results with a history."""

    @property
    def history(self) -> Sequence[Step]:
        """The state after each step."""


def bounds(results: Mapping[str, Iterated]) -> Figure:
    """Lower and upper bounds against time, a colour a method, and the gaps below.

    Parameters
    ----------
    results : mapping from name to result
        Of one problem, by several methods: soft margin, LPBoost, L0-RBoost, psi-learning.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ValueError
        If there is no result, or one without steps.
    MissingExtraError
        If matplotlib is not installed.
    """
    empty = [name for name, result in results.items() if not result.history]
    if empty or not results:
        what = f"{empty[0]!r} has no steps" if empty else "there is no result"
        raise ValueError(f"{what}; give results of methods that took at least one step")
    figure, (above, below) = canvas(2, sharex=True, height_ratios=[2, 1])
    for colour, (name, result) in zip(colours(len(results)), results.items(), strict=True):
        seconds = np.maximum([step.seconds for step in result.history], _LEAST)
        for style, ends in (
            ("-", [step.lower for step in result.history]),
            ("--", [step.upper for step in result.history]),
        ):
            label = name if style == "-" else None
            values = np.where(np.isfinite(ends), ends, np.nan)
            above.plot(seconds, values, color=colour, linestyle=style, label=label)
        gaps = np.array([step.gap for step in result.history])
        shown = np.isfinite(gaps) & (gaps > 0)
        below.plot(seconds, np.where(shown, gaps, np.nan), color=colour, marker=".")
    best = min((result.history[-1] for result in results.values()), key=lambda step: step.gap)
    if np.isfinite(best.gap):
        middle = (best.lower + best.upper) / 2
        spread = 2 * max(abs(middle), 1e-3)
        above.set_ylim(middle - spread, middle + spread)
    above.set_xscale("log")
    above.set_ylabel("lower and upper (dashed) bound")
    figure.legend(loc="outside right upper", fontsize="small")
    below.set_xscale("log")
    below.set_yscale("log")
    below.set_xlabel("seconds")
    below.set_ylabel("gap")
    return figure
