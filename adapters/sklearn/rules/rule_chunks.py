"""Chunks of tables as rows of bins."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.sklearn.chunks.chunks_mixin import ChunksMixin
from nzdd.adapters.sklearn.encoding.bins import bin_codes, bin_columns
from nzdd.formulations.learning.labelled_rows import LabelledRows
from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn
from nzdd.formulations.learning.rules.bins.packed_bins import PackedBins
from nzdd.formulations.learning.rules.losses.targets import chosen_class
from nzdd.input.row_table import RowTable

BYTES = 8
"""Of a number."""


class RuleChunksMixin(ChunksMixin):
    """A classifier by rules; see `ChunksMixin`."""

    classes_: Any
    encoder_: Any
    result_: Any
    _new_encoder: Any
    _learn_bins: Any

    def _encoder_of_chunks(self) -> Any:
        return self._new_encoder()

    def _rows_of_chunk(self, table: Any) -> RowTable:
        return self._packed_bins().pack(bin_codes(self.encoder_, table))

    def _learn_merged(self, rows: LabelledRows) -> None:
        family, labels, weights = rows.table()
        self._learn_bins(self._packed_bins().unpack(family), labels, weights, weights)

    def _predict_merged(self, rows: RowTable) -> NDArray[Any]:
        """The classes of rows that `_rows_of_chunk` returned."""
        votes = self.result_.vote.votes(self._packed_bins().unpack(rows))
        return np.asarray(self.classes_[chosen_class(votes)])

    def _packed_bins(self) -> PackedBins:
        return PackedBins(bin_columns(self.encoder_))


class NumberChunksMixin(RuleChunksMixin):
    """A regressor by rules, which merges rows where their numbers are equal, too."""

    def _add_chunk(
        self,
        found: LabelledRows,
        table: Any,
        labels: NDArray[Any],
        weights: NDArray[np.float64] | None,
    ) -> None:
        numbers = (labels + 0.0)[:, None].view(np.uint8)  # of -0.0 those of 0.0
        codes = np.hstack((bin_codes(self.encoder_, table), numbers))
        found.add(self._packed_bins().pack(codes), np.zeros(labels.size, np.uint8), weights)

    def _learn_merged(self, rows: LabelledRows) -> None:
        family, _, weights = rows.table()
        codes = self._packed_bins().unpack(family)
        numbers = np.ascontiguousarray(codes[:, -BYTES:]).view(np.float64)[:, 0]
        self._learn_bins(np.ascontiguousarray(codes[:, :-BYTES]), numbers, weights, weights)

    def _packed_bins(self) -> PackedBins:
        """With a column for each byte of the number."""
        return PackedBins((*bin_columns(self.encoder_), *[BinColumn(256)] * BYTES))
