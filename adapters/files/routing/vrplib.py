"""Vehicle routing problems with capacities, lengths or hours, as CVRPLIB has them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.routing.instance import MOST_PLACES, RoutingFile, with_times
from nzdd.adapters.files.routing.keyword_file import KeywordFile
from nzdd.adapters.files.text import StrPath, read_bytes
from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.routing.checked_integers import LARGEST
from nzdd.formulations.routing.hours import HoursError
from nzdd.formulations.routing.routing_problem import RoutingProblem
from nzdd.input.text import shown

_TRUCKS = re.compile(r"trucks:?\s*(\d{1,6})", re.IGNORECASE)
_NAMED = re.compile(r"-k(\d{1,6})$")
_TIMED, _LONG = ("VRPTW", "CVRPTW"), ("DVRP", "DCVRP")
_TYPES = {"CVRP", "ACVRP", "VRP", *_TIMED, *_LONG}
_ANY_NUMBER = re.compile(r"(?:X|XL|Loggi|ORTEC)-n", re.IGNORECASE)
"""Sets whose names tell the fewest vehicles; their published optima may take more."""

Differences = NDArray[np.float64]
METRICS: dict[str, Callable[[Differences], Floats]] = {
    "EUC_2D": lambda by: np.floor(np.hypot(*by) + 0.5),
    "CEIL_2D": lambda by: np.ceil(np.hypot(*by)),
    "FLOOR_2D": lambda by: np.floor(np.hypot(*by)),
    "EXACT_2D": lambda by: np.hypot(*by),
    "MAN_2D": lambda by: np.floor(np.abs(by).sum(axis=0) + 0.5),
    "MAX_2D": lambda by: np.floor(np.abs(by) + 0.5).max(axis=0),
    "ATT": lambda by: np.ceil(np.sqrt((by**2).sum(axis=0) / 10)),
}
"""Distances from differences of coordinates, shape (2, n, n)."""

GLOBE = "GEO"
"""The other metric: coordinates are DEGREES.MINUTES of latitude and longitude."""
_EARTH, _PI = 6378.388, 3.141592
"""As TSPLIB has them."""

_LOWER: tuple[Callable[..., tuple[Ints, Ints]], int] = (np.tril_indices, -1)
_UPPER: tuple[Callable[..., tuple[Ints, Ints]], int] = (np.triu_indices, 1)
TRIANGLES = {
    "LOWER_ROW": _LOWER,
    "UPPER_COL": _LOWER,
    "LOWER_DIAG_ROW": (np.tril_indices, 0),
    "UPPER_DIAG_COL": (np.tril_indices, 0),
    "UPPER_ROW": _UPPER,
    "LOWER_COL": _UPPER,
    "UPPER_DIAG_ROW": (np.triu_indices, 0),
    "LOWER_DIAG_COL": (np.triu_indices, 0),
}
"""Formats of symmetric distances; columns of one triangle are rows of the other."""

DIGITS = 6
"""Decimals of lengths and times."""


def read(path: StrPath) -> RoutingFile:
    """Read a capacitated vehicle routing problem, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        The format of TSPLIB (G. Reinelt, TSPLIB - a traveling salesman problem library, 1991) as
        CVRPLIB uses it: coordinates (`METRICS`, `GLOBE`), or distances as a full matrix or a
        triangle (`TRIANGLES`), loads, and one depot. ``DISTANCE`` is the greatest length of a
        route, with ``SERVICE_TIME`` at each customer; ``TIME_WINDOW_SECTION`` has the hours in
        which service may start, and takes the distances for times. Lengths and times are rounded
        to `DIGITS` decimals.

    Returns
    -------
    RoutingFile

    Raises
    ------
    ModelFileError
        If a part is missing or has another form, or routes are restricted by more than these.

    Notes
    -----
    Time and memory O(n^2) for n places, `MOST_PLACES` at most.
    """
    return _Parser(path, read_bytes(path)).parsed()


class _Parser(KeywordFile):
    def parsed(self) -> RoutingFile:
        kind = self.values.get("TYPE", "CVRP").upper()
        if kind.partition(" ")[0] not in _TYPES:
            what = f"TYPE is {shown(kind)}"
            cure = "it must be CVRP, or with hours VRPTW"
            raise ModelFileError(self.path, self.lines["TYPE"], what, cure)
        size = self.number("DIMENSION")
        if not 2 <= size <= MOST_PLACES:
            cure = f"there must be 2 to {MOST_PLACES:,} places, the depot included"
            raise ModelFileError(self.path, self.lines["DIMENSION"], f"DIMENSION is {size}", cure)
        demand = self.section("DEMAND_SECTION", (size, 2))
        ids = demand[:, 0]
        if np.unique(ids).size < size:
            cure = "list each place once"
            raise ModelFileError(self.path, self.lines["DEMAND_SECTION"], "a place is twice", cure)
        places, far = self._distances(size, ids)
        order = self._depot_first(ids)
        capacity, names = self.number("CAPACITY"), tuple(f"{name:.15g}" for name in ids[order])
        heavy = np.flatnonzero(demand[order, 1] > capacity)
        if heavy.size:
            what = f"place {names[heavy[0]]} has demand {demand[order, 1][heavy[0]]:g}"
            line, cure = self.lines["DEMAND_SECTION"], f"the capacity is {capacity}"
            raise ModelFileError(self.path, line, what, cure)
        far = far[np.ix_(order, order)]
        hours, ticks = self._hours(ids, order, far)
        try:
            problem = RoutingProblem.of(far, demand[order, 1], capacity, **hours)
        except HoursError as error:
            found = with_times(error, lambda time: f"{time / ticks:.15g}")
            found = re.sub(
                rf"(customer|place) {error.place}\b", f"place {names[error.place]}", found
            )
            given = self.lines.get("TIME_WINDOW_SECTION", self.lines.get("DISTANCE"))
            cure = "check the hours, the service and the distances"
            raise ModelFileError(self.path, given, found, cure) from None
        except ValueError as error:
            raise ModelFileError(self.path, None, str(error), "check the file") from None
        return RoutingFile(
            problem,
            self._vehicles(),
            names,
            None if places is None else places[order],
            ticks=ticks,
        )

    def _distances(self, size: int, ids: Floats) -> tuple[Floats | None, Floats]:
        """Coordinates in the order of the loads, where there are any, and distances."""
        kind = self.values.get("EDGE_WEIGHT_TYPE", "EXPLICIT").upper()
        if kind in METRICS or kind == GLOBE:
            places = self._of_places("NODE_COORD_SECTION", ids, 2)
            if kind == GLOBE:
                return places, _on_globe(places)
            return places, METRICS[kind]((places[:, None] - places).transpose(2, 0, 1))
        if kind != "EXPLICIT":
            known = ", ".join([*METRICS, GLOBE, "EXPLICIT"])
            what = f"EDGE_WEIGHT_TYPE is {shown(kind)}"
            line = self.lines["EDGE_WEIGHT_TYPE"]
            raise ModelFileError(self.path, line, what, f"take one of {known}")
        form = self.values.get("EDGE_WEIGHT_FORMAT", "FULL_MATRIX").upper()
        if form == "FULL_MATRIX":
            return None, self.section("EDGE_WEIGHT_SECTION", (size, size))
        if form not in TRIANGLES:
            what = f"EDGE_WEIGHT_FORMAT is {shown(form)}"
            line = self.lines["EDGE_WEIGHT_FORMAT"]
            known = ", ".join(["FULL_MATRIX", *TRIANGLES])
            raise ModelFileError(self.path, line, what, f"take one of {known}")
        triangle, diagonal = TRIANGLES[form]
        entries = size * (size - 1) // 2 + (size if diagonal == 0 else 0)
        values = self.section("EDGE_WEIGHT_SECTION", (1, entries))[0]
        far = np.zeros((size, size))
        far[triangle(size, diagonal)] = values
        return None, far + far.T  # nobody drives from a place to itself

    def _hours(self, ids: Floats, order: Ints, far: Floats) -> tuple[dict[str, Any], int]:
        """Hours in the order of the distances, and what part of a unit they are in; or nothing.

        A greatest length, service included, is when vehicles that leave at 0 must be back.
        """
        service = np.zeros(ids.size)
        if "SERVICE_TIME" in self.values:
            service[1:] = self.decimal("SERVICE_TIME")
        if "SERVICE_TIME_SECTION" in self.blocks:
            service = self._of_places("SERVICE_TIME_SECTION", ids, 1)[order, 0]
        kind = self.values.get("TYPE", "").upper()
        if "TIME_WINDOW_SECTION" in self.blocks or kind.startswith(_TIMED):
            if "DISTANCE" in self.values:
                what = "DISTANCE limits the length, and TIME_WINDOW_SECTION the hours"
                line = self.lines["DISTANCE"]
                raise ModelFileError(self.path, line, what, "leave one of them out")
            windows = self._of_places("TIME_WINDOW_SECTION", ids, 2)[order]
        elif "DISTANCE" in self.values or kind.startswith(_LONG):
            most = self.decimal("DISTANCE")
            if most >= (far.max(axis=1) + service).sum():  # which no route is longer than
                return {}, 1
            windows = np.tile((0.0, most), (ids.size, 1))
        else:
            return {}, 1
        hours = {"windows": windows, "times": far, "service": service}
        ticks = _ticks(windows, service, far[0], far)  # a row of distances mostly tells
        return {name: np.rint(ticks * each) for name, each in hours.items()}, ticks

    def _of_places(self, name: str, ids: Floats, width: int) -> Floats:
        """Numbers of each place, in the order of the loads."""
        given = self.section(name, (ids.size, width + 1))
        at = np.argsort(given[:, 0])[np.argsort(np.argsort(ids))]
        if (given[at, 0] != ids).any():
            what = f"the places of {name} are not those with loads"
            raise ModelFileError(self.path, self.lines[name], what, "list each place once in both")
        return given[at, 1:]

    def _depot_first(self, ids: Floats) -> Ints:
        """The places in an order that starts with the depot."""
        depots = self.section("DEPOT_SECTION")
        depots = depots[depots != -1]
        at = np.flatnonzero(np.isin(ids, depots))
        if depots.size != 1 or at.size != 1:
            what = f"DEPOT_SECTION names {depots.size} places, {at.size} of them with a load"
            raise ModelFileError(self.path, self.lines["DEPOT_SECTION"], what, "name one depot")
        return np.concatenate((at, np.delete(np.arange(ids.size), at)))

    def _vehicles(self) -> int | None:
        if "VEHICLES" in self.values:
            return self.number("VEHICLES")
        name = self.values.get("NAME", "")
        if found := _TRUCKS.search(self.values.get("COMMENT", "")):
            return int(found[1])
        if (found := _NAMED.search(name)) and not _ANY_NUMBER.match(name):
            return int(found[1])
        return None


def _ticks(*times: Floats) -> int:
    """The power of ten that makes times whole, or the largest one that they have room for."""
    most = max(each.max() for each in times)
    powers = [int(10**digits) for digits in range(DIGITS + 1)]
    powers = [power for power in powers if power * most <= LARGEST] or [1]
    for power in powers:
        if all(np.allclose(power * each, np.rint(power * each), 1e-14, 1e-9) for each in times):
            return power
    return powers[-1]


def _on_globe(places: Floats) -> Floats:
    """Distances in whole kilometres, as TSPLIB has them."""
    degrees = np.trunc(places)
    angle = _PI / 180 * (degrees + 5 / 3 * (places - degrees))
    apart = np.cos(angle[:, None] - angle)
    north, east = apart[..., 0], apart[..., 1]
    both = np.cos(np.add.outer(angle[:, 0], angle[:, 0]))
    cosine = ((1 + east) * north - (1 - east) * both) / 2
    far: Floats = np.floor(_EARTH * np.arccos(np.clip(cosine, -1, 1)) + 1)
    np.fill_diagonal(far, 0)
    return far
