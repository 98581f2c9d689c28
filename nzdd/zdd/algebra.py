"""Operations on families of rows: from diagrams to a diagram.

(S. Minato, Calculation of unate cube set algebra using ZBDDs, 1994; D. E. Knuth, The Art of
Computer Programming 4A, section 7.1.4, family algebra.)

The operations are methods of `ZDD` too; ``==`` and ``hash`` go by `equal` and `fingerprint`. What
all operations have in common:

* The work is done on diagrams, never on rows, so families of any size will do; how much of it there
  is cannot be told in advance. It is counted in steps, sub-problems met for the first time: ten
  million of them take from two seconds (small diagrams) to ten (far larger than the cache), and
  about a gigabyte. A walk down a long chain of nodes, O(num_symbols), may be part of a step.
* Every operation has a `max_steps`, beyond which it gives up with a `StepLimitError`. There is no
  limit by default; of more than two families each pair has its own. Ctrl-C ends an operation.
* The first family is a `ZDD`. The others are ZDDs over as many symbols, or rows in any form that
  `ZDD.from_rows` takes. A ZDD in another order of the symbols is brought to that of the first one:
  row by row where its rows are few, else in steps that count.
* The result stands in the order of the first family, and every row weighs one, whatever it weighed
  before.
* A ValueError tells of families over different numbers of symbols, of symbols out of range and of a
  negative `max_steps`; a MemoryError, of work that does not fit.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

from numpy.typing import ArrayLike

from nzdd import _core
from nzdd.input.memory import check_room
from nzdd.input.row_table import RowTable
from nzdd.order import choose
from nzdd.order_search import WIDE_GROWTH, sifted_order
from nzdd.zdd.operands import (
    StepLimitError,
    arrays,
    as_operand,
    binary,
    brought_near,
    checked_steps,
    row_of,
    singletons,
    unary,
)

if TYPE_CHECKING:
    from nzdd.zdd import ZDD

__all__ = [
    "StepLimitError",
    "change",
    "complement",
    "difference",
    "equal",
    "fingerprint",
    "intersection",
    "isdisjoint",
    "issubset",
    "issuperset",
    "join",
    "maximal",
    "meet",
    "minimal",
    "nonsubsets",
    "nonsupersets",
    "offset",
    "onset",
    "quotient",
    "remainder",
    "reordered",
    "subsets",
    "supersets",
    "symmetric_difference",
    "union",
    "with_size",
]


def union(f: ZDD, g: Any, *others: Any, max_steps: int | None = None) -> ZDD:
    """The rows of all the families: ``f | g``.

    At most one step for each pair of nodes on which the families differ; most often about as many
    as both diagrams have nodes. So for `intersection`, `difference` and `symmetric_difference`.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> f = ZDD.from_rows([[0], [1, 2]], order="natural")
    >>> list(f.union([[0], [0, 2]]))
    [(0, 2), (0,), (1, 2)]
    """
    return _fold("union", f, (g, *others), max_steps)


def intersection(f: ZDD, g: Any, *others: Any, max_steps: int | None = None) -> ZDD:
    """The rows that all the families hold: ``f & g``.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> list(ZDD.from_rows([[0], [1, 2]]).intersection([[0], [0, 2]]))
    [(0,)]
    """
    return _fold("intersection", f, (g, *others), max_steps)


def difference(f: ZDD, g: Any, *others: Any, max_steps: int | None = None) -> ZDD:
    """The rows of the first family that no other one holds: ``f - g``.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> list(ZDD.from_rows([[0], [1, 2]]).difference([[0], [0, 2]]))
    [(1, 2)]
    """
    return _fold("difference", f, (g, *others), max_steps)


def symmetric_difference(f: ZDD, g: Any, *, max_steps: int | None = None) -> ZDD:
    """The rows that one of the families holds and the other does not: ``f ^ g``.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> sorted(ZDD.from_rows([[0], [1, 2]]).symmetric_difference([[0], [0, 2]]))
    [(0, 2), (1, 2)]
    """
    return binary("symmetric_difference", f, g, max_steps)


def complement(f: ZDD, *, max_steps: int | None = None) -> ZDD:
    """All rows over the symbols of the family that it does not hold: ``~f``.

    Time O(nodes + num_symbols), but for the walks along chains.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> list(ZDD.from_rows([[0], [1]], order="natural").complement())
    [(0, 1), ()]
    """
    check_room(f.num_symbols, 24, "nodes", "take fewer symbols")
    return unary("complement", f, f.num_symbols, max_steps=max_steps)


def issubset(f: ZDD, g: Any, *, max_steps: int | None = None) -> bool:
    """Whether `g` holds every row of `f`: ``f <= g``. At most one step a node of `f`.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> ZDD.from_rows([[0], [1, 2]]).issubset([[0], [1, 2], []])
    True
    """
    return binary("issubset", f, g, max_steps).root == 1


def issuperset(f: ZDD, g: Any, *, max_steps: int | None = None) -> bool:
    """Whether `f` holds every row of `g`: ``f >= g``."""
    return issubset(as_operand(g, f), f, max_steps=max_steps)


def isdisjoint(f: ZDD, g: Any, *, max_steps: int | None = None) -> bool:
    """Whether no row is in both families.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> ZDD.from_rows([[0], [1, 2]]).isdisjoint([[1], [2]])
    True
    """
    return binary("isdisjoint", f, g, max_steps).root == 1


def equal(f: ZDD, g: ZDD) -> bool:
    """Whether two families have the same number of symbols and the same rows: ``f == g``.

    Orders and weights play no part. Time O(nodes) where the families differ, or their orders do
    not; else that of `reordered`.
    """
    if f.num_symbols != g.num_symbols or fingerprint(f) != fingerprint(g):
        return False
    other, levels = brought_near(g, f.order)
    return _core.equal(arrays(f), arrays(other), levels)


def fingerprint(f: ZDD) -> int:
    """A number below 2**61 that depends on the rows alone, not on order and weights.

    Families that differ have different numbers, but for a chance of ``num_symbols / 2**61``.
    The same in every process. Time O(nodes).
    """
    return _core.fingerprint(arrays(f), f.order.symbols)


def join(f: ZDD, g: Any, *, max_steps: int | None = None) -> ZDD:
    """All unions of a row of `f` and a row of `g`.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> f = ZDD.from_rows([[0], [1, 2]], order="natural")
    >>> list(f.join([[1], [2]]))
    [(0, 1), (0, 2), (1, 2)]
    """
    return binary("join", f, g, max_steps)


def meet(f: ZDD, g: Any, *, max_steps: int | None = None) -> ZDD:
    """All intersections of a row of `f` and a row of `g`.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> f = ZDD.from_rows([[0], [1, 2]], order="natural")
    >>> list(f.meet([[0, 1], [1, 2]]))
    [(0,), (1, 2), (1,), ()]
    """
    return binary("meet", f, g, max_steps)


def quotient(f: ZDD, g: Any, *, max_steps: int | None = None) -> ZDD:
    """The rows that, joined with any row of `g`, none of whose symbols they hold, are in `f`.

    ``f / g``; then ``f == join(g, f / g) | f % g``.

    Raises
    ------
    ZeroDivisionError
        If `g` holds no row.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> f = ZDD.from_rows([[0, 1], [0, 2], [1, 3], [2, 3], [1, 2]], order="natural")
    >>> list(f.quotient([[1], [2]]))
    [(0,), (3,)]
    """
    return binary("quotient", f, _divisor(f, g), max_steps)


def remainder(f: ZDD, g: Any, *, max_steps: int | None = None) -> ZDD:
    """The rows of `f` that are no union of a row of `g` and one of the quotient: ``f % g``.

    Raises
    ------
    ZeroDivisionError
        If `g` holds no row.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> f = ZDD.from_rows([[0, 1], [0, 2], [1, 3], [2, 3], [1, 2]])
    >>> list(f.remainder([[1], [2]]))
    [(1, 2)]
    """
    return binary("remainder", f, _divisor(f, g), max_steps)


def onset(f: ZDD, symbols: int | ArrayLike, *, max_steps: int | None = None) -> ZDD:
    """The rows that hold the symbol, or all of several symbols.

    `quotient` by the row of these symbols gives the same rows without them.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> list(ZDD.from_rows([[0], [1, 2], [2]], order="natural").onset(2))
    [(1, 2), (2,)]
    """
    return binary("supersets", f, row_of(symbols, f), max_steps)


def offset(f: ZDD, symbols: int | ArrayLike, *, max_steps: int | None = None) -> ZDD:
    """The rows that do not hold the symbol, or none of several symbols.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> list(ZDD.from_rows([[0], [1, 2], [2]]).offset(2))
    [(0,)]
    """
    return binary("nonsupersets", f, singletons(symbols, f), max_steps)


def change(f: ZDD, symbols: int | ArrayLike, *, max_steps: int | None = None) -> ZDD:
    """Each row with the symbol added where it was not, and removed where it was.

    With several symbols, so for each of them.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> list(ZDD.from_rows([[0], [1, 2]], order="natural").change([0, 1]))
    [(0, 2), (1,)]
    """
    return binary("change", f, row_of(symbols, f), max_steps)


def subsets(f: ZDD, g: Any, *, max_steps: int | None = None) -> ZDD:
    """The rows of `f` that some row of `g` contains; a row contains itself.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> list(ZDD.from_rows([[0, 1], [1, 2], [2]]).subsets([[1], [0, 2]]))
    [(2,)]
    """
    return binary("subsets_of", f, g, max_steps)


def supersets(f: ZDD, g: Any, *, max_steps: int | None = None) -> ZDD:
    """The rows of `f` that contain some row of `g`; a row contains itself.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> sorted(ZDD.from_rows([[0, 1], [1, 2], [2]]).supersets([[1], [0, 2]]))
    [(0, 1), (1, 2)]
    """
    return binary("supersets", f, g, max_steps)


def nonsubsets(f: ZDD, g: Any, *, max_steps: int | None = None) -> ZDD:
    """The rows of `f` that no row of `g` contains; a row contains itself.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> sorted(ZDD.from_rows([[0, 1], [1, 2], [2]]).nonsubsets([[1], [0, 2]]))
    [(0, 1), (1, 2)]
    """
    return binary("nonsubsets", f, g, max_steps)


def nonsupersets(f: ZDD, g: Any, *, max_steps: int | None = None) -> ZDD:
    """The rows of `f` that contain no row of `g`; a row contains itself.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> list(ZDD.from_rows([[0, 1], [1, 2], [2]]).nonsupersets([[1], [0, 2]]))
    [(2,)]
    """
    return binary("nonsupersets", f, g, max_steps)


def minimal(f: ZDD, *, max_steps: int | None = None) -> ZDD:
    """The rows that contain no other row.

    In a covering problem only these bind.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> list(ZDD.from_rows([[0, 1], [1], [0, 2], [1, 2]], order="natural").minimal())
    [(0, 2), (1,)]
    """
    return unary("minimal", f, max_steps=max_steps)


def maximal(f: ZDD, *, max_steps: int | None = None) -> ZDD:
    """The rows that no other row contains.

    In a packing problem only these bind.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> list(ZDD.from_rows([[0, 1], [1], [0, 2], [2]], order="natural").maximal())
    [(0, 1), (0, 2)]
    """
    return unary("maximal", f, max_steps=max_steps)


def with_size(
    f: ZDD, low: int = 0, high: int | None = None, *, max_steps: int | None = None
) -> ZDD:
    """The rows of at least `low` and at most `high` symbols; without `high`, of any more.

    At most one step for each node and number of symbols that may still follow.

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
    most = max(least, f.num_symbols) if high is None else operator.index(high)
    if not 0 <= least <= most:
        raise ValueError(f"sizes lie between {least} and {most}; they must not fall or be negative")
    beyond = f.num_symbols + 1  # as good as any greater number
    enough = unary("at_least", f, min(least, beyond), max_steps=max_steps)
    return unary("at_most", enough, min(most, beyond), max_steps=max_steps)


