"""Packed rows of bins are merged where they are equal, and give their bins back."""

import numpy as np
import pytest

from nzdd.formulations.learning.labelled_rows import LabelledRows
from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn
from nzdd.formulations.learning.rules.bins.packed_bins import PackedBins


@pytest.mark.parametrize("bins", [[1], [2, 1, 3], [255] * 8, [255] * 9, [2] * 64, [7, 30] * 20])
def test_bins_come_back_once_each(bins):
    random = np.random.default_rng(0)
    columns = [BinColumn(max(1, b - 1), missing=b > 1) for b in bins]
    codes = random.integers(0, bins, (300, len(bins))).astype(np.uint8)
    codes = codes[random.integers(0, 300, 1000)]
    packed = PackedBins(columns)
    np.testing.assert_array_equal(packed.unpack(packed.pack(codes)), codes)
    merged = LabelledRows()
    for part in np.array_split(codes, 4):
        merged.add(packed.pack(part), np.zeros(len(part)))
    rows, _, weights = merged.table()
    expected, counts = np.unique(codes, axis=0, return_counts=True)
    found = packed.unpack(rows)
    order = np.lexsort(found.T[::-1])
    np.testing.assert_array_equal(found[order], expected)
    np.testing.assert_array_equal(weights[order], counts)
