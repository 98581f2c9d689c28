"""The command line: its parser, and one place for every error."""

from __future__ import annotations

import io
import sys
import traceback
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import NoReturn

from nzdd import __version__
from nzdd.adapters.cli.answer import (
    BAD_INPUT,
    FAULT,
    UNANSWERED,
    note,
    note_lines,
    warnings_as_notes,
)
from nzdd.adapters.cli.commands import (
    build,
    compress,
    doctor,
    draw,
    fit,
    info,
    predict,
    recover,
    solve,
)
from nzdd.adapters.cli.outputs import complaint
from nzdd.adapters.errors import MissingExtraError
from nzdd.adapters.pictures.graphviz import RenderError

DESCRIPTION = """Decision diagrams of constraint rows and binary samples, and optimisation over
them."""
EPILOG = """Exit codes: 0 answered (infeasible is an answer), 1 no answer within the limits, 2 bad
usage or input, 70 a fault of nzdd, 130 Ctrl-C."""


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        note(f"{message}; see {self.prog} --help")
        raise SystemExit(BAD_INPUT)


def parser() -> ArgumentParser:
    """Return the parser of the whole command."""
    top = _Parser(prog="nzdd", description=DESCRIPTION, epilog=EPILOG, allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"nzdd {__version__}")
    common = _Parser(add_help=False)
    common.add_argument("--json", action="store_true", help="print one JSON object")
    common.add_argument("-q", "--quiet", action="store_true", help="no notes and no progress bar")
    common.add_argument(
        "--debug", action="store_true", help="show where in the program an error arose"
    )
    commands = top.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for module in (info, build, compress, solve, recover, fit, predict, draw, doctor):
        name = module.__name__.rpartition(".")[2]
        # not the docstring of `run`, which Python leaves out where PYTHONOPTIMIZE is 2
        sub = commands.add_parser(
            name, help=module.HELP, description=module.HELP, parents=[common], allow_abbrev=False
        )
        module.add_arguments(sub)
        sub.set_defaults(run=module.run)
    return top


def run(arguments: Sequence[str] | None) -> int:
    """Run the command and return its exit code; only Ctrl-C leaves by an exception."""
    options = parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a name is no reason to fail.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with warnings_as_notes(quiet=options.quiet):
            return _run(options)
    except Exception as error:
        if options.debug:
            note_lines(traceback.format_exc())
        return _told(error)


def _run(options: Namespace) -> int:
    answer = options.run(options)
    answer.show(as_json=options.json)
    return int(answer.code)


def _told(error: Exception) -> int:
    """Say in one line what went wrong, and return the exit code."""
    if isinstance(error, OSError):
        note(complaint(error))
    elif isinstance(error, (ValueError, MissingExtraError, RenderError)):
        note(str(error))
    elif _is_out_of_memory(error):
        note("there is not enough memory for this; try a smaller input")
        return UNANSWERED
    else:
        note(
            f"a fault of nzdd: {type(error).__name__}: {error}; please report it, with the input "
            "and with what --debug shows"
        )
        return FAULT
    return BAD_INPUT


def _is_out_of_memory(error: Exception) -> bool:
    """Whether memory ended, also where a library or a thread found no room to start in."""
    words = ("can't start new thread", "failed to map segment", "cannot allocate memory")
    return isinstance(error, MemoryError) or (
        isinstance(error, (ImportError, RuntimeError)) and any(word in str(error) for word in words)
    )
