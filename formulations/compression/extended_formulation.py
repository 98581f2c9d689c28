"""A smaller model with the same solutions (Kurokawa et al. 2022, theorem 1 and section 5)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from time import perf_counter
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, hstack, vstack

from nzdd import archive
from nzdd.formulations.compression.block import Block
from nzdd.formulations.compression.report import CompressionReport, GroupReport, Size
from nzdd.formulations.compression.row_groups import RowGroup, row_groups
from nzdd.formulations.models.archive import model_state, restore_model
from nzdd.formulations.models.arrays import as_point
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.separation import check_columns
from nzdd.formulations.rows.symbols import ENCODINGS, Encoding, have_digits
from nzdd.input.parameters import check_choice
from nzdd.input.row_table import Progress
from nzdd.nzdd import MINIMIZE


@dataclass(frozen=True, slots=True, eq=False)
class ExtendedFormulation:
    """A model with the constraints of diagrams in place of its rows, where that makes it smaller.

    Its columns are those of the original model, in order, then for each block slacks of range rows
    and one potential for each inner node of the diagram. x is feasible in the original model
    exactly when some potentials make it feasible in the extended one. All other rows stay.

    Attributes
    ----------
    original, model : LinearModel
        The model that came in, and the equivalent smaller one.
    kept_rows : ndarray of int64
        The rows of the original that stand unchanged, first, in `model`.
    blocks : tuple of Block
    report : CompressionReport
    """

    original: LinearModel
    model: LinearModel
    kept_rows: NDArray[np.int64]
    blocks: tuple[Block, ...]
    report: CompressionReport

    @classmethod
    def from_model(
        cls,
        model: LinearModel,
        minimize: Literal["nonzeros", "edges"] = "nonzeros",
        *,
        diagrams: Iterable[ConstraintDiagram] = (),
        encoding: Encoding = "pairs",
        order: str = "auto",
        progress: Progress | None = None,
    ) -> ExtendedFormulation:
        """Compress a model.

        Parameters
        ----------
        model : LinearModel
        minimize : {"nonzeros", "edges"}
            What has to shrink: the nonzeros, or the number of rows (the paper's reduction, which
            copies labels, so that nonzeros may grow). A group of rows that does not shrink by this
            measure is left as it is, so a model never grows by it.
        diagrams : iterable of ConstraintDiagram
            Further rows over the model's columns, of any number: they are never listed. (Hence
            `recover_duals` cannot name them.)
        encoding : {"pairs", "binary"}
            See `nzdd.formulations.rows.symbols.encode`; ``pairs`` takes over for groups whose
            coefficients are not integers below 2**53.
        order, progress
            See `nzdd.NZDD.from_rows`.

        Raises
        ------
        ValueError
            If `minimize`, `encoding` or `order` is unknown, or a diagram is over another number of
            columns.

        Notes
        -----
        Inequalities (``<=`` rows negated), equalities and ranges form a group each. Of rows with
        equal left sides only the tightest stays. Time near-linear in the nonzeros, memory
        O(nonzeros).
        """
        check_choice("minimize", minimize, MINIMIZE)
        check_choice("encoding", encoding, ENCODINGS)
        further = tuple(diagrams)
        check_columns(further, model.num_columns)
        keep = np.ones(model.num_rows, np.bool_)
        blocks, reports = [], []
        for group in row_groups(model):
            start = perf_counter()
            fits = have_digits(group.matrix.data).all()
            block = Block.build(group, minimize, encoding if fits else "pairs", order, progress)
            keep[group.redundant] = False
            shape = (0, 0, 0)
            if block is not None:
                shape = _shape(block)
                before = (block.rows.size, int(np.diff(model.matrix.indptr)[block.rows].sum()))
                if (shape[2] if minimize == "nonzeros" else shape[0]) < before[
                    minimize == "nonzeros"
                ]:
                    keep[block.rows] = False
                    blocks.append(block)
                else:
                    block, shape = None, (0, 0, 0)
            reports.append(_group_report(model, group, block, shape, perf_counter() - start))
        blocks += [Block.of_diagram(diagram) for diagram in further]
        kept_rows = np.flatnonzero(keep)
        extended = _assemble(model, kept_rows, blocks)
        report = CompressionReport(Size.of(model), Size.of(extended), tuple(reports))
        return cls(model, extended, kept_rows, tuple(blocks), report)

    def lift(self, x: ArrayLike) -> NDArray[np.float64]:
        """The point of the extended model for a point of the original one: feasible if that is.

        Parameters
        ----------
        x : array of float, shape (original.num_columns,)

        Returns
        -------
        ndarray, shape (model.num_columns,)
            The potentials are shortest distances. Time O(nonzeros).
        """
        point = as_point(x, self.original.num_columns)
        parts = [point]
        for block in self.blocks:
            full = block.with_slacks(self.original, point)
            parts += [full[point.size :], block.edges.lift(full)]
        return np.concatenate(parts)

    def recover(self, x: ArrayLike) -> NDArray[np.float64]:
        """The point of the original model for one of the extended model: the added columns go."""
        return as_point(x, self.model.num_columns)[: self.original.num_columns].copy()

    def recover_duals(self, y: ArrayLike) -> NDArray[np.float64]:
        """Row duals of the original LP from those of the extended one.

        Parameters
        ----------
        y : array of float, shape (model.num_rows,)

        Raises
        ------
        ValueError
            If some rows are implicit.

        Returns
        -------
        ndarray, shape (original.num_rows,)
            The duals of the edges are a flow from root to leaf, and a flow is a sum of paths, that
            is, of rows. The sum is not unique: any decomposition gives optimal duals, this one has
            at most as many nonzeros as there are edges. Redundant rows get zero.
            Time O(nonzeros).
        """
        duals = as_point(y, self.model.num_rows, "y", "row")
        if any(block.is_implicit for block in self.blocks):
            raise ValueError("cannot recover duals: some rows are implicit")
        out = np.zeros(self.original.num_rows)
        out[self.kept_rows] = duals[: self.kept_rows.size]
        edges = accumulate(
            (block.edges.nzdd.num_edges for block in self.blocks), initial=self.kept_rows.size
        )
        for block, first in zip(self.blocks, edges, strict=False):
            out[block.rows] = block.row_duals(
                self.original, duals[first : first + block.edges.nzdd.num_edges]
            )
        return out

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all that `lift`, `recover` and `recover_duals` need to one file."""
        state = {f"model_{name}": value for name, value in model_state(self.original).items()}
        state |= {"kept_rows": self.kept_rows, "num_blocks": len(self.blocks)}
        for i, block in enumerate(self.blocks):
            state |= {f"block{i}_{name}": value for name, value in block.state().items()}
        archive.write(path, "extended formulation", state)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> ExtendedFormulation:
        """Read what `save` wrote; the report then holds the sizes only.

        Raises
        ------
        nzdd.ArchiveError
            If the file is truncated, altered, no archive, or holds something else.
        """
        return archive.read(path, "extended formulation", cls._restore)

    @classmethod
    def _restore(cls, state: dict[str, Any]) -> ExtendedFormulation:
        def part(prefix: str) -> dict[str, Any]:
            return {
                name.removeprefix(prefix): value
                for name, value in state.items()
                if name.startswith(prefix)
            }

        original = restore_model(part("model_"))
        kept_rows = archive.entry(state, "kept_rows", np.int64, 1)
        blocks = [
            Block.restore(part(f"block{i}_"))
            for i in range(int(archive.entry(state, "num_blocks", np.int64, 0)))
        ]
        for rows in (kept_rows, *(block.rows for block in blocks)):
            if np.any((rows < 0) | (rows >= original.num_rows)):
                raise ValueError("a row is out of range")
        if any(
            block.edges.num_columns != original.num_columns + block.num_slacks for block in blocks
        ):
            raise ValueError("a block does not fit the model")
        model = _assemble(original, kept_rows, blocks)
        return cls(
            original,
            model,
            kept_rows,
            tuple(blocks),
            CompressionReport(Size.of(original), Size.of(model), ()),
        )


