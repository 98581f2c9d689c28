"""What all kinds of families do alike: sizes, the algebra of families, sets by weight."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd import ZDD
from nzdd.adapters.libraries.graphillion_api.set_methods import SetMethods
from nzdd.families import hitting_sets

if TYPE_CHECKING:
    from typing_extensions import Self


class Family(SetMethods):
    """A set of sets, to be selected from, joined, drawn at random and taken by weight."""

    __slots__ = ()

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
        return self._new(self._all() & hitting_sets(self._family))

    def __iter__(self) -> Iterator[Any]:
        return map(self._shown, self._zdd)

    iter = __iter__

    def rand_iter(self) -> Iterator[Any]:
        """All sets in random order, each once; the first ones come at once."""
        return map(self._shown, self._zdd.shuffled())

    def _by_weight(self, weights: NDArray[np.float64], ascending: bool) -> Iterator[Any]:
        rows = self.zdd.by_weight(weights, ascending=ascending)
        return (self._shown(row) for row, _ in rows)

    def min_iter(self, weights: Mapping[Any, float] | None = None) -> Iterator[Any]:
        """All sets, the one of least weight first.

        Weights that are not given are those of the universe, or one.
        """
        return self._by_weight(self._values(weights), ascending=True)

    def max_iter(self, weights: Mapping[Any, float] | None = None) -> Iterator[Any]:
        """All sets, the one of greatest weight first; see `min_iter`."""
        return self._by_weight(self._values(weights), ascending=False)

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
        low, high = (None if each is None else operator.index(each) for each in (low, high))
        return self._new(self._family.with_cost(numbers, low, high))
