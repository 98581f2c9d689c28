"""The diagram of a labelled sample, on whose edges the slack of its rows sits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, hstack

from nzdd import NZDD
from nzdd.formulations.learning.soft_margin.sample import LabelledSample, row_weights
from nzdd.input.row_table import WORD_SYMBOLS, Progress, RowTable

Floats = NDArray[np.float64]
SLACKS = ("row", "edge", "block")
MANY_ROWS = 200_000
"""Up to this number of distinct rows `auto` takes a slack a row, which is exact and still cheap."""


class _Part(NamedTuple):
    """The diagram of a class as it goes into that of both; see `NZDD`."""

    num_nodes: int
    source: NDArray[np.uint32]
    target: NDArray[np.uint32]
    label_offsets: NDArray[np.int64]
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
        What shares a slack variable; see `from_sample`.
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
            ``edge``: the diagram of all rows, whose edges have a slack each: problem (6) of the
            paper, a restriction of (4). ``row``: one edge a distinct row, which is (4) itself.
            ``block``: in between; only rows of the same run of sorted rows share edges. ``auto``:
            ``row`` up to 200,000 distinct rows, or where the diagram has more than a quarter as
            many edges as there are distinct rows, otherwise ``edge``.
        blocks : int
            The number of runs for ``block``.
        order : str or array
            Of the diagram of ``edge``, see `nzdd.NZDD.from_rows`. It changes which rows share
            edges, and so the model: the natural order by default, not the one with the fewest
            edges.

        Raises
        ------
        ValueError
            If `slack`, `blocks` or `order` is unknown or out of range.

        Notes
        -----
        Time O(symbols in the distinct rows), memory O(nodes + edges + labels).
        """
        if slack == "auto":
            if sample.num_distinct <= MANY_ROWS:
                return cls.from_sample(sample, "row")
            shared = cls.from_sample(sample, "edge", order=order, progress=progress)
            if 4 * shared.nzdd.num_edges >= sample.num_distinct:
                return cls.from_sample(sample, "row")
            return shared
        if slack == "row":
            return _joined(sample, slack, _star(sample.positive), _star(sample.negative))
        if slack == "edge":
            return _joined(
                sample,
                slack,
                *(
                    NZDD.from_rows(rows, order=order, progress=progress)
                    for rows in (sample.positive, sample.negative)
                ),
            )
        if slack != "block":
            raise ValueError(f"slack {slack!r} is unknown; take auto, {', '.join(SLACKS)}")
        if blocks < 1:
            raise ValueError(f"blocks is {blocks}; there must be at least one")
        return _joined(
            sample,
            slack,
            _in_blocks(sample.positive, blocks, progress),
            _in_blocks(sample.negative, blocks, progress),
        )

    @property
    def num_features(self) -> int:
        """The number of features n; the bias is symbol n."""
        return self.sample.num_features

    @property
    def total_weight(self) -> float:
        """The weight M of all rows."""
        return float(self.nzdd.multiplicity[:2].sum())

    def depth(self) -> int:
        """The largest number of edges on a path, depth(G) of the paper. Time O(edges)."""
        return int(self.nzdd.depth()[-1])

    def symbol_totals(self, flow: Floats) -> Floats:
        """f_j: the sum of ``sign(e) d_e`` over the edges that carry symbol j.

        Parameters
        ----------
        flow : ndarray of float, shape (num_edges,)

        Returns
        -------
        ndarray, shape (num_features + 1,)
            The bias last. Time O(edges + labels).
        """
        amount = np.repeat(self.sign * flow, np.diff(self.nzdd.label_offsets))
        totals = np.bincount(self.nzdd.labels, amount, minlength=self.sample.num_features + 1)
        return np.asarray(totals, np.float64)

    def __repr__(self) -> str:
        return (
            f"SampleDiagram({self.sample.num_distinct} distinct rows over {self.num_features} "
            f"features, a slack per {self.slack}: {self.nzdd.num_nodes} nodes, "
            f"{self.nzdd.num_edges} edges)"
        )


def _star(rows: RowTable) -> _Part:
    """One edge a row, which shares nothing."""
    offsets, symbols = rows.to_csr()
    ends = np.zeros(rows.num_rows, np.uint32)
    return _Part(2, ends, ends + np.uint32(1), offsets, symbols, row_weights(rows))


def _in_blocks(rows: RowTable, blocks: int, progress: Progress | None) -> _Part:
    """A diagram that shares within runs of sorted rows only.

    The number of its run is written behind every row, in symbols below all others: no two nodes
    above rows of different runs are equal then. Where the bits of one number end is where rows
    end, so no label but these is lost when they are taken off again.
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
    """Both diagrams behind one root, which has an edge with the bias to each, and with one leaf."""
    bias = sample.num_features
    first, second = 1, positive.num_nodes  # the numbers of the two inner roots
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
