"""Numbers of a family that are found without its diagram: counts, probabilities, least weights."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from nzdd import _core
from nzdd.families.sweeps import Sweep, sweeping
from nzdd.input.arrays import as_floats
from nzdd.input.parameters import whole
from nzdd.input.whole_numbers import from_words, in_units, num_words, numbers_of, to_words
from nzdd.zdd import ZDD

Values: TypeAlias = "ArrayLike | Mapping[int, float]"
"""A number for each edge or vertex: an array, or a mapping, zero where it has none."""


def count(
    family: Callable[..., ZDD],
    *arguments: Any,
    by_size: bool = False,
    modulo: int | None = None,
    **options: Any,
) -> Any:
    """The number of sets of a family, without its diagram.

    Parameters
    ----------
    family : callable
        A function of `nzdd.families` that makes the family, such as `simple_paths` or `graphs`; or
        `nzdd.networkx.family_of`, and then such a function.
    *arguments, **options
        Its arguments.
    by_size : bool
        Whether sets of each size are counted apart.
    modulo : int, optional
        Count modulo this number, below 2**63, which takes less memory.

    Returns
    -------
    int, or list of int
        Exact, of any size. With `by_size` one number for each size, up to the number of edges or
        vertices.

    Raises
    ------
    TypeError
        If the family is made by operations on other families: they need diagrams.
    ValueError
        If `modulo` is out of range, or stands beside `by_size`; and what the family raises.
    MemoryError
        If the search meets more than `max_states` states, or two levels of them do not fit.

    Notes
    -----
    The search of the family, of which only the states of two levels are kept, each with the number
    of ways to it. Time as that of the family, without its reduction; memory O(states of two levels
    x (vertices on the frontier + words of a number)), with `by_size` for each size. A family
    without a search, such as `hitting_sets`, is made, and counted.

    Examples
    --------
    The self-avoiding walks between opposite corners of the 7 x 7 squares (OEIS A007764):

    >>> from nzdd.families import simple_paths
    >>> grid = [(v, v + 1) for v in range(64) if v % 8 < 7] + [(v, v + 8) for v in range(56)]
    >>> count(simple_paths, grid, 0, 63)
    789360053252
    >>> count(simple_paths, [[0, 1], [1, 2], [0, 2]], 0, 2, by_size=True)
    [0, 1, 1, 0]
    """
    if modulo is None:
        swept, found = _run(lambda _: _core.exact_counts(bool(by_size)), family, arguments, options)
    elif by_size:
        raise ValueError("by_size and modulo cannot be given together; leave one out")
    else:
        modulus = whole("modulo", modulo, 1)
        if modulus >= 2**63:
            raise ValueError(f"modulo is {modulus}; it must be below 2**63")
        swept, found = _run(lambda _: _core.residue_counts(modulus), family, arguments, options)
        return found.count() % modulus if swept is None else swept.measure.total()[0]
    if swept is None:
        sizes = range(found.num_symbols + 1)
        return [found.with_size(k, k).count() for k in sizes] if by_size else found.count()
    words, *digits = swept.measure.total()
    numbers = from_words(np.array(digits, np.uint64).view(np.int64).reshape(-1, words)) or [0]
    if not by_size:
        return numbers[0]
    return numbers + [0] * (swept.num_symbols + 1 - len(numbers))


def probability(
    family: Callable[..., ZDD], chances: Values | float, *arguments: Any, **options: Any
) -> float:
    """The probability that a random set is in a family, without its diagram.

    Parameters
    ----------
    family : callable
        As for `count`, also for errors and time.
    chances : float, array or mapping
        How likely each edge or vertex is in the set, independently of the others; those that a
        mapping leaves out never are.
    *arguments, **options
        The arguments of the family.

    Returns
    -------
    float
        With a relative error below 1e-15 times four for each edge or vertex: only positive numbers
        are added and multiplied.

    Raises
    ------
    ValueError
        If a chance is not between 0 and 1, or their number is wrong.

    Examples
    --------
    >>> from nzdd.families import connecting_sets
    >>> square = [[0, 1], [1, 2], [2, 3], [3, 0]]
    >>> probability(connecting_sets, 0.5, square, [0, 2])
    0.4375
    """

    def chances_of(number: int) -> np.ndarray[Any, np.dtype[np.float64]]:
        given = chances
        if isinstance(given, Mapping):
            given = [float(each) for each in numbers_of(given, number, "chances")]
        each = np.broadcast_to(as_floats(given, "chances"), (number,))
        if not np.all((each >= 0) & (each <= 1)):
            wrong = each[~((each >= 0) & (each <= 1))][0]
            raise ValueError(f"a chance is {wrong}; it must lie between 0 and 1")
        return np.ascontiguousarray(each)

    swept, found = _run(
        lambda number: _core.chances(chances_of(number)), family, arguments, options
    )
    if swept is None:
        return float(found.probability(chances_of(found.num_symbols)))
    return float(struct.unpack("d", struct.pack("Q", swept.measure.total()[0]))[0])


def weight_range(
    family: Callable[..., ZDD], weights: Values, *arguments: Any, **options: Any
) -> tuple[Any, Any] | None:
    """The least and the greatest weight of a set of a family, without its diagram.

    Parameters
    ----------
    family : callable
        As for `count`, also for errors and time.
    weights : array or mapping
        Of each edge or vertex; zero where a mapping has none.
    *arguments, **options
        The arguments of the family.

    Returns
    -------
    tuple of int or float, or None
        Sums are exact, of floats as `nzdd.ZDD.with_cost` says, and rounded once; integers are
        integers. None if the family has no set.

    Examples
    --------
    The shortest and the longest path through a square with a diagonal:

    >>> from nzdd.families import simple_paths
    >>> square = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]
    >>> weight_range(simple_paths, [3, 4, 1, 1, 6], square, 0, 2)
    (2, 7)
    """
    unit = Fraction(1)

    def measure(number: int) -> _core.Measure:
        nonlocal unit
        units = in_units(numbers_of(weights, number, "the family"))
        unit = units.unit
        words = num_words(sum(map(abs, units.values)), "weights")
        return _core.weight_range(to_words(units.values, words).ravel(), words)

    swept, found = _run(measure, family, arguments, options)
    if swept is None:
        measure(found.num_symbols)
        if not found:
            return None
        lengths: Any = numbers_of(weights, found.num_symbols, "the family")
        return found.shortest_path(lengths).length, found.longest_path(lengths).length
    any_set, *digits = swept.measure.total()
    if not any_set:
        return None
    table = np.array(digits, np.uint64).view(np.int64).reshape(2, -1)
    least, most = from_words(table)
    return (least, most) if unit == 1 else (float(least * unit), float(most * unit))


def _run(
    make: Callable[[int], _core.Measure],
    family: Callable[..., ZDD],
    arguments: tuple[Any, ...],
    options: dict[str, Any],
) -> tuple[Any, ZDD]:
    """The sweep of a family; None, and the family, where it is made without a search."""
    if not callable(family):
        raise TypeError(
            f"family is of type {type(family).__name__}; give a function of nzdd.families, then "
            "its arguments"
        )
    sweep = Sweep(make)
    with sweeping(sweep):
        found = family(*arguments, **options)
    if sweep.measure is None:
        return None, found
    if sweep.last is None or found._native is not sweep.last._native:  # but it may have got names
        name = getattr(family, "__name__", "the family")
        raise TypeError(f"{name} works on diagrams; make it, and ask the diagram")
    return sweep, found
