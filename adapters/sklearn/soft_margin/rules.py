"""The weights of linear classifiers of bits as tables and text."""

from __future__ import annotations

import importlib.util
from typing import Any

from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.sklearn.checks import column_names
from nzdd.formulations.learning.linear_classifier import largest_weights


class RulesMixin:
    """The weights of a soft-margin estimator by name."""

    coef_: Any
    classes_: Any
    encoder_: Any
    _results: Any
    _problem_titles: Any
    _bit_names: Any

    @property
    def rules_(self) -> Any:
        """The non-zero weights with the names of their bits, the largest first.

        Returns
        -------
        DataFrame, or list of tuples where pandas is not installed
            Columns ``feature``, ``weight``, and with more than two classes ``class``.
        """
        rules = self._rules()
        names = ["feature", "weight", "class"][: 3 if self.classes_.size > 2 else 2]
        rows = [rule[: len(names)] for rule in rules]
        if importlib.util.find_spec("pandas") is None:
            return rows
        from pandas import DataFrame

        return DataFrame(rows, columns=names)

    def summary(self) -> str:
        """A readable text: every problem with its outcome, objective, gap, and non-zero weights.

        Returns
        -------
        str
            For `print`.
        """
        rules, labels = self._rules(), self._positive_labels()
        sections = []
        for title, label, result in zip(self._problem_titles(), labels, self._results, strict=True):
            lines = [f"{title}, where the sum is above 0", result.summary(), ""]
            lines += [f"{weight:+14.8g}  {name}" for name, weight, of in rules if of == label]
            sections.append("\n".join([*lines, f"{result.intercept:+14.8g}  (intercept)"]))
        return "\n\n".join(sections)

    def _rules(self) -> list[tuple[str, float, Any]]:
        check_is_fitted(self, "coef_")
        labels = self._positive_labels()
        if self.encoder_ is None:
            names = column_names(self)
        else:
            bits = self.coef_.shape[1]
            names = self._bit_names() or [f"bit {index}" for index in range(bits)]
        return [(names[j], weight, labels[k]) for k, j, weight in largest_weights(self.coef_)]

    def _positive_labels(self) -> list[Any]:
        labels: list[Any] = self.classes_.tolist()
        return labels[1:] if len(labels) == 2 else labels
