"""Sums over segments, in blocks of any length."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.rows import equal_rows


@pytest.mark.parametrize("block", [1, 3, 2**17])
@given(lengths=st.lists(st.integers(0, 5), max_size=12), seed=st.integers(0, 99))
def test_segment_sums_are_those_of_every_segment(block, lengths, seed):
    offsets = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
    terms = np.random.default_rng(seed).integers(0, 2**64, offsets[-1], np.uint64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(equal_rows, "BLOCK", block)
        sums = equal_rows.segment_sums(lambda part: terms[part], offsets)
    assert sums.tolist() == [
        sum(terms[i:j].tolist()) % 2**64 for i, j in pairwise(offsets.tolist())
    ]
