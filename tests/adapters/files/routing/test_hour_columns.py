"""Hours in a table of places: as a clock shows them, or in minutes."""

import numpy as np
import pytest

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.formats import read_routing

CLOCK = """name,x,y,open,close,service
depot,0,0,06:00,18:00,
a,3,4,8:30,09:00:00,0:10
b,0,8,,12:00,15
"""


@pytest.fixture
def read(tmp_path):
    pytest.importorskip("pandas")

    def call(text, speed=60):
        path = tmp_path / "x.csv"
        path.write_text(text)
        return read_routing(path, capacity=9, speed=speed)

    return call


def test_what_a_clock_shows_is_minutes(read):
    """What a customer does not tell is what the depot tells."""
    file = read(CLOCK.replace("0:10", "10"))
    hours = file.problem.hours
    assert file.clock
    assert hours.early.tolist() == [360, 510, 360]
    assert hours.late.tolist() == [1080, 540, 720]
    assert hours.travel.tolist() == [[0, 5, 8], [15, 0, 15], [23, 20, 0]]
    assert file.columns["hours"] == ["open", "close"]
    assert (file.columns["service"], file.columns["name"]) == ("service", "name")


def test_times_are_rounded_up(read):
    hours = read(CLOCK.replace("0:10", "0"), speed=61).problem.hours
    assert hours.travel[0].tolist() == [0, 5, 8]  # 4.9 and 7.9 minutes


def test_numbers_are_minutes(read):
    text = "x;y;Ready_Time;DUE DATE;Stay\n0;0;0;99;\n3;4;7;50;2\n6;8;;;0\n"
    file = read(text)
    assert not file.clock
    assert np.column_stack((file.problem.hours.early, file.problem.hours.late)).tolist() == [
        [0, 99],
        [7, 50],
        [0, 99],
    ]


def test_a_table_without_hours_has_none(read):
    assert read("x,y\n0,0\n1,1\n", speed=None).problem.hours is None


@pytest.mark.parametrize(
    ("old", "new", "speed", "message"),
    [
        ("", "", None, "'open' and 'close' hold hours; give the distance that .* --speed 50"),
        ("open,close", "u,v", 9, "a speed is given, and the table has no hours; name them open"),
        ("close", "v", 9, "column 'open' holds hours, and no other one does; a table has both"),
        ("close", "opens", 9, "the columns 'open' and 'opens' may both hold hours; leave one"),
        ("06:00", "", 9, "line 2: column 'open' is missing; the first row is the depot"),
        ("8:30", "8:60", 9, "line 3: column 'open' is '8:60'; give hours as 08:30, or whole min"),
        ("8:30", "half past", 9, "line 3: column 'open' is 'half past'"),
        ("8:30", "9:30", 9, "line 3: place 1 opens at 570 and closes at 540"),
        (",15", ",1.5", 9, "line 4: column 'service' is '1.5'; give hours as"),
        (
            "",
            "",
            1,
            "line 3: customer 1 must be served by 540, and no .*check the hours, or the sp",
        ),
        (
            "3,4",
            "3e14,4",
            9,
            "times has .*each must be from 0 to 2.40; check the hours, and the speed",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_line(read, old, new, speed, message):
    with pytest.raises(ModelFileError, match=message):
        read(CLOCK.replace("0:10", "10").replace(old, new, 1), speed)
