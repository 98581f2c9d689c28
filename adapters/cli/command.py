"""The parser of the command line, and one place for every error."""

from __future__ import annotations

import io
import re
import sys
import traceback
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Collection, Sequence
from dataclasses import replace
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn

from nzdd import __version__, get_cmake_dir
from nzdd.adapters.cli.answer import (
    BAD_INPUT,
    FAULT,
    UNANSWERED,
    note,
    note_lines,
    warnings_as_notes,
)
from nzdd.adapters.cli.outputs import complaint
from nzdd.adapters.cli.standard_streams import Streams
from nzdd.adapters.errors import ClusterError, MissingExtraError, RenderError
from nzdd.adapters.extras import EXTRAS, missing
from nzdd.input.memory import NoRoomError

COMMANDS = {
    "info": "Show the size of a file and of the diagrams of its rows, or a saved model.",
    "build": "Build the diagram of rows in any number of files, which need not fit into memory.",
    "compress": "Write a smaller model with the same solutions.",
    "solve": "Solve a linear or mixed-integer model.",
    "pack": "Pack items into bins, cut stock, or colour a graph, with as few as possible.",
    "route": "Find vehicle routes of least length that visit each customer once.",
    "recover": "Turn a solution of the smaller model into one of the original, and check it there.",
    "fit": "Train a classifier on labelled rows of any kind.",
    "predict": "Predict the class of each row, one per line.",
    "draw": "Draw a diagram as a picture, as LaTeX or DOT text, or as a page for a browser.",
    "doctor": "Show versions, extras and memory, and try every solver.",
    "completion": "Print a script that completes commands, options and files in a shell.",
}
"""The subcommands: each is the module of ``commands`` with its name."""

DESCRIPTION = """Decision diagrams of constraint rows and binary samples, and optimisation over
them."""
EPILOG = """Exit codes: 0 answered (infeasible is an answer), 1 no answer within the limits, 2 bad
usage or input, 70 a fault of nzdd, 130 Ctrl-C."""


class _Parser(ArgumentParser):
    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Refuse an unknown option here, where the options of the subcommand are known."""
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            near = get_close_matches(unknown[0], re.findall(r"--[\w-]+", self.format_help()), 1)
            hint = f" (is {near[0]} meant?)" if near else ""
            self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return options, unknown

    def error(self, message: str) -> NoReturn:
        wrong = re.search(r"COMMAND: invalid choice: '([^']*)'", message)
        if wrong is not None:
            near = get_close_matches(wrong[1], COMMANDS, 1)
            hint = f"is {near[0]} meant?" if near else f"take one of {', '.join(COMMANDS)}"
            message = f"there is no command {wrong[1]!r} ({hint})"
        note(f"{message}; see {self.prog} --help")
        raise SystemExit(BAD_INPUT)


class _CMakeDir(Action):
    """Prints the folder; ``version`` would break a long line."""

    def __call__(self, parser: ArgumentParser, *_: object) -> NoReturn:
        print(get_cmake_dir())
        parser.exit()


def parser(loaded: Collection[str] = tuple(COMMANDS)) -> ArgumentParser:
    """The parser of the command; only the subcommands that are loaded know their arguments."""
    top = _Parser(prog="nzdd", description=DESCRIPTION, epilog=EPILOG, allow_abbrev=False)
    top.add_argument("-V", "--version", action="version", version=f"nzdd {__version__}")
    top.add_argument(
        "--cmake-dir",
        action=_CMakeDir,
        nargs=0,
        help="show the folder that find_package(nzdd) reads, for C and C++ programs, and exit",
    )
    common = _Parser(add_help=False)
    common.add_argument("--json", action="store_true", help="print the answer as one JSON object")
    common.add_argument("-q", "--quiet", action="store_true", help="no notes and no progress bar")
    common.add_argument("--debug", action="store_true", help="show the traceback of an error")
    commands = top.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for name, text in COMMANDS.items():
        sub = commands.add_parser(
            name, help=text, description=text, parents=[common], allow_abbrev=False
        )
        if name in loaded:
            module = import_module(f"nzdd.adapters.cli.commands.{name}")
            module.add_arguments(sub)
            sub.set_defaults(run=module.run)
    return top


def parsed(arguments: Sequence[str] | None) -> Namespace:
    """The arguments, by default those of the process; imports the module of the subcommand."""
    words = sys.argv[1:] if arguments is None else arguments
    if not words:
        words = ["--help"]
    # No option before the name of the subcommand takes a value.
    name = [word for word in words if not word.startswith("-")][:1]
    return parser(name).parse_args(words)


def run(options: Namespace) -> int:
    """Run a subcommand and return its exit code; only Ctrl-C leaves by an exception."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a name must not end the run.
        sys.stdout.reconfigure(errors="backslashreplace")
    with Streams() as streams:
        try:
            with warnings_as_notes(quiet=options.quiet):
                return _answered(options, streams)
        except Exception as error:
            if options.debug:
                note_lines(traceback.format_exc())
            code, text = _complaint(error)
            note(streams.named(text))
            return code


def _answered(options: Namespace, streams: Streams) -> int:
    """Run a subcommand and print its answer; on stderr, where stdout gets what it writes."""
    streams.replace(options)
    answer = options.run(options)
    if streams.output is None:
        replace(answer, text=streams.named(answer.text)).show(as_json=options.json)
    else:
        streams.finish()
        if not options.quiet:
            note_lines(streams.named(answer.text))
    return int(answer.code)


def _complaint(error: Exception) -> tuple[int, str]:
    """The exit code of an error, and its one line."""
    if isinstance(error, OSError):
        return BAD_INPUT, complaint(error)
    if isinstance(error, (ValueError, MissingExtraError, RenderError)):
        return BAD_INPUT, str(error)
    package = (getattr(error, "name", "") or "").partition(".")[0]
    if isinstance(error, ModuleNotFoundError) and package in EXTRAS:
        return BAD_INPUT, str(missing(package, "this"))
    if isinstance(error, (NoRoomError, ClusterError)):
        return UNANSWERED, str(error)
    if _is_out_of_memory(error):
        return UNANSWERED, "there is not enough memory for this; try a smaller input"
    return FAULT, (
        f"a fault of nzdd: {type(error).__name__}: {error}; please report it, with the input and "
        "with what --debug shows"
    )


def _is_out_of_memory(error: Exception) -> bool:
    """Whether memory was too small, also for a library or a thread to start."""
    words = ("can't start new thread", "failed to map segment", "cannot allocate memory")
    return isinstance(error, MemoryError) or (
        isinstance(error, (ImportError, RuntimeError)) and any(word in str(error) for word in words)
    )
