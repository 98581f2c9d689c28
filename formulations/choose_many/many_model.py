"""A model that chooses members of families, any number of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array, hstack

from nzdd.formulations.models.arrays import Ints, Matrix
from nzdd.formulations.models.linear import LinearModel
from nzdd.path_graph import PathGraph


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The members of a graph that have each symbol at most so often."""

    whole: PathGraph
    counts: Ints

    def members(self, members: Matrix) -> NDArray[np.bool_]:
        """Which of some members are there, given how often they have each symbol."""
        over = members.data > self.counts[members.indices]
        before = np.concatenate((np.zeros(1, np.int64), np.cumsum(over)))[members.indptr]
        return np.asarray(np.diff(before) == 0)


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Columns that say what the chosen members of a family sum to.

    Attributes
    ----------
    graph : PathGraph
        The family, and what each member costs besides the costs of these columns.
    symbols : ndarray of int64, shape (num_symbols,)
        The columns of how often each symbol is chosen.
    total : int
        The column of how many members are chosen.
    part : Part or None
        Where `graph` has a part of the family: the whole, and what a member may have.
    """

    graph: PathGraph
    symbols: Ints
    total: int
    part: Part | None = None

    @property
    def whole(self) -> PathGraph:
        """The graph of which members are paths."""
        return self.graph if self.part is None else self.part.whole

    @property
    def columns(self) -> Ints:
        """Those of the symbols, and the total."""
        return np.append(self.symbols, self.total)

    def usage(self, members: Matrix) -> Matrix:
        """What members, as rows over the symbols, add to `columns`."""
        ones = csr_array(np.ones((members.shape[0], 1)))
        return csr_array(hstack([members, ones], format="csr"))


@dataclass(frozen=True, eq=False)
class ManyModel:
    """A linear model in which some columns are sums over chosen members.

    Attributes
    ----------
    core : LinearModel
        To be minimised. The columns of the choices are 0 or more, without an upper bound.
    choices : tuple of Choice
    """

    core: LinearModel
    choices: tuple[Choice, ...]

    @cached_property
    def columns(self) -> NDArray[np.bool_]:
        """Which columns belong to choices, shape (num_columns,)."""
        mask = np.zeros(self.core.num_columns, np.bool_)
        for choice in self.choices:
            mask[choice.columns] = True
        return mask

    @cached_property
    def by_column(self) -> csc_array:
        """The matrix of the core, for slices of columns."""
        return csc_array(self.core.matrix)

    @cached_property
    def most_members(self) -> tuple[float, ...]:
        """The greatest number of members of each choice, as rows on its total alone say.

        Where members are chosen by parts it is rounded up.
        """
        core = self.core
        alone = np.diff(core.matrix.indptr) == 1
        most = []
        for choice in self.choices:
            column = self.by_column[:, [choice.total]].tocoo()
            sides = np.where(
                column.data > 0, core.row_upper[column.row], -core.row_lower[column.row]
            )
            sides = (sides / np.abs(column.data))[alone[column.row]]
            limit = sides.min(initial=np.inf)
            whole = core.integrality[choice.total]
            most.append(float(np.floor(limit + 1e-9) if whole else np.ceil(limit)))
        return tuple(most)

    @cached_property
    def whole_rows(self) -> bool:
        """Whether all columns, coefficients and sides of rows are integers."""
        core = self.core
        parts = (core.matrix.data, core.row_lower, core.row_upper)
        whole = all(bool(((part == np.rint(part)) | np.isinf(part)).all()) for part in parts)
        return whole and bool(core.integrality.all())

    @cached_property
    def integral(self) -> bool:
        """Whether the objective of every point is an integer, the offset apart."""
        core = self.core
        costs = [core.objective, *(choice.graph.costs for choice in self.choices)]
        whole = all(
            (part == np.rint(part)).all() and np.abs(part).max(initial=0) < 2**31 for part in costs
        )
        parts = core.objective != 0
        for choice in self.choices:
            parts[choice.total] |= bool(choice.graph.costs.any())
        return whole and bool(core.integrality[parts].all())
