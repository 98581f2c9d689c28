"""Errors that name the thing, the place and the cure, in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike, fspath

from nzdd.adapters.requirements import install_command
from nzdd.input.text import short


class ModelFileError(ValueError):
    """A file that cannot be read.

    All readers of `nzdd.adapters.files` raise it where a file is missing, a directory or a pipe,
    may not be read, is empty, truncated or damaged, needs more than `nzdd.input.memory.max_bytes`,
    or does not follow its format. The message names the file, the line where there is one, the
    value and the cure, in one line.

    Parameters
    ----------
    path : path-like
        The file.
    line : int or None
        Number of the offending line, from 1, where it is known.
    what : str
        What is wrong.
    cure : str
        What to do about it.
    """

    def __init__(self, path: str | PathLike[str], line: int | None, what: str, cure: str) -> None:
        # All four in `args`, so that the error survives pickling.
        super().__init__(path, line, what, cure)
        self.path = fspath(path)
        self.line = line
        self.what = what
        self.cure = cure

    def __str__(self) -> str:
        place = short(self.path)
        if self.line is not None:
            place += f", line {self.line}"
        return f"{place}: {self.what}; {self.cure}"


class UnsupportedModelError(ValueError):
    """A model or an option that the chosen solver or file format cannot take."""


class OptionError(ValueError):
    """An option of a solver's own that it does not have, or a value that it does not take."""


class LicenceError(UnsupportedModelError):
    """A solver's licence is missing, expired, or too small for the model."""


class RenderError(RuntimeError):
    """Graphviz could not draw; the message says why."""


class ClusterError(RuntimeError):
    """Workers died, or the connection to a scheduler was lost; the message says which."""


class MissingExtraError(ImportError):
    """An optional dependency that is not installed, or broken.

    Parameters
    ----------
    what : str
        The feature that needs it, in the singular.
    package : str
        The dependency.
    extra : str
        The extra of nzdd that installs it.
    cure : str
        What else may help.
    fault : str
        What is wrong with it.
    """

    def __init__(
        self,
        what: str,
        package: str,
        extra: str,
        cure: str = "",
        fault: str = "is not installed",
    ) -> None:
        # All five in `args`, so that the error survives pickling.
        super().__init__(what, package, extra, cure, fault)
        self.what = what
        self.package = package
        self.extra = extra
        self.cure = cure
        self.fault = fault

    def __str__(self) -> str:
        missing = f"{self.what} needs {self.package}, which {self.fault}"
        cures = [install_command(self.extra, self.package), self.cure]
        return f"{missing}; {', or '.join(filter(None, cures))}"


@contextmanager
def in_part(kind: str, number: int) -> Iterator[None]:
    """Errors of the block say in which part of many they are, such as "chunk 3"."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raised = TypeError if isinstance(error, TypeError) else ValueError
        raise raised(f"{kind} {number}: {error}") from None
