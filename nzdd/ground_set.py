"""The ground set of a family: how many symbols there are, and what they are called."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from nzdd.input.parameters import listed
from nzdd.input.row_table import RowTable, as_row_table, check_num_symbols

SHOWN = 5
SEVERAL = "a list of symbols or names"


def is_symbol(value: Any) -> TypeGuard[int]:
    """Whether it is an integer; anything else is a name."""
    return isinstance(value, int | np.integer)


class Symbols(list[int]):
    """A list of symbols, which are not taken for names."""


def names_in(rows: Iterable[tuple[Any, ...]]) -> list[Any]:
    """The different names in rows: sorted, or in the order of the rows if they have no order."""
    try:
        found = list(dict.fromkeys(chain.from_iterable(rows)))
    except TypeError as error:
        raise TypeError(f"names of symbols must be hashable: {error}") from None
    try:
        return sorted(found)
    except TypeError:
        return found


@dataclass(frozen=True, slots=True, eq=False)
class GroundSet:
    """The symbols ``0 .. size - 1``, and their names where they have any.

    Where both are possible, an integer is a symbol and anything else a name. Where names are
    integers too, other than those of their symbols, an integer could be either and is refused:
    arrays and `Symbols` hold symbols, `numbers_of` and mappings take names.

    Attributes
    ----------
    size : int
        The number of symbols.
    names : tuple of hashable, shape (size,), or None
        The name of each symbol, all different.
    number : dict, or None
        The symbol of each name.
    ambiguous : bool
        Whether some name is an integer other than its symbol.
    """

    size: int
    names: tuple[Any, ...] | None = None
    number: dict[Any, int] | None = None
    ambiguous: bool = False

    @classmethod
    def of(cls, names: Iterable[Hashable], size: int | None = None) -> GroundSet:
        """A ground set with these names; ValueError unless there are `size` different ones."""
        given = tuple(listed("names", names, "one for each symbol"))
        if size is not None and len(given) != size:
            raise ValueError(f"{len(given)} names are given for {size} symbols; give one for each")
        try:
            number = dict(zip(given, range(len(given)), strict=True))
        except TypeError as error:
            raise TypeError(f"names of symbols must be hashable: {error}") from None
        if len(number) < len(given):
            twice = next(name for i, name in enumerate(given) if number[name] != i)
            raise ValueError(f"two symbols have the name {twice!r}; names must differ")
        ambiguous = any(is_symbol(name) and name != i for i, name in enumerate(given))
        return cls(len(given), given, number, ambiguous)

    @classmethod
    def given(cls, symbols: int | Iterable[Hashable]) -> GroundSet:
        """The ground set of a number of symbols, or of their names."""
        if is_symbol(symbols):
            return cls(check_num_symbols(symbols))
        ground = cls.of(listed("symbols", symbols, "their number, or their names"))
        check_num_symbols(ground.size)
        return ground

    def agrees(self, other: GroundSet) -> bool:
        """Whether families over the two can be combined: the same names, or none at one side."""
        return self.size == other.size and (
            self.names is other.names
            or self.names is None
            or other.names is None
            or self.names == other.names
        )

    def differs_in_order(self, other: GroundSet) -> bool:
        """Whether the two have the same names, but not for the same symbols."""
        return (
            not self.agrees(other)
            and self.number is not None
            and (other.number is not None and self.number.keys() == other.number.keys())
        )

    def common(self, other: GroundSet) -> GroundSet:
        """The ground set of a result of two families: the one with names.

        ValueError if the two do not agree; the message says how they differ.
        """
        if self is other:
            return self
        if self.size != other.size:
            raise ValueError(
                f"the families are over {self.size} and {other.size} symbols; f.embedded(number) "
                "or f.embedded(names) puts a family into a larger ground set"
            )
        if not self.agrees(other):
            assert self.names is not None
            assert other.names is not None
            i = next(i for i in range(self.size) if self.names[i] != other.names[i])
            raise ValueError(
                f"the families name their symbols differently: symbol {i} is {self.names[i]!r} "
                f"and {other.names[i]!r}; g.embedded(f.names) brings g to the symbols of f"
            )
        return other if self.names is None and other.names is not None else self

    def numbers_of(self, names: Iterable[Hashable]) -> Symbols:
        """The symbols with these names; without names, the symbols themselves, checked."""
        return Symbols(map(self._number, names))

    def _number(self, name: Hashable) -> int:
        if self.number is None:
            if is_symbol(name) and 0 <= name < self.size:
                return int(name)
            raise ValueError(
                f"{name!r} is no symbol: the family has no names, and symbols go from 0 to "
                f"{self.size - 1}; f.named(names) gives them names"
            )
        try:
            return self.number[name]
        except (KeyError, TypeError):
            turned = self._turned(name)
            known = self._some() if turned is None else f"{turned!r} is"
            raise ValueError(f"{name!r} is not the name of a symbol; {known}") from None

    def _turned(self, name: Any) -> tuple[Any, ...] | None:
        """The name of an edge that is given from its other end."""
        assert self.number is not None
        if not isinstance(name, tuple) or len(name) < 2:
            return None
        turned = (name[1], name[0], *name[2:])
        try:
            return turned if turned in self.number else None
        except TypeError:
            return None

    def _some(self) -> str:
        assert self.names is not None
        more = f" and {self.size - SHOWN} more" if self.size > SHOWN else ""
        return f"the names are {', '.join(map(repr, self.names[:SHOWN]))}{more}"

    def symbol_or_name(self, given: Any) -> int:
        """An integer as it is, and the symbol of anything else; ValueError if it may be either."""
        if not is_symbol(given):
            return self._number(given)
        if self.ambiguous:
            raise ValueError(
                f"{given} may be a symbol or a name, as names are integers here; give "
                f"f.symbols_of([{given}]) for the name and numpy.array([{given}]) for the symbol; "
                "from_named_rows makes a family of rows of names"
            )
        return int(given)

    def one_or_more(self, given: Any) -> Any:
        """Symbols or names as a list of symbols: one that is a symbol or a name, or several.

        An array as it is, and without names any other argument but a single symbol.
        """
        if is_symbol(given):
            return [self.symbol_or_name(given)]
        if isinstance(given, np.ndarray | Symbols):
            return given
        if self.number is None:
            several = given if isinstance(given, list | tuple) else [given]
            for name in several:
                if isinstance(name, str):
                    self._number(name)
            return listed("symbols", given, SEVERAL)
        try:
            return [self.number[given]]
        except (KeyError, TypeError):
            if isinstance(given, str) or self._names_none(given):
                return [self._number(given)]
            return [self.symbol_or_name(each) for each in listed("symbols", given, SEVERAL)]

    def _names_none(self, given: Any) -> bool:
        """Whether it is a tuple, as names are, without a name in it: no name, and not several."""
        assert self.names is not None
        assert self.number is not None
        if not isinstance(given, tuple) or not given or not isinstance(self.names[0], tuple):
            return False
        return not any(isinstance(each, Hashable) and each in self.number for each in given)

    def row(self, row: Any) -> Any:
        """A row of symbols or names as one of symbols; an array as it is."""
        if isinstance(row, np.ndarray | Symbols):
            return row
        return [self.symbol_or_name(each) for each in listed("a row", row, SEVERAL)]

    def rows(self, rows: Any) -> Any:
        """Rows of symbols or names as rows of symbols, with their weights where these are given.

        Arrays and matrices as they are.
        """
        if self.number is None or hasattr(rows, "shape") or hasattr(rows, "num_rows"):
            return rows
        if not isinstance(rows, Mapping):
            return [self.row(row) for row in listed("rows", rows, "an iterable of rows")]
        totals: dict[Any, Any] = {}
        for row, weight in rows.items():
            symbols = tuple(self.row(row))
            totals[symbols] = totals.get(symbols, 0) + weight
        return totals

    def table(self, rows: list[tuple[Any, ...]]) -> RowTable:
        """Rows of names, which may be integers, as rows of symbols; ValueError for other names."""
        sizes = np.fromiter(map(len, rows), np.int64, len(rows))
        each = chain.from_iterable(rows)
        try:
            assert self.number is not None
            symbols = np.fromiter(map(self.number.__getitem__, each), np.uint32, int(sizes.sum()))
        except (KeyError, TypeError):
            for name in chain.from_iterable(rows):
                self._number(name)
            raise
        return RowTable.from_csr(np.append(0, np.cumsum(sizes)), symbols, self.size)

    def known(self, row: Any) -> list[Any]:
        """A row with symbols in the place of names; what is neither stays as it is.

        Integers are symbols here, whatever the names: what a family iterates over, it contains.
        """
        try:
            given = [*row]
        except TypeError:
            raise TypeError(
                f"{row!r} is not a row; give a tuple of symbols or names, such as ({row!r},)"
            ) from None
        if self.number is None or isinstance(row, np.ndarray | Symbols):
            return given
        return [self._number(each) if self._is_name(each) else each for each in given]

    def _is_name(self, each: Any) -> bool:
        """Whether it is a name, be it that of an edge from its other end."""
        assert self.number is not None
        if is_symbol(each) or not isinstance(each, Hashable):
            return False
        return each in self.number or self._turned(each) is not None

    def by_symbol(self, values: Any, what: str) -> Any:
        """Values by name (or by symbol, without names) as one for each symbol; others unchanged.

        By name are mappings and, where there are names, series of pandas that have an index other
        than 0, 1, 2, ...
        """
        if self.number is not None and getattr(values, "ndim", 0) == 1 and hasattr(values, "items"):
            given = dict(values.items())
            if given.keys() == self.number.keys() or list(given) != list(range(self.size)):
                values = given
        if not isinstance(values, Mapping):
            return values
        given = self.keyed(values)
        missing = next((symbol for symbol in range(self.size) if symbol not in given), None)
        if missing is not None:
            (name,) = self.names_of([missing])
            raise ValueError(
                f"there is no {what} of {name!r}; give one for each symbol, as by "
                "dict.fromkeys(names, 0) | values"
            )
        return [given[symbol] for symbol in range(self.size)]

    def keyed(self, values: Any) -> dict[int, Any]:
        """The values of a mapping from names, or from symbols if no name is an integer."""
        return {self._key(name): value for name, value in values.items()}

    def _key(self, name: Any) -> int:
        if is_symbol(name) and not self.ambiguous and 0 <= name < self.size:
            return int(name)
        return self._number(name)

    def named_rows(self, rows: Any) -> Iterator[tuple[Any, ...]]:
        """Rows of symbols, one after the other or as arrays, as tuples of names."""
        if hasattr(rows, "shape"):
            offsets, symbols = as_row_table(rows, num_symbols=self.size).to_csr()
        elif hasattr(rows, "offsets"):
            offsets, symbols = rows.offsets, rows.symbols
        else:
            return map(self.names_of, rows)
        bounds = pairwise(offsets.tolist())
        return (self.names_of(np.sort(symbols[start:stop])) for start, stop in bounds)

    def label(self, symbol: int) -> str:
        """What messages call a symbol."""
        return f"symbol {symbol}" if self.names is None else repr(self.names[symbol])

    def names_of(self, symbols: Iterable[int] | NDArray[Any]) -> tuple[Any, ...]:
        """The names of symbols; without names, the symbols."""
        given = symbols.tolist() if isinstance(symbols, np.ndarray) else symbols
        names = range(self.size) if self.names is None else self.names
        return tuple(names[symbol] for symbol in given)
