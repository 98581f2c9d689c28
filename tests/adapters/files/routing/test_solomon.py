"""Solomon's files, and what cannot be read."""

import gzip

import numpy as np
import pytest

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.formats import read_routing

TEXT = """C1

VEHICLE
NUMBER     CAPACITY
  25         200

CUSTOMER
CUST NO.  XCOORD.   YCOORD.    DEMAND   READY TIME  DUE DATE   SERVICE   TIME

    0      40         50          0          0       1236          0
    1      45         68         10        912        967         90
    2      45.5       70         30         20        870         90
"""


@pytest.fixture
def read(tmp_path):
    def call(text, name="x.txt"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_routing(path)

    return call


def test_distances_and_hours_in_tenths(read):
    """The distance from place 0 to 1 is the root of 349, 18.68."""
    file = read(gzip.compress(TEXT.replace("\n", "\r\n").encode()), "x.txt.gz")
    problem, hours = file.problem, file.problem.hours
    assert problem.distances[0].tolist() == [0, 18.6, 20.7]
    assert problem.loads.tolist() == [0, 10, 30]
    assert (problem.capacity, file.vehicles, file.names) == (200, (1, 2), ("0", "1", "2"))
    assert hours.early.tolist() == [0, 9120, 200]
    assert hours.late.tolist() == [12360, 9670, 8700]
    assert hours.travel[1].tolist() == [186 + 900, 0, 20 + 900]
    assert file.places[2].tolist() == [45.5, 70]


def test_distances_that_are_whole_stay_so(read):
    """No distance of whole numbers falls by a tenth: 9 and 12 make 15, 1.5 and 2 make 2.5."""
    row = "{} {} {} 0 0 9999 0\n"
    places = [(0, 0), (9, 12), (1.5, 2), (0, 0.1), (0, 0.3), (0, 0.7), (63, 16)]
    head = TEXT[: TEXT.index("    0      40")]
    found = read(head + "".join(row.format(k, *place) for k, place in enumerate(places)))
    assert found.problem.distances[0].tolist() == [0, 15, 2.5, 0.1, 0.3, 0.7, 65]
    assert np.array_equal(10 * found.problem.distances, found.problem.hours.travel)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("CUSTOMER", "PLACES", "there is no section VEHICLE, or none CUSTOMER; after the word"),
        ("  25  ", "  25 3", "line 3: VEHICLE has the numbers 25, 3, 200; after the word VEHICLE"),
        ("  25  ", "  0  ", "line 3: VEHICLE has the numbers 0, 200"),
        ("870 ", "8x ", "line 12: '8x' is no number"),
        ("870 ", "-7 ", "line 7: windows has -70.*; each must be from 0 to 2.40"),
        ("870 ", "8 7 ", "line 7: CUSTOMER has 22 numbers, 7 for each of 2 to 5,000 places"),
        ("870 ", "10 ", "line 7: place 2 opens at 20 and closes at 10; the first may"),
        (" 30 ", " 300 ", "customer 2 has load 300, which exceeds the capacity 200"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(read, old, new, message):
    with pytest.raises(ModelFileError, match=message):
        read(TEXT.replace(old, new))
