"""Ctrl-C that asks for the best answer so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from nzdd.adapters.cli.answer import note
from nzdd.adapters.worker_pool import Interruption


@contextmanager
def interruption() -> Iterator[Interruption]:
    """Give an event that the first Ctrl-C sets; the second one raises KeyboardInterrupt."""
    event = Interruption()

    def handle(number: int, frame: FrameType | None) -> None:
        if event.is_set():
            raise KeyboardInterrupt
        event.set()
        note("stopping; once more Ctrl-C ends without an answer")

    if threading.current_thread() is not threading.main_thread():
        yield event  # signals are not for other threads
        return
    before = signal.signal(signal.SIGINT, handle)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)
