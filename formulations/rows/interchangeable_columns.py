"""Columns that can be exchanged without changing a model and the rows of its oracles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Floats, Ints, Matrix
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.equal_rows import representatives
from nzdd.formulations.rows.matrix_rows import MatrixRows
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows
from nzdd.zdd.interchangeable import interchangeable_symbols


def interchangeable_columns(model: LinearModel, oracles: Sequence[RowOracle] = ()) -> Ints:
    """Classes of columns any two of which can be exchanged without changing anything.

    Such columns have the same cost, bounds, integrality and listed coefficients, and their symbols
    are interchangeable in every diagram.

    Returns
    -------
    ndarray of int64, shape (num_columns,)
        The number of each column's class. Not all such columns are found. Time O(nodes + nonzeros +
        n log n).
    """
    size = model.num_columns
    kinds = [model.objective, model.lower, model.upper, model.integrality, _equal(model.matrix)]
    for oracle in oracles:
        if isinstance(oracle, ConstraintDiagram):
            kinds += _kinds(oracle)
        elif isinstance(oracle, MatrixRows):
            kinds.append(_equal(oracle.matrix))
        else:
            return np.arange(size)
    table = np.stack([np.asarray(kind, np.float64) for kind in kinds])
    _, classes = np.unique(table, axis=1, return_inverse=True)
    return np.asarray(classes, np.int64).ravel()


def orderings(classes: Ints, columns: NDArray[np.bool_]) -> SeparatedRows:
    """The rows ``x[i] >= x[j]`` for consecutive columns i < j of a class, among some columns.

    Of the points that differ by exchanges within classes only, one is left. Time O(n log n).
    """
    some = np.flatnonzero(columns)
    order = some[np.argsort(classes[some], kind="stable")]
    pair = np.flatnonzero(classes[order][1:] == classes[order][:-1])
    first, second = order[pair], order[pair + 1]
    row = np.arange(pair.size)
    values = np.repeat([1.0, -1.0], pair.size)
    places = (np.concatenate((row, row)), np.concatenate((first, second)))
    matrix = csr_array((values, places), shape=(pair.size, classes.size))
    matrix.sort_indices()
    zero = np.zeros(pair.size)
    return SeparatedRows(matrix, zero, zero + np.inf, zero, row.astype(np.uint64))


def sorted_within(point: Floats, classes: Ints, columns: NDArray[np.bool_]) -> Floats:
    """The point with its values sorted, the greatest first, in each class among some columns."""
    some = np.flatnonzero(columns)
    places = some[np.argsort(classes[some], kind="stable")]
    values = some[np.lexsort((-point[some], classes[some]))]
    ordered = point.copy()
    ordered[places] = point[values]
    return ordered


def _equal(matrix: Matrix) -> Ints:
    """The first of the columns that are equal to each column of a matrix."""
    columns = csr_array(matrix.T.tocsr())
    columns.sort_indices()
    return representatives(columns, np.arange(columns.shape[0], dtype=np.float64))


def _kinds(diagram: ConstraintDiagram) -> list[Floats | Ints]:
    """What columns must have in common to be interchangeable in the rows of a diagram."""
    terms, size = diagram.symbols.terms, diagram.num_columns
    symbol = np.repeat(np.arange(terms.shape[0]), np.diff(terms.indptr))
    shared, own = symbol == diagram.common_symbol, symbol != diagram.common_symbol
    everywhere = np.zeros(size)
    everywhere[terms.indices[shared]] = terms.data[shared]
    count = np.bincount(terms.indices[own], minlength=size)
    kind, coefficient, constant = np.full(size, -1), np.zeros(size), np.zeros(size)
    column = terms.indices[own]
    kind[column] = interchangeable_symbols(diagram.zdd)[symbol[own]]
    coefficient[column], constant[column] = terms.data[own], diagram.symbols.constant[symbol[own]]
    # A column of several symbols, or one that shares its symbol, has no like.
    crowded = np.diff(terms.indptr)[symbol[own]] > 1
    alone = count > 1
    alone[column[crowded]] = True
    kind[alone] = -2 - np.flatnonzero(alone)
    return [kind, coefficient, constant, everywhere]
