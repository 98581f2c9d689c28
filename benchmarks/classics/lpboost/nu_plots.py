"""Figure 1 of Demiriz, Bennett and Shawe-Taylor 2002: accuracy on rows held back, against nu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nzdd.adapters.pictures.matplotlib import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def held_back(points: list[dict[str, Any]]) -> Figure:
    """A panel for each sample."""
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(point["data"] for point in points))
    figure = Figure(figsize=(3 * len(names), 3), layout="constrained")
    for axis, name in zip(np.ravel(figure.subplots(1, len(names))), names, strict=True):
        for noise, mark, colour in ((False, "o-", COLOURS[0]), (True, "^-", COLOURS[1])):
            found = [p for p in points if (p["data"], p["noise"]) == (name, noise)]
            axis.plot(
                [point["nu"] for point in found],
                [point["held"] for point in found],
                mark,
                color=colour,
                label="15 % noise" if noise else "no noise",
            )
        axis.set_title(name)
        axis.set_xlabel("nu")
        axis.grid(alpha=0.25)
        axis.legend(fontsize="small")
    figure.axes[0].set_ylabel("accuracy, rows held back")
    return figure
