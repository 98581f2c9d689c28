"""Errors that name the thing, the place and the cure, in one line."""

from __future__ import annotations

from os import PathLike, fspath


class ModelFileError(ValueError):
    """A model file that cannot be read.

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
        place = self.path if self.line is None else f"{self.path}, line {self.line}"
        return f"{place}: {self.what}; {self.cure}"


class UnsupportedModelError(ValueError):
    """A model or an option that the chosen solver or file format cannot take."""


class MissingExtraError(ImportError):
    """An optional dependency that is not installed; the message names the pip extra."""
