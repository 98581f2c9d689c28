"""A smaller model with the same solutions (Kurokawa et al. 2022, theorem 1 and section 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, vstack

from nzdd.archive import entry
from nzdd.diagram import Archived
from nzdd.formulations.compression.block import Block
from nzdd.formulations.compression.report import CompressionReport, GroupReport, Size
from nzdd.formulations.compression.row_groups import row_groups
from nzdd.formulations.models.archive import model_state, nested, part, restore_model
from nzdd.formulations.models.arrays import Floats, Matrix, as_point
from nzdd.formulations.models.binding import RowMultipliers
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.edge_constraints import EdgeRows
from nzdd.formulations.rows.separation import check_columns
from nzdd.input.parameters import check_choice
from nzdd.input.row_table import Progress
from nzdd.input.text import outline
from nzdd.nzdd import MINIMIZE

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ExtendedFormulation(Archived):
    """A model with the constraints of diagrams in place of rows, if that makes it smaller.

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
        After `load` it holds the sizes only.
    """

    __repr__ = outline
    _kind = "extended formulation"
    original: LinearModel
    model: LinearModel
    kept_rows: NDArray[np.int64]
    blocks: tuple[Block, ...]
    report: CompressionReport

    def _repr_html_(self) -> str:
        return self.report.table(type(self).__name__)

    @classmethod
    def from_model(
        cls,
        model: LinearModel,
        minimize: Literal["nonzeros", "edges"] = "nonzeros",
        *,
        diagrams: Iterable[ConstraintDiagram] = (),
        order: str = "auto",
        coefficients: Literal["auto", "binary"] = "auto",
        integral_potentials: bool = False,
        progress: Progress | None = None,
    ) -> Self:
        """Compress a model.

        Parameters
        ----------
        model : LinearModel
        minimize : {"nonzeros", "edges"}
            What has to shrink: the nonzeros, or the number of rows (by the paper's reduction, which
            copies labels, so that nonzeros may grow). A group of rows for which this number does
            not shrink stays as it is, so it never grows for the model.
        diagrams : iterable of ConstraintDiagram
            Further, implicit rows over the model's columns, of any number, reduced as `minimize`
            says; for their duals see `recover_multipliers`.
        coefficients : {"auto", "binary"}
            With ``"binary"`` a symbol is a binary digit of a coefficient of the listed rows, as in
            section 5 of the paper, else a whole coefficient or, for few nonzeros, also a difference
            to the most common one, if that leaves fewer.
        integral_potentials : bool
            Whether the columns that come in are integer, too, for solvers that take no others. All
            numbers of the rows must be integers, or decimals of few digits, and all their columns
            integer; other listed rows stay as they are.
        order, progress
            See `nzdd.NZDD.from_rows`.

        Raises
        ------
        ValueError
            If `minimize`, `order` or `coefficients` is unknown, a coefficient has no binary digits
            (integers below 2^53 have), or a diagram is over another number of columns, or cannot
            have integral potentials.

        Notes
        -----
        Inequalities (``<=`` rows negated), equalities and ranges form a group each. Of rows with
        equal left sides only the tightest stays. Time near-linear in the nonzeros, memory
        O(nonzeros).
        """
        check_choice("minimize", minimize, MINIMIZE)
        check_choice("coefficients", coefficients, ("auto", "binary"))
        further = tuple(diagrams)
        check_columns(further, model.num_columns)
        keep = np.ones(model.num_rows, np.bool_)
        row_size = np.diff(model.matrix.indptr)
        blocks, reports = [], []
        for group in row_groups(model):
            start = perf_counter()
            keep[group.redundant] = False
            found = Block.candidates(group, minimize, order, progress, coefficients)
            if integral_potentials:
                found = [block.integral() for block in found if not block.why_continuous(model)]
            built = [(block, block.edges.rows()) for block in found]
            saved = [block.saving(edges, minimize, row_size) for block, edges in built]
            replaced, added = 0, Size(0, 0, 0)
            if max(saved, default=0) > 0:
                block, edges = built[saved.index(max(saved))]
                replaced = block.rows.size
                added = Size(edges.lower.size, block.edges.num_potentials, edges.num_nonzeros)
                keep[block.rows] = False
                blocks.append((block, edges))
            members = np.concatenate((group.rows, group.redundant))
            reports.append(
                GroupReport(
                    group.name,
                    members.size,
                    int(row_size[members].sum()),
                    group.redundant.size,
                    replaced,
                    added.rows,
                    added.columns,
                    added.nonzeros,
                    perf_counter() - start,
                )
            )
        for number, diagram in enumerate(further):
            block = Block.of_diagram(diagram, minimize)
            if integral_potentials:
                if why := block.why_continuous(model):
                    raise ValueError(
                        f"the rows of diagram {number} allow no integral potentials: {why}; take a "
                        "solver of continuous columns"
                    )
                block = block.integral()
            blocks.append((block, block.edges.rows()))
        return cls._of(model, np.flatnonzero(keep), blocks, reports)

    @classmethod
    def _of(
        cls,
        original: LinearModel,
        kept_rows: NDArray[np.int64],
        blocks: list[tuple[Block, EdgeRows]],
        groups: Sequence[GroupReport] = (),
    ) -> Self:
        """The formulation of kept rows, and of blocks with their edges, which may be none."""
        model = original
        if blocks or kept_rows.size < original.num_rows:
            model = _assembled(original, kept_rows, blocks)
        report = CompressionReport(Size.of(original), Size.of(model), tuple(groups))
        return cls(original, model, kept_rows, tuple(block for block, _ in blocks), report)

    def lift(self, x: ArrayLike) -> Floats:
        """The point of the extended model for one of the original model: feasible if that one is.

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

    def recover(self, x: ArrayLike) -> Floats:
        """The point of the original model for one of the extended model, without added columns."""
        return as_point(x, self.model.num_columns)[: self.original.num_columns].copy()

    def recover_duals(self, y: ArrayLike) -> Floats:
        """Row duals of the original LP from those of the extended one.

        Parameters
        ----------
        y : array of float, shape (model.num_rows,)

        Returns
        -------
        ndarray, shape (original.num_rows,)
            The duals of the edges are a flow from root to leaf. A flow is a sum of paths, which are
            rows; any such sum gives optimal duals, and this one has at most as many nonzeros as
            there are edges. Redundant rows get zero. Time O(nonzeros).
        """
        duals = as_point(y, self.model.num_rows, "y", "row")
        out = np.zeros(self.original.num_rows)
        out[self.kept_rows] = duals[: self.kept_rows.size]
        for block, own in self._edge_duals(duals):
            if not block.is_implicit:
                out[block.rows] = block.row_duals(self.original, own)
        return out

    def recover_multipliers(self, y: ArrayLike) -> tuple[RowMultipliers, ...]:
        """The duals of implicit rows, for each diagram, from those of the extended LP.

        Parameters and cost as for `recover_duals`. Of ``<=`` rows they are those of the negated
        rows.
        """
        duals = as_point(y, self.model.num_rows, "y", "row")
        return tuple(
            RowMultipliers(*block.path_duals(self.original, own))
            for block, own in self._edge_duals(duals)
            if block.is_implicit
        )

    def _edge_duals(self, duals: Floats) -> list[tuple[Block, Floats]]:
        sizes = [block.edges.nzdd.num_edges for block in self.blocks]
        ends = np.cumsum([self.kept_rows.size, *sizes])
        return list(zip(self.blocks, np.split(duals[: ends[-1]], ends[:-1])[1:], strict=True))

    def _state(self) -> dict[str, Any]:
        state = nested("model_", model_state(self.original))
        state |= {"kept_rows": self.kept_rows, "num_blocks": len(self.blocks)}
        for i, block in enumerate(self.blocks):
            state |= nested(f"block{i}_", block.state())
        return state

    @classmethod
    def _restore(cls, state: dict[str, Any]) -> Self:
        original = restore_model(part(state, "model_"))
        kept_rows = entry(state, "kept_rows", np.int64, 1)
        count = int(entry(state, "num_blocks", np.int64, 0))
        blocks = [Block.restore(part(state, f"block{i}_")) for i in range(count)]
        rows = np.concatenate((kept_rows, *(block.rows for block in blocks)))
        if np.any((rows < 0) | (rows >= original.num_rows)):
            raise ValueError("a row is out of range")
        if np.unique(rows).size < rows.size:
            raise ValueError("a row is there twice")
        if any(
            block.edges.symbols.num_columns != original.num_columns + block.num_slacks
            for block in blocks
        ):
            raise ValueError("a block does not fit the model")
        return cls._of(original, kept_rows, [(block, block.edges.rows()) for block in blocks])


