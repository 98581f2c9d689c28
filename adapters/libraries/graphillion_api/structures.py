"""What families over the parts of a graph do alike: edges, vertices, or both."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from nzdd import ZDD
from nzdd.adapters.libraries.graphillion_api.family import Family
from nzdd.adapters.libraries.graphillion_api.set_set import without

if TYPE_CHECKING:
    from typing_extensions import Self


class StructureFamily(Family):
    """A family of sets that are named by what they hold: an element, a vertex, or a whole set."""

    __slots__ = ()

    @abstractmethod
    def _parts(self, obj: Any) -> list[int] | None:
        """The symbols that an element or a vertex stands for; None for a set."""

    @abstractmethod
    def _one(self, obj: Any) -> int:
        """The symbol of an element; KeyError or TypeError for anything else."""

    def __contains__(self, obj: Any) -> bool:
        """Whether a set is in the family, or an element or a vertex in one of its sets."""
        parts = self._parts(obj)
        if parts is None:
            return self._symbols(obj) in self._family
        return bool(self._with_any(parts))

    def _with_any(self, parts: list[int]) -> ZDD:
        return self._family.supersets([[symbol] for symbol in parts])

    def including(self, obj: Any) -> Self:
        """The sets that contain a set of a family, all of one set, or an element or a vertex.

        Raises
        ------
        KeyError
            If an element is not in the universe.
        """
        if isinstance(obj, Family):
            return self.supergraphs(obj)
        parts = self._parts(obj)
        if parts is None:
            return self._new(self._family.onset(self._symbols(obj)))
        return self._new(self._with_any(parts))

    def excluding(self, obj: Any) -> Self:
        """The sets that contain no set of a family, not all of one set, or not the element.

        Raises
        ------
        KeyError
            If an element is not in the universe.
        """
        if isinstance(obj, Family):
            return self.non_supergraphs(obj)
        parts = self._parts(obj)
        if parts is None:
            return self._new(self._family.nonsupersets([self._symbols(obj)]))
        return self._new(self._family.offset(parts))

    def included(self, obj: Any) -> Self:
        """The sets that a set of a family contains, or one set.

        Raises
        ------
        TypeError
            If it is an element or a vertex.
        """
        if isinstance(obj, Family):
            return self.subgraphs(obj)
        if self._parts(obj) is not None:
            raise TypeError(f"{obj!r} is no set; give a set or a family")
        return self._new(self._family.subsets([self._symbols(obj)]))

    def subgraphs(self, other: Any) -> Self:
        """The sets that a set of the other family contains."""
        return self._combined(ZDD.subsets, (other,))

    def supergraphs(self, other: Any) -> Self:
        """The sets that contain a set of the other family."""
        return self._combined(ZDD.supersets, (other,))

    def non_subgraphs(self, other: Any) -> Self:
        """The sets that no set of the other family contains."""
        return self._combined(ZDD.nonsubsets, (other,))

    def non_supergraphs(self, other: Any) -> Self:
        """The sets that contain no set of the other family."""
        return self._combined(ZDD.nonsupersets, (other,))

    def graph_size(self, size: int) -> Self:
        """The sets of `size` elements."""
        return self._sized(size, size)

    def cost_ge(self, costs: Mapping[Any, int], cost_bound: int) -> Self:
        """The sets whose costs add up to `cost_bound` at least; see `cost_le`."""
        return self._bounded(costs, cost_bound, None)

    def cost_eq(self, costs: Mapping[Any, int], cost_bound: int) -> Self:
        """The sets whose costs add up to `cost_bound`; see `cost_le`."""
        return self._bounded(costs, cost_bound, cost_bound)

    def _add(self, obj: Any) -> None:
        """Add a set to the family, or an element to all its sets.

        Raises
        ------
        KeyError
            If an element is not in the universe.
        """
        if self._parts(obj) is None:
            self._zdd = self._family.union([self._symbols(obj)])
        else:
            self._zdd = self._family.join([[self._one(obj)]])

    def remove(self, obj: Any) -> None:
        """Remove a set from the family, or an element or a vertex from all its sets.

        Raises
        ------
        KeyError
            If an element is not in the universe, or nothing is there to remove.
        """
        if obj not in self:
            raise KeyError(f"{obj!r} is not in the family")
        self.discard(obj)

    def discard(self, obj: Any) -> None:
        """Remove a set, an element or a vertex as `remove` does, if it is there.

        Raises
        ------
        KeyError
            If an element is not in the universe.
        """
        parts = self._parts(obj)
        if parts is None:
            self._zdd = self._family.difference([self._symbols(obj)])
        for symbol in parts or ():
            self._zdd = without(self._family, symbol)

    @staticmethod
    def show_messages(flag: bool = True) -> bool:
        """Does nothing: there are no messages. Returns whether they were on before."""
        before, StructureFamily._messages = StructureFamily._messages, bool(flag)
        return before

    _messages = False


class FreeStructureFamily(StructureFamily):
    """A family whose sets may hold any elements, whatever else they hold."""

    __slots__ = ()

    def _flip(self, obj: Any) -> None:
        """Toggle an element in every set; KeyError if it is not in the universe."""
        self._zdd = self._family.change(self._one(obj))

    def complement(self) -> Self:
        """Of each set all the other elements of the universe. (``~`` gives all other sets.)"""
        return self._new(self._family.change(range(len(self._ground))))

    def blocking(self) -> Self:
        """All sets that have an element in common with each set of the family: `hitting`."""
        return self.hitting()

    def _moved(self, move: Callable[[ZDD], ZDD]) -> Self:
        return self._new(move(self._family))
