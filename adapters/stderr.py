"""Messages on stderr, which may be closed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def say(text: str) -> None:
    """Print lines on stderr; ignore that it is closed, so that no work is lost."""
    if sys.stderr is None:
        return
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        # What is left in the buffer must not fail again at exit.
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stderr.fileno())
            os.close(nowhere)
