"""Years of two digits: the century goes by the column, and is kept for later tables."""

from datetime import date

import numpy as np
import pandas as pd
import pytest

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.tables.cells.date_columns import dates_in, dates_like, from_list

FORMS = ["%d/%m/%y", "%m/%d/%y", "%d-%b-%y", "%d.%m.%y %H:%M"]


def column(days, form):
    return pd.DataFrame({"day": days.strftime(form)})


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(10))
def test_dates_of_less_than_fifty_years_are_read_as_they_were(seed, form):
    random = np.random.default_rng(seed)
    latest = date.today().year + 20
    last = latest - int(random.integers(0, 100))
    first = last - int(random.integers(0, 49))
    days = pd.to_datetime(
        {
            "year": np.append(random.integers(first, last + 1, 60), [first, last]),
            "month": random.integers(1, 13, 62),
            "day": np.append(random.integers(1, 29, 60), [13, 28]),
        }
    )
    how, dates = dates_in(column(days.dt, form))["day"]
    assert how.form == form
    assert dates.tolist() == days.tolist()
    assert how.since <= first <= last <= how.since + 99 <= latest
    kept = {"day": from_list([*how])}
    for some in (days[:1], days[-2:], days):  # whatever else a later table holds
        later = dates_like("later.csv", column(some.dt, form), kept, None)["day"][1]
        assert later.tolist() == some.tolist()


def test_the_pivot_of_unix_cuts_no_column():
    frame = pd.DataFrame({"day": [f"25/11/{year}" for year in range(65, 73)]})
    how, dates = dates_in(frame)["day"]
    assert dates.dt.year.tolist() == [*range(1965, 1973)]
    before = pd.DataFrame({"day": ["25/11/64", "25/11/73"]})
    after = dates_like("later.csv", before, {"day": how}, None)["day"][1]
    assert after.dt.year.tolist() == [1964, 1973]


def test_readings_without_a_century_are_those_of_strptime():
    frame = pd.DataFrame({"day": ["25/11/68", "25/11/69"]})
    how = from_list(["%d/%m/%y", "2068-11-25", ["year"]])
    dates = dates_like("old.csv", frame, {"day": how}, None)["day"][1]
    assert dates.dt.year.tolist() == [2068, 1969]


def test_the_leap_day_of_a_century(tmp_path):
    """2000 had one, and 1900 had none: there the day is missing."""
    frame = pd.DataFrame({"day": ["29/02/00", "25/11/01"]})
    how, dates = dates_in(frame)["day"]
    assert dates.dt.year.tolist() == [2000, 2001]
    old = {"day": how._replace(since=1850)}
    frame.to_csv(tmp_path / "later.csv", index=False)
    with pytest.raises(ModelFileError, match="29/02/00"):
        dates_like(tmp_path / "later.csv", frame, old, None)
