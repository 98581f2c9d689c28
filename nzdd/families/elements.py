"""The edges or the vertices of a graph as arguments give them: lists, sets, mappings, weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.ground_set import is_symbol
from nzdd.input.parameters import listed
from nzdd.input.text import shown


class Elements:
    """The edges or the vertices of a graph: by their numbers, edges by their two vertices, too.

    Parameters
    ----------
    number : int
        How many there are.
    ends : array of int, shape (number, 2), optional
        The two vertices of each edge; none where the elements are vertices.
    directed : bool
        Whether the first vertex of an edge must be named first.
    """

    def __init__(
        self, number: int, ends: NDArray[np.integer] | None = None, directed: bool = False
    ) -> None:
        self.number, self._ends, self._directed = number, ends, directed
        self._one, self._all = ("vertex", "vertices") if ends is None else ("edge", "edges")
        self._places: dict[tuple[int, int], int] | None = None

    def place(self, each: Any, name: str) -> int:
        """The number of an edge or a vertex; TypeError or ValueError if there is none."""
        if is_symbol(each):
            if not 0 <= each < self.number:
                raise ValueError(
                    f"{name} names {self._one} {each}, but there are {self.number} {self._all}"
                )
            return int(each)
        if self._ends is None or not _is_pair(each):
            pair = "" if self._ends is None else ", or its two vertices"
            raise TypeError(f"{name} names {shown(each)}; give the number of the {self._one}{pair}")
        a, b = each
        found = self._joining().get((a, b))
        if found is None and not self._directed:
            found = self._joining().get((b, a))
        if found is None:
            cure = "give two vertices that an edge joins"
            raise ValueError(f"{name} names an edge from {a} to {b}, and there is none; {cure}")
        if found < 0:
            raise ValueError(f"{name} names the edge from {a} to {b}, but {-found} edges join them")
        return found

    def flags(self, given: Iterable[Any], name: str) -> NDArray[np.bool_]:
        """Which are among those given."""
        flags = np.zeros(self.number, np.bool_)
        each = listed(name, given, f"a list of {self._all}")
        flags[[self.place(one, name) for one in each]] = True
        return flags

    def weights(self, given: Any, name: str) -> Any:
        """Weights by number: those of an array; of a mapping; one for each edge or vertex of a set.

        A list of pairs of vertices is such a set, too. What is an array remains to be checked.
        """
        if isinstance(given, Mapping):
            values: dict[int, Any] = {}
            for each, value in given.items():
                place = self.place(each, name)
                if place in values:
                    raise ValueError(f"{name} names edge {place} twice, as {shown(each)}")
                values[place] = value
            return values
        if isinstance(given, Set) or (self._ends is not None and _lists_pairs(given)):
            return {self.place(each, name): 1 for each in given}
        if np.ndim(given) == 1 and len(given) != self.number:
            raise ValueError(
                f"the weights of {name} are {len(given)} numbers; give {self.number} numbers, one "
                f"for each of the {self._all}, a mapping from {self._all}, or a set of {self._all} "
                "that weigh 1"
            )
        return given

    def _joining(self) -> dict[tuple[int, int], int]:
        """The number of the edge between two vertices; minus their number if there are several."""
        if self._places is None:
            assert self._ends is not None
            ends = self._ends if self._directed else np.sort(self._ends, axis=1)
            pairs, first, times = np.unique(ends, axis=0, return_index=True, return_counts=True)
            places = np.where(times == 1, first, -times).tolist()
            self._places = dict(zip(map(tuple, pairs.tolist()), places, strict=True))
            if not self._directed:
                turned = map(tuple, pairs[:, ::-1].tolist())
                self._places |= dict(zip(turned, places, strict=True))
        return self._places


def _is_pair(each: Any) -> bool:
    return (
        isinstance(each, tuple | list | np.ndarray)
        and len(each) == 2
        and all(is_symbol(end) for end in each)
    )


def _lists_pairs(given: Any) -> bool:
    """Whether it is a list of pairs, and not one of numbers."""
    if isinstance(given, np.ndarray):
        return given.ndim == 2 and given.shape[1] == 2
    return isinstance(given, list | tuple) and len(given) > 0 and _is_pair(given[0])
