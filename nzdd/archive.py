"""The file format of everything nzdd saves: a zip of named numpy arrays.

A member ``format`` names the kind, the version and all other members. The CRC-32 of each member is
checked before its bytes are used; nothing is unpickled. The class of the object then checks the
arrays, so any file gives an object or an `ArchiveError`.
"""

from __future__ import annotations

import gzip
import io
import json
import math
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import numpy as np
from numpy.typing import NDArray

from nzdd.ground_set import GroundSet
from nzdd.input.memory import max_bytes, read_up_to, too_large
from nzdd.order import Order

VERSION = 1
_NEED = 4  # bytes of memory for a byte of the arrays
T = TypeVar("T")


class ArchiveError(ValueError):
    """A file that is not an archive of the expected kind, or a damaged one."""


def write(path: str | os.PathLike[str], kind: str, state: Mapping[str, Any]) -> None:
    """Write named arrays, numbers and strings as an archive of the given kind.

    A tuple, such as names of symbols, is written as JSON.

    Raises
    ------
    TypeError
        If a tuple holds something else than strings, numbers, None, and tuples of them.
    OSError
        If the file cannot be written; an existing file stays as it was.
    """
    arrays: dict[str, Any] = {
        name: _as_json(value) if isinstance(value, tuple) else np.asarray(value)
        for name, value in state.items()
    }
    arrays["format"] = np.asarray([f"nzdd {kind}", str(VERSION), *arrays])
    with replacing(path) as file:
        np.savez_compressed(file, **arrays)


def read(path: str | os.PathLike[str], kind: str, restore: Callable[[dict[str, Any]], T]) -> T:
    """Read an archive, plain or gzip, and make an object of it.

    Raises
    ------
    ArchiveError
        Naming the file and what is wrong with it.
    OSError
        If the file cannot be read.
    """
    with _opened(path) as file:
        if "format.npy" not in file.namelist():
            raise ArchiveError("it is not an nzdd archive")
        found, version, *names = _array(file, "format.npy").tolist()
        if found != f"nzdd {kind}":
            raise ArchiveError(f"it holds {found.removeprefix('nzdd ')!r}, not {kind!r}")
        if not version.isdecimal() or int(version) > VERSION:
            raise ArchiveError(
                f"it has format version {version}; this release reads up to {VERSION}"
            )
        return restore({name: _array(file, f"{name}.npy") for name in names})


def kind_of(path: str | os.PathLike[str]) -> str:
    """What an archive holds: ``zdd``, ``nzdd`` or ``extended formulation``. Raises as `read`."""
    with _opened(path) as file:
        return str(_array(file, "format.npy")[0]).removeprefix("nzdd ")


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[zipfile.ZipFile]:
    """Open an archive that does not unpack to more than memory holds.

    Whatever is wrong with the file, here or in the block, becomes an `ArchiveError` that names it.
    """
    limit = max_bytes(_NEED)
    with Path(path).open("rb") as file:
        data = read_up_to(file, limit + 1)
    try:
        with zipfile.ZipFile(io.BytesIO(_unpacked(data, limit))) as members:
            if sum(member.file_size for member in members.infolist()) > limit:
                raise ArchiveError("; ".join(too_large(limit)))
            yield members
    except ArchiveError as error:
        raise ArchiveError(f"{os.fspath(path)}: {error}") from None
    except MemoryError:  # pragma: no cover - no file is damaged; memory ends elsewhere in the tests
        raise
    except Exception as error:  # zipfile and numpy raise errors of every kind on damaged bytes
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ArchiveError(
            f"{os.fspath(path)}: the file is damaged or not an nzdd archive ({reason}); "
            "copy it again, or make it anew"
        ) from error


def _unpacked(data: bytes, limit: int) -> bytes:
    """The bytes themselves, or those that a gzip file holds."""
    if not _within(data, limit).startswith(b"\x1f\x8b"):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            return _within(read_up_to(file, limit + 1), limit)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"its gzip data are truncated or damaged: {error}") from None


