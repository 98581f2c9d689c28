"""Votes of conjunctions as code: an expression of SQL, and a function of Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nzdd.adapters.sklearn.checks import column_names
from nzdd.adapters.sklearn.encoding.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.encoding.bits import ThresholdBits
from nzdd.formulations.learning.rules.bins.literals import Conjunction, Kind, Literal
from nzdd.formulations.learning.rules.vote import RuleVote

Fact = tuple[str, str, Any]
"""A column, an operator (">", "<=", "in", "missing" or "known") and a value or a list of them."""


class VoteCode:
    """A vote over the columns of an encoder as text of a language.

    Parameters
    ----------
    vote : RuleVote
    encoder : BinaryEncoder
        Fitted.
    """

    def __init__(self, vote: RuleVote, encoder: BinaryEncoder) -> None:
        self._vote = vote.of_rules_alone()
        self._columns, self._names = encoder._columns, column_names(encoder)

    def sql(self, output: int) -> str:
        """The vote of an output as an expression of standard SQL, with a CASE for each rule."""
        terms = [
            f"CASE WHEN {self._all(rule, ' AND ', _sql)} THEN {weights[output]!r} ELSE 0 END"
            for rule, weights in self._rules()
            if weights[output]
        ]
        return "\n+ ".join([repr(float(self._vote.intercept[output])), *terms])

    def python(self, name: str) -> str:
        """A function of that name: from a mapping from columns to values to the votes."""
        lines = [
            f"def {name}(row):",
            '    """The vote of each output for a row, a mapping from column to value or None."""',
            f"    votes = {self._vote.intercept.tolist()!r}",
        ]
        for rule, weights in self._rules():
            lines.append(f"    if {self._all(rule, ' and ', _python)}:")
            lines += [
                f"        votes[{at}] += {weight!r}" for at, weight in enumerate(weights) if weight
            ]
        return "\n".join([*lines, "    return votes", ""])

    def facts(self) -> dict[str, Any]:
        """The vote as values of JSON: literals by column, operator and value."""
        return {
            "intercept": self._vote.intercept.tolist(),
            "rules": [
                {
                    "literals": [
                        dict(zip(("column", "operator", "value"), self._fact(each), strict=True))
                        for each in rule
                    ],
                    "weights": weights,
                }
                for rule, weights in self._rules()
            ],
        }

    def _rules(self) -> list[tuple[Conjunction, list[float]]]:
        return list(zip(self._vote.rules, self._vote.weights.tolist(), strict=True))

    def _all(self, rule: Conjunction, between: str, text: Callable[[Fact], str]) -> str:
        return between.join(text(self._fact(literal)) for literal in rule)

    def _fact(self, literal: Literal) -> Fact:
        """What a literal says of its column: name, operator, and value."""
        column, name = self._columns[literal.column], self._names[literal.column]
        if isinstance(column, ThresholdBits):
            if literal.kind in (Kind.MISSING, Kind.KNOWN):
                return name, "missing" if literal.kind is Kind.MISSING else "known", None
            operator = ">" if literal.kind is Kind.ABOVE else "<="
            return name, operator, column.cuts.item(literal.bin)
        bins = [[value] for value in column.values] + [list(column.rest)] * bool(column.rest)
        match literal.kind:
            case Kind.MISSING:
                return name, "missing", None
            case Kind.EQUAL:
                held = bins[literal.bin]
            case Kind.OTHER:
                held = [
                    value for at, each in enumerate(bins) if at != literal.bin for value in each
                ]
            case _:
                held = [value for each in bins for value in each]
        return name, "in", held


def _sql(fact: Fact) -> str:
    name, operator, value = fact
    column = '"' + name.replace('"', '""') + '"'
    if operator in ("missing", "known"):
        return f"{column} IS {'NOT ' * (operator == 'known')}NULL"
    if operator == "in":
        return f"{column} IN ({', '.join(map(_sql_value, value))})"
    return f"{column} {operator} {value!r}"


def _sql_value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    return (
        repr(value) if isinstance(value, (int, float)) else f"""'{str(value).replace("'", "''")}'"""
    )


def _python(fact: Fact) -> str:
    name, operator, value = fact
    column = f"row[{name!r}]"
    if operator in ("missing", "known"):
        return f"{'not ' * (operator == 'known')}({column} is None or {column} != {column})"
    if operator == "in":
        return f"{column} in {tuple(value)!r}"
    return f"({column} is not None and {column} {operator} {value!r})"
