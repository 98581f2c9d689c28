"""The lines of an MPS file as arrays of words; in the fixed format names may hold blanks."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from itertools import repeat
from typing import cast

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.files.text import decoded
from nzdd.input.arrays import Bools, Ints
from nzdd.input.text import shown

Words = NDArray[np.object_]

BLANK = np.zeros(256, dtype=np.bool_)
"""Which bytes separate words, as in `bytes.split`."""
BLANK[list(b" \t\n\v\f\r")] = True

JOINT = b"\0"
"""Stands for a blank in a name; `read` of this package refuses files that hold it."""

_NAMES = ((4, 12), (14, 22), (39, 47))
_GAPS = (0, 3, 12, 13, 22, 23, 36, 37, 38, 47, 48, 61)
"""Places in a line that are blank in the fixed format, as is all from the last on."""


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines of data, without empty ones and comments."""

    words: Words  # of all lines, one after another
    first: Ints  # where the words of each line begin
    count: Ints  # how many words each line has
    number: Ints  # the number of each line in the file, from 1
    dollars: Ints  # which words begin with $

    def take(self, which: Bools) -> Lines:
        """Some of the lines."""
        first, count, number = self.first[which], self.count[which], self.number[which]
        return replace(self, first=first, count=count, number=number)

    def word(self, place: int | Ints) -> Words:
        """The word at a place of every line, from 0."""
        return cast(Words, self.words[self.first + place])

    def without_comments(self, least: int, names: Container[bytes]) -> Lines:
        """End every line before a word that begins with ``$``, unless that is one of the names.

        Such a word opens a comment in the place of a name, from the place `least` on.
        """
        if not self.dollars.size:
            return self
        line = np.searchsorted(self.first, self.dollars, side="right") - 1
        inside = line >= 0
        line, at = line[inside], self.dollars[inside]
        place = at - self.first[line]
        named = np.fromiter(map(names.__contains__, self.words[at].tolist()), np.bool_, len(at))
        cut = (place >= least) & (place < self.count[line]) & ~named
        count = self.count.copy()
        np.minimum.at(count, line[cut], place[cut])
        return replace(self, count=count)


def split_lines(text: bytes, number: int) -> Lines:
    """Split a text, whose first line has this number in the file."""
    content = np.frombuffer(text, np.uint8)
    blank = BLANK[content]
    begins = np.flatnonzero(~blank & np.append(True, blank)[:-1])
    starts = np.concatenate([[0], np.flatnonzero(content == ord("\n")) + 1])
    first = np.searchsorted(begins, starts)
    count = np.diff(first, append=len(begins))
    data = np.flatnonzero(count > 0)
    data = data[content[starts[data]] != ord("*")]
    words = np.array(text.split(), dtype=np.object_)
    dollars = np.flatnonzero(content[begins] == ord("$"))
    return Lines(words, first[data], count[data], data + number, dollars)


def join_names(text: bytes) -> bytes | None:
    """Put `JOINT` for blanks in names, where the lines have the fixed format.

    Returns
    -------
    bytes or None
        None if a line of data is not in the fixed format, or no name holds a blank.
    """
    content = np.frombuffer(text, np.uint8)
    blank = BLANK[content]
    starts = np.concatenate([[0], np.flatnonzero(content == ord("\n")) + 1])
    lengths = np.diff(starts, append=len(text))
    ends = np.repeat(starts + lengths, lengths)
    starts = np.repeat(starts, lengths)
    place = np.minimum(np.arange(len(text)) - starts, _GAPS[-1])
    data = blank[starts]
    if (data & (content == ord("\t"))).any() or (data & ~blank & np.isin(place, _GAPS)).any():
        return None
    here = np.arange(len(text))
    before = np.maximum.accumulate(np.where(blank, -1, here))
    after = np.minimum.accumulate(np.where(blank, len(text), here)[::-1])[::-1]
    inner = np.zeros(len(text), dtype=np.bool_)
    for first, last in _NAMES:
        inside = data & blank & (place >= first) & (place < last)
        inner |= inside & (before >= starts + first) & (after < np.minimum(starts + last, ends))
    if not inner.any():
        return None
    return np.where(inner, ord(JOINT), content).astype(np.uint8).tobytes()


def places(words: Words, index: Mapping[bytes, int]) -> Ints:
    """The number of each word in an index, -1 for unknown words."""
    return np.fromiter(map(index.get, words.tolist(), repeat(-1)), np.int64, len(words))


def quoted(word: bytes) -> str:
    """A word as messages show it."""
    return shown(decoded(word), 60)
