"""Numbers for the labels of classes, and weights of classes."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.input.arrays import Floats


def numbered(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.integer[Any]]]:
    """The distinct labels, sorted, and the position of each given label among them.

    Raises ValueError if there is only one class, or labels are of several kinds. Time O(rows) for
    integers in a small range, O(rows log rows) otherwise.
    """
    classes = distinct_labels(labels)
    if classes.size < 2:
        raise ValueError(
            f"there is only one class, {classes.tolist()}, in the rows of positive weight; "
            "a classifier needs rows of two classes at least"
        )
    if classes.size == 2:  # several times faster than searching
        return classes, (labels == classes[1]).astype(np.uint8)
    return classes, np.searchsorted(classes, labels)


def positive_codes(classes: NDArray[Any]) -> range:
    """The positive class of each problem: the second of two classes; of more, each in turn."""
    return range(1, 2) if classes.size == 2 else range(classes.size)


def class_factors(
    class_weight: str | Mapping[Any, float] | None, classes: NDArray[Any]
) -> Floats | None:
    """The factors of all classes if ``class_weight`` is a mapping; None for None and "balanced".

    Raises ValueError for anything else, for unknown classes, and for factors that are not positive.
    """
    if class_weight is None or (isinstance(class_weight, str) and class_weight == "balanced"):
        return None
    if not isinstance(class_weight, Mapping):
        raise ValueError(
            f"class_weight is {class_weight!r}; take None, 'balanced' or a mapping from labels to "
            "factors"
        )
    known = {label: code for code, label in enumerate(classes.tolist())}
    factors = np.ones(classes.size)
    for label, factor in class_weight.items():
        if label not in known:
            raise ValueError(
                f"class_weight names {label!r}, which is not one of the classes {classes.tolist()}"
            )
        if not isinstance(factor, Real) or not 0 < factor < np.inf:
            raise ValueError(
                f"class_weight gives {label!r} the factor {factor!r}; take one above 0"
            )
        factors[known[label]] = factor
    return factors


def distinct_labels(labels: NDArray[Any]) -> NDArray[Any]:
    """The distinct labels, sorted; ValueError if they are of several kinds."""
    if labels.dtype == np.bool_:
        return np.array([value for value in (False, True) if (labels == value).any()])
    if labels.dtype.kind in "ui" and labels.size:
        least, span = labels.min(), int(labels.max()) - int(labels.min())
        if span < 2**16:  # counting is ten times faster than sorting
            above = (labels - least).view(labels.dtype.str.replace("i", "u"))  # may wrap around
            values = np.flatnonzero(np.bincount(above.astype(np.intp)))
            return np.asarray(values.astype(labels.dtype) + least)
    try:
        return np.unique(labels)
    except TypeError:  # no order between them
        raise ValueError(
            "the labels are of several kinds; give numbers only, strings only or booleans only"
        ) from None


def union_of_labels(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """The labels of both, sorted; ValueError where some are strings and others numbers."""
    if not one.size:
        return other
    for kinds in ("OSU", "b"):
        if (one.dtype.kind in kinds) != (other.dtype.kind in kinds):
            raise ValueError(
                f"the labels are of several kinds, such as {one[0]!r} and {other[0]!r}; give "
                "numbers only, strings only or booleans only"
            )
    return distinct_labels(np.concatenate((one, other)))
