"""Families of sets of any objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from nzdd import ZDD
from nzdd.adapters.libraries.graphillion_api.family import Family
from nzdd.adapters.libraries.graphillion_api.graph_ground import GraphGround
from nzdd.adapters.libraries.graphillion_api.ground import Ground, restricted
from nzdd.adapters.libraries.graphillion_api.universe import EdgeVertexGround
from nzdd.families import power_set

if TYPE_CHECKING:
    from typing_extensions import Self


class setset(Family):
    """A set of sets of hashable objects.

    Objects that are not in the universe are added to its end when a set holds them.

    Parameters
    ----------
    given : iterable of sets, mapping or setset, optional
        The sets; or ``{"include": objects, "exclude": objects}``, either of them optional: all sets
        with the first and without the others.

    Raises
    ------
    TypeError
        If it is something else, or an object is both included and excluded.

    Examples
    --------
    >>> setset.set_universe(["pear", "fig", "plum"])
    >>> ss = setset([{"pear"}, {"fig", "plum"}])
    >>> len(ss), {"pear"} in ss, "pear" in ss
    (2, True, True)
    >>> ss.flip("pear")
    >>> sorted(map(sorted, ss))
    [[], ['fig', 'pear', 'plum']]
    """

    __slots__ = ()
    _universe: ClassVar[Ground] = Ground()

    @classmethod
    def set_universe(cls, universe: Iterable[Any]) -> None:
        """Set the objects; ValueError if one comes twice."""
        setset._universe = Ground(universe)

    @classmethod
    def universe(cls) -> list[Any]:
        """The objects, in the order of the diagrams."""
        return list(cls._universe.objects)

    @classmethod
    def _current(cls) -> Ground:
        return setset._universe

    def _symbols(self, given: Any) -> list[int]:
        return [self._ground.add(each) for each in given]

    def _shown(self, symbols: Iterable[int]) -> set[Any]:
        return {self._ground.objects[symbol] for symbol in symbols}

    def _text(self, symbols: Iterable[int]) -> str:
        return f"set({[self._ground.objects[symbol] for symbol in symbols]!r})"

    def __contains__(self, given: Any) -> bool:
        """Whether a set is in the family, or an element in one of its sets."""
        number = self._ground.number
        if isinstance(given, set | frozenset):
            return given <= number.keys() and [number[each] for each in given] in self._family
        return given in number and bool(self._family.onset(number[given]))

    def add(self, set_or_elem: Any) -> None:
        """Add a set to the family, or an element to all its sets."""
        if isinstance(set_or_elem, set | frozenset):
            row = self._symbols(set_or_elem)
            self._zdd = self._family.union([row])
        else:
            symbol = self._ground.add(set_or_elem)
            self._zdd = self._family.join([[symbol]])

    def remove(self, set_or_elem: Any) -> None:
        """Remove a set from the family, or an element from all its sets; KeyError if not there."""
        if set_or_elem not in self:
            raise KeyError(set_or_elem)
        self.discard(set_or_elem)

    def discard(self, set_or_elem: Any) -> None:
        """Remove a set or an element as `remove` does, if it is there."""
        if set_or_elem not in self:
            return
        if isinstance(set_or_elem, set | frozenset):
            self._zdd = self._family.difference([self._symbols(set_or_elem)])
        else:
            self._zdd = without(self._family, self._ground.number[set_or_elem])

    def flip(self, elem: Any = None) -> None:
        """Toggle an element in every set; all elements where none is given."""
        symbols = range(len(self._ground)) if elem is None else [self._ground.add(elem)]
        self._zdd = self._family.change(symbols)

    def complement(self, max_elem: int | None = None) -> Self:
        """All sets that are not in the family, over all objects or the first `max_elem` of them."""
        everything = power_set(self._first_objects(max_elem)).embedded(len(self._ground))
        return self._new(everything - self._family)

    def flip_all(self, max_elem: int | None = None) -> None:
        """Toggle all objects in every set, or the first `max_elem` of them."""
        self._zdd = self._family.change(range(self._first_objects(max_elem)))

    def _first_objects(self, number: int | None) -> int:
        return len(self._ground) if number is None else min(number, len(self._ground))

    def to_vertexsetset(self) -> Self:
        """The sets of vertices that the sets of pairs have.

        A family over a universe of its own, the vertices.

        Raises
        ------
        TypeError
            If an object is not a tuple of two vertices.
        """
        ground = self._with_vertices()
        vertices = Ground(ground.edges.vertices)
        places = [ground.number[vertex] for vertex in vertices.objects]
        return self._from(restricted(ground.with_vertices(self._family), places), vertices)

    def to_edgevertexsetset(self) -> Self:
        """The sets of pairs with the vertices of the pairs in each; see `to_vertexsetset`."""
        ground = self._with_vertices()
        return self._from(ground.with_vertices(self._family), ground)

    def _with_vertices(self) -> EdgeVertexGround:
        edges = GraphGround(self._ground.objects, "as-is", directed=True)
        return EdgeVertexGround(edges, Ground(edges.vertices))

    def set_size(self, size: int) -> Self:
        """The sets of `size` elements."""
        self._check_size(size)
        return self._sized(size, size)

    def subsets(self, obj: Any) -> Self:
        """The sets that a set of the other family contains."""
        return self._combined(ZDD.subsets, (obj,))

    def supersets(self, obj: Any) -> Self:
        """The sets that contain a set of the other family, or an element."""
        if isinstance(obj, setset):
            return self._combined(ZDD.supersets, (obj,))
        symbol = self._ground.add(obj)
        return self._new(self._family.onset(symbol))

    def non_subsets(self, obj: Any) -> Self:
        """The sets that no set of the other family contains."""
        return self._combined(ZDD.nonsubsets, (obj,))

    def non_supersets(self, obj: Any) -> Self:
        """The sets that contain no set of the other family, or not the element."""
        if isinstance(obj, setset):
            return self._combined(ZDD.nonsupersets, (obj,))
        symbol = self._ground.add(obj)
        return self._new(self._family.offset(symbol))

    def min_iter(
        self, weights: Mapping[Any, float] | None = None, default: float = 1
    ) -> Iterator[Any]:
        """All sets, the one of least weight first; objects without a weight have the default."""
        return self._by_weight(self._ground.values(weights, default), ascending=True)

    def max_iter(
        self, weights: Mapping[Any, float] | None = None, default: float = 1
    ) -> Iterator[Any]:
        """All sets, the one of greatest weight first; see `min_iter`."""
        return self._by_weight(self._ground.values(weights, default), ascending=False)

    def add_some_element(self) -> Self:
        """All sets that come of a set by adding one element."""
        return self._new(self._family.add_some())

    def remove_some_element(self) -> Self:
        """All sets that come of a set by removing one element."""
        return self._new(self._family.remove_some())

    def remove_add_some_elements(self) -> Self:
        """All sets that come of a set by removing one element and adding another one."""
        return self._new(self._family.exchange_some())


def without(zdd: ZDD, symbol: int) -> ZDD:
    """The rows with a symbol taken out of each."""
    return zdd.offset(symbol) | zdd.onset(symbol).change(symbol)
