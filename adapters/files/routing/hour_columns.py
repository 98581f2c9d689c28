"""Columns of hours in a table of places."""

from __future__ import annotations

from typing import Any

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.routing.instance import on_clock, with_times
from nzdd.adapters.files.tables.number_columns import NumberColumns
from nzdd.adapters.files.tables.places import listed
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.routing.hours import HoursError
from nzdd.input.text import shown

OPENS = (
    *("open", "opens", "ready", "ready time", "earliest", "not before"),
    *("öffnet", "oeffnet", "offen ab", "geöffnet ab", "von", "frühestens"),
    *("ouverture", "ouvre", "apertura", "abre", "apre"),
)
CLOSES = (
    *("close", "closes", "due", "due date", "latest", "not after"),
    *("schliesst", "offen bis", "geöffnet bis", "bis", "spätestens"),
    *("fermeture", "ferme", "cierre", "cierra", "chiusura", "chiude"),
)
SERVICE = (
    *("service", "service time", "stay"),
    *("servicezeit", "standzeit", "aufenthalt", "aufenthaltsdauer"),
    *("temps de service", "tiempo de servicio", "tempo di servizio"),
)
"""What columns of hours may be called, in any case, also with underscores; ss stands for ß."""

_CLOCK = r"^\s*(\d{1,2}):(\d{2})(?::00)?\s*$"
_HOUR = 60
"""Minutes."""


class HourColumns:
    """The hours of a table in minutes; none if it has no such columns.

    Attributes
    ----------
    hours : list of str, or None
        The names of the columns of the first and the last minute of service.
    service : str or None
        That of the minutes that service takes.
    clock : bool
        Whether the hours are texts such as 08:30.
    """

    def __init__(self, table: NumberColumns) -> None:
        self._table = table
        opens, closes = (self._called(words) for words in (OPENS, CLOSES))
        self.hours = None if opens is None or closes is None else [opens, closes]
        if self.hours is None and (only := opens or closes):
            what = f"column {shown(only)} holds hours, and no other one does"
            what += f"; {listed(list(table.columns))}"
            cure = f"a table has both, such as {OPENS[0]} and {CLOSES[0]}, or none"
            raise ModelFileError(table.path, None, what, cure)
        self.service = self._called(SERVICE) if self.hours else None
        self.clock = any(name not in table.numbers for name in self.hours or ())

    @property
    def used(self) -> set[str]:
        """The names of all these columns."""
        return {*(self.hours or ()), *([] if self.service is None else [self.service])}

    def of_problem(self, distances: Floats, speed: float | None) -> dict[str, Any]:
        """The windows, times and service of a routing problem; nothing without hours."""
        path = self._table.path
        if self.hours is None:
            if speed is None:
                return {}
            what = "a speed is given, and the table has no hours"
            what += f"; {listed(list(self._table.columns))}"
            cure = f"name those of hours {OPENS[0]} and {CLOSES[0]}"
            raise ModelFileError(path, None, what, cure)
        if speed is None:
            what = f"the columns {' and '.join(map(shown, self.hours))} hold hours"
            cure = "give the distance that a vehicle drives in an hour: --speed 50 (speed=50)"
            raise ModelFileError(path, None, what, cure)
        windows = np.column_stack([self._minutes(name) for name in self.hours])
        for row, column in np.argwhere(np.isnan(windows[:1]))[:1].tolist():
            what = f"column {shown(self.hours[column])} is missing"
            cure = "the first row is the depot: vehicles leave and are back in its hours"
            raise self._table.error(row, what, cure)
        windows = np.where(np.isnan(windows), windows[0], windows)
        service = 0 if self.service is None else np.nan_to_num(self._minutes(self.service))
        times = np.ceil(_HOUR * distances / speed - 1e-9)
        return {"windows": windows, "times": times, "service": service}

    def error(self, error: HoursError) -> ModelFileError:
        """The error at a place that cannot be served, with hours as the table has them."""
        text, cure = str(error), "times are minutes; check the hours, or the speed"
        if self.clock:
            text = with_times(error, on_clock)
            cure = "check the hours, or the speed; 02:00 on the next day is 26:00"
        return self._table.error(error.place, text, cure)

    def _called(self, words: tuple[str, ...]) -> str | None:
        names = [name for name in self._table.columns if _plain(name) in words]
        if len(names) > 1:
            what = f"the columns {' and '.join(map(shown, names[:2]))} may both hold hours"
            raise ModelFileError(self._table.path, None, what, "leave one of them out")
        return names[0] if names else None

    def _minutes(self, name: str) -> Floats:
        """A column of minutes, missing ones NaN."""
        column = self._table.columns[name]
        if name in self._table.numbers:
            minutes = self._table.numbers[name]
            wrong = ~np.isnan(minutes) & ((minutes < 0) | (minutes % 1 != 0))
        else:
            parts = column.astype(str).str.extract(_CLOCK).astype("float64").to_numpy()
            minutes = parts @ (_HOUR, 1.0)
            wrong = (np.isnan(minutes) & column.notna().to_numpy()) | (parts[:, 1] >= _HOUR)
        for row in np.flatnonzero(wrong)[:1].tolist():
            what = f"column {shown(name)} is {shown(str(column.iloc[row]))}"
            raise self._table.error(row, what, "give hours as 08:30, or whole minutes")
        return minutes


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").split())
