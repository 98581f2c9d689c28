"""Figures by matplotlib, one function a figure, in colours that differ for any colour vision.

All return a ``matplotlib.figure.Figure`` made without pyplot: save it by ``savefig()``; a notebook
shows it by itself. They raise `MissingExtraError` where matplotlib is not installed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import scipy.sparse as sp

from nzdd.adapters.extras import require
from nzdd.formulations.iteration.history import Step
from nzdd.formulations.learning.rules.path import RulePath
from nzdd.formulations.learning.rules.rule_fit import RuleFit
from nzdd.formulations.learning.soft_margin.soft_margin_result import SoftMarginResult
from nzdd.formulations.models.linear import LinearModel
from nzdd.nzdd import NZDD
from nzdd.zdd import ZDD

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Okabe and Ito 2008: distinct for any colour vision.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")

_CELLS = 300  # of a matrix, at most, along either side
_LEAST = 1e-4  # seconds; the first step takes none, which a logarithm cannot show


def level_profile(diagram: ZDD | NZDD) -> Figure:
    """Nodes on each level of a ZDD, or at each depth of an NZDD, and edges that leave them.

    Edges to terminal 0 are not counted. Time O(nodes + edges).

    Parameters
    ----------
    diagram : ZDD or NZDD
    """
    nodes, edges = diagram.width(), diagram._leaving()
    figure, axes = _canvas(1)
    borders = np.arange(nodes.size + 1) - 0.5
    axes.stairs(edges, borders, color=COLOURS[0], fill=True, alpha=0.3, label="edges from there")
    axes.stairs(nodes, borders, color=COLOURS[1], linewidth=1.5, label="nodes")
    where = "level" if isinstance(diagram, ZDD) else "depth"
    axes.set(xlabel=where, ylabel="count", ylim=(0, None))
    figure.legend(loc="outside upper right", ncols=2, fontsize="small", frameon=False)
    return figure


def multiplicities(nzdd: NZDD) -> Figure:
    """A histogram of the multiplicities of an NZDD's edges, a bar a power of two.

    A diagram compresses well where many rows share an edge: mass on the right. Both axes are
    logarithmic; edges of multiplicity 0 are left out. Time O(edges).

    Parameters
    ----------
    nzdd : NZDD

    Raises
    ------
    ValueError
        If no edge has a positive multiplicity.
    """
    shown = nzdd.multiplicity[(nzdd.multiplicity > 0) & np.isfinite(nzdd.multiplicity)]
    if not shown.size:
        raise ValueError("no edge has a positive, finite multiplicity; there is nothing to count")
    # exponents, not logarithms, so that a power of two falls into its own bar
    exponents = np.frexp(shown)[1] - 1
    powers = np.arange(exponents.min(), exponents.max() + 2)
    counts = np.bincount(exponents - powers[0])
    figure, axes = _canvas(1)
    bars = {"width": 2.0 ** powers[:-1], "align": "edge", "edgecolor": "white"}
    axes.bar(2.0 ** powers[:-1], counts, color=COLOURS[0], **bars)
    axes.set_xscale("log", base=2)
    axes.set(yscale="log", xlabel="multiplicity (rows through an edge)", ylabel="edges")
    axes.set_ylim(bottom=0.5)
    return figure


def spy(before: LinearModel | Any, after: LinearModel | Any) -> Figure:
    """The nonzeros of two matrices side by side, in the scale of the larger one.

    A cell stands for many entries; the more of them are not zero, the darker it is. Time
    O(nonzeros).

    Parameters
    ----------
    before, after : LinearModel, or sparse matrix or array
        Such as a model and its extended formulation.
    """
    matrices = [
        (model.matrix if isinstance(model, LinearModel) else sp.coo_array(model)).tocoo()
        for model in (before, after)
    ]
    rows, columns = np.max([matrix.shape for matrix in matrices], axis=0)
    figure, axes = _canvas(1, 2, sharex=True, sharey=True)
    for place, title, matrix in zip(axes, ("before", "after"), matrices, strict=True):
        height, width = (-(-int(most) // _CELLS) or 1 for most in (rows, columns))
        shape = (-(-matrix.shape[0] // height), -(-matrix.shape[1] // width))
        cells = np.zeros(shape)
        np.add.at(cells, (matrix.row // height, matrix.col // width), 1)
        share = np.ma.masked_equal(cells, 0) / (height * width)
        extent = (0, shape[1] * width, shape[0] * height, 0)
        if cells.size:
            place.imshow(
                np.sqrt(share),
                cmap="cividis_r",
                vmin=-0.5,  # the lightest colours are hard to see
                vmax=1,
                extent=extent,
                aspect="auto",
                interpolation="nearest",
            )
        size = f"{matrix.shape[0]:,} x {matrix.shape[1]:,}, {matrix.nnz:,} nonzeros"
        place.set_title(f"{title}: {size}", fontsize="small")
        place.set_xlabel("column")
    axes[0].set(ylabel="row", xlim=(0, max(columns, 1)), ylim=(max(rows, 1), 0))
    return figure


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

    Raises
    ------
    ValueError
        If there is no result, or one without steps.
    """
    empty = [name for name, result in results.items() if not result.history]
    if empty or not results:
        what = f"{empty[0]!r} has no steps" if empty else "there is no result"
        raise ValueError(f"{what}; give results of methods that took at least one step")
    figure, (above, below) = _canvas(2, sharex=True, height_ratios=[2, 1])
    for colour, (name, result) in zip(cycle(COLOURS), results.items(), strict=False):
        seconds = np.maximum([step.seconds for step in result.history], _LEAST)
        for side, style, label in (("lower", "-", name), ("upper", "--", None)):
            ends = np.array([getattr(step, side) for step in result.history])
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
    above.set(xscale="log", ylabel="lower and upper (dashed) bound")
    below.set(xscale="log", yscale="log", xlabel="seconds", ylabel="gap")
    figure.legend(loc="outside right upper", fontsize="small")
    return figure


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

    Raises
    ------
    ValueError
        If there is no result.
    """
    if not results:
        raise ValueError("there is no result; give at least one")
    figure, (above, below) = _canvas(2, sharex=True, height_ratios=[2, 1])
    ordered = sorted(results, key=lambda result: result.problem.nu)
    nus = [result.problem.nu for result in ordered]
    weights = np.stack([result.weights for result in ordered])
    size = np.abs(weights).max(axis=0)
    leading = np.argsort(-size, kind="stable")[:shown]
    others = np.setdiff1d(np.flatnonzero(size), leading)
    above.plot(nus, weights[:, others], color="0.8", linewidth=0.8)
    for colour, j in zip(cycle(COLOURS), leading.tolist(), strict=False):
        label = str(j) if names is None else names[j]
        above.plot(nus, weights[:, j], color=colour, label=label, marker=".")
    bias = [result.intercept for result in ordered]
    above.plot(nus, bias, color="0.4", linestyle=":", label="bias")
    above.set_ylabel("weight")
    below.plot(nus, [result.objective for result in ordered], color=COLOURS[0], marker=".")
    below.set(xlabel="nu", ylabel="soft margin")
    figure.legend(loc="outside right upper", fontsize="small")
    return figure


def rule_path(path: RulePath, chosen: int | None = None) -> Figure:
    """Held-out loss against the number of literals, along a path of penalties.

    A line for the weights of the optima, and one for relaxed weights where both were compared. The
    band is one standard error above the least loss; the chosen point is ringed.

    Parameters
    ----------
    path : RulePath
        ``result_.path`` of a `RuleClassifier` or `RuleRegressor` whose penalty was chosen.
    chosen : int, optional
        The position of a point, such as ``result_.chosen``.

    Raises
    ------
    ValueError
        If the path has no points.
    """
    if not path.points:
        raise ValueError("the path has no points; fit with alpha='auto'")
    literals = [point.num_literals for point in path.points]
    losses = [point.held_out_loss for point in path.points]
    figure, axes = _canvas(1)
    least = min(losses)
    band = {"color": COLOURS[1], "alpha": 0.15, "linewidth": 0}
    axes.axhspan(least, least + path.standard_error, label="one standard error", **band)
    shares = sorted({point.relax for point in path.points})
    for share, colour in zip(shares, (COLOURS[0], COLOURS[2]), strict=False):
        own = [at for at, point in enumerate(path.points) if point.relax == share]
        label = "held-out loss" + (f", weights relaxed to {share:g}" if share < 1 else "")
        line = {"color": colour, "marker": ".", "label": label}
        axes.plot([literals[at] for at in own], [losses[at] for at in own], **line)
    if chosen is not None:
        ring = {"marker": "o", "markersize": 10, "fillstyle": "none", "linestyle": "none"}
        axes.plot(literals[chosen], losses[chosen], color=COLOURS[6], label="chosen", **ring)
    axes.set(xlabel="literals in all rules", ylabel="mean held-out loss", xlim=(0, None))
    figure.legend(loc="outside upper right", ncols=3, fontsize="small", frameon=False)
    return figure


def rule_front(fit: RuleFit) -> Figure:
    """The Pareto front of held-out loss against the number of literals.

    The band is one standard error to both sides. Points are filled where a vote is the optimum for
    a penalty, and hollow where it is the best found of its size; the chosen one is ringed.

    Parameters
    ----------
    fit : RuleFit
        ``result_`` of a `RuleClassifier` or `RuleRegressor` whose penalty was chosen.

    Raises
    ------
    ValueError
        If no votes were compared.
    """
    front = fit.front()
    if not front:
        raise ValueError("there are no votes to compare; fit with alpha='auto'")
    literals = [point.num_literals for point in front]
    losses = np.array([point.held_out_loss for point in front])
    rows = fit.path.num_held_out
    errors = np.array([point.held_out.standard_error(rows) for point in front])
    figure, axes = _canvas(1)
    band: Any = {"step": "post", "linewidth": 0, "color": COLOURS[0], "alpha": 0.15}
    band["label"] = "one standard error"
    axes.fill_between(literals, losses - errors, losses + errors, **band)
    axes.step(literals, losses, where="post", color=COLOURS[0], linewidth=0.8)
    for label, own, style in (
        ("optimum for a penalty", False, "full"),
        ("best found of its size", True, "none"),
    ):
        chosen = [at for at, each in enumerate(front) if (fit.position(each) is None) == own]
        mark: Any = {"marker": "o", "linestyle": "none", "fillstyle": style, "color": COLOURS[0]}
        if chosen:
            axes.plot([literals[at] for at in chosen], losses[chosen], label=label, **mark)
    point = fit.point
    if point is not None:
        ring: Any = {"marker": "o", "markersize": 12, "fillstyle": "none", "linestyle": "none"}
        place = point.num_literals, point.held_out_loss
        axes.plot(*place, color=COLOURS[6], label="chosen", **ring)
    axes.set(xlabel="literals in all rules", ylabel="mean held-out loss", xlim=(0, None))
    figure.legend(loc="outside upper right", ncols=4, fontsize="small", frameon=False)
    return figure


def _canvas(rows: int, columns: int = 1, **options: Any) -> tuple[Figure, Any]:
    """A figure and its axes; `options` are those of ``Figure.subplots``."""
    Figure = require("matplotlib.figure", "a figure").Figure
    figure = Figure(figsize=(7, 6 if rows > 1 else 4), layout="constrained")
    return figure, figure.subplots(rows, columns, **options)
