"""Plain and packed text files: read whole with clear errors, written whole or not at all."""

from __future__ import annotations

import gzip
import lzma
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import IO

from nzdd.adapters.errors import ModelFileError
from nzdd.files import replacing

GZIP_MAGIC = b"\x1f\x8b"
XZ_MAGIC = b"\xfd7zXZ\x00"


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Return the content of a file, unpacked if it is gzip or xz (by content, not by name).

    The mark that some editors put before UTF-8 text is left out.

    Raises
    ------
    ModelFileError
        If the file is missing, is a directory, may not be read, is empty, or is a gzip or xz
        file that is truncated or damaged.
    """
    try:
        content = Path(path).read_bytes()
    except FileNotFoundError:
        raise ModelFileError(path, None, "no such file", "check the path") from None
    except IsADirectoryError:
        raise ModelFileError(path, None, "is a directory", "name a file in it") from None
    except OSError as error:
        what = error.strerror or str(error)
        raise ModelFileError(path, None, what, "check the file's permissions") from None
    try:
        if content.startswith(GZIP_MAGIC):
            content = gzip.decompress(content)
        elif content.startswith(XZ_MAGIC):
            content = lzma.decompress(content)
    except (EOFError, zlib.error, gzip.BadGzipFile, lzma.LZMAError) as error:
        kind = "gzip" if content.startswith(GZIP_MAGIC) else "xz"
        what = f"the {kind} data is truncated or damaged ({error})"
        raise ModelFileError(path, None, what, "copy or download the file again") from None
    content = content.removeprefix(BOM_UTF8)
    if not content.strip():
        raise ModelFileError(path, None, "the file is empty", "copy or download it again")
    return content


def read_text(path: str | PathLike[str]) -> str:
    """Return the text of a file as `read_bytes` does: UTF-8, or Latin-1 where it is not UTF-8."""
    content = read_bytes(path)
    try:
        return content.decode()
    except UnicodeDecodeError:
        # Old model files use Latin-1 in names and comments; every byte string decodes as that.
        return content.decode("latin-1")


def write_text(path: str | PathLike[str], chunks: Iterable[str]) -> None:
    """Write text to a file, gzip if its name ends in ``.gz``, so that no half of it can be seen.

    The text goes to a temporary file in the same directory, which takes the place of `path` only
    once it is complete; an error or Ctrl-C leaves an older file as it was. Equal text gives equal
    bytes: the gzip header holds neither time nor name. A device or a pipe is written directly.

    Raises
    ------
    OSError
        If the directory is missing or the disk is full.
    """
    with replacing(path) as stream:
        _write(stream, chunks, zipped=Path(path).suffix == ".gz")


def _write(stream: IO[bytes], chunks: Iterable[str], *, zipped: bool) -> None:
    if not zipped:
        stream.writelines(map(str.encode, chunks))
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0, compresslevel=6) as packed:
        packed.writelines(map(str.encode, chunks))
