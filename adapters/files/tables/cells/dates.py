"""Dates and times among the values of a column."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date, time
from typing import Any

MOST_OTHERS = 0.1
"""The largest share of other values in a column of dates."""

_DATE = re.compile(
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ]\d.*)?"
    r"|\d{1,3}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: [ap]m)?"
    r"|P(?=[\dT])(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:[\d.]+S)?)?"
    r"|\d{4}年\d{1,2}月\d{1,2}日"
    r"|\d{4}-(?:0\d|1[0-2])|(?:0?[1-9]|1[0-2])/\d{4}|MONTH[a-z]*[- ]\d{4}|MONTH-\d{2}"
    r"|(?:\d{1,2}[- ]MONTH[a-z]*[- ]|MONTH[a-z]* \d{1,2},? )\d{2,4}(?: \d.*)?".replace(
        "MONTH", "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    ),
    re.IGNORECASE,
)


CURE = "make numbers of them (a year, a month, days since a day)"


def date_in(column: Any) -> str | None:
    """One of the dates, times or durations of a series or an array that holds such, else None.

    Time linear in the column if it holds text or objects.
    """
    if column.dtype.kind in "mM":
        known = column[column == column]  # all but NaT
        return str(next(iter(known), column.dtype))
    return date_among(column.tolist()) if column.dtype.kind in "OUT" else None


def date_among(values: Collection[Any]) -> str | None:
    """One of the values if nearly all of them are dates or times, as text or objects, else None.

    Time linear in the values.
    """
    found = [str(value) for value in values if _is_date(value)]
    return found[0] if found and len(found) >= (1 - MOST_OTHERS) * len(values) else None


def _is_date(value: Any) -> bool:
    if isinstance(value, str):
        return _DATE.fullmatch(value) is not None
    return isinstance(value, (date, time))
