"""What all kinds of families do alike: the methods and operators of Python's sets, and queries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from nzdd import ZDD
from nzdd.adapters.files.diagrams import dumps
from nzdd.adapters.libraries.graphillion_api.ground import Ground
from nzdd.families import linear, power_set
from nzdd.zdd.row_queries import RowRanks
from nzdd.zdd.shortest_rows import RowSearch

if TYPE_CHECKING:
    from typing_extensions import Self

_SHOWN = 70  # characters of the text of a family
_FIRST = 16  # sets by weight that are searched at first


def _changing(method: str) -> Callable[..., Any]:
    """A method that replaces the family by the result of another method."""

    def change(self: Any, *others: Any) -> None:
        self._zdd = getattr(self, method)(*others)._zdd

    change.__doc__ = f"Replace the family by its `{method}` with the others."
    return change


def _operator(method: str) -> Callable[..., Any]:
    def operate(self: Any, other: Any) -> Any:
        return getattr(self, method)(other) if isinstance(other, Family) else NotImplemented

    return operate


def _changing_operator(method: str) -> Callable[..., Any]:
    def change(self: Any, other: Any) -> Any:
        if not isinstance(other, Family):
            return NotImplemented
        self._zdd = getattr(self, method)(other)._zdd
        return self

    return change


class Family(ABC):
    """A set of sets that can be changed in place, over the universe of its class.

    It keeps the universe it was made over: when another one is set, it still means the same sets.
    Families over different universes cannot be combined.
    """

    __slots__ = ("_ground", "_zdd")
    _ground: Ground
    _zdd: ZDD
    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(self, given: Any = None) -> None:
        self._ground = self._current()
        if isinstance(given, type(self)):
            self._ground, self._zdd = given._ground, given._zdd
        elif isinstance(given, Mapping):
            self._zdd = self._constrained(given)
        elif given is None or (isinstance(given, Iterable) and not isinstance(given, str | Family)):
            rows = [self._symbols(each) for each in given or ()]
            self._zdd = ZDD.from_rows(rows, order="natural", num_symbols=len(self._ground))
        else:
            name = type(self).__name__
            raise TypeError(
                f"{name}({given!r}) is not possible; give a list of sets, a dict with "
                f"'include' and 'exclude', or a {name}"
            )

    @classmethod
    @abstractmethod
    def _current(cls) -> Ground:
        """The universe that is set now."""

    @abstractmethod
    def _symbols(self, given: Any) -> list[int]:
        """The symbols of one set; KeyError for objects outside the universe."""

    @abstractmethod
    def _shown(self, symbols: Iterable[int]) -> Any:
        """A set as its users see it."""

    def _text(self, symbols: Iterable[int]) -> str:
        """A set in the text of a family."""
        return repr(self._shown(symbols))

    def _constrained(self, given: Mapping[str, Any]) -> ZDD:
        """The sets with some elements and without others."""
        if unknown := [key for key in given if key not in ("include", "exclude")]:
            raise TypeError(f"the dict has a key {unknown[0]!r}; 'include' and 'exclude' are known")
        within = self._symbols(given.get("include", ()))
        without = self._symbols(given.get("exclude", ()))
        if both := set(within) & set(without):
            name = self._text(both)
            raise TypeError(f"{name} is both included and excluded; decide for one")
        return self._all().onset(within).offset(without)

    @classmethod
    def _from(cls, zdd: ZDD, ground: Ground) -> Self:
        new = object.__new__(cls)
        new._ground = ground
        new._zdd = ground.widened(zdd)
        return new

    def _new(self, zdd: ZDD) -> Self:
        return self._from(zdd, self._ground)

    def _all(self) -> ZDD:
        return power_set(len(self._ground))

    @property
    def _family(self) -> ZDD:
        """The diagram over the whole of the universe, which may have grown."""
        return self._ground.widened(self._zdd)

    def _operand(self, other: Any) -> ZDD:
        """The diagram of another family of the kind, over the universe of this one."""
        if not isinstance(other, Family) or not isinstance(other, type(self)):
            raise TypeError(f"a {type(self).__name__} is needed, not {type(other).__name__}")
        if not self._zdd.num_nodes:  # no set, or the empty one: the same over every universe
            self._ground = other._ground
        ours, theirs = self._ground.objects, other._ground.objects
        if other._zdd.num_nodes and ours is not theirs and ours != theirs:
            raise ValueError(
                f"the two families of type {type(self).__name__} are over different universes; "
                "make both after the same set_universe"
            )
        return self._ground.widened(other._zdd)

    def _combined(self, operation: Callable[[ZDD, ZDD], ZDD], others: tuple[Any, ...]) -> Self:
        operands = [self._operand(other) for other in others]
        return self._new(reduce(operation, operands, self._family))

    # Python's sets

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

    def _first(self, what: str) -> list[int]:
        if not self._zdd:
            raise KeyError(f"{what} from an empty family")
        first: list[int] = self._zdd.rows(0, 1).indices.tolist()
        return first

    # Sizes

    def __bool__(self) -> bool:
        return bool(self._zdd)

    def __len__(self) -> int:
        return self._zdd.count()

    def len(self, size: int | None = None) -> Any:
        """The number of sets, of any size; or the sets of `size` elements."""
        return self._zdd.count() if size is None else self._sized(size, size)

    def _sized(self, low: int, high: int | None = None) -> Self:
        return self._new(self._family.with_size(low, high))

    def larger(self, size: int) -> Self:
        """The sets of more than `size` elements."""
        self._check_size(size)
        return self._sized(size + 1)

    def smaller(self, size: int) -> Self:
        """The sets of fewer than `size` elements."""
        self._check_size(size)
        return self._sized(0, size - 1) if size else self._new(ZDD.empty(len(self._ground)))

    @staticmethod
    def _check_size(size: int) -> None:
        if not isinstance(size, int):
            raise TypeError(f"size is {size!r}; it must be an integer")
        if size < 0:
            raise ValueError(f"size is {size}; it must not be negative")

    # Families of sets

    def minimal(self) -> Self:
        """The sets that contain no other."""
        return self._new(self._family.minimal())

    def maximal(self) -> Self:
        """The sets that no other contains."""
        return self._new(self._family.maximal())

    def join(self, other: Any) -> Self:
        """All unions of a set of this family and one of the other."""
        return self._combined(ZDD.join, (other,))

    def meet(self, other: Any) -> Self:
        """All intersections of a set of this family and one of the other."""
        return self._combined(ZDD.meet, (other,))

    def hitting(self) -> Self:
        """All sets that have an element in common with each set of the family."""
        number = len(self._ground)
        rest = power_set(number).nonsupersets(self._family)  # hold none: their complements hit all
        return self._new(self._all() & rest.change(range(number)))

    def _added(self, zdd: ZDD) -> ZDD:
        """The sets with one more element."""
        return _united(zdd, (zdd.offset(i).change(i) for i in range(zdd.num_symbols)))

    def _removed(self, zdd: ZDD) -> ZDD:
        """The sets without one of their elements."""
        return _united(zdd, (zdd.onset(i).change(i) for i in range(zdd.num_symbols)))

    def _exchanged(self, zdd: ZDD) -> ZDD:
        """The sets with one element in place of another one."""
        symbols = range(zdd.num_symbols)
        return _united(
            zdd, (self._added(part.change(i)).offset(i) for i in symbols if (part := zdd.onset(i)))
        )

    # Rows

    def __iter__(self) -> Iterator[Any]:
        return map(self._shown, self._zdd)

    iter = __iter__

    def rand_iter(self) -> Iterator[Any]:
        """All sets in random order, each once; the first ones come at once."""
        ranks, count, random = RowRanks(self._zdd), self._zdd.count(), Random()
        moved: dict[int, int] = {}  # of a shuffle of all ranks, what differs from their order
        for i in range(count):
            drawn = random.randrange(i, count)
            rank = moved.get(drawn, drawn)
            moved[drawn] = moved.pop(i, i)
            yield self._shown(ranks.unrank(rank))

    def _by_weight(self, lengths: NDArray[np.float64], sign: int) -> Iterator[Any]:
        search = RowSearch(self._family)
        done, number = 0, _FIRST
        while True:
            rows = search.shortest(sign * lengths, number)
            bounds, symbols = rows.offsets.tolist(), rows.symbols.tolist()
            for k in range(done, len(rows)):
                yield self._shown(symbols[bounds[k] : bounds[k + 1]])
            if len(rows) < number:
                return
            done, number = number, 2 * number

    def min_iter(self, weights: Mapping[Any, float] | None = None) -> Iterator[Any]:
        """All sets, the one of least weight first.

        Weights that are not given are those of the universe, or one.
        """
        return self._by_weight(self._values(weights), 1)

    def max_iter(self, weights: Mapping[Any, float] | None = None) -> Iterator[Any]:
        """All sets, the one of greatest weight first; see `min_iter`."""
        return self._by_weight(self._values(weights), -1)

    def _values(self, weights: Mapping[Any, float] | None) -> NDArray[np.float64]:
        return self._ground.values(self._by_element(weights))

    def _by_element(self, given: Mapping[Any, Any] | None) -> dict[Any, Any]:
        """A mapping by the names that the universe has for the elements."""
        return dict(given or {})

    def _known(self, given: Mapping[Any, Any]) -> dict[Any, Any]:
        """`_by_element` where all elements must be there, and no other one."""
        values = self._by_element(given)
        for each in values:
            if each not in self._ground.number:
                raise KeyError(each)
        missing = [each for each in self._ground.objects if each not in values]
        if missing:
            raise AssertionError(f"{missing[0]!r} has no value; give one to each of the universe")
        return values

    def probability(self, probabilities: Mapping[Any, float]) -> float:
        """The probability that a random set is in the family, its elements drawn independently.

        Raises
        ------
        KeyError
            If an element is not in the universe.
        AssertionError
            If an element of the universe has no probability.
        """
        return self._family.probability(self._ground.values(self._known(probabilities)))

    def cost_le(self, costs: Mapping[Any, int], cost_bound: int) -> Self:
        """The sets whose costs add up to `cost_bound` at most.

        Parameters
        ----------
        costs : mapping
            An integer for each element of the universe.

        Raises
        ------
        KeyError
            If an element is not in the universe.
        AssertionError
            If an element of the universe has no cost.
        TypeError
            If a cost is not an integer.
        """
        return self._bounded(costs, None, cost_bound)

    def _bounded(self, costs: Mapping[Any, int], low: int | None, high: int | None) -> Self:
        known = self._known(costs)
        if wrong := [cost for cost in known.values() if not isinstance(cost, int | np.integer)]:
            raise TypeError(f"a cost is {wrong[0]!r}; costs are integers")
        numbers = [known[each] for each in self._ground.objects]
        bounded = linear(np.array(numbers, np.int64), low, high, order="natural")
        return self._new(self._family & bounded)

    # Text

    def dumps(self) -> str:
        """The family as text; `loads` reads it. The universe is not part of it."""
        return dumps.to_text(self._family)

    def dump(self, fp: Any) -> None:
        """Write `dumps` to an open file, of bytes or of text."""
        text = self.dumps()
        try:
            fp.write(text.encode())
        except TypeError:
            fp.write(text)

    @classmethod
    def loads(cls, s: str) -> Self:
        """A family from text over the current universe; that of graphillion is read as well."""
        ground = cls._current()
        return cls._from(dumps.parse("", s.encode(), num_symbols=len(ground)), ground)

    @classmethod
    def load(cls, fp: Any) -> Self:
        """Read what `dump` wrote from an open file."""
        content = fp.read()
        return cls.loads(content if isinstance(content, str) else content.decode())

    def __repr__(self) -> str:
        shown: list[str] = []
        end = ""
        for row in self._sorted_rows():
            if sum(map(len, shown)) > _SHOWN:
                end = ", ..."
                break
            shown.append(self._text(row))
        return f"{type(self).__name__}([{', '.join(shown)}{end}])"

    def _sorted_rows(self) -> Iterator[list[int]]:
        """Some rows, the smallest first."""
        zdd = self._family
        for size in range(zdd.num_symbols + 1):
            rows = zdd.with_size(size, size).rows(0, _SHOWN)
            for k in range(rows.shape[0]):
                yield rows.indices[rows.indptr[k] : rows.indptr[k + 1]].tolist()


def _united(zdd: ZDD, parts: Iterable[ZDD]) -> ZDD:
    """The union of families over the symbols of one."""
    return reduce(ZDD.union, parts, ZDD.empty(zdd.num_symbols))
