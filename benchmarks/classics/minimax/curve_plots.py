"""Figures 1 to 3 of Strohmann, Belitski, Grudic and DeCoste 2003, as pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.classics.minimax.figures import FIGURE_2, NOISE
from nzdd.adapters.pictures.matplotlib import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def curves(runs: list[dict[str, Any]]) -> Figure:
    """Accuracy and Omega against the number of bases: a panel for each sample."""
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(run["data"] for run in runs))
    figure = Figure(figsize=(3.6 * len(names), 4), layout="constrained")
    for axis, name in zip(figure.subplots(1, len(names), sharey=True), names, strict=True):
        found: dict[str, list[dict[str, Any]]] = {}
        for run in runs:
            if run["data"] == name:
                found.setdefault(run["method"].partition(",")[0], []).append(run)
        for (curve, points), colour in zip(found.items(), COLOURS, strict=False):
            bases = [int(point["method"].split()[-2]) for point in points]
            for field, line, what in (("score", "o-", "accuracy"), ("bound", "x--", "Omega")):
                values = [point[field] for point in points]
                label = f"{curve}, {what}"
                axis.plot(bases, values, line, color=colour, markersize=3, linewidth=1, label=label)
        axis.set_title(f"figure {2 if name == FIGURE_2 else 1}: {name}", fontsize="medium")
        axis.set_xlabel("bases")
        axis.grid(alpha=0.25)
        axis.set_ylim(0, 1)
        axis.legend(fontsize=6.5, loc="lower right")
    return figure


def column_weights(weights: list[float]) -> Figure:
    """A bar for each column, those of noise at the right."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 2.6), layout="constrained")
    axis = figure.subplots()
    counts = np.arange(1, len(weights) + 1)
    for part, colour, name in (
        (slice(None, -NOISE), COLOURS[0], "twonorm"),
        (slice(-NOISE, None), COLOURS[1], "noise"),
    ):
        axis.bar(counts[part], weights[part], color=colour, label=name)
    axis.set_xlabel("column")
    axis.set_ylabel("weight")
    axis.legend()
    return figure
