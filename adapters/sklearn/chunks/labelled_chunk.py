"""One chunk of a sample: its table with the columns of the sample, labels and weights."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import _num_samples

from nzdd.adapters.sklearn.checks import as_frame, checked_weights
from nzdd.adapters.sklearn.encoding.columns import is_frame
from nzdd.input.text import shown

ColumnName: TypeAlias = str | int
_SHOWN = 8


class LabelledChunk(NamedTuple):
    """The rows of positive weight of a chunk."""

    table: Any
    labels: NDArray[Any]
    weights: NDArray[np.float64] | None


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a sample.

    Attributes
    ----------
    number : int
    names : tuple of str or None
        None where the columns have no names, as in arrays.
    """

    number: int
    names: tuple[str, ...] | None

    @classmethod
    def of(cls, table: Any) -> Columns:
        """The columns of a table; TypeError if it is none."""
        shape = getattr(table, "shape", None)
        if shape is None or len(shape) != 2:
            what = f"of shape {shape}" if shape is not None else f"a {type(table).__name__}"
            raise TypeError(f"X is {what}; give a table with rows and columns")
        names = tuple(table.columns) if is_frame(table) else ()
        by_name = bool(names) and all(isinstance(name, str) for name in names)
        return cls(int(shape[1]), names if by_name else None)

    def pick(self, table: Any, *, more: bool = False) -> Any:
        """The columns of a table in this order; ValueError where one is missing.

        `more`: the table may have others, too, if columns have names.
        """
        found = Columns.of(table)
        if self.names is None or found.names is None:
            if found.number != self.number:
                raise ValueError(
                    f"it has {found.number} columns where {self.number} are expected; "
                    "give all chunks the same columns"
                )
            return table
        if found.names == self.names:
            return table
        missing = sorted(set(self.names) - set(found.names))
        surplus = [] if more else sorted(set(found.names) - set(self.names))
        if missing or surplus:
            parts = [("there is no column ", missing), ("there is the column ", surplus)]
            what = ", and ".join(text + shown(names[0]) for text, names in parts if names)
            raise ValueError(f"{what}; the columns are {_listed(self.names)} in all chunks")
        return table[list(self.names)]


def table_of(item: Any) -> Any:
    """A chunk without labels: Arrow data as a data frame, a list of dicts or of rows as a table."""
    if isinstance(item, list):
        if item and isinstance(item[0], dict):
            from pandas import DataFrame

            return DataFrame(item)
        return np.array(item) if item else np.empty((0, 0))
    return as_frame(item)


def split(
    item: Any, y: ColumnName | None, sample_weight: ColumnName | None
) -> tuple[Any, Any, Any]:
    """Table, labels and weights of a chunk, which holds labels in column `y` or beside the table.

    ValueError or TypeError where it does not.
    """
    if isinstance(item, list) and not item:
        return table_of(item), [], None
    if y is None:
        if isinstance(item, list):  # of pairs, as a bag of Dask may have them
            item = tuple(map(list, zip(*item, strict=True)))
        if not isinstance(item, tuple) or len(item) not in (2, 3):
            raise TypeError(
                f"it is a {type(item).__name__}, not a pair (X, y) or a triple "
                "(X, y, sample_weight); if y is one of its columns, give y its name"
            )
        return table_of(item[0]), item[1], item[2] if len(item) == 3 else None
    table = table_of(item)
    if not is_frame(table):
        raise TypeError(
            f"it is a {type(table).__name__}, which has no column {y!r}; give a table with names"
        )
    names = list(table.columns)
    taken = [name for name in (y, sample_weight) if name is not None]
    for name in taken:
        if name not in names:
            raise ValueError(f"there is no column {name!r}; its columns are {_listed(names)}")
    weights = None if sample_weight is None else table[sample_weight]
    return table.drop(columns=taken), table[y], weights


def checked(
    table: Any,
    labels: Any,
    weights: Any,
    columns: Columns,
    checked_labels: Callable[[Any, int], NDArray[Any]],
) -> LabelledChunk | None:
    """A chunk as it is learned from, or None if it has no rows of positive weight."""
    rows = _num_samples(table)
    if not rows and not is_frame(table):
        return None
    table = columns.pick(table)
    if not rows:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # few rows have many classes; there are other chunks
        labels = checked_labels(labels, rows)
    if weights is None:
        return LabelledChunk(table, labels, None)
    if not np.any(weights):
        return None
    weights = checked_weights(weights, table)
    kept = np.flatnonzero(weights)
    if kept.size < rows:
        table, labels, weights = _safe_indexing(table, kept), labels[kept], weights[kept]
    return LabelledChunk(table, labels, weights)


def _listed(names: Sequence[Any]) -> str:
    more = f", ... ({len(names)} in all)" if len(names) > _SHOWN else ""
    return f"{', '.join(map(shown, names[:_SHOWN]))}{more}"
