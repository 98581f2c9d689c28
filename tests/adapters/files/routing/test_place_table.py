import math

import numpy as np
import pytest

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.formats import read_routing

PLACES = "name,x,y,load\ndepot,0,0,0\na,3,4,2\nb,0,8,3\n"


@pytest.fixture
def read(tmp_path):
    pytest.importorskip("pandas")

    def call(text, name="x.csv", **options):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return read_routing(path, **options)

    return call


def test_places_of_a_plane(read):
    found = read(PLACES, capacity=9)
    assert found.problem.distances.tolist() == [[0, 5, 8], [5, 0, 5], [8, 5, 0]]
    assert found.problem.loads.tolist() == [0, 2, 3]
    assert (found.problem.capacity, found.vehicles) == (9, None)
    assert found.names == ("depot", "a", "b")
    assert found.columns == {"places": ["x", "y"], "demand": "load", "name": "name"}


def test_a_depot_needs_no_load(read):
    assert read(PLACES.replace("0,0,0", "0,0,"), capacity=9).problem.loads.tolist() == [0, 2, 3]
    with pytest.raises(ModelFileError, match="line 3: column 'load' is missing"):
        read(PLACES.replace("3,4,2", "3,4,"), capacity=9)


@pytest.mark.parametrize(
    ("loads", "capacity", "decimals"),
    [([3.5, 0.25], 8, 2), ([3, 5], 80.5, 1), ([3, 5], 8.0, 0), ([0.000001, 0], 0.1, 6)],
)
def test_loads_with_decimals_are_integers_in_a_smaller_unit(read, loads, capacity, decimals):
    for comma in ".", ",":
        rows = [f"{k};0;{load:f}".replace(".", comma) for k, load in enumerate([0, *loads])]
        found = read("\n".join(["x;y;load", *rows]), capacity=capacity)
        assert found.decimals == decimals
        given = found.arguments
        assert given["loads"].dtype == np.int64
        assert (given["loads"] / 10**decimals).tolist() == [0, *loads]
        assert given["capacity"] / 10**decimals == capacity


@pytest.mark.parametrize("capacity", [0, -1, math.inf, math.nan])
def test_a_capacity_is_a_number_above_0(read, capacity):
    with pytest.raises(ValueError, match=f"the capacity is {capacity}; give a number above 0"):
        read(PLACES, capacity=capacity)


def test_without_loads_each_customer_counts_as_one(read):
    found = read("Y;X\n0;0\n4,5;6\n1;1\n", capacity=2)
    assert found.problem.loads.tolist() == [0, 1, 1]
    assert found.problem.distances[0].tolist() == [0, 7.5, math.sqrt(2)]
    assert found.names == ("0", "1", "2")


def test_empty_rows_and_totals_are_no_places(read):
    text = "name,x,y,load,open,close,service\ndepot,0,0,0,0,99,\na,3,4,2,,,7\n"
    with pytest.warns(UserWarning, match="the last row, 'Total', is left out"):
        found = read(f"{text},,,,,,\nTotal,,,2,,,7\n", capacity=9, speed=60)
    assert found.names == ("depot", "a")


def test_degrees_are_kilometres_on_the_sphere(read):
    """A quarter of a great circle from a pole to the equator, and half of one to the other side."""
    text = "lat,lon,place\n90,7,pole\n0,0,here\n0,90,east\n0,-180,far\n"
    far = read(text, capacity=9).problem.distances
    quarter = math.pi / 2 * 6371.0088
    expected = np.full((4, 4), quarter) - quarter * np.eye(4)
    expected[1, 3] = expected[3, 1] = 2 * quarter
    np.testing.assert_allclose(far, expected, rtol=1e-12)


@pytest.mark.parametrize(
    "names",
    [
        ("Breitengrad", "Längengrad"),
        ("BREITENGRAD", "Laengengrad"),
        ("latitud", "longitud"),
        ("Latitudine", "Longitudine"),
        ("latitude", "longitude"),
    ],
)
def test_coordinates_may_be_called_in_other_languages(read, names):
    rows = "\n48.4,9.99\n48.37,10.9\n"
    found = read(",".join(names) + rows, capacity=9)
    expected = read("lat,lon" + rows, capacity=9)
    assert found.columns["places"] == [*names[::-1]]
    assert found.problem.distances.tolist() == expected.problem.distances.tolist()


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (PLACES, {}, "does not hold the capacity of a vehicle; give it: --capacity 100"),
        (PLACES, {"capacity": 2}, "line 4: the load is 3; the capacity is 2"),
        (PLACES.replace("0,0,0", "0,0,1"), {"capacity": 9}, "line 2: the load is 1; the first row"),
        (PLACES.replace("3,4,2", "3,4,-2"), {"capacity": 9}, "line 3: column 'load' is -2; give"),
        (PLACES, {"capacity": 2.75}, "line 4: the load is 3; the capacity is 2.75"),
        (
            PLACES.replace("3,4,2", "3,4,2.0000005"),
            {"capacity": 9},
            "line 3: column 'load': 2.0000005 has more than 6 decimals; round loads and",
        ),
        (PLACES, {"capacity": 1 / 3}, "the capacity 0.3+ has more than 6 decimals; round loads"),
        (PLACES.replace("3,4,2", ",4,2"), {"capacity": 9}, "line 3: column 'x' is missing; give"),
        (
            PLACES.replace("x,y", "x,z"),
            {"capacity": 9},
            "no columns of coordinates; its columns are 'name', 'x', 'z', 'load'; call one pair x",
        ),
        (
            "x,y,lon,lat\n0,0,0,0\n1,1,1,1\n",
            {"capacity": 9},
            "two pairs of columns of coordinates; its columns are 'x', 'y', 'lon', 'lat'; call",
        ),
        ("lon,lat\n0,0\n1,91\n", {"capacity": 9}, "line 3: column 'lat' is 91; longitudes are"),
        (
            PLACES,
            {"capacity": 9, "demand": "name"},
            "the column 'name' does not hold numbers alone",
        ),
        ("x,y\n0,0\n", {"capacity": 9}, "the table has 1 rows; there must be 2 to 5,000 places"),
        (
            PLACES,
            {"capacity": 9, "problem": "a"},
            "problem is an option of the formats bpplib, and",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_line(read, text, options, message):
    with pytest.raises(ModelFileError, match=message):
        read(text, **options)


def test_a_format_of_cvrplib_has_its_own_capacity(read):
    with pytest.raises(
        ModelFileError, match="capacity is an option of the formats items, places, and"
    ):
        read("NAME : a", "x.vrp", capacity=9)
    with pytest.raises(ValueError, match="unknown; take one of vrplib, solomon, places"):
        read(PLACES, format="vbp")
