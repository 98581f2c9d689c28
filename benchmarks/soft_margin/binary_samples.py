"""Labelled binary samples, always the same ones, by name.

A name is a kind and its numbers, such as ``synthetic 1e5``; see `MAKERS`. Files come from the
folder ``classification`` below the one that the environment variable NZDD_DATA names.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from benchmarks.data import folder
from nzdd.adapters.files import samples
from nzdd.formulations.learning.soft_margin import LabelledSample
from nzdd.input.row_table import RowTable, as_row_table

Bools = NDArray[np.bool_]
PIECE = 1_000_000
"""Rows of a twin that are unpacked at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class Data:
    """Rows with labels, and rows to test on where there are some."""

    rows: RowTable
    labels: Bools
    test: tuple[RowTable, Bools] | None = None

    def sample(self) -> LabelledSample:
        """The distinct rows of both classes."""
        return LabelledSample.from_rows(self.rows, self.labels)


def load(name: str) -> Data:
    """Make or read a sample."""
    kind, *numbers = name.split()
    return MAKERS[kind](*(float(number) for number in numbers))


def folds(labels: Bools, count: int = 5, seed: int = 0) -> list[tuple[NDArray[np.intp], ...]]:
    """Rows to train and to test on, so many pairs; both classes are dealt out evenly."""
    random, turn = np.random.default_rng(seed), np.empty(labels.size, np.intp)
    for members in (np.flatnonzero(labels), np.flatnonzero(~labels)):
        turn[random.permutation(members)] = np.arange(members.size) % count
    return [(np.flatnonzero(turn != fold), np.flatnonzero(turn == fold)) for fold in range(count)]


def csr(rows: RowTable, num_columns: int | None = None) -> sp.csr_array:
    """The rows as a 0/1 matrix."""
    offsets, symbols = rows.to_csr()
    shape = (rows.num_rows, num_columns or rows.num_symbols)
    ones = np.ones(symbols.size, np.int8)
    # scikit-learn takes indices of 32 bits only
    return sp.csr_array((ones, symbols.astype(np.int32), offsets.astype(np.int32)), shape=shape)


def dense(words: NDArray[np.uint64], num_columns: int) -> NDArray[np.uint8]:
    """Packed rows as a 0/1 matrix; the first column is the highest bit."""
    matrix = np.empty((words.size, num_columns), np.uint8)
    shifts = np.arange(num_columns - 1, -1, -1, dtype=np.uint64)
    for first in range(0, words.size, PIECE):
        piece = words[first : first + PIECE, None]
        matrix[first : first + PIECE] = piece >> shifts & np.uint64(1)
    return matrix


def synthetic(num_rows: float) -> Data:
    """Distinct rows of 20 features, positive where at least 5 of the first 10 are 1 (8.2)."""
    words = np.random.default_rng(0).choice(1 << 20, int(num_rows), replace=False).astype(np.uint64)
    return Data(RowTable.from_words(words, 20), np.bitwise_count(words >> np.uint64(10)) >= 5)


def twin_words(
    num_rows: int, flip: float, num_columns: int = 28
) -> tuple[NDArray[np.uint64], Bools]:
    """Packed rows in which a bit differs from the one before with a probability of `flip`.

    A linear rule labels them, and every tenth label is wrong. Its weights are differences of random
    numbers: neighbours are alike, and otherwise one or two of them would do. With 11,000,000 rows
    it is as large as HIGGS, and for .06 about 200,000 rows are distinct.
    """
    random = np.random.default_rng(0)
    weights = np.diff(random.normal(size=num_columns + 1)).astype(np.float32)
    bit = random.random(num_rows, np.float32) < 0.5
    words, score = np.zeros(num_rows, np.uint64), np.zeros(num_rows, np.float32)
    for weight in weights:
        words <<= np.uint64(1)
        words |= bit
        score += weight * bit
        bit ^= random.random(num_rows, np.float32) < flip
    labels = (score > np.median(score)) ^ (random.random(num_rows, np.float32) < 0.1)
    return words, labels


def twin(num_rows: float, flip: float) -> Data:
    """The HIGGS twin, packed."""
    words, labels = twin_words(int(num_rows), flip)
    return Data(RowTable.from_words(words, 28), labels)


def noisy(num_columns: float, num_rows: float, noise: float) -> Data:
    """Random rows, labelled by a random linear rule and with that share of errors."""
    random = np.random.default_rng(0)
    weights = random.normal(size=int(num_columns))

    def drawn(count: int) -> tuple[RowTable, Bools]:
        rows = random.integers(0, 2, (count, weights.size), dtype=np.uint8)
        labels = ((rows - 0.5) @ weights > 0) ^ (random.random(count) < noise)
        return as_row_table(rows), labels

    rows, labels = drawn(int(num_rows))
    return Data(rows, labels, drawn(20_000))


def a9a() -> Data:
    """Adult, with its test file."""
    train, test = (samples.read_svmlight(_file(file)) for file in ("a9a.gz", "a9a.t.gz"))
    return Data(train.rows, train.labels > 0, (test.rows, test.labels > 0))


def w8a() -> Data:
    """Web pages, without a test file."""
    train = samples.read_svmlight(_file("w8a.gz"))
    return Data(train.rows, train.labels > 0)


def mushroom() -> Data:
    """Both files of the mushrooms, one-hot."""
    parts = [samples.read_svmlight(_file(f"agaricus.txt.{part}.gz")) for part in ("train", "test")]
    width = max(part.rows.num_symbols for part in parts)
    rows = sp.csr_array(sp.vstack([csr(part.rows, width) for part in parts]))
    return Data(as_row_table(rows), np.concatenate([part.labels for part in parts]) > 0)


def votes() -> Data:
    """Votes of the house of 1984, one-hot."""
    table = np.loadtxt(_file("cp4im_vote.txt"), np.uint8)
    return Data(as_row_table(table[:, 1:]), table[:, 0] > 0)


def higgs() -> Data:
    """An excerpt of HIGGS, rounded at 0.5 as in appendix B."""
    with gzip.open(_file("higgs_10k.csv.gz"), "rt") as file:
        table = np.loadtxt(file, delimiter=",", skiprows=1)
    return Data(as_row_table((table[:, :-1] > 0.5).astype(np.uint8)), table[:, -1] > 0.5)


MAKERS = {
    maker.__name__: maker for maker in (synthetic, twin, noisy, a9a, w8a, mushroom, votes, higgs)
}


def _file(name: str) -> Path:
    return folder("classification") / name
