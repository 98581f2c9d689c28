"""Linear classifiers of binary rows: predictions, error rates, and weights as rules."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd.formulations.learning.row_sums import decision_values
from nzdd.input.arrays import Floats, as_floats
from nzdd.input.row_table import as_row_table
from nzdd.input.text import MOST, short, shown

Label: TypeAlias = bool | int | float | str


TIE = 1e-30
"""The size of an intercept that only decides about rows without a vote."""


class Rule(NamedTuple):
    """A feature `name` that votes for `label` with `weight`."""

    label: Label
    name: str
    weight: float


@dataclass(frozen=True, slots=True, eq=False)
class LinearClassifier:
    """A linear classifier of binary rows, for two classes or one class against the rest.

    All attributes are checked and copied once, and read-only afterwards.

    Parameters
    ----------
    weights : array_like of float, shape (K, n)
        ``weights[k, j]`` belongs to symbol ``j``.
    intercepts : array_like of float, shape (K,)
    classes : sequence of bool, numbers or str
        Distinct and all of one kind. For ``K = 1`` there are two, the second being the positive
        one; otherwise there are K, and ``weights[k]`` are those of class ``k``.
    feature_names : sequence of str, length n, optional
        Distinct names of the symbols.

    Raises
    ------
    ValueError
        If a number is not finite, shapes do not fit, or classes or names are not as above.
    """

    weights: Floats
    intercepts: Floats
    classes: tuple[Label, ...]
    feature_names: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        weights = _finite("weights", self.weights)
        intercepts = _finite("intercepts", self.intercepts)
        if weights.ndim != 2 or not weights.shape[0] or intercepts.shape != weights.shape[:1]:
            raise ValueError(
                f"weights and intercepts have the shapes {weights.shape} and {intercepts.shape}; "
                "give (K, n) and (K,) with K >= 1"
            )
        classes = _classes(self.classes, weights.shape[0])
        names = None if self.feature_names is None else tuple(self.feature_names)
        if names is not None:
            _check_names(names, weights.shape[1])
        for name, value in (
            ("weights", weights),
            ("intercepts", intercepts),
            ("classes", classes),
            ("feature_names", names),
        ):
            object.__setattr__(self, name, value)

    @property
    def num_features(self) -> int:
        """The number n of symbols that have a weight, which may be 0."""
        return int(self.weights.shape[1])

    def decision_function(self, rows: Any) -> Floats:
        """The sum of a row's weights and the intercept, for each row.

        Parameters
        ----------
        rows : RowTable or anything `nzdd.input.row_table.as_row_table` takes
            The number of symbols may differ from `num_features`: symbols without a weight, which
            training has not seen, count as 0.

        Returns
        -------
        ndarray of float64, shape (num_rows,), or (num_rows, K) with ``K > 1``

        Raises
        ------
        ValueError, TypeError
            If the rows are not binary or not of an accepted form, or a sum overflows.

        Notes
        -----
        Time O(K x entries), where a dense row has as many entries as symbols; 11,000,000 dense
        rows of 28 columns take about a tenth of a second. Rows are converted in chunks: besides the
        result, memory is about 64 MB, or that of one row if it is larger.
        """
        return decision_values(as_row_table(rows), self.weights, self.intercepts)

    def predict(self, rows: Any) -> NDArray[Any]:
        """The class of each row.

        Of two classes, the second where the decision value is above 0, otherwise the first. Of more
        classes, the one with the largest value, the first in case of a tie.

        Parameters
        ----------
        rows : RowTable or anything `nzdd.input.row_table.as_row_table` takes
            As for `decision_function`, with the same errors, time and memory.

        Returns
        -------
        ndarray of the type of the classes, shape (num_rows,)
        """
        values = self.decision_function(rows)
        chosen = (values > 0).astype(np.int64) if values.ndim == 1 else values.argmax(axis=1)
        return np.asarray(np.array(self.classes)[chosen])

    def error_rate(
        self, rows: Any, labels: ArrayLike, sample_weight: ArrayLike | None = None
    ) -> float:
        """The share of rows whose predicted label is wrong.

        Parameters
        ----------
        rows : RowTable or anything `nzdd.input.row_table.as_row_table` takes
        labels : array_like, shape (num_rows,)
            A label that is not among the classes counts as an error.
        sample_weight : array_like of float, shape (num_rows,), optional
            Finite, not negative, not all 0. By default the weights of `rows` if it is a RowTable
            with weights, otherwise 1.

        Returns
        -------
        float
            Between 0 and 1.

        Raises
        ------
        ValueError
            If there are no rows, shapes do not fit, only one of labels and classes are strings, or
            the weights are not as above.
        """
        family = as_row_table(rows, sample_weight)
        truth = np.asarray(labels)
        if truth.shape != (family.num_rows,) or not family.num_rows:
            raise ValueError(
                f"labels have shape {truth.shape} for {family.num_rows} rows; "
                "give at least one row, and a label for each"
            )
        if isinstance(self.classes[0], str) != isinstance(truth[0], str):
            raise ValueError(
                f"labels such as {truth[0]} cannot be compared with the classes "
                f"{_listed(self.classes)}; give both as numbers or both as strings"
            )
        wrong = self.predict(family) != truth
        if family.weights is None:
            return float(wrong.mean())
        total = family.weights.sum()
        if not total > 0:
            raise ValueError("all sample weights are 0; give at least one row a weight")
        return float(family.weights[wrong].sum() / total)

    def rules(self) -> list[Rule]:
        """The nonzero weights, the largest by absolute value first.

        Returns
        -------
        list of Rule
            Each ``(label, name, weight)``; of two classes, a positive weight votes for the second.
            Without names a symbol ``j`` is called ``feature j+1``, as in SVMlight files.
        """
        labels, names = self._labels(), self.feature_names
        return [
            Rule(labels[k], f"feature {j + 1}" if names is None else names[j], weight)
            for k, j, weight in largest_weights(self.weights)
        ]

    def __str__(self) -> str:
        """Return a table of the nonzero weights, a section for each weight vector."""
        rules = self.rules()
        against = shown(self.classes[0], MOST) if len(self.weights) == 1 else "the rest"
        sections = []
        for label, intercept in zip(self._labels(), self.intercepts.tolist(), strict=True):
            lines = [f"{shown(label, MOST)} against {against}, where the sum is above 0"]
            lines += [
                f"{rule.weight:+14.8g}  {short(rule.name)}" for rule in rules if rule.label == label
            ]
            sections.append("\n".join([*lines, intercept_line(intercept)]))
        return "\n\n".join(sections)

    def _labels(self) -> tuple[Label, ...]:
        """The label that positive weights vote for, for each weight vector."""
        return self.classes[1:] if len(self.weights) == 1 else self.classes


def intercept_line(intercept: float) -> str:
    """The line of an intercept in a table of weights, 0 if it only decides about ties."""
    return f"{shown_intercept(intercept):+14.8g}  (intercept)"


def shown_intercept(intercept: float) -> float:
    """The intercept as people see it: 0 if it only decides about ties."""
    return 0.0 if abs(intercept) <= TIE else intercept


def largest_weights(weights: Floats) -> list[tuple[int, int, float]]:
    """Row, column and value of the nonzero weights, the largest by absolute value first."""
    model, feature = np.nonzero(weights)
    values = weights[model, feature]
    order = np.argsort(-np.abs(values), kind="stable")
    columns = model[order].tolist(), feature[order].tolist(), values[order].tolist()
    return list(zip(*columns, strict=True))


def _finite(name: str, values: ArrayLike) -> Floats:
    array = as_floats(values, name).copy()
    if not np.isfinite(array).all():
        raise ValueError(f"{name} hold {array[~np.isfinite(array)][0]}; give finite numbers")
    array.setflags(write=False)
    return array


def _classes(given: Any, num_models: int) -> tuple[Label, ...]:
    classes = tuple(label.item() if isinstance(label, np.generic) else label for label in given)
    kinds = {_kind(label) for label in classes}
    if len(kinds) > 1 or None in kinds:
        raise ValueError(
            f"the classes are {_listed(classes)}; "
            "give finite numbers only, strings only or booleans only"
        )
    wanted = 2 if num_models == 1 else num_models
    if len(classes) != wanted or len(set(classes)) != wanted:
        raise ValueError(
            f"the classes are {_listed(classes)}; "
            f"{num_models} weight vectors need {wanted} distinct classes"
        )
    return classes


def _kind(label: object) -> type | None:
    if isinstance(label, (bool, str)):
        return type(label)
    finite = isinstance(label, int) or (isinstance(label, float) and math.isfinite(label))
    return float if finite else None


def _check_names(names: tuple[str, ...], num_features: int) -> None:
    wrong = next((name for name in names if not isinstance(name, str)), None)
    if wrong is not None or len(names) != num_features or len(set(names)) < len(names):
        raise ValueError(
            f"there are {len(names)} feature names, {len(set(names))} of them distinct, for "
            f"{num_features} features; give each a string of its own"
        )


def _listed(classes: tuple[Label, ...]) -> str:
    shown = ", ".join(map(repr, classes[:8]))
    return f"{shown}, ... ({len(classes)} in all)" if len(classes) > 8 else shown
