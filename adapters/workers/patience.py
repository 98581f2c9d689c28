"""How long is waited for whom: every such time of the processes in which solvers run.

Ctrl-C is answered within half a second: it is seen after `POLL_SECONDS` at most, once by a race of
solvers and once by each of its roads, and `GRACE_SECONDS` later a solver is ended.
"""

POLL_SECONDS = 0.02
"""How often interruptions are looked for."""

GRACE_SECONDS = 0.15
"""How long an interrupted solver may take to hand over what it has, unless told otherwise."""

OVERTIME_SECONDS = 2.0
"""How long past its time limit a solver may go on: some look at the clock between two long steps,
and reading the model is not counted by all."""

OVERTIME_SHARE = 0.1
"""The same as a share of the limit; the two are added."""

DEATH_SECONDS = 2.0
"""How long a process that hung up may take to be gone, so that it can be told how it ended."""

ORPHAN_SECONDS = 0.5
"""How often a worker looks whether the process it works for is still there."""


def deadline(time_limit: float) -> float:
    """The seconds after which a solver with this limit is ended by others."""
    return time_limit * (1 + OVERTIME_SHARE) + OVERTIME_SECONDS
