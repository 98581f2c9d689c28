"""Rows of an oracle as integer columns allow them to be written: with small coefficients."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Bools, Floats
from nzdd.formulations.models.divisibility import EXACT, TOLERANCE, multiples, row_divisors
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.constraint_diagram import ConstraintDiagram
from nzdd.formulations.rows.separation import RowOracle, SeparatedRows
from nzdd.formulations.rows.symbols import Symbols


class IntegerRows:
    """An oracle whose rows are `tightened`, and judged at points with exact integers.

    Solvers take 1e-6 for the integer 0, and 1e6 times that satisfies a row that asks for 1. So a
    point is judged as `LinearModel.snapped` gives it, and its rows are given so that such a point
    does not satisfy them either.

    Parameters
    ----------
    oracle : RowOracle
    model : LinearModel
        Bounds and integrality of the columns; its rows do not matter.
    """

    def __init__(self, oracle: RowOracle, model: LinearModel) -> None:
        self._oracle, self._model = oracle, model

    @property
    def num_columns(self) -> int:
        """The number of columns."""
        return self._oracle.num_columns

    def min_slack(self, x: ArrayLike) -> float:
        """See `RowOracle`."""
        return self._oracle.min_slack(self._model.snapped(x))

    def separate(
        self,
        x: ArrayLike,
        max_rows: int = 50,
        *,
        tolerance: float = 1e-6,
        diverse: bool = False,
        ray: bool = False,
    ) -> SeparatedRows:
        """See `RowOracle`. Which rows, and their order, are those of the oracle at the integers."""
        separate = partial(
            self._oracle.separate, max_rows=max_rows, tolerance=tolerance, diverse=diverse
        )
        if ray:
            return separate(x, ray=True)
        at = self._model.snapped(x)
        rows = separate(at)
        tight = tightened(rows, self._model)
        if tight is rows:
            return rows
        activity = np.asarray(tight.matrix @ at)
        return replace(tight, slack=np.minimum(activity - tight.lower, tight.upper - activity))

    def locks(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """See `RowOracle`."""
        return self._oracle.locks()


def tightened(rows: SeparatedRows, model: LinearModel) -> SeparatedRows:
    """The rows with smaller coefficients, satisfied by the same integers within the bounds.

    Only rows with one side change. A coefficient of an integer column need be no larger than what
    the row lacks where all its terms are at their worst (Savelsbergh, "Preprocessing and probing
    techniques for mixed integer programming problems", 1994). A row of integer columns and
    coefficients is divided by their greatest common divisor, and its side is rounded. Coefficients
    of 1 or less stay: of them, what is close to an integer makes nothing large. Time O(nonzeros).
    """
    if np.abs(rows.matrix.data).max(initial=0.0) <= 1.0:
        return rows
    at_least = np.isfinite(rows.lower)
    lengths = np.diff(rows.matrix.indptr)
    may_change = (at_least != np.isfinite(rows.upper)) & (lengths > 0)
    if not (may_change.any() and model.is_mixed_integer):
        return rows
    terms = _Terms(rows, model, np.where(at_least, 1.0, -1.0), may_change)
    terms.shrink_coefficients()
    terms.divide()
    sign, changed = terms.sign, terms.changed
    data = np.where(changed[terms.row], terms.values * sign[terms.row], rows.matrix.data)
    return replace(
        rows,
        matrix=csr_array((data, rows.matrix.indices, rows.matrix.indptr), shape=rows.matrix.shape),
        lower=np.where(changed & at_least, terms.side, rows.lower),
        upper=np.where(changed & ~at_least, -terms.side, rows.upper),
    )


def divided_diagram(diagram: ConstraintDiagram, model: LinearModel) -> ConstraintDiagram:
    """The diagram with all rows divided by one number, and sides rounded to integers.

    The same integers satisfy it, up to the tolerance of sides. It is the diagram that came in
    unless all columns are integer, and all coefficients are multiples of a number, and so are all
    constants of a row except one, such as the side of all rows. An equality whose side is no
    multiple stays. Time O(nodes + terms).
    """
    terms, constant = diagram.symbols.terms, diagram.symbols.constant
    if not model.integrality[terms.indices].all() or (np.abs(constant) >= EXACT).any():
        return diagram
    whole = constant == np.rint(constant)
    if (common := diagram.common_symbol) >= 0:
        whole[common] = False
    for further in (constant[:0], constant[whole]):
        numbers = np.concatenate((terms.data, further))
        one_row, integer = np.array([0, numbers.size]), np.ones(numbers.size, np.bool_)
        divisor = row_divisors(numbers, one_row, integer)
        if not divisor[0]:
            return diagram
        odd = np.fmod(constant, divisor) != 0
        if not odd.any() or diagram.search.least(-1.0 * odd) >= -1.0:
            break
    else:
        return diagram
    side = -constant[odd]
    # Where other constants are part of a side, no more than the least residue is sure to be.
    shift = np.rint(side / divisor) if constant[~odd].any() else np.zeros(side.size)
    rest = side - shift * divisor
    least, greatest = multiples(rest, rest, divisor)
    as_it_is = divisor[0] == 1.0 and not odd.any()
    if as_it_is or (diagram.sense == "=" and (least > greatest).any()):
        return diagram
    divided_terms = terms.copy()
    divided_terms.data = terms.data / divisor
    quotient = constant / divisor
    quotient[odd] = 0.0 - (least + shift)
    return diagram.with_symbols(Symbols(divided_terms, quotient))


class _Terms:
    """Rows as ``values @ x >= side``."""

    def __init__(
        self, rows: SeparatedRows, model: LinearModel, sign: Floats, may_change: Bools
    ) -> None:
        matrix = rows.matrix
        self.sign, self._may_change, self._indptr = sign, may_change, matrix.indptr
        self.row = np.repeat(np.arange(len(rows)), np.diff(matrix.indptr))
        self.values = matrix.data * sign[self.row]
        self.side = np.where(may_change, np.where(sign > 0, rows.lower, -rows.upper), 0.0)
        self.changed = np.zeros(len(rows), np.bool_)
        self._integer = model.integrality[matrix.indices]
        self._worst = np.where(
            self.values > 0, model.lower[matrix.indices], model.upper[matrix.indices]
        )

    def shrink_coefficients(self) -> None:
        """Where they are larger than what the row lacks at its worst."""
        with np.errstate(invalid="ignore", over="ignore"):
            terms = self.values * self._worst
            lacks = self.side - self._sum(terms)
            size = np.abs(self.side) + self._sum(np.abs(terms))
            slight = TOLERANCE * (1.0 + np.abs(self.side))
            apply = self._may_change & np.isfinite(size) & (lacks > slight)
        whole = self._all((self.values == np.rint(self.values)) & np.isfinite(self._worst))
        whole &= (self.side == np.rint(self.side)) & (size < EXACT)
        rounding = np.where(apply & ~whole, 8 * np.finfo(np.float64).eps * size, 0.0)
        lacks = np.where(apply, lacks + rounding, np.inf)
        large = self._integer & (np.abs(self.values) > lacks[self.row])
        if not large.any():
            return
        shrunk = np.copysign(lacks[self.row], self.values)
        moved = np.where(large, self.values - shrunk, 0.0) * np.where(large, self._worst, 0.0)
        apply &= self._sum(large) > 0
        self.side -= np.where(apply, self._sum(moved) + rounding, 0.0)
        self.values = np.where(large, shrunk, self.values)
        self.changed |= apply
        # Small rows grow, by a power of two, so that a solver's tolerance does not swallow them.
        largest = np.zeros(self.side.size)
        np.maximum.at(largest, self.row, np.abs(self.values))
        factor = np.ldexp(1.0, np.where(apply & (largest < 1.0), 1 - np.frexp(largest)[1], 0))
        self.values, self.side = self.values * factor[self.row], self.side * factor

    def divide(self) -> None:
        """By the greatest common divisor of integers, rounding the side up."""
        divisor = row_divisors(self.values, self._indptr, self._integer)
        apply = self._may_change & (divisor > 0) & (np.abs(self.side) < EXACT)
        divisor = np.where(apply, divisor, 1.0)
        rounded, _ = multiples(self.side, self.side, divisor)
        apply &= (divisor > 1.0) | (rounded > self.side)
        self.side = np.where(apply, rounded, self.side)
        self.values = self.values / np.where(apply, divisor, 1.0)[self.row]
        self.changed |= apply

    def _sum(self, values: NDArray[Any]) -> Floats:
        return np.asarray(np.bincount(self.row, values, self.side.size), np.float64)

    def _all(self, mask: Bools) -> Bools:
        return np.asarray(self._sum(~mask) == 0)
