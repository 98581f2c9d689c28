"""Files of CVRPLIB: all forms of distances say the same, and what cannot be read is named."""

import gzip
import tarfile
from itertools import permutations
from pathlib import PurePath

import numpy as np
import pytest

import nzdd
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.formats import find

PLACES = [(0, 0), (3, 4), (0, 8), (6, 0)]
TEXT = """NAME : tiny-n4-k2
COMMENT : (nobody, Min no of trucks: 2, Optimal value: 30)
TYPE : CVRP
DIMENSION : 4
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 7
NODE_COORD_SECTION
 1 0 0
 2 3 4
 3 0 8
 4 6.0 0
DEMAND_SECTION
1 0
2 3
3 4
4 5
DEPOT_SECTION
 1
 -1
EOF
"""
HOURS = """TIME_WINDOW_SECTION
1 0 40
3 9 10
2 5 35
4 0 35
SERVICE_TIME_SECTION
1 0
2 1
3 2
4 3
"""
EXPLICIT = """NAME: tiny
DIMENSION: 4
CAPACITY: 7
EDGE_WEIGHT_TYPE: EXPLICIT
EDGE_WEIGHT_FORMAT: {form}
EDGE_WEIGHT_SECTION
{numbers}
DEMAND_SECTION
1 0\n2 3\n3 4\n4 5
DEPOT_SECTION
1
-1
"""


@pytest.fixture
def read(tmp_path):
    def call(text, name="x.vrp"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return find(path, "routing").read(path)

    return call


def distances():
    place = np.array(PLACES, float)
    return np.hypot(*(place[:, None] - place).transpose(2, 0, 1))


def test_coordinates_loads_and_what_is_said_besides(read):
    file = read(gzip.compress(TEXT.encode()), "x.vrp.gz")
    assert np.array_equal(file.problem.distances, np.rint(distances()))
    assert file.problem.loads.tolist() == [0, 3, 4, 5]
    assert (file.problem.capacity, file.vehicles) == (7, 2)
    assert file.names == ("1", "2", "3", "4")
    assert file.places.tolist() == [[float(x), float(y)] for x, y in PLACES]


@pytest.mark.parametrize(
    ("lines", "vehicles"),
    [
        ("VEHICLES : 3\nNAME : a-k2\n", 3),
        ("NAME : a-n4-k5\n", 5),
        ("NAME : X-n101-k25\nCOMMENT : (Uchoa et al.)\n", None),
        ("NAME : XL-n1048-k237\n", None),
        ("NAME : a\nCOMMENT : (No of trucks: 4)\n", 4),
        ("NAME : a\n", None),
    ],
)
def test_the_number_of_vehicles(read, lines, vehicles):
    assert read(lines + TEXT.partition("TYPE")[2].join(["TYPE", ""])).vehicles == vehicles


@pytest.mark.parametrize(
    ("kind", "of"),
    [
        ("EUC_2D", lambda by: np.rint(np.hypot(*by))),
        ("CEIL_2D", lambda by: np.ceil(np.hypot(*by))),
        ("FLOOR_2D", lambda by: np.floor(np.hypot(*by))),
        ("EXACT_2D", lambda by: np.hypot(*by)),
        ("MAN_2D", lambda by: np.abs(by).sum(axis=0)),
        ("MAX_2D", lambda by: np.abs(by).max(axis=0)),
        ("ATT", lambda by: np.ceil(np.hypot(*by) / np.sqrt(10))),
    ],
)
def test_distances_of_coordinates(read, kind, of):
    place = np.array(PLACES, float)
    by = (place[:, None] - place).transpose(2, 0, 1)
    assert np.array_equal(read(TEXT.replace("EUC_2D", kind)).problem.distances, of(by))


def test_distances_on_the_globe(read):
    """The optimal tour of TSPLIB's ulysses16 has the published length."""
    degrees = """38.24 20.42 39.57 26.15 40.56 25.32 36.26 23.12 33.48 10.54 37.56 12.19 38.42 13.11
        37.52 20.44 41.23 9.10 41.17 13.05 36.08 -5.21 38.47 15.13 38.15 15.35 37.51 15.17
        35.49 14.32 39.36 19.56"""
    places = np.array(degrees.split()).reshape(-1, 2)
    lines = [f"{at} {' '.join(place)}" for at, place in enumerate(places, 1)]
    loads = "\n".join(f"{at} {int(at > 1)}" for at in range(1, 17))
    text = "DIMENSION : 16\nCAPACITY : 15\nEDGE_WEIGHT_TYPE : GEO\nNODE_COORD_SECTION\n"
    text += "\n".join([*lines, "DEMAND_SECTION", loads, "DEPOT_SECTION\n1\n-1\n"])
    tour = np.array([14, 13, 12, 7, 6, 15, 5, 11, 9, 10, 16, 3, 2, 4, 8]) - 1
    assert read(text).problem.length([tour]) == 6859


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("TYPE : CVRP", "COMMENT : a second line\nTYPE : CVRP"),
        ("CAPACITY : 7", "BEST_KNOWN : 30\nCAPACITY : 7"),
        ("CAPACITY : 7", "CAPACITY : 7.0"),
        ("TYPE : CVRP", "TYPE : CVRP (Christofides and Eilon)"),
        (" : ", "\t:\t"),
        ("\n", "\r\n"),
        ("EOF\n", ""),
        (" -1\nEOF\n", " -1"),
    ],
)
def test_the_same_problem_written_otherwise(read, old, new):
    assert old in TEXT
    file, other = read(TEXT), read(TEXT.replace(old, new), "y.vrp")
    assert np.array_equal(file.problem.distances, other.problem.distances)
    assert np.array_equal(file.problem.loads, other.problem.loads)
    assert (other.problem.capacity, other.vehicles) == (7, 2)


