"""Files of formats that hold samples and are not read, and the cure."""

from __future__ import annotations

from contextlib import suppress

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import StrPath, open_bytes

_AS_TABLE = "save its table as .csv or .parquet"
_MAGIC = (
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file", "read it by h5py, and save its arrays as .csv"),
    (
        b"PK\x03\x04",
        "a zip archive of several files, as .ods and .npz are",
        f"unpack it, or {_AS_TABLE}",
    ),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Excel file", _AS_TABLE),
    (b"\x93NUMPY", "an array of numpy", "load it by numpy.load, and save it as .csv"),
    (b"BZh", "packed by bzip2", "unpack it by bunzip2; .gz and .xz are read as they are"),
    (
        b"\x28\xb5\x2f\xfd",
        "packed by zstd",
        "unpack it by unzstd; .gz and .xz are read as they are",
    ),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it"),
    (b"SQLite format 3", "an SQLite database", _AS_TABLE),
    (b"MATLAB 5", "a MATLAB file", "read it by scipy.io.loadmat, and save it as .csv"),
    (b"%PDF", "a PDF document", "give the table as .csv"),
    (b"\x80\x04\x95", "a pickle", _AS_TABLE),
    (b"\x80\x05\x95", "a pickle", _AS_TABLE),
)
_HEAD = 2**16
_WORKBOOK = b"[Content_Types].xml"


def refuse_foreign(path: StrPath, content: bytes) -> None:
    """Raise ModelFileError where text begins like a format that is not read, or is binary."""
    if _is_workbook(content):
        raise _workbook(path)
    for magic, name, cure in _MAGIC:
        if content.startswith(magic):
            raise ModelFileError(path, None, f"it is {name}", cure)
    head = content[:_HEAD]
    if b"\0" in head:
        cure = "give a text table, SVMlight or .parquet; UTF-16 text must become UTF-8"
        line = head.count(b"\n", 0, head.index(b"\0")) + 1
        raise ModelFileError(path, line, "it holds binary data", cure)
    if head.lstrip().startswith((b"{", b"[{", b"[[")):
        what = "it looks like JSON, and is no list of records"
        raise ModelFileError(path, 1, what, _AS_TABLE)
    if head.lstrip()[:1] == b"<":
        raise ModelFileError(path, 1, "it looks like HTML or XML", "download the data itself")


def refuse_workbook(path: StrPath) -> None:
    """Raise ModelFileError for a workbook of Excel, by the content of the file, if it is there."""
    content = b""
    with suppress(ModelFileError), open_bytes(path) as stream:
        content = stream.read(_HEAD)
    if _is_workbook(content):
        raise _workbook(path)


def _is_workbook(content: bytes) -> bool:
    return content.startswith(b"PK\x03\x04") and _WORKBOOK in content[:_HEAD]


def _workbook(path: StrPath) -> ModelFileError:
    return ModelFileError(path, None, "it is an Excel workbook", _AS_TABLE)
