"""Rows without repetitions."""

from __future__ import annotations

import numpy as np

from nzdd import _core
from nzdd.family import WORD_SYMBOLS, Family, Progress


def packed(family: Family, progress: Progress | None = None) -> Family:
    """The same rows as machine words where there are at most 64 symbols, otherwise as they are.

    Time O(symbols in the rows), memory 8 bytes a row.
    """
    if family.num_symbols > WORD_SYMBOLS or family.words is not None:
        return family
    if family.matrix is not None:
        words = _core.pack_dense(family.matrix, progress)
    else:
        words = _core.pack_csr(*family.to_csr(), family.num_symbols, progress)
    return Family(family.num_rows, family.num_symbols, words=words, weights=family.weights)


def distinct(family: Family, progress: Progress | None = None) -> Family:
    """Each row once, with the total weight of its occurrences.

    Parameters
    ----------
    family : Family
        Without weights every row weighs one.

    Returns
    -------
    Family
        Rows in an order in which equal beginnings stand together; always with weights. Machine
        words where there are at most 64 symbols.

    Notes
    -----
    Time O(rows) for machine words, O(symbols in the rows x log rows) otherwise.
    """
    family = packed(family, progress)
    if family.words is not None:
        words, totals = _core.distinct_words(
            family.words, family.num_symbols, family.weights, progress
        )
        found = Family(words.size, family.num_symbols, words=words)
    else:
        offsets, symbols, totals = _core.distinct_csr(
            *family.to_csr(), family.num_symbols, family.weights, progress
        )
        found = Family(offsets.size - 1, family.num_symbols, offsets, symbols)
    return found.weighted(np.ones(found.num_rows) if totals is None else totals)
