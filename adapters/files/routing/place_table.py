"""Places to visit as a table: coordinates, perhaps loads, hours and names."""

from __future__ import annotations

import math

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.decimals import as_integers, as_written
from nzdd.adapters.files.routing.hour_columns import HourColumns
from nzdd.adapters.files.routing.instance import MOST_PLACES, RoutingFile
from nzdd.adapters.files.tables.number_columns import NumberColumns
from nzdd.adapters.files.tables.places import listed
from nzdd.adapters.files.text import StrPath
from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.routing.hours import HoursError
from nzdd.formulations.routing.routing_problem import RoutingProblem
from nzdd.input.text import shown

EARTH = 6371.0088
"""Its mean radius in kilometres."""
PLANE = (("x",), ("y",))
GLOBE = (
    (
        *("lon", "lng", "long", "longitude"),
        *("längengrad", "laengengrad", "longitud", "longitudine", "lengtegraad"),
    ),
    (
        *("lat", "latitude"),
        *("breitengrad", "latitud", "latitudine", "breedtegraad"),
    ),
)
"""What columns of coordinates may be called, in any case."""


def read(
    path: StrPath,
    capacity: float | None = None,
    demand: str | None = None,
    speed: float | None = None,
) -> RoutingFile:
    """Read places of a table, such as an export of a spreadsheet.

    Parameters
    ----------
    path : path-like
        A text or a Parquet file. The first row is the depot, whose load is 0. The columns ``x`` and
        ``y`` make distances in the plane; ``lon`` and ``lat`` (`GLOBE`) in degrees make kilometres
        on a sphere. Columns called as in `nzdd.adapters.files.routing.hour_columns` are the hours
        in which service may start, as 08:30 or in minutes, and the minutes that it takes; the depot
        has those in which vehicles are out, and a customer without any has the same. The first
        other column, of text if there is one, names the places.
    capacity : float
        Of a vehicle. Like the loads it may have up to six decimals; the problem has them as
        integers, times 10 to the power of the `decimals` that are told.
    demand : str, optional
        The column of loads. By default the only one that is called as in
        `nzdd.adapters.files.tables.number_columns.DEMANDS`; without it, 1 for each customer.
    speed : float, optional
        The distance that a vehicle drives in an hour, where there are hours. Times are rounded up
        to minutes.

    Returns
    -------
    RoutingFile

    Raises
    ------
    ModelFileError
        If the table cannot be read, the capacity, the speed or a column is missing, a number is
        missing, a load is negative or exceeds the capacity, or a customer cannot be served in time.
    MissingExtraError
        If pandas (for Parquet also pyarrow) is not installed.
    ValueError
        If the capacity is not a number above 0.

    Notes
    -----
    Time and memory O(n^2) for n places, `MOST_PLACES` at most.
    """
    table = NumberColumns.read(path)
    if capacity is None:
        what, cure = "a table does not hold the capacity of a vehicle", "give it: --capacity 100"
        raise ModelFileError(path, None, what, f"{cure} (capacity=100)")
    if not 2 <= table.num_rows <= MOST_PLACES:
        cure = f"there must be 2 to {MOST_PLACES:,} places, the first of them the depot"
        raise ModelFileError(path, None, f"the table has {table.num_rows} rows", cure)
    demand = table.demand(demand)
    names, on_globe = _coordinates(table)
    places = table.values(names)
    loads, most, decimals = _loads(table, demand, capacity)
    far = _on_globe(table, names, places) if on_globe else np.hypot(*_differences(places))
    hours = HourColumns(table)
    timed = hours.of_problem(far, speed)
    title, texts = table.row_names({*names, demand, *hours.used})
    if demand is None:
        table.warn_of_idle({*names, title, *hours.used})
    texts = texts or [str(row) for row in range(table.num_rows)]
    columns = {"places": names, "demand": demand, "name": title}
    if hours.hours is not None:
        columns |= {"hours": hours.hours, "service": hours.service}
    try:
        problem = RoutingProblem.of(far, loads, most, **timed)
    except HoursError as error:
        raise hours.error(error) from None
    except ValueError as error:  # of times beyond all bounds
        raise ModelFileError(path, None, str(error), "check the hours, and the speed") from None
    return RoutingFile(
        problem, None, tuple(texts), places, columns, clock=hours.clock, decimals=decimals
    )


def _loads(table: NumberColumns, demand: str | None, capacity: float) -> tuple[Ints, int, int]:
    """The loads and the capacity as integers, and the decimals that they have in the table."""
    if not (math.isfinite(capacity) and capacity > 0):
        raise ValueError(f"the capacity is {capacity}; give a number above 0")
    given = np.append(np.ones(table.num_rows), capacity)
    given[0] = 0
    if demand is not None:
        column = table.numbers.get(demand)
        if column is not None and np.isnan(column[0]):  # a depot needs no load
            table.numbers[demand] = np.append(0.0, column[1:])
        given[:-1] = table.values([demand], 0.0)[:, 0]

    def refuse(at: int, what: str, cure: str) -> ModelFileError:
        if at == table.num_rows:
            return ModelFileError(table.path, None, f"the capacity {what}", cure)
        return table.error(at, f"column {shown(demand)}: {what}", cure)

    integers, decimals = as_integers(given, refuse, "loads and the capacity")
    loads, most = integers[:-1], int(integers[-1])
    wrong = loads > most
    wrong[0] = loads[0] > 0
    for row in np.flatnonzero(wrong)[:1].tolist():
        what = f"the load is {as_written(int(loads[row]), decimals)}"
        cure = f"the capacity is {as_written(most, decimals)}"
        raise table.error(row, what, cure if row else "the first row is the depot, with load 0")
    return loads, most, decimals


def _coordinates(table: NumberColumns) -> tuple[list[str], bool]:
    """The columns of coordinates, and whether they are degrees."""
    found = [[table.called(words) for words in pair] for pair in (PLANE, GLOBE)]
    whole = [[name for name in pair if name is not None] for pair in found]
    fitting = [place for place, names in enumerate(whole) if len(names) == 2]
    if len(fitting) != 1:
        what = "there are two pairs of" if fitting else "there are no"
        what += f" columns of coordinates; {listed(list(table.columns))}"
        cure = "call one pair x and y, or lon and lat for degrees, and give numbers alone"
        raise ModelFileError(table.path, None, what, cure)
    return whole[fitting[0]], fitting[0] == 1


def _differences(places: Floats) -> Floats:
    return (places[:, None] - places).transpose(2, 0, 1)


def _on_globe(table: NumberColumns, names: list[str], places: Floats) -> Floats:
    """Great-circle distances in kilometres, by the haversine formula."""
    for row, column in np.argwhere(np.abs(places) > (180, 90))[:1].tolist():
        what = f"column {names[column]!r} is {places[row, column]:g}"
        raise table.error(row, what, "longitudes are degrees up to 180, latitudes up to 90")
    angles = np.radians(places)
    across, up = _differences(angles)
    cosines = np.cos(angles[:, 1])
    square = np.sin(up / 2) ** 2 + np.outer(cosines, cosines) * np.sin(across / 2) ** 2
    far: Floats = 2 * EARTH * np.arcsin(np.sqrt(np.minimum(square, 1.0)))
    return far
