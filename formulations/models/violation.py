"""How far a point is from satisfying a linear model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Violation:
    """The largest violations of a point, each 0 where everything of its kind holds.

    A point with a NaN or an infinity in it violates by infinity.

    Attributes
    ----------
    rows, bounds : float
        Largest distance of a row activity from its row bounds, and of a value from its column
        bounds.
    integrality : float
        Largest distance of the value of an integer column from the nearest integer.
    scaled : float
        Largest of all three, where a distance from a bound ``b`` counts as
        ``distance / (1 + |b|)``, the measure in which solvers promise their tolerances.
    place : str
        Which row or column attains `scaled`, as text; empty where nothing is violated.
    """

    rows: float
    bounds: float
    integrality: float
    scaled: float
    place: str = ""

    def within(self, tolerance: float) -> bool:
        """Say whether `scaled` is at most `tolerance`."""
        return self.scaled <= tolerance


def measure(
    point: Floats,
    activity: Floats,
    column_bounds: tuple[Floats, Floats],
    row_bounds: tuple[Floats, Floats],
    integrality: NDArray[np.bool_],
    column_label: Callable[[int], str],
    row_label: Callable[[int], str],
) -> Violation:
    """Return the violation of a point with its row activities; labels name rows and columns."""
    rows, scaled_rows = _outside(activity, *row_bounds)
    bounds, scaled_bounds = _outside(point, *column_bounds)
    with np.errstate(invalid="ignore"):
        fraction = np.where(integrality, np.abs(point - np.rint(point)), 0.0)
    fraction[integrality & ~np.isfinite(point)] = np.inf
    candidates = [
        (*_largest(scaled_rows), row_label, "is outside its bounds"),
        (*_largest(scaled_bounds), column_label, "is outside its bounds"),
        (*_largest(fraction), column_label, "is not integer"),
    ]
    scaled, at, label, complaint = max(candidates, key=lambda candidate: candidate[0])
    return Violation(
        _largest(rows)[0],
        _largest(bounds)[0],
        _largest(fraction)[0],
        scaled,
        f"{label(at)} {complaint} by {scaled:.3g}" if scaled > 0 else "",
    )


def _outside(values: Floats, lower: Floats, upper: Floats) -> tuple[Floats, Floats]:
    """Distances of values from [lower, upper], plain and divided by 1 + |bound|."""
    with np.errstate(invalid="ignore"):
        below = np.where(np.isneginf(lower), 0.0, lower - values)
        above = np.where(np.isposinf(upper), 0.0, values - upper)
    nearest = np.where(below > above, lower, upper)
    distance = np.maximum(np.maximum(below, above), 0.0)
    scaled = np.where(distance > 0, distance, 0.0)
    scaled[scaled > 0] /= 1.0 + np.abs(nearest[scaled > 0])
    # A NaN or infinite value has no distance that means anything.
    bad = ~np.isfinite(values)
    distance[bad] = scaled[bad] = np.inf
    return distance, scaled


def _largest(values: Floats) -> tuple[float, int]:
    """Largest value and its place; 0 for no values."""
    return (float(values.max()), int(values.argmax())) if values.size else (0.0, 0)
