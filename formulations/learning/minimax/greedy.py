"""The sparse greedy machine: one basis at a time, the best of a few random candidates."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from nzdd.formulations.iteration.history import OnStep, Step
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME, Limits
from nzdd.formulations.learning.minimax.hyperplane import accuracy_bound
from nzdd.formulations.learning.minimax.kernels import BasisSearch, Output, gaussian
from nzdd.formulations.learning.minimax.two_classes import TwoClasses
from nzdd.input.arrays import Floats, Ints
from nzdd.input.parameters import check_choice, check_integer

SELECTIONS = ("features", "width")
CERTAIN = 1 - 1e-9
"""From this bound on no further basis is added."""

HEADER = f"{'bases':>6}{'seconds':>9}{'m':>12}{'Omega':>10}{'columns':>9}"
"""The header of the table of `BasisStep.line`."""


@dataclass(frozen=True, slots=True)
class BasisStep(Step):
    """The machine after one more basis, with m of equation (4).

    `number` counts bases from 1, and `columns` the positive widths of the new basis.
    """

    m: float = math.inf

    @property
    def bound(self) -> float:
        """Omega, the lower bound on the accuracy."""
        return self.lower

    def line(self) -> str:
        """The step as a line of the table under `HEADER`."""
        return (
            f"{self.number:>6,}{self.seconds:>9.2f}{self.m:>12.6g}{self.bound:>10.6f}"
            f"{self.columns:>9,}"
        )


@dataclass(frozen=True, slots=True, eq=False)
class SparseMinimaxMachine:
    """A weighted sum of Gaussian bases, with a lower bound on its accuracy.

    Attributes
    ----------
    centres : ndarray of float64, shape (num_bases, columns)
        Rows of the sample.
    gammas : ndarray of float64, shape (num_bases, columns)
        The widths of each basis, in units of the columns.
    weights : ndarray of float64, shape (num_bases,)
    offset : float
    m : float
    history : list of BasisStep
    limit : str
        What ended the search: "bases" (there are `max_bases`), "gain" (the next basis would raise
        the bound by at most `min_gain`; or there is none, as no candidate separates the means of
        the classes), "certain" (the bound is 1), "time", "interrupted" (Ctrl-C).
    scale : ndarray of float64, shape (columns,)
        The standard deviations by which the columns were divided.
    """

    centres: Floats
    gammas: Floats
    weights: Floats
    offset: float
    m: float
    history: list[BasisStep]
    limit: str
    scale: Floats

    @property
    def bound(self) -> float:
        """Omega, equation (3)."""
        return accuracy_bound(self.m)

    @property
    def column_weights(self) -> Floats:
        """The importance of each column: its share of the widths, a mean over bases, of sum 1.

        Widths are in standard deviations of the columns, and those of a basis are divided by their
        sum, so that narrow bases count no more than wide ones. A basis counts by what it added to
        the bound: later ones, which add little, take up any column (figure 3 of the paper). All 0
        if there is no basis.
        """
        if not len(self.gammas):
            return np.zeros_like(self.scale)
        widths = self.gammas * self.scale**2
        gains = np.diff([step.bound for step in self.history], prepend=0.0)
        return np.asarray(gains @ (widths / widths.sum(axis=1, keepdims=True)) / gains.sum())

    def decision_function(self, rows: ArrayLike) -> Floats:
        """Above 0 for class x, shape (num_rows,); the means of the training classes differ by 1.

        Time O(bases x rows x columns), memory O(rows x columns).
        """
        table = np.asarray(rows, np.float64)
        values = np.full(len(table), -self.offset)
        for weight, centre, gamma in zip(self.weights, self.centres, self.gammas, strict=True):
            values += weight * gaussian(table, centre, gamma)
        return values

    def summary(self) -> str:
        """A few lines of text for people."""
        seconds = self.history[-1].seconds if self.history else 0.0
        lines = [
            ("bound", f"at least {self.bound:.2%} of either class right (m = {self.m:.6g})"),
            ("bases", f"{len(self.weights)}, ended by {self.limit}"),
            ("columns", f"{np.count_nonzero(self.column_weights)} of {self.scale.size} used"),
            ("seconds", f"{seconds:.2f}"),
        ]
        return "\n".join(f"{name:<8} {text}" for name, text in lines)


def greedy_machine(
    classes: TwoClasses,
    *,
    max_bases: int = 50,
    candidates: int | None = 5,
    selection: str = "features",
    min_gain: float = 0.0,
    min_width_gain: float = 1e-6,
    seed: int | np.random.Generator | None = None,
    time_limit: float | None = None,
    on_step: OnStep | None = None,
) -> SparseMinimaxMachine:
    """Repeatedly add the basis that raises the bound most, of a few random candidates.

    The machine so far and the new basis are the two coordinates of a problem in the plane. By
    theorem 1 its bound is that of the whole machine.

    Parameters
    ----------
    classes : TwoClasses
    max_bases : int, default 50
    candidates : int or None, default 5
        The number of distinct rows drawn as centres for each basis, all equally likely; None tries
        all rows.
    selection : {"features", "width"}, default "features"
        A width for each column, or one for all (of columns divided by their standard deviations).
    min_gain : float, default 0.0
        The search ends before a basis that raises the bound by at most this.
    min_width_gain : float, default 1e-6
        The search for the widths of a candidate ends at a step that lowers ``arctan(m)`` by at most
        this. Smaller values raise the bound, but widths then overfit the training rows. A single
        width for all columns is always found to 1e-9.
    seed : int or Generator, optional
        Of the random centres. The same seed gives the same machine.
    time_limit : float, optional
        Seconds, after which the search ends with the candidate that it is at.
    on_step : callable, optional
        Called with a `BasisStep` after every basis.

    Returns
    -------
    SparseMinimaxMachine

    Raises
    ------
    ValueError
        If a parameter is out of range.
    KeyboardInterrupt
        On Ctrl-C before the first basis.

    Notes
    -----
    Strohmann, Belitski, Grudic and DeCoste 2003, section 2. Time O(bases x candidates x steps x
    rows x columns), memory O(rows x columns).
    """
    check_integer("max_bases", max_bases)
    check_integer("candidates", candidates, choices=[None])
    check_choice("selection", selection, SELECTIONS)
    for name, value in (("min_gain", min_gain), ("min_width_gain", min_width_gain)):
        if not 0 <= value < 1:
            raise ValueError(f"{name} is {value}; it must be at least 0 and below 1")
    random, limits = np.random.default_rng(seed), Limits(time_limit)
    scale = classes.scale()
    scaled = TwoClasses(classes.rows / scale, classes.shares, classes.num_x)
    size = len(scaled.rows) if candidates is None else min(candidates, len(scaled.rows))
    centres: list[int] = []
    gammas: list[Floats] = []
    weights, offset = np.empty(0), 0.0
    values: Floats | None = None
    m, limit = np.inf, None
    history: list[BasisStep] = []
    while limit is None:
        rows = random.choice(len(scaled.rows), size, replace=False)
        try:
            found, row, gamma = _best_basis(scaled, rows, values, selection, min_width_gain, limits)
        except KeyboardInterrupt:
            if not centres:
                raise
            limit = INTERRUPTED
            break
        if accuracy_bound(found.m) <= accuracy_bound(m) + min_gain:
            limit = "gain"
            break
        centres.append(row)
        gammas.append(gamma)
        weights = np.append(found.previous * weights, found.basis)
        offset = found.previous * offset + found.offset
        values, m = found.values, found.m
        step = BasisStep(
            len(centres),
            limits.seconds,
            accuracy_bound(m),
            1.0,
            int(np.count_nonzero(gamma)),
            m,
        )
        history.append(step)
        if on_step is not None:
            on_step(step)
        if step.bound >= CERTAIN:
            limit = "certain"
        elif step.number == max_bases:
            limit = "bases"
        elif limits.ends():
            limit = TIME
    columns = scale.size
    return SparseMinimaxMachine(
        classes.rows[centres],
        np.array(gammas).reshape(-1, columns) / scale**2,
        weights,
        offset,
        float(m),
        history,
        limit,
        scale,
    )


def _best_basis(
    classes: TwoClasses,
    rows: Ints,
    values: Floats | None,
    selection: str,
    min_gain: float,
    limits: Limits,
) -> tuple[Output, int, Floats]:
    """The basis of least m centred at one of these rows, that row, and its widths."""
    best: tuple[Output, int, Floats] | None = None
    for row in rows:
        search = BasisSearch(classes, classes.rows[row], values)
        gamma = search.best_gamma(per_column=selection == "features", min_gain=min_gain)
        found = search.output(gaussian(classes.rows, classes.rows[row], gamma))
        if best is None or found.m < best[0].m:
            best = found, int(row), gamma
        if limits.ends():
            break
    assert best is not None
    return best
