"""All waiting times of solves and of the processes that they run in.

Ctrl-C is answered within half a second: a race of solvers and each of its methods look for it every
`INTERRUPTION_POLL_SECONDS`, and kill a solver `INTERRUPTED_ANSWER_SECONDS` later.
"""

INTERRUPTION_POLL_SECONDS = 0.02
"""Between two looks for an interruption."""

INTERRUPTED_ANSWER_SECONDS = 0.15
"""For the answer of an interrupted solver, unless the option `wait` says otherwise."""

OVERTIME_SECONDS = 2.0
"""For a solver past its time limit: some look at the clock between two long steps only, and not all
count the time in which they read the model."""

OVERTIME_SHARE = 0.1
"""The same as a share of the limit; the two are added."""

MEMORY_POLL_SECONDS = 0.1
"""Between two looks at the memory of a process."""

EXIT_CODE_SECONDS = 2.0
"""For the exit code of a process that has closed its connection."""

PARENT_POLL_SECONDS = 0.5
"""Between two looks of a worker process whether the process that started it is still there."""

SECOND_SOLVER_SECONDS = 10.0
"""For another solver to confirm a claim, or as long as the first one took, if longer."""

RACE_HEAD_START_SECONDS = 0.03
"""For one solver before another one races it."""

LAZY_HEAD_START_SECONDS = 3.0
"""The same for the method ``lazy``, which is far faster on most models that it suits."""

LAZY_HEAD_START_BESIDE_SMALL_SECONDS = 0.5
"""The same where the other one is the extended formulation of a small diagram."""

LAZY_TRIAL_SECONDS = 5.0
"""For the method ``lazy`` to show that few rows bind, before another method replaces it."""


def deadline(time_limit: float) -> float:
    """Seconds after which a solver with this time limit is killed."""
    return time_limit * (1 + OVERTIME_SHARE) + OVERTIME_SECONDS
