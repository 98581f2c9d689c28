"""The fixed format, whose names may hold blanks."""

from __future__ import annotations

import numpy as np

from nzdd.adapters.files.models.mps.words import BLANK

JOINT = b"\0"
"""Stands for a blank in a name; `read` of this package refuses files that hold it."""

_NAMES = ((4, 12), (14, 22), (39, 47))
_GAPS = (0, 3, 12, 13, 22, 23, 36, 37, 38, 47, 48, 61)
"""Places in a line that are blank in the fixed format, as is all from the last on."""


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
