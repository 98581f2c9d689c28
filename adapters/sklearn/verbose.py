"""What estimators print with ``verbose``."""

from __future__ import annotations

from nzdd.formulations.iteration.history import HEADER, Step


def print_step(step: Step) -> None:
    """Print a step as a line of a table, the header before the first one."""
    if step.number == 0:
        print(HEADER)
    print(step.line(), flush=True)
