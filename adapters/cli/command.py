"""The command line: its parser, and one place for every error."""

from __future__ import annotations

import io
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import NoReturn

from nzdd import __version__
from nzdd.adapters.cli import build, compress, draw, fit, info, predict, recover, solve
from nzdd.adapters.cli.answer import BAD_INPUT, UNANSWERED, note
from nzdd.adapters.cli.outputs import complaint
from nzdd.adapters.errors import MissingExtraError
from nzdd.adapters.graphviz import RenderError

DESCRIPTION = """Decision diagrams of constraint rows and binary samples, and optimisation over
them."""
EPILOG = """Exit codes: 0 answered (infeasible is an answer), 1 no answer within the limits, 2 bad
usage or input, 130 Ctrl-C."""


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
    commands = top.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for module in (info, build, compress, solve, recover, fit, predict, draw):
        name = module.__name__.rpartition(".")[2]
        help_text = (module.run.__doc__ or "").splitlines()[0]
        sub = commands.add_parser(
            name, help=help_text, description=help_text, parents=[common], allow_abbrev=False
        )
        module.add_arguments(sub)
        sub.set_defaults(run=module.run)
    return top


def run(arguments: Sequence[str] | None) -> int:
    """Run the command and return its exit code; only Ctrl-C and bugs leave by an exception."""
    options = parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a name is no reason to fail.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return _run(options)
    except OSError as error:
        note(complaint(error))
    except (ValueError, MissingExtraError, RenderError) as error:
        note(str(error))
    except MemoryError:
        note("there is not enough memory for this; try a smaller input")
        return UNANSWERED
    return BAD_INPUT


def _run(options: Namespace) -> int:
    answer = options.run(options)
    answer.show(as_json=options.json)
    return int(answer.code)
