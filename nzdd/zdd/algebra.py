"""The algebra of families of rows: operations on diagrams.

(S. Minato, Calculation of unate cube set algebra using ZBDDs, 1994; D. E. Knuth, The Art of
Computer Programming 4A, section 7.1.4, family algebra.)
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from nzdd import _core
from nzdd.input.memory import check_room
from nzdd.order import NATURAL, Order, check_name
from nzdd.order_search import WIDE_GROWTH, sifted_order
from nzdd.zdd.nodes import ZddNodes
from nzdd.zdd.operands import (
    StepLimitError,
    as_operand,
    ask,
    binary,
    checked_steps,
    in_one_order,
    is_zdd,
    new_levels,
    reordered,
    row_of,
    unary,
)

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["FamilyAlgebra", "StepLimitError"]

ResultT = TypeVar("ResultT")


def _operator(operation: Callable[..., ResultT]) -> Callable[[Any, object], ResultT]:
    """An operator, which takes a family as its other operand; the method takes rows as well."""

    def operate(f: Any, g: object) -> ResultT:
        return operation(f, g) if is_zdd(g, f) else NotImplemented

    operate.__doc__ = operation.__doc__
    return operate


class FamilyAlgebra(ZddNodes):
    """The methods and operators of ``frozenset``, and many more, for families of rows.

    In the descriptions `f` is the family whose method is called. For all operations:

    * They work on diagrams, never on rows, so families may have any size. Their work cannot be
      predicted. It is counted in steps, that is, distinct sub-problems: ten million take from two
      seconds (small diagrams) to ten (far larger than the cache), and about a gigabyte. A step
      may include a walk down a chain of nodes, O(num_symbols).
    * An operation that needs more than `max_steps` steps raises `StepLimitError`. There is no limit
      by default; `join` and `meet` may take as many steps as memory has room for. With more than
      two families the limit applies to each pair. Ctrl-C ends an operation.
    * Families that were combined share a store, with all that was made of them: each node once, and
      results of earlier operations as long as they take no more memory than the nodes. So a row
      more or less takes microseconds, whatever the size of the family. Arrays (`level`, `low`,
      `high`) are made of a family when something asks for them: counts, rows, pictures. Memory is
      returned as families go, the latest when the store is four times what it needed. Operations in
      one store wait for each other, also in several threads.
    * The other families are ZDDs over the same number of symbols, or rows in any form that
      `ZDD.from_rows` takes.
    * Families with the same names for other symbols are combined, and compared, by their names;
      the result has the symbols of `f`.
    * The result has the order of the symbols of the families. Where these differ, one of them is
      brought to the order of the other: row by row if it has few rows, `g` before `f`. Otherwise
      both ways are tried, with ever more steps, and that which ends first is taken; the result has
      the order of the family that stayed. If neither ends within `max_steps` steps, by default 64
      for each node of the two and at least four million, a `StepLimitError` says so: families that
      are to be combined are best made in one order.
    * Every row of the result weighs one.
    * A ValueError is raised for families over different numbers of symbols, symbols out of range
      and a negative `max_steps`; a MemoryError if memory does not suffice.

    Two families are equal if they have the same number of symbols and the same rows, in whatever
    order and with whatever weights; a family without names is compared by symbols. Comparing and
    hashing take O(nodes).
    """

    __slots__ = ()

    def union(self, g: Any, *others: Any, max_steps: int | None = None) -> Self:
        """The rows that are in any of the families: ``f | g``.

        At most one step for each pair of nodes of the two diagrams; most often about one for each
        node. The same holds for `intersection`, `difference` and `symmetric_difference`.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> f = ZDD.from_rows([[0], [1, 2]], order="natural")
        >>> list(f.union([[0], [0, 2]]))
        [(0, 2), (0,), (1, 2)]
        """
        return reduce(lambda f, h: binary(_core.union, f, h, max_steps), (g, *others), self)

    def intersection(self, g: Any, *others: Any, max_steps: int | None = None) -> Self:
        """The rows that are in all the families: ``f & g``.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0], [1, 2]]).intersection([[0], [0, 2]]))
        [(0,)]
        """
        return reduce(lambda f, h: binary(_core.intersection, f, h, max_steps), (g, *others), self)

    def difference(self, g: Any, *others: Any, max_steps: int | None = None) -> Self:
        """The rows of the first family that are in no other one: ``f - g``.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0], [1, 2]]).difference([[0], [0, 2]]))
        [(1, 2)]
        """
        return reduce(lambda f, h: binary(_core.difference, f, h, max_steps), (g, *others), self)

    def symmetric_difference(self, g: Any, *, max_steps: int | None = None) -> Self:
        """The rows that are in just one of the two families: ``f ^ g``.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> sorted(ZDD.from_rows([[0], [1, 2]]).symmetric_difference([[0], [0, 2]]))
        [(0, 2), (1, 2)]
        """
        return binary(_core.symmetric_difference, self, g, max_steps)

    def complement(self, *, max_steps: int | None = None) -> Self:
        """All sets of symbols that are not in the family: ``~f``.

        Time O(nodes + num_symbols), and that of the walks along chains.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0], [1]], order="natural").complement())
        [(0, 1), ()]
        """
        check_room(self.num_symbols, 24, "nodes", "take fewer symbols")
        return unary(_core.complement, self, self.num_symbols, max_steps=max_steps)

    def issubset(self, g: Any, *, max_steps: int | None = None) -> bool:
        """Whether `g` holds every row of `f`: ``f <= g``. At most one step a node of `f`.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> ZDD.from_rows([[0], [1, 2]]).issubset([[0], [1, 2], []])
        True
        """
        return ask(_core.issubset, self, g, max_steps)

    def issuperset(self, g: Any, *, max_steps: int | None = None) -> bool:
        """Whether `f` holds every row of `g`: ``f >= g``."""
        return as_operand(g, self)[0].issubset(self, max_steps=max_steps)

    def isdisjoint(self, g: Any, *, max_steps: int | None = None) -> bool:
        """Whether no row is in both families.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> ZDD.from_rows([[0], [1, 2]]).isdisjoint([[1], [2]])
        True
        """
        return ask(_core.isdisjoint, self, g, max_steps)

    def fingerprint(self) -> int:
        """A number below 2**61 that depends on the rows alone, not on order and weights.

        Two different families have the same number with probability ``num_symbols / 2**61``. The
        number is the same in every process. Time O(nodes).
        """
        return _fingerprint(self)

    def join(self, g: Any, *, max_steps: int | None = None) -> Self:
        """All unions of a row of `f` and a row of `g`.

        Of sparse families, with few rows for their nodes, pairs of rows take less time than pairs
        of nodes: O(symbols of all pairs), 16 of them a step. Both ways are tried, with ever more
        steps.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> f = ZDD.from_rows([[0], [1, 2]], order="natural")
        >>> list(f.join([[1], [2]]))
        [(0, 1), (0, 2), (1, 2)]
        """
        return binary(_core.join, self, g, max_steps, fitting=True)

    def meet(self, g: Any, *, max_steps: int | None = None) -> Self:
        """All intersections of a row of `f` and a row of `g`.

        By pairs of nodes or of rows, as `join`; of rows O(symbols that each pair shares), 64 of
        them a step.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> f = ZDD.from_rows([[0], [1, 2]], order="natural")
        >>> list(f.meet([[0, 1], [1, 2]]))
        [(0,), (1, 2), (1,), ()]
        """
        return binary(_core.meet, self, g, max_steps, fitting=True)

    def quotient(self, g: Any, *, max_steps: int | None = None) -> Self:
        """The sets h, disjoint from each row of `g`, such that h united with each is in `f`.

        ``f / g``; then ``f == g.join(f / g) | f % g``.

        Raises
        ------
        ZeroDivisionError
            If `g` has no rows.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> f = ZDD.from_rows([[0, 1], [0, 2], [1, 3], [2, 3], [1, 2]], order="natural")
        >>> list(f.quotient([[1], [2]]))
        [(0,), (3,)]
        """
        return binary(_core.quotient, self, self._divisor(g), max_steps)

    def remainder(self, g: Any, *, max_steps: int | None = None) -> Self:
        """The rows of `f` that are not a union of rows of `g` and of the quotient: ``f % g``.

        Raises
        ------
        ZeroDivisionError
            If `g` has no rows.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> f = ZDD.from_rows([[0, 1], [0, 2], [1, 3], [2, 3], [1, 2]])
        >>> list(f.remainder([[1], [2]]))
        [(1, 2)]
        """
        return binary(_core.remainder, self, self._divisor(g), max_steps)

    def onset(self, symbols: int | ArrayLike, *, max_steps: int | None = None) -> Self:
        """The rows with the symbol, or with all of several symbols.

        `quotient` by the row of these symbols gives the same rows without them. Time O(nodes down
        to the lowest of the levels of the symbols).

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0], [1, 2], [2]], order="natural").onset(2))
        [(1, 2), (2,)]
        """
        return binary(_core.onset, self, row_of(symbols, self), max_steps)

    def offset(self, symbols: int | ArrayLike, *, max_steps: int | None = None) -> Self:
        """The rows without the symbol, or without any of several symbols.

        Time O(nodes down to the lowest of the levels of the symbols).

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0], [1, 2], [2]]).offset(2))
        [(0,)]
        """
        return binary(_core.offset, self, row_of(symbols, self), max_steps)

    def change(self, symbols: int | ArrayLike, *, max_steps: int | None = None) -> Self:
        """Each row with the symbol added if the row does not hold it, and removed if it does.

        The same for each of several symbols.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0], [1, 2]], order="natural").change([0, 1]))
        [(0, 2), (1,)]
        """
        return binary(_core.change, self, row_of(symbols, self), max_steps)

    def subsets(self, g: Any, *, max_steps: int | None = None) -> Self:
        """The rows of `f` that some row of `g` contains; a row contains itself.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0, 1], [1, 2], [2]]).subsets([[1], [0, 2]]))
        [(2,)]
        """
        return binary(_core.subsets_of, self, g, max_steps)

    def supersets(self, g: Any, *, max_steps: int | None = None) -> Self:
        """The rows of `f` that contain some row of `g`; a row contains itself.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> sorted(ZDD.from_rows([[0, 1], [1, 2], [2]]).supersets([[1], [0, 2]]))
        [(0, 1), (1, 2)]
        """
        return binary(_core.supersets, self, g, max_steps)

    def nonsubsets(self, g: Any, *, max_steps: int | None = None) -> Self:
        """The rows of `f` that no row of `g` contains; a row contains itself.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> sorted(ZDD.from_rows([[0, 1], [1, 2], [2]]).nonsubsets([[1], [0, 2]]))
        [(0, 1), (1, 2)]
        """
        return binary(_core.nonsubsets, self, g, max_steps)

    def nonsupersets(self, g: Any, *, max_steps: int | None = None) -> Self:
        """The rows of `f` that contain no row of `g`; a row contains itself.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0, 1], [1, 2], [2]]).nonsupersets([[1], [0, 2]]))
        [(2,)]
        """
        return binary(_core.nonsupersets, self, g, max_steps)

    def minimal(self, *, max_steps: int | None = None) -> Self:
        """The rows that contain no other row.

        In a covering problem only these can be binding.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0, 1], [1], [0, 2], [1, 2]], order="natural").minimal())
        [(0, 2), (1,)]
        """
        return unary(_core.minimal, self, max_steps=max_steps)

    def maximal(self, *, max_steps: int | None = None) -> Self:
        """The rows that no other row contains.

        In a packing problem only these can be binding.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0, 1], [1], [0, 2], [2]], order="natural").maximal())
        [(0, 1), (0, 2)]
        """
        return unary(_core.maximal, self, max_steps=max_steps)

    def with_size(
        self, low: int = 0, high: int | None = None, *, max_steps: int | None = None
    ) -> Self:
        """The rows of at least `low` and at most `high` symbols; `high` is unlimited by default.

        At most one step for each pair of a node and a number of symbols.

        Raises
        ------
        ValueError
            If a number is negative, or `low` greater than `high`.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0], [1, 2], [], [0, 1, 2]]).with_size(2, 2))
        [(1, 2)]
        """
        least = operator.index(low)
        most = max(least, self.num_symbols) if high is None else operator.index(high)
        if not 0 <= least <= most:
            raise ValueError(
                f"sizes lie between {least} and {most}; they must not fall or be negative"
            )
        beyond = self.num_symbols + 1  # greater numbers mean the same
        enough = unary(_core.at_least, self, min(least, beyond), max_steps=max_steps)
        return unary(_core.at_most, enough, min(most, beyond), max_steps=max_steps)

    def reordered(self, order: str | ArrayLike, *, max_steps: int | None = None) -> Self:
        """The same rows with the symbols on other levels.

        Parameters
        ----------
        order : {"natural", "sifting"} or permutation of the symbols
            The symbol nearest to the root first. ``sifting`` exchanges symbols as long as the
            diagram gets smaller; it never makes it larger. See `nzdd.order_search`.
        max_steps : int, optional
            Sifting returns the best order found within these steps. A step is a visit of a node
            or an exchange of two levels; ten million take 0.2 to 1 seconds.

        Notes
        -----
        Every row of the result weighs one: the weights on the branches are sums over rows, from
        which those in another order do not follow. For weighted rows use
        ``ZDD.from_rows(rows, weights, order="sifting")``.

        Examples
        --------
        >>> from nzdd import ZDD
        >>> list(ZDD.from_rows([[0], [1, 2]], order="natural").reordered([2, 1, 0]))
        [(1, 2), (0,)]
        """
        if isinstance(order, str) and order == "sifting":
            limit = checked_steps(max_steps)
            native, sifted = _core.sift(self._native, 1, WIDE_GROWTH, limit, None)
            new = sifted_order(self.order, sifted, self.num_symbols).over(self.ground)
            return type(self)._make(native, self.num_symbols, new)
        if isinstance(order, str):
            check_name(order, ("natural", "sifting"))
        new = NATURAL if isinstance(order, str) else Order.given(order, self.num_symbols)
        new = new.over(self.ground)
        limit = checked_steps(max_steps)
        near = reordered(self, new, limit)
        if near is None:
            raise StepLimitError(
                f"reordered was given up after max_steps = {limit} steps; allow more"
            )
        native = _core.Zdd(near.level, near.low, near.high, near.root)  # without weights
        return type(self)._make(native, self.num_symbols, new)

    def _divisor(self, g: Any) -> Self:
        divisor, _ = as_operand(g, self)
        if not divisor:
            raise ZeroDivisionError("a family cannot be divided by the family without rows")
        return divisor

    def _equals(self, g: Any) -> bool:
        """Time O(nodes) if the rows differ or the orders agree, otherwise that of `reordered`."""
        if self.ground.differs_in_order(g.ground):
            g = g.embedded(self.names)
        if not self.ground.agrees(g.ground):
            return False
        if new_levels(self.order, g.order, self.num_symbols) is None:
            same = _core.same(self._native, g._native)  # known where they share a store
            if same is not None:
                return same
        if self.fingerprint() != _fingerprint(g):
            return False
        near, other = in_one_order("==", self, g, None, growth=None)
        return _core.equal(near._native, other._native)

    __or__ = _operator(union)
    __and__ = _operator(intersection)
    __sub__ = _operator(difference)
    __xor__ = _operator(symmetric_difference)
    __truediv__ = _operator(quotient)
    __mod__ = _operator(remainder)
    __invert__ = complement

    __le__ = _operator(issubset)
    __ge__ = _operator(issuperset)
    __lt__ = _operator(lambda f, g: f.issubset(g) and f != g)
    __gt__ = _operator(lambda f, g: f.issuperset(g) and f != g)
    __eq__ = _operator(_equals)

    def __hash__(self) -> int:
        # the same where symbols change places, as equal families may have names in another order
        of_one = np.ones(self.num_symbols, np.uint32)
        return hash((self.num_symbols, _core.fingerprint(self._native, of_one)))


def _fingerprint(zdd: ZddNodes) -> int:
    return _core.fingerprint(zdd._native, zdd.order.permutation)
