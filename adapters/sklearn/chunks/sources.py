"""What chunks come from: iterables, functions, Arrow datasets and collections of Dask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Protocol, TypeVar

from nzdd.adapters.libraries import dask, pyarrow

State = TypeVar("State")
Gather = Callable[[Iterable[Any]], State]
"""What makes something of chunks that can be added to what was made of others."""


class Source(Protocol):
    """Where chunks come from."""

    once: bool
    """Whether they can be read only once."""

    def head(self, find: Callable[[Iterable[Any]], Any]) -> Any:
        """What a function finds in the first chunks, which stay in the source; None: nothing."""

    def gather(self, make: Gather[State]) -> State:
        """What is made of all chunks."""

    def __iter__(self) -> Iterator[Any]:
        """The chunks in turn."""


class Chunks:
    """An iterable of chunks, or a function that returns one."""

    def __init__(self, given: Any) -> None:
        self._given = given
        self.once = isinstance(given, Iterator)

    def __iter__(self) -> Iterator[Any]:
        given = self._given() if callable(self._given) else self._given
        if not isinstance(given, Iterable):
            raise TypeError(f"the function for chunks returns a {type(given).__name__}, no chunks")
        return iter(given)

    def head(self, find: Callable[[Iterable[Any]], Any]) -> Any:
        """See `Source`."""
        if not self.once:
            return find(self)
        read: list[Any] = []

        def remembered() -> Iterator[Any]:
            for chunk in self._given:
                read.append(chunk)
                yield chunk

        found = find(remembered())
        self._given = chain(read, self._given)
        return found

    def gather(self, make: Gather[State]) -> State:
        """See `Source`."""
        return make(self)


class Partitions:
    """The partitions of collections of Dask, each of which is a chunk."""

    once = False

    def __init__(self, parts: list[Any]) -> None:
        self._parts = parts

    def __iter__(self) -> Iterator[Any]:
        return (part.compute() for part in self._parts)

    def head(self, find: Callable[[Iterable[Any]], Any]) -> Any:
        """See `Source`."""
        for part in self._parts:
            found = dask.gathered([part], find)
            if found is not None:
                return found
        return None

    def gather(self, make: Gather[State]) -> State:
        """See `Source`."""
        total: State = dask.gathered(self._parts, make)
        return total


class Calls:
    """Functions without arguments that return chunks, each called on a worker of Dask."""

    once = False

    def __init__(self, functions: Sequence[Callable[[], Iterable[Any]]]) -> None:
        self._functions = functions

    def __iter__(self) -> Iterator[Any]:
        return (chunk for function in self._functions for chunk in function())

    def head(self, find: Callable[[Iterable[Any]], Any]) -> Any:
        """See `Source`."""
        return find(self)

    def gather(self, make: Gather[State]) -> State:
        """See `Source`."""
        total: State = dask.gathered(self._functions, make)
        return total


def source_of(X: Any, y: Any = None, sample_weight: Any = None) -> Source:
    """Where the chunks come from that `fit_chunks` was given; TypeError if it is not known.

    Labels and weights that are collections of Dask become part of the chunks.
    """
    if dask.is_collection(X):
        beside = tuple(each for each in (y, sample_weight) if dask.is_collection(each))
        return Partitions(dask.partitions(X, *beside))
    if hasattr(X, "to_batches"):
        return Chunks(lambda: pyarrow.batches(X))
    if isinstance(X, (str, bytes)) or hasattr(X, "shape"):
        what = "a table" if hasattr(X, "shape") else "text"
        raise TypeError(f"X is {what}, not chunks; give an iterable of them, or call fit")
    if callable(X) or isinstance(X, Iterable):
        return Chunks(X)
    raise TypeError(f"X is a {type(X).__name__}; give an iterable of chunks, or a function")
