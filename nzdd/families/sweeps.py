"""Searches that add up a measure instead of making a diagram."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import reduce

from nzdd import _core
from nzdd.zdd import ZDD


class Sweep:
    """The searches of one family that add up a measure.

    Parameters
    ----------
    make : callable
        The measure, given the number of edges or vertices.
    """

    def __init__(self, make: Callable[[int], _core.Measure]) -> None:
        self._make = make
        self.measure: _core.Measure | None = None
        self.num_symbols = 0
        self.last: ZDD | None = None
        """What the last search returned: an empty family in the place of the one it measured."""

    def of(self, num_symbols: int) -> _core.Measure:
        """The measure, for a search over so many edges or vertices."""
        if self.measure is None:
            self.measure, self.num_symbols = self._make(num_symbols), num_symbols
        return self.measure


_current: ContextVar[Sweep | None] = ContextVar("sweep", default=None)


@contextmanager
def sweeping(sweep: Sweep | None) -> Iterator[None]:
    """Searches inside add up a measure; with None they make diagrams."""
    token = _current.set(sweep)
    try:
        yield
    finally:
        _current.reset(token)


def measure_of(num_symbols: int) -> _core.Measure | None:
    """The measure that a search adds up, if any."""
    sweep = _current.get()
    return None if sweep is None else sweep.of(num_symbols)


def noted(found: ZDD) -> ZDD:
    """What a search returns."""
    sweep = _current.get()
    if sweep is not None:
        sweep.last = found
    return found


def disjoint_union(found: Sequence[ZDD], num_symbols: int) -> ZDD:
    """The rows of families of which no two share one; measures of them have been added up."""
    if found and _current.get() is not None:
        return found[-1]
    return reduce(ZDD.union, found) if found else ZDD.empty(num_symbols)
