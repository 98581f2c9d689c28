"""Small families of rows, and the forms they can come in."""

from collections import Counter
from itertools import chain, combinations, pairwise

import numpy as np
import scipy.sparse as sp
from hypothesis import strategies as st

from nzdd import RowTable


@st.composite
def families(draw, max_symbols=8, max_rows=20, min_rows=0):
    """Rows as lists of symbols, unsorted, some repeated or empty; and the number of symbols."""
    num_symbols = draw(st.integers(0, max_symbols))
    symbol = st.integers(0, num_symbols - 1) if num_symbols else st.nothing()
    row = st.lists(symbol, max_size=2 * num_symbols)
    rows = draw(st.lists(row, min_size=min_rows, max_size=max_rows))
    if rows:
        rows += draw(st.lists(st.sampled_from(rows), max_size=3))
    return rows, num_symbols


def weights_for(rows):
    """Weights that sum without rounding in any order."""
    halves = st.integers(0, 40).map(lambda n: n / 2)
    return st.lists(halves, min_size=len(rows), max_size=len(rows))


def subsets(symbols):
    """Every set of the given symbols, as sorted tuples."""
    symbols = sorted(symbols)
    return list(
        chain.from_iterable(combinations(symbols, size) for size in range(len(symbols) + 1))
    )


def row_set(rows):
    """The family itself: its distinct rows, each a sorted tuple."""
    return {tuple(sorted(set(row))) for row in rows}


def total_weights(rows, weights=None):
    """The weight of each distinct row."""
    totals = Counter()
    for row, weight in zip(rows, [1] * len(rows) if weights is None else weights, strict=True):
        totals[tuple(sorted(set(row)))] += weight
    return totals


def lists_of(family):
    """The rows of a RowTable as lists of symbols, as they stand."""
    offsets, symbols = family.to_csr()
    return [symbols[a:b].tolist() for a, b in pairwise(offsets.tolist())]


def to_matrix(rows, num_symbols, dtype=np.uint8):
    """The rows as a dense 0/1 matrix."""
    matrix = np.zeros((len(rows), num_symbols), dtype)
    for i, row in enumerate(rows):
        matrix[i, list(row)] = 1
    return matrix


def to_csr(rows, num_symbols):
    """The rows as a RowTable of CSR arrays, as they stand."""
    offsets = np.cumsum([0, *map(len, rows)])
    return RowTable.from_csr(offsets, np.array([*chain.from_iterable(rows)], np.int64), num_symbols)


def to_words(rows, num_symbols):
    """The rows as a RowTable of machine words."""
    words = [sum(1 << (num_symbols - 1 - symbol) for symbol in set(row)) for row in rows]
    return RowTable.from_words(np.array(words, np.uint64), num_symbols)


def forms(rows, num_symbols):
    """The rows in each form that a diagram can be built from, by name."""
    yield "lists", rows
    yield "generator", (iter(row) for row in rows)
    yield "sets", [set(row) for row in rows]
    yield "CSR arrays", to_csr(rows, num_symbols)
    for dtype in (np.bool_, np.uint8, np.int8, np.int64, np.float64, ">f4"):
        yield f"dense {np.dtype(dtype)}", to_matrix(rows, num_symbols, dtype)
    dense = to_matrix(rows, num_symbols)
    yield "dense, column by column", np.asfortranarray(dense)
    yield "dense, every other column", np.repeat(dense, 2, axis=1)[:, ::2]
    for sparse in (sp.csr_array, sp.csc_matrix, sp.coo_array, sp.lil_array):
        yield sparse.__name__, sparse(dense)
    for dtype in (np.bool_, np.float64):
        yield f"sparse {np.dtype(dtype)}", sp.csr_array(dense.astype(dtype))
    if num_symbols <= 64:
        yield "words", to_words(rows, num_symbols)


def spread(rows, num_symbols, width):
    """The same rows over more symbols, few of them in use, and where each symbol went."""
    place = [symbol * width // max(num_symbols, 1) for symbol in range(num_symbols)]
    return [[place[symbol] for symbol in row] for row in rows], place
