"""Rows of a table that are none: empty ones, and totals and remarks at its end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.files.tables.cells.number_blocks import is_text
from nzdd.adapters.files.tables.cells.values import with_values
from nzdd.input.text import shown

if TYPE_CHECKING:
    from pandas import DataFrame, Series

_TOTAL = re.compile(
    r"(?:(?:grand|sub|over ?all|report)[ -]?)?(?:totals?|sums?|averages?|means?|counts?)\b.*"
    r"|(?:gesamt|summe|mittel|durchschnitt|anzahl|insgesamt|total|moyenne|somme|totale|suma|media"
    r"|promedio|totaal|summa|medel|yhteensä)\b.*|[*Σ∑]+",
    re.IGNORECASE,
)
_SUBTOTAL = re.compile(
    r"\b(?:sub-?)?(?:totals?|total general|gesamt|summe|somme|suma|summa|totale|zwischensumme"
    r"|ergebnis)\b",
    re.IGNORECASE,
)
_MOST = 10  # rows at the end that may be none
_LEAST = 5  # rows of a table of which some may be none
_FULL = 0.95


def without_totals(frame: DataFrame) -> tuple[DataFrame, list[str]]:
    """The frame without rows that are empty, totals, or remarks at its end; notes on them.

    A row at the end is none if it begins with a word such as "Total" and lacks a value where nearly
    all others have one; or if it lacks more than half of these values. Others are none if they lack
    half of them and begin with a phrase such as "North Total". Time linear in the table.
    """
    if len(frame) < _LEAST or frame.shape[1] < 2:
        return frame, []
    held = frame.notna()
    empty = ~held.any(axis=1).to_numpy()
    there = np.flatnonzero(~empty)
    if there.size < _LEAST:
        return frame, []
    most = min(_MOST, there.size - _LEAST // 2)
    full = held.iloc[there[:-most]].mean().to_numpy() >= _FULL
    end = there.size
    while end > there.size - most and full.sum() > 1 and _is_none(frame.iloc[there[end - 1]], full):
        end -= 1
    between = _subtotals(frame.iloc[there[:end]])
    if end == len(frame) and not between.any():
        return frame, []
    kept, others = frame.iloc[there[:end][~between]], frame.iloc[there[end:]]
    notes = []
    if empty.any():
        notes.append(f"{int(empty.sum())} empty rows are left out")
    first = [shown(str(row.dropna().iloc[0])) for _, row in others.iterrows()]
    if first:
        notes.append(f"no rows and left out, at the end: {', '.join(first)}")
    if between.any():
        what = shown(str(frame.iloc[there[:end][between][0], 0]))
        notes.append(f"{int(between.sum())} rows are totals and left out, such as {what}")
    return with_values(kept, _as_before(kept, frame)), notes


def total_row(texts: Sequence[Series], numbers: Sequence[NDArray[np.float64]]) -> str | None:
    """What the last row is called, if it is called a total and each of its numbers is a sum.

    Time linear in the table.
    """
    words = [str(column.iloc[-1]).strip() for column in texts if column.notna().iloc[-1]]
    called = next((word for word in words if _TOTAL.fullmatch(word)), None)
    there = [each for each in numbers if not np.isnan(each[-1])]
    sums = [np.isclose(each[-1], np.nansum(each[:-1])) for each in there]
    return called if sums and all(sums) else None


def _subtotals(frame: DataFrame) -> np.ndarray:
    """Which rows are totals of those above them."""
    first, held = frame.iloc[:, 0], frame.notna()
    none = np.zeros(len(frame), np.bool_)
    called = first.astype(str).str.contains(_SUBTOTAL).to_numpy(bool) if is_text(first) else none
    if not called.any() or called.all():
        return none
    full = held[~called].mean().to_numpy() >= _FULL
    lacking = (~held.to_numpy() & full).sum(axis=1)
    return np.asarray(called & (2 * lacking >= full.sum()) & (full.sum() > 1))


def _is_none(row: Series, full: np.ndarray) -> bool:
    lacking = int((row.isna().to_numpy() & full).sum())
    word = row.dropna().iloc[0]
    total = isinstance(word, str) and _TOTAL.fullmatch(word) is not None
    return lacking > (0 if total else full.sum() / 2)


def _as_before(kept: DataFrame, frame: DataFrame) -> dict[str, Series]:
    """Columns with the type that they have without the rows that were left out."""
    import pandas as pd

    changed: dict[str, Series] = {}
    filled = (frame.isna().any() & kept.notna().all()).to_numpy()
    some = [at for at, kind in enumerate(kept.dtypes) if filled[at] or kind.kind in "OUT"]
    for name, column in kept.iloc[:, some].items():
        if is_text(column):  # as a word such as "Total" stood among numbers
            numbers = pd.to_numeric(column, errors="coerce")
            if (numbers.notna() == column.notna()).all() and numbers.notna().any():
                changed[str(name)] = numbers
                continue
        if column.isna().any() or not frame[name].isna().any():
            continue
        if column.dtype.kind == "f" and (column == np.rint(column)).all():
            if column.abs().max() < 2**53:
                changed[str(name)] = column.astype(np.int64)
        elif is_text(column):
            changed[str(name)] = column.infer_objects()
    return changed
