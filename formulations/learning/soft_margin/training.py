"""Fit a linear classifier of maximal soft margin to rows and labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.formulations.iteration.limits import INTERRUPTED, Limits
from nzdd.formulations.learning.linear_classifier import LinearClassifier
from nzdd.formulations.learning.soft_margin.methods.dispatch import solve
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.nu_choice import solve_with_default_nu
from nzdd.formulations.learning.soft_margin.sample import class_samples
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.learning.soft_margin.soft_margin_result import SoftMarginResult
from nzdd.input.parameters import check_number
from nzdd.input.row_table import Progress


@dataclass(frozen=True, slots=True, eq=False)
class SoftMarginFit:
    """The result of `fit`.

    Attributes
    ----------
    classes : ndarray
        The distinct labels, sorted.
    results : tuple of SoftMarginResult
        One for two classes; for more, one for each class against the rest.
    feature_names : tuple of str or None
    """

    classes: NDArray[Any]
    results: tuple[SoftMarginResult, ...]
    feature_names: tuple[str, ...] | None = None

    @property
    def classifier(self) -> LinearClassifier:
        """A new classifier with the weights of all results."""
        return LinearClassifier(
            np.stack([result.weights for result in self.results]),
            np.array([result.intercept for result in self.results]),
            tuple(self.classes.tolist()),
            self.feature_names,
        )


def fit(
    rows: Any,
    labels: ArrayLike,
    *,
    nu: float | Sequence[float] | str = "auto",
    weights: ArrayLike | None = None,
    class_weight: str | Mapping[Any, float] | None = None,
    slack: str = "auto",
    blocks: int = 256,
    signed: bool = True,
    bias: str = "penalised",
    algorithm: str = "auto",
    feature_names: Sequence[str] | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> SoftMarginFit:
    """Find a linear classifier of maximal soft margin.

    Parameters
    ----------
    rows : RowTable or anything `nzdd.input.row_table.as_row_table` takes
    labels : array_like, shape (num_rows,)
        Numbers, bools or strings. Of two classes the second in sorted order is the positive one.
        Of more classes, each is separated from the rest.
    nu : float, sequence of float (one for each problem) or "auto"
        In (0, 1]; see `SoftMarginProblem`. ``auto``: see `solve_with_default_nu`.
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
    time_limit : float, optional
        Seconds for each problem, from its diagram on; the limit of the result is then "time".

    Returns
    -------
    SoftMarginFit
        After Ctrl-C in the last problem the best so far, with the limit "interrupted".

    Raises
    ------
    ValueError
        If an argument is out of range or of a wrong kind, or there are fewer than two classes.
    KeyboardInterrupt
        On Ctrl-C before there is a nu and weights for every class.

    Notes
    -----
    Rows of at most 63 features are packed into machine words once; see `LabelledSample.from_rows`
    and the method for time and memory.
    """
    given_nus: list[Any] = list(nu) if isinstance(nu, (list, tuple)) else [nu]
    for value in given_nus:
        check_number("nu", value, most=1.0, above=True, choices=["auto"])
    classes, samples = class_samples(rows, labels, weights, class_weight, progress=progress)
    results: list[SoftMarginResult] = []
    started = perf_counter()
    for sample in samples:
        diagram = SampleDiagram.from_sample(sample, slack, blocks=blocks, progress=progress)
        seconds = {"build": perf_counter() - started}
        started = perf_counter()
        interior_point = InteriorPoint(diagram)
        seconds["order"] = perf_counter() - started
        given: dict[str, Any] = {
            "algorithm": algorithm,
            "progress": progress,
            "limits": Limits(time_limit),
        }
        given |= options
        value = given_nus[0] if len(given_nus) == 1 else given_nus[len(results)]
        if isinstance(value, str):
            started = perf_counter()
            result = solve_with_default_nu(interior_point, signed=signed, bias=bias, **given)
            seconds["nu"] = perf_counter() - started - sum(result.seconds.values())
        else:
            problem = SoftMarginProblem(diagram, float(value), signed, bias)
            result = solve(problem, interior_point=interior_point, **given)
        results.append(replace(result, seconds=seconds | result.seconds))
        if result.limit == INTERRUPTED and classes.size > max(2, len(results)):
            raise KeyboardInterrupt  # the other classes have no weights yet
        started = perf_counter()
    names = None if feature_names is None else tuple(feature_names)
    return SoftMarginFit(classes, tuple(results), names)
