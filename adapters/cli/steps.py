"""The progress of a method with bounds, a line now and then."""

from __future__ import annotations

import sys

from nzdd.adapters import stderr
from nzdd.formulations.iteration.history import HEADER, OnStep, Step

_PATIENCE = 0.5


def step_printer(*, quiet: bool, always: bool) -> OnStep | None:
    """A callback that prints steps on stderr, at most two a second; None where nobody sees them.

    Parameters
    ----------
    quiet : bool
        Print nothing.
    always : bool
        Print every step, also where stderr is no terminal.
    """
    if quiet or sys.stderr is None or not (always or sys.stderr.isatty()):
        return None
    last: float | None = None

    def show(step: Step) -> None:
        nonlocal last
        if step.number == 0 or (last is not None and step.seconds < last):
            last = 0.0  # another problem begins
        elif not always and last is not None and step.seconds - last < _PATIENCE:
            return
        if last == 0.0:
            stderr.say(HEADER)
        stderr.say(step.line())
        last = step.seconds

    return show
