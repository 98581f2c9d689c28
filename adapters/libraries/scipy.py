"""The constraints of ``scipy.optimize`` as models and diagrams, and models as its arguments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import Bounds, LinearConstraint
from scipy.sparse import csr_array, issparse, vstack

from nzdd.formulations.models.arrays import as_bounds, as_matrix
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram, Sense
from nzdd.input.arrays import as_array, refuse_masked, refuse_rounded


def from_scipy(
    c: ArrayLike,
    *,
    integrality: ArrayLike | None = None,
    bounds: Bounds | tuple[ArrayLike, ArrayLike] | None = None,
    constraints: LinearConstraint | Iterable[LinearConstraint] | None = None,
) -> LinearModel:
    """The arguments of ``scipy.optimize.milp`` as a model.

    Parameters
    ----------
    c, integrality, bounds
        As scipy takes them. Columns lie between 0 and infinity without `bounds`.
    constraints : LinearConstraint, or iterable of them
        Their rows follow each other; ``keep_feasible`` has no meaning here.

    Raises
    ------
    TypeError
        If a constraint is of another kind, or `c`, `integrality` or the bounds are not numbers.
    ValueError
        If `bounds` is not a pair, shapes do not match, a number is NaN, or a column is
        semi-continuous (integrality above 1).

    Notes
    -----
    Time and memory O(m + n + nonzeros).

    Examples
    --------
    >>> from scipy.optimize import milp
    >>> from nzdd import ExtendedFormulation
    >>> rows = LinearConstraint([[2, 1, 0], [2, 0, 1], [0, 1, 1]], lb=[2, 2, 1])
    >>> model = from_scipy([3, 1, 2], integrality=1, constraints=rows)
    >>> extended = ExtendedFormulation.from_model(model)
    >>> answer = milp(**to_scipy(extended.model))
    >>> extended.recover(answer.x).round(6).tolist(), answer.fun
    ([1.0, 1.0, 0.0], 4.0)
    """
    costs = np.atleast_1d(_numbers("c", c))
    matrix, row_lower, row_upper = _stacked(constraints, costs.size)
    kinds = np.zeros(1) if integrality is None else _numbers("integrality", integrality)
    if np.any(kinds > 1):
        at = int(np.argmax(kinds > 1))
        what = f"integrality[{at}] is {kinds.flat[at]:g}: semi-continuous columns"
        raise ValueError(f"{what} do not fit a LinearModel; write them with a binary column")
    lower, upper = (0.0, np.inf) if bounds is None else _pair(bounds)
    return LinearModel(
        costs,
        matrix,
        row_lower,
        row_upper,
        _spread(lower),
        _spread(upper),
        False if integrality is None else _spread(integrality),
    )


def to_scipy(model: LinearModel) -> dict[str, Any]:
    """A model, an extended one perhaps, as the arguments of ``scipy.optimize.milp``.

    Returns
    -------
    dict
        ``c``, ``integrality``, ``bounds``, and ``constraints``, one `LinearConstraint`. scipy
        minimises and knows no constant: of a model that maximises ``c`` is negated, and in any case
        `LinearModel.objective_value` of the answer is the objective.

    Notes
    -----
    Time and memory O(m + n + nonzeros).
    """
    _check_model(model)
    return {
        "c": -model.objective if model.maximize else model.objective.copy(),
        "integrality": model.integrality.astype(np.uint8),
        "bounds": Bounds(model.lower.copy(), model.upper.copy()),
        "constraints": to_scipy_constraint(model),
    }


def to_scipy_constraint(model: LinearModel) -> LinearConstraint:
    """The rows of a model as one constraint, of shape (m, n). Time O(m + nonzeros)."""
    _check_model(model)
    return LinearConstraint(model.matrix.copy(), model.row_lower.copy(), model.row_upper.copy())


def from_scipy_constraints(
    constraints: LinearConstraint | Iterable[LinearConstraint], **options: Any
) -> list[ConstraintDiagram]:
    """The rows of constraints as diagrams: one of the equalities, one a side of all others.

    Parameters
    ----------
    constraints : LinearConstraint, or iterable of them over the same columns
        A row with two different finite bounds is in two diagrams, one with none in no diagram.
    **options
        See `ConstraintDiagram.from_rows`.

    Returns
    -------
    list of ConstraintDiagram
        Of sense ``>=``, ``<=`` and ``=``, as far as there are such rows.

    Raises
    ------
    TypeError, ValueError
        As `from_scipy`.

    Examples
    --------
    >>> (diagram,) = from_scipy_constraints(LinearConstraint([[1, 2], [0, 1]], lb=1))
    >>> diagram.sense, diagram.min_slack([0.5, 0.75])
    ('>=', -0.25)
    """
    matrix, lower, upper = _stacked(constraints, None)
    equal = lower == upper
    parts: tuple[tuple[Sense, NDArray[np.float64], NDArray[np.bool_]], ...] = (
        (">=", lower, np.isfinite(lower) & ~equal),
        ("<=", upper, np.isfinite(upper) & ~equal),
        ("=", lower, equal),
    )
    return [
        ConstraintDiagram.from_rows(matrix[rows], right[rows], sense, **options)
        for sense, right, rows in parts
        if rows.any()
    ]


def _check_model(model: LinearModel) -> None:
    if not isinstance(model, LinearModel):
        raise TypeError(f"only a LinearModel is given to scipy, not {type(model).__name__}")


def _stacked(
    constraints: LinearConstraint | Iterable[LinearConstraint] | None, num_columns: int | None
) -> tuple[csr_array[np.float64, tuple[int, int]], NDArray[np.float64], NDArray[np.float64]]:
    """All rows one below the other, and their bounds."""
    if isinstance(constraints, LinearConstraint):
        constraints = [constraints]
    given: list[Any] = [constraints] if constraints is not None else []
    if isinstance(constraints, Iterable):
        given = list(constraints)
    for constraint in given:
        if not isinstance(constraint, LinearConstraint):
            what = f"a constraint is a {type(constraint).__name__}"
            raise TypeError(f"{what}; give scipy.optimize.LinearConstraint, or several")
    matrices = [
        as_matrix(f"constraint {i}: A", A if issparse(A) else np.atleast_2d(A))
        for i, A in enumerate(constraint.A for constraint in given)
    ]
    width = num_columns
    for i, matrix in enumerate(matrices):
        width = matrix.shape[1] if width is None else width
        if matrix.shape[1] != width:
            raise ValueError(f"constraint {i} has {matrix.shape[1]} columns, but there are {width}")
    if not matrices:
        return csr_array((0, width or 0)), np.zeros(0), np.zeros(0)

    def ends(name: str, forbidden: float) -> Any:
        for i, (matrix, constraint) in enumerate(zip(matrices, given, strict=True)):
            values = _spread(getattr(constraint, name))
            place = f"constraint {i}: {name}"
            yield as_bounds(place, values, matrix.shape[0], forbidden=forbidden)

    lower, upper = np.concatenate([*ends("lb", np.inf)]), np.concatenate([*ends("ub", -np.inf)])
    return csr_array(vstack(matrices, format="csr")), lower, upper


def _pair(bounds: Any) -> tuple[Any, Any]:
    if isinstance(bounds, Bounds):
        return bounds.lb, bounds.ub
    try:
        lower, upper = bounds
    except (TypeError, ValueError):
        raise ValueError(
            f"bounds are {bounds!r}; give scipy.optimize.Bounds or a pair of lower and upper bounds"
        ) from None
    return lower, upper


def _numbers(name: str, values: ArrayLike) -> NDArray[np.float64]:
    refuse_masked(values, name)
    refuse_rounded(values, name)
    try:
        return np.asarray(values, np.float64)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{name} must hold real numbers: {error}") from None


def _spread(values: ArrayLike) -> ArrayLike:
    """One number for all as a scalar, which is what scipy takes an array of one for."""
    array = as_array(values, "bounds")
    return array.reshape(()) if array.size == 1 else array
