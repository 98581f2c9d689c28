"""From rows and labels to a linear classifier of maximal soft margin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.formulations.iteration.limits import Interrupted
from nzdd.formulations.learning.classes import class_factors, numbered
from nzdd.formulations.learning.linear_classifier import Label, LinearClassifier
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.methods.solve import solve
from nzdd.formulations.learning.soft_margin.nu import default_nu
from nzdd.formulations.learning.soft_margin.problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.result import SoftMarginResult
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.input.row_table import Progress, as_row_table, packed


@dataclass(frozen=True, slots=True, eq=False)
class SoftMarginFit:
    """A classifier and how it was found.

    Attributes
    ----------
    classifier : LinearClassifier
    results : tuple of SoftMarginResult
        One for two classes, otherwise one a class against the rest.
    """

    classifier: LinearClassifier
    results: tuple[SoftMarginResult, ...]


def fit(
    rows: Any,
    labels: ArrayLike,
    *,
    nu: float | str = "auto",
    weights: ArrayLike | None = None,
    class_weight: str | Mapping[Any, float] | None = None,
    slack: str = "auto",
    blocks: int = 256,
    signed: bool = True,
    bias: str = "penalised",
    algorithm: str = "auto",
    feature_names: Sequence[str] | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> SoftMarginFit:
    """Find a linear classifier of maximal soft margin.

    Parameters
    ----------
    rows : RowTable or anything `nzdd.input.row_table.as_row_table` takes
    labels : array_like, shape (num_rows,)
        Numbers, bools or strings. Of two classes the second in sorted order is the positive one;
        of more each is separated from the rest.
    nu : float or "auto"
        In (0, 1]; see `SoftMarginProblem`. ``auto``: `default_nu` of each problem.
    weights : array_like of float, shape (num_rows,), optional
    class_weight : "balanced" or mapping from label to factor, optional
        ``balanced``: both classes of each problem have the same weight.
    slack, blocks
        See `SampleDiagram.from_sample`.
    signed, bias
        See `SoftMarginProblem`.
    algorithm, **options
        See `nzdd.formulations.learning.soft_margin.solve`.
    feature_names : sequence of str, optional

    Raises
    ------
    ValueError
        If an argument is not what it must be, or there are fewer than two classes.
    Interrupted
        On Ctrl-C in the last problem to solve, with the `SoftMarginFit` of the best so far.

    Notes
    -----
    Rows of at most 63 features are packed into machine words once; see `LabelledSample.from_rows`
    and the method for time and memory.
    """
    if isinstance(nu, str) and nu != "auto":
        raise ValueError(f"nu is {nu!r}; take 'auto', or a number above 0 and not above 1")
    family = packed(as_row_table(rows, weights), progress)
    values = np.asarray(labels)
    if values.shape != (family.num_rows,):
        raise ValueError(f"labels have shape {values.shape}, but there are {family.num_rows} rows")
    if family.weights is not None and not family.weights.all():  # classes of the others are none
        weighty = np.flatnonzero(family.weights)
        family, values = family.take(weighty), values[weighty]
    classes, index = numbered(values)
    factors = class_factors(class_weight, classes)
    if factors is not None:
        given = 1.0 if family.weights is None else family.weights
        family = family.weighted(factors[index] * given)

    def one(positive: NDArray[np.bool_]) -> SoftMarginResult:
        started = perf_counter()
        sample = LabelledSample.from_rows(family, positive, progress=progress)
        if class_weight == "balanced":
            sample = sample.balanced()
        diagram = SampleDiagram.from_sample(sample, slack, blocks=blocks, progress=progress)
        seconds = {"build": perf_counter() - started}
        interior_point = InteriorPoint(diagram)
        seconds["order"] = perf_counter() - started - seconds["build"]
        if nu == "auto":
            begun = perf_counter()
            try:
                value = default_nu(interior_point, signed=signed, bias=bias, progress=progress)
            except Interrupted:
                raise KeyboardInterrupt from None  # weights for another nu are no answer
            seconds["nu"] = perf_counter() - begun
        else:
            value = float(nu)
        problem = SoftMarginProblem(diagram, value, signed, bias)
        try:
            result = solve(
                problem, algorithm, interior_point=interior_point, progress=progress, **options
            )
        except Interrupted as stop:
            raise Interrupted(_timed(stop.solution, seconds)) from None
        return _timed(result, seconds)

    kept = tuple(classes.tolist())
    targets = [index == 1] if classes.size == 2 else [index == k for k in range(classes.size)]
    results: list[SoftMarginResult] = []
    for target in targets:
        try:
            results.append(one(target))
        except Interrupted as stop:
            if len(results) + 1 < len(targets):
                raise KeyboardInterrupt from None  # the other classes have no weights yet
            results.append(stop.solution)
            raise Interrupted(_joined(results, kept, feature_names)) from None
    return _joined(results, kept, feature_names)


def _timed(result: SoftMarginResult, seconds: dict[str, float]) -> SoftMarginResult:
    return replace(result, seconds=seconds | result.seconds)


def _joined(
    results: Sequence[SoftMarginResult],
    classes: tuple[Label, ...],
    feature_names: Sequence[str] | None,
) -> SoftMarginFit:
    classifier = LinearClassifier(
        np.stack([result.weights for result in results]),
        np.array([result.intercept for result in results]),
        classes,
        None if feature_names is None else tuple(feature_names),
    )
    return SoftMarginFit(classifier, tuple(results))
