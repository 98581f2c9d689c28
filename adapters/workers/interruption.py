"""Signals: Ctrl-C that asks for the best answer so far, and ends that clean up."""

from __future__ import annotations

import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType
from typing import Any

LATER = 0.01
"""Seconds after which a Ctrl-C comes again that Python could not raise."""


class Interruption(Event):
    """An event that can also say that nobody needs the answer; its parent sets it, too.

    `kill` ends the task that listens to it, if there is one.
    """

    def __init__(self, parent: Event | None = None) -> None:
        super().__init__()
        self.abandoned, self._parent = False, parent
        self.kill: Callable[[], object] | None = None

    def is_set(self) -> bool:
        """Whether this event or its parent is set."""
        return super().is_set() or (self._parent is not None and self._parent.is_set())

    def abandon(self) -> None:
        """Have the task killed at once."""
        self.abandoned = True
        self.set()
        kill = self.kill
        if kill is not None:
            kill()


@contextmanager
def interruption(on_first: Callable[[], object] | None = None) -> Iterator[Interruption]:
    """Give an event that the first Ctrl-C sets; the second one raises KeyboardInterrupt.

    The first one also calls `on_first`. Nothing is changed outside the main thread, nor where the
    program handles Ctrl-C itself.
    """
    event = Interruption()
    heard = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal heard
        if heard or event.is_set():
            raise KeyboardInterrupt
        heard = True  # a second one during `set` must not wait for the first
        event.set()
        if on_first is not None:
            on_first()

    main = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT)
    if not main or before is not signal.default_int_handler:
        yield event
        return
    signal.signal(signal.SIGINT, handle)
    try:
        with not_lost():
            yield event
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def not_lost() -> Iterator[None]:
    """Raise a KeyboardInterrupt soon that Python drops, with a traceback, as in a destructor."""
    told = sys.unraisablehook

    def hear(unraisable: Any) -> None:
        if unraisable.exc_type is not KeyboardInterrupt:
            told(unraisable)
            return
        # A signal of its own ends waits, too, where the system can send one.
        to_main = getattr(signal, "pthread_kill", lambda *_: interrupt_main())
        again = (threading.main_thread().ident, signal.SIGINT)
        try:
            threading.Timer(LATER, to_main, again).start()
        except KeyboardInterrupt:  # on a busy machine it comes while this still runs
            hear(unraisable)

    sys.unraisablehook = hear
    try:
        yield
    finally:
        sys.unraisablehook = told


@contextmanager
def terminable() -> Iterator[None]:
    """Have SIGTERM and SIGHUP unwind the stack as Ctrl-C does, and exit with 128 plus their number.

    This ends solvers and removes half-written files. A second signal ends the process at once.
    Nothing is changed outside the main thread, nor where a signal is handled or ignored already.
    """

    def leave(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        raise SystemExit(128 + number)

    ours = []
    if threading.current_thread() is threading.main_thread():
        names = ("SIGTERM", "SIGHUP")  # the second is unknown on Windows
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        ours = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)
