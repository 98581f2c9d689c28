"""Standard input and output in place of files: ``-`` on the command line."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from nzdd.adapters.cli.answer import note
from nzdd.adapters.cli.arguments import ContentPath, InputPath, OutputPath
from nzdd.adapters.files.formats import known
from nzdd.adapters.files.recognition import NUMBERS, recognised

STREAM = "-"

OF_NUMBERS = {"solve": "orlib", "compress": "orlib", "build": "itemsets"}
"""The format of a file of numbers only, to a command; others ask for it."""


class Streams:
    """The files that stand for standard input and output, in a folder of their own."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._folder: Path | None = None
        self.output: Path | None = None

    def __enter__(self) -> Streams:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def named(self, text: str) -> str:
        """A text in which the files have no folder, which means nothing to the user."""
        return text if self._folder is None else text.replace(f"{self._folder}/", "")

    def finish(self) -> None:
        """Copy what was written to standard output; a closed pipe is not an error."""
        if self.output is not None and self.output.exists():
            with self.output.open("rb") as file:
                try:
                    shutil.copyfileobj(file, sys.stdout.buffer)
                    sys.stdout.flush()
                except BrokenPipeError:
                    sys.stdout = None

    def replace(self, options: Namespace) -> None:
        """Put files in place of ``-`` among the options."""
        inputs = outputs = 0
        for name, value in list(vars(options).items()):
            values = value if isinstance(value, list) else [value]
            for place, path in enumerate(values):
                if path != STREAM or not isinstance(path, (InputPath, OutputPath)):
                    continue
                if isinstance(path, InputPath):
                    inputs += 1
                    if inputs == 1:
                        path = self._read(options, with_suffix=isinstance(path, ContentPath))
                else:
                    outputs += 1
                    suffix = ".html" if vars(options).get("html") else path.suffix
                    self.output = self._file(f"stdout{suffix}")
                    path = str(self.output)
                values[place] = path
            if not isinstance(value, list):
                setattr(options, name, values[0])
        if inputs > 1:
            raise ValueError("- stands for standard input, which can be read once only")
        if outputs > 1 or (outputs and options.json):
            what = "--json" if outputs == 1 else "another file"
            raise ValueError(f"- and {what} would both go to standard output; name a file")

    def _read(self, options: Namespace, *, with_suffix: bool) -> str:
        """Standard input as a file, perhaps with a suffix that tells its format."""
        if sys.stdin is None:
            raise ValueError("- stands for standard input, which is closed; name a file")
        if sys.stdin.isatty() and not options.quiet:
            note("reading from the terminal, up to Ctrl-D")
        path = self._file("stdin")
        with path.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        if not with_suffix:
            return str(path)
        name, suffix = vars(options).get("format"), ""
        if name is None:
            name, suffix = recognised(path) or (None, "")
        if name == NUMBERS:
            name = OF_NUMBERS.get(options.command)
        if name is None:
            cure = "name it by --format" if "format" in options else "write it to a file"
            raise ValueError(f"stdin: the content does not tell its format; {cure}")
        suffix = suffix or known(name)[0].suffixes[0]
        return str(path.rename(path.with_name(f"stdin{suffix}")))

    def _file(self, name: str) -> Path:
        if self._folder is None:
            self._folder = Path(self._stack.enter_context(TemporaryDirectory(prefix="nzdd-")))
        return self._folder / name
