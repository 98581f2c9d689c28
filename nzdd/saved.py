"""What every diagram is as an object: immutable, and kept in one file."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np

from nzdd import archive

if TYPE_CHECKING:
    from typing_extensions import Self


class Saved(ABC):
    """An immutable object with named fields that saves, pickles and copies itself."""

    __slots__ = ()
    _kind: ClassVar[str]
    """What an archive calls it."""

    @classmethod
    def _of(cls, **fields: Any) -> Self:
        """An object with these fields; arrays become read-only."""
        self = object.__new__(cls)
        for name, value in fields.items():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
            object.__setattr__(self, name, value)
        return self

    @abstractmethod
    def _state(self) -> dict[str, Any]:
        """The fields as arrays, numbers and strings; None is left out."""

    @classmethod
    @abstractmethod
    def _restore(cls, state: dict[str, Any]) -> Self:
        """The object of a state; ValueError where the state is none."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all to one file; an existing file is replaced only when all is written.

        Raises
        ------
        OSError
            If the file cannot be written.
        """
        archive.write(path, self._kind, self._state())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a file written by `save`.

        Raises
        ------
        nzdd.ArchiveError
            If the file is truncated, altered, no archive, or holds something else.
        OSError
            If the file cannot be read.
        """
        return archive.read(path, cls._kind, cls._restore)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self)._restore, (self._state(),)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self
