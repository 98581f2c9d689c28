"""What `graphs` asks of its rows, checked, as conditions of the search."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.families.elements import Elements
from nzdd.input.parameters import listed, whole
from nzdd.input.text import shown
from nzdd.input.whole_numbers import SumBounds, whole_numbers
from nzdd.order import Order
from nzdd.zdd import ZDD

Counts: TypeAlias = "int | Collection[int]"
"""A number, or all that are allowed; a range stands for the numbers in it."""

Degrees: TypeAlias = "Counts | Mapping[int, Counts]"
"""The numbers allowed at every vertex, or at some vertices, by their numbers."""

SetWeights: TypeAlias = "ArrayLike | Mapping[Any, float] | Set[Any]"
"""A weight for each edge or vertex, or for some of them, or those that weigh 1."""

SetBounds: TypeAlias = "tuple[SetWeights, float | None, float | None]"
"""Weights, the least sum, the greatest sum; None for no bound."""

NONE = 2**32 - 1


def degree_sets(
    given: Degrees | None, name: str, edges: NDArray[np.integer], num_vertices: int, ends: slice
) -> _core.Condition:
    """The degree of each vertex is one of those allowed; `ends`: which ends of edges count."""
    degree = np.bincount(edges[:, ends].ravel(), minlength=num_vertices)
    most = int(degree.max(initial=0))
    kind = np.zeros(num_vertices, np.uint32)
    any_number = np.arange(most + 1, dtype=np.uint32)
    sets = [any_number]
    if isinstance(given, Mapping):
        number_of: dict[range | tuple[int, ...], int] = {}
        for vertex, allowed in given.items():
            at = checked_vertex(vertex, name, num_vertices)
            key = _distinct(allowed, f"{name} of vertex {at}")
            if key not in number_of:
                number_of[key] = len(sets)
                sets.append(checked_counts(key, name, most))
            kind[at] = number_of[key]
    elif given is not None:
        sets = [checked_counts(given, name, most)]
        if isinstance(given, list | tuple | np.ndarray) and len(set(given)) < len(given):
            raise ValueError(
                f"{name} is {shown(given)}, which lists a number twice; these are the numbers that "
                "any vertex may have: for one at each give {vertex: number}"
            )
    offsets = np.cumsum([0, *map(len, sets)])
    first, second = ends.start == 0, ends.stop == 2
    return _core.degree_sets(kind, offsets, np.concatenate(sets), first, second)


def checked_counts(given: Counts, name: str, most: int) -> NDArray[np.uint32]:
    """The numbers allowed, up to `most`, rising."""
    distinct = _distinct(given, name)
    if isinstance(distinct, range) and distinct:
        step = abs(distinct.step)
        low, high = sorted((distinct[0], distinct[-1]))
        distinct = range(low if low >= 0 else low % step, min(high, most) + 1, step)
    return np.array([value for value in distinct if value <= most], np.uint32)


def _distinct(given: Any, name: str) -> range | tuple[int, ...]:
    """The numbers given, rising and not negative; a range as it is."""
    if isinstance(given, range):
        return given
    values = list(given) if isinstance(given, Iterable) else [given]
    try:
        distinct = sorted({operator.index(value) for value in values})
    except TypeError:
        raise TypeError(
            f"{name} is {shown(given)}; give an integer, a collection of integers or a range"
        ) from None
    if distinct and distinct[0] < 0:
        raise ValueError(f"{name} contains {distinct[0]}; it must not be negative")
    return tuple(distinct)


def component_count(given: Counts, num_vertices: int) -> _core.Condition:
    """The number of components is one of those allowed."""
    numbers = checked_counts(given, "components", num_vertices).tolist()
    low, high = (numbers[0], numbers[-1]) if numbers else (1, 0)
    if high - low + 1 > max(len(numbers), 1):
        raise ValueError(f"components is {given!r}, which leaves a number out; give a range")
    return _core.component_count(low, NONE if high == num_vertices else high)


def component_weights(
    given: SetBounds, num_vertices: int, name: str = "component_weights"
) -> _core.Condition:
    """The sum of weights in each component lies between the bounds."""
    bounds = sum_bounds(given, Elements(num_vertices), name)
    if min(bounds.weights, default=0) < 0:
        at = next(place for place, weight in enumerate(bounds.weights) if weight < 0)
        raise ValueError(f"{name} holds a negative weight, of vertex {at}")
    if sum(bounds.weights) >= NONE:
        raise ValueError(f"as whole numbers, {name} add up to 2**32 - 1 or more; round them")
    low, high = bounds.low, bounds.high
    if low > high or high < 0:
        low, high = 1, 0
    return _core.component_weights(np.array(bounds.weights, np.uint32), max(low, 0), high)


def degree_counts(
    given: Mapping[int, Counts], num_vertices: int, num_edges: int
) -> list[_core.Condition]:
    """The number of vertices of each degree is one of those allowed."""
    if not isinstance(given, Mapping):
        raise TypeError(f"degree_counts is {shown(given)}; give {{degree: number of vertices}}")
    sets = {}
    for key, allowed in given.items():
        degree = whole("a degree of degree_counts", key, 0)
        counts = checked_counts(allowed, f"degree_counts[{degree}]", num_vertices)
        if degree <= 2 * num_edges:
            sets[degree] = counts
        elif 0 not in counts:  # no vertex has such a degree
            sets[2 * num_edges + 1] = counts
    if not sets:
        return []
    degrees = sorted(sets)
    counts_of = [sets[degree] for degree in degrees]
    offsets = np.cumsum([0, *map(len, counts_of)])
    return [_core.degree_counts(np.array(degrees, np.uint32), offsets, np.concatenate(counts_of))]


def checked_vertex(vertex: Any, name: str, num_vertices: int) -> int:
    """The vertex as an int; ValueError if there is no such vertex."""
    number = whole(f"a vertex of {name}", vertex)
    if not 0 <= number < num_vertices:
        raise ValueError(f"{name} name vertex {number}, but there are {num_vertices} vertices")
    return number


def checked_vertices(vertices: Iterable[int], name: str, num_vertices: int) -> list[int]:
    """The vertices as a list of ints."""
    given = listed(name, vertices, "a list of vertices")
    return [checked_vertex(vertex, name, num_vertices) for vertex in given]


def checked_groups(groups: Iterable[Iterable[int]], num_vertices: int) -> NDArray[np.uint32]:
    """The group of each vertex, `NONE` for those in none."""
    group = np.full(num_vertices, NONE, np.uint32)
    number = 0
    for place, vertices in enumerate(listed("groups", groups, "lists of vertices")):
        members = checked_vertices(vertices, f"groups[{place}]", num_vertices)
        for vertex in members:
            if group[vertex] not in (NONE, number):
                raise ValueError(f"vertex {vertex} is in two of the groups; groups are disjoint")
            group[vertex] = number
        number += bool(members)
    return group


def linear_sums(linear: Sequence[SetBounds], elements: Elements) -> list[SumBounds]:
    """Each triple of weights and bounds in whole numbers."""
    given = listed("linear", linear, "a list of (weights, low, high)")
    return [sum_bounds(each, elements, f"linear[{place}]") for place, each in enumerate(given)]


def sum_bounds(given: SetBounds, elements: Elements, name: str) -> SumBounds:
    """Weights of edges or vertices, and bounds of their sums, in whole numbers."""
    bounds: Any = given
    if isinstance(given, tuple | list) and len(given) == 3:
        bounds = (elements.weights(given[0], name), given[1], given[2])
    return whole_numbers(bounds, elements.number, name)


def within(family: ZDD, order: Order, num_edges: int) -> _core.Condition:
    """The row is one of the family's."""
    if not isinstance(family, ZDD):
        raise TypeError(f"within is of type {type(family).__name__}; give a ZDD")
    if family.num_symbols != num_edges:
        raise ValueError(
            f"within has {family.num_symbols} symbols, but there are {num_edges} edges; "
            "they must be the same"
        )
    symbols = order.all_symbols(num_edges)
    if not np.array_equal(family.order.all_symbols(num_edges), symbols):
        family = family.reordered(symbols)
    level = np.empty(num_edges, np.uint32)
    level[symbols] = np.arange(num_edges, dtype=np.uint32)
    return _core.within(level, family._native)
