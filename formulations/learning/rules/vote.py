"""A weighted vote of conjunctions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn
from nzdd.formulations.learning.rules.bins.literals import Conjunction, Kind, Literal
from nzdd.formulations.learning.rules.bins.terms import Term
from nzdd.formulations.learning.rules.fitted import Fitted
from nzdd.input.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class RuleVote:
    """What a vote needs to judge rows of bins.

    Attributes
    ----------
    rules : tuple of Conjunction, length r
    weights : ndarray of float64, shape (r, outputs)
    intercept : ndarray of float64, shape (outputs,)
    columns : tuple of BinColumn
    terms : tuple of Term
        Functions of one column each, whose values are added.
    """

    rules: tuple[Conjunction, ...]
    weights: Floats
    intercept: Floats
    columns: tuple[BinColumn, ...]
    terms: tuple[Term, ...] = ()

    @classmethod
    def of(
        cls,
        fitted: Fitted,
        rules: Sequence[Conjunction],
        terms: Sequence[Term],
        columns: tuple[BinColumn, ...],
    ) -> RuleVote:
        """The weights of some rules and terms, numbered together, the heaviest rules first."""
        weights, own = fitted.weights.T, fitted.rules < len(terms)
        found = tuple(
            Term(terms[at].column, terms[at].values * weight)
            for at, weight in zip(fitted.rules[own].tolist(), weights[own], strict=True)
        )
        chosen = tuple(rules[rule] for rule in fitted.rules[~own].tolist())
        return cls(chosen, weights[~own], fitted.intercept, columns, found).heaviest_first()

    def of_rules_alone(self) -> RuleVote:
        """The same vote with a literal for each threshold in place of terms."""
        rules, weights = list(self.rules), [self.weights]
        for column, values in self.terms:
            known = values[:-1]
            rules.append((Literal(column, Kind.KNOWN, 0),))
            rules += [(Literal(column, Kind.ABOVE, bin_),) for bin_ in range(len(known) - 1)]
            weights += [known[:1], np.diff(known, axis=0)]
        return RuleVote(tuple(rules), np.vstack(weights), self.intercept, self.columns)

    def parts(self, codes: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
        """What is added to the vote of which row by which rule, or term behind the rules.

        Returns
        -------
        row, part : ndarray of intp, shape (parts,)
        added : ndarray of float64, shape (parts, outputs)
        """
        row, part = np.nonzero(self.fired(codes))
        rows, parts, added = [row], [part], [self.weights[part]]
        for at, term in enumerate(self.terms, len(self.rules)):
            rows.append(np.arange(len(codes)))
            parts.append(np.full(len(codes), at))
            added.append(term.of(codes))
        return np.concatenate(rows), np.concatenate(parts), np.vstack(added)

    def fired(self, codes: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Which rules cover which rows, shape (rows, r). Time O(rows x literals)."""
        found = np.empty((len(codes), len(self.rules)), np.bool_, order="F")
        for at, rule in enumerate(self.rules):
            found[:, at] = self._covered(rule, codes)
        return found

    def votes(self, codes: NDArray[np.uint8]) -> Floats:
        """The sum of the weights of the rules that cover a row, and the intercept.

        Parameters
        ----------
        codes : ndarray of uint8, shape (rows, columns)
            A bin for each column; a number that is no bin of the column fits no literal.

        Returns
        -------
        ndarray of float64, shape (rows, outputs)
            Time O(rows x literals).
        """
        votes = np.tile(self.intercept, (len(codes), 1))
        for rule, weights in zip(self.rules, self.weights, strict=True):
            votes[self._covered(rule, codes)] += weights
        for term in self.terms:
            votes += term.of(codes)
        return votes

    def effect(self, column: int, codes: NDArray[np.uint8], weights: Floats) -> Floats:
        """How the mean vote changes when all rows had a bin of a column.

        The partial dependence of Friedman 2001, exact for a vote of conjunctions.

        Parameters
        ----------
        column : int
        codes : ndarray of uint8, shape (rows, columns)
        weights : ndarray of float64, shape (rows,)

        Returns
        -------
        ndarray of float64, shape (bins, outputs)
            For each known bin, then that of missing values. Its mean over the rows is 0. Time
            O(rows x literals of the rules that read the column).
        """
        about = self.columns[column]
        bins = np.arange(about.known + about.missing)
        found, share = np.zeros((bins.size, self.intercept.size)), weights / weights.sum()
        for rule, own in zip(self.rules, self.weights, strict=True):
            holds = np.ones(bins.size, np.bool_)
            read = [literal for literal in rule if literal.column == column]
            if not read:
                continue
            for literal in read:
                holds &= literal.holds(bins, about.known)
            others = tuple(literal for literal in rule if literal.column != column)
            found[holds] += (share @ self._covered(others, codes)) * own
        for term in self.terms:
            if term.column == column:
                found += term.values[: bins.size]
        mean: Floats = np.bincount(codes[:, column], share, bins.size)[: bins.size] @ found
        return found - mean

    def heaviest_first(self) -> RuleVote:
        """The same with rules sorted by their largest absolute weight."""
        order = np.argsort(-np.abs(self.weights).max(axis=1, initial=0.0), kind="stable")
        rules = tuple(self.rules[at] for at in order.tolist())
        return RuleVote(rules, self.weights[order], self.intercept, self.columns, self.terms)

    def _covered(self, rule: Conjunction, codes: NDArray[np.uint8]) -> NDArray[np.bool_]:
        covered = np.ones(len(codes), np.bool_)
        for literal in rule:
            known = self.columns[literal.column].known
            covered &= literal.holds(codes[:, literal.column], known)
        return covered
