"""The operands of operations on families: diagrams over the same symbols, in one order."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias, TypeGuard, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core, build
from nzdd.ground_set import GroundSet
from nzdd.input.memory import available
from nzdd.input.row_table import RowTable, as_row_table
from nzdd.order import Order
from nzdd.zdd.nodes import ZddNodes

ZddT = TypeVar("ZddT", bound=ZddNodes)
ResultT = TypeVar("ResultT")
Operation: TypeAlias = Callable[..., ResultT | None]
"""A compiled operation; its result is None where it takes more steps than allowed."""

ENTRIES_PER_NODE = 64
"""Families with fewer symbols per node, in all rows together, are reordered row by row."""
UNLIMITED = 2**64 - 1
GROWTH = 64
FEWEST_STEPS = 1 << 22
"""Bringing a family to another order takes at most these steps for each node of the two, or these
in all, unless `max_steps` allows more."""
BYTES_PER_STEP = 100
"""What a step takes in the store: its result, and new nodes."""


class StepLimitError(RuntimeError):
    """An operation took more than `max_steps` steps."""


def is_zdd(value: Any, like: ZddNodes) -> TypeGuard[Any]:
    """Whether it is a diagram; quickly if it is of the same class."""
    return type(value) is type(like) or isinstance(value, ZddNodes)


def as_operand(rows: Any, like: ZddT) -> tuple[ZddT, GroundSet]:
    """A diagram unchanged; other rows as a diagram over the symbols of `like`, in its order.

    And the ground set of both; ValueError where the two do not agree.
    """
    operand: Any = rows if is_zdd(rows, like) else _built(like.ground.rows(rows), like)
    if like.ground.differs_in_order(operand.ground):
        operand = operand.embedded(like.ground.names)
    return operand, like.ground.common(operand.ground)


def row_of(symbols: int | ArrayLike, like: ZddT) -> ZddT:
    """The family of one row, which holds the given symbol or symbols."""
    return _built([like.ground.one_or_more(symbols)], like)


def _built(rows: Any, like: ZddT) -> ZddT:
    native = _single_row(rows, like)
    if native is None:
        native = build.zdd(as_row_table(rows, num_symbols=like.num_symbols), like.order)
    return type(like)._make(native, like.num_symbols, like.order)


def _single_row(rows: Any, like: ZddNodes) -> _core.Zdd | None:
    """The diagram of a list of one list of symbols, several times faster than of any other rows.

    None for others, and where something is wrong with the symbols.
    """
    if type(rows) is not list or len(rows) != 1 or not isinstance(rows[0], (list, tuple)):
        return None
    (row,) = rows
    if not all(type(symbol) is int and 0 <= symbol < like.num_symbols for symbol in row):
        return None
    rank = like.order.rank
    levels = set(row if rank is None else rank[list(row)].tolist())
    return _core.single_row(np.array(sorted(levels), np.uint32))


def new_levels(old: Order, new: Order, num_symbols: int) -> NDArray[np.uint32] | None:
    """The level in a new order of each level of an old one; None where the two agree."""
    if old is new or old.permutation is new.permutation:
        return None
    symbols = old.all_symbols(num_symbols)
    levels = symbols if new.rank is None else new.rank[symbols]
    return None if np.array_equal(levels, np.arange(num_symbols)) else levels


def reordered(zdd: ZddT, order: Order, max_steps: int | None) -> ZddT | None:
    """The family, in another order if its own is not that; None where it would take more steps.

    Families of few rows are brought to it row by row, without a step: sorting the rows is some
    fifty times faster than reordering the diagram.
    """
    if new_levels(zdd.order, order, zdd.num_symbols) is None:
        return zdd
    near = _row_by_row(zdd, order)
    return _step_by_step(zdd, order, max_steps) if near is None else near


def _step_by_step(zdd: ZddT, order: Order, max_steps: int | None) -> ZddT | None:
    levels = new_levels(zdd.order, order, zdd.num_symbols)
    if levels is None:
        return zdd
    native = _core.reordered(zdd._native, levels, max_steps)
    return None if native is None else type(zdd)._make(native, zdd.num_symbols, order)


def _row_by_row(zdd: ZddT, order: Order) -> ZddT | None:
    longest, _ = zdd._native.shortest_row(np.full(zdd.num_symbols, -1.0))
    count = zdd.count()  # may be too large for a float
    if count * (int(max(-longest, 0)) + 1) > ENTRIES_PER_NODE * (zdd.num_nodes + 1):
        return None
    rows = RowTable.from_csr(*zdd._list_rows(0, count), zdd.num_symbols)
    return type(zdd)._make(build.zdd(rows, order), zdd.num_symbols, order)


def in_one_order(
    operation: str, f: ZddT, g: ZddT, max_steps: int | None, growth: int | None = GROWTH
) -> tuple[ZddT, ZddT]:
    """Both families in the order of one of them: that which is the easier to come to.

    A family of few rows comes to the order of the other one, `g` before `f`. Otherwise both ways
    are tried with a few steps, the smaller diagram first, and with ever more until one succeeds,
    up to `max_steps`, or by default `growth` for each node of the two (none: any number).
    """
    if new_levels(f.order, g.order, f.num_symbols) is None:
        return f, g
    for zdd, other, first in ((g, f, False), (f, g, True)):
        near = _row_by_row(zdd, other.order)
        if near is not None:
            return (near, other) if first else (other, near)
    allowed = checked_steps(max_steps)
    if allowed is None and growth is not None:
        allowed = max(FEWEST_STEPS, growth * (f.num_nodes + g.num_nodes))
    most = UNLIMITED if allowed is None else allowed
    steps = min(most, FEWEST_STEPS // 256)
    while True:
        for zdd, other in sorted(((f, g), (g, f)), key=lambda pair: pair[0].num_nodes):
            near = _step_by_step(zdd, other.order, steps)
            if near is not None:
                return (near, other) if zdd is f else (other, near)
        if steps == most:
            break
        steps = min(most, 8 * steps)
    raise StepLimitError(
        f"{operation}: the families are in two orders of the symbols, with {f.num_nodes:,} and "
        f"{g.num_nodes:,} nodes, and either takes more than {most:,} steps in the order of the "
        "other; build both in one order (order= where they are made), or allow more by max_steps="
    )


def unary(operation: Operation[_core.Zdd], f: ZddT, *given: Any, max_steps: int | None) -> ZddT:
    """The result of a compiled operation on one family and further arguments."""
    result = within_steps(operation, max_steps, f._native, *given)
    return type(f)._make(result, f.num_symbols, f.order)


def binary(
    operation: Operation[_core.Zdd],
    f: ZddT,
    g: Any,
    max_steps: int | None,
    fitting: bool = False,
) -> ZddT:
    """The result of a compiled operation on two families, in the order of one of them.

    `fitting`: by default no more steps than memory has room for.
    """
    operand, ground = as_operand(g, f)
    near, other = in_one_order(operation.__name__, f, operand, max_steps)
    if fitting and max_steps is None:
        result = _within_memory(operation, near._native, other._native)
    else:
        result = within_steps(operation, max_steps, near._native, other._native)
    return type(f)._make(result, ground.size, near.order.over(ground))


def ask(question: Operation[bool], f: ZddNodes, g: Any, max_steps: int | None) -> bool:
    """The answer to a compiled question about two families."""
    operand, _ = as_operand(g, f)
    near, other = in_one_order(question.__name__, f, operand, max_steps)
    return within_steps(question, max_steps, near._native, other._native)


def within_steps(operation: Operation[ResultT], max_steps: int | None, *operands: Any) -> ResultT:
    """The result of a compiled operation; StepLimitError where it takes more steps."""
    limit = checked_steps(max_steps)
    result = operation(*operands, limit)
    if result is None:
        name = operation.__name__
        raise StepLimitError(f"{name} was given up after max_steps = {limit} steps; allow more")
    return result


def _within_memory(operation: Operation[ResultT], *operands: Any) -> ResultT:
    left = available()
    limit = max(FEWEST_STEPS, left // BYTES_PER_STEP)
    result = operation(*operands, limit)
    if result is None:
        raise StepLimitError(
            f"{operation.__name__} was given up after {limit:,} steps, which {left // 2**20:,} MB "
            "of memory have room for; take smaller families, or allow more by max_steps="
        )
    return result


def checked_steps(max_steps: int | None) -> int | None:
    """The limit as a Python int, or None for none."""
    limit = None if max_steps is None else operator.index(max_steps)
    if limit is not None and limit < 0:
        raise ValueError(f"max_steps is {limit}; it must not be negative")
    return limit
