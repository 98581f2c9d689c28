"""Work stops when its time is over or the caller says so, and not before."""

import math
import time

import pytest

from nzdd.formulations.iteration.limits import Limits, Stopped


def test_without_limits_nothing_stops():
    limits = Limits()
    assert limits.left is None
    assert not limits.stops()
    limits.check()


def test_seconds_count_from_the_start_and_up_to_now():
    before = time.perf_counter()
    limits = Limits(1000.0)
    time.sleep(0.01)
    first, second = limits.seconds, limits.seconds
    assert 0.01 <= first <= second <= time.perf_counter() - before
    assert 0 < limits.left <= 1000.0 - second


def test_time_that_is_over_stops_the_work():
    for time_limit in (0.0, -1.0):
        limits = Limits(time_limit)
        assert limits.left == 0.0
        with pytest.raises(Stopped, match=r"^time$"):
            limits.check()
    Limits(math.inf).check()


def test_the_word_of_the_caller_comes_before_the_time():
    said = []
    limits = Limits(0.0, stop=lambda: bool(said))
    with pytest.raises(Stopped, match=r"^time$"):
        limits.check()
    said.append("stop")
    assert limits.stops()
    with pytest.raises(Stopped, match=r"^interrupted$"):
        limits.check()