def reordered(f: ZDD, order: str | ArrayLike, *, max_steps: int | None = None) -> ZDD:
    """The same rows with the symbols on other levels.

    Parameters
    ----------
    f : ZDD
    order : {"natural", "sifting"} or permutation of the symbols
        The symbol nearest to the root first. ``sifting`` exchanges symbols for as long as that
        makes the diagram smaller; it never makes it larger. See `nzdd.order_search`.
    max_steps : int, optional
        Sifting does not fail there, but ends with the best order met so far. Its steps are nodes
        looked at or exchanges of two levels, ten million of which take 0.2 to 1 seconds.

    Notes
    -----
    Every row of the result weighs one: a branch does not know which rows its weight comes from, so
    no weights can be carried through an exchange. For weighted rows take
    ``ZDD.from_rows(rows, weights, order="sifting")``.

    Examples
    --------
    >>> from nzdd import ZDD
    >>> list(ZDD.from_rows([[0], [1, 2]], order="natural").reordered([2, 1, 0]))
    [(1, 2), (0,)]
    """
    if isinstance(order, str) and order == "sifting":
        return _sifted(f, checked_steps(max_steps))
    if isinstance(order, str) and order != "natural":
        raise ValueError(f"order {order!r} is unknown; take natural, sifting or a permutation")
    new = choose(RowTable(0, f.num_symbols), order)
    near, levels = brought_near(f, new)
    if levels is not None:
        near = unary("reordered", f, levels, max_steps=max_steps)
    parts = (near.level, near.low, near.high, near.root, None, None)
    return type(f)._make(parts, f.num_symbols, new)


