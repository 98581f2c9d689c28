"""Vehicle routing problems with capacities, as CVRPLIB has them."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.routing.instance import MOST_PLACES, RoutingFile
from nzdd.adapters.files.text import (
    StrPath,
    check_characters,
    decoded,
    line_at,
    numbers_of,
    read_bytes,
)
from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.routing.routing_problem import RoutingProblem
from nzdd.input.text import shown

_KEY = re.compile(rb"^[ \t]*([A-Za-z][A-Za-z0-9_]*)[ \t]*:?[ \t]*([^\r\n]*)", re.MULTILINE)
_FOREIGN = re.compile(
    rb"(?<![^ \t\r\n])(?![+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?(?![^ \t\r\n]))[^ \t\r\n]"
)
_TRUCKS = re.compile(r"trucks:?\s*(\d{1,6})", re.IGNORECASE)
_NAMED = re.compile(r"-k(\d{1,6})$")
_ANY_NUMBER = re.compile(r"(?:X|XL|Loggi|ORTEC)-n", re.IGNORECASE)
"""Sets whose names tell the fewest vehicles; their published optima may take more."""
_VALUES = ("NAME", "COMMENT", "TYPE", "DIMENSION", "CAPACITY", "VEHICLES", "BEST_KNOWN")
_SHAPES = ("EDGE_WEIGHT_TYPE", "EDGE_WEIGHT_FORMAT", "NODE_COORD_TYPE", "DISPLAY_DATA_TYPE", "EOF")
_SECTIONS = ("NODE_COORD", "DEMAND", "DEPOT", "EDGE_WEIGHT", "DISPLAY_DATA")
_KEYS = {*_VALUES, *_SHAPES, *(f"{name}_SECTION" for name in _SECTIONS)}
_FORM = (
    "'DIMENSION : n' and 'CAPACITY : c' come first, then the sections NODE_COORD or EDGE_WEIGHT, "
    "DEMAND and DEPOT"
)
_AGAIN = "copy the file again, or correct that line"

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


def read(path: StrPath) -> RoutingFile:
    """Read a capacitated vehicle routing problem, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        The format of TSPLIB (G. Reinelt, TSPLIB - a traveling salesman problem library, 1991) as
        CVRPLIB uses it: coordinates (`METRICS`, `GLOBE`), or distances as a full matrix or a
        triangle (`TRIANGLES`), loads, and one depot.

    Returns
    -------
    RoutingFile

    Raises
    ------
    ModelFileError
        If a part is missing or has another form, or routes are restricted by more than loads, such
        as by hours or by a greatest length.

    Notes
    -----
    Time and memory O(n^2) for n places, `MOST_PLACES` at most.
    """
    return _Parser(path, read_bytes(path)).parsed()


class _Parser:
    def __init__(self, path: StrPath, content: bytes) -> None:
        self.path = path
        self.values: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        self.blocks: dict[str, bytes] = {}
        found = list(_KEY.finditer(content))
        starts = [key.start() for key in found] + [len(content)]
        self._refuse_rest(content[: starts[0]])
        for key, end in zip(found, starts[1:], strict=True):
            name, line = key[1].decode().upper(), line_at(content, key.start(1))
            if name not in _KEYS:
                what = f"{shown(name)} is not read: this format has loads alone"
                cure = "for hours take Solomon's format or a table; for more, nzdd.families.walks"
                if not any(other[1].decode().upper() in _KEYS for other in found):
                    what = f"{shown(name)} is no keyword of CVRPLIB's format"
                    cure = "check the file; docs/howto/route.md shows one"
                raise ModelFileError(path, line, what, cure)
            if name == "EOF":
                break
            if name in self.values and name != "COMMENT":
                what = f"{name} stands in line {self.lines[name]} already"
                raise ModelFileError(path, line, what, "leave one of them out")
            said = self.values.get(name, "")  # by lines of comment before
            self.values[name], self.lines[name] = f"{said} {decoded(key[2])}".strip(), line
            # with the lines before it, so that messages name the right ones
            before = b"\n" * (line - 1)
            if name.endswith("_SECTION"):
                self.blocks[name] = before + content[key.start(2) : end]
            else:
                self._refuse_rest(before + content[key.end() : end])

    def _refuse_rest(self, text: bytes) -> None:
        """Refuse what stands in no section."""
        if rest := text.strip():
            line = line_at(text, text.index(rest))
            what = f"{shown(decoded(rest.split()[0]))} stands in no section"
            raise ModelFileError(self.path, line, what, _FORM)

    def parsed(self) -> RoutingFile:
        kind = self.values.get("TYPE", "CVRP").upper()
        if kind.partition(" ")[0] not in {"CVRP", "ACVRP", "VRP"}:
            what = f"TYPE is {shown(kind)}"
            raise ModelFileError(self.path, self.lines["TYPE"], what, "it must be CVRP")
        size = self._number("DIMENSION")
        if not 2 <= size <= MOST_PLACES:
            cure = f"there must be 2 to {MOST_PLACES:,} places, the depot included"
            raise ModelFileError(self.path, self.lines["DIMENSION"], f"DIMENSION is {size}", cure)
        demand = self._section("DEMAND_SECTION", (size, 2))
        ids = demand[:, 0]
        if np.unique(ids).size < size:
            cure = "list each place once"
            raise ModelFileError(self.path, self.lines["DEMAND_SECTION"], "a place is twice", cure)
        places, far = self._distances(size, ids)
        order = self._depot_first(ids)
        capacity, names = self._number("CAPACITY"), tuple(f"{name:.15g}" for name in ids[order])
        heavy = np.flatnonzero(demand[order, 1] > capacity)
        if heavy.size:
            what = f"place {names[heavy[0]]} has demand {demand[order, 1][heavy[0]]:g}"
            line, cure = self.lines["DEMAND_SECTION"], f"the capacity is {capacity}"
            raise ModelFileError(self.path, line, what, cure)
        try:
            problem = RoutingProblem.of(far[np.ix_(order, order)], demand[order, 1], capacity)
        except ValueError as error:
            raise ModelFileError(self.path, None, str(error), "check the file") from None
        return RoutingFile(
            problem, self._vehicles(), names, None if places is None else places[order]
        )

    def _number(self, name: str) -> int:
        text = self.values.get(name)
        if text is None or not re.fullmatch(r"\d{1,15}(?:\.0*)?", text):
            what = f"there is no {name}" if text is None else f"{name} is {shown(text)}"
            line = None if text is None else self.lines[name]
            raise ModelFileError(self.path, line, what, f"it must be an integer; {_FORM}")
        return int(text.partition(".")[0])

    def _section(self, name: str, shape: tuple[int, int] | None = None) -> Floats:
        if name not in self.blocks:
            raise ModelFileError(self.path, None, f"there is no {name}", _FORM)
        block = self.blocks[name]
        check_characters(self.path, block, _FOREIGN, _AGAIN, "is no number")
        values = numbers_of(block, np.float64)
        if not np.isfinite(values).all():
            what = f"{name} has a number beyond the range of a double"
            raise ModelFileError(self.path, self.lines[name], what, _AGAIN)
        if shape is None:
            return values
        if values.size != shape[0] * shape[1]:
            what = f"{name} has {values.size} numbers instead of {shape[0]} x {shape[1]}"
            raise ModelFileError(self.path, self.lines[name], what, _AGAIN)
        return values.reshape(shape)

    def _distances(self, size: int, ids: Floats) -> tuple[Floats | None, Floats]:
        """Coordinates in the order of the loads, where there are any, and distances."""
        kind = self.values.get("EDGE_WEIGHT_TYPE", "EXPLICIT").upper()
        if kind in METRICS or kind == GLOBE:
            given = self._section("NODE_COORD_SECTION", (size, 3))
            at = np.argsort(given[:, 0])[np.argsort(np.argsort(ids))]
            if (given[at, 0] != ids).any():
                what = "the places with coordinates are not those with loads"
                line = self.lines["NODE_COORD_SECTION"]
                raise ModelFileError(self.path, line, what, "list each place once in both")
            places = given[at, 1:]
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
            return None, self._section("EDGE_WEIGHT_SECTION", (size, size))
        if form not in TRIANGLES:
            what = f"EDGE_WEIGHT_FORMAT is {shown(form)}"
            line = self.lines["EDGE_WEIGHT_FORMAT"]
            known = ", ".join(["FULL_MATRIX", *TRIANGLES])
            raise ModelFileError(self.path, line, what, f"take one of {known}")
        triangle, diagonal = TRIANGLES[form]
        entries = size * (size - 1) // 2 + (size if diagonal == 0 else 0)
        values = self._section("EDGE_WEIGHT_SECTION", (1, entries))[0]
        far = np.zeros((size, size))
        far[triangle(size, diagonal)] = values
        return None, far + far.T  # nobody drives from a place to itself

    def _depot_first(self, ids: Floats) -> Ints:
        """The places in an order that starts with the depot."""
        depots = self._section("DEPOT_SECTION")
        depots = depots[depots != -1]
        at = np.flatnonzero(np.isin(ids, depots))
        if depots.size != 1 or at.size != 1:
            what = f"DEPOT_SECTION names {depots.size} places, {at.size} of them with a load"
            raise ModelFileError(self.path, self.lines["DEPOT_SECTION"], what, "name one depot")
        return np.concatenate((at, np.delete(np.arange(ids.size), at)))

    def _vehicles(self) -> int | None:
        if "VEHICLES" in self.values:
            return self._number("VEHICLES")
        name = self.values.get("NAME", "")
        if found := _TRUCKS.search(self.values.get("COMMENT", "")):
            return int(found[1])
        if (found := _NAMED.search(name)) and not _ANY_NUMBER.match(name):
            return int(found[1])
        return None


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
