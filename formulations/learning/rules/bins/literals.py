"""Literals: sets of bins of one column, packed into integers."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Kind(IntEnum):
    """What a literal says of a column; the first four only hold for known values."""

    ABOVE = 0
    AT_MOST = 1
    EQUAL = 2
    OTHER = 3
    MISSING = 4
    KNOWN = 5


class Literal(NamedTuple):
    """A literal over bins: ``ABOVE`` means a bin above `bin`, ``OTHER`` a known bin but `bin`."""

    column: int
    kind: Kind
    bin: int

    @property
    def packed(self) -> int:
        """The literal as an integer, as the core has it."""
        return self.column << 11 | self.kind << 8 | self.bin

    @classmethod
    def unpacked(cls, packed: int) -> Literal:
        """The literal of an integer."""
        return cls(packed >> 11, Kind(packed >> 8 & 7), packed & 255)

    @property
    def opposite(self) -> Literal:
        """What holds for the other rows; without those of missing values, unless it is of these."""
        return self._replace(kind=Kind(self.kind ^ 1))  # kinds come in pairs

    def holds(self, codes: NDArray[np.integer[Any]], known: int) -> NDArray[np.bool_]:
        """Where the literal holds, given the bins of its column, of which `known` are known.

        Time O(rows).
        """
        match self.kind:
            case Kind.ABOVE:
                found = (codes > self.bin) & (codes < known)
            case Kind.AT_MOST:
                found = codes <= self.bin
            case Kind.EQUAL:
                found = codes == self.bin
            case Kind.OTHER:
                found = (codes != self.bin) & (codes < known)
            case Kind.MISSING:
                found = codes == known
            case _:
                found = codes < known
        return np.asarray(found)


Conjunction = tuple[Literal, ...]
"""Literals that all hold, sorted by column."""
