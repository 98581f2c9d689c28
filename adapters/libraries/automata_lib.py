"""Regular expressions and automata of automata-lib as tables, and as families of their words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd import NZDD
from nzdd.adapters.extras import require
from nzdd.families import from_automaton
from nzdd.input.parameters import listed
from nzdd.input.text import shown

FEATURE = "a regular expression"
FIRST_STAND_IN = 0xE000
"""A private character, which has no meaning in expressions."""
OPERATORS = "|*+?{}().[]&^\\"


def regular_words(
    expression: Any, length: int, letters: Iterable[str], *, silent: Iterable[str] = ()
) -> NZDD:
    """The family of the words of one length in a regular language.

    Parameters
    ----------
    expression, letters
        See `automaton`.
    length : int
    silent : iterable of str
        Letters that are no symbols, such as a period of rest.

    Returns
    -------
    NZDD
        A word is a member; its symbols are its letters at their positions, ``(position, letter)``.

    Raises
    ------
    ValueError, TypeError, MissingExtraError
        As `automaton`; or if a silent letter is no letter.

    Examples
    --------
    Days of eight periods in which work comes in blocks of two or three, with a break between:

    >>> day = "rest* work{2,3} (break work{2,3})* rest*"
    >>> days = regular_words(day, 8, ["rest", "work", "break"], silent=["rest"])
    >>> days.count()
    26
    >>> max(days.named_rows(), key=len)[2:4]
    ((2, 'break'), (3, 'work'))
    """
    names = listed("letters", letters, "a list of their names")
    quiet = set(listed("silent", silent, "a list of letters"))
    for name in quiet - set(names):
        raise ValueError(f"the silent letter {shown(name)} is not among the letters")
    table, final = automaton(expression, names)
    labels = [None if name in quiet else name for name in names]
    return from_automaton(table, length, final, letters=labels)


def automaton(
    expression: Any, letters: Iterable[str]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The smallest deterministic automaton of a regular expression, for `from_automaton`.

    Parameters
    ----------
    expression : str, or NFA or DFA of automata-lib
        With ``|``, ``*``, ``+``, ``?``, ``{m,n}``, ``{m}``, parentheses, ``.`` for any letter,
        ``[ab]`` for one of several; ``&`` is the intersection of two languages and ``^`` the
        shuffle of their words. Blanks separate letters. Of an automaton, the input symbols are the
        letters.
    letters : iterable of str
        Characters, or words such as the names of activities: letters, digits and underscores, not
        beginning with a digit.

    Returns
    -------
    table : ndarray of int64, shape (S, L)
        The state that follows each state by each letter, -1 for none. State 0 is the first one.
    final : ndarray of bool, shape (S,)
        Whether words may end in a state.

    Raises
    ------
    ValueError
        If the expression is not one, or has a letter that is not among the letters.
    TypeError
        If it is something else.
    MissingExtraError
        If automata-lib is not installed.

    Notes
    -----
    As automata-lib does it, the automaton of all positions of the expression (Thompson 1968) is
    made deterministic and then as small as possible (Hopcroft 1971). Repetitions ``{m,n}`` have a
    state for each letter.

    Examples
    --------
    >>> from nzdd.families import from_automaton
    >>> table, final = automaton("(a|b a)* b?", "ab")
    >>> from_automaton(table, 10, final, letters="ab").count()
    144
    """
    require("automata", FEATURE)
    from automata.fa.dfa import DFA
    from automata.fa.nfa import NFA

    names = listed("letters", letters, "a list of their names")
    _check_letters(names)
    if isinstance(expression, str):
        stand_in = {name: chr(FIRST_STAND_IN + i) for i, name in enumerate(names)}
        found = _parsed(NFA.from_regex, _with_stand_ins(expression, stand_in), stand_in, expression)
    elif isinstance(expression, NFA | DFA):
        unknown = set(expression.input_symbols) - set(names)
        if unknown:
            raise ValueError(
                f"the automaton has the input symbol {shown(min(unknown))}, which is not among "
                "the letters"
            )
        stand_in, found = {name: name for name in names}, expression
    else:
        raise TypeError(
            f"the expression is {shown(expression)}; give a string, or an NFA or a DFA of "
            "automata-lib"
        )
    dfa = (found if isinstance(found, DFA) else DFA.from_nfa(found)).minify()
    number = {
        state: i for i, state in enumerate({dfa.initial_state: 0} | dict.fromkeys(dfa.states))
    }
    table = np.array(
        [
            [number.get(dfa.transitions[state].get(stand_in[name]), -1) for name in names]
            for state in number
        ],
        np.int64,
    ).reshape(len(number), len(names))
    return table, np.array([state in dfa.final_states for state in number], np.bool_)


def _check_letters(names: list[Any]) -> None:
    if not names:
        raise ValueError("there are no letters; give one or more")
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"the letter {shown(name)} is not a string")
        if len(name) != 1 and not re.fullmatch(r"[^\W\d]\w*", name):
            raise ValueError(
                f"the letter {shown(name)} is neither a character nor a word; take letters, "
                "digits and underscores"
            )
        if name.isspace() or name in OPERATORS:
            raise ValueError(f"the letter {shown(name)} has a meaning in expressions; take another")
    if len(set(names)) < len(names):
        raise ValueError("two letters are equal; letters must differ")


def _with_stand_ins(expression: str, stand_in: dict[str, str]) -> str:
    """The expression with a private character for each letter, and without blanks."""
    words = any(len(name) > 1 for name in stand_in)
    # numbers stand in braces only; without longer letters, each character is one
    letter = r"\{[^}]*\}|[^\W\d]\w*|." if words else r"\{[^}]*\}|."

    def replaced(found: re.Match[str]) -> str:
        name = found[0]
        if name in stand_in:
            return stand_in[name]
        if name.isspace():
            return ""
        if re.match(r"\w", name):
            near = get_close_matches(name, stand_in, 1)
            cure = f"did you mean {near[0]}?" if near else "they are " + ", ".join(stand_in)
            raise ValueError(f"{shown(name)} is not among the letters; {cure}")
        return name

    return re.sub(letter, replaced, expression, flags=re.DOTALL)


def _parsed(
    parse: Callable[..., Any], regex: str, stand_in: dict[str, str], expression: str
) -> Any:
    from automata.base.exceptions import AutomatonException, RegexException

    try:
        return parse(regex, input_symbols=set(stand_in.values()))
    except (AutomatonException, RegexException) as error:
        text = " ".join(str(error).split())
        for name, character in stand_in.items():
            text = text.replace(character, name)
        raise ValueError(f"the expression {shown(expression)} is not regular: {text}") from None
