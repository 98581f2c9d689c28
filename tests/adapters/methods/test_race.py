"""Of several racers the first that ends with an answer counts; without one the best of all."""

import signal
import time
from threading import Event, Timer, get_ident

import pytest

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.methods.race import merged, race
from nzdd.adapters.workers.pool import InterruptedWorker
from nzdd.adapters.workers.timing import INTERRUPTION_POLL_SECONDS
from nzdd.formulations import Result, Status


def ends(result):
    return lambda event: result


def hangs(ended):
    def racer(event):
        event.kill = event.set  # as in a worker process
        event.wait(30)
        ended.append(event.abandoned)
        raise InterruptedWorker

    return racer


def waits(result):
    def racer(event):
        assert event.wait(30)
        return result

    return racer


OPTIMUM = Result(Status.OPTIMAL, fun=3.0, dual_bound=3.0, solver="a")
POINT = Result(Status.FEASIBLE, fun=5.0, dual_bound=1.0, limit="time", solver="b")
BOUND = Result(Status.FEASIBLE, fun=7.0, dual_bound=2.0, limit="time", solver="c")
NOTHING = Result(Status.NO_SOLUTION_FOUND, dual_bound=2.5, limit="time", solver="d")
FAILURE = Result(Status.OTHER_ERROR, "crashed", solver="e")


@pytest.mark.parametrize("place", [0, 1])
def test_an_answer_ends_the_race(place):
    ended = []
    racers = [hangs(ended), hangs(ended)]
    racers.insert(place, ends(OPTIMUM))
    assert race(racers, maximize=False) is OPTIMUM
    assert ended == [True, True]


def test_who_starts_late_may_never_start():
    started = []

    def late(event):
        started.append(True)
        return OPTIMUM

    assert race([ends(OPTIMUM), late], maximize=False, head_start=30) is OPTIMUM
    assert not started


@pytest.mark.parametrize("order", [(POINT, BOUND, NOTHING), (NOTHING, BOUND, POINT)])
def test_without_an_answer_points_and_bounds_are_put_together(order):
    result = race([ends(result) for result in order], maximize=False)
    assert (result.fun, result.dual_bound, result.solver) == (5.0, 2.5, "b")


def test_a_point_refutes_that_there_is_none():
    claim = Result(Status.INFEASIBLE, solver="f")
    assert merged([claim, NOTHING], maximize=False) is claim
    for answers in ([POINT, claim], [claim, POINT]):
        assert merged(answers, maximize=False).status is Status.FEASIBLE
    assert race([ends(POINT), ends(claim)], maximize=False).status is Status.FEASIBLE


def test_maximising_turns_both_round():
    result = merged([Result(Status.FEASIBLE, fun=1, dual_bound=9), BOUND], maximize=True)
    assert (result.fun, result.dual_bound) == (7.0, 2.0)


def test_a_failure_is_no_answer():
    assert race([ends(FAILURE), ends(POINT)], maximize=False) is not FAILURE
    assert merged([FAILURE, OPTIMUM], maximize=False) is OPTIMUM


def test_one_of_two_evils_is_said_only_if_nobody_knows_which():
    either = Result(Status.INFEASIBLE_OR_UNBOUNDED)
    unbounded = Result(Status.UNBOUNDED)
    assert race([ends(either), ends(unbounded)], maximize=False) is unbounded
    assert race([ends(either), ends(NOTHING)], maximize=False).status == either.status


def test_only_if_all_roads_raise_the_race_does():
    def raises(event):
        raise UnsupportedModelError("no such columns")

    assert race([raises, ends(OPTIMUM)], maximize=False) is OPTIMUM
    with pytest.raises(UnsupportedModelError, match="no such columns"):
        race([raises, raises], maximize=False)


def test_an_exception_of_the_user_is_raised():
    def raises(event):
        raise RuntimeError("in a function of the user")

    with pytest.raises(RuntimeError, match="of the user"):
        race([raises, waits(POINT)], maximize=False)


@pytest.mark.parametrize("first", [BOUND, NOTHING])
def test_after_the_end_of_the_time_no_racer_starts(first):
    result = race([ends(first), ends(OPTIMUM)], maximize=False, head_start=30)
    assert (result.status, result.solver) == (first.status, first.solver)


def test_where_nobody_runs_the_next_racer_starts_at_once():
    def fails(event):
        raise InterruptedWorker

    for first in (fails, ends(FAILURE)):
        stop = Event()  # before the head start is over
        timer = Timer(5, stop.set)
        timer.start()
        racers = [first, ends(OPTIMUM)]
        assert race(racers, maximize=False, head_start=30, interrupt=stop) is OPTIMUM
        timer.cancel()


def test_nobody_waits_for_a_racer_that_builds_its_model():
    end, built = Event(), []

    def builds(event):
        end.wait(5)
        built.append(True)
        return POINT

    assert race([builds, ends(OPTIMUM)], maximize=False) is OPTIMUM
    assert not built
    end.set()


def test_an_interruption_reaches_every_road():
    stop = Event()
    Timer(0.2, stop.set).start()
    result = race([waits(POINT), waits(BOUND)], maximize=False, interrupt=stop)
    assert (result.fun, result.dual_bound) == (5.0, 2.0)


def test_a_signal_that_takes_long_does_not_stop_the_clock():
    """Interruptions are looked for again after it."""
    stop = Event()

    def handle(number, frame):
        time.sleep(5 * INTERRUPTION_POLL_SECONDS)
        stop.set()

    before = signal.signal(signal.SIGUSR1, handle)
    try:
        Timer(0.3, signal.pthread_kill, [get_ident(), signal.SIGUSR1]).start()
        result = race([waits(POINT), waits(BOUND)], maximize=False, interrupt=stop)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert (result.fun, result.dual_bound) == (5.0, 2.0)
