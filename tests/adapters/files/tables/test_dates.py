"""Columns of dates are told from columns of words and numbers."""

from datetime import date, datetime, time

import pytest

from nzdd.adapters.files.tables.cells.dates import date_among

DATES = [
    *("2020-01-31", "1999/12/1", "31.12.2020", "1/2/99", "3-Mar-2021", "03-march-21"),
    *("2020-01-31T12:30", "2020-01-31T12:30:00.5+01:00", "12:30", "7:05:59", "12:30:15.25"),
]
NO_DATES = [
    *("2020", "20200131", "10-14", "1.5", "-3", "3,5", "1:2", "12:3", "4/5"),
    *("A-1-2020", "10-20-30-40", "red", "?"),
]


@pytest.mark.parametrize("value", [*DATES, "3 Mar 2021", date(2020, 1, 31), time(12, 30)])
def test_dates_and_times(value):
    assert date_among([value] * 3) == str(value)
    assert date_among([value] * 9 + ["unknown"]) == str(value)
    assert date_among([value] * 8 + ["unknown"] * 2) is None


@pytest.mark.parametrize("value", [*NO_DATES, 7, 2020.5, None, True])
def test_other_values(value):
    assert date_among([value]) is None


def test_nothing_is_no_date():
    assert date_among([]) is None
    assert date_among([datetime(2020, 1, 31, 12)]) == "2020-01-31 12:00:00"
