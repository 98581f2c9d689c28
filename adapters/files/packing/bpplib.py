"""Cutting stock and bin packing files, as BPPLIB has them."""

from __future__ import annotations

import numpy as np

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.models.orlib import is_set_cover
from nzdd.adapters.files.packing import orlib
from nzdd.adapters.files.packing.instance import Numbers, PackingInstance
from nzdd.adapters.files.text import StrPath, read_bytes
from nzdd.input.text import short

_FORM = (
    "after the number of items and the capacity comes a line 'weight demand' for each item, or "
    "a line 'weight' for each"
)


def read(path: StrPath, problem: str | None = None) -> PackingInstance:
    """Read a cutting stock or a bin packing problem, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        Integers: the number of items, the capacity, and for each item its weight and its demand
        (cutting stock, one-dimensional) or its weight alone (bin packing). How many numbers there
        are tells which of the two it is. BPPLIB (M. Delorme, M. Iori and S. Martello, BPPLIB: a
        library for bin packing and cutting stock problems, 2018) has both. Or the bin packing
        problems of OR-Library: their number, and for each its name, a line with the capacity, the
        number of items and the best known solution, and the weights, perhaps decimal.
    problem : str, optional
        The name of the problem in a file that holds several.

    Returns
    -------
    PackingInstance
        With one capacity; equal items are one item.

    Raises
    ------
    ModelFileError
        If the numbers are not as many as announced, a weight is 0 or exceeds the capacity, or
        nothing is demanded; or if it does not hold the problem, or several and none is named.

    Notes
    -----
    Time O(N log N), memory O(N) for N numbers; a million items take about two seconds.
    """
    content = read_bytes(path)
    if orlib.begins(content):
        return orlib.read(path, content, problem)
    if problem is not None:
        what = f"it holds one problem without a name, not {short(problem)!r}"
        raise ModelFileError(path, 1, what, "name none")
    if content.startswith(b"#"):
        what = "a line begins with '#', and packing files hold integers alone"
        raise ModelFileError(path, 1, what, "a graph as a list of edges is --format edgelist")
    file = Numbers.of(path, content)
    items = int(file.values[0])
    given = file.values.size - 2
    sizes = np.bincount(file.lines[2:])
    sizes = sizes[sizes > 0]
    a_line = int(np.median(sizes)) if sizes.size else 1
    width = 2 if given == 2 * items else 1
    pairs_as_weights = width == 1 and items > 1 and (sizes == 2).all()
    if items < 1 or given != width * items or pairs_as_weights:
        if is_set_cover(file.values):
            what = "it is a set covering problem of OR-Library"
            raise ModelFileError(path, None, what, "use nzdd solve, or nzdd compress")
        raise file.miscounted(min(2, file.values.size), a_line, f"{items} items", _FORM)
    return file.instance(file.values[1:2], 2, width, _FORM)
