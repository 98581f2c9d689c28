"""The diagram of a labelled sample, whose edges carry the slack of its rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, hstack

from nzdd import NZDD
from nzdd.formulations.learning.soft_margin.sample import LabelledSample, row_weights
from nzdd.input.arrays import Floats, Ints
from nzdd.input.parameters import check_choice, check_integer
from nzdd.input.row_table import WORD_SYMBOLS, Progress, RowTable

SLACKS = ("row", "edge", "block")
MANY_ROWS = 200_000
"""Up to this number of distinct rows `auto` means a slack for each row, which is exact."""


class _Part(NamedTuple):
    """The diagram of one class, with the attributes of an `NZDD`."""

    num_nodes: int
    source: NDArray[np.uint32]
    target: NDArray[np.uint32]
    label_offsets: Ints
    labels: NDArray[np.uint32]
    multiplicity: Floats


@dataclass(frozen=True, slots=True, eq=False)
class SampleDiagram:
    """The NZDDs of both classes side by side (Kurokawa et al. 2022, section 6).

    Two edges leave the root, one for each class, and carry the bias, symbol ``num_features``; all
    paths end in one leaf. Nodes are numbered topologically, edges sorted by source, as in `NZDD`.

    Attributes
    ----------
    sample : LabelledSample
    slack : {"row", "edge", "block"}
        What has a slack variable of its own; see `from_sample`.
    nzdd : NZDD
        The two edges of the root come first.
    sign : ndarray of float64, shape (num_edges,)
        +1 on the paths of positive rows, -1 on those of negative ones.
    """

    sample: LabelledSample
    slack: str
    nzdd: NZDD
    sign: Floats

    @classmethod
    def from_sample(
        cls,
        sample: LabelledSample,
        slack: str = "auto",
        *,
        blocks: int = 256,
        order: str | ArrayLike = "natural",
        progress: Progress | None = None,
    ) -> SampleDiagram:
        """Build the diagram.

        Parameters
        ----------
        sample : LabelledSample
        slack : {"auto", "row", "edge", "block"}
            ``edge``: a slack for each edge of the diagram of all rows: problem (6) of the paper, a
            restriction of (4). ``row``: an edge for each distinct row, which gives (4) itself.
            ``block``: in between; the sorted rows are divided into blocks, and only rows of the
            same block share edges. ``auto``: ``row`` up to 200,000 distinct rows, or where the
            number of edges exceeds a quarter of that of distinct rows, otherwise ``edge``.
        blocks : int
            The number of blocks for ``block``.
        order : str or array
            The order of the symbols for ``edge``, see `nzdd.NZDD.from_rows`. It decides which rows
            share edges, and so changes the model. Hence the default is the natural order, not the
            one with the fewest edges.

        Raises
        ------
        ValueError
            If `slack`, `blocks` or `order` is unknown or out of range.

        Notes
        -----
        Time O(symbols in the distinct rows), memory O(nodes + edges + labels).
        """
        check_choice("slack", slack, ("auto", *SLACKS))
        check_integer("blocks", blocks)
        if slack == "auto":
            if sample.num_distinct <= MANY_ROWS:
                return cls.from_sample(sample, "row")
            shared = cls.from_sample(sample, "edge", order=order, progress=progress)
            if 4 * shared.nzdd.num_edges >= sample.num_distinct:
                return cls.from_sample(sample, "row")
            return shared

        def part(rows: RowTable) -> _Part | NZDD:
            if slack == "row":
                return _star(rows)
            if slack == "edge":
                return NZDD.from_rows(rows, order=order, progress=progress)
            return _in_blocks(rows, blocks, progress)

        return _joined(sample, slack, part(sample.positive), part(sample.negative))

    def depth(self) -> int:
        """The largest number of edges on a path, depth(G) of the paper. Time O(edges)."""
        return int(self.nzdd.depth()[-1])

    def symbol_totals(self, flow: Floats) -> Floats:
        """f_j: the sum of ``sign(e) d_e`` over the edges that carry symbol j, for all j.

        The bias is the last symbol. Time O(edges + labels).
        """
        amount = np.repeat(self.sign * flow, np.diff(self.nzdd.label_offsets))
        totals = np.bincount(self.nzdd.labels, amount, minlength=self.sample.num_features + 1)
        return np.asarray(totals, np.float64)

    def __repr__(self) -> str:
        sample, nzdd = self.sample, self.nzdd
        return (
            f"SampleDiagram({sample.num_distinct} distinct rows over {sample.num_features} "
            f"features, a slack per {self.slack}: {nzdd.num_nodes} nodes, {nzdd.num_edges} edges)"
        )


def _star(rows: RowTable) -> _Part:
    """A diagram with an edge for each row, which share nothing."""
    offsets, symbols = rows.to_csr()
    ends = np.zeros(rows.num_rows, np.uint32)
    return _Part(2, ends, ends + np.uint32(1), offsets, symbols, row_weights(rows))


def _in_blocks(rows: RowTable, blocks: int, progress: Progress | None) -> _Part:
    """A diagram in which only rows of the same block of sorted rows share edges.

    The bits of its block's number are appended to every row, as symbols after all others. Then no
    two nodes above rows of different blocks are equal. These symbols are removed again from the
    labels of the diagram.
    """
    count, features = rows.num_rows, rows.num_symbols
    bits = (min(blocks, count) - 1).bit_length()
    run = np.arange(count, dtype=np.uint64) * np.uint64(min(blocks, count)) // np.uint64(count)
    if rows.words is not None and features + bits <= WORD_SYMBOLS:
        marked = RowTable.from_words(rows.words << np.uint64(bits) | run, features + bits)
    else:
        offsets, symbols = rows.to_csr()
        ones = np.ones(symbols.size, np.int8)
        matrix = csr_array((ones, symbols.astype(np.int64), offsets), shape=(count, features))
        digits = (run[:, None] >> np.arange(bits, dtype=np.uint64)) & np.uint64(1)
        matrix = csr_array(hstack([matrix, csr_array(digits.astype(np.int8))], format="csr"))
        marked = RowTable.from_csr(matrix.indptr, matrix.indices, features + bits)
    nzdd = NZDD.from_rows(replace(marked, weights=rows.weights), order="natural", progress=progress)
    kept = nzdd.labels < features
    offsets = np.concatenate(([0], np.cumsum(kept)))[nzdd.label_offsets]
    labels = nzdd.labels[kept]
    return _Part(nzdd.num_nodes, nzdd.source, nzdd.target, offsets, labels, nzdd.multiplicity)


def _joined(
    sample: LabelledSample, slack: str, positive: _Part | NZDD, negative: _Part | NZDD
) -> SampleDiagram:
    """Join two diagrams: a new root with an edge to each, which carries the bias, and one leaf."""
    bias = sample.num_features
    first, second = 1, positive.num_nodes  # the former roots
    leaf = second + negative.num_nodes - 1
    sources, targets = [np.array([0, 0])], [np.array([first, second])]
    for part, root in ((positive, first), (negative, second)):
        sources.append(part.source + np.int64(root))
        ends = part.target == part.num_nodes - 1
        targets.append(np.where(ends, leaf, part.target + np.int64(root)))
    joined = NZDD.from_edges(
        leaf + 1,
        np.concatenate(sources).astype(np.uint32),
        np.concatenate(targets).astype(np.uint32),
        np.concatenate(
            (
                [0, 1],
                positive.label_offsets + 2,
                negative.label_offsets[1:] + (2 + positive.labels.size),
            )
        ),
        np.concatenate(([bias, bias], positive.labels, negative.labels)).astype(np.uint32),
        bias + 1,
        np.concatenate((sample.class_weights, positive.multiplicity, negative.multiplicity)),
    )
    sign = np.repeat([1.0, -1.0, 1.0, -1.0], [1, 1, positive.source.size, negative.source.size])
    sign.setflags(write=False)
    return SampleDiagram(sample, slack, joined, sign)
