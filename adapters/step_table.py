"""A table of the steps of a solve on stderr, as solvers print it; in a notebook one line of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from nzdd.adapters import stderr
from nzdd.formulations.iteration.history import OnStep
from nzdd.formulations.iteration.solve_step import SolveStep

_LINE = "{:1}{:>8}  {:<17}{:>14}{:>15}{:>9}{:>10}{:>10}"
HEADER = _LINE.format("", "time", "who", "best", "bound", "gap", "rows", "nodes")
"""The names of the columns; a line begins with ``*`` where a better point has come."""

PATIENCE = 1.0
"""Seconds between two lines without a better point; more and more of them, as the table grows."""

FEW_LINES = 20
"""After which the patience has doubled."""


def step_table(then: OnStep | None = None) -> OnStep:
    """The option `on_step` that prints the table, and then calls another one."""
    table = StepTable(_notebook_line() or stderr.say)

    def show(step: SolveStep) -> None:
        table(step)
        if then is not None:
            then(step)

    return show


class StepTable:
    """Gives lines of the table to `say`: one at every better point, and now and then another."""

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say, self._lines, self._last = say, 0, 0.0
        self._shown = ""

    def __call__(self, step: SolveStep) -> None:
        """Take a step, a line of which is due or not."""
        due = step.seconds - self._last >= PATIENCE * (1 + self._lines / FEW_LINES)
        text = line(step)
        state = text.removeprefix("*").split(maxsplit=1)[1]  # without mark and time
        if not (due or step.x is not None or (step.ended and state != self._shown)):
            return
        if not self._lines:
            self._say(HEADER)
        self._say(text)
        self._lines, self._last, self._shown = self._lines + 1, step.seconds, state


def line(step: SolveStep) -> str:
    """The line of a step under the `HEADER`."""
    gap, values = step.relative_gap, (step.incumbent, step.dual_bound)
    who = step.solver if step.method in {"", "direct"} else f"{step.method} {step.solver}"
    return _LINE.format(
        "*" if step.x is not None else "",
        _seconds(step.seconds),
        who,
        *("-" if number is None else f"{number:.8g}" for number in values),
        "-" if gap is None else f"{gap:.2%}" if gap < 100 else "large",
        *(f"{count:,}" if count else "-" for count in (step.rows_added, step.nodes)),
    )


def _seconds(seconds: float) -> str:
    if seconds < 3600:
        return f"{seconds:.1f}s"
    minutes = int(seconds) // 60
    return f"{minutes // 60}h{minutes % 60:02}m"


def _notebook_line() -> Callable[[str], object] | None:
    """A function that shows its text in place of the one before; None outside of notebooks."""
    shell: Any = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if getattr(shell, "kernel", None) is None:
        return None
    display: Any = import_module("IPython.display").display

    class Text(str):
        __slots__ = ()

        def __repr__(self) -> str:
            return str(self)

    handle: Any = None

    def show(text: str) -> None:
        nonlocal handle
        if handle is None:
            handle = display(Text(text), display_id=True)
        else:
            handle.update(Text(f"{HEADER}\n{text}"))

    return show
