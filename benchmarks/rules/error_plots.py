"""Pictures of error against literals, from ``results/rules.json``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.rules import data_sets, peers
from nzdd.adapters.pictures.matplotlib import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, PINK, YELLOW, SKY, BLACK, GREY = COLOURS
FAMILIES: dict[str, tuple[tuple[str, ...], str, str]] = {
    "trees": (tuple(f"tree, {n} leaves" for n in peers.LEAVES), GREY, "s-"),
    "L1 logistic, bits": (
        (*(f"L1 logistic, {n} bits" for n in peers.SIZES), "L1 logistic, bits"),
        BLUE,
        "v-",
    ),
    "FIGS": (tuple(f"FIGS, {n}" for n in peers.SIZES), GREEN, "^-"),
    "BoostedRules": (tuple(f"BoostedRules, {n}" for n in peers.SIZES), SKY, "d-"),
    "FasterRisk": (tuple(f"FasterRisk, {n}" for n in peers.SIZES), PINK, "P-"),
    "RuleFit": (("RuleFit, 30",), YELLOW, "x"),
    "RIPPER": (("RIPPER",), GREEN, "*"),
    "BRCG": (("BRCG",), PINK, "h"),
    "EBM": (("EBM, 4 bags",), BLACK, "<"),
    "XGBoost": (("XGBoost",), GREY, ">"),
    "nzdd, rules": ((*(f"rules, {n} literals" for n in peers.SIZES), "rules"), ORANGE, "o-"),
}
"""Methods of one kind with growing size, their colour, and how they are drawn."""
ACROSS = 4
FEWEST = 10
"""Sets that a method must have all folds of to be in the picture of means."""


def _complete(runs: list[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    """Those with an answer for every fold of their set, by set and method."""
    folds: dict[str, int] = {}
    for run in runs:
        folds[run["sample"]] = max(folds.get(run["sample"], 0), run["folds"])
    return {
        (run["sample"], run["method"]): run
        for run in runs
        if not run["trouble"] and run["folds"] == folds[run["sample"]]
    }


def each_set(runs: list[dict[str, Any]]) -> Figure:
    """A small picture for every set."""
    from matplotlib.figure import Figure

    named = _complete(runs)
    known = [name for name in data_sets.NAMES if any(sample == name for sample, _ in named)]
    down = -(-len(known) // ACROSS)
    figure = Figure(figsize=(10, 0.6 + 1.9 * down), layout="constrained")
    axes = figure.subplots(down, ACROSS, squeeze=False).ravel()
    for place, axis in enumerate(axes):
        if place >= len(known):
            axis.set_visible(False)
            continue
        for label, (methods, colour, look) in FAMILIES.items():
            points = [named[known[place], m] for m in methods if (known[place], m) in named]
            _draw(axis, [(p["literals"], 100 * p["error"]) for p in points], label, colour, look)
        larger = named.get((known[place], "larger class"))
        if larger:
            axis.set_ylim(top=min(axis.get_ylim()[1], 105 * larger["error"]))
        axis.set_title(known[place], fontsize="small")
    for axis in axes[max(0, len(known) - ACROSS) : len(known)]:
        axis.set_xlabel("literals", fontsize="small")
    _label(figure)
    figure.supylabel("error, %", fontsize="small")
    return figure


def all_sets(runs: list[dict[str, Any]]) -> Figure:
    """Means over the sets with two classes that every method drawn has all folds of.

    An error is divided by that of the larger class; means of literals are geometric.
    """
    from matplotlib.figure import Figure

    named = _complete(runs)
    count = Counter(method for _, method in named)
    drawn = {m for methods, *_ in FAMILIES.values() for m in methods if count[m] >= FEWEST}
    whole = [name for name in data_sets.NAMES if all((name, method) in named for method in drawn)]
    figure = Figure(figsize=(7.5, 4.5), layout="constrained")
    axes = figure.subplots()
    for label, (methods, colour, look) in FAMILIES.items():
        points = []
        for method in methods:
            if method in drawn and whole:
                each = [(named[name, method], named[name, "larger class"]) for name in whole]
                literals = np.exp(np.mean([np.log(max(run["literals"], 1)) for run, _ in each]))
                share = np.mean([run["error"] / larger["error"] for run, larger in each])
                points.append((float(literals), float(share)))
        _draw(axes, points, label, colour, look)
    axes.set_xlabel("literals", fontsize="small")
    axes.set_ylabel(
        f"error / that of the larger class, mean of {len(whole)} sets", fontsize="small"
    )
    _label(figure)
    return figure


def _draw(
    axes: Axes, points: list[tuple[float, float]], label: str, colour: str, look: str
) -> None:
    if not points:
        return
    ours = label.startswith("nzdd")
    axes.plot(
        [max(x, 0.5) for x, _ in points],
        [y for _, y in points],
        look,
        color=colour,
        markersize=6 if ours else 4,
        linewidth=2 if ours else 0.8,
        label=label,
        zorder=3 if ours else 2,
    )
    axes.set_xscale("log")
    axes.grid(alpha=0.25)
    axes.tick_params(labelsize="x-small")


def _label(figure: Figure) -> None:
    """One legend for all axes."""
    known: dict[str, Any] = {}
    for axes in figure.axes:
        handles, labels = axes.get_legend_handles_labels()
        known |= dict(zip(labels, handles, strict=True))
    names = [name for name in FAMILIES if name in known]
    figure.legend(
        [known[name] for name in names],
        names,
        loc="outside lower center",
        ncols=6,
        fontsize="x-small",
        frameon=False,
    )