@pytest.mark.parametrize(
    ("form", "entries"),
    [
        ("FULL_MATRIX", lambda i, j: i >= 0),
        ("LOWER_ROW", lambda i, j: i > j),
        ("LOWER_DIAG_ROW", lambda i, j: i >= j),
        ("UPPER_ROW", lambda i, j: i < j),
        ("UPPER_DIAG_ROW", lambda i, j: i <= j),
        ("LOWER_COL", lambda i, j: i < j),
        ("UPPER_COL", lambda i, j: i > j),
        ("LOWER_DIAG_COL", lambda i, j: i <= j),
        ("UPPER_DIAG_COL", lambda i, j: i >= j),
    ],
)
def test_distances_that_are_given(read, form, entries):
    """Columns of a triangle are the rows of the other one, as distances are symmetric."""
    far = np.rint(distances())
    numbers = " ".join(f"{far[i, j]:g}" for i in range(4) for j in range(4) if entries(i, j))
    file = read(EXPLICIT.format(form=form, numbers=numbers))
    assert np.array_equal(file.problem.distances, far)
    assert file.places is None


@pytest.mark.parametrize("form", ["LOWER_ROW", "UPPER_ROW"])
def test_distances_below_zero_are_refused(read, form):
    with pytest.raises(ModelFileError, match="is -2; it must be finite and not negative"):
        read(EXPLICIT.format(form=form, numbers="1 1 1 1 1 -2"))


@pytest.mark.parametrize("service", [0, 2, 0.25])
@pytest.mark.parametrize(
    "most",
    [16, 22, 22.5, 1000]
    + [pytest.param(most, marks=pytest.mark.slow) for most in (18, 21.5, 23.75, 24, 30)],
)
@pytest.mark.parametrize(("kind", "shift"), [("EUC_2D", 0), ("EXACT_2D", 0), ("EXACT_2D", 0.3)])
def test_no_route_is_longer_than_the_distance(read, most, service, kind, shift):
    """Of all orders of the customers, cut into routes in all ways."""
    given = f"CAPACITY : 12\nDISTANCE : {most}\nSERVICE_TIME : {service}"
    text = TEXT.replace("CAPACITY : 7", given).replace("EUC_2D", kind)
    text = text.replace(" 2 3 4\n", f" 2 {3 + shift} 4\n")
    places = np.array([(0, 0), (3 + shift, 4), (0, 8), (6, 0)])
    far = np.hypot(*(places[:, None] - places).transpose(2, 0, 1))
    if most < 2 * far[0].max() + service:
        with pytest.raises(ModelFileError, match="vehicles must be back by"):
            read(text)
        return
    file = read(text)
    assert (file.problem.hours is None) == (most == 1000)

    def length(route):
        stops = [0, *route, 0]
        return far[stops[:-1], stops[1:]].sum()

    plans = [
        [order[start:end] for start, end in zip((0, *cuts), (*cuts, 3), strict=True)]
        for order in permutations((1, 2, 3))
        for cuts in ((), (1,), (2,), (1, 2))
    ]
    best = min(
        sum(map(length, plan))
        for plan in plans
        if all(length(route) + service * len(route) <= most for route in plan)
    )
    result = nzdd.vehicle_routes(**file.arguments)
    assert (result.status, result.fun) == ("optimal", pytest.approx(best, rel=1e-12))


