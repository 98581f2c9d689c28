"""Conjunctions that differ from a given one in one literal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn
from nzdd.formulations.learning.rules.bins.literals import Conjunction, Kind, Literal

REACH = 3
"""So many bins a literal moves at most."""


def neighbours(rule: Conjunction, columns: Sequence[BinColumn]) -> Iterator[Conjunction]:
    """The rule without a literal, and with another literal of the same column in its place.

    A literal of an interval moves; any other one may also become its complement.
    """
    of = [literal.column for literal in rule]
    for at, literal in enumerate(rule):
        if len(rule) > 1:
            yield rule[:at] + rule[at + 1 :]
        for other in _others(literal, columns[literal.column]):
            if other.kind == literal.kind or of.count(literal.column) == 1:
                yield (*rule[:at], other, *rule[at + 1 :])


def _others(literal: Literal, column: BinColumn) -> Iterator[Literal]:
    yield literal.opposite
    if literal.kind in (Kind.MISSING, Kind.KNOWN):
        return
    last = column.known - 1 if column.ordered else column.known
    for bin_ in range(max(0, literal.bin - REACH), min(last, literal.bin + REACH + 1)):
        if bin_ != literal.bin:
            yield literal._replace(bin=bin_)
