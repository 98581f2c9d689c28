"""What a family is: a diagram over a universe, made of sets, constraints or text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any

from nzdd import ZDD
from nzdd.adapters.files.diagrams import dumps
from nzdd.adapters.libraries.graphillion_api.ground import Ground
from nzdd.families import power_set

if TYPE_CHECKING:
    from typing_extensions import Self

_SHOWN = 80  # characters of the text of a family


class BaseFamily(ABC):
    """A set of sets that can be changed in place, over the universe of its class.

    It keeps the universe it was made over: when another one is set, it still means the same sets.
    Families over different universes cannot be combined.
    """

    __slots__ = ("_ground", "_zdd")
    _ground: Ground
    _zdd: ZDD

    def __init__(self, given: Any = None) -> None:
        self._ground = self._current()
        if isinstance(given, type(self)):
            self._ground, self._zdd = given._ground, given._zdd
        elif isinstance(given, Mapping):
            self._zdd = self._constrained(given)
        elif given is None or (
            isinstance(given, Iterable) and not isinstance(given, str | BaseFamily)
        ):
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
        within, without = (
            self._symbols(given[key]) if key in given else [] for key in ("include", "exclude")
        )
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

    @property
    def zdd(self) -> ZDD:
        """The family as a diagram, whose symbols have the names of the objects."""
        return self._family.named(self._ground.objects)

    @classmethod
    def from_zdd(cls, zdd: ZDD) -> Self:
        """A diagram as a family over the current universe.

        Symbols are found by their names; without names, symbol i is object i of the universe.

        Raises
        ------
        KeyError
            If a name is not in the universe.
        ValueError
            If there are more symbols than objects.
        """
        ground = cls._current()
        places = None if zdd.names is None else [ground.number[name] for name in zdd.names]
        return cls._from(zdd.embedded(len(ground), places), ground)

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
        if not isinstance(other, type(self)):
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
        return cls._from(dumps.parse("the text", s.encode(), num_symbols=len(ground)), ground)

    @classmethod
    def load(cls, fp: Any) -> Self:
        """Read what `dump` wrote from an open file."""
        content = fp.read()
        return cls.loads(content if isinstance(content, str) else content.decode())

    def __repr__(self) -> str:
        shown = f"{type(self).__name__}(["
        comma = ""
        for row in self._sorted_rows():
            shown += comma + self._text(row)
            comma = ", "
            if len(shown) > _SHOWN - 2:
                return shown[: _SHOWN - 4] + " ..."
        return shown + "])"

    def _sorted_rows(self) -> Iterator[tuple[int, ...]]:
        """The rows, the smallest first; of equal size those of the first symbols."""
        count = len(self._ground)
        sizes_first = [count * (count + 1) + symbol for symbol in range(count)]
        return (row for row, _ in self._family.by_weight(sizes_first))
