"""LP files of Gurobi and Xpress, written as SCIP reads them."""

from __future__ import annotations

import re

Names = dict[bytes, bytes]

_IN_NAME = rb"\w!\"#$%&(),.;?@'`{}|~"
_INDEXED = re.compile(rb"(?<![IN])(?![\d.])[IN]+(?:\[[^\[\]\s]*\][IN]*)+".replace(b"IN", _IN_NAME))
"""A name such as x[1,a-b]. The bracket of a quadratic part does not touch a name before it."""

_FLAGS = re.IGNORECASE | re.MULTILINE
_OBJECTIVE = re.compile(rb"^[^\S\n]*(?:min|max)(?:imi[sz]e|imum)?\b", _FLAGS)
_ROWS = re.compile(rb"^[^\S\n]*(?:subject\s+to|such\s+that|st|s\.t)(?![\w])", _FLAGS)
_COMMENT = re.compile(rb"\\[^\n]*")
_CONSTANT = (
    rb"(?:(?P<start>\A\s*|:\s*)|(?=[+-]))(?P<signs>(?:[+-]\s*){0,9})"
    rb"(?P<number>(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?![IN])".replace(b"IN", _IN_NAME)
)
_MANY_SIGNS = re.compile(rb"(?:[+-]\s*){9}")
_BEFORE_TERMS = re.compile(_CONSTANT + rb"(?=\s*[+-])", re.IGNORECASE)
_AT_END = re.compile(_CONSTANT + rb"(?=\s*\Z)", re.IGNORECASE)


def without_brackets(content: bytes) -> tuple[bytes, Names]:
    """The content with other words for names such as x[1,2], and the name for each such word."""
    if b"[" not in content:
        return content, {}
    prefix = b"indexed_"
    while prefix in content:
        prefix += b"_"
    words: Names = {}

    def word(match: re.Match[bytes]) -> bytes:
        return words.setdefault(match[0], prefix + str(len(words)).encode())

    return _INDEXED.sub(word, content), {word: name for name, word in words.items()}


def with_constant_last(content: bytes) -> bytes:
    """The content with the constants of the objective behind its terms; lines keep their numbers.

    Objectives that are not linear stay as they are.
    """
    begin = _OBJECTIVE.search(content)
    end = begin and _ROWS.search(content, begin.end())
    if begin is None or end is None:
        return content
    given = content[begin.end() : end.start()]
    terms = _COMMENT.sub(b"", given)
    if re.search(rb"[\[\]^*/]", terms) or _MANY_SIGNS.search(terms):
        return content
    if not _BEFORE_TERMS.search(terms):
        return content
    constants: list[float] = []

    def taken(match: re.Match[bytes]) -> bytes:
        sign = -1 if match["signs"].count(b"-") % 2 else 1
        constants.append(sign * float(match["number"]))
        return (match["start"] or b" ") + b"\n" * match["signs"].count(b"\n")

    terms = _AT_END.sub(taken, _BEFORE_TERMS.sub(taken, terms)).rstrip(b" \t\n\r")
    lost = given.count(b"\n") - terms.count(b"\n")
    terms += f" {sum(constants):+.17g}".encode() + b"\n" * lost
    return content[: begin.end()] + terms + content[end.start() :]
