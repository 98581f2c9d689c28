"""The progress of a solve with oracles, a line now and then."""

from __future__ import annotations

import sys

from nzdd.adapters import stderr
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.row_generation.lazy_report import LazyStep

_HEADER = (
    f"{'seconds':>9}{'rounds':>9}{'rows':>9}{'nodes':>9}{'bound':>15}{'incumbent':>15}{'gap':>9}"
)
_PATIENCE = 0.5


def state_printer(*, quiet: bool) -> OnStep | None:
    """A callback that prints states on stderr, or None where nobody would see them.

    Lines come with every better point, and otherwise ever more rarely.
    """
    if quiet or sys.stderr is None:
        return None
    last = 0.0
    incumbent: float | None = None
    lines = 0

    def show(state: LazyStep) -> None:
        nonlocal last, incumbent, lines
        due = state.seconds - last >= _PATIENCE * (1 + lines / 20)
        if not due and state.incumbent == incumbent:
            return
        if not lines:
            stderr.say(_HEADER)
        stderr.say(line(state))
        last, incumbent, lines = state.seconds, state.incumbent, lines + 1

    return show


def line(state: LazyStep) -> str:
    """One line of the table."""
    bound, value = state.dual_bound, state.incumbent
    gap = "-"
    if bound is not None and value is not None:
        gap = f"{abs(value - bound) / max(1.0, abs(value)):.2%}"
    cells = ["-" if number is None else f"{number:.8g}" for number in (bound, value)]
    return (
        f"{state.seconds:>9.1f}{state.number:>9,}{state.rows_added:>9,}{state.nodes:>9,}"
        f"{cells[0]:>15}{cells[1]:>15}{gap:>9}"
    )
