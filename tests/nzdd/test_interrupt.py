"""Long calls listen to Ctrl-C, report progress, and leave other threads running."""

import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import numpy as np
import pytest

from nzdd import NZDD, ZDD, build, nzdd
from nzdd.families import power_set
from nzdd.zdd import nodes
from support.sets import endless_calls
from support.sets.diagrams import same_arrays
from support.sets.endless_calls import MANY, endless_check
from support.sets.many_rows import random_sequences, random_words

CHILD = """
import runpy, sys
file, names, *sys.path[:0] = sys.argv[1:]
for name in names.split():
    call = runpy.run_path(file)[name]()
    try:
        print(name, flush=True)
        while True:
            call()
    except KeyboardInterrupt:
        pass
print("ready", flush=True)
while True:
    call()
"""


def test_ctrl_c_ends_each_call_and_a_process():
    """With a KeyboardInterrupt, not by a crash, and long before the call would have ended."""
    names = " ".join(endless_calls.CALLS)
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, endless_calls.__file__, names, *sys.path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with child:
        for name in (*endless_calls.CALLS, "ready"):
            assert child.stdout.readline() == f"{name}\n"
            time.sleep(0.1)
            child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=60)
    assert errors.rstrip().endswith("KeyboardInterrupt")
    assert child.returncode == -signal.SIGINT


@contextmanager
def ticks(handler, seconds=0.001):
    """Calls `handler` on a signal again and again."""
    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class StopIt(Exception):
    pass


def test_a_signal_handler_may_end_a_call_that_never_would():
    """The handler runs in the middle of the call, whatever it raises comes out of it."""

    def stop(signum, frame):
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise StopIt

    check = endless_check()
    with ticks(stop), pytest.raises(StopIt):
        check()


@pytest.mark.parametrize(("kind", "num_rows"), [(ZDD, MANY // 5), (NZDD, MANY)])
def test_signals_are_handled_while_a_build_runs(kind, num_rows):
    """More often than the once that Python itself sees to after a call."""
    words, handled = random_words(num_rows), []
    with ticks(lambda signum, frame: handled.append(frame.f_code.co_filename)):
        kind.from_rows(words, order="natural")
    assert handled.count(build.__file__) >= 3


def many_paths(num_nodes=20_000, num_edges=10):
    """So many edges from each node to the next one."""
    source = np.repeat(np.arange(num_nodes - 1), num_edges)
    offsets = np.arange(source.size + 1)
    ones = np.ones(source.size)
    return NZDD.from_edges(num_nodes, source, source + 1, offsets, offsets[:-1], source.size, ones)


@pytest.mark.parametrize(
    ("family", "module"),
    [(lambda: power_set(130_000), nodes), (many_paths, nzdd)],
    ids=["zdd", "nzdd"],
)
def test_signals_are_handled_while_very_many_rows_are_counted(family, module):
    diagram, handled = family(), []
    with ticks(lambda signum, frame: handled.append(frame.f_code.co_filename)):
        diagram.count()
    assert handled.count(module.__file__) >= 3


BUILDS = {
    "words": lambda progress: ZDD.from_rows(
        random_words(MANY // 20), order="natural", progress=progress
    ),
    "edges": lambda progress: NZDD.from_rows(
        random_words(MANY // 4), order="natural", progress=progress
    ),
    "sequences": lambda progress: NZDD.from_rows(
        random_sequences(50_000), order="natural", progress=progress
    ),
    "nonzeros": lambda progress: NZDD.from_rows(
        random_sequences(2000), order="natural", minimize="nonzeros", progress=progress
    ),
}


@pytest.mark.parametrize("name", BUILDS)
def test_progress_is_a_stage_and_a_share(name):
    reports = []
    BUILDS[name](lambda *report: reports.append(report))
    assert reports
    assert all(isinstance(stage, str) and stage for stage, _ in reports)
    assert all(0 <= share <= 1 for _, share in reports)


def test_progress_does_not_change_the_diagram():
    family = random_sequences(50_000)
    assert same_arrays(
        NZDD.from_rows(family, order="natural", progress=lambda stage, share: None),
        NZDD.from_rows(family, order="natural"),
    )


@pytest.mark.parametrize("name", BUILDS)
@pytest.mark.parametrize("error", [StopIt("enough"), KeyboardInterrupt()])
def test_an_error_in_the_progress_callback_ends_the_build(name, error):
    calls = []

    def fail(stage, share):
        calls.append(stage)
        raise error

    with pytest.raises(type(error)) as caught:
        BUILDS[name](fail)
    assert caught.value is error
    assert len(calls) == 1


def test_verify_reports_progress():
    def stop(stage, share):
        assert 0 <= share <= 1
        raise StopIt

    with pytest.raises(StopIt):
        endless_check()(progress=stop)


def in_thread(call):
    """Starts a thread; returns it and the list that will hold the result."""
    result = []
    thread = threading.Thread(target=lambda: result.append(call()))
    thread.start()
    return thread, result


def test_two_threads_build_the_same_diagrams_at_once():
    words, sequences = random_words(200_000), random_sequences(20_000)
    calls = [
        lambda: NZDD.from_rows(words, order="natural", progress=lambda stage, share: None),
        lambda: NZDD.from_rows(words, order="natural"),
        lambda: NZDD.from_rows(sequences, order="natural"),
        lambda: NZDD.from_rows(sequences, order="natural"),
    ]
    threads = [in_thread(call) for call in calls]
    for thread, _ in threads:
        thread.join()
    diagrams = [result[0] for _, result in threads]
    assert same_arrays(diagrams[0], diagrams[1])
    assert same_arrays(diagrams[2], diagrams[3])
    assert same_arrays(diagrams[0], calls[1]())
    assert same_arrays(diagrams[2], calls[3]())


def test_other_threads_run_while_a_build_does():
    """A thread that sleeps a millisecond at a time gets its turns."""
    words = random_words(MANY // 3)
    turns, done = [], threading.Event()

    def sleep_often():
        while not done.is_set():
            time.sleep(0.001)
            turns.append(time.monotonic())

    thread, _ = in_thread(sleep_often)
    start = time.monotonic()
    NZDD.from_rows(words, order="natural")
    end = time.monotonic()
    done.set()
    thread.join()
    assert sum(start < turn < end for turn in turns) >= 10
