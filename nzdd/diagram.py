"""What every diagram of rows can do: count, list and look up its rows."""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

import nzdd
from nzdd import archive
from nzdd.drawing.drawing import Drawing
from nzdd.ground_set import is_symbol
from nzdd.input.arrays import LARGEST_SUM, as_floats, refuse_overflow
from nzdd.input.memory import check_room
from nzdd.input.row_table import integers
from nzdd.input.text import readable
from nzdd.named import Named
from nzdd.order import Order

if TYPE_CHECKING:
    from scipy.sparse import csr_array
    from typing_extensions import Self


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RowPath:
    """A path from the root to the leaf, that is, a row.

    Attributes
    ----------
    length : float
        The sum of its symbols' lengths; infinite if there is no row of finite length.
    symbols : ndarray of uint32
        The symbols of the row, sorted.
    names : tuple, or None
        Their names, where the diagram has names.
    edges : ndarray of uint32, or None
        The edges of the path from the root on, of an NZDD.
    """

    length: float
    symbols: NDArray[np.uint32]
    edges: NDArray[np.uint32] | None = None
    names: tuple[Any, ...] | None = None

    def __repr__(self) -> str:
        values = ((field.name, getattr(self, field.name)) for field in fields(self))
        shown = (f"{name}={value!r}" for name, value in values if value is not None)
        return f"RowPath({', '.join(shown)})"

    def negated(self) -> RowPath:
        """The same path under negated lengths."""
        return replace(self, length=-self.length)


class Archived(ABC):
    """An object that an archive can hold."""

    __slots__ = ()
    _kind: ClassVar[str]
    """What an archive calls it."""

    @abstractmethod
    def _state(self) -> dict[str, Any]:
        """The fields as arrays, numbers and strings; None is left out."""

    @classmethod
    @abstractmethod
    def _restore(cls, state: dict[str, Any]) -> Self:
        """The object with this state; ValueError if it is invalid."""

    def save(self, path: archive.Place, *, compressed: bool = True) -> None:
        """Write all to one file; an existing file is replaced only when all is written.

        Parameters
        ----------
        path : path or open binary file
        compressed : bool
            What is not compressed is written faster, and can be mapped; see `load`.

        Raises
        ------
        TypeError
            If symbols have names other than strings, finite numbers, None and tuples of them.
        OSError
            If the file cannot be written.
        """
        archive.write(path, self._kind, self._state(), compressed=compressed)

    @classmethod
    def load(cls, path: archive.Place, *, mmap: bool = False) -> Self:
        """Read a file written by `save`.

        Parameters
        ----------
        path : path or open binary file
        mmap : bool
            Leave the arrays in the file, which then may be larger than memory, and use them through
            a memory map. The file must not be compressed, and must not change while it is used. All
            of it is read once, for its checksums.

        Raises
        ------
        nzdd.ArchiveError
            If the file is truncated, altered, not an archive, or of another kind; or compressed,
            where it is to be mapped.
        TypeError
            If an open file is to be mapped.
        OSError
            If the file cannot be read.
        """
        return archive.read(path, cls._kind, cls._restore, mmap=mmap)

    def to_bytes(self) -> bytes:
        """What `save` writes, as bytes."""
        file = io.BytesIO()
        self.save(file)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The object that `to_bytes` was called for; raises as `load`."""
        return cls.load(io.BytesIO(data))


CHUNK = 1 << 16
FIRST_PAGE, PAGE = 1 << 12, 1 << 18
MANY = 1 << 22
"""With more rows, the free memory is checked before they are listed."""
ArrayT = TypeVar("ArrayT", bound=NDArray[Any])
ScalarT = TypeVar("ScalarT", bound=np.integer[Any])


class Diagram(ABC):
    """A family of rows held as a diagram.

    Behaves like a Python set of rows: ``len``, ``in`` and iteration. Rows come in the order of
    the diagram, each as a sorted tuple of symbols.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def num_symbols(self) -> int:
        """The size of the ground set."""

    @property
    @abstractmethod
    def num_nodes(self) -> int:
        """The number of nodes."""

    @property
    @abstractmethod
    def num_edges(self) -> int:
        """The number of edges, or of branches."""

    @abstractmethod
    def count(self) -> int:
        """The exact number of rows, of any size. Time O(edges x digits)."""

    @abstractmethod
    def contains(self, rows: object) -> NDArray[np.bool_]:
        """Whether each of the given rows is in the family."""

    @abstractmethod
    def _list_rows(
        self, first: int, count: int, max_symbols: int = 2**64 - 1
    ) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
        """CSR arrays of ``count`` rows from the one of rank ``first`` on.

        Fewer where there are `max_symbols` symbols before.
        """

    def __len__(self) -> int:
        return self.count()  # above sys.maxsize Python itself raises OverflowError: use count()

    def __bool__(self) -> bool:
        return self.count() > 0

    def __contains__(self, row: Iterable[int]) -> bool:
        symbols = list(row)
        if any(not is_symbol(each) or not 0 <= each < self.num_symbols for each in symbols):
            return False
        return bool(self.contains([np.array(symbols, np.int64)])[0])

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        # a page takes a sweep over the diagram, and is as large; few rows need no long one
        first, page = 0, max(FIRST_PAGE, self.num_nodes)
        while (listed := self._list_rows(first, CHUNK, page))[0].size > 1:
            bounds, symbols = (each.tolist() for each in listed)
            yield from (tuple(sorted(symbols[a:b])) for a, b in pairwise(bounds))
            first += len(bounds) - 1
            page = min(8 * page, max(PAGE, self.num_nodes))

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
            If the rows cannot fit into memory, raised before any is listed.
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
        """The approximate mean number of symbols of a row, of a family that is not empty."""

    @abstractmethod
    def _drawing(self) -> Drawing:
        """All of the diagram as it is drawn; time and memory O(nodes + edges + labels)."""

    @abstractmethod
    def width(self) -> NDArray[np.int64]:
        """The number of nodes on each level of a ZDD, at each depth of an NZDD."""

    @abstractmethod
    def _leaving(self) -> NDArray[np.int64]:
        """The number of edges from there, not counting those to terminal 0; time O(edges)."""

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """What a notebook shows: text, a picture of a small diagram, a profile of a large one."""
        return nzdd.notebook_bundle(self)

    def _csr(self, offsets: NDArray[np.int64], symbols: NDArray[np.uint32]) -> csr_array:
        from scipy.sparse import csr_array  # slow to load, and many programs never list rows

        values = np.ones(symbols.size, np.int8)
        matrix = csr_array(
            (values, symbols.astype(np.int64), offsets), shape=(offsets.size - 1, self.num_symbols)
        )
        matrix.sort_indices()
        return matrix


