"""Many rows in no order, for what takes its time, in a module that loads no Hypothesis."""

import numpy as np

from nzdd import RowTable


def random_words(num_rows):
    """Random rows of 64 symbols, as machine words."""
    return RowTable.from_words(np.random.default_rng(0).integers(0, 2**64, num_rows, np.uint64), 64)


def random_sequences(num_rows=200_000):
    """Rows of 40 symbols out of 5,000, in no order."""
    rng = np.random.default_rng(0)
    symbols = rng.integers(0, 5000, 40 * num_rows)
    return RowTable.from_csr(np.arange(0, symbols.size + 1, 40), symbols, 5000)
