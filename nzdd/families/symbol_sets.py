"""Sets of symbols of some sizes, or within a linear condition."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from nzdd import _core
from nzdd.families.search import checked_limit
from nzdd.ground_set import GroundSet
from nzdd.input.arrays import as_array
from nzdd.input.memory import check_room
from nzdd.input.parameters import whole
from nzdd.input.row_table import Progress, check_num_symbols
from nzdd.input.text import shown
from nzdd.input.whole_numbers import whole_numbers
from nzdd.order import NATURAL, Order, check_name
from nzdd.zdd import ZDD


def power_set(symbols: int | Iterable[Hashable]) -> ZDD:
    """All sets of symbols, given by their number or by names; `sets_of_size` has some sizes only.

    Time and memory O(number of symbols).

    Examples
    --------
    >>> power_set(100).count() == 2**100
    True
    >>> list(power_set("ab").named_rows())
    [('a', 'b'), ('a',), ('b',), ()]
    """
    ground = GroundSet.given(symbols)
    return _of_size(ground, 0, ground.size)


def sets_of_size(
    symbols: int | Iterable[Hashable],
    size: int | Sequence[int],
    *,
    progress: Progress | None = None,
) -> ZDD:
    """All sets of symbols of the given sizes.

    Parameters
    ----------
    symbols : int or iterable of names
        The ground set: how many symbols there are, or what they are called.
    size : int or pair of int
        The size of the sets, or the least and the greatest size.
    progress : callable, optional
        See `nzdd.families.SearchOptions`.

    Returns
    -------
    ZDD
        Of at most ``size + 1`` nodes a symbol; time and memory O(nodes).

    Raises
    ------
    ValueError
        If a size is negative, the least size greater than the greatest, or two names are equal.
    MemoryError
        If the nodes cannot fit, raised before any is made.

    Examples
    --------
    >>> sets_of_size(30, 15).count()
    155117520
    """
    ground = GroundSet.given(symbols)
    return _of_size(ground, *checked_sizes(size, ground.size), progress)


def _of_size(ground: GroundSet, least: int, most: int, progress: Progress | None = None) -> ZDD:
    number = ground.size
    check_room(_least_nodes(number, least, most), 24, "nodes", "take fewer symbols")
    native = _core.subsets(number, least, most, progress)
    return ZDD._make(native, number, NATURAL.over(ground))


def linear(
    coefficients: ArrayLike | Mapping[Any, float],
    low: float | None = None,
    high: float | None = None,
    *,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """All sets of symbols whose coefficients add up to at least `low` and at most `high`.

    As 0/1 points: ``low <= sum over j of coefficients[j] * x[j] <= high``, a knapsack constraint.

    Parameters
    ----------
    coefficients : array of int or float, shape (num_symbols,), or mapping from names
        One for each symbol, of any sign; the names of a mapping, or of a series of pandas, are
        those of the symbols. Sums are exact, of floats as `nzdd.ZDD.with_cost` says:
        0.1 + 0.2 is 0.3.
    low, high : int or float, optional
        No bound by default.
    order : {"auto", "natural"} or permutation of the symbols
        The level of each symbol. ``auto`` puts large coefficients, of any sign, near the
        root; ``natural`` takes the symbols as they are numbered.
    max_states : int, optional
        Give up when there are more nodes than this before reduction; each takes about 120 bytes. No
        limit by default.
    progress : callable, optional
        See `nzdd.families.SearchOptions`.

    Returns
    -------
    ZDD
        If no coefficient, as a whole multiple of a unit, exceeds C in absolute value, at most about
        ``C * num_symbols**2`` nodes, and far fewer if the bounds are tight.

    Raises
    ------
    ValueError
        If the coefficients are not a vector of finite numbers, a bound is NaN, or `order` is
        invalid.
    MemoryError
        If there are more than `max_states` nodes, or they do not fit.

    Notes
    -----
    On each level, partial sums that can be completed in the same ways are merged to an interval, as
    in the threshold diagrams of M. Behle (2007) and in I. Abio et al., A new look at BDDs for
    pseudo-Boolean constraints (2012). Time O(nodes log nodes), memory O(nodes).

    Examples
    --------
    >>> sorted(linear([2, 3, 4], high=5))
    [(), (0,), (0, 1), (1,), (2,)]
    >>> linear([3] * 20 + [5] * 20, low=60, high=90).count()
    802397276346
    >>> sorted(linear([0.1, 0.2, 0.3], high=0.3))
    [(), (0,), (0, 1), (1,), (2,)]
    >>> sorted(linear({"fig": 2, "pear": 3, "plum": 4}, low=6).named_rows())
    [('fig', 'pear', 'plum'), ('fig', 'plum'), ('pear', 'plum')]
    """
    numbers, names = _numbers_and_names(coefficients)
    given = as_array(numbers, "coefficients")
    if given.ndim != 1:
        raise ValueError(f"coefficients have shape {given.shape}; they must be a vector")
    number = check_num_symbols(given.size)
    limit = checked_limit(max_states)
    bounds = whole_numbers((numbers, low, high), number, "linear")
    chosen = _order(bounds.weights, order)
    if bounds.low > bounds.high:
        return ZDD.from_rows([], num_symbols=number, names=names)
    values, ends = bounds.words()
    everything = _core.subsets(number, 0, number, None)
    native = _core.linear_sums(everything, chosen.by_level(values).ravel(), ends, limit, progress)
    return ZDD._make(native, number, chosen).named(names)


def _numbers_and_names(coefficients: Any) -> tuple[Any, list[Any] | None]:
    """The values of a mapping or a series, and its names, unless these are 0, 1, 2, ..."""
    if not hasattr(coefficients, "items"):
        return coefficients, None
    given = dict(coefficients.items())
    names = list(given)
    return list(given.values()), None if names == list(range(len(names))) else names


def _least_nodes(num_symbols: int, least: int, most: int) -> int:
    """A lower bound on the number of nodes of `sets_of_size`.

    There is a node for each symbol. A level has one node for each number of symbols still missing
    to the least size, and one for each number still allowed by the greatest.
    """
    if most == 0 or least > num_symbols:
        return 0
    most = min(most, num_symbols)
    return max(num_symbols, least * (num_symbols - least), most * (num_symbols - most))


def checked_sizes(
    size: int | Sequence[int], most_possible: int, name: str = "sizes"
) -> tuple[int, int]:
    """The least and the greatest size, at most one more than possible."""
    if isinstance(size, range) and size.step == 1:
        sizes: Sequence[int] = (size.start, size.stop - 1)
    elif isinstance(size, range):
        raise ValueError(f"{name} {size!r} leave numbers out; give a range with step 1")
    else:
        sizes = list(size) if isinstance(size, Sequence | np.ndarray) else [size, size]
    if len(sizes) != 2:
        raise ValueError(f"{name} {shown(size)} is neither a number nor a pair of numbers")
    least, most = (whole(name, each, cure="a number or a pair of numbers") for each in sizes)
    if not 0 <= least <= most:
        raise ValueError(
            f"{name} lie between {least} and {most}; they must not fall or be negative"
        )
    return min(least, most_possible + 1), min(most, most_possible + 1)


def _order(coefficients: list[int], order: str | ArrayLike) -> Order:
    if not isinstance(order, str):
        return Order.given(order, len(coefficients))
    check_name(order, ("auto", "natural"))
    if order == "natural":
        return NATURAL
    largest_first = sorted(range(len(coefficients)), key=lambda i: -abs(coefficients[i]))
    return Order.from_levels(np.array(largest_first, np.uint32))
