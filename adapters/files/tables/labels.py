"""The label column of a table."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.tables.places import at_row, listed, meant
from nzdd.adapters.files.tables.text_layout.header_line import LABEL_NAMES
from nzdd.adapters.files.text import StrPath
from nzdd.input.text import shown as _shown

if TYPE_CHECKING:
    from pandas import DataFrame, Series

TRUTHS = [
    set(pair.split())
    for pair in (
        "true false", "yes no", "y n", "t f", "ja nein", "j n", "wahr falsch", "ja nej", "ja nee",
        "oui non", "vrai faux", "o n", "si no", "sí no", "s n", "sì no", "verdadero falso",
        "vero falso", "sim não", "sim nao", "tak nie", "да нет", "kyllä ei", "pass fail",
        "passed failed", "ok nok", "io nio", "i.o. n.i.o.", "igen nem", "ano ne", "はい いいえ",
        "是 否", "예 아니오", "예 아니요",
    )
]  # fmt: skip
"""Words for true and false."""


def default_label(frame: DataFrame) -> int | None:
    """The position of the only column that is called like a label, or None."""
    found = [j for j, name in enumerate(frame.columns) if name.strip().lower() in LABEL_NAMES]
    return found[0] if len(found) == 1 else None


def label_position(path: StrPath, frame: DataFrame, label: str | int | None) -> int:
    """The position of the label column, found as `read` says, or ModelFileError."""
    names = list(frame.columns)
    at, what = None, f"there is no label column {label!r}{meant(label, names)}"
    if label is None:
        at = default_label(frame)
        what = f"not exactly one column is called {' / '.join(LABEL_NAMES)}"
    elif label in names:
        at = names.index(label)
    else:
        with suppress(ValueError, IndexError):
            at = range(len(names))[int(label)]
    if at is None:
        cure = "name the label column (label=..., --label) by name or position"
        raise ModelFileError(path, None, f"{what}; {listed(names)}", cure)
    return at


def split_label(
    path: StrPath,
    frame: DataFrame,
    label: str | int | None = None,
    header: bool | None = None,
) -> tuple[DataFrame, NDArray[Any]]:
    """The features and the labels of a table, as `read` returns them; `header` as in `at_row`."""
    at = label_position(path, frame, label)
    labels = _labels(path, frame, at, header)
    return frame.drop(columns=frame.columns[at]), labels


def without_label(path: StrPath, frame: DataFrame, label: str | int | None = None) -> DataFrame:
    """The columns without the label column: the given one, or by default the one called like it."""
    if label is None and default_label(frame) is None:
        return frame
    return frame.drop(columns=frame.columns[label_position(path, frame, label)])


def spellings(labels: Series) -> dict[str, str]:
    """Of words that differ in case or blanks alone the most frequent one, by their folded form.

    Empty where no words do, and where letters may stand for classes. Time linear in the labels.
    """
    counts = labels.value_counts(ascending=True)
    found = {folded(str(word)): str(word) for word in counts.index}
    letters = any(len(word) == 1 for word in found) and set(found) not in TRUTHS
    return {} if letters or not 1 < len(found) < len(counts) else found


def folded(word: str) -> str:
    """A word without differences of case and blanks."""
    return " ".join(word.split()).casefold()


def _labels(path: StrPath, frame: DataFrame, at: int, header: bool | None) -> NDArray[Any]:
    from pandas.api.types import infer_dtype

    column = frame.iloc[:, at]

    def refuse(wrong: NDArray[np.bool_], cure: str) -> None:
        if wrong.any():
            first = int(np.argmax(wrong))
            value = "missing" if column.isna().iloc[first] else _shown(column.iloc[first])
            what = f"the label (column {frame.columns[at]!r}) is {value}"
            raise at_row(path, int(column.index[first]), what, cure, len(frame), header)

    refuse(
        column.isna().to_numpy(dtype=bool),
        "label each row, leave it out, or name another label column (label=..., --label)",
    )
    values: NDArray[Any] = column.to_numpy()
    if values.dtype == object:
        kinds = {"string": np.str_, "boolean": np.bool_, "integer": np.int64}
        if infer_dtype(values) == "string":
            # numpy drops a NUL at the end, and two classes may become one
            lost = column.str.endswith("\0").to_numpy(dtype=bool)
            refuse(lost, "remove the NUL at its end")
        if infer_dtype(values) == "integer":
            large = (values < -(2**63)) | (values >= 2**63)
            refuse(large.astype(np.bool_), "give integers of at most 64 bits")
        values = values.astype(kinds.get(infer_dtype(values), object))
    if values.dtype.kind == "f":
        refuse(~np.isfinite(values), "give finite numbers")
    if values.dtype.kind not in "biufU":
        what = f"the label (column {frame.columns[at]!r}) has the type {column.dtype}"
        raise ModelFileError(path, None, what, "labels are numbers, booleans or strings")
    return values
