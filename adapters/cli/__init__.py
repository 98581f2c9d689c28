"""The command ``nzdd``.

A module a subcommand (``solve``, ``compress``, ``recover``, ``build``, ``info``, ``draw``, ``fit``,
``predict``); ``command`` has the parser and turns errors into one line; ``formats`` and ``inputs``
read what they are given, ``outputs`` checks where they may write, ``answer`` prints; ``states`` and
``steps`` are for long runs.
"""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.

    Returns
    -------
    int
        0: answered; 1: no answer within the limits; 2: bad input or output; 70: a fault of nzdd;
        130: Ctrl-C. Bad usage and ``--help`` leave by SystemExit with 2 and 0, SIGTERM and SIGHUP
        with 143 and 129.
    """
    try:
        # Loading takes a moment, in which Ctrl-C is to be answered like later.
        from nzdd.adapters.cli.command import run
        from nzdd.adapters.interruption import terminable

        with terminable():
            return run(arguments)
    except KeyboardInterrupt:
        from nzdd.adapters.cli.answer import note

        note("interrupted")
        return 130