def _shape(block: Block) -> tuple[int, int, int]:
    rows = block.edges.rows()
    return (
        block.edges.nzdd.num_edges,
        block.edges.num_potentials,
        rows.matrix.nnz + rows.potentials.nnz,
    )


def _group_report(
    model: LinearModel,
    group: RowGroup,
    block: Block | None,
    shape: tuple[int, int, int],
    seconds: float,
) -> GroupReport:
    rows = np.concatenate((group.rows, group.redundant))
    nonzeros = int(np.diff(model.matrix.indptr)[rows].sum())
    replaced = 0 if block is None else block.rows.size
    return GroupReport(
        group.name, rows.size, nonzeros, group.redundant.size, replaced, *shape, seconds
    )


def _assemble(model: LinearModel, kept_rows: NDArray[np.int64], blocks: list[Block]) -> LinearModel:
    """The extended model: kept rows, then the edges of each block."""
    added = [block.num_columns for block in blocks]
    total = sum(added)
    rows = [hstack([model.matrix[kept_rows], csr_array((kept_rows.size, total))], format="csr")]
    row_lower, row_upper = [model.row_lower[kept_rows]], [model.row_upper[kept_rows]]
    lower, upper = [model.lower], [model.upper]
    for block, before in zip(blocks, accumulate(added, initial=0), strict=False):
        edges = block.edges.rows()
        own, slacks = edges.matrix[:, : model.num_columns], edges.matrix[:, model.num_columns :]
        gap = csr_array((own.shape[0], before))
        rest = csr_array((own.shape[0], total - before - block.num_columns))
        rows.append(hstack([own, gap, slacks, edges.potentials, rest], format="csr"))
        row_lower.append(edges.lower)
        row_upper.append(edges.upper)
        potential_lower, potential_upper = block.edges.potential_bounds(*block.bounds(model))
        lower += [np.zeros(block.num_slacks), potential_lower]
        upper += [block.slack_upper, potential_upper]
    edge_counts = [block.edges.nzdd.num_edges for block in blocks]
    return LinearModel(
        np.concatenate((model.objective, np.zeros(total))),
        csr_array(vstack(rows, format="csr")),
        np.concatenate(row_lower),
        np.concatenate(row_upper),
        np.concatenate(lower),
        np.concatenate(upper),
        np.concatenate((model.integrality, np.zeros(total, np.bool_))),
        maximize=model.maximize,
        offset=model.offset,
        row_names=_names(model.row_names, kept_rows, "edge", edge_counts),
        column_names=_names(model.column_names, np.arange(model.num_columns), "node", added),
        name=model.name,
    )


def _names(
    names: tuple[str, ...] | None, kept: NDArray[np.int64], kind: str, counts: list[int]
) -> tuple[str, ...] | None:
    """The kept names, then ``kind[block]_[number]``, lengthened until none is taken."""
    if names is None:
        return None
    taken = {name for name in names if name.startswith(kind)}
    stem = kind
    while any(name.startswith(stem) for name in taken):
        stem += "_"
    own = tuple(f"{stem}{block}_{i}" for block, count in enumerate(counts) for i in range(count))
    return tuple(np.asarray(names, object)[kept]) + own
