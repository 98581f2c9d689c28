"""Cutting stock and bin packing files, as BPPLIB has them."""

from __future__ import annotations

import re

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.packing.instance import Numbers, PackingInstance
from nzdd.adapters.files.text import StrPath, open_bytes

_FORM = (
    "after the number of items and the capacity comes a line 'weight demand' for each item, or "
    "a line 'weight' for each"
)


_SEVERAL = re.compile(rb"\s*(\d{1,9})\s+([^\s\d]\S{0,99})[ \t\r]*\n\s*[\d.]+[ \t]+\d+[ \t]+\d+\s")
"""The number of problems, the name of the first one, its capacity, items and best solution."""


def read(path: StrPath) -> PackingInstance:
    """Read a cutting stock or a bin packing problem, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        Integers: the number of items, the capacity, and for each item its weight and its demand
        (cutting stock, one-dimensional) or its weight alone (bin packing). How many numbers there
        are tells which of the two it is. BPPLIB (M. Delorme, M. Iori and S. Martello, BPPLIB: a
        library for bin packing and cutting stock problems, 2018) has both.

    Returns
    -------
    PackingInstance
        With one capacity; equal items are one item.

    Raises
    ------
    ModelFileError
        If the numbers are not as many as announced, a weight is 0 or exceeds the capacity, or
        nothing is demanded; or if it holds several problems, as those of OR-Library do.

    Notes
    -----
    Time O(N log N), memory O(N) for N numbers; a million items take about two seconds.
    """
    _refuse_several(path)
    file = Numbers.read(path)
    items = int(file.values[0])
    given = file.values.size - 2
    sizes = np.bincount(file.lines[2:])
    sizes = sizes[sizes > 0]
    a_line = int(np.median(sizes)) if sizes.size else 1
    width = 2 if given == 2 * items else 1
    pairs_as_weights = width == 1 and items > 1 and (sizes == 2).all()
    if items < 1 or given != width * items or pairs_as_weights:
        raise file.miscounted(min(2, file.values.size), a_line, f"{items} items", _FORM)
    return file.instance(file.values[1:2], 2, width, _FORM)


def _refuse_several(path: StrPath) -> None:
    with open_bytes(path) as stream:
        found = _SEVERAL.match(stream.read(2**10))
    if found is not None:
        count, name = int(found[1]), found[2].decode(errors="replace")
        what = f"it holds {count} problem{'s'[: count != 1]} of OR-Library, the first one {name!r}"
        cure = "write one into a file of its own: its number of items, its capacity, its weights"
        raise ModelFileError(path, 1, what, cure)
