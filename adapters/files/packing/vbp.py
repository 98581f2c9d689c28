"""Vector packing files, as VPSolver reads them."""

from __future__ import annotations

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.packing.instance import Numbers, PackingInstance
from nzdd.adapters.files.text import StrPath, read_bytes

_FORM = (
    "after the number of dimensions, the capacities and the number of items comes a line with the "
    "weights and the demand of each item"
)


def read(path: StrPath) -> PackingInstance:
    """Read a ``.vbp`` file of VPSolver, plain, gzip or xz.

    Parameters
    ----------
    path : path-like
        Integers: the number of dimensions, a capacity for each, the number of items, and for each
        item its weights and its demand (F. Brandão and J. P. Pedroso, Bin packing and related
        problems: General arc-flow formulation with graph compression, 2016). Options of VPSolver
        behind them are refused.

    Returns
    -------
    PackingInstance
        Equal items are one item.

    Raises
    ------
    ModelFileError
        If the numbers are not as many as announced, an item has no weight or does not fit, or
        nothing is demanded.

    Notes
    -----
    Time O(N log N), memory O(N) for N numbers.
    """
    file = Numbers.of(path, read_bytes(path))
    dimensions = int(file.values[0])
    first = dimensions + 2
    if dimensions < 1 or file.values.size < first:
        what = f"{dimensions} dimensions are announced, and {file.values.size - 1} numbers follow"
        raise ModelFileError(path, int(file.lines[0]), what, _FORM)
    items, width = int(file.values[first - 1]), dimensions + 1
    if items < 1 or file.values.size - first != items * width:
        raise file.miscounted(first, width, f"{items} items", _FORM)
    return file.instance(file.values[1 : 1 + dimensions], first, width, _FORM)