def test_hours_are_those_of_the_places(read):
    text = TEXT.replace("CVRP", "VRPTW").replace("DEPOT_SECTION", f"{HOURS}DEPOT_SECTION")
    hours = read(text).problem.hours
    assert hours.early.tolist() == [0, 5, 9, 0]
    assert hours.late.tolist() == [40, 35, 10, 35]
    stay = np.array([0, 1, 2, 3])
    assert np.array_equal(hours.travel, (np.rint(distances()) + stay[:, None]) * (1 - np.eye(4)))


def test_hours_may_have_decimals(read):
    text = TEXT.replace("CVRP", "VRPTW").replace("DEPOT_SECTION", f"{HOURS}DEPOT_SECTION")
    file = read(text.replace("9 10", "9.75 10").replace("2 1\n", "2 0.5\n"))
    hours = file.problem.hours
    assert file.ticks == 100
    assert hours.early.tolist() == [0, 500, 975, 0]
    stay = np.array([0, 50, 200, 300])
    far = 100 * np.rint(distances())
    assert np.array_equal(hours.travel, (far + stay[:, None]) * (1 - np.eye(4)))


@pytest.mark.parametrize("far", [1e3, 1e6, 1e12])
def test_times_without_end_have_as_many_digits_as_there_is_room_for(read, far):
    text = TEXT.replace("EUC_2D", "EXACT_2D").replace("4 6.0 0", f"4 {far / 3:.12g} 1")
    file = read(text.replace("CAPACITY", f"DISTANCE : {far:.0f}\nCAPACITY"))
    assert file.ticks == {1e3: 10**6, 1e6: 10**6, 1e12: 1}[far]
    back = file.problem.distances[0, 3] * file.ticks
    assert file.problem.hours.home[3] == pytest.approx(back, abs=0.5)


