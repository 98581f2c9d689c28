"""Families of the words of a finite automaton."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.families.search import checked_limit
from nzdd.families.states.path_symbols import StageSymbols, family_of_paths
from nzdd.input.arrays import as_array, as_floats
from nzdd.input.memory import check_room
from nzdd.input.parameters import listed, whole
from nzdd.input.row_table import MAX_SYMBOLS, Progress, integers
from nzdd.input.text import shown
from nzdd.nzdd import NZDD


@overload
def from_automaton(
    table: ArrayLike,
    length: int,
    final: ArrayLike,
    *,
    start: int = 0,
    costs: None = None,
    letters: Iterable[Hashable] | None = None,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> NZDD: ...


@overload
def from_automaton(
    table: ArrayLike,
    length: int,
    final: ArrayLike,
    *,
    start: int = 0,
    costs: ArrayLike,
    letters: Iterable[Hashable] | None = None,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> tuple[NZDD, NDArray[np.float64]]: ...


def from_automaton(
    table: ArrayLike,
    length: int,
    final: ArrayLike,
    *,
    start: int = 0,
    costs: ArrayLike | None = None,
    letters: Iterable[Hashable] | None = None,
    max_states: int | None = None,
    progress: Progress | None = None,
) -> NZDD | tuple[NZDD, NDArray[np.float64]]:
    """The family of the words of one length that a finite automaton accepts.

    A member is a word: its symbols are the letters at their positions, ``(position, letter)``.

    Parameters
    ----------
    table : array of int, shape (S, L), or (length, S, L)
        The state that follows each state by each letter, -1 for none. With three dimensions it may
        be another one at each position. `nzdd.adapters.libraries.automata_lib.automaton` makes one
        of a regular expression.
    length : int
        The number of letters of a word.
    final : list of int, or array of bool of shape (S,)
        The states in which words may end.
    start : int
    costs : array of float, shape (S, L), or (length, S, L), optional
        Of each letter in each state, or of shapes that broadcast to these, such as (length, 1, L)
        for costs of letters at positions. The cost of a word is their sum; what costs infinity is
        not allowed.
    letters : iterable of hashable, shape (L,), optional
        Names of the letters; numbers by default. What is named None is a letter of the automaton,
        but no symbol, as a period of rest may be.
    max_states : int, optional
        Only for words that differ in letters without symbols: see `from_states`.
    progress : callable, optional
        See `from_states`.

    Returns
    -------
    family : NZDD
        Each word is one path.
    edge_costs : ndarray of float64, shape (num_edges,)
        Only if there are `costs`: the cost of each edge.

    Raises
    ------
    ValueError
        If a shape does not fit, a state does not exist, or a cost is NaN or minus infinity.
    MemoryError
        If the diagram does not fit.

    Notes
    -----
    Time O(length x S x L) at most, as only states that words reach are met; memory O(length x S)
    and the diagram.

    Examples
    --------
    Words of a and b without two b in a row:

    >>> words = from_automaton([[0, 1], [0, -1]], 10, [0, 1], letters="ab")
    >>> words.count()
    144
    >>> next(words.named_rows())[-3:]
    ((7, 'a'), (8, 'a'), (9, 'a'))
    """
    number, limit = whole("length", length, 0), checked_limit(max_states)
    following = _tables(table, number)
    num_states, num_letters = following.shape[1:]
    if following.size and following.max() >= num_states:
        position, state, letter = np.argwhere(following >= num_states)[0]
        raise ValueError(
            f"the table leads from state {state} by letter {letter} to state "
            f"{following[position, state, letter]}, but there are {num_states} states"
        )
    if not 0 <= whole("start", start) < num_states:
        raise ValueError(f"start is state {start}, but there are {num_states} states")
    names = None if letters is None else listed("letters", letters, "a list of their names")
    if names is not None and len(names) != num_letters:
        raise ValueError(f"{len(names)} letters have names; the table has {num_letters} letters")
    if number * num_letters > MAX_SYMBOLS:
        raise ValueError(
            f"{number} positions and {num_letters} letters are more than {MAX_SYMBOLS} symbols"
        )
    check_room(number, num_states + 16 * num_letters, "positions", "take shorter words")
    symbols = StageSymbols(names)
    symbols.add(*np.mgrid[:number, :num_letters].reshape(2, -1))
    paths = _core.automaton_paths(
        number,
        following,
        None if costs is None else _costs(costs, (number, num_states, num_letters)),
        _final(final, num_states),
        np.array([name is None for name in names or [0] * num_letters], np.bool_),
        int(start),
        progress,
    )
    found = family_of_paths(paths, symbols, limit, progress)
    return found[0] if costs is None else found


def _tables(table: ArrayLike, length: int) -> NDArray[np.int64]:
    """One table, or one for each position."""
    try:
        values = integers(table, "table").astype(np.int64, copy=False)
    except ValueError as error:
        raise ValueError(
            f"the table is no array of integers ({error}); give as many states in each row as "
            "there are letters, -1 for none"
        ) from None
    wide = values.reshape(1, *values.shape) if values.ndim == 2 else values
    if wide.ndim != 3 or wide.shape[1] == 0 or wide.shape[0] not in (1, length):
        raise ValueError(
            f"table has shape {values.shape}; give (states, letters), "
            f"or ({length}, states, letters)"
        )
    return np.ascontiguousarray(wide)


def _costs(costs: ArrayLike, shape: tuple[int, int, int]) -> NDArray[np.float64]:
    values = as_floats(costs, "costs")
    leading = 1 if values.ndim < 3 else shape[0]
    try:
        wide = np.broadcast_to(values, (leading, *shape[1:]))
    except ValueError:
        raise ValueError(
            f"costs has shape {values.shape}; it must broadcast to {shape[1:]} or {shape}"
        ) from None
    if not np.all(values > -np.inf):
        wrong = values[~(values > -np.inf)].flat[0]
        raise ValueError(f"costs hold {wrong}; costs are numbers, or infinite for not allowed")
    return np.ascontiguousarray(wide)


def _final(final: ArrayLike, num_states: int) -> NDArray[np.bool_]:
    given = as_array(final, "final")
    if given.dtype == np.bool_:
        if given.shape != (num_states,):
            raise ValueError(f"final has shape {given.shape}; give one bool for each state")
        return np.ascontiguousarray(given)
    states = np.atleast_1d(integers(final, "final"))
    wrong = states[(states < 0) | (states >= num_states)]
    if wrong.size:
        raise ValueError(f"final holds state {shown(wrong[0])}, but there are {num_states} states")
    flags = np.zeros(num_states, np.bool_)
    flags[states] = True
    return flags
