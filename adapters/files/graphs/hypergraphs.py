"""Hypergraphs as two lists of numbers: the sizes of the hyperedges, and all their vertices."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import itemsets
from nzdd.adapters.files.formats import HYPERGRAPHS
from nzdd.adapters.files.text import StrPath
from nzdd.input.row_table import RowTable

VERTICES, SIZES = HYPERGRAPHS


def read(path: StrPath) -> RowTable:
    """Read a hypergraph from the pair ``X-simplices.txt`` and ``X-nverts.txt``.

    Parameters
    ----------
    path : path-like
        Either of the two; the other lies beside it. Both hold one number per line.

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
    plain = Path(path).name.removesuffix(".gz")
    stem = plain.removesuffix(VERTICES).removesuffix(SIZES)
    if stem == plain:
        cure = f"name one of the pair X{VERTICES} and X{SIZES}"
        raise ModelFileError(path, None, "this is not a hypergraph in two files", cure)
    sizes_file, vertices_file = (_beside(Path(path), stem + end) for end in (SIZES, VERTICES))
    sizes, vertices = _column(sizes_file), _column(vertices_file)
    offsets = np.concatenate(([0], np.cumsum(sizes)))
    if offsets[-1] != vertices.size:
        what = f"it lists {vertices.size} vertices, but the sizes add up to {offsets[-1]}"
        cure = f"copy it and {sizes_file.name} again"
        raise ModelFileError(vertices_file, None, what, cure)
    return RowTable.from_csr(offsets, vertices, int(vertices.max(initial=-1)) + 1)


def _beside(path: Path, name: str) -> Path:
    """A file of the same folder, plain or packed, rather as `path` is."""
    plain = path.with_name(name)
    choices = (plain, path.with_name(f"{name}.gz"))
    for choice in sorted(choices, key=lambda file: file.suffix != path.suffix):
        if choice.exists():
            return choice
    what = f"there is no such file, which belongs to {path.name}"
    raise ModelFileError(plain, None, what, "put both into one folder")


def _column(path: Path) -> NDArray[np.int64]:
    """One number per line."""
    offsets, numbers = itemsets.read(path).to_csr()
    counts = np.diff(offsets)
    for line in np.flatnonzero(counts != 1)[:1].tolist():
        raise ModelFileError(
            path, line + 1, f"it holds {counts[line]} numbers", "give one per line"
        )
    return numbers.astype(np.int64)