def _assembled(
    model: LinearModel, kept_rows: NDArray[np.int64], blocks: list[tuple[Block, EdgeRows]]
) -> LinearModel:
    """The extended model: kept rows, then the edges of each block."""
    added = [block.num_slacks + block.edges.num_potentials for block, _ in blocks]
    integral = np.array([block.scale is not None for block, _ in blocks], np.bool_)
    width = model.num_columns + sum(added)
    kept = model.matrix[kept_rows]
    rows = [csr_array((kept.data, kept.indices, kept.indptr), shape=(kept_rows.size, width))]
    row_lower, row_upper = [model.row_lower[kept_rows]], [model.row_upper[kept_rows]]
    lower, upper = [model.lower], [model.upper]
    firsts = accumulate(added, initial=model.num_columns)
    for (block, edges), first in zip(blocks, firsts, strict=False):
        rows.append(_beside(edges, model.num_columns, first, block.num_slacks, width))
        row_lower.append(edges.lower)
        row_upper.append(edges.upper)
        potential_lower, potential_upper = block.edges.potential_bounds(*block.bounds(model))
        if block.scale is not None:
            potential_lower, potential_upper = np.ceil(potential_lower), np.floor(potential_upper)
        lower += [np.zeros(block.num_slacks), potential_lower]
        upper += [block.slack_upper, potential_upper]
    edge_counts = [edges.lower.size for _, edges in blocks]
    integrality = np.concatenate((model.integrality, np.repeat(integral, added)))
    return model.changed(
        objective=np.concatenate((model.objective, np.zeros(sum(added)))),
        matrix=csr_array(vstack(rows, format="csr")),
        row_lower=np.concatenate(row_lower),
        row_upper=np.concatenate(row_upper),
        lower=np.concatenate(lower),
        upper=np.concatenate(upper),
        integrality=integrality,
        row_names=_names(model.row_names, kept_rows, "edge", edge_counts),
        column_names=_names(model.column_names, np.arange(model.num_columns), "node", added),
    )


def _beside(edges: EdgeRows, num_columns: int, first: int, num_slacks: int, width: int) -> Matrix:
    """The rows of a block whose slacks, then potentials, are the columns from `first` on."""
    left, right = edges.matrix, edges.potentials
    columns = left.indices
    if num_slacks:
        columns = np.where(columns < num_columns, columns, columns + (first - num_columns))
    before = np.arange(left.nnz) + np.repeat(right.indptr[:-1], np.diff(left.indptr))
    behind = np.arange(right.nnz) + np.repeat(left.indptr[1:], np.diff(right.indptr))
    data, indices = np.empty(left.nnz + right.nnz), np.empty(left.nnz + right.nnz, np.int64)
    data[before], data[behind] = left.data, right.data
    indices[before], indices[behind] = columns, right.indices + (first + num_slacks)
    return csr_array((data, indices, left.indptr + right.indptr), shape=(left.shape[0], width))


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
