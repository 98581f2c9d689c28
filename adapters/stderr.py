"""Lines for people on stderr, which nobody may be reading."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def say(text: str) -> None:
    """Print lines on stderr, if there is one; no work is lost where its reader has gone."""
    if sys.stderr is None:
        return
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        # What stays in the buffer must not fail again at exit.
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stderr.fileno())
            os.close(nowhere)
