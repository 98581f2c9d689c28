"""Many Ctrl-C in quick succession end a call once, and everything is as good as before."""

import os
import signal
import threading
import time
from pathlib import Path

import numpy as np

from nzdd import NZDD, ZDD, Family, frontier
from nzdd.adapters import solvers
from nzdd.formulations import LinearModel
from nzdd.multiset import Multiset

STORM = 40
"""Signals of a storm, a millisecond apart."""


def words(num_rows):
    random = np.random.default_rng(0)
    return Family.from_words(random.integers(0, 2**63, num_rows, np.uint64), 64)


def two_halves(num_rows):
    """Diagrams of the first and of the second half of the rows."""
    halves = np.split(np.random.default_rng(0).integers(0, 2**63, num_rows, np.uint64), 2)
    return [ZDD.from_rows(Family.from_words(half, 64), order="natural") for half in halves]


def building():
    rows = words(2_000_000)
    return lambda: NZDD.from_rows(rows, order="natural")


def joining():
    a, b = two_halves(4000)
    return lambda: a.join(b)


def sifting():
    zdd = ZDD.from_rows(words(20_000), order="natural")
    return lambda: zdd.reordered("sifting")


def searching():
    at = np.arange(15 * 15).reshape(15, 15)
    ends = np.concatenate(
        [
            np.stack((a.ravel(), b.ravel()), 1)
            for a, b in ((at[:, :-1], at[:, 1:]), (at[:-1], at[1:]))
        ]
    )
    return lambda: frontier.simple_cycles(ends, order="natural")


def collecting():
    """What the multiset holds afterwards is all of the rows or none."""
    rows = words(150_000)
    collected = Multiset(64, "natural", buffer_bytes=0)

    def add():
        before = collected.total
        try:
            collected.add(rows)
        except KeyboardInterrupt:
            assert collected.total in (before, before + rows.num_rows)
            assert collected.zdd().count() == (rows.num_rows if collected.total else 0)
            raise

    return add


def solving():
    random = np.random.default_rng(1)
    matrix = (random.random((3000, 150)) < 0.1).astype(float)
    matrix[:, 0] = 1
    model = LinearModel(np.ones(150), matrix, row_lower=3, upper=1, integrality=1)
    return lambda: solvers.solve_direct(model, "highs")


CALLS = (building, joining, sifting, searching, collecting, solving)


def storms():
    """The first signal of a storm interrupts; the others are heard in the midst of what follows."""
    rows = np.random.default_rng(2).random((50, 12)) < 0.5
    expected = ZDD.from_rows(rows)
    heard = []
    armed = False

    def interrupt(signum, frame):
        nonlocal armed
        heard.append(signum)
        if armed:
            armed = False
            raise KeyboardInterrupt

    def blow():
        time.sleep(0.1)
        for _ in range(STORM):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.001)

    signal.signal(signal.SIGINT, interrupt)
    for make in CALLS:
        print(make.__name__, flush=True)
        call = make()
        wind = threading.Thread(target=blow)
        interrupted = 0
        armed = True
        wind.start()
        try:
            call()
        except KeyboardInterrupt:
            interrupted += 1
        assert ZDD.from_rows(rows) == expected
        wind.join()
        assert interrupted == 1
    assert len(heard) > len(CALLS)
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    if children.exists():  # solvers that were interrupted are gone
        assert not children.read_text().split()


def test_a_storm_is_one_keyboard_interrupt(alone):
    assert alone(storms).split() == [call.__name__ for call in CALLS]
