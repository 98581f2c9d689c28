"""Assignments that satisfy a formula: products of a feature model, solutions of a puzzle."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.families.row_order import order_of_rows
from nzdd.families.search import checked_limit
from nzdd.input.parameters import whole
from nzdd.input.row_table import Progress, check_num_symbols, integers
from nzdd.order import NATURAL, Order, check_name
from nzdd.zdd import ZDD

_NO_BOUND = 255


def satisfying_sets(
    clauses: Iterable[Sequence[int]],
    *,
    names: Iterable[Hashable] | None = None,
    num_variables: int | None = None,
    order: str | ArrayLike = "auto",
    max_states: int | None = None,
    progress: Progress | None = None,
) -> ZDD:
    """The sets of true variables that satisfy a formula in conjunctive normal form.

    Parameters
    ----------
    clauses : iterable of sequences of int
        As in the DIMACS format, without the zeros at the end: 3 is variable 3, -3 its negation.
        Each clause has a true literal.
    names : iterable, optional
        Of the variables 1, 2, ...; by default these numbers.
    num_variables : int, optional
        By default the number of names, or the largest variable.
    order : {"auto", "natural"} or permutation of the numbers from 0 on
        The level of each variable; see `exact_covers`, with variables for rows and clauses for
        symbols.
    max_states : int, optional
        See `nzdd.families.SearchOptions`.
    progress : callable, optional
        See `nzdd.families.SearchOptions`.

    Returns
    -------
    ZDD
        Symbol ``i`` is variable ``i + 1``.

    Raises
    ------
    ValueError
        If a literal is 0 or beyond the variables, or an option is invalid.
    MemoryError
        If there are more than `max_states` states, or the diagram does not fit.

    Notes
    -----
    A frontier search over the variables. A state is which of the clauses with decided and undecided
    variables have a true literal. Time and memory O(states x clauses of a variable).

    Examples
    --------
    >>> f = satisfying_sets([[1, 2], [-1, -2], [-2, 3]])
    >>> sorted(f.named_rows())
    [(1,), (1, 3), (2, 3)]
    """
    rows = [list(clause) for clause in clauses]
    literals = integers(list(chain.from_iterable(rows)), "clauses").astype(np.int64)
    clause = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    labels = None if names is None else list(names)
    number = _number(literals, clause, labels, num_variables)
    offsets, symbols, negated, least = _by_variable(literals, clause, number, len(rows))
    if isinstance(order, str):
        check_name(order, ("auto", "natural"), "variables")
        chosen = NATURAL
        if order == "auto":
            chosen = order_of_rows(offsets, symbols, len(rows), progress)
    else:
        chosen = Order.given(order, number)
    native = _core.row_covers(
        offsets,
        symbols,
        negated,
        chosen.all_symbols(number),
        least,
        np.full(len(rows), _NO_BOUND, np.uint8),
        checked_limit(max_states),
        progress,
    )
    return ZDD._make(native, number, chosen).named(labels or range(1, number + 1))


def _number(
    literals: NDArray[np.int64],
    clause: NDArray[np.intp],
    names: list[Hashable] | None,
    num_variables: int | None,
) -> int:
    """The number of variables; ValueError where a literal is none of them."""
    largest = int(np.abs(literals).max(initial=0))
    number = largest if names is None else len(names)
    if num_variables is not None:
        number = check_num_symbols(whole("num_variables", num_variables, 0))
    if names is not None and len(names) != number:
        raise ValueError(f"there are {len(names)} names for {number} variables; give one for each")
    wrong = (literals == 0) | (np.abs(literals) > number)
    if wrong.any():
        first = int(wrong.argmax())
        raise ValueError(
            f"clause {clause[first]} holds {literals[first]}; literals lie between 1 and {number}, "
            "or are negative"
        )
    return check_num_symbols(number)


def _by_variable(
    literals: NDArray[np.int64], clause: NDArray[np.intp], number: int, num_clauses: int
) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.uint8], NDArray[np.uint8]]:
    """For each variable its clauses, in offsets and numbers, and in which of them it is negated.

    And how many true literals each clause needs: none if it holds a variable and its negation.
    """
    least = np.ones(num_clauses, np.uint8)
    if not num_clauses:
        return np.zeros(number + 1, np.int64), np.empty(0, np.uint32), least[:0], least
    places = np.unique(2 * ((np.abs(literals) - 1) * num_clauses + clause) + (literals < 0))
    pairs, negated = places >> 1, (places & 1).astype(np.uint8)
    variable, symbols = np.divmod(pairs, num_clauses)
    least[symbols[1:][pairs[1:] == pairs[:-1]]] = 0
    held = least[symbols] > 0
    offsets = np.append(0, np.cumsum(np.bincount(variable[held], minlength=number)))
    return offsets, symbols[held].astype(np.uint32), negated[held], least
