"""The methods and operators of Python's sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from nzdd import ZDD
from nzdd.adapters.libraries.graphillion_api.base_family import BaseFamily

if TYPE_CHECKING:
    from typing_extensions import Self


def _changing(method: str) -> Callable[..., Any]:
    """A method that replaces the family by the result of another method."""

    def change(self: Any, *others: Any) -> None:
        self._zdd = getattr(self, method)(*others)._zdd

    change.__doc__ = f"Replace the family by its `{method}` with the others."
    return change


def _operator(method: str) -> Callable[..., Any]:
    def operate(self: Any, other: Any) -> Any:
        return getattr(self, method)(other) if isinstance(other, BaseFamily) else NotImplemented

    return operate


def _reflected(method: str) -> Callable[..., Any]:
    def operate(self: Any, other: Any) -> Any:
        return getattr(other, method)(self) if isinstance(other, BaseFamily) else NotImplemented

    return operate


def _changing_operator(method: str) -> Callable[..., Any]:
    def change(self: Any, other: Any) -> Any:
        if not isinstance(other, BaseFamily):
            return NotImplemented
        self._zdd = getattr(self, method)(other)._zdd
        return self

    return change


class SetMethods(BaseFamily):
    """A family as a set that can be changed, with the methods and operators of ``set``."""

    __slots__ = ()
    __hash__: ClassVar[None]  # type: ignore[assignment]

    def copy(self) -> Self:
        """The same family, to be changed on its own."""
        return self._new(self._zdd)

    __copy__ = copy

    def union(self, *others: Any) -> Self:
        """The sets in any of the families."""
        return self._combined(ZDD.union, others)

    def intersection(self, *others: Any) -> Self:
        """The sets in all families."""
        return self._combined(ZDD.intersection, others)

    def difference(self, *others: Any) -> Self:
        """The sets in none of the others."""
        return self._combined(ZDD.difference, others)

    def symmetric_difference(self, *others: Any) -> Self:
        """The sets in just one of two families; of more, in an odd number of them."""
        return self._combined(ZDD.symmetric_difference, others)

    def quotient(self, other: Any) -> Self:
        """The sets disjoint from each set of the other whose union with each is in this family.

        Raises
        ------
        ZeroDivisionError
            If the other family is empty.
        """
        return self._combined(ZDD.quotient, (other,))

    def remainder(self, other: Any) -> Self:
        """What `quotient` leaves: the sets that are no union of it and the other family."""
        return self._combined(ZDD.remainder, (other,))

    def isdisjoint(self, other: Any) -> bool:
        """Whether no set is in both families."""
        return self._family.isdisjoint(self._operand(other))

    def issubset(self, other: Any) -> bool:
        """Whether all sets are in the other family."""
        return self._family.issubset(self._operand(other))

    def issuperset(self, other: Any) -> bool:
        """Whether all sets of the other family are in this one."""
        return self._family.issuperset(self._operand(other))

    update = _changing("union")
    intersection_update = _changing("intersection")
    difference_update = _changing("difference")
    symmetric_difference_update = _changing("symmetric_difference")

    def quotient_update(self, other: Any) -> Self:
        """Replace the family by its `quotient`."""
        self /= other
        return self

    def remainder_update(self, other: Any) -> Self:
        """Replace the family by its `remainder`."""
        self %= other
        return self

    __or__, __ior__ = _operator("union"), _changing_operator("union")
    __and__, __iand__ = _operator("intersection"), _changing_operator("intersection")
    __sub__, __isub__ = _operator("difference"), _changing_operator("difference")
    __xor__, __ixor__ = (
        _operator("symmetric_difference"),
        _changing_operator("symmetric_difference"),
    )
    __truediv__ = __floordiv__ = _operator("quotient")
    __itruediv__ = __ifloordiv__ = _changing_operator("quotient")
    __mod__, __imod__ = _operator("remainder"), _changing_operator("remainder")
    __ror__, __rand__, __rsub__ = map(_reflected, ("union", "intersection", "difference"))
    __rxor__ = _reflected("symmetric_difference")
    __rtruediv__, __rmod__ = _reflected("quotient"), _reflected("remainder")
    __le__, __ge__ = _operator("issubset"), _operator("issuperset")

    def __lt__(self, other: Any) -> bool:
        return bool(self <= other) and self != other

    def __gt__(self, other: Any) -> bool:
        return bool(self >= other) and self != other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._family == self._operand(other)

    def invert(self) -> Self:
        """All sets over the universe that are not in the family: ``~family``."""
        return self._new(self._all() - self._family)

    __invert__ = invert

    def clear(self) -> None:
        """Remove all sets."""
        self._zdd = ZDD.empty(len(self._ground))

    def choice(self) -> Any:
        """Any set of the family; KeyError if there is none."""
        return self._shown(self._first("choice"))

    def pop(self) -> Any:
        """Remove and return any set of the family; KeyError if there is none."""
        first = self._first("pop")
        self._zdd = self._family.difference([first])
        return self._shown(first)

    def _first(self, what: str) -> tuple[int, ...]:
        if not self._zdd:
            raise KeyError(f"{what} from an empty family")
        return self._zdd.choice()
