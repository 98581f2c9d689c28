"""Rows one after the other: by weight, and in random order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from nzdd.zdd.nodes import ZddNodes
from nzdd.zdd.ordered_rows import OrderedRows
from nzdd.zdd.row_queries import RowRanks, seed_words

if TYPE_CHECKING:
    from typing_extensions import Self

FIRST_ROWS, PAGE = 16, 2**12
FEW = 2**16
"""Up to that many rows, every order is equally likely."""

ROUNDS = 8


class Traversal(ZddNodes):
    """Iterators that begin at once, whatever the number of rows; one row, and the family itself."""

    __slots__ = ()

    def choice(self) -> tuple[int, ...]:
        """A row: the first one in the order of iteration. Time O(nodes).

        Raises
        ------
        IndexError
            If the family is empty.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> ZDD.from_rows([[1, 2], [2]], order="natural").choice()
        (1, 2)
        """
        if not self:
            raise IndexError("the family has no rows to choose from")
        offsets, symbols = self._list_rows(0, 1)
        return tuple(np.sort(symbols[: offsets[1]]).tolist())

    def copy(self) -> Self:
        """The family itself, which cannot change; as of a ``frozenset``."""
        return self

    def by_weight(
        self, symbol_weights: ArrayLike | Mapping[Any, float], *, ascending: bool = True
    ) -> Iterator[tuple[tuple[int, ...], float]]:
        """The rows in the order of their total weights, with these; stop when you have enough.

        Parameters
        ----------
        symbol_weights : array of float, shape (num_symbols,), or mapping from names
        ascending : bool
            The lightest first, or the heaviest.

        Yields
        ------
        row : tuple of int
        weight : float
            The total, rounded once. Rows with a symbol of infinite weight are left out.

        Raises
        ------
        ValueError
            If the weights are not what `shortest_path` takes; raised at once.

        Notes
        -----
        Each row comes once, and none after a heavier one (or, descending, a lighter one), whatever
        the weights: totals are compared exactly. Floats that 15 digits write are taken as these
        decimals, so rows of weight 0.1 + 0.2 and 0.3 are equal; if a weight has more digits, all
        are the numbers that the computer holds. One search, which goes on as rows are taken: the
        first k rows take the time of `shortest_rows` with a count of 2 k at most. Memory O(nodes +
        rows given out).

        Examples
        --------
        >>> from nzdd.families import sets_of_size
        >>> from itertools import islice
        >>> half = sets_of_size(60, 30).named(range(100, 160))
        >>> best = half.by_weight({name: name**2 for name in half.names}, ascending=False)
        >>> [weight for _, weight in islice(best, 3)]
        [628655.0, 628396.0, 628139.0]
        """
        return self._by_weight(OrderedRows(self, symbol_weights, "weight", 1 if ascending else -1))

    @staticmethod
    def _by_weight(rows: OrderedRows) -> Iterator[tuple[tuple[int, ...], float]]:
        count = FIRST_ROWS
        while len(found := rows.next(count)) > 0:
            yield from found
            count = min(2 * count, PAGE)

    def shuffled(self, seed: Any = None) -> Iterator[tuple[int, ...]]:
        """The rows in random order, each once; stop when you have enough.

        Parameters
        ----------
        seed : int or numpy.random.Generator, optional
            Anything that ``numpy.random.default_rng`` takes. The same seed gives the same order.

        Yields
        ------
        tuple of int
            A row in O(depth x digits), after O(nodes x digits); no memory of the rows given out.

        Notes
        -----
        The row of rank p(i) for i = 0, 1, ..., with a random permutation p of all ranks. For up to
        65,536 rows each permutation is equally likely. For more, p is a Feistel network of eight
        keyed hashes on the next larger set of 4**b numbers, repeated until the number is a rank
        (Black and Rogaway, Ciphers with arbitrary finite domains, 2002). So a sample without
        repetition of any size needs no memory, of a family of any size.

        Examples
        --------
        >>> from nzdd.families import sets_of_size
        >>> from itertools import islice
        >>> rows = list(islice(sets_of_size(100, 50).shuffled(seed=1), 1000))
        >>> len(set(rows)), {len(row) for row in rows}
        (1000, {50})
        """
        return self._unranked(seed)

    def _unranked(self, seed: Any) -> Iterator[tuple[int, ...]]:
        ranks, count = RowRanks(self), self.count()
        if count <= FEW:
            yield from map(ranks.unrank, np.random.default_rng(seed).permutation(count).tolist())
            return
        half = -(-(count - 1).bit_length() // 2)
        key, number = seed_words(seed).tobytes(), 0
        while number < count:  # more than a range may have
            place = _exchanged(number, half, key)
            while place >= count:
                place = _exchanged(place, half, key)
            yield ranks.unrank(place)
            number += 1


def _exchanged(number: int, half: int, key: bytes) -> int:
    """A permutation of the numbers below ``4**half``."""
    mask, size = (1 << half) - 1, -(-half // 8)
    left, right = number >> half, number & mask
    for turn in range(ROUNDS):
        digits = b""
        for part in range(-(-size // 64)):
            text = right.to_bytes(size, "little") + bytes([turn]) + part.to_bytes(4, "little")
            digits += blake2b(text, key=key).digest()
        left, right = right, left ^ (int.from_bytes(digits[:size], "little") & mask)
    return left << half | right
