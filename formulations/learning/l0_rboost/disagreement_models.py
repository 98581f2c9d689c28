"""The sparse minimum disagreement hyperplane as mixed-integer programs, and its relaxations.

The linear relaxation (12) of (9) is ``disagreement_model(...).relaxed()``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, diags_array, eye_array, hstack, vstack

from nzdd.formulations.learning.l0_rboost.pair_diagram import JOINED, PairDiagram
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.edge_constraints import EdgeConstraints
from nzdd.formulations.rows.symbols import Symbols
from nzdd.input.arrays import Floats, as_array, as_floats
from nzdd.input.parameters import check_number

LARGEST = 1e6
"""The largest K that is taken by default: solvers do not distinguish values within 1e-7."""


def disagreement_model(
    votes: ArrayLike, labels: ArrayLike, penalty: float, bound: float | None = None
) -> LinearModel:
    """Problem (9): minimise the numbers of misclassified rows and of used classifiers.

    Minimise ``sum xi + penalty sum mu`` over binary xi and mu and weights ``0 <= lambda <= K mu``
    with ``y_i H_i lambda + (M K + 1) xi_i >= 1``. Columns: xi, mu, lambda.

    Parameters
    ----------
    votes : array_like, shape (M, U)
        H, of -1, 0 and 1.
    labels : array_like, shape (M,)
        y, of -1 and 1.
    penalty : float
        C, at least 0.
    bound : float, optional
        K. The default, ``M**(M / 2)``, is always large enough by theorem 3.1, but it grows so fast
        that it is only used up to 11 rows.

    Raises
    ------
    ValueError
        If an argument is out of range, or `bound` is needed.

    Notes
    -----
    Memory O(M U).
    """
    matrix, signs = _checked(votes, labels)
    rows, columns = matrix.shape
    check_number("penalty", penalty)
    if bound is None:
        bound = np.exp(min(rows / 2 * np.log(rows), 100.0))
        if bound > LARGEST:
            raise ValueError(
                f"M^(M/2) for M = {rows} rows is beyond {LARGEST:g}; give a bound on the weights "
                "that is known to be enough, or take margin_model, which needs none"
            )
    check_number("bound", bound, above=True)
    return LinearModel(
        np.concatenate((np.ones(rows), np.full(columns, penalty), np.zeros(columns))),
        vstack(_constraints(matrix, signs, rows * bound + 1, bound)),
        np.concatenate((np.ones(rows), np.zeros(columns))),
        upper=np.repeat([1.0, np.inf], [rows + columns, columns]),
        integrality=np.repeat([True, False], [rows + columns, columns]),
        name="minimum disagreement",
    )


def margin_model(
    votes: ArrayLike,
    labels: ArrayLike,
    margin: float,
    penalties: ArrayLike,
    weights: ArrayLike | None = None,
) -> LinearModel:
    """Problem (15): problem (9) with weights that sum to 1 and a required margin.

    Minimise ``sum omega_i xi_i + sum c_u mu_u`` over binary xi and mu and weights ``0 <= lambda <=
    mu`` with ``sum lambda = 1`` and ``y_i H_i lambda + (1 + rho) xi_i >= rho``. Columns: xi, mu,
    lambda.

    Parameters
    ----------
    votes : array_like, shape (M, U)
    labels : array_like, shape (M,)
    margin : float
        rho, in (0, 1].
    penalties : array_like, shape (U,)
        c, not negative.
    weights : array_like, shape (M,), optional
        omega, not negative; 1 by default.

    Raises
    ------
    ValueError
        If an argument is out of range.

    Notes
    -----
    Memory O(M U).
    """
    matrix, signs = _checked(votes, labels)
    rows, columns = matrix.shape
    check_number("margin", margin, most=1.0, above=True)
    costs = as_floats(penalties, "penalties")
    if costs.shape != (columns,) or not (costs >= 0).all():
        raise ValueError(f"penalties must be {columns} numbers of at least 0, one a classifier")
    omega = np.ones(rows) if weights is None else as_floats(weights, "weights")
    if omega.shape != (rows,) or not (omega >= 0).all():
        raise ValueError(f"weights must be {rows} numbers of at least 0, one per row")
    ones = np.concatenate((np.zeros(rows + columns), np.ones(columns)))
    margins, links = _constraints(matrix, signs, 1 + margin, 1.0)
    return LinearModel(
        np.concatenate((omega, costs, np.zeros(columns))),
        vstack([margins, csr_array(ones[None]), links]),
        np.concatenate((np.full(rows, margin), [1.0], np.zeros(columns))),
        np.concatenate((np.full(rows, np.inf), [1.0], np.full(columns, np.inf))),
        upper=1.0,
        integrality=np.repeat([True, False], [rows + columns, columns]),
        name="minimum disagreement with a margin",
    )


def pair_cut_model(
    model: LinearModel, votes: ArrayLike, labels: ArrayLike, *, compact: bool = True
) -> LinearModel:
    """Add the pair cuts (17) of all pairs to a model of this module, to tighten its relaxation.

    Parameters
    ----------
    model : LinearModel
        Of `disagreement_model` or `margin_model`.
    votes, labels
        Those of the model.
    compact : bool
        Add the edge constraints (Kurokawa et al. 2022, theorem 1) of the `PairDiagram` instead of a
        row for each pair, with a new column at the end for each pattern of votes. The feasible
        points of the other columns are the same.

    Raises
    ------
    ValueError
        If votes or labels are out of range, or all labels are the same.

    Notes
    -----
    The cuts are the joined ones, see `nzdd.formulations.learning.l0_rboost.pair_cuts`. Memory
    O(positive rows x negative rows x U), or O(rows + pairs of patterns x U) if compact.
    """
    matrix, signs = _checked(votes, labels)
    positive, negative = np.flatnonzero(signs > 0), np.flatnonzero(signs < 0)
    if not positive.size or not negative.size:
        raise ValueError(f"all labels are {signs[0]:g}; a pair needs rows of both classes")
    diagram = PairDiagram(matrix, positive, negative, 1, JOINED).nzdd()
    if compact:
        symbols = Symbols.single(np.arange(diagram.num_symbols), 1.0, model.num_columns)
        edges = EdgeConstraints(diagram, symbols, is_equality=False).rows()
        cuts, lengths = edges.matrix, edges.potentials
        least = (diagram.target == diagram.num_nodes - 1).astype(np.float64)
    else:
        listed = diagram.rows().astype(np.float64)
        rest = csr_array((listed.shape[0], model.num_columns - listed.shape[1]), dtype=np.float64)
        cuts, lengths = csr_array(hstack([listed, rest])), rest[:, :0]
        least = np.ones(listed.shape[0])
    new = np.zeros(lengths.shape[1])
    nothing = csr_array((model.num_rows, new.size), dtype=np.float64)
    return model.replace(
        objective=np.concatenate((model.objective, new)),
        matrix=vstack([hstack([model.matrix, nothing]), hstack([cuts, lengths])]),
        row_lower=np.concatenate((model.row_lower, least)),
        row_upper=np.concatenate((model.row_upper, np.full(least.size, np.inf))),
        lower=np.concatenate((model.lower, new)),
        upper=np.concatenate((model.upper, new + 1)),
        integrality=np.concatenate((model.integrality, new > 0)),
        column_names=None,
        row_names=None,
    )


def _constraints(
    votes: NDArray[np.int8], signs: Floats, slack: float, bound: float
) -> tuple[Any, Any]:
    """``y_i H_i lambda + slack xi_i`` by row, and ``bound mu_u - lambda_u`` by classifier."""
    rows, columns = votes.shape
    margins = diags_array(signs) @ csr_array(votes)
    empty, ones = csr_array((rows, columns)), eye_array(columns)
    return (
        hstack([eye_array(rows) * slack, empty, margins]),
        hstack([empty.T, ones * bound, -ones]),
    )


def _checked(votes: ArrayLike, labels: ArrayLike) -> tuple[NDArray[np.int8], Floats]:
    matrix, signs = as_array(votes, "votes"), as_floats(labels, "labels")
    if matrix.ndim != 2 or signs.shape != matrix.shape[:1] or not matrix.size:
        raise ValueError(
            f"votes have shape {matrix.shape} and labels {signs.shape}; give a table with a row "
            "and a label each"
        )
    if not np.isin(matrix, (-1, 0, 1)).all() or not np.isin(signs, (-1, 1)).all():
        raise ValueError("votes must be -1, 0 or 1, and labels -1 or 1")
    return matrix.astype(np.int8), signs
