"""What an option of a solve cannot be is said before any work, in one line with its name."""

import math
import multiprocessing
import os
from threading import Event

import numpy as np
import pytest

import nzdd
from nzdd.adapters.methods.dispatch import METHODS
from nzdd.adapters.solvers.options import checked_threads
from nzdd.cores import num_cores
from nzdd.formulations import LinearModel

MODEL = LinearModel([1, 1], [[1, 1]], row_lower=1, upper=1, integrality=1)
NEVER = [math.nan, b"x", "bogus", [math.nan], {"a": 1}, object(), 1 + 2j, -1, 10**400 * -1]
NUMBERS = ("time_limit", "threads", "gap", "wait")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", [*NUMBERS, "hint", "interrupt"])
def test_what_an_option_cannot_be(method, name):
    for value in NEVER:
        with pytest.raises((ValueError, TypeError), match=rf"^{name}( is|\[| has)") as caught:
            nzdd.solve(MODEL, method, **{name: value})
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize("value", [10**400, math.inf, "2"])
def test_numbers_that_are_none(value):
    for name in ("gap", "threads"):
        with pytest.raises(ValueError, match=f"^{name} is "):
            nzdd.solve(MODEL, **{name: value})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": np.arange(2)}, r"^method array\(\[0, 1\]\) is unknown; take one of auto"),
        ({"method": None}, "^method None is unknown; take one of auto"),
        ({"progress": "x"}, "^progress is 'x'; give a function, or None"),
        ({"on_step": 1}, "^on_step is 1; give a function, or None"),
        ({"log": "x"}, "^log is 'x'; give True, False, 'solver' for"),
        ({"model": "x.mps"}, "^the model is 'x.mps'; give a LinearModel"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises((ValueError, TypeError), match=message):
        nzdd.solve(**{"model": MODEL, **arguments})


def test_events_of_every_kind_and_numbers_of_every_type_are_taken():
    for event in (Event(), multiprocessing.Event()):
        assert nzdd.solve(MODEL, interrupt=event, time_limit=np.float32(9), gap=0).fun == 1
    assert nzdd.solve(MODEL, threads=np.int8(1), time_limit=math.inf).fun == 1


def test_threads_beyond_the_cores_are_all_of_them(monkeypatch):
    if hasattr(os, "sched_getaffinity"):
        monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1, 2})
    cores = num_cores()
    assert checked_threads(cores) == cores
    with pytest.warns(UserWarning, match=f"threads is {cores + 1}.* may use {cores} cores"):
        assert checked_threads(cores + 1) == cores


@pytest.mark.parametrize("method", METHODS)
def test_a_solve_with_too_many_threads_warns_and_works(method):
    with pytest.warns(UserWarning, match="threads is 100000"):
        assert nzdd.solve(MODEL, method, threads=100_000).fun == 1
