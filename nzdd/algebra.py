"""Operations on families of rows: from diagrams to a diagram.

(S. Minato, Calculation of unate cube set algebra using ZBDDs, 1994; D. E. Knuth, The Art of
Computer Programming 4A, section 7.1.4, family algebra.)

The work is done on diagrams, never on rows, so families of any size will do; how much of it there
is cannot be told in advance. It is counted in steps, sub-problems met for the first time: ten
million of them take from two seconds (small diagrams) to ten (far larger than the cache), and
about a gigabyte. Every operation has a `max_steps`, beyond which it gives up with a
`StepLimitError`. A walk down a long chain of nodes, O(num_symbols), may be part of a step. Ctrl-C
ends an operation.
"""

from __future__ import annotations

import operator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nzdd import _core
from nzdd.build import ZddParts
from nzdd.zdd import ZDD

_Arrays: TypeAlias = tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint32], int]


class StepLimitError(RuntimeError):
    """An operation took more than the steps it was allowed."""


def minimal(zdd: ZDD, *, max_steps: int | None = None) -> ZDD:
    """The rows that contain no other row.

    In a covering problem only these bind.

    Parameters
    ----------
    zdd : ZDD
    max_steps : int, optional
        Give up after so many steps; no limit by default.

    Returns
    -------
    ZDD
        In the same order; every row weighs one, whatever it weighed before.

    Raises
    ------
    StepLimitError
        If `max_steps` do not suffice.
    ValueError
        If `max_steps` is negative.
    MemoryError
        If the work does not fit.

    Examples
    --------
    >>> list(minimal(ZDD.from_rows([[0, 1], [1], [0, 2], [1, 2]])))
    [(0, 2), (1,)]
    """
    return _unary("minimal", zdd, max_steps)


def maximal(zdd: ZDD, *, max_steps: int | None = None) -> ZDD:
    """The rows that no other row contains; else as `minimal`.

    In a packing problem only these bind.

    Examples
    --------
    >>> list(maximal(ZDD.from_rows([[0, 1], [1], [0, 2], [2]])))
    [(0, 1), (0, 2)]
    """
    return _unary("maximal", zdd, max_steps)


def nonsupersets(f: ZDD, g: ZDD, *, max_steps: int | None = None) -> ZDD:
    """The rows of `f` that contain no row of `g`; a row contains itself.

    Parameters
    ----------
    f, g : ZDD
        Of the same number of symbols, in the same order.
    max_steps : int, optional
        Give up after so many steps; no limit by default.

    Returns
    -------
    ZDD
        In the same order; every row weighs one, whatever it weighed before.

    Raises
    ------
    StepLimitError
        If `max_steps` do not suffice.
    ValueError
        If the symbols or the orders differ, or `max_steps` is negative.
    MemoryError
        If the work does not fit.

    Examples
    --------
    >>> f = ZDD.from_rows([[0, 1], [1, 2], [2]], order="natural")
    >>> g = ZDD.from_rows([[1], [0, 2]], order="natural")
    >>> list(nonsupersets(f, g))
    [(2,)]
    """
    return _binary("nonsupersets", f, g, max_steps)


def nonsubsets(f: ZDD, g: ZDD, *, max_steps: int | None = None) -> ZDD:
    """The rows of `f` that no row of `g` contains; else as `nonsupersets`.

    Examples
    --------
    >>> f = ZDD.from_rows([[0, 1], [1, 2], [2]], order="natural")
    >>> g = ZDD.from_rows([[1], [0, 2]], order="natural")
    >>> list(nonsubsets(f, g))
    [(0, 1), (1, 2)]
    """
    return _binary("nonsubsets", f, g, max_steps)


def _unary(name: str, zdd: ZDD, max_steps: int | None) -> ZDD:
    limit = _checked_steps(max_steps)
    parts, _ = getattr(_core, name)(_arrays(zdd), limit)
    return _result(name, zdd, parts, limit)


def _binary(name: str, f: ZDD, g: ZDD, max_steps: int | None) -> ZDD:
    if f.num_symbols != g.num_symbols:
        raise ValueError(
            f"the families are over {f.num_symbols} and {g.num_symbols} symbols; "
            "num_symbols of ZDD.from_rows makes them agree"
        )
    if not np.array_equal(_level_symbols(f), _level_symbols(g)):
        raise ValueError(
            f"the diagrams have different orders of the symbols ({f.order.name} and "
            f"{g.order.name}); build both with one order"
        )
    limit = _checked_steps(max_steps)
    parts, _ = getattr(_core, name)(_arrays(f), _arrays(g), limit)
    return _result(name, f, parts, limit)


def _result(name: str, like: ZDD, parts: ZddParts | None, limit: int | None) -> ZDD:
    if parts is None:
        raise StepLimitError(f"{name} was given up after max_steps = {limit} steps; allow more")
    return ZDD._make(parts, like.num_symbols, like.order)


def _arrays(zdd: ZDD) -> _Arrays:
    return zdd.level, zdd.low, zdd.high, zdd.root


def _level_symbols(zdd: ZDD) -> NDArray[np.uint32]:
    symbols = zdd.order.symbols
    return np.arange(zdd.num_symbols, dtype=np.uint32) if symbols is None else symbols


def _checked_steps(max_steps: int | None) -> int | None:
    limit = None if max_steps is None else operator.index(max_steps)
    if limit is not None and limit < 0:
        raise ValueError(f"max_steps is {limit}; it must not be negative")
    return limit
