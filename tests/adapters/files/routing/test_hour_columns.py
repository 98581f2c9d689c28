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
    ("opens", "closes"),
    [
        ("Öffnet", "Schließt"),
        ("oeffnet", "SCHLIESST"),
        ("von", "bis"),
        ("Ouverture", "Fermeture"),
        ("apertura", "cierre"),
    ],
)
def test_hours_may_be_called_in_other_languages(read, opens, closes):
    text = CLOCK.replace("0:10", "10")
    file = read(text.replace("open,close", f"{opens},{closes}"))
    hours, expected = file.problem.hours, read(text).problem.hours
    assert file.columns["hours"] == [opens, closes]
    assert (hours.early.tolist(), hours.late.tolist()) == (
        expected.early.tolist(),
        expected.late.tolist(),
    )


def test_hours_after_midnight_go_on_from_24(read):
    night = "name,x,y,open,close\ndepot,0,0,20:00,28:00\na,3,4,22:00,{}\n"
    with pytest.raises(ModelFileError) as refused:
        read(night.format("02:00"))
    assert "line 3: place 1 opens at 22:00 and closes at 02:00" in str(refused.value)
    assert "02:00 on the next day is 26:00" in str(refused.value)
    assert read(night.format("26:00")).problem.hours.late.tolist() == [28 * 60, 26 * 60]


def test_minutes_stay_minutes_in_messages(read):
    with pytest.raises(ModelFileError, match="place 1 opens at 1320 and closes at 120; the first"):
        read("x,y,open,close\n0,0,0,2000\n3,4,1320,120\n")


@pytest.mark.parametrize(
    ("old", "new", "speed", "message"),
    [
        ("", "", None, "'open' and 'close' hold hours; give the distance that .* --speed 50"),
        (
            "open,close",
            "u,v",
            9,
            "the table has no hours; its columns are .*'u', 'v', .*; name those of",
        ),
        (
            "close",
            "v",
            9,
            "'open' holds hours, and no other one does; its columns are .*'v'.*; a table has both",
        ),
        ("close", "opens", 9, "the columns 'open' and 'opens' may both hold hours; leave one"),
        ("06:00", "", 9, "line 2: column 'open' is missing; the first row is the depot"),
        ("8:30", "8:60", 9, "line 3: column 'open' is '8:60'; give hours as 08:30, or whole min"),
        ("8:30", "half past", 9, "line 3: column 'open' is 'half past'"),
        (
            "8:30",
            "9:30",
            9,
            "place 1 opens at 09:30 and closes at 09:00; .*check the hours, or the sp",
        ),
        (",15", ",1.5", 9, "line 4: column 'service' is '1.5'; give hours as"),
        (
            "",
            "",
            1,
            "customer 1 must be served by 09:00, and no .* before 11:00; check the hours",
        ),
        (
            "18:00",
            "06:10",
            60,
            "line 3: .* back by 06:10, .* from customer 1 before 08:45; check",
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
