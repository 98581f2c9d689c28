"""A zip of named numpy arrays, written and read."""

from __future__ import annotations

import gzip
import io
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from nzdd.archive.atomic import replacing
from nzdd.archive.entries import as_json
from nzdd.archive.mapped import ArchiveError, array_at, mapped, write_aligned
from nzdd.input.memory import max_bytes, read_up_to, too_large

Place: TypeAlias = "str | os.PathLike[str] | IO[bytes]"
"""A path, or an open binary file."""

VERSION = 1
_NEED = 4  # bytes of memory for a byte of the arrays
T = TypeVar("T")


def write(place: Place, kind: str, state: Mapping[str, Any], *, compressed: bool = True) -> None:
    """Write named arrays, numbers and strings as an archive of the given kind.

    A tuple, such as names of symbols, is written as JSON. Arrays that are not compressed can be
    mapped.

    Raises
    ------
    TypeError
        If a tuple holds something else than strings, numbers, None, and tuples of them.
    OSError
        If the file cannot be written; an existing file stays as it was.
    """
    arrays: dict[str, Any] = {
        name: as_json(value) if isinstance(value, tuple) else np.asarray(value)
        for name, value in state.items()
    }
    arrays["format"] = np.asarray([f"nzdd {kind}", str(VERSION), *arrays])
    _check_place(place)
    with nullcontext(place) if _is_open(place, "write") else replacing(cast(str, place)) as file:
        if compressed:
            np.savez_compressed(cast(BinaryIO, file), **arrays)
        else:
            write_aligned(cast(BinaryIO, file), arrays)


def read(
    place: Place, kind: str, restore: Callable[[dict[str, Any]], T], *, mmap: bool = False
) -> T:
    """Read an archive, plain or gzip, and make an object of it.

    With `mmap` the arrays stay in the file, which must not be compressed.

    Raises
    ------
    ArchiveError
        Names the file and the fault.
    OSError
        If the file cannot be read.
    """
    with _opened(place, mmap=mmap) as (file, array):
        if "format.npy" not in file.namelist():
            raise ArchiveError("it is not an nzdd archive")
        found, version, *names = array("format.npy").tolist()
        if found != f"nzdd {kind}":
            raise ArchiveError(f"it holds {found.removeprefix('nzdd ')!r}, not {kind!r}")
        if not version.isdecimal() or int(version) > VERSION:
            raise ArchiveError(
                f"it has format version {version}; this release reads up to {VERSION}"
            )
        return restore({name: array(f"{name}.npy") for name in names})


def kind_of(place: Place) -> str:
    """What an archive holds: ``zdd``, ``nzdd`` or ``extended formulation``. Raises as `read`."""
    with _opened(place) as (_, array):
        return str(array("format.npy")[0]).removeprefix("nzdd ")


@contextmanager
def _opened(
    place: Place, *, mmap: bool = False
) -> Iterator[tuple[zipfile.ZipFile, Callable[[str], NDArray[Any]]]]:
    """Open an archive that does not unpack to more than memory holds: members, and their arrays.

    Whatever is wrong with the file, here or in the block, becomes an `ArchiveError` that names it.
    """
    _check_place(place)
    name = _name(place)
    if mmap and _is_open(place, "read"):
        raise TypeError("mmap needs the path of a file, not an open one")
    limit = max_bytes(_NEED)
    data = b"" if mmap else _bytes_of(place, limit)
    try:
        if mmap:
            with mapped(Path(cast(str, place))) as opened:
                yield opened
        else:
            with zipfile.ZipFile(io.BytesIO(_unpacked(data, limit))) as members:
                if sum(member.file_size for member in members.infolist()) > limit:
                    raise ArchiveError("; ".join(too_large(limit)))
                yield members, lambda member: _array(members, member)
    except ArchiveError as error:
        raise ArchiveError(f"{name}: {error}") from None
    except MemoryError:  # pragma: no cover - no file is damaged; memory ends elsewhere in the tests
        raise
    except Exception as error:  # zipfile and numpy raise errors of every kind on damaged bytes
        if mmap and isinstance(error, OSError):
            raise
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ArchiveError(
            f"{name}: the file is damaged or not an nzdd archive ({reason}); "
            "copy it again, or make it anew"
        ) from error


def _check_place(place: Any) -> None:
    if isinstance(place, io.TextIOBase):
        raise TypeError("an archive is not text; open the file in binary mode, 'rb' or 'wb'")
    if not isinstance(place, str | os.PathLike) and not (
        _is_open(place, "read") or _is_open(place, "write")
    ):
        raise TypeError(f"an archive cannot be at {place!r}; give a path or an open binary file")


def _name(place: Place) -> str:
    if isinstance(place, io.BytesIO):
        return "the bytes"
    return "the open file" if _is_open(place, "read") else os.fspath(cast(str, place))


def _is_open(place: Place, method: str) -> bool:
    return hasattr(place, method)


def _bytes_of(place: Place, limit: int) -> bytes:
    if _is_open(place, "read"):
        return read_up_to(cast(IO[bytes], place), limit + 1)
    with Path(cast(str, place)).open("rb") as file:
        return read_up_to(file, limit + 1)


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
    return array_at(name, memoryview(data))
