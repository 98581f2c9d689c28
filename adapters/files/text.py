"""Plain and packed text files: read whole or in chunks, written whole or not at all."""

from __future__ import annotations

import gzip
import io
import lzma
import math
import re
import stat
import zipfile
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import IO, Any, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import html_tables
from nzdd.archive import replacing
from nzdd.input.memory import max_bytes, read_up_to, too_large

StrPath: TypeAlias = str | PathLike[str]
Number = TypeVar("Number", bound=np.generic)

GZIP_MAGIC = b"\x1f\x8b"
XZ_MAGIC = b"\xfd7zXZ\x00"
ZIP_MAGIC = b"PK\x03\x04"
PACKED = (".gz", ".xz")

NEED = 32
"""Bytes of memory that most readers need at most for a byte of text."""

_CHUNK = 2**18
_LOOKED_AT = 2**20  # bytes, for the encoding
_FOREIGN_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\xc0-\xff][A-Za-z\x80-\xff]*")
_CYRILLIC_WORD = re.compile(rb"[\xa8\xb8\xc0-\xff]{2,}")


def plain_name(path: StrPath) -> str:
    """The name of a file in lower case, without the suffixes of packing."""
    name = Path(path).name.lower()
    for packed in PACKED:
        name = name.removesuffix(packed)
    return name


class Reader(io.BufferedReader):
    """The bytes of a file; those that are held in memory at one time are counted, and limited."""

    raw: _Counted

    def release(self) -> None:
        """Say that nothing read before is held any more."""
        self.raw.held = 0


class _Counted(io.RawIOBase):
    def __init__(self, path: StrPath, stream: IO[bytes], limit: int) -> None:
        self.path, self.stream, self.limit, self.held = path, stream, limit, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self.stream.seek(offset, whence)

    def tell(self) -> int:
        return self.stream.tell()

    def readinto(self, buffer: Any) -> int:
        content = self.stream.read(len(buffer))
        self.held += len(content)
        if self.held > self.limit:
            raise ModelFileError(self.path, None, *too_large(self.limit))
        buffer[: len(content)] = content
        return len(content)


def read_bytes(path: StrPath, need: int = NEED) -> bytes:
    """Return the content of a file, unpacked if it is packed (by content, not by name).

    It may be gzip, xz, or a zip archive of one file. UTF-16 text becomes UTF-8, a table in HTML
    text with commas, and the mark that some editors put before UTF-8 text is left out.
    ModelFileError if the file cannot be read, or memory does not hold `need` bytes for a byte of
    the content.
    """
    limit = max_bytes(need)
    with _unpacked(path) as stream:
        content = _whole(path, stream, limit)
    content = content.removeprefix(BOM_UTF8)
    if not content.strip():
        raise empty(path)
    return content


def _whole(path: StrPath, stream: IO[bytes], limit: int) -> bytes:
    content = read_up_to(stream, limit + 1)
    if len(content) > limit:
        raise ModelFileError(path, None, *too_large(limit))
    return content


@contextmanager
def open_bytes(path: StrPath, need: int = NEED) -> Iterator[Reader]:
    """Open a file to read its bytes, unpacked as in `read_bytes`, in pieces.

    Raises ModelFileError as `read_bytes`, except for an empty file; also inside the block, if more
    is read between two calls of `Reader.release` than memory allows.
    """
    with _unpacked(path) as stream:
        yield Reader(cast(io.RawIOBase, _Counted(path, stream, max_bytes(need))), _CHUNK)


