"""The operands of operations on families: diagrams over the same symbols, in one order."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core, build
from nzdd.input.row_table import RowTable, as_row_table
from nzdd.order import Order
from nzdd.zdd.nodes import ZddNodes

ZddT = TypeVar("ZddT", bound=ZddNodes)
ResultT = TypeVar("ResultT")
Operation: TypeAlias = Callable[..., ResultT | None]
"""A compiled operation; its result is None where it takes more steps than allowed."""

ENTRIES_PER_NODE = 64
"""Families with fewer symbols per node, in all rows together, are reordered row by row."""


class StepLimitError(RuntimeError):
    """An operation took more than `max_steps` steps."""


def as_operand(rows: Any, like: ZddT) -> ZddT:
    """A diagram unchanged; other rows as a diagram over the symbols of `like`, in its order."""
    if not isinstance(rows, ZddNodes):
        return _built(rows, like)
    like.ground.common(rows.ground)
    return rows  # type: ignore[return-value]


def row_of(symbols: int | ArrayLike, like: ZddT) -> ZddT:
    """The family of one row, which holds the given symbol or symbols."""
    return _built([like.ground.one_or_more(symbols)], like)


def singletons(symbols: int | ArrayLike, like: ZddT) -> ZddT:
    """The family of rows of one symbol each: the given ones."""
    (row,) = row_of(symbols, like)  # checked, and each symbol once
    return _built([[symbol] for symbol in row], like)


def _built(rows: Any, like: ZddT) -> ZddT:
    table = as_row_table(like.ground.rows(rows), num_symbols=like.num_symbols)
    return type(like)._make(build.zdd(table, like.order), like.num_symbols, like.order)


def brought_near(zdd: ZddT, order: Order) -> tuple[ZddT, NDArray[np.uint32] | None]:
    """A family to be used in another order, and the new level of each of its levels.

    The levels are None where the family is in that order: families of few rows are brought to it
    here, since sorting the rows is some fifty times faster than reordering the diagram.
    """
    levels = _new_levels(zdd.order, order, zdd.num_symbols)
    if levels is None:
        return zdd, None
    longest, _ = zdd._native.shortest_row(np.full(zdd.num_symbols, -1.0))
    count = zdd.count()  # may be too large for a float
    if count * (int(max(-longest, 0)) + 1) > ENTRIES_PER_NODE * zdd.num_nodes:
        return zdd, levels
    rows = RowTable.from_csr(*zdd._list_rows(0, count), zdd.num_symbols)
    return type(zdd)._make(build.zdd(rows, order), zdd.num_symbols, order), None


def _new_levels(old: Order, new: Order, num_symbols: int) -> NDArray[np.uint32] | None:
    if old is new or old.permutation is new.permutation:
        return None
    symbols = old.all_symbols(num_symbols)
    levels = symbols if new.rank is None else new.rank[symbols]
    return None if np.array_equal(levels, np.arange(num_symbols)) else levels


def unary(operation: Operation[_core.Zdd], f: ZddT, *given: Any, max_steps: int | None) -> ZddT:
    """The result of a compiled operation on one family and further arguments."""
    result = _within(operation, max_steps, f._native, *given)
    return type(f)._make(result, f.num_symbols, f.order)


def binary(operation: Operation[_core.Zdd], f: ZddT, g: Any, max_steps: int | None) -> ZddT:
    """The result of a compiled operation on two families, in the order of the first one."""
    other = as_operand(g, f)
    ground = f.ground.common(other.ground)
    near, levels = brought_near(other, f.order)
    return unary(operation, f._over(ground), near._native, levels, max_steps=max_steps)


def ask(question: Operation[bool], f: ZddNodes, g: Any, max_steps: int | None) -> bool:
    """The answer to a compiled question about two families."""
    other, levels = brought_near(as_operand(g, f), f.order)
    return _within(question, max_steps, f._native, other._native, levels)


def _within(operation: Operation[ResultT], max_steps: int | None, *operands: Any) -> ResultT:
    limit = checked_steps(max_steps)
    result = operation(*operands, limit)
    if result is None:
        name = operation.__name__
        raise StepLimitError(f"{name} was given up after max_steps = {limit} steps; allow more")
    return result


def checked_steps(max_steps: int | None) -> int | None:
    """The limit as a Python int, or None for none."""
    limit = None if max_steps is None else operator.index(max_steps)
    if limit is not None and limit < 0:
        raise ValueError(f"max_steps is {limit}; it must not be negative")
    return limit
