"""Votes of conjunctions as readable JSON files.

Version 1 is an object with the keys

``format``, ``version``
    ``"nzdd rules"`` and 1.
``classes``
    The labels; of two classes a vote above 0 is for the second.
``intercept``
    A list: one number for two classes, otherwise one per class.
``rules``
    A list of objects: ``rule`` is the conjunction in words, ``weights`` are as many numbers as
    in ``intercept``, and ``literals`` lists ``[column, kind, bin]`` with the position of a column
    from 0 and one of the kinds above, at_most, equal, other, missing and known.
``columns``
    The bins of each column: how many are ``known``, whether there is one for ``missing`` values,
    and whether they are ``ordered``.
``calibration``, ``encoder``, ``reading``, ``facts``
    As in files of linear classifiers; the encoder makes bins of columns. Among the facts are
    ``support`` and ``lift`` of the rules (of ``rules_``), in their order.

Version 2 has one key more, which only votes with lines need:

``lines``
    A list of objects: ``line`` is a function of a column in words, ``column`` the position of the
    column, and ``values`` lists for each of its known bins, and then for a missing value, as many
    numbers as in ``intercept``, which are added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.files.classifiers.values import (
    calibration_of,
    check_version,
    get,
    integer,
    number,
    plain,
    plain_calibration,
    write_json,
)
from nzdd.adapters.files.text import StrPath
from nzdd.formulations.learning.calibration import Calibration
from nzdd.formulations.learning.rules.bins.binned_rows import MAX_BINS, BinColumn
from nzdd.formulations.learning.rules.bins.literals import Conjunction, Kind, Literal
from nzdd.formulations.learning.rules.bins.terms import Term
from nzdd.formulations.learning.rules.vote import RuleVote
from nzdd.input.text import shown as _shown

FORMAT = "nzdd rules"
VERSION = 2


class SavedRules(NamedTuple):
    """What a model file holds."""

    vote: RuleVote
    classes: tuple[Any, ...]
    words: tuple[str, ...]
    """The conjunctions of `vote` as text, and its lines behind them."""
    facts: dict[str, Any]
    encoder: dict[str, Any]
    """How raw columns become bins."""
    reading: dict[str, Any] | None = None
    """How the columns stand in a raw file, for `nzdd.adapters.files.reading.Reading.from_dict`."""
    calibration: Calibration | None = None

    def decision_function(self, codes: NDArray[np.uint8]) -> NDArray[np.float64]:
        """The votes for rows of bins: shape (rows,) for two classes, else (rows, classes)."""
        votes = self.vote.votes(codes)
        return votes[:, 0] if votes.shape[1] == 1 else votes

    def predict(self, codes: NDArray[np.uint8]) -> NDArray[Any]:
        """The classes of rows of bins."""
        values = self.decision_function(codes)
        chosen = (values > 0).astype(np.intp) if values.ndim == 1 else values.argmax(axis=1)
        return np.asarray(np.array(self.classes)[chosen])


def save_rules(
    path: StrPath,
    vote: RuleVote,
    classes: Sequence[Any],
    words: Sequence[str],
    encoder: Mapping[str, Any],
    facts: Mapping[str, Any] | None = None,
    reading: Mapping[str, Any] | None = None,
    calibration: Calibration | None = None,
) -> None:
    """Write a vote of conjunctions as JSON, whole or not at all.

    Parameters
    ----------
    vote : RuleVote
    classes : sequence of numbers, booleans or strings
    words : sequence of str
        The conjunctions of the vote as text, and its lines behind them.
    path, encoder, facts, reading, calibration
        As for `linear.save`, which says what is raised.
    """
    count = len(vote.rules)
    rules = [
        {
            "rule": text,
            "weights": weights,
            "literals": [[each.column, each.kind.name.lower(), each.bin] for each in rule],
        }
        for text, weights, rule in zip(
            words[:count], vote.weights.tolist(), vote.rules, strict=True
        )
    ]
    lines = [
        {"line": text, "column": term.column, "values": plain(term.values, "lines")}
        for text, term in zip(words[count:], vote.terms, strict=True)
    ]
    columns = [
        {"known": column.known, "missing": column.missing, "ordered": column.ordered}
        for column in vote.columns
    ]
    content = {
        "format": FORMAT,
        "version": VERSION if lines else 1,
        "classes": plain(list(classes), "classes"),
        "intercept": plain(vote.intercept, "intercept"),
        "rules": rules,
        **({"lines": lines} if lines else {}),
        "columns": plain(columns, "columns"),
        "calibration": plain_calibration(calibration),
        "facts": plain(facts or {}, "facts"),
        "encoder": plain(encoder, "encoder"),
        "reading": None if reading is None else plain(reading, "reading"),
    }
    write_json(path, content)


def parse(content: dict[str, Any]) -> SavedRules:
    """What the JSON of a file holds; ValueError where it is damaged."""
    check_version(content, VERSION)
    classes = tuple(get(content, "classes", list))
    kinds = {str if isinstance(label, str) else float for label in classes}
    if len(kinds) != 1 or len(set(classes)) != len(classes) or len(classes) < 2:
        raise ValueError(f"the classes are {_shown(classes)}; at least two of one kind are needed")
    intercept = _numbers(get(content, "intercept", list), "the intercept")
    if intercept.size != (1 if len(classes) == 2 else len(classes)):
        raise ValueError(f"'intercept' has {intercept.size} numbers for {len(classes)} classes")
    columns = tuple(map(_column, get(content, "columns", list)))
    rules, words, weights = [], [], []
    for each in get(content, "rules", list):
        if not isinstance(each, dict):
            raise ValueError(f"a rule is {_shown(each)}, not an object")
        words.append(str(get(each, "rule", str)))
        weights.append(_numbers(get(each, "weights", list), f"a weight of {_shown(words[-1])}"))
        if weights[-1].size != intercept.size:
            raise ValueError(f"{_shown(words[-1])} has {weights[-1].size} weights")
        rules.append(_conjunction(get(each, "literals", list), columns, words[-1]))
    table = np.array(weights).reshape(len(rules), intercept.size)
    lines = get({"lines": [], **content}, "lines", list)
    terms = tuple(_term(each, columns, intercept.size) for each in lines)
    return SavedRules(
        RuleVote(tuple(rules), table, intercept, columns, terms),
        classes,
        (*words, *(str(get(each, "line", str)) for each in lines)),
        get(content, "facts", dict),
        get(content, "encoder", dict),
        get(content, "reading", dict, type(None)),
        calibration_of(content),
    )


def _numbers(values: list[Any], name: str) -> NDArray[np.float64]:
    return np.array([number(value, name) for value in values], np.float64)


def _column(content: Any) -> BinColumn:
    if not isinstance(content, dict):
        raise ValueError(f"a column is {_shown(content)}, not an object")
    known = integer(content, "known", 0)
    if known > MAX_BINS:
        raise ValueError(f"a column has {known} bins, above the limit {MAX_BINS}")
    flags = (get(content, name, bool) for name in ("missing", "ordered"))
    return BinColumn(known, *flags)


def _term(content: Any, columns: tuple[BinColumn, ...], outputs: int) -> Term:
    if not isinstance(content, dict):
        raise ValueError(f"a line is {_shown(content)}, not an object")
    words, at = get(content, "line", str), integer(content, "column", 0)
    if at >= len(columns) or not columns[at].ordered:
        raise ValueError(f"{_shown(words)} is over column {at}, which is no column of numbers")
    rows = get(content, "values", list)
    if len(rows) != columns[at].known + 1 or any(not isinstance(row, list) for row in rows):
        raise ValueError(f"{_shown(words)} has not a list for each of {columns[at].known + 1} bins")
    values = [_numbers(row, f"a value of {_shown(words)}") for row in rows]
    if any(row.size != outputs for row in values):
        raise ValueError(f"{_shown(words)} has not {outputs} numbers for each bin")
    return Term(at, np.array(values).reshape(len(rows), outputs))


def _conjunction(literals: list[Any], columns: tuple[BinColumn, ...], words: str) -> Conjunction:
    found = []
    for each in literals:
        try:
            column, kind, place = each
            literal = Literal(index(column), Kind[str(kind).upper()], index(place))
        except (TypeError, ValueError, KeyError):
            raise ValueError(f"{_shown(words)} has the literal {_shown(each)}") from None
        if not (
            0 <= literal.column < len(columns) and _speaks_of(literal, columns[literal.column])
        ):
            raise ValueError(f"{_shown(words)} has the literal {_shown(each)}, which is no bin")
        found.append(literal)
    if not found:
        raise ValueError(f"{_shown(words)} has no literals")
    return tuple(found)


def _speaks_of(literal: Literal, column: BinColumn) -> bool:
    """Whether a column has the bin of a literal, and bins of its kind."""
    if literal.kind in (Kind.MISSING, Kind.KNOWN):
        return column.missing and 0 <= literal.bin <= column.known
    of_order = literal.kind in (Kind.ABOVE, Kind.AT_MOST)
    return of_order == column.ordered and 0 <= literal.bin < column.known
