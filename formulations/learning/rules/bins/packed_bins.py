"""Rows of bins as rows of symbols, which are merged when they come in chunks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn
from nzdd.input.row_table import WORD_SYMBOLS, RowTable


class PackedBins:
    """Codes of bins as machine words, or where these are too short as a symbol for each column.

    Parameters
    ----------
    columns : sequence of BinColumn, length n
    """

    def __init__(self, columns: Sequence[BinColumn]) -> None:
        self._bins = np.array([column.known + column.missing for column in columns], np.int64)
        self._bits = [(int(bins) - 1).bit_length() for bins in self._bins]

    @property
    def _fits(self) -> bool:
        return sum(self._bits) <= WORD_SYMBOLS

    def pack(self, codes: NDArray[np.uint8]) -> RowTable:
        """Rows that are equal where codes of shape (rows, n) are. Time and memory O(rows x n)."""
        if self._fits:
            words = np.zeros(len(codes), np.uint64)
            for column, bits in enumerate(self._bits):
                words <<= np.uint64(bits)
                words |= codes[:, column]
            return RowTable.from_words(words, sum(self._bits))
        starts = np.cumsum(self._bins) - self._bins
        offsets = np.arange(len(codes) + 1) * len(self._bins)
        symbols = (codes + starts).astype(np.uint32)
        return RowTable.from_csr(offsets, symbols.ravel(), int(self._bins.sum()))

    def unpack(self, rows: RowTable) -> NDArray[np.uint8]:
        """The codes of packed rows, shape (rows, n)."""
        codes = np.zeros((rows.num_rows, len(self._bins)), np.uint8)
        if self._fits:
            assert rows.words is not None
            rest = rows.words.copy()
            for column in reversed(range(len(self._bins))):
                bits = self._bits[column]
                codes[:, column] = rest & np.uint64((1 << bits) - 1)
                rest >>= np.uint64(bits)
            return codes
        symbols = rows.to_csr()[1].reshape(codes.shape)
        codes[:] = symbols - (np.cumsum(self._bins) - self._bins)
        return codes
