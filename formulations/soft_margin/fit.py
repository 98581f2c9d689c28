"""From rows and labels to a linear classifier of maximal soft margin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.distinct import packed
from nzdd.family import Family, Progress, as_family
from nzdd.formulations.soft_margin.flow_solution import Interrupted
from nzdd.formulations.soft_margin.interior_point import InteriorPoint
from nzdd.formulations.soft_margin.linear_classifier import Label, LinearClassifier
from nzdd.formulations.soft_margin.nu_range import default_nu
from nzdd.formulations.soft_margin.problem import SoftMarginProblem
from nzdd.formulations.soft_margin.result import SoftMarginResult
from nzdd.formulations.soft_margin.sample import LabelledSample
from nzdd.formulations.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.soft_margin.solve import solve


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
    rows : Family or anything `nzdd.family.as_family` takes
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
        See `nzdd.formulations.soft_margin.solve.solve`.
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
    family = packed(as_family(rows, weights), progress)
    classes, index = _numbered(np.asarray(labels))
    if index.shape != (family.num_rows,):
        raise ValueError(f"labels have shape {index.shape}, but there are {family.num_rows} rows")
    if isinstance(class_weight, Mapping):
        family = _reweighted(family, classes, index, class_weight)
    elif class_weight not in (None, "balanced"):
        raise ValueError(
            f"class_weight is {class_weight!r}; take None, 'balanced' or a mapping from labels to "
            "factors"
        )
    if family.weights is not None:  # a class without weight is none
        classes, index, family = _weighty(classes, index, family)
    if classes.size < 2:
        raise ValueError(
            f"there is only one class, {classes.tolist()}, in the rows of positive weight; "
            "a classifier needs at least two"
        )

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

    kept = tuple(label.item() for label in classes)
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


def _numbered(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The distinct labels in order, and the number of each label among them."""
    if labels.dtype.kind in "ui" and labels.ndim == 1 and labels.size:
        least, span = labels.min(), int(labels.max()) - int(labels.min())
        if span < 2**16:  # counting is ten times faster than sorting
            offset = (labels - least).astype(np.intp)
            present = np.bincount(offset, minlength=span + 1) > 0
            values = np.flatnonzero(present)
            return (values + int(least)).astype(labels.dtype), (np.cumsum(present) - 1)[offset]
    return np.unique(labels, return_inverse=True)


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


def _reweighted(
    family: Family, classes: NDArray[Any], index: NDArray[np.int64], factors: Mapping[Any, float]
) -> Family:
    for label in factors:
        if label not in classes.tolist():
            raise ValueError(
                f"class_weight names {label!r}, which is none of the classes {classes.tolist()}"
            )
    factor = np.array([float(factors.get(label, 1.0)) for label in classes.tolist()])
    given = 1.0 if family.weights is None else family.weights
    return family.weighted(factor[index] * given)


def _weighty(
    classes: NDArray[Any], index: NDArray[np.int64], family: Family
) -> tuple[NDArray[Any], NDArray[np.int64], Family]:
    """Without the rows that weigh nothing, and the classes that have no others."""
    assert family.weights is not None
    if family.weights.all():
        return classes, index, family
    rows = np.flatnonzero(family.weights)
    used, index = np.unique(index[rows], return_inverse=True)
    return classes[used], index, family.take(rows)
