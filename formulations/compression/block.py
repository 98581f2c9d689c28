"""One group of rows as a block of an extended formulation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd import NZDD, _core, archive
from nzdd.formulations.compression.row_groups import RowGroup
from nzdd.formulations.models.archive import nested, part
from nzdd.formulations.models.arrays import Floats, decimal_scale
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.common_coefficients import Parts, binary_digits, common_parts
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.edge_constraints import EdgeConstraints, EdgeRows
from nzdd.formulations.rows.symbols import CONSTANT, Symbols, encode
from nzdd.input.memory import check_room
from nzdd.input.row_table import Progress
from nzdd.input.text import outline, outline_table
from nzdd.order import Order


@dataclass(frozen=True, eq=False, repr=False)
class Block:
    """The diagram that replaces some rows of a model.

    Attributes
    ----------
    name : str
    rows : ndarray of int64, shape (k,)
        The rows of the model, each of which is a path of the diagram.
    sign : ndarray of float64, shape (k,)
        -1 if the path is the negated row, else 1.
    row_hash : ndarray of uint64, shape (k,)
        The sum of the hashes of each path's symbols; all different.
    slack_upper : ndarray of float64, shape (k,) or (0,)
        For range rows, how far the slack column of each row may go.
    edges : EdgeConstraints
        Over the model's columns and, behind them, the slacks.
    scale : float or None
        Where slacks and potentials are integer, the factor of the rows that makes them so.
    """

    __repr__ = outline
    _repr_html_ = outline_table
    name: str
    rows: NDArray[np.int64]
    sign: Floats
    row_hash: NDArray[np.uint64]
    slack_upper: Floats
    edges: EdgeConstraints
    scale: float | None = None

    @classmethod
    def candidates(
        cls,
        group: RowGroup,
        minimize: str,
        order: str,
        progress: Progress | None,
        coefficients: str = "auto",
    ) -> list[Block]:
        """The blocks that may replace rows of a group, of which the best one is to be taken.

        Where nonzeros are to be few, and columns have one coefficient more often than others, there
        are two: rows with other coefficients may share the common ones (`common_parts`), at the
        price of more symbols.
        """
        splits: list[Parts | None] = [None]
        if coefficients == "binary":
            splits = [binary_digits(group.matrix)]
        elif minimize == "nonzeros" and (parts := common_parts(group.matrix)) is not None:
            splits.append(parts)
        blocks = [cls.build(group, parts, minimize, order, progress) for parts in splits]
        return [block for block in blocks if block is not None]

    @classmethod
    def build(
        cls,
        group: RowGroup,
        parts: Parts | None,
        minimize: str,
        order: str,
        progress: Progress | None,
    ) -> Block | None:
        """The block of those rows of a group that share symbols, or None if no two rows do.

        Rows whose path is a single edge are left out: the edge constraint would be the row itself.
        """
        symbols, family = encode(group.matrix, group.right_hand_side, parts)
        nzdd = NZDD.from_rows(
            family, order=order, minimize=minimize, free=symbols.free, progress=progress
        )
        offsets, row_symbols = family.to_csr()
        row_hash = symbols.set_hashes(row_symbols, offsets)
        in_order = np.sort(row_hash)
        if (in_order[1:] == in_order[:-1]).any():
            return None  # pragma: no cover - two rows with one 64-bit hash: leave the group alone
        single = (nzdd.source == 0) & (nzdd.target == nzdd.num_nodes - 1)
        if single.all():
            return None
        edge_hash = symbols.set_hashes(nzdd.labels, nzdd.label_offsets)
        inside = ~np.isin(row_hash, edge_hash[single])
        shared = _without_edges(nzdd, single)
        slacks = group.slack_upper.size
        num_columns = group.matrix.shape[1] - slacks
        slack_upper = group.slack_upper[inside[:slacks]]
        # the slacks of the rows inside are numbered anew
        number = np.cumsum(inside[:slacks]) - 1
        column = np.append(np.arange(num_columns), num_columns + np.maximum(number, 0))
        terms = symbols.terms
        terms = csr_array(
            (terms.data, column[terms.indices], terms.indptr),
            shape=(terms.shape[0], num_columns + slack_upper.size),
        )
        edges = EdgeConstraints(shared, Symbols(terms, symbols.constant), group.is_equality)
        rows, sign = group.rows[inside], group.sign[inside]
        return cls(group.name, rows, sign, row_hash[inside], slack_upper, edges)

    @classmethod
    def of_diagram(cls, diagram: ConstraintDiagram, minimize: str) -> Block:
        """A block of implicit rows."""
        none = np.empty(0)
        if minimize == "nonzeros":
            edges = diagram.edges  # which keeps them
        else:
            nzdd = diagram.zdd.to_nzdd(minimize, free=diagram.symbols.free)
            edges = EdgeConstraints(nzdd, diagram.symbols, diagram.sense == "=")
        return cls("diagram", none.astype(np.int64), none, none.astype(np.uint64), none, edges)

    def why_continuous(self, model: LinearModel) -> str:
        """Why `integral` does not apply; empty where it does. Time O(symbols)."""
        terms = self.edges.symbols.terms
        own = terms.indices[terms.indices < model.num_columns]
        continuous = own[~model.integrality[own]]
        if continuous.size:
            return f"{model.column_label(int(continuous.min()))} is continuous"
        scale, numbers = self._decimal_scale()
        if scale is None or (scale != 1 and self.num_slacks):
            odd = numbers[numbers != np.rint(numbers)]
            shown = odd[0] if odd.size else numbers[np.abs(numbers).argmax()]
            return f"their numbers, such as {shown:.9g}, have too many digits"
        return ""

    def integral(self) -> Block:
        """The same with integer slacks and potentials.

        Potentials are shortest distances from the root. Where all numbers of the rows are integers,
        perhaps after multiplication by a power of ten, and their columns are integer, so are all
        lengths at a point of the model, and all shortest distances.
        """
        scale, _ = self._decimal_scale()
        assert scale is not None
        edges = replace(self.edges, symbols=self.edges.symbols.scaled(scale))
        return replace(self, edges=edges, scale=scale)

    def _decimal_scale(self) -> tuple[float | None, Floats]:
        """`decimal_scale` of all numbers of the rows, and these."""
        numbers = np.concatenate((self.edges.symbols.terms.data, self.edges.symbols.constant))
        return decimal_scale(numbers), numbers

    @property
    def num_slacks(self) -> int:
        """The number of slack columns."""
        return self.slack_upper.size

    @property
    def is_implicit(self) -> bool:
        """Whether the rows of the block are implicit."""
        return not self.rows.size

    def saving(self, edges: EdgeRows, minimize: str, row_size: NDArray[np.int64]) -> int:
        """How many nonzeros, or rows (``edges``), fewer its edges have than the rows they replace.

        `edges` are ``self.edges.rows()``, which take as long as all that is made of them.
        """
        if minimize == "edges":
            return self.rows.size - edges.lower.size
        return int(row_size[self.rows].sum()) - edges.num_nonzeros

    def with_slacks(self, model: LinearModel, x: Floats) -> Floats:
        """A point of the model, followed by the slacks of this block."""
        if not self.num_slacks:
            return x
        return np.concatenate((x, model.matrix[self.rows] @ x - model.row_lower[self.rows]))

    def bounds(self, model: LinearModel) -> tuple[Floats, Floats]:
        """The bounds of the model's columns, followed by those of the slacks."""
        return np.concatenate((model.lower, np.zeros(self.num_slacks))), np.concatenate(
            (model.upper, self.slack_upper)
        )

    def path_duals(
        self, model: LinearModel, edge_duals: Floats
    ) -> tuple[NDArray[np.uint64], Floats]:
        """The hashes of some paths and their duals, from those of the edges.

        The duals of the edges are a flow from root to leaf, which starts and ends also at nodes
        whose potential is at a bound; there it is extended along the path that implies the bound.
        Of its many decompositions into weighted paths this one proceeds edge by edge, and has at
        most as many paths as there are rows and edges. Time and memory O(nodes + edges + labels).
        """
        longest = self.edges.longest_lengths(*self.bounds(model))
        hashes, weights = self.edges.nzdd.decompose_flow(
            edge_duals, self.edges.symbols.hashes, longest, sense=-1 if model.maximize else 1
        )
        return hashes, weights * (self.scale or 1.0)

    def row_duals(self, model: LinearModel, edge_duals: Floats) -> Floats:
        """Duals of `rows` from those of the edges, shape (k,); see `path_duals`."""
        hashes, weights = self.path_duals(model, edge_duals)
        order = np.argsort(self.row_hash)
        place = np.minimum(np.searchsorted(self.row_hash, hashes, sorter=order), order.size - 1)
        row = order[place]
        if not np.array_equal(self.row_hash[row], hashes):  # pragma: no cover - a fault of ours
            raise RuntimeError(
                "a path of the diagram is not a row of the model; please report this"
            )
        return self.sign * np.bincount(row, weights=weights, minlength=self.rows.size)

    def state(self) -> dict[str, Any]:
        """The arrays that an archive stores; `symbol` only where it is not one term each."""
        symbol, column, coefficient = self.edges.symbols.to_terms()
        single = np.array_equal(symbol, np.arange(self.edges.nzdd.num_symbols))
        return {
            "name": self.name,
            "rows": self.rows,
            "sign": self.sign,
            "row_hash": self.row_hash,
            "slack_upper": self.slack_upper,
            "sense": "=" if self.edges.is_equality else ">=",
            "num_columns": self.edges.symbols.num_columns,
            "column": column,
            "coefficient": coefficient,
            **({} if single else {"symbol": symbol}),
            **({} if self.scale is None else {"scale": self.scale}),
            **nested("nzdd_", self.edges.nzdd._state()),
        }

    @classmethod
    def restore(cls, state: dict[str, Any]) -> Block:
        """The block an archive holds; ValueError if the arrays do not fit together."""
        get = partial(archive.entry, state)
        nzdd = NZDD._restore(part(state, "nzdd_"))
        rows = get("rows", np.int64, 1)
        num_columns = int(get("num_columns", np.int64, 0))
        number = nzdd.num_symbols
        # as many as there are terms, before anything is made for as many symbols as announced
        column = get("column", np.int64, 1, None if "symbol" in state else number)
        check_room(number, 32, "symbols of a block", "take a machine with more")
        symbol = get("symbol", np.int64, 1, column.size) if "symbol" in state else np.arange(number)
        coefficient = get("coefficient", np.float64, 1, column.size)
        if np.any((column < CONSTANT) | (column >= num_columns)):
            raise ValueError("a symbol's column is out of range")
        if np.any((symbol < 0) | (symbol >= number)):
            raise ValueError("a symbol is out of range")
        symbols = Symbols.of_terms(symbol, column, coefficient, number, num_columns)
        slack_upper = get("slack_upper", np.float64, 1)
        sense = str(state["sense"])
        if sense not in (">=", "=") or slack_upper.size not in (0, rows.size):
            raise ValueError("the sense or the slacks of a block are unknown")
        return cls(
            str(state["name"]),
            rows,
            get("sign", np.float64, 1, rows.size),
            get("row_hash", np.uint64, 1, rows.size),
            slack_upper,
            EdgeConstraints(nzdd, symbols, sense == "="),
            float(get("scale", np.float64, 0)) if "scale" in state else None,
        )


def _without_edges(nzdd: NZDD, drop: NDArray[np.bool_]) -> NZDD:
    keep = np.flatnonzero(~drop)
    size = np.diff(nzdd.label_offsets)
    labels = nzdd.labels[np.repeat(~drop, size)]
    offsets = np.concatenate(([0], np.cumsum(size[keep])))
    arrays = nzdd.source[keep], nzdd.target[keep], offsets, labels, nzdd.multiplicity[keep]
    return NZDD._make(_core.Nzdd(nzdd.num_nodes, *arrays), nzdd.num_symbols, Order("none", None))