def test_places_in_any_order_keep_their_names(read):
    text = TEXT.replace(" 1\n -1", " 3\n -1").replace("1 0\n2 3\n3 4\n", "3 0\n2 3\n1 4\n")
    file = read(text)
    assert file.names == ("3", "2", "1", "4")
    order = [2, 1, 0, 3]
    assert np.array_equal(file.problem.distances, np.rint(distances())[np.ix_(order, order)])
    assert file.problem.loads.tolist() == [0, 3, 4, 5]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("CVRP", "TSP", ", line 3: TYPE is 'TSP'; it must be CVRP"),
        ("DIMENSION : 4\n", "", ": there is no DIMENSION; write a whole number"),
        ("CAPACITY : 7", "CAPACITY : many", ", line 6: CAPACITY is 'many'; write a whole number"),
        ("EUC_2D", "XRAY1", ", line 5: EDGE_WEIGHT_TYPE is 'XRAY1'; take one of EUC_2D"),
        ("CAPACITY : 7", "CAPACITY : 7.5", ", line 6: CAPACITY is '7.5'; write a whole number"),
        ("CAPACITY", "PERIODS : 2\nCAPACITY", ", line 6: 'PERIODS' is not read: routes may be"),
        ("CAPACITY", "DISTANCE : 15\nCAPACITY", ", line 6: vehicles must be back by 15, and none "),
        ("CAPACITY", "DISTANCE : 7\nCAPACITY", ", line 6: place 3 must be served by 7, and no"),
        (
            "EUC_2D\nCAPACITY : 7\nNODE_COORD_SECTION\n 1 0 0",
            "EXACT_2D\nDISTANCE : 15.5\nCAPACITY : 7\nNODE_COORD_SECTION\n 1 0.5 0",
            ", line 6: vehicles must be back by 15.5, and none can be back from place 3 before 16",
        ),
        (
            "CAPACITY",
            "SERVICE_TIME : -1\nCAPACITY",
            ", line 6: SERVICE_TIME is '-1'; write a number, as in 'SERVICE_TIME : 100'",
        ),
        ("CVRP", "DCVRP", ": there is no DISTANCE; write a number"),
        ("CVRP", "VRPTW", ": there is no TIME_WINDOW_SECTION"),
        ("DEPOT", HOURS.replace("4 0", "7 0") + "DEPOT", ", line 17: the places of TIME_WINDOW_S"),
        ("DEPOT", HOURS.replace("9 10", "3 3") + "DEPOT", ", line 17: place 3 must be served by"),
        (
            "DEPOT",
            HOURS.replace("9 10", "9 8") + "DEPOT",
            ", line 17: place 3 opens at 9 and closes",
        ),
        (
            "DEMAND",
            f"DISTANCE : 17\n{HOURS}DEMAND",
            ", line 12: DISTANCE limits the length, and TIME_W",
        ),
        (" 2 3 4\n", "", ", line 7: NODE_COORD_SECTION has 9 numbers instead of 4 x 3"),
        ("2 3 4", "2 3 4.1.2", ", line 9: '4.1.2' is no number"),
        ("2 3 4", "2 1e999 4", ", line 7: NODE_COORD_SECTION has a number beyond the range of"),
        ("4 5\n", "4 5 6\n", ", line 12: DEMAND_SECTION has 9 numbers instead of 4 x 2"),
        ("4 5\n", "2 5\n", ", line 12: a place is twice"),
        ("4 5\n", "9 5\n", ", line 7: the places of NODE_COORD_SECTION are not those"),
        ("4 5\n", "4 9\n", ", line 12: place 4 has demand 9; the capacity is 7"),
        ("4 5\n", "4 1.5\n", ": loads must be integers"),
        ("1 0\n2 3", "1 1\n2 3", ": the load of the depot, the first place, is 1"),
        (" 1\n -1", " 1 2\n -1", ", line 17: DEPOT_SECTION names 2 places"),
        (" 1\n -1", " 8\n -1", ", line 17: DEPOT_SECTION names 1 places, 0 of them with a load"),
        ("DIMENSION : 4", "DIMENSION : 1", ", line 4: DIMENSION is 1; there must be 2 to"),
        (
            "DIMENSION : 4",
            "DIMENSION : 900000",
            ", line 4: DIMENSION is 900000; there",
        ),
        ("DEPOT_SECTION\n 1\n -1\n", "", ": there is no DEPOT_SECTION"),
        ("CAPACITY : 7\n", "CAPACITY : 7\nCAPACITY : 8\n", ", line 7: CAPACITY stands in line 6"),
        ("CAPACITY : 7\n", "CAPACITY : 7\n8 9\n", ", line 7: '8' stands in no section"),
        ("NAME : tiny", "\n%% NAME : tiny", ", line 2: '%%' stands in no section"),
    ],
)
def test_what_cannot_be_read_is_named(read, old, new, message):
    assert old in TEXT
    with pytest.raises(ModelFileError) as error:
        read(TEXT.replace(old, new))
    assert f"x.vrp{message}" in str(error.value)
    assert str(error.value).count("x.vrp") == 1


def test_formats_of_given_distances_that_are_unknown(read):
    with pytest.raises(ModelFileError, match="EDGE_WEIGHT_FORMAT is 'FUNCTION'"):
        read(EXPLICIT.format(form="FUNCTION", numbers=""))


def test_published_instances(data, tmp_path):
    """Loads need so many vehicles at least, and published lengths are those of published routes."""
    for archive in sorted((data / "choose_many" / "cvrp").glob("*.tar.gz")):
        with tarfile.open(archive) as tar:
            tar.extractall(tmp_path, filter="data")
    paths = sorted(tmp_path.rglob("*.vrp"))
    assert paths
    for path in paths:
        file = find(path, "routing").read(path)
        problem = file.problem
        assert problem.size == int(path.stem.split("-")[1][1:])
        solution = next(tmp_path.rglob(f"{path.stem}.sol")).read_text()
        lines = [line.split() for line in solution.splitlines()]
        routes = [np.array(line[2:], int) for line in lines if line and line[0] == "Route"]
        cost = next(float(line[1]) for line in lines if line and line[0] == "Cost")
        assert problem.length(routes) == cost, PurePath(path).stem
        assert file.vehicles == len(routes)


def test_text_of_another_kind_is_no_routing_file(read):
    with pytest.raises(ModelFileError, match="line 1: 'GARBAGE' is no keyword of CVRPLIB's format"):
        read("garbage")
