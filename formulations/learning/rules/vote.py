"""A weighted vote of conjunctions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn
from nzdd.formulations.learning.rules.bins.literals import Conjunction
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
    """

    rules: tuple[Conjunction, ...]
    weights: Floats
    intercept: Floats
    columns: tuple[BinColumn, ...]

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
        mean: Floats = np.bincount(codes[:, column], share, bins.size)[: bins.size] @ found
        return found - mean

    def heaviest_first(self) -> RuleVote:
        """The same with rules sorted by their largest absolute weight."""
        order = np.argsort(-np.abs(self.weights).max(axis=1, initial=0.0), kind="stable")
        rules = tuple(self.rules[at] for at in order.tolist())
        return RuleVote(rules, self.weights[order], self.intercept, self.columns)

    def _covered(self, rule: Conjunction, codes: NDArray[np.uint8]) -> NDArray[np.bool_]:
        covered = np.ones(len(codes), np.bool_)
        for literal in rule:
            known = self.columns[literal.column].known
            covered &= literal.holds(codes[:, literal.column], known)
        return covered
