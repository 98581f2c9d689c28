"""The weights of linear classifiers of bits as rules and text."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.sklearn.rules_mixin import Rule, RulesMixin, ratios
from nzdd.formulations.learning.linear_classifier import intercept_line, largest_weights
from nzdd.formulations.learning.soft_margin.sample import LabelledSample, row_weights
from nzdd.input.row_table import RowTable


class BitRulesMixin(RulesMixin):
    """The weights of a soft-margin estimator by name: each bit is a rule of one literal."""

    weights_: Any
    classes_: Any
    encoder_: Any
    _results: Any
    _problem_titles: Any
    _names_of_bits: Any
    _columns_of_bits: Any

    @property
    def coef_(self) -> NDArray[np.float64]:
        """`weights_`, if the bits are the columns of X.

        Raises
        ------
        AttributeError
            With an encoder: code that selects columns by `coef_` would count bits.
        """
        check_is_fitted(self, "weights_")
        if self.encoder_ is not None:
            raise AttributeError("with an encoder coef_ would count bits; take weights_ or rules_")
        return np.asarray(self.weights_)

    def summary(self) -> str:
        """A readable text: every problem with its outcome, objective, gap, and non-zero weights.

        Returns
        -------
        str
            For `print`.
        """
        check_is_fitted(self, "weights_")
        names, sections = self._names_of_bits(), []
        found = largest_weights(self.weights_)
        for k, (title, result) in enumerate(
            zip(self._problem_titles(), self._results, strict=True)
        ):
            lines = [f"{title}, where the sum is above 0", result.summary(), ""]
            lines += [f"{weight:+14.8g}  {names[j]}" for of, j, weight in found if of == k]
            sections.append("\n".join([*lines, intercept_line(result.intercept)]))
        return "\n\n".join(sections)

    def _rules(self) -> list[Rule]:
        check_is_fitted(self, "weights_")
        labels = self.classes_.tolist()[1 if self.classes_.size == 2 else 0 :]
        names, columns = self._names_of_bits(), self._columns_of_bits()
        counts = [_support_and_lift(result.problem.diagram.sample) for result in self._results]
        return [
            Rule(
                names[j],
                weight,
                labels[k],
                1,
                float(counts[k][0][j]),
                float(counts[k][1][j]),
                None if columns is None else (int(columns[j]),),
            )
            for k, j, weight in largest_weights(self.weights_)
        ]


def _support_and_lift(sample: LabelledSample) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of every bit. Time and memory O(symbols in the distinct rows)."""
    of_class = _weights_of_bits(sample.positive)
    held = of_class + _weights_of_bits(sample.negative)
    return ratios(held, of_class, sample.total_weight, sample.class_weights[0])


def _weights_of_bits(rows: RowTable) -> NDArray[np.float64]:
    offsets, symbols = rows.to_csr()
    weights = np.repeat(row_weights(rows), np.diff(offsets))
    return np.asarray(np.bincount(symbols, weights, rows.num_symbols), np.float64)
