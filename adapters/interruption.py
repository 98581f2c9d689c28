"""Ctrl-C that asks for the best answer so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from nzdd.adapters.worker_pool import Interruption


@contextmanager
def interruption(tell: Callable[[], object] | None = None) -> Iterator[Interruption]:
    """Give an event that the first Ctrl-C sets; the second one raises KeyboardInterrupt.

    Parameters
    ----------
    tell : callable, optional
        Called by the first one.

    Yields
    ------
    Interruption
        That nothing sets outside the main thread, and where the program has plans of its own for
        Ctrl-C.
    """
    event = Interruption()

    def handle(number: int, frame: FrameType | None) -> None:
        if event.is_set():
            raise KeyboardInterrupt
        event.set()
        if tell is not None:
            tell()

    main = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT)
    if not main or before is not signal.default_int_handler:
        yield event
        return
    signal.signal(signal.SIGINT, handle)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)
