"""One row of a diagram, found by a shortest or longest path."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A path from the root to the leaf, that is, a row.

    Attributes
    ----------
    length : float
        The sum of its symbols' lengths; infinite where there is no row, or none of finite length.
    symbols : ndarray of uint32
        The symbols of the row, sorted.
    edges : ndarray of uint32, or None
        The edges of the path from the root on, where the diagram is an NZDD.
    """

    length: float
    symbols: NDArray[np.uint32]
    edges: NDArray[np.uint32] | None = None

    def negated(self) -> Path:
        """The same path under negated lengths."""
        return replace(self, length=-self.length)
