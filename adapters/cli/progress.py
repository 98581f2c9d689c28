"""Progress on stderr: bars on a terminal, and tables of the steps of long runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import perf_counter
from typing import TYPE_CHECKING

from nzdd.adapters import stderr
from nzdd.adapters.cli.answer import note
from nzdd.adapters.extras import is_installed
from nzdd.formulations.iteration.history import HEADER, OnStep, Step
from nzdd.input.row_table import Progress
from nzdd.input.text import printable

if TYPE_CHECKING:
    from nzdd.formulations.learning.rules.path import PathPoint

_BAR = "{desc:<24}{percentage:3.0f}%|{bar:30}| {elapsed}"
_PATH_LINE = "{:>9}{:>11}{:>8}{:>8}{:>10}{:>13}{:>15}"
_PATH_HEADER = _PATH_LINE.format(
    "seconds", "penalty", "relaxed", "rules", "literals", "objective", "held-out loss"
)
_PATIENCE = 0.5
"""Seconds between two lines."""


@contextmanager
def progress_bar(title: str, *, quiet: bool = False) -> Iterator[Progress | None]:
    """Give a callback that moves a bar on stderr; None if `quiet` or not on a terminal.

    The title stands before the name of each stage. The bar goes when the share is 1.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty() or not is_installed("tqdm"):
        yield None
        return
    from tqdm import tqdm

    bar: tqdm[None] | None = None

    def show(stage: str, share: float) -> None:
        nonlocal bar
        if bar is None and share >= 1.0:
            return
        bar = bar or tqdm(total=1.0, bar_format=_BAR, leave=False, file=sys.stderr)
        bar.n = min(max(share, 0.0), 1.0)
        bar.set_description_str(printable(f"{title}: {stage}"))
        if share >= 1.0:
            close()

    def close() -> None:
        nonlocal bar
        if bar is not None:
            bar.close()
            bar = None

    try:
        yield show
    finally:
        close()


def step_printer(*, quiet: bool, always: bool) -> OnStep | None:
    """A callback that prints steps on stderr, at most two a second; None if `quiet`.

    With `always` it prints every step, and also where stderr is not a terminal.
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


def point_printer(*, quiet: bool) -> Callable[[PathPoint], None] | None:
    """A callback that prints penalties as they are compared; None if `quiet` or not on a terminal.

    It prints at most two a second.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        return None
    started, last = perf_counter(), -_PATIENCE

    def show(point: PathPoint) -> None:
        nonlocal last
        seconds = perf_counter() - started
        if seconds - last < _PATIENCE:
            return
        if last < 0:
            stderr.say(_PATH_HEADER)
        last = seconds
        counts = (f"{count:,}" for count in (point.num_rules, point.num_literals))
        values = (f"{number:.6g}" for number in (point.bounds.upper, point.held_out_loss))
        shares = f"{point.level:.4g}", f"{point.relax:g}"
        stderr.say(_PATH_LINE.format(f"{seconds:.1f}", *shares, *counts, *values))

    return show


def note_stop() -> None:
    """Say what the first Ctrl-C does."""
    # raised if another line is just being written
    with suppress(RuntimeError):
        note("stopping; a second Ctrl-C ends without an answer")
