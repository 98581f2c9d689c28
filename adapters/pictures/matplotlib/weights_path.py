"""How the weights of a soft-margin classifier depend on nu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from nzdd.adapters.pictures.matplotlib.canvas import COLOURS, canvas, colours
from nzdd.formulations.learning.soft_margin.result import SoftMarginResult

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def weights_path(
    results: Sequence[SoftMarginResult], names: Sequence[str] | None = None, shown: int = 6
) -> Figure:
    """Weights against nu, the largest ones named, with the objective below.

    Parameters
    ----------
    results : sequence of SoftMarginResult
        As `nzdd.formulations.learning.soft_margin.nu.nu_path` gives them.
    names : sequence of str, optional
        Of the features; numbers by default.
    shown : int
        How many weights have a colour and a name.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ValueError
        If there is no result.
    MissingExtraError
        If matplotlib is not installed.
    """
    if not results:
        raise ValueError("there is no result; give at least one")
    figure, (above, below) = canvas(2, sharex=True, height_ratios=[2, 1])
    ordered = sorted(results, key=lambda result: result.problem.nu)
    nus = [result.problem.nu for result in ordered]
    weights = np.stack([result.weights for result in ordered])
    size = np.abs(weights).max(axis=0)
    leading = np.argsort(-size, kind="stable")[:shown]
    others = np.setdiff1d(np.flatnonzero(size), leading)
    above.plot(nus, weights[:, others], color="0.8", linewidth=0.8)
    for colour, j in zip(colours(leading.size), leading.tolist(), strict=True):
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
