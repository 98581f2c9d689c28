"""Hypergraphs as two lists of numbers: the sizes of the hyperedges, and all their vertices."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import itemsets
from nzdd.input.row_table import RowTable

VERTICES, SIZES = "-simplices.txt", "-nverts.txt"
"""How the names of the two files end, plain or with ``.gz`` behind."""


def is_one(path: str | PathLike[str]) -> bool:
    """Whether the name of a file is that of one of the two."""
    return Path(path).name.removesuffix(".gz").endswith((VERTICES, SIZES))


def read(path: str | PathLike[str]) -> RowTable:
    """Read a hypergraph from the pair ``X-simplices.txt`` and ``X-nverts.txt``.

    Parameters
    ----------
    path : path-like
        Either of the two; the other lies beside it. Both hold one number a line.

    Returns
    -------
    RowTable
        A row a hyperedge, in order, over the symbols 0 to the largest vertex.

    Raises
    ------
    ModelFileError
        If a line does not hold exactly one number, or the sizes do not add up to the number of
        vertices listed.

    Notes
    -----
    Time and memory linear in the text.
    """
    if not is_one(path):
        cure = f"name one of the pair X{VERTICES} and X{SIZES}"
        raise ModelFileError(path, None, "this is not a hypergraph in two files", cure)
    packed = Path(path).name.endswith(".gz")
    stem = Path(path).name.removesuffix(".gz").removesuffix(VERTICES).removesuffix(SIZES)
    files = []
    for end in (SIZES, VERTICES):
        plain = Path(path).with_name(stem + end)
        zipped = plain.with_name(f"{plain.name}.gz")
        choices = (zipped, plain) if packed else (plain, zipped)
        found = next(filter(Path.exists, choices), None)
        if found is None:
            what = f"there is no such file, which belongs to {Path(path).name}"
            raise ModelFileError(plain, None, what, "put both into one folder")
        files.append(found)
    sizes_file, vertices_file = files
    sizes, vertices = _column(sizes_file), _column(vertices_file)
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    if offsets[-1] != vertices.size:
        what = f"it lists {vertices.size} vertices, but the sizes add up to {offsets[-1]}"
        cure = f"copy it and {sizes_file.name} again"
        raise ModelFileError(vertices_file, None, what, cure)
    return RowTable.from_csr(offsets, vertices, int(vertices.max(initial=-1)) + 1)


def _column(path: Path) -> NDArray[np.int64]:
    """One number a line."""
    offsets, numbers = itemsets.read(path).to_csr()
    counts = np.diff(offsets)
    for line in np.flatnonzero(counts != 1)[:1].tolist():
        raise ModelFileError(path, line + 1, f"it holds {counts[line]} numbers", "give one a line")
    return numbers.astype(np.int64)
