"""Figures 2 to 11 of Goldberg and Eckstein 2009: accuracy and size against rho, margin and nu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nzdd.adapters.pictures.matplotlib import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, ORANGE = COLOURS[:2]
NAMES = ("Wisconsin breast cancer", "votes", "Cleveland heart", "Hungarian heart", "sonar")
ORDERS = {1: BLUE, 5: ORANGE}
COLUMNS = (
    ("L0-RBoost", "value", "L0-RBoost: rho", "log"),
    ("LPBoost", "margin", "LPBoost: margin", "linear"),
    ("LPBoost", "value", "LPBoost: nu", "linear"),
)
"""Of a picture: the method, what is drawn to the right, its words and scale."""


def dependence(runs: list[dict[str, Any]], data: str) -> Figure:
    """A figure of 2 to 6 at the left, and that of 7 to 11 for the same sample at the right."""
    from matplotlib.figure import Figure

    points = [run for run in runs if run["data"] == data]
    orders = {k: colour for k, colour in ORDERS.items() if any(p["order"] == k for p in points)}
    figure = Figure(figsize=(11, 4.6), layout="constrained")
    left, right = figure.subfigures(1, 2, width_ratios=(3, 1.1)).flat  # type: ignore[union-attr]
    axes = left.subplots(2, 3, sharey="row")
    for place, (method, across, words, scale) in enumerate(COLUMNS):
        for order, colour in orders.items():
            line_of = sorted(
                (p for p in points if (p["method"], p["order"]) == (method, order)),
                key=lambda point: point["value"],
            )
            at = [point[across] for point in line_of]
            for axis, field, line, name in (
                (axes[0, place], "test", "o-", "test"),
                (axes[0, place], "train", "--", "training"),
                (axes[1, place], "size", "o-", ""),
            ):
                axis.plot(
                    at,
                    [point[field] for point in line_of],
                    line,
                    color=colour,
                    markersize=3,
                    linewidth=1,
                    label=f"K = {order}, {name}" if name else None,
                )
        for axis in axes[:, place]:
            axis.set_xscale(scale)
        axes[1, place].set_xlabel(words)
    for axis, order in zip(right.subplots(len(orders), squeeze=False).flat, orders, strict=True):
        _against_size(axis, points, order)
    axes[0, 0].set_ylabel("accuracy")
    axes[1, 0].set_ylabel("monomials")
    for axis in axes.flat:
        axis.grid(alpha=0.25)
    left.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside upper center", ncols=4)
    right.suptitle(data)
    return figure


def _against_size(axis: Axes, points: list[dict[str, Any]], order: int) -> None:
    """Test accuracy against the monomials, on its own scale."""
    for method, mark in (("L0-RBoost", "o"), ("LPBoost", "x")):
        found = [p for p in points if (p["method"], p["order"]) == (method, order)]
        axis.plot(
            [point["size"] for point in found],
            [point["test"] for point in found],
            mark,
            color=ORDERS[order],
            markersize=4,
            label=method,
        )
    axis.set_xlabel(f"monomials, K = {order}")
    axis.set_ylabel("test accuracy")
    axis.grid(alpha=0.25)
    axis.legend(fontsize="small")
