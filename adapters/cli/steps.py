"""The progress of a method with bounds, a line now and then."""

from __future__ import annotations

import sys

from nzdd.formulations.soft_margin.history import OnStep, Step

_HEADER = f"{'seconds':>9}{'rounds':>9}{'columns':>9}{'lower':>16}{'upper':>16}{'gap':>10}"
_PATIENCE = 0.5


def step_printer(*, quiet: bool) -> OnStep | None:
    """A callback that prints steps on stderr, at most two a second; None where nobody sees them."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        return None
    last: float | None = None

    def show(step: Step) -> None:
        nonlocal last
        if step.number == 0 or (last is not None and step.seconds < last):
            last = 0.0  # another problem begins
        elif last is not None and step.seconds - last < _PATIENCE:
            return
        if last == 0.0:
            print(_HEADER, file=sys.stderr)
        print(line(step), file=sys.stderr, flush=True)
        last = step.seconds

    return show


def line(step: Step) -> str:
    """One line of the table."""
    return (
        f"{step.seconds:>9.2f}{step.number:>9,}{step.columns:>9,}"
        f"{step.lower:>16.9g}{step.upper:>16.9g}{step.gap:>10.1e}"
    )
