"""Damage files."""

from __future__ import annotations

import gzip
import lzma

import numpy as np

from hostile.case import one_of

NUMBERS = (
    *(
        "0",
        "-1",
        "1e308",
        "1e309",
        "-1e400",
        "nan",
        "inf",
        "-inf",
        "1e-320",
        "5e-324",
        "0x10",
        "1_0",
    ),
    *(
        "4294967295",
        "4294967296",
        "9223372036854775807",
        "9223372036854775808",
        "99999999999999999999",
    ),
    *("1" * 400, "1e99999999999", "00", "+1", "1.", ".5", "1e", "--1", "\u0661", "½", "1,5", "1 2"),
)
ODD = (
    *(
        b"\0",
        b"\xff",
        b"\xfe\xff",
        b"\xef\xbb\xbf",
        b"\x1b[2J",
        b"\r",
        b"\x85",
        b"\xc3",
        b"\xf0\x9f\x98\x80",
    ),
    *(
        "\u202e".encode(),
        "\u2028".encode(),
        b"\t",
        b"  ",
        b'"',
        b"'",
        b"\\",
        b"<",
        b"&",
        b"%",
        b"$",
    ),
)


def damaged(random: np.random.Generator, data: bytes, words: str) -> bytes:
    """Change a file in a few places, sometimes entirely."""
    for _ in range(int(random.integers(0, 5))):
        data = _step(random, data, words)
    if random.random() < 0.05:
        codec = str(one_of(random, "utf-16", "utf-32", "utf-16-be", "utf-8-sig"))
        data = data.decode("latin-1").encode(codec)
    return data


def packed(random: np.random.Generator, data: bytes) -> tuple[bytes, str]:
    """The data, plain, gzip or xz, complete, damaged or twice; and the suffix of the file name."""
    kind = one_of(random, "", "", "", "gz", "xz", "lie", "twice", "more")
    if kind == "":
        return data, ""
    if kind == "lie":  # a name that says what is not so
        return data, str(one_of(random, ".gz", ".xz"))
    if kind == "xz":
        data, suffix = lzma.compress(data), ".xz"
    else:
        data, suffix = gzip.compress(data, mtime=0), ".gz"
    if kind == "twice":
        return gzip.compress(data, mtime=0), suffix
    if kind == "more":
        return data + bytes(random.integers(0, 256, 20, np.uint8)), suffix
    if random.random() < 0.5:
        data = _bytes(random, data)
    return data, str(one_of(random, suffix, suffix, suffix, ""))


def _step(random: np.random.Generator, data: bytes, words: str) -> bytes:
    if random.random() < 0.35 or not data:
        return _bytes(random, data)
    if random.random() < 0.5:
        return _tokens(random, data, words)
    lines = data.splitlines(keepends=True)
    i, j = random.integers(0, len(lines), 2).tolist()
    what = int(random.integers(5))
    if what == 0:
        del lines[i]
    elif what == 1:
        lines[i], lines[j] = lines[j], lines[i]
    elif what == 2:
        lines[i:i] = [lines[j]] * int(one_of(random, 1, 1, 3, 1000))
    elif what == 3:
        lines[i] = lines[i].rstrip(b"\r\n")
    else:
        lines[i] = lines[i].replace(b" ", bytes(one_of(random, b"\t", b"", b"     ")))  # type: ignore[call-overload]
    return b"".join(lines)


def _tokens(random: np.random.Generator, data: bytes, words: str) -> bytes:
    parts = data.split(b" ")
    i, j = random.integers(0, len(parts), 2).tolist()
    what = int(random.integers(5))
    if what == 0:
        parts[i], parts[j] = parts[j], parts[i]
    elif what == 1:
        parts[i] = str(one_of(random, *NUMBERS)).encode()
    elif what == 2:
        parts.insert(i, str(one_of(random, *words.split(), *NUMBERS)).encode())
    elif what == 3:
        digits = [k for k, byte in enumerate(data) if 48 <= byte <= 57]
        if not digits:
            return data
        at = int(one_of(random, *digits))
        return data[:at] + str(one_of(random, *NUMBERS)).encode() + data[at + 1 :]
    else:
        parts[i] = parts[i][: 2**18] * int(one_of(random, 2, 50, 3000))
    return b" ".join(parts)


def _bytes(random: np.random.Generator, data: bytes) -> bytes:
    at, to = sorted(random.integers(0, len(data) + 1, 2).tolist())
    what = int(random.integers(6))
    if what == 0:
        return data[:at]
    if what == 1:
        return data[:at] + data[min(to, at + 40) :]
    if what == 2:
        return data[:to] + data[at : min(to, at + 40)] + data[to:]
    if what == 3:
        return data[:at] + bytes(one_of(random, *ODD)) + data[at:]  # type: ignore[call-overload]
    if what == 4:  # a long line, which takes linear time
        run = bytes([int(one_of(random, *b"01ae .,:;-'\"[(<#\n\r\t\v\xe9", *range(256)))])
        return data[:at] + run * int(one_of(random, 10**4, 10**6)) + data[at:]
    changed = bytearray(data)
    for k in (
        random.integers(0, max(len(data), 1), int(random.integers(1, 4))).tolist() if data else []
    ):
        changed[k] ^= 1 << int(random.integers(8))
    return bytes(changed)
