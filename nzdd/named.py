"""Diagrams whose symbols have names."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from numpy.typing import NDArray

from nzdd.ground_set import GroundSet, names_in
from nzdd.input.parameters import listed
from nzdd.order import Order

if TYPE_CHECKING:
    from typing_extensions import Self


class Named:
    """Names of symbols, such as edges of a graph or items.

    Rows are sets of integers, the symbols, with names and without. What takes a symbol or a row
    takes names, too: an integer is a symbol, anything else a name. Where names are integers other
    than their symbols, an integer is refused, but by ``in``, which has symbols:
    ``numpy.array([2])`` is the symbol, and ``f.symbols_of([2])`` the name. What takes one value for
    each symbol takes a mapping from names, or from symbols. `named_rows` and `names_of` give names,
    also of rows that other methods find.

    Results of operations have the names of their operands, which agree: they are the same, or one
    of the families has none.
    """

    __slots__ = ()

    order: Order
    _native: Any
    _num_symbols: int
    from_rows: ClassVar[Callable[..., Any]]

    @classmethod
    @abstractmethod
    def _make(cls, native: Any, num_symbols: int, order: Order) -> Self: ...

    @abstractmethod
    def __iter__(self) -> Iterator[tuple[int, ...]]: ...

    @property
    def ground(self) -> GroundSet:
        """The symbols and their names."""
        assert self.order.ground is not None
        return self.order.ground

    @property
    def names(self) -> tuple[Any, ...] | None:
        """The name of each symbol; None where symbols have no names."""
        return self.ground.names

    @classmethod
    def from_named_rows(
        cls, rows: Any, names: Iterable[Hashable] | None = None, **options: Any
    ) -> Self:
        """The diagram of rows of names, which may be integers, such as vertices from 1 on.

        Parameters
        ----------
        rows : iterable of iterables of hashable, or mapping from such rows to weights
        names : iterable of hashable, shape (num_symbols,), optional
            The name of each symbol; by default all names in the rows, sorted, or in the order of
            the rows where they cannot be sorted.
        **options
            Further arguments of `from_rows`.

        Raises
        ------
        ValueError
            If a row holds something else, two names are equal, or as in `from_rows`.

        Notes
        -----
        Time and memory O(nonzeros), beside those of `from_rows`.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> paths = ZDD.from_named_rows([[3, 1], [2]], order="natural")
        >>> paths.names, list(paths.named_rows())
        ((1, 2, 3), [(1, 3), (2,)])
        >>> ZDD.from_named_rows(["ba", "c"]) == ZDD.from_named_rows(["ab", "c"], names="cba")
        True
        """
        if isinstance(rows, Mapping):
            options["weights"] = list(rows.values())
        listed_rows = list(map(tuple, listed("rows", rows, "an iterable of rows")))
        ground = GroundSet.of(names_in(listed_rows) if names is None else names)
        made: Self = cls.from_rows(ground.table(listed_rows), **options)
        return made._over(ground)

    def named(self, names: Iterable[Hashable] | None) -> Self:
        """The same diagram with names for its symbols, or without names.

        Parameters
        ----------
        names : iterable of hashable, shape (num_symbols,), or None
            All different. Strings, numbers and tuples of them can be saved.

        Returns
        -------
        ZDD or NZDD
            With the same arrays. Time O(num_symbols).

        Raises
        ------
        TypeError
            If a name is not hashable.
        ValueError
            If there is not one name for each symbol, or two are equal.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> fruit = ZDD.from_rows([[0, 2], [1]], order="natural").named(["fig", "pear", "plum"])
        >>> list(fruit.onset("fig").named_rows())
        [('fig', 'plum')]
        >>> fruit.shortest_path({"fig": 3, "pear": 7, "plum": 2}).names
        ('fig', 'plum')
        """
        size = self._num_symbols
        return self._over(GroundSet(size) if names is None else GroundSet.of(names, size))

    def renamed(self, new: dict[Any, Hashable]) -> Self:
        """The same diagram with other names for some symbols.

        Parameters
        ----------
        new : mapping
            From old names to new ones; from symbols, which then are all to be named, without names.

        Raises
        ------
        ValueError
            If an old name does not occur, or two symbols would have the same name.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> fruit = ZDD.from_rows([[0], [1]], names=["fig", "pear"])
        >>> fruit.renamed({"fig": "quince"}).names
        ('quince', 'pear')
        >>> fruit.renamed({"fig": "pear", "pear": "fig"}).names
        ('pear', 'fig')
        """
        names = list(self.names_of(range(self._num_symbols)))
        for symbol, name in zip(self.symbols_of(new), new.values(), strict=True):
            names[symbol] = name
        if self.names is None and len(new) < self._num_symbols:
            raise ValueError(
                f"{len(new)} of {self._num_symbols} symbols get names; give a name to each, "
                "as by f.named(names)"
            )
        return self.named(names)

    def names_of(self, symbols: Iterable[int] | NDArray[Any]) -> tuple[Any, ...]:
        """The names of symbols, such as those of a row; without names, the symbols.

        Examples
        --------
        >>> from nzdd.families import power_set
        >>> power_set(3).named("abc").names_of([0, 2])
        ('a', 'c')
        """
        return self.ground.names_of(symbols)

    def symbols_of(self, names: Iterable[Hashable]) -> list[int]:
        """The symbols with these names, in the order given.

        Names may be integers here, and the result is taken for symbols wherever it is given.
        Without names, they are symbols, which are checked.

        Raises
        ------
        ValueError
            If no symbol has one of the names.

        Examples
        --------
        >>> from nzdd.families import power_set
        >>> power_set(3).named([1, 2, 3]).symbols_of([3, 1])
        [2, 0]
        """
        return self.ground.numbers_of(names)

    def named_rows(self, rows: Any = None) -> Iterator[tuple[Any, ...]]:
        """The rows as tuples of names, in the order of the diagram; without names, as iteration.

        Names stand in the order of their symbols.

        Parameters
        ----------
        rows : sparse matrix, ShortRows, or iterable of rows, optional
            These rows of symbols instead, such as `ZDD.random_rows`, `ZDD.shortest_rows`,
            `ZDD.shuffled` and `FamilyModel.binding` give them.

        Raises
        ------
        ValueError
            If a matrix has another number of columns than there are symbols.

        Examples
        --------
        >>> from nzdd.families import sets_of_size
        >>> pairs = sets_of_size(3, 2).named("abc")
        >>> list(pairs.named_rows())
        [('a', 'b'), ('a', 'c'), ('b', 'c')]
        >>> list(pairs.named_rows(pairs.shortest_rows({"a": 3, "b": 1, "c": 2}, 2)))
        [('b', 'c'), ('a', 'b')]
        """
        return self.ground.named_rows(self if rows is None else rows)

    def _over(self, ground: GroundSet) -> Self:
        """The same diagram over a ground set of the same size."""
        if ground is self.order.ground:
            return self
        return self._make(self._native, self._num_symbols, self.order.over(ground))
