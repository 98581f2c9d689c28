"""How far a point is from satisfying a linear model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.arrays import Floats


@dataclass(frozen=True)
class Violation:
    """The largest violations of a point, by kind; infinite for a point with a NaN or an infinity.

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
        """Whether `scaled` is at most `tolerance`."""
        return self.scaled <= tolerance


Values = tuple[Floats, Floats, Floats, Callable[[int], str]]
"""Values, their lower and upper bounds, and what names the place of a value."""


def measure(rows: Values, columns: Values, integrality: NDArray[np.bool_]) -> Violation:
    """The violation of a point, from its row activities and its values."""
    row_distance, scaled_rows = _outside(*rows[:3])
    column_distance, scaled_columns = _outside(*columns[:3])
    point = columns[0]
    with np.errstate(invalid="ignore"):
        fraction = np.where(integrality, np.abs(point - np.rint(point)), 0.0)
    fraction[integrality & ~np.isfinite(point)] = np.inf
    candidates = [
        (*_largest(scaled_rows), rows[3], "is outside its bounds"),
        (*_largest(scaled_columns), columns[3], "is outside its bounds"),
        (*_largest(fraction), columns[3], "is not integer"),
    ]
    scaled, at, label, complaint = max(candidates, key=itemgetter(0))
    place = f"{label(at)} {complaint} by {scaled:.3g}" if scaled > 0 else ""
    row, column, part = (_largest(each)[0] for each in (row_distance, column_distance, fraction))
    return Violation(row, column, part, scaled, place)


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
