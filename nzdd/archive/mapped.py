"""Archives whose arrays stay in the file, as parts of a memory map."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

ALIGNMENT = 64
_HEADER = 30
"""Bytes of the header of a member of a zip, before its name."""
_ZIP64 = 20
_PADDING = 0xD935
"""The number that a field of a zip has if it is padding."""
_NPY_HEADER = 1 << 16


class ArchiveError(ValueError):
    """A file that is not an archive of the expected kind, or a damaged one."""


def write_aligned(file: BinaryIO, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write an archive whose arrays are not compressed, and aligned in the file."""
    with zipfile.ZipFile(file, "w") as members:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(f"{name}.npy")
            start = members.start_dir + _HEADER + len(member.filename) + _ZIP64 + 4
            padding = -start % ALIGNMENT
            member.extra = b"".join(
                number.to_bytes(2, "little") for number in (_PADDING, padding)
            ) + bytes(padding)
            with members.open(member, "w", force_zip64=True) as target:
                np.lib.format.write_array(target, array, (1, 0), allow_pickle=False)


@contextmanager
def mapped(
    path: Path,
) -> Iterator[tuple[zipfile.ZipFile, Callable[[str], NDArray[Any]]]]:
    """The members of an archive, and a function that gives the array of one, in the file itself.

    The checksum of a member is compared before its array is given out.
    """
    with path.open("rb") as file:
        data = mmap(file.fileno(), 0, access=ACCESS_READ)  # stays as long as an array needs it
        if data[:2] == b"\x1f\x8b":
            raise ArchiveError("a gzip file cannot be mapped; unpack it, or leave out mmap")
        with zipfile.ZipFile(file) as members:
            yield members, lambda name: _mapped_array(data, members.getinfo(name))


def _mapped_array(data: mmap, member: zipfile.ZipInfo) -> NDArray[Any]:
    if member.compress_type != zipfile.ZIP_STORED:
        raise ArchiveError(
            "compressed arrays cannot be mapped; write the file by save(path, compressed=False), "
            "or leave out mmap"
        )
    header = data[member.header_offset : member.header_offset + _HEADER]
    lengths = (int.from_bytes(header[at : at + 2], "little") for at in (26, 28))
    start = member.header_offset + _HEADER + sum(lengths)
    content = memoryview(data)[start : start + member.file_size]
    if zlib.crc32(content) != member.CRC:
        raise ValueError(f"bad CRC-32 for file {member.filename!r}")
    return array_at(member.filename, content)


def array_at(name: str, content: memoryview) -> NDArray[Any]:
    """The array of a file of numpy, on its bytes, so that no size is believed unseen."""
    stream = io.BytesIO(content[:_NPY_HEADER])
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError(f"{name} has a header that nzdd never writes")
    shape, fortran_order, dtype = np.lib.format.read_array_header_1_0(stream)
    if dtype.hasobject:
        raise ValueError(f"{name} holds Python objects")
    return np.ndarray(shape, dtype, content, stream.tell(), order="F" if fortran_order else "C")
