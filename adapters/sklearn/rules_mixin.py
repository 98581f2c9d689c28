"""The rules of a classifier as a table, and how much the columns count in them."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.models.arrays import Floats

COLUMNS = ("rule", "weight", "class", "literals", "support", "lift")
"""Of the table `rules_`."""


class Rule(NamedTuple):
    """A condition on a row that adds a weight to the decision value of a class.

    Attributes
    ----------
    words : str
        Such as ``"age > 37 & not smoker"``.
    weight : float
    label : object
        The class; of two classes always the second one, for which negative weights are against it.
    literals : int
    support : float
        The share of the training rows, by weight, that satisfy it.
    lift : float
        How many times as frequent the class is among those rows as among all; NaN for none.
    columns : sequence of int or None
        The columns of X that it reads, each once; None if the encoder does not say.
    spread : float, optional
        The standard deviation of what it adds; by default that of a weight with this support.
    """

    words: str
    weight: float
    label: Any
    literals: int
    support: float
    lift: float
    columns: Sequence[int] | None
    spread: float | None = None


class RulesMixin:
    """An estimator whose decision values are sums of the weights of rules, and constants."""

    n_features_in_: int

    def _rules(self) -> list[Rule]:
        """All rules with a weight other than 0; raises NotFittedError."""
        raise NotImplementedError

    @property
    def rules_(self) -> Any:
        """The rules with a weight, the largest first.

        Returns
        -------
        DataFrame, or list of tuples where pandas is not installed
            ``rule`` (words), ``weight`` (what it adds to the decision value of ``class``),
            ``class`` (of two classes the second), ``literals``, ``support`` (the share of the
            training rows, by weight, that satisfy it), and ``lift`` (how many times as frequent the
            class is among them as among all rows). A line over a column is a rule for all rows,
            with its rise as weight.
        """
        rules = sorted(self._rules(), key=lambda rule: -abs(rule.weight))
        rows = [rule[: len(COLUMNS)] for rule in rules]
        if importlib.util.find_spec("pandas") is None:
            return rows
        from pandas import DataFrame

        return DataFrame(rows, columns=COLUMNS)

    @property
    def feature_importances_(self) -> Floats:
        """How much each column of X counts in the rules, shape (n_features_in_,).

        The importance of a rule is the standard deviation of what it adds over the training rows,
        ``|weight| sqrt(support (1 - support))``, divided evenly among the columns that it reads
        (Friedman and Popescu 2008, Predictive learning via rule ensembles, section 6). They are
        scaled to sum 1, unless all are 0.

        Raises
        ------
        AttributeError
            If the encoder does not say of which column a bit was made; `BinaryEncoder` does.
        """
        return importances_of_rules(self._rules(), self.n_features_in_)


def importances_of_rules(rules: Iterable[Rule], num_columns: int) -> Floats:
    """See `RulesMixin.feature_importances_`. Time O(rules x columns in a rule)."""
    sums = np.zeros(num_columns)
    for rule in rules:
        if rule.columns is None:
            raise AttributeError(
                "the encoder does not say of which column a bit was made, so the columns have no "
                "importances; take BinaryEncoder"
            )
        if rule.columns:
            spread = rule.spread
            if spread is None:
                spread = abs(rule.weight) * np.sqrt(rule.support * (1 - rule.support))
            sums[list(rule.columns)] += spread / len(rule.columns)
    return shares(sums)


def shares(sums: Floats) -> Floats:
    """Numbers that are not negative, scaled to sum 1 unless all are 0."""
    total = sums.sum()
    return np.asarray(sums / total if total > 0 else sums)


def support_and_lift(
    satisfied: NDArray[Any], positive: NDArray[np.bool_], weights: Floats
) -> tuple[Floats, Floats]:
    """Support and lift of rules for a class.

    Parameters
    ----------
    satisfied : ndarray of bool, shape (rows, rules)
    positive : ndarray of bool, shape (rows,)
        The rows of the class.
    weights : ndarray, shape (rows,)

    Returns
    -------
    support, lift : ndarray, shape (rules,)
    """
    held = np.asarray(satisfied, np.float64)
    return ratios(
        weights @ held, (weights * positive) @ held, float(weights.sum()), float(weights @ positive)
    )


def ratios(
    held: Floats, held_by_class: Floats, total: float, total_of_class: float
) -> tuple[Floats, Floats]:
    """Support and lift from the weights of the rows that satisfy rules, in all and of a class."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return held / total, (held_by_class / held) / (total_of_class / total)
