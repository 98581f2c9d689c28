"""Chunks of tables as rows of bins."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.sklearn.chunks.chunks_mixin import ChunksMixin
from nzdd.adapters.sklearn.encoding.bins import bin_codes, bin_columns
from nzdd.formulations.learning.labelled_rows import LabelledRows
from nzdd.formulations.learning.rules.bins.packed_bins import PackedBins
from nzdd.formulations.learning.rules.losses.targets import chosen_class
from nzdd.input.row_table import RowTable

PARTS = 10
"""A row that occurs often is divided into so many parts, which may come to different folds."""

FEW_ROWS = 2**20
"""Up to so many rows each row is a part, and folds are drawn as by `fit`."""


class RuleChunksMixin(ChunksMixin):
    """A classifier by rules; see `ChunksMixin`."""

    encoder_: Any
    result_: Any
    _new_encoder: Any
    _learn_bins: Any

    def _encoder_of_chunks(self) -> Any:
        return self._new_encoder()

    def _rows_of_chunk(self, table: Any) -> RowTable:
        codes: NDArray[np.uint8] = bin_codes(self.encoder_, table)
        return PackedBins(bin_columns(self.encoder_)).pack(codes)

    def _learn_merged(self, rows: LabelledRows) -> None:
        family, labels, weights = rows.table()
        codes = self._codes(family)
        parts = np.clip(np.floor(weights), 1, np.inf if rows.total <= FEW_ROWS else PARTS)
        of = np.repeat(np.arange(weights.size), parts.astype(np.intp))
        self._learn_bins(codes, labels[of], (weights / parts)[of], of, (weights / parts)[of])

    def _predict_merged(self, rows: RowTable) -> NDArray[Any]:
        """The classes of rows that `_rows_of_chunk` returned."""
        return np.asarray(self.classes_[chosen_class(self.result_.vote.votes(self._codes(rows)))])

    def _codes(self, rows: RowTable) -> NDArray[np.uint8]:
        return PackedBins(bin_columns(self.encoder_)).unpack(rows)