def _within(data: bytes, limit: int) -> bytes:
    if len(data) > limit:
        raise ArchiveError("; ".join(too_large(limit)))
    return data


def _array(file: zipfile.ZipFile, name: str) -> NDArray[Any]:
    """One member as a read-only array on its own bytes, so that no size is believed unseen."""
    if file.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError(f"{name} has a compression that nzdd never writes")
    data = file.read(name)
    stream = io.BytesIO(data)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError(f"{name} has a header that nzdd never writes")
    shape, fortran_order, dtype = np.lib.format.read_array_header_1_0(stream)
    if dtype.hasobject:
        raise ValueError(f"{name} holds Python objects")
    return np.ndarray(shape, dtype, data, stream.tell(), order="F" if fortran_order else "C")


def entry(
    state: Mapping[str, Any], name: str, dtype: Any, ndim: int, size: int | None = None
) -> NDArray[Any]:
    """One array of an archive, of the expected type and shape."""
    if name not in state:
        raise ValueError(f"{name} is missing")
    array = np.asarray(state[name])
    if not np.can_cast(array.dtype, dtype):
        raise ValueError(f"{name} has type {array.dtype}")
    if array.ndim != ndim or (size is not None and array.size != size):
        raise ValueError(f"{name} has shape {array.shape}")
    return np.array(array, dtype, order="C")


def number(state: Mapping[str, Any], name: str) -> int:
    """A count or an index of an archive: an integer from 0 to 2**32 - 1."""
    value = int(entry(state, name, np.int64, 0))
    if not 0 <= value < 2**32:
        raise ValueError(f"{name} is {value}")
    return value


def _as_json(values: tuple[Any, ...]) -> NDArray[np.uint8]:
    """Strings, numbers, None, and tuples of them as JSON in bytes; tuples become lists."""

    def check(value: Any) -> Any:
        if isinstance(value, tuple):
            return [check(each) for each in value]
        value = value.item() if isinstance(value, np.generic) else value
        if value is None or isinstance(value, str | int) or _is_finite(value):
            return value
        raise TypeError(
            f"the name {value!r} cannot be saved; rename it to a string, a finite number or a "
            "tuple of them, or save the family without names: f.named(None)"
        )

    return np.frombuffer(json.dumps(check(values)).encode(), np.uint8)


def _is_finite(value: Any) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def _ground(state: Mapping[str, Any], num_symbols: int) -> GroundSet:
    """The ground set of an archive, or of a pickle, whose names are a tuple."""
    if "names" not in state:
        return GroundSet(num_symbols)
    names = state["names"]
    if not isinstance(names, tuple):
        names = _as_tuple(json.loads(entry(state, "names", np.uint8, 1).tobytes()))
    return GroundSet.of(names, num_symbols)


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value


def order(state: Mapping[str, Any], num_symbols: int) -> Order:
    """The symbol order of an archive, with the names of the symbols."""
    name = str(state["order_name"]) if "order_name" in state else "natural"
    ground = _ground(state, num_symbols)
    if "order" not in state:
        return Order(name, None, ground)
    symbols = entry(state, "order", np.uint32, 1, num_symbols)
    if not np.array_equal(np.sort(symbols), np.arange(num_symbols)):
        raise ValueError("order is not a permutation of the symbols")
    return Order(name, symbols, ground)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a temporary file beside ``path`` and rename it to ``path`` at the end of the block.

    If the block raises, the temporary file is removed and whatever stood at ``path`` stays. A link
    is followed; what is not a regular file (a device, a pipe) is written to, never replaced. An
    OSError names ``path``: that of a full disk has no name of its own.
    """
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "wb") as file:
                yield file
        else:
            with _renamed_to(Path(os.path.realpath(path))) as file:
                yield file
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


@contextmanager
def _renamed_to(target: Path) -> Iterator[BinaryIO]:
    temporary = target.with_name(f".{target.name}.{os.getpid()}-{os.urandom(4).hex()}.part")
    try:
        with open(temporary, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
