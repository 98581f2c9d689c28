"""Many Ctrl-C in quick succession end a call once, and everything is as good as before."""

import os
import signal
import sys
import threading
import time
from contextlib import suppress

import numpy as np

from nzdd import NZDD, ZDD, families
from nzdd.adapters.methods import direct as solvers
from nzdd.adapters.workers.interruption import interruption
from nzdd.multiset import Multiset
from support.models.random_models import hard_cover
from support.sets.diagrams import two_halves
from support.sets.graphs import grid
from support.sets.many_rows import random_words

STORM = 40
"""Signals of a storm, a millisecond apart."""


def building():
    rows = random_words(2_000_000)
    return lambda: NZDD.from_rows(rows, order="natural")


def joining():
    a, b = two_halves(4000)
    return lambda: a.join(b)


def sifting():
    zdd = ZDD.from_rows(random_words(20_000), order="natural")
    return lambda: zdd.reordered("sifting")


def searching():
    ends = grid(15, 15)
    return lambda: families.simple_cycles(ends, order="natural")


def collecting():
    """What the multiset holds afterwards is all of the rows or none."""
    rows = random_words(150_000)
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
    model = hard_cover()
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
    with suppress(ChildProcessError):  # no solver is left, or this would wait for ever
        while True:
            os.waitpid(-1, 0)


def twice():
    """The second Ctrl-C comes while the first one is about to set the event."""

    def trace(frame, event, argument):
        if frame.f_code is not threading.Event.set.__code__:
            return None
        if event == "line" and frame.f_locals["self"]._cond._lock.locked():
            sys.settrace(None)
            signal.raise_signal(signal.SIGINT)
        return trace

    with interruption():
        sys.settrace(trace)
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            print("ended")


class Unlucky:
    """Ctrl-C comes while it is destroyed."""

    def __del__(self):
        signal.raise_signal(signal.SIGINT)


def in_a_destructor():
    """Python prints such an exception, and drops it."""
    with interruption() as heard:
        heard.set()
        try:
            Unlucky()
            time.sleep(60)
        except KeyboardInterrupt:
            print("ended")


def in_turn():
    """One process does it all: most of its time goes to imports."""
    twice()
    in_a_destructor()
    storms()


def test_two_at_once_one_in_a_destructor_and_a_storm_are_one_keyboard_interrupt_each(alone):
    calls = [call.__name__ for call in CALLS]
    assert alone(in_turn).split() == ["ended", "ended", *calls]