def read_lines(path: StrPath, count: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file, `count` at a time: how many come before, and the lines.

    Raises ModelFileError as `read_bytes`.
    """
    before, filled = 0, False
    with open_bytes(path) as stream:
        while lines := list(islice(stream, count)):
            content = b"".join(lines)
            if before == 0:
                content = content.removeprefix(BOM_UTF8)
            filled = filled or bool(content.strip())
            yield before, content
            before += len(lines)
            stream.release()
    if not filled:
        raise empty(path)


def empty(path: StrPath) -> ModelFileError:
    """The error of an empty file."""
    return ModelFileError(path, None, "the file is empty", "copy or download it again")


@contextmanager
def _unpacked(path: StrPath) -> Iterator[IO[bytes]]:
    """The unpacked bytes of a file; errors of the block are those of the file."""
    kind = "plain"
    try:
        if stat.S_ISFIFO(Path(path).stat().st_mode):  # to open one is to wait for its writer
            raise ModelFileError(path, None, "is a pipe", "write it to a file first")
        with Path(path).open("rb") as plain:
            magic = plain.read(len(XZ_MAGIC))
            plain.seek(0)
            if magic.startswith(GZIP_MAGIC):
                kind = "gzip"
                yield _as_text(path, cast(IO[bytes], gzip.GzipFile(fileobj=plain)))
            elif magic.startswith(XZ_MAGIC):
                kind = "xz"
                yield _as_text(path, cast(IO[bytes], lzma.LZMAFile(plain)))  # noqa: SIM115
            elif magic.startswith(ZIP_MAGIC):
                kind = "zip"
                yield _as_text(path, _only_member(plain))
            else:
                yield _as_text(path, plain)
    except FileNotFoundError:
        raise ModelFileError(path, None, "no such file", "check the path") from None
    except IsADirectoryError:
        raise ModelFileError(path, None, "is a directory", "name a file in it") from None
    except (EOFError, zlib.error, gzip.BadGzipFile, lzma.LZMAError, zipfile.BadZipFile) as error:
        if kind == "plain":
            raise
        what = f"the {kind} data is truncated or damaged ({error})"
        raise ModelFileError(path, None, what, "copy or download the file again") from None
    except OSError as error:
        what = error.strerror or str(error)
        raise ModelFileError(path, None, what, "check the file's permissions") from None
    except ValueError as error:
        if isinstance(error, ModelFileError) or "null byte" not in str(error):
            raise
        raise ModelFileError(path, None, "no file has such a name", "check the path") from None


def _only_member(archive: IO[bytes]) -> IO[bytes]:
    """The only file in a zip archive; of another archive its own bytes, which readers refuse."""
    members = zipfile.ZipFile(archive)  # closed with the archive
    hidden = ("__MACOSX/", ".")
    files = [
        each
        for each in members.infolist()
        if not each.is_dir()
        and not each.filename.startswith(hidden)
        and not each.flag_bits & 1  # encrypted
    ]
    if len(files) == 1:
        return members.open(files[0])
    archive.seek(0)
    return archive


def _as_text(path: StrPath, stream: IO[bytes]) -> IO[bytes]:
    """The stream; or text in UTF-8 that stands for the whole of it.

    This is what is behind the mark of UTF-16, and the table of a web page as text with commas.
    """
    head = stream.read(html_tables.HEAD)
    stream.seek(0)
    if head.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        stream = io.BytesIO(_from_utf16(path, _whole(path, stream, max_bytes(NEED))))
        head = stream.getvalue()[: html_tables.HEAD]
    if html_tables.is_page(head.removeprefix(BOM_UTF8)):
        page = _whole(path, stream, max_bytes(NEED))
        table = html_tables.largest_table(decoded(page.removeprefix(BOM_UTF8)))
        return io.BytesIO(page if table is None else table.encode())
    return stream


def _from_utf16(path: StrPath, content: bytes) -> bytes:
    try:
        return content.decode("utf-16").encode()
    except UnicodeDecodeError as error:
        what = f"it begins like UTF-16 text and is none ({one_line(error)})"
        raise ModelFileError(path, None, what, "save it as UTF-8") from None


def read_text(path: StrPath, need: int = NEED) -> str:
    """Return the text of a file, read by `read_bytes`, `decoded`."""
    return decoded(read_bytes(path, need))


def decoded(content: bytes) -> str:
    """Bytes as text, by their `encoding`."""
    return content.decode(encoding(content))


def encoding(content: bytes) -> str:
    """UTF-8, else one of Windows, which have a sign for the euro, else Latin-1, which fits all.

    Japanese text is nearly always invalid in the western one.
    """
    for name in ("utf-8", _of_windows(content), "cp1252", "cp932"):
        try:
            content.decode(name)
        except UnicodeDecodeError:
            continue
        return name
    return "latin-1"


def _of_windows(content: bytes) -> str:
    """Cyrillic if most words with letters beyond ASCII have no other ones."""
    words = [] if content.isascii() else _FOREIGN_WORD.findall(content[:_LOOKED_AT])
    cyrillic = sum(_CYRILLIC_WORD.fullmatch(word) is not None for word in words)
    return "cp1251" if 2 * cyrillic > len(words) else "cp1252"


def write_text(path: StrPath, chunks: Iterable[str]) -> None:
    """Write text to a file, gzip if its name ends in ``.gz``, whole or not at all.

    The text goes to a temporary file in the same directory, which takes the place of `path` only
    once it is complete; an error or Ctrl-C leaves an older file as it was. Equal text gives equal
    bytes: the gzip header holds neither time nor name. A device or a pipe is written directly.
    Raises OSError if the directory is missing or the disk is full.
    """
    with replacing(path) as stream, ExitStack() as stack:
        if Path(path).suffix.lower() == ".gz":
            options: dict[str, Any] = {"filename": "", "mtime": 0, "compresslevel": 6}
            packed = gzip.GzipFile(mode="wb", fileobj=stream, **options)
            stream = cast(Any, stack.enter_context(packed))
        stream.writelines(map(str.encode, chunks))


def check_characters(
    path: StrPath,
    content: bytes,
    foreign: re.Pattern[bytes],
    cure: str,
    what: str = "is not expected",
) -> None:
    """Raise ModelFileError, with line and word, at the first match of `foreign`. Time linear."""
    found = foreign.search(content)
    if found is None:
        return
    line = line_at(content, found.start())
    before = content[content.rfind(b"\n", 0, found.start()) + 1 : found.start()]
    # not by any blank: the foreign character may be one, such as a form feed
    after = re.split(rb"[ \t\r\n]", content[found.start() : found.start() + 40], maxsplit=1)[0]
    word = (re.split(rb"[ \t]", before)[-1] + after)[:40].decode(errors="replace")
    raise ModelFileError(path, line, f"{word!r} {what}", cure)


def refuse_first(
    path: StrPath,
    wrong: NDArray[np.bool_],
    lines: NDArray[np.int64],
    what: Callable[[int], str],
    cure: str,
) -> None:
    """Raise ModelFileError at the first entry that is wrong; `what` describes it."""
    for entry in np.flatnonzero(wrong)[:1].tolist():
        raise ModelFileError(path, int(lines[entry]), what(entry), cure)


def only_line(
    path: StrPath, content: bytes, pattern: re.Pattern[bytes], what: str, cure: str
) -> tuple[re.Match[bytes], int]:
    """The one match of a pattern that stands once in a file, and its line; else ModelFileError."""
    found = list(pattern.finditer(content))
    if len(found) == 1:
        return found[0], line_at(content, found[0].start())
    if found:
        raise ModelFileError(path, line_at(content, found[1].start()), f"a second {what}", cure)
    raise ModelFileError(path, None, f"there is no {what}", cure)


def line_at(content: bytes, position: int) -> int:
    """The line of a position in a text, from 1."""
    return content.count(b"\n", 0, position) + 1


def starts_and_lines(
    content: bytes, inside: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where runs of marked characters begin, and the line of each, from 1."""
    starts = np.flatnonzero(inside & ~np.append(False, inside[:-1]))
    newlines = np.flatnonzero(np.frombuffer(content, np.uint8) == ord("\n"))
    return starts, np.searchsorted(newlines, starts).astype(np.int64) + 1


def numbers_of(content: bytes, dtype: type[Number]) -> NDArray[Number]:
    """The numbers of a text of numbers and blanks."""
    if not content.strip():  # numpy makes a number of blanks, too
        return np.zeros(0, dtype)
    return np.fromstring(content.decode("ascii"), dtype, sep=" ")


def is_rounded(word: bytes) -> bool:
    """Whether a word is an integer in digits that is near a double, and no double is equal to."""
    digits = word.lstrip(b"+-").lstrip(b"0")  # Python reads no more than 4300, zeros included
    if not digits.isdigit():
        return False
    number = float(digits)
    return math.isfinite(number) and int(number) != int(digits)


def one_line(error: Exception, most: int = 200) -> str:
    """The message of an error as one line."""
    return " ".join(str(error).split())[:most]
