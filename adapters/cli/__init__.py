"""The command ``nzdd``.

``commands`` has a module a subcommand, ``command`` the parser, which turns errors into one line.
``learning`` has the models of `nzdd fit`.
``arguments`` declares what several subcommands take, ``cluster`` an option for Dask. ``inputs``
reads files, ``outputs`` checks where files may be written, ``answer`` prints results and
``progress`` what happens meanwhile.
"""

from __future__ import annotations

import signal
from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter

from nzdd.adapters.stderr import say
from nzdd.adapters.workers.interruption import interruption, not_lost, terminable


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process, which ends afterwards: further Ctrl-C ends it at once.

    Returns
    -------
    int
        0: answered; 1: no answer within the limits; 2: bad input or output; 70: a fault of nzdd;
        130: Ctrl-C. Bad usage and ``--help`` leave by SystemExit with 2 and 0, SIGTERM and SIGHUP
        with 143 and 129.
    """
    started = perf_counter()  # packages load within the time limit
    try:
        try:
            # Ctrl-C waits while packages load: numpy would turn it into an ImportError, and Python
            # would lose it in a callback. A second one does not wait.
            with interruption() as interrupted:
                try:
                    from nzdd.adapters.cli.command import parsed, run

                    options = parsed(arguments)
                    options.started = started
                except Exception:
                    if not interrupted.is_set():
                        raise
            if interrupted.is_set():
                raise KeyboardInterrupt
            with terminable(), not_lost():
                return run(options)
        except KeyboardInterrupt:
            _leave_ctrl_c(arguments)
            say("nzdd: interrupted")  # as `note` does, whose packages may be half loaded
            return 130
        finally:
            _leave_ctrl_c(arguments)
    except KeyboardInterrupt:  # a second one, while the first is answered
        return 130


def _leave_ctrl_c(arguments: Sequence[str] | None) -> None:
    """Let Ctrl-C end the process, which is about to end, without a message."""
    if arguments is None and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        with suppress(ValueError):  # of another thread than the main one
            signal.signal(signal.SIGINT, signal.SIG_DFL)
