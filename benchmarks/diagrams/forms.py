"""The forms in which users hold rows of a 0/1 matrix, and how they pass them to nzdd."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from nzdd import RowTable

Arrays: TypeAlias = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Form:
    """One form.

    Attributes
    ----------
    title : str
    arrays : callable
        The plain arrays of a matrix, to be kept in files between processes.
    held : callable
        ``held(arrays, num_columns)``: what a user has in memory before anything is timed.
    rows : callable
        ``rows(held, num_columns)``: the same as an argument of ``from_rows``, timed.
    max_columns : float
    """

    title: str
    arrays: Callable[[sp.csr_array], Arrays]
    held: Callable[[Arrays, int], Any]
    rows: Callable[[Any, int], Any]
    max_columns: float = inf


def save(folder: Path, arrays: Arrays) -> None:
    """Write each array to a separate file that can be read without a copy."""
    folder.mkdir(parents=True)
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array)


def load(folder: Path) -> Arrays:
    """Read what `save` wrote."""
    return {file.stem: np.load(file) for file in sorted(folder.iterdir())}


def lists(csr: Arrays) -> list[list[int]]:
    """Rows as a list of sorted lists."""
    symbols, offsets = csr["symbols"].tolist(), csr["offsets"].tolist()
    return [symbols[begin:end] for begin, end in pairwise(offsets)]


def _csr(rows: sp.csr_array) -> Arrays:
    return {"offsets": rows.indptr.astype(np.int64), "symbols": rows.indices.astype(np.uint32)}


def _scipy(rows: sp.csr_array) -> Arrays:
    indices, indptr = rows.indices.astype(np.int32), rows.indptr.astype(np.int32)
    return {"data": rows.data, "indices": indices, "indptr": indptr}


def _matrix(rows: sp.csr_array) -> Arrays:
    return {"matrix": rows.toarray().astype(np.uint8)}


def _words(rows: sp.csr_array) -> Arrays:
    words = np.zeros(rows.shape[0], np.uint64)
    for column in _matrix(rows)["matrix"].T:
        words = words << np.uint64(1) | column
    return {"words": words}


def _csr_array(arrays: Arrays, num_columns: int) -> sp.csr_array:
    parts = (arrays["data"], arrays["indices"], arrays["indptr"])
    return sp.csr_array(parts, shape=(arrays["indptr"].size - 1, num_columns))


FORMS = {
    "words": Form(
        "row words", _words, lambda arrays, n: arrays["words"], RowTable.from_words, max_columns=64
    ),
    "csr": Form(
        "CSR arrays",
        _csr,
        lambda arrays, n: tuple(arrays.values()),
        lambda csr, n: RowTable.from_csr(csr[0], csr[1], n),
    ),
    "matrix": Form(
        "0/1 matrix, uint8",
        _matrix,
        lambda arrays, n: arrays["matrix"],
        lambda matrix, n: matrix,
        max_columns=64,
    ),
    "scipy": Form("csr_array, int8", _scipy, _csr_array, lambda matrix, n: matrix),
    "lists": Form("list of lists", _csr, lambda arrays, n: lists(arrays), lambda rows, n: rows),
}
