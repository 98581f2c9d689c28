"""Chunks of tables as rows of bits."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from scipy.sparse import csr_array
from sklearn.base import clone

from nzdd.adapters.sklearn.chunks.chunks_mixin import ChunksMixin
from nzdd.adapters.sklearn.encoding.encoder_mixin import is_auto
from nzdd.adapters.sklearn.probabilities.halves import LEAST_OF_CLASS, MOST_ROWS
from nzdd.formulations.learning.labelled_rows import LabelledRows
from nzdd.input.row_table import RowTable


class BitChunksMixin(ChunksMixin):
    """A classifier of bits with the parameter `encoder`; see `ChunksMixin`."""

    encoder: Any
    encoder_: Any
    calibration_: Any
    probability: bool
    _rows: Any
    _learn: Any
    _fitted: ClassVar[str]

    def _encoder_of_chunks(self) -> Any:
        return None if is_auto(self.encoder) else self.encoder

    def _rows_of_chunk(self, table: Any) -> RowTable:
        rows: RowTable = self._rows(table)
        return rows

    def _learn_merged(self, rows: LabelledRows) -> None:
        try:
            self._learn(*rows.table())
        except KeyboardInterrupt:
            if hasattr(self, self._fitted):
                self._calibrate_by(rows, held_out=False)
            raise
        self._calibrate_by(rows)

    def _calibrate_by(self, rows: LabelledRows, held_out: bool = True) -> None:
        """Calibrate with the distinct rows of bits, or a sample of all rows if they are many."""
        if not self.probability:
            return
        family, labels, weights = rows.sample(MOST_ROWS, LEAST_OF_CLASS)
        offsets, symbols = family.to_csr()
        shape = (family.num_rows, family.num_symbols)
        bits = csr_array((np.ones(symbols.size, np.uint8), symbols, offsets), shape=shape)
        of_bits: Any = clone(self).set_params(encoder=None)
        vars(of_bits).update({name: vars(self)[name] for name in vars(self) if name.endswith("_")})
        of_bits.encoder_, of_bits.n_features_in_ = None, family.num_symbols
        for name in ("feature_names_in_", "calibration_"):
            vars(of_bits).pop(name, None)
        try:
            of_bits._calibrate(bits, labels, weights, held_out)
        finally:
            if hasattr(of_bits, "calibration_"):
                self.calibration_ = of_bits.calibration_
