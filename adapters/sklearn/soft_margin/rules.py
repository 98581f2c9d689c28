"""What linear classifiers of bits have found, for people."""

from __future__ import annotations

import importlib.util
from typing import Any

from sklearn.utils.validation import check_is_fitted

from nzdd.formulations.learning.linear_classifier import largest_weights
from nzdd.formulations.learning.soft_margin.result import SoftMarginResult


class RulesMixin:
    """The weights of a soft-margin estimator by name; see `SoftMarginBase` for its attributes."""

    coef_: Any
    classes_: Any
    result_: Any
    encoder_: Any

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
        rules = self._rules()
        if self.classes_.size == 2:
            pairs = [(self.classes_.tolist()[1], repr(self.classes_.tolist()[0]))]
        else:
            pairs = [(label, "the rest") for label in self.classes_.tolist()]
        sections = []
        for (label, rest), result in zip(pairs, self._results, strict=True):
            lines = [f"{label!r} against {rest}, where the sum is above 0", result.summary(), ""]
            lines += [f"{weight:+14.8g}  {name}" for name, weight, of in rules if of == label]
            sections.append("\n".join([*lines, f"{result.intercept:+14.8g}  (intercept)"]))
        return "\n\n".join(sections)

    def _rules(self) -> list[tuple[str, float, Any]]:
        check_is_fitted(self, "coef_")
        names = self._bit_names()
        labels = self.classes_.tolist()[1:] if len(self.coef_) == 1 else self.classes_.tolist()
        return [(names[j], weight, labels[k]) for k, j, weight in largest_weights(self.coef_)]

    @property
    def _results(self) -> list[SoftMarginResult]:
        raise NotImplementedError

    def _column_names(self) -> list[str]:
        raise NotImplementedError

    def _bit_names(self) -> list[str]:
        if self.encoder_ is None:
            return self._column_names()
        if not hasattr(self.encoder_, "get_feature_names_out"):
            return [f"bit {index}" for index in range(self.coef_.shape[1])]
        return [str(name) for name in self.encoder_.get_feature_names_out()]
