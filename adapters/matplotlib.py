"""Figures, by matplotlib: how methods converge, and how weights depend on nu."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from nzdd.adapters.errors import MissingExtraError
from nzdd.formulations.soft_margin.result import SoftMarginResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito 2008: told apart with any colour vision.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
_LEAST = 1e-4  # seconds; the first step takes none, which a logarithm cannot show


def bounds(results: Mapping[str, SoftMarginResult]) -> Figure:
    """Lower and upper bounds against time, a colour a method, and the gaps below.

    Parameters
    ----------
    results : mapping from name to SoftMarginResult
        Of one problem, by several methods.

    Returns
    -------
    matplotlib.figure.Figure
        Made without pyplot: save it by ``figure.savefig(path)``.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    """
    figure, (above, below) = _figure(2)
    for colour, (name, result) in zip(_colours(len(results)), results.items(), strict=True):
        steps = result.history
        seconds = np.maximum([step.seconds for step in steps], _LEAST)
        above.plot(seconds, [step.lower for step in steps], color=colour, label=name)
        above.plot(seconds, [step.upper for step in steps], color=colour, linestyle="--")
        gaps = np.array([step.gap for step in steps])
        below.plot(seconds, np.where(gaps > 0, gaps, np.nan), color=colour, marker=".")
    best = max(result.objective for result in results.values())
    spread = max(abs(best), 1e-3)
    above.set_ylim(best - 2 * spread, best + 2 * spread)
    above.set_xscale("log")
    above.set_ylabel("lower and upper (dashed) bound")
    figure.legend(loc="outside right upper", fontsize="small")
    below.set_xscale("log")
    below.set_yscale("log")
    below.set_xlabel("seconds")
    below.set_ylabel("gap")
    return figure


def weights_path(
    results: Sequence[SoftMarginResult], names: Sequence[str] | None = None, shown: int = 6
) -> Figure:
    """Weights against nu, the largest ones named, with the objective below.

    Parameters
    ----------
    results : sequence of SoftMarginResult
        As `nzdd.formulations.soft_margin.solve.nu_path` gives them.
    names : sequence of str, optional
        Of the features; numbers by default.
    shown : int
        How many weights have a colour and a name.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.
    """
    figure, (above, below) = _figure(2)
    ordered = sorted(results, key=lambda result: result.problem.nu)
    nus = [result.problem.nu for result in ordered]
    weights = np.stack([result.weights for result in ordered])
    size = np.abs(weights).max(axis=0)
    leading = np.argsort(-size, kind="stable")[:shown]
    others = np.setdiff1d(np.flatnonzero(size), leading)
    above.plot(nus, weights[:, others], color="0.8", linewidth=0.8)
    for colour, j in zip(_colours(leading.size), leading.tolist(), strict=True):
        label = str(j) if names is None else names[j]
        above.plot(nus, weights[:, j], color=colour, label=label, marker=".")
    above.plot(
        nus, [result.intercept for result in ordered], color="0.4", linestyle=":", label="bias"
    )
    above.set_ylabel("weight")
    figure.legend(loc="outside right upper", fontsize="small")
    below.plot(nus, [result.objective for result in ordered], color=COLOURS[0], marker=".")
    below.set_xlabel("nu")
    below.set_ylabel("soft margin")
    return figure


def _figure(count: int) -> tuple[Figure, Sequence[Axes]]:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError(
            'figures need matplotlib, which is not installed; pip install "nzdd[plot]"'
        ) from None
    figure = Figure(figsize=(7, 6), layout="constrained")
    return figure, figure.subplots(count, 1, sharex=True, height_ratios=[2, 1])


def _colours(count: int) -> list[str]:
    return [COLOURS[i % len(COLOURS)] for i in range(count)]
