"""The format of a file without a name, by its first lines."""

from __future__ import annotations

import re
from contextlib import suppress

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import svmlight
from nzdd.adapters.files.text import StrPath, open_bytes

HEAD = 2**16
"""Bytes that are looked at."""

ZIP = b"PK\x03\x04"
"""How archives begin, those of nzdd, too."""

NUMBERS = "numbers"
"""What files hold that are of no format in particular."""

SIGNS = (
    ("nzdd", "", re.compile(re.escape(ZIP))),
    ("table", ".parquet", re.compile(rb"PAR1")),
    ("classifier", "", re.compile(rb"\s*\{")),
    ("graphml", "", re.compile(rb"\s*<[\s\S]*<graphml")),
    ("gexf", "", re.compile(rb"\s*<[\s\S]*<gexf")),
    ("gml", "", re.compile(rb"(?:[\s\S]*\n)?\s*graph\s*\[")),
    ("dimacs", "", re.compile(rb"(?:[\s\S]*\n)?p[ \t]+(?:edge|col)[ \t]+\d")),
    ("mtx", "", re.compile(rb"%%MatrixMarket[ \t]", re.IGNORECASE)),
    ("cnf", "", re.compile(rb"(?:[\s\S]*\n)?p[ \t]+cnf[ \t]+\d")),
    ("vrplib", "", re.compile(rb"(?:[\s\S]*\n)?[ \t]*(?:DIMENSION|EDGE_WEIGHT_TYPE)[ \t]*:")),
    ("solomon", "", re.compile(rb"[^\n]*\s+VEHICLE[ \t\r]*\n\s*NUMBER[ \t]")),
    ("mps", "", re.compile(rb"\s*(?:\*.*\n)*(?:NAME\b|ROWS\b|OBJSENSE\b)", re.IGNORECASE)),
    ("lp", "", re.compile(rb"\s*(?:\\.*\n)*(?:min|max)(?:imi[sz]e|imum)?\b", re.IGNORECASE)),
    ("dump", "", re.compile(rb"\s*_i[ \t]+\d|(?:\d+ \d+ [BT\d]+ [BT\d]+\r?\n)+|[BT]\r?\n\.?")),
    (NUMBERS, "", re.compile(rb"[\d\s]+\Z")),
    ("table", "", re.compile(rb"[^\n]*[,;\t|]")),
)
"""Names of formats, a suffix where it is not the first one, and how such files begin.

Of space, only the first character is left, or the end of a line: else matching takes for ever.
"""


def is_archive(path: StrPath) -> bool:
    """Whether there is such a file, plain or packed, and it is a zip, as archives of nzdd are."""
    with suppress(ModelFileError), open_bytes(path) as stream:
        return stream.read(len(ZIP)) == ZIP
    return False


def recognised(path: StrPath) -> tuple[str, str] | None:
    """The name of a format, or `NUMBERS`, and a suffix where it is not the first one of the format.

    None where the content is not telling. The file may be packed.
    """
    with open_bytes(path) as stream:
        head = re.sub(rb"\s+", _first_or_end, stream.read(HEAD))
    for name, suffix, sign in SIGNS[:-1]:
        if sign.match(head):
            return name, suffix
    if svmlight.recognise(path):
        return "svmlight", ""
    name, suffix, sign = SIGNS[-1]
    return (name, suffix) if sign.match(head) else None


def _first_or_end(space: re.Match[bytes]) -> bytes:
    return b"\n" if b"\n" in space[0] else space[0][:1]
