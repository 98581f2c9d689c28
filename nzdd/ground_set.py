"""The ground set of a family: how many symbols there are, and what they are called."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

SHOWN = 5


def is_symbol(value: Any) -> TypeGuard[int]:
    """Whether it is an integer; anything else is a name."""
    return isinstance(value, int | np.integer)


@dataclass(frozen=True, slots=True, eq=False)
class GroundSet:
    """The symbols ``0 .. size - 1``, and their names where they have any.

    Where both are possible, an integer is a symbol and anything else a name; the keys of a mapping
    are names. So symbols whose names are integers are found by `numbers_of` and by mappings.

    Attributes
    ----------
    size : int
        The number of symbols.
    names : tuple of hashable, shape (size,), or None
        The name of each symbol, all different.
    number : dict, or None
        The symbol of each name.
    """

    size: int
    names: tuple[Any, ...] | None = None
    number: dict[Any, int] | None = None

    @classmethod
    def of(cls, names: Iterable[Hashable], size: int | None = None) -> GroundSet:
        """A ground set with these names; ValueError unless there are `size` different ones."""
        given = tuple(names)
        if size is not None and len(given) != size:
            raise ValueError(f"{len(given)} names are given for {size} symbols; give one for each")
        try:
            number = dict(zip(given, range(len(given)), strict=True))
        except TypeError as error:
            raise TypeError(f"names of symbols must be hashable: {error}") from None
        if len(number) < len(given):
            twice = next(name for i, name in enumerate(given) if number[name] != i)
            raise ValueError(f"two symbols have the name {twice!r}; names must differ")
        return cls(len(given), given, number)

    def agrees(self, other: GroundSet) -> bool:
        """Whether families over the two can be combined: the same names, or none at one side."""
        return self.size == other.size and (
            self.names is other.names
            or self.names is None
            or other.names is None
            or self.names == other.names
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

    def numbers_of(self, names: Iterable[Hashable]) -> list[int]:
        """The symbols with these names; without names, the symbols themselves, checked."""
        return [self._number(name) for name in names]

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
            raise ValueError(f"{name!r} is not the name of a symbol; {self._some()}") from None

    def _some(self) -> str:
        assert self.names is not None
        more = f" and {self.size - SHOWN} more" if self.size > SHOWN else ""
        return f"the names are {', '.join(map(repr, self.names[:SHOWN]))}{more}"

    def symbol_or_name(self, given: Any) -> int:
        """An integer as it is, and the symbol of anything else."""
        return int(given) if is_symbol(given) else self._number(given)

    def one_or_more(self, given: Any) -> Any:
        """Symbols or names as a list of symbols: one that is a symbol or a name, or several.

        Without names the argument as it is, but for a single symbol.
        """
        if is_symbol(given):
            return [given]
        if self.number is None or isinstance(given, np.ndarray):
            return given
        try:
            return [self.number[given]]
        except (KeyError, TypeError):
            if isinstance(given, str):
                return [self._number(given)]
            return [self.symbol_or_name(each) for each in given]

    def rows(self, rows: Any) -> Any:
        """Rows of symbols or names as rows of symbols; arrays and matrices as they are."""
        if self.number is None or hasattr(rows, "shape") or hasattr(rows, "num_rows"):
            return rows
        return [[self.symbol_or_name(each) for each in row] for row in rows]

    def by_symbol(self, values: Any, what: str) -> Any:
        """Values by name (or by symbol, without names) as one for each symbol; others unchanged."""
        if not isinstance(values, Mapping):
            return values
        names = range(self.size) if self.names is None else self.names
        missing = next((name for name in names if name not in values), None)
        if missing is not None or len(values) < self.size:
            raise ValueError(
                f"there is no {what} of {missing!r}; give one for each symbol, as by "
                "dict.fromkeys(names, 0) | values"
            )
        if len(values) > self.size:
            for name in values:
                self._number(name)
        return [values[name] for name in names]

    def names_of(self, symbols: Iterable[int] | NDArray[Any]) -> tuple[Any, ...]:
        """The names of symbols; without names, the symbols."""
        given = symbols.tolist() if isinstance(symbols, np.ndarray) else symbols
        names = range(self.size) if self.names is None else self.names
        return tuple(names[symbol] for symbol in given)
