"""What every diagram of rows can do: count, list and look up its rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.array_input import LARGEST_SUM, as_floats
from nzdd.family import integers
from nzdd.memory import check_room

if TYPE_CHECKING:
    from scipy.sparse import csr_array

CHUNK = 1 << 16
MANY = 1 << 22
"""Rows whose memory is looked for before they are listed."""
ArrayT = TypeVar("ArrayT", bound=NDArray[Any])
ScalarT = TypeVar("ScalarT", bound=np.integer[Any])


class RowFamily(ABC):
    """A family of rows held as a diagram.

    Behaves like a Python set of rows: ``len``, ``in`` and iteration. Rows come in the order of
    the diagram, each as a sorted tuple of symbols.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def num_symbols(self) -> int:
        """The size of the ground set."""

    @abstractmethod
    def count(self) -> int:
        """The exact number of rows, of any size. Time O(edges x digits)."""

    @abstractmethod
    def contains(self, rows: object) -> NDArray[np.bool_]:
        """Whether each of the given rows is in the family."""

    @abstractmethod
    def _list_rows(self, first: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """CSR arrays of ``count`` rows from the one of rank ``first`` on."""

    def __len__(self) -> int:
        return self.count()  # above sys.maxsize Python itself raises OverflowError: use count()

    def __bool__(self) -> bool:
        return self.count() > 0

    def __contains__(self, row: Iterable[int]) -> bool:
        symbols = list(row)
        if any(not 0 <= symbol < self.num_symbols for symbol in symbols):
            return False
        return bool(self.contains([symbols])[0])

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for first in range(0, self.count(), CHUNK):
            chunk = self._csr(*self._list_rows(first, CHUNK))
            symbols = chunk.indices.tolist()
            bounds = chunk.indptr.tolist()
            yield from (tuple(symbols[a:b]) for a, b in pairwise(bounds))

    def rows(self, first: int = 0, count: int | None = None) -> csr_array:
        """Rows as a 0/1 matrix.

        Parameters
        ----------
        first : int
            The rank of the first row, in the order of the diagram.
        count : int, optional
            How many rows; all that follow by default.

        Returns
        -------
        csr_array of int8, shape (number of rows, num_symbols)
            Time and memory O(diagram + output).

        Raises
        ------
        ValueError
            If `first` or `count` is negative.
        OverflowError
            If either is 2**63 or more.
        MemoryError
            If the rows cannot fit into memory, said before any is listed.
        """
        if first < 0 or (count is not None and count < 0):
            raise ValueError("first and count must not be negative")
        if count is None:
            count = max(0, self.count() - first)
        if max(first, count) >= 2**63:
            raise OverflowError(
                f"{readable(count)} rows from rank {readable(first)} on cannot be listed; "
                "ask for fewer by first and count, each below 2**63"
            )
        if count > MANY:
            listed = min(count, max(0, self.count() - first))
            if listed > MANY:
                check_rows(listed, 0.0 if first or listed < self.count() else self._mean_size())
        return self._csr(*self._list_rows(first, count))

    @abstractmethod
    def _mean_size(self) -> float:
        """About how many symbols a row has, on average; there are rows."""

    def to_dot(
        self,
        names: Sequence[str] | None = None,
        max_nodes: int = 300,
        *,
        around: int | None = None,
        radius: int | None = None,
    ) -> str:
        """The diagram as a picture in DOT text; see `nzdd.dot.to_dot`."""
        from nzdd.dot import to_dot

        return to_dot(self, names, max_nodes, around=around, radius=radius)

    def to_networkx(self) -> Any:
        """The diagram as a MultiDiGraph; see `nzdd.adapters.libraries.networkx.to_networkx`."""
        import nzdd

        return nzdd.to_networkx(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """What a notebook shows: text, and a picture where the diagram is small and `dot` there."""
        import nzdd
        from nzdd.dot import fits

        bundle = {"text/plain": repr(self)}
        if not (isinstance(self, nzdd.ZDD | nzdd.NZDD) and fits(self)):
            return bundle
        # A missing program is no reason to show nothing.
        try:
            bundle["image/svg+xml"] = nzdd.render(self.to_dot(), "svg").decode()
        except (RuntimeError, OSError, ImportError) as error:
            bundle["text/plain"] += f"\n({error})"
        return bundle

    def _csr(self, offsets: NDArray[np.int64], symbols: NDArray[np.uint32]) -> csr_array:
        from scipy.sparse import csr_array  # slow to load, and many programs never list rows

        values = np.ones(symbols.size, np.int8)
        matrix = csr_array(
            (values, symbols.astype(np.int64), offsets), shape=(offsets.size - 1, self.num_symbols)
        )
        matrix.sort_indices()
        return matrix


def readable(count: int, digits: int = 15) -> str:
    """A number of rows for people: exact up to so many digits, else its order of magnitude."""
    if abs(count) < 10**digits:
        return str(count)
    sign = "-" if count < 0 else ""
    return f"about {sign}10^{(count.bit_length() - 1) * 0.30103:.0f}"


def check_rows(count: int, mean_size: float) -> None:
    """MemoryError where so many rows cannot fit, as arrays and then as a matrix."""
    check_room(count, 8 + 13 * mean_size, "rows", "ask for fewer")


def from_limbs(limbs: ArrayLike) -> int:
    """The integer whose 64-bit limbs are given, least significant first."""
    return int.from_bytes(np.asarray(limbs, "<u8").tobytes(), "little")


def column(values: ArrayLike, name: str, dtype: type[ScalarT]) -> NDArray[ScalarT]:
    """A one-dimensional copy of integers in another integer type, which must hold them all."""
    array, limits = integers(values, name), np.iinfo(dtype)
    if array.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not {array.ndim}")
    if array.size and not (limits.min <= array.min() and array.max() <= limits.max):
        wrong = array.min() if array.min() < limits.min else array.max()
        raise ValueError(
            f"{name} holds {wrong}; its values lie between {limits.min} and {limits.max}"
        )
    return array.astype(dtype)


def check_lengths(lengths: ArrayLike, num_symbols: int) -> NDArray[np.float64]:
    """Symbol lengths as float64, of the right shape and without NaN; ValueError for others.

    The finite ones must sum to less than 2**1023 in absolute value, so that no sum overflows,
    whatever the row and the order of adding up: an infinite sum would say that there is no row.
    """
    values = np.ascontiguousarray(as_floats(lengths, "symbol lengths"))
    if values.shape != (num_symbols,):
        raise ValueError(
            f"symbol lengths have shape {values.shape}, but there are {num_symbols} symbols"
        )
    sizes = np.abs(values)
    with np.errstate(over="ignore"):
        if sizes.sum() < LARGEST_SUM:
            return values
        total = sizes[np.isfinite(sizes)].sum()
    if np.isnan(values).any():
        raise ValueError(f"the length of symbol {int(np.argmax(np.isnan(values)))} is NaN")
    if not total < LARGEST_SUM:
        raise ValueError(
            f"the absolute symbol lengths sum to {total:g}, which must stay below 2**1023; "
            "divide all of them by a common factor, or forbid symbols by the length inf"
        )
    return values