def _sifted(f: ZDD, max_steps: int | None) -> ZDD:
    parts, levels = _core.sift(*arrays(f), 1, WIDE_GROWTH, max_steps, None)
    return type(f)._make(parts, f.num_symbols, sifted_order(f.order, levels, f.num_symbols))


def _fold(name: str, f: ZDD, others: tuple[Any, ...], max_steps: int | None) -> ZDD:
    return reduce(lambda left, right: binary(name, left, right, max_steps), others, f)


def _divisor(f: ZDD, g: Any) -> ZDD:
    divisor = as_operand(g, f)
    if divisor.root == 0:
        raise ZeroDivisionError("a family cannot be divided by the family without rows")
    return divisor


ResultT = TypeVar("ResultT")


def _operator(operation: Callable[..., ResultT]) -> Callable[[Any, object], ResultT]:
    """As the operators of sets: only with a family on the other side, where methods take rows."""

    def operate(f: Any, g: object) -> ResultT:
        return operation(f, g) if isinstance(g, SetOperators) else NotImplemented

    operate.__doc__ = operation.__doc__
    return operate


class SetOperators:
    """What `nzdd.zdd.algebra` does, as methods and operators of a diagram.

    Families are equal that have the same number of symbols and the same rows; order and weights
    play no part. Comparing and hashing take O(nodes).
    """

    __slots__ = ()

    union = union
    intersection = intersection
    difference = difference
    symmetric_difference = symmetric_difference
    complement = complement
    issubset = issubset
    issuperset = issuperset
    isdisjoint = isdisjoint
    join = join
    meet = meet
    quotient = quotient
    remainder = remainder
    onset = onset
    offset = offset
    change = change
    subsets = subsets
    supersets = supersets
    nonsubsets = nonsubsets
    nonsupersets = nonsupersets
    minimal = minimal
    maximal = maximal
    with_size = with_size
    reordered = reordered

    __or__ = _operator(union)
    __and__ = _operator(intersection)
    __sub__ = _operator(difference)
    __xor__ = _operator(symmetric_difference)
    __truediv__ = _operator(quotient)
    __mod__ = _operator(remainder)
    __invert__ = complement

    __le__ = _operator(issubset)
    __ge__ = _operator(issuperset)
    __lt__ = _operator(lambda f, g: issubset(f, g) and not equal(f, g))
    __gt__ = _operator(lambda f, g: issuperset(f, g) and not equal(f, g))
    __eq__ = _operator(equal)

    def __hash__(self: Any) -> int:
        return hash((self.num_symbols, fingerprint(self)))
