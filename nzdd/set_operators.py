"""Families as sets of rows: the methods and operators of ``frozenset``, and many more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from nzdd import algebra

ResultT = TypeVar("ResultT")


def _operator(operation: Callable[..., ResultT]) -> Callable[[Any, object], ResultT]:
    """As the operators of sets: only with a family on the other side, where methods take rows."""

    def operate(f: Any, g: object) -> ResultT:
        return operation(f, g) if isinstance(g, SetOperators) else NotImplemented

    operate.__doc__ = operation.__doc__
    return operate


class SetOperators:
    """What `nzdd.algebra` does, as methods and operators of a diagram.

    Families are equal that have the same number of symbols and the same rows; order and weights
    play no part. Comparing and hashing take O(nodes).
    """

    __slots__ = ()

    union = algebra.union
    intersection = algebra.intersection
    difference = algebra.difference
    symmetric_difference = algebra.symmetric_difference
    complement = algebra.complement
    issubset = algebra.issubset
    issuperset = algebra.issuperset
    isdisjoint = algebra.isdisjoint
    join = algebra.join
    meet = algebra.meet
    quotient = algebra.quotient
    remainder = algebra.remainder
    onset = algebra.onset
    offset = algebra.offset
    change = algebra.change
    subsets = algebra.subsets
    supersets = algebra.supersets
    nonsubsets = algebra.nonsubsets
    nonsupersets = algebra.nonsupersets
    minimal = algebra.minimal
    maximal = algebra.maximal
    with_size = algebra.with_size
    reordered = algebra.reordered

    __or__ = _operator(algebra.union)
    __and__ = _operator(algebra.intersection)
    __sub__ = _operator(algebra.difference)
    __xor__ = _operator(algebra.symmetric_difference)
    __truediv__ = _operator(algebra.quotient)
    __mod__ = _operator(algebra.remainder)
    __invert__ = algebra.complement

    __le__ = _operator(algebra.issubset)
    __ge__ = _operator(algebra.issuperset)
    __lt__ = _operator(lambda f, g: algebra.issubset(f, g) and not algebra.equal(f, g))
    __gt__ = _operator(lambda f, g: algebra.issuperset(f, g) and not algebra.equal(f, g))
    __eq__ = _operator(algebra.equal)

    def __hash__(self: Any) -> int:
        return hash((self.num_symbols, algebra.fingerprint(self)))
