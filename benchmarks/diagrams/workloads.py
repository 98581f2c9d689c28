"""Families of rows to build diagrams of; always the same ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Workload:
    """Families over the same columns; each a 0/1 matrix of distinct rows in random order.

    ``reach`` is the CPU time in seconds that the finished diagrams may take, None for a
    scaled-down workload.
    """

    name: str
    title: str
    reach: float | None
    families: list[sp.csr_array]

    @property
    def num_columns(self) -> int:
        """The size of the ground set."""
        return int(self.families[0].shape[1])

    @property
    def num_rows(self) -> int:
        """The rows of all families together."""
        return sum(int(family.shape[0]) for family in self.families)


def subsets(num_rows: int, reach: float | None) -> Workload:
    """Random subsets of size 10 of 25 columns: the programs of Kurokawa et al. by their text."""
    words = np.arange(1 << 25, dtype=np.uint32)
    words = words[np.bitwise_count(words) == 10]
    chosen = np.random.default_rng(0).permutation(words.size)[:num_rows]
    title = f"{num_rows:,} random 10-subsets of 25 columns"
    return Workload("subsets", title, reach, [_matrix(words[chosen], 25)])


def cube(num_columns: int, reach: float | None) -> Workload:
    """All rows of {0, 1}^n in two classes by the ones in the first ten columns."""
    words = np.random.default_rng(0).permutation(1 << num_columns).astype(np.uint32)
    label = np.bitwise_count(words & np.uint32(1023)) >= 5
    title = f"all 2^{num_columns} rows of {{0,1}}^{num_columns}, two classes"
    families = [_matrix(words[label == which], num_columns) for which in (False, True)]
    return Workload("cube", title, reach, families)


def sparse(num_rows: int, num_columns: int, reach: float | None, draws: float = 58) -> Workload:
    """Rows with about 47 ones; column j is drawn in proportion to 1 / (j + 1)."""
    random = np.random.default_rng(0)
    share = 1.0 / np.arange(1, num_columns + 1)
    cumulative = np.cumsum(share / share.sum())
    counts = np.maximum(1, random.poisson(draws, num_rows))
    drawn = np.searchsorted(cumulative, random.random(int(counts.sum())))
    column = np.minimum(drawn, num_columns - 1)
    cells = np.unique(np.repeat(np.arange(num_rows), counts) * num_columns + column)
    row, column = np.divmod(cells, num_columns)
    offsets = np.concatenate(([0], np.cumsum(np.bincount(row, minlength=num_rows))))
    ones = np.ones(cells.size, np.int8)
    per_row = cells.size / num_rows
    title = f"{num_rows:,} rows over {num_columns:,} columns, Zipf-like, {per_row:.0f} ones each"
    matrix = sp.csr_array((ones, column, offsets), shape=(num_rows, num_columns))
    return Workload("sparse", title, reach, [matrix])


def full() -> list[Workload]:
    """The workloads with published figures."""
    return [subsets(2_000_000, 0.03), cube(20, 0.007), sparse(70_000, 20_000, 0.08)]


def quick() -> list[Workload]:
    """The same, scaled down."""
    return [subsets(50_000, None), cube(14, None), sparse(2_000, 2_000, None)]


def _matrix(words: NDArray[np.uint32], num_columns: int) -> sp.csr_array:
    """Column j of a row is bit j of its word."""
    bits = words[:, None] >> np.arange(num_columns, dtype=np.uint32) & np.uint32(1)
    return sp.csr_array(bits.astype(np.int8))
