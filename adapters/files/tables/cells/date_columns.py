"""Columns of dates and times as columns of numbers: year, month, weekday, hour, days."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.files.tables.cells.dates import MOST_OTHERS, date_among
from nzdd.adapters.files.tables.cells.number_blocks import suspects
from nzdd.adapters.files.tables.feature_columns import replaced
from nzdd.adapters.files.tables.places import at_row
from nzdd.adapters.files.text import StrPath
from nzdd.input.text import shown

if TYPE_CHECKING:
    from pandas import DataFrame, Series

_SAMPLE = 1000  # values that are looked at
_DAYS = (
    *("%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%d.%m.%y", "%m/%d/%Y", "%d/%m/%Y"),
    *("%m/%d/%y", "%d/%m/%y", "%d-%m-%Y", "%m-%d-%Y", "%d-%m-%y", "%m-%d-%y"),
    *("%d-%b-%Y", "%d-%b-%y", "%d %b %Y", "%d %b %y", "%d %B %Y", "%d-%B-%Y"),
    *("%b %d %Y", "%B %d %Y", "%Y年%m月%d日"),
)
_MONTHS = ("%Y-%m", "%m/%Y", "%b-%Y", "%b %Y", "%B %Y", "%B-%Y", "%b-%y")
_TIMES = ("%H:%M:%S", "%H:%M", "%I:%M %p", "%I:%M:%S %p", "%H:%M:%S.%f")
_CLOCK = ("%I:%M %p", "%I:%M:%S %p")
_FORMS = (*_DAYS, *(f"{day} {time}" for day in _DAYS for time in _TIMES), *_CLOCK, *_MONTHS)
_LENGTH = "hours"
"""The form of times and durations without a day: 7:30, 26:10:05, PT1H30M."""
_LENGTHS = r"\d+:\d{2}(?::\d{2}(?:[.,]\d+)?)?|P.*"
_NO_DAY = "1900-01-01"
_DIGITS = "%Y%m%d"
"""The form of integers such as 20240229; years from 1800 to 2100."""
_LEAST_DAYS = 5
_TYPED = ""
"""The form of a column whose file says that it holds dates."""
_ZONE = (
    r"(:\d{2}(?:[.,]\d+)?(?:\s?[AaPp][Mm])?)"
    r"\s*(?:Z|[A-Z]{3,4}|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?)$"
)
"""Behind a time: a year may stand behind a sign, too."""


_AHEAD = 20
"""The most years from now of a year of two digits."""
_SINCE = 1969
"""The first year that two digits stand for in `strptime`."""


class Dates(NamedTuple):
    """How a column of dates is read, and which columns stand for it.

    Attributes
    ----------
    form : str
        As `strptime` has it; "" where the file has dates.
    newest : str
        The day from which ages count.
    parts : tuple of str
        Some of "year", "month", "weekday" (Monday is 1), "hour" and "days"; or "hours" alone.
    since : int
        The first of the hundred years that two digits stand for.
    """

    form: str
    newest: str
    parts: tuple[str, ...]
    since: int = _SINCE

    def columns(self, name: str) -> dict[str, str]:
        """The names of the columns by part."""
        words = {"days": f"days before {self.newest}"}
        return {part: f"{name} ({words.get(part, part)})" for part in self.parts}


def dates_in(frame: DataFrame) -> dict[str, tuple[Dates, Series]]:
    """The columns of dates: how they are read, and their dates. Time linear in the table."""
    found = {}
    for name, column in suspects(frame, _begin_with_days):
        form = _form_of(column)
        if form is not None:
            dates, since = _read(column, form), _SINCE
            if "%y" in form:
                since = _since(dates.dt.year.dropna().to_numpy(np.int64), date.today().year)
                dates = _within(dates, since)
            found[name] = _described(dates, form, since), dates
    return found


def with_parts(frame: DataFrame, dates: Mapping[str, tuple[Dates, Series]]) -> DataFrame:
    """The frame with the parts of dates in place of columns of dates."""
    parts = {}
    for name, (how, values) in dates.items():
        found = _parts(values, how.newest)
        parts[name] = {called: found[part] for part, called in how.columns(name).items()}
    return replaced(frame, parts) if parts else frame


def dates_like(
    path: StrPath, frame: DataFrame, known: Mapping[str, Dates], header: bool | None
) -> dict[str, tuple[Dates, Series]]:
    """The dates of columns that are read as others were; ModelFileError where one is no date."""
    found = {}
    for name, how in known.items():
        column = frame[name]
        dates = _within(_read(column, how.form), how.since)
        wrong = dates.isna() & column.notna()
        if wrong.any() and wrong.sum() > MOST_OTHERS * len(wrong):
            at = int(np.argmax(wrong.to_numpy()))
            what = f"column {shown(name)} is {shown(column.iloc[at])}"
            cure = f"give dates as in the file that the model was made from ({how.form or 'dates'})"
            raise at_row(path, int(column.index[at]), what, cure, len(frame), header)
        found[name] = how, dates
    return found


def _form_of(column: Series) -> str | None:
    if column.dtype.kind == "M":
        return _TYPED
    if column.dtype.kind in "iuf":
        return _DIGITS if _are_days(column) else None
    if column.dtype.kind not in "OUT" or hasattr(column, "cat"):
        return None
    words = _plain(column.dropna().drop_duplicates().iloc[:_SAMPLE])
    if not len(words) or date_among(words.tolist()) is None:
        return None
    forms: dict[str, None] = {_LENGTH: None}
    for word in words.iloc[:: max(1, len(words) // 9)]:
        alike = _forms_like(_outline(word))
        forms |= dict.fromkeys(form for form in alike if _fits(word, form))
    counts = {form: int(_times(words, form).notna().sum()) for form in forms}
    best = max(counts, key=counts.__getitem__, default=None)
    if best is None or counts[best] < (1 - MOST_OTHERS) * len(words):
        return None
    return best


def _begin_with_days(values: NDArray[Any]) -> NDArray[np.bool_]:
    """Which columns of numbers have as their first one what `_are_days` asks of all."""
    held = ~np.isnan(values)
    first = values[held.argmax(axis=0), np.arange(values.shape[1])]
    return np.asarray(_in_years(first) & held.any(axis=0))


def _in_years(numbers: Any) -> Any:
    return (numbers > 18_000_100) & (numbers < 21_001_232)


def _are_days(column: Series) -> bool:
    """Whether some different numbers are all days as eight digits."""
    days = column.dropna().drop_duplicates().iloc[:_SAMPLE]
    within = len(days) >= _LEAST_DAYS and _in_years(days).all()
    return bool(within and _read(days, _DIGITS).notna().all())


def _outline(text: str) -> str:
    """The signs between words and numbers, with an x for each word and a 0 for each number."""
    return re.sub(r"[^\W\d_]+", "x", re.sub(r"\d+", "0", re.sub(r"\s+", "", text)))


@lru_cache(maxsize=1000)
def _forms_like(outline: str) -> tuple[str, ...]:
    """The forms that dates of this outline may have."""
    blanks = {form: re.sub("%.", "0", re.sub("%[bBp]", "x", form)) for form in _FORMS}
    return tuple(form for form, blank in blanks.items() if _outline(blank) == outline)


def _fits(word: str, form: str) -> bool:
    with suppress(ValueError):
        return bool(datetime.strptime(word, form))
    return False


def _plain(column: Series, *, fractions: bool = False) -> Series:
    """Dates of text without zones and fractions of seconds, and with a blank before the time."""
    words = column.astype(str).str.replace(_ZONE, r"\1", regex=True)
    if not fractions:
        words = words.str.replace(r"(:\d{2}:\d{2})[.,]\d+", r"\1", regex=True)
    words = words.str.replace(r"(?i)(?<=\d)([ap]m)$", r" \1", regex=True)
    return words.str.replace(r"(?<=\d)T(?=\d)|,? +", " ", regex=True).str.strip()


def _times(words: Series, form: str) -> Series:
    import pandas as pd

    if form == _LENGTH:
        lengths = words.where(words.str.fullmatch(_LENGTHS))  # pandas takes other words, too
        whole = lengths.str.replace(r"^(\d+:\d{2})$", r"\1:00", regex=True)
        return pd.Timestamp(_NO_DAY) + pd.to_timedelta(whole.str.replace(",", "."), errors="coerce")
    return pd.to_datetime(words, format=form, errors="coerce")


def _read(column: Series, form: str) -> Series:
    """The dates of a column, as clocks showed them; missing where there is none."""
    import pandas as pd

    if form == _TYPED or column.dtype.kind == "M":
        dates = pd.to_datetime(column, errors="coerce")
        return dates.dt.tz_localize(None) if dates.dt.tz is not None else dates
    known = column[column.notna()]
    if form == _DIGITS:
        numbers = pd.to_numeric(known, errors="coerce")
        words = numbers.where(numbers % 1 == 0, 0).astype(np.int64).astype(str)
        return _times(words, form).reindex(column.index)
    return _times(_plain(known, fractions="%f" in form), form).reindex(column.index)


def _since(years: NDArray[np.int64], today: int) -> int:
    """The first of the hundred years that a column of two digits means; the century is not known.

    They end in the middle of the widest gap between years, so that no date is apart from the
    others, and some years from now at the latest.
    """
    latest = today + _AHEAD
    last = np.unique(latest - (latest - years) % 100)
    gaps = np.diff(last, append=last[0] + 100)
    at = int(np.flatnonzero(gaps == gaps.max())[-1])
    return int(min(last[at] + gaps[at] // 2, latest)) - 99


def _within(dates: Series, since: int) -> Series:
    """The dates as the hundred years from one on have them, where the century is not known."""
    import pandas as pd

    if since == _SINCE:
        return dates
    years = since + (dates.dt.year - since) % 100
    days = {"year": years, "month": dates.dt.month, "day": dates.dt.day}
    return pd.to_datetime(days, errors="coerce") + (dates - dates.dt.normalize())


def _described(dates: Series, form: str, since: int) -> Dates:
    """Which parts tell rows apart."""
    newest = str(dates.max().date())
    parts = _parts(dates, newest)
    only_time = form == _LENGTH or form.startswith("%I")
    others = ("hours", "weekday") if form in _MONTHS else ("hours",)
    which = ["hours"] if only_time else [part for part in parts if part not in others]
    return Dates(form, newest, tuple(part for part in which if parts[part].nunique() > 1), since)


def _parts(dates: Series, newest: str) -> dict[str, Series]:
    import pandas as pd

    hours = dates.dt.hour + dates.dt.minute / 60
    days = (pd.Timestamp(newest) - dates.dt.normalize()).dt.days
    found = {
        "year": dates.dt.year,
        "month": dates.dt.month,
        "weekday": dates.dt.day_of_week + 1,
        "hour": hours,
        "days": days,
        "hours": (dates - pd.Timestamp(_NO_DAY)) / pd.Timedelta(hours=1),
    }
    return {part: values.astype(np.float64) for part, values in found.items()}


def from_list(values: Any) -> Dates:
    """What JSON holds of `Dates`; ValueError where it is damaged."""
    form, newest, parts, *since = values
    datetime.strptime(newest, "%Y-%m-%d")
    known = ("year", "month", "weekday", "hour", "days", "hours")
    if not set(parts) <= set(known):
        raise ValueError(f"parts of dates are {', '.join(known)}, not {parts}")
    return Dates(str(form), str(newest), tuple(map(str, parts)), *map(int, since[:1]))
