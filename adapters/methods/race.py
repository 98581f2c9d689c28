"""Several solvers race for one answer, each on a core of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Event, Lock, Thread
from time import monotonic

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.methods.shared_bounds import SharedBounds
from nzdd.adapters.workers.interruption import Interruption
from nzdd.adapters.workers.pool import InterruptedWorker, WorkerError
from nzdd.adapters.workers.timing import INTERRUPTION_POLL_SECONDS
from nzdd.formulations.iteration.limits import TIME
from nzdd.formulations.models.result import Result, Status

Racer = Callable[["Interruption | None"], Result]

CONCLUSIVE = {Status.OPTIMAL, Status.INFEASIBLE, Status.UNBOUNDED}

FAILURES = (InterruptedWorker, MemoryError, UnsupportedModelError, WorkerError)
"""Exceptions of one racer that leave the race to the others."""


def race(
    racers: Sequence[Racer],
    *,
    maximize: bool,
    head_start: float = 0.0,
    interrupt: Event | None = None,
    shared: SharedBounds | None = None,
) -> Result:
    """The first conclusive answer; without one, the best point with the best bound of all.

    Parameters
    ----------
    racers : sequence of callable
        Each is called with the event that ends it early, in a thread of its own where there are
        several. They should spend their time in worker processes.
    maximize : bool
        The sense of the model.
    head_start : float
        Seconds that each racer has before the next one starts; fewer where all of them have ended.
    interrupt : threading.Event, optional
        Ends all racers early, each with the best it has.
    shared : SharedBounds, optional
        Hears what the racers report; ends the race where a point meets a bound, and refutes answers
        by its point.

    Notes
    -----
    Racers share one time limit: after the end of one at that limit no other starts.

    Where no racer has an answer, this raises the exception of the last one to fail; an exception
    that is not one of `FAILURES`, such as that of a user's function, at once. On Ctrl-C all racers
    are abandoned; one that is still building its model, outside of worker processes, is not waited
    for. Which of several optimal points is returned depends on the faster racer.
    """
    if len(racers) == 1:
        return racers[0](Interruption(interrupt))
    events = [Interruption() for _ in racers]
    # Not a queue: an exception raised by a signal may leave its lock closed for ever. This lock is
    # a bell, which nobody has to close.
    arrivals: deque[Result | BaseException] = deque()
    bell = Lock()

    def run(place: int) -> None:
        try:
            arrivals.append(racers[place](events[place]))
        except BaseException as error:
            arrivals.append(error)
        with suppress(RuntimeError):  # another racer has rung
            bell.release()

    threads: list[Thread] = []
    results: list[Result] = []
    failure: BaseException | None = None
    began, ended, most = monotonic(), 0, len(racers)
    try:
        while True:
            if interrupt is not None and interrupt.is_set():
                most = max(1, len(threads))
                for event in events:
                    event.set()
            wait = INTERRUPTION_POLL_SECONDS
            if len(threads) < most:
                due = began + len(threads) * head_start - monotonic()
                if due <= 0 or ended == len(threads):
                    threads.append(Thread(target=run, args=(len(threads),)))
                    threads[-1].start()
                    continue
                wait = min(wait, due)
            elif ended == most:
                break
            if not arrivals:
                if shared is not None and (joint := shared.answer()) is not None:
                    return joint
                bell.acquire(timeout=wait)
                continue
            answer = arrivals.popleft()
            ended += 1
            if isinstance(answer, FAILURES):
                failure = answer
                continue
            if isinstance(answer, BaseException):
                raise answer
            if shared is not None:
                answer = shared.unless_refuted(answer)
            if answer.status in CONCLUSIVE and not _is_refuted(answer, results):
                return answer
            if answer.limit == TIME:
                most = len(threads)
            results.append(answer)
    finally:
        for event in events:
            event.abandon()
        for event, thread in zip(events, threads, strict=False):
            if event.kill is not None:  # it is in a worker process, which was killed
                thread.join()
    if not results:
        assert failure is not None
        raise failure
    return merged(results, maximize=maximize)


def merged(results: Sequence[Result], *, maximize: bool) -> Result:
    """A conclusive result, or the best point of all with the best bound that any of them proved.

    That a model is infeasible is refuted by any point.
    """
    for result in results:
        if result.status in CONCLUSIVE and not _is_refuted(result, results):
            return result
    sign = -1.0 if maximize else 1.0
    # the most informative first; errors come last
    informative = (
        Status.FEASIBLE,
        Status.INFEASIBLE_OR_UNBOUNDED,
        Status.UNCONFIRMED,
        Status.IMPRECISE,
        Status.NO_SOLUTION_FOUND,
    )
    pools = [[result for result in results if result.status is status] for status in informative]
    pool = next(filter(None, pools), results)
    best = min(pool, key=lambda r: float("inf") if r.fun is None else sign * r.fun)
    bounds = [sign * r.dual_bound for r in results if r.dual_bound is not None]
    return replace(best, dual_bound=sign * max(bounds)) if bounds else best


def _is_refuted(answer: Result, others: Sequence[Result]) -> bool:
    """Whether another one has a feasible point of a model that this one calls infeasible."""
    claimed = answer.status is Status.INFEASIBLE
    return claimed and any(other.status is Status.FEASIBLE for other in others)
