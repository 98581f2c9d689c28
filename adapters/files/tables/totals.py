"""Rows of a table that are none: empty ones, and totals and remarks at its end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from nzdd.adapters.files.tables.values import is_text
from nzdd.input.text import shown

if TYPE_CHECKING:
    from pandas import DataFrame, Series

_TOTAL = re.compile(
    r"(?:(?:grand|sub|over ?all|report)[ -]?)?(?:totals?|sums?|averages?|means?|counts?)\b.*"
    r"|(?:gesamt|summe|mittel|durchschnitt|anzahl|insgesamt|total|moyenne|somme|totale|suma|media"
    r"|promedio|totaal|summa|medel|yhteensä)\b.*",
    re.IGNORECASE,
)
_MOST = 10  # rows at the end that may be none
_LEAST = 5  # rows of a table of which some may be none
_FULL = 0.95


def without_totals(frame: DataFrame) -> tuple[DataFrame, list[str]]:
    """The frame without rows that are empty, or, at its end, totals or remarks; notes on them.

    A row at the end is none if it begins with a word such as "Total" and lacks a value where nearly
    all others have one; or if it lacks more than half of these values. Time linear in the table.
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
    if end == len(frame):
        return frame, []
    kept, others = frame.iloc[there[:end]], frame.iloc[there[end:]]
    notes = []
    if empty.any():
        notes.append(f"{int(empty.sum())} empty rows are left out")
    first = [shown(str(row.dropna().iloc[0])) for _, row in others.iterrows()]
    if first:
        notes.append(f"no rows and left out, at the end: {', '.join(first)}")
    return kept.assign(**_as_before(kept, frame)), notes


def _is_none(row: Series, full: np.ndarray) -> bool:
    lacking = int((row.isna().to_numpy() & full).sum())
    word = row.dropna().iloc[0]
    total = isinstance(word, str) and _TOTAL.fullmatch(word) is not None
    return lacking > (0 if total else full.sum() / 2)


def _as_before(kept: DataFrame, frame: DataFrame) -> dict[str, Series]:
    """Columns with the type that they have without the rows that were left out."""
    changed: dict[str, Series] = {}
    for name, column in kept.items():
        if column.isna().any() or not frame[name].isna().any():
            continue
        if column.dtype.kind == "f" and (column == np.rint(column)).all():
            if column.abs().max() < 2**53:
                changed[str(name)] = column.astype(np.int64)
        elif is_text(column):
            changed[str(name)] = column.infer_objects()
    return changed
