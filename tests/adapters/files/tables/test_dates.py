"""Columns of dates are told from columns of words and numbers."""

from datetime import date, datetime, time

import numpy as np
import pandas as pd
import pytest

from nzdd.adapters.files.tables.cells.date_columns import dates_in
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


FORMS = [
    *("%Y-%m-%d", "%Y/%m/%d %H:%M:%S", "%d.%m.%Y", "%d.%m.%Y %H:%M", "%m/%d/%Y %I:%M %p"),
    *("%d-%b-%Y", "%d %B %Y", "%B %d, %Y", "%b %d %Y %H:%M", "%Y年%m月%d日", "%Y-%m-%dT%H:%M:%S"),
    *("%b-%Y", "%B %Y", "%m/%Y", "%d-%m-%Y %I:%M:%S%p", "%Y-%m-%d %H:%M:%S.%f"),
]


@pytest.mark.parametrize("form", FORMS)
def test_dates_are_read_as_they_were_written(form):
    random = np.random.default_rng(0)
    ends = (1990, 1, 13, 0, 0, 0), (2025, 13, 29, 24, 60, 60)
    moments = random.integers(*ends, size=(50, 6)).tolist()
    written = [datetime(*moment).strftime(form) for moment in moments]
    days = dates_in(pd.DataFrame({"day": written}))["day"][1]
    assert days.tolist() == [datetime.strptime(day, form) for day in written]
