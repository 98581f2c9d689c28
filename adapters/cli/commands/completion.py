"""``nzdd completion``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from nzdd.adapters.cli.answer import Answer
from nzdd.adapters.cli.arguments import ContentPath, InputPath, output_path
from nzdd.adapters.extras import require

SHELLS = ("bash", "zsh")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", choices=SHELLS, help="shell to print the script for")


def run(options: Namespace) -> Answer:
    """Print a script that completes commands, options and files in a shell."""
    shtab = require("shtab", "completion in a shell")
    from nzdd.adapters.cli.command import parser  # which imports this module

    top = parser()
    commands: Any = next(action for action in top._actions if action.dest == "command")
    for sub in commands.choices.values():
        for action in sub._actions:
            if action.type in (InputPath, ContentPath) or isinstance(action.type, output_path):
                action.complete = shtab.FILE
    script = shtab.complete(top, options.shell)
    return Answer({"shell": options.shell, "script": script}, script)
