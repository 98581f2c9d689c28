"""The file format of everything nzdd saves: a zip of named numpy arrays.

A member ``format`` names the kind and the version. Each member carries a CRC-32, which is compared
on reading; nothing is unpickled. What is read is then checked as a diagram by its class, so a file
of any content gives an object or an `ArchiveError`.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from nzdd.files import replacing
from nzdd.order import Order

VERSION = 1
T = TypeVar("T")


class ArchiveError(ValueError):
    """A file that is no archive of the wanted kind, or a damaged one."""


def write(path: str | os.PathLike[str], kind: str, state: Mapping[str, Any]) -> None:
    """Write named arrays, numbers and strings as an archive of the given kind.

    Raises
    ------
    OSError
        If the file cannot be written; an existing file stays as it was.
    """
    arrays = {name: np.asarray(value) for name, value in state.items()}
    with replacing(path) as file:
        np.savez_compressed(file, format=np.asarray([f"nzdd {kind}", str(VERSION)]), **arrays)


def read(path: str | os.PathLike[str], kind: str, restore: Callable[[dict[str, Any]], T]) -> T:
    """Read an archive and make an object of it.

    Raises
    ------
    ArchiveError
        Naming the file and what is wrong with it.
    OSError
        If the file cannot be read.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            if not isinstance(file, np.lib.npyio.NpzFile) or "format" not in file.files:
                raise ArchiveError("it is no nzdd archive")
            found, version = (str(text) for text in file["format"])
            if found != f"nzdd {kind}":
                raise ArchiveError(f"it holds {found.removeprefix('nzdd ')!r}, not {kind!r}")
            if not version.isdecimal() or int(version) > VERSION:
                raise ArchiveError(f"it has format version {version}; this release reads up to {VERSION}")
            return restore({name: file[name] for name in file.files if name != "format"})
    except ArchiveError as error:
        raise ArchiveError(f"{os.fspath(path)}: {error}") from None
    except (ValueError, KeyError, IndexError, TypeError, EOFError, zipfile.BadZipFile, zlib.error,
            NotImplementedError, UnicodeDecodeError, RuntimeError, SyntaxError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ArchiveError(f"{os.fspath(path)}: the file is damaged or no nzdd archive ({reason})") from None


def entry(state: Mapping[str, Any], name: str, dtype: Any, ndim: int, size: int | None = None) -> NDArray[Any]:
    """One array of an archive, of the wanted type and shape."""
    if name not in state:
        raise ValueError(f"{name} is missing")
    array = np.asarray(state[name])
    if array.dtype.kind != np.dtype(dtype).kind and not (array.dtype.kind in "iu" and np.dtype(dtype).kind in "iu"):
        raise ValueError(f"{name} has type {array.dtype}")
    if array.ndim != ndim or (size is not None and array.size != size):
        raise ValueError(f"{name} has shape {array.shape}")
    return np.ascontiguousarray(array).astype(dtype).reshape(array.shape)


def order(state: Mapping[str, Any], num_symbols: int) -> Order:
    """The symbol order of an archive."""
    if not 0 <= num_symbols <= 2**32 - 1:
        raise ValueError(f"num_symbols is {num_symbols}")
    name = str(state["order_name"]) if "order_name" in state else "natural"
    if "order" not in state:
        return Order(name, None)
    symbols = entry(state, "order", np.uint32, 1, num_symbols)
    if not np.array_equal(np.sort(symbols), np.arange(num_symbols)):
        raise ValueError("order is no permutation of the symbols")
    return Order(name, symbols)
