"""Linear classifiers of binary rows: weights of features, and what they say about rows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray

from nzdd.input.arrays import as_floats
from nzdd.input.row_table import WORD_SYMBOLS, RowTable, as_row_table
from nzdd.input.text import MOST, short, shown

Label: TypeAlias = bool | int | float | str

_ENTRIES = 1 << 21
"""How many entries of the rows are worked on at a time: 16 MB as floats."""


class Rule(NamedTuple):
    """What one feature says: it votes with `weight` for `label`."""

    label: Label
    name: str
    weight: float


@dataclass(frozen=True, slots=True, eq=False)
class LinearClassifier:
    """A linear classifier of binary rows, for two classes or one class against the rest.

    Everything is checked once, copied, and read-only afterwards.

    Parameters
    ----------
    weights : array_like of float, shape (K, n)
        ``weights[k, j]`` belongs to symbol ``j``.
    intercepts : array_like of float, shape (K,)
    classes : sequence of bool, numbers or str
        Distinct and all of one kind. With ``K = 1`` there are two of them and the second is the
        positive one; otherwise class ``k`` of ``K`` has the weights ``k``.
    feature_names : sequence of str, length n, optional
        Distinct names of the symbols.

    Raises
    ------
    ValueError
        If a number is not finite, shapes do not fit, or classes or names are not as above.
    """

    weights: NDArray[np.float64]
    intercepts: NDArray[np.float64]
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
        """How many symbols have a weight, be it 0."""
        return int(self.weights.shape[1])

    def decision_function(self, rows: Any) -> NDArray[np.float64]:
        """The sum of a row's weights and the intercept, for each row.

        Parameters
        ----------
        rows : RowTable or anything `nzdd.input.row_table.as_row_table` takes
            Of fewer symbols than `num_features` (the others are in no row) or of more: a symbol
            that was never seen in training has no weight and counts nothing.

        Returns
        -------
        ndarray of float64, shape (num_rows,), or (num_rows, K) with ``K > 1``

        Raises
        ------
        ValueError, TypeError
            If the rows are not binary or of no accepted form, or a sum overflows.

        Notes
        -----
        Time O(K x entries), where a dense row has as many entries as symbols; 11,000,000 dense
        rows of 28 columns take about a tenth of a second. Rows are converted in chunks, so that
        memory is that of the result and some 64 MB, or of one row if it is larger.
        """
        return decision_values(as_row_table(rows), self.weights, self.intercepts)

    def predict(self, rows: Any) -> NDArray[Any]:
        """The class of each row.

        Two classes: the second where the decision value is above 0, otherwise the first. More: the
        class of the largest value, the first of equal ones.

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
        """The share of rows whose label is not the predicted one.

        Parameters
        ----------
        rows : RowTable or anything `nzdd.input.row_table.as_row_table` takes
        labels : array_like, shape (num_rows,)
            A label that is none of the classes counts as an error.
        sample_weight : array_like of float, shape (num_rows,), optional
            Finite, not negative, not all 0. By default the weights of a RowTable that has some,
            otherwise each row counts one.

        Returns
        -------
        float
            Between 0 and 1.

        Raises
        ------
        ValueError
            If there are no rows, shapes do not fit, the labels are strings where the classes are
            not or the other way round, or the weights are not as above.
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
        """The non-zero weights, the largest by absolute value first.

        Returns
        -------
        list of Rule
            Each ``(label, name, weight)``; of two classes, a positive weight votes for the second.
            Without names a symbol ``j`` is called ``feature j+1``, as in SVMlight files.
        """
        labels = self.classes[1:] if len(self.weights) == 1 else self.classes
        return [
            Rule(labels[k], self._name(j), weight) for k, j, weight in largest_weights(self.weights)
        ]

    def __str__(self) -> str:
        """Return a table of the non-zero weights, a section for each weight vector."""
        rules = self.rules()
        labels = self.classes[1:] if len(self.weights) == 1 else self.classes
        against = shown(self.classes[0], MOST) if len(self.weights) == 1 else "the rest"
        sections = []
        for label, intercept in zip(labels, self.intercepts.tolist(), strict=True):
            lines = [f"{shown(label, MOST)} against {against}, where the sum is above 0"]
            lines += [
                f"{rule.weight:+14.8g}  {short(rule.name)}" for rule in rules if rule.label == label
            ]
            sections.append("\n".join([*lines, f"{intercept:+14.8g}  (intercept)"]))
        return "\n\n".join(sections)

    def _name(self, feature: int) -> str:
        if self.feature_names is None:
            return f"feature {feature + 1}"
        return self.feature_names[feature]


def largest_weights(weights: NDArray[np.float64]) -> list[tuple[int, int, float]]:
    """Row, column and value of the non-zero weights, the largest by absolute value first."""
    model, feature = np.nonzero(weights)
    values = weights[model, feature]
    order = np.argsort(-np.abs(values), kind="stable")
    columns = model[order].tolist(), feature[order].tolist(), values[order].tolist()
    return list(zip(*columns, strict=True))


def decision_values(
    family: RowTable, weights: NDArray[np.float64], intercepts: NDArray[np.float64]
) -> NDArray[np.float64]:
    """`LinearClassifier.decision_function` of given weights, shape (K, n), and intercepts."""
    with np.errstate(over="ignore", invalid="ignore"):
        values = row_sums(family, weights) + intercepts
    if not np.isfinite(values).all():
        row = int(np.argmin(np.isfinite(values).all(axis=1)))
        raise ValueError(
            f"the weights of row {row} sum to more than a double holds; divide all weights and "
            "intercepts by a common factor"
        )
    return values[:, 0] if len(weights) == 1 else values


def row_sums(family: RowTable, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sums of the weights of each row's symbols; symbols without a weight count nothing.

    Parameters
    ----------
    family : RowTable
    weights : ndarray, shape (K, n)

    Returns
    -------
    ndarray, shape (num_rows, K)
        Time and memory: see `LinearClassifier.decision_function`.
    """
    sums = np.empty((family.num_rows, weights.shape[0]))
    if family.words is None:
        _add_sparse(family, weights, sums)
        return sums
    step = max(1, _ENTRIES // WORD_SYMBOLS)
    weights = np.ascontiguousarray(_fitted(weights, family.num_symbols).T)
    for start in range(0, family.num_rows, step):
        octets = family.words[start : start + step].astype(">u8").view(np.uint8).reshape(-1, 8)
        bits = np.unpackbits(octets, axis=1)[:, WORD_SYMBOLS - family.num_symbols :]
        np.matmul(bits.astype(np.float64), weights, out=sums[start : start + step])
    return sums


def _add_sparse(family: RowTable, weights: NDArray[np.float64], sums: NDArray[np.float64]) -> None:
    offsets, symbols = family.to_csr()
    # one more column stands for all symbols without a weight
    width = weights.shape[1] + 1
    weights = _fitted(weights, width).T
    start = 0
    while start < family.num_rows:
        room = offsets[start] + _ENTRIES
        stop = max(start + 1, int(np.searchsorted(offsets, room, side="right")) - 1)
        part = symbols[offsets[start] : offsets[stop]]
        columns = np.minimum(part, width - 1).astype(np.int64)
        bounds = offsets[start : stop + 1] - offsets[start]
        shape = (stop - start, width)
        matrix = sp.csr_array((np.ones(part.size), columns, bounds), shape=shape)
        matrix.sum_duplicates()
        matrix.data[:] = 1  # a repeated symbol counts once
        sums[start:stop] = matrix @ weights
        start = stop


def _fitted(weights: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """The weights of the first `width` symbols, 0 for those beyond."""
    return np.pad(weights[:, :width], ((0, 0), (0, max(0, width - weights.shape[1]))))


def _finite(name: str, values: ArrayLike) -> NDArray[np.float64]:
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