class NativeDiagram(Archived, Diagram, Named):
    """A diagram over the arrays of its native form: immutable, and saved, pickled and copied."""

    __slots__ = ("_native", "_num_symbols", "order")

    _fields: ClassVar[tuple[str, ...]]
    """The fields of the native form, which are attributes and entries of an archive as well."""
    order: Order
    _native: Any
    """The diagram as compiled functions take it, over the same arrays."""
    _num_symbols: int

    @classmethod
    def _make(cls, native: Any, num_symbols: int, order: Order) -> Self:
        order = order.of_size(num_symbols)
        self = object.__new__(cls)
        fields = {name: getattr(native, name) for name in cls._fields}
        fields.update(_native=native, _num_symbols=num_symbols, order=order)
        for name, value in fields.items():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
            object.__setattr__(self, name, value)
        return self

    @property
    def num_symbols(self) -> int:
        """The size of the ground set."""
        return self._num_symbols

    def __contains__(self, row: Iterable[Any]) -> bool:
        return super().__contains__(self.ground.known(row))

    def _row(self, length: float, symbols: NDArray[np.uint32], edges: Any = None) -> RowPath:
        symbols = np.sort(symbols)
        return RowPath(length, symbols, edges, self.names and self.names_of(symbols))

    def _lengths(self, symbol_lengths: Any, what: str = "length") -> NDArray[np.float64]:
        """One length for each symbol, from an array or a mapping; see `check_lengths`."""
        lengths = self.ground.by_symbol(symbol_lengths, what)
        return check_lengths(lengths, self._num_symbols, what, self.names)

    def _state(self) -> dict[str, Any]:
        state: dict[str, Any] = {"num_symbols": self.num_symbols}
        state |= {name: getattr(self, name) for name in self._fields}
        state |= {"order_name": self.order.name, "order": self.order.permutation}
        state["names"] = self.names
        return {name: value for name, value in state.items() if value is not None}

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._restore, (self._state(),)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def check_rows(count: int, mean_size: float) -> None:
    """MemoryError if that many rows do not fit into memory, as arrays and as a matrix."""
    check_room(count, 8 + 13 * mean_size, "rows", "ask for fewer")


def from_limbs(limbs: ArrayLike) -> int:
    """The integer whose 64-bit limbs are given, least significant first."""
    return int.from_bytes(np.asarray(limbs, "<u8").tobytes(), "little")


def column(values: ArrayLike, name: str, dtype: type[ScalarT]) -> NDArray[ScalarT]:
    """A one-dimensional copy in another integer type; ValueError if a value does not fit."""
    array, limits = integers(values, name), np.iinfo(dtype)
    if array.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not {array.ndim}")
    if array.size and not (limits.min <= array.min() and array.max() <= limits.max):
        wrong = array.min() if array.min() < limits.min else array.max()
        raise ValueError(
            f"{name} holds {wrong}; its values lie between {limits.min} and {limits.max}"
        )
    return array.astype(dtype)


def check_lengths(
    lengths: ArrayLike, num_symbols: int, what: str = "length", names: Sequence[Any] | None = None
) -> NDArray[np.float64]:
    """Symbol lengths, or weights, as float64, of the right shape and without NaN, or ValueError.

    The absolute values of the finite ones must sum to less than 2**1023, so that the length of no
    row overflows: infinity would mean that there is no row.
    """
    values = np.ascontiguousarray(as_floats(lengths, f"symbol {what}s"))
    if values.shape != (num_symbols,):
        raise ValueError(
            f"symbol {what}s have shape {values.shape}, but there are {num_symbols} symbols"
        )
    with np.errstate(over="ignore"):
        if np.abs(values).sum() < LARGEST_SUM:  # as nearly always
            return values
    if np.isnan(values).any():
        symbol = int(np.argmax(np.isnan(values)))
        called = f"symbol {symbol}" if names is None else repr(names[symbol])
        raise ValueError(f"the {what} of {called} is NaN; give a number")
    cure = "divide all of them by a common factor, or forbid symbols by inf"
    refuse_overflow(f"symbol {what}s", values[np.isfinite(values)], cure=cure)
    return values
