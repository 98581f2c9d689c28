"""Boolean monomials: exact search for the best ones, and tables of bits."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nzdd import _core
from nzdd.diagram import column
from nzdd.input.arrays import Bools, as_array, as_floats
from nzdd.input.parameters import check_integer
from nzdd.input.row_table import Progress


@dataclass(frozen=True, slots=True)
class Monomial:
    """A product of bits and of complements of bits, with the class that it votes for.

    Attributes
    ----------
    ones, zeros : tuple of int
        Attributes that must be 1, and those that must be 0; ascending. Without any it covers all
        rows.
    sign : int
        1 or -1: its vote on the rows that it covers. On the others its vote is 0.
    """

    ones: tuple[int, ...] = ()
    zeros: tuple[int, ...] = ()
    sign: int = 1

    @property
    def order(self) -> int:
        """The number of literals."""
        return len(self.ones) + len(self.zeros)

    def covers(self, bits: Bools) -> Bools:
        """Which rows of a table of bits have the ones and the zeros. Time O(rows x order)."""
        ones, zeros = list(self.ones), list(self.zeros)
        return np.asarray(bits[:, ones].all(axis=1) & ~bits[:, zeros].any(axis=1))

    def text(self, names: Sequence[str] | None = None) -> str:
        """As text, such as ``"a & not b"``; ``"always"`` without literals."""
        literals = sorted([(j, "") for j in self.ones] + [(j, "not ") for j in self.zeros])
        parts = (f"{sign}{f'x{j}' if names is None else names[j]}" for j, sign in literals)
        return " & ".join(parts) or "always"


class RatedMonomial(NamedTuple):
    """A monomial and its reward."""

    monomial: Monomial
    reward: float


class MonomialSearch:
    """Exact search for monomials of largest reward over fixed rows, for any weights of these.

    The reward is (27) of Goldberg and Eckstein 2009. With sign + it is the weight of the positive
    rows that the monomial covers, less that of the negative ones, plus the amounts of the pairs
    (i, i') whose positive row i it covers and whose negative row i' it does not, less the penalty
    of its order. With sign - the classes are exchanged.

    Parameters
    ----------
    bits : array_like of 0/1, shape (rows, attributes)
    positive : array_like of bool, shape (rows,)

    Raises
    ------
    ValueError
        If the shapes do not fit, or a bit is neither 0 nor 1.

    Notes
    -----
    Memory O(rows x attributes) bits. Branch and bound after Eckstein and Goldberg 2008 and OPUS
    (Webb 1995). A node takes O(literals x (rows + pairs) / 64), and time for the sums over the rows
    that its children cover. In the worst case there are as many nodes as monomials.

    Examples
    --------
    >>> search = MonomialSearch([[1, 1], [1, 0], [0, 1]], [True, False, False])
    >>> best = search.best([3.0, 1.0, 1.0], penalties=[0.0, 0.1, 0.2])[0]
    >>> best.monomial.text(["a", "b"]), best.monomial.sign, best.reward
    ('a & b', 1, 2.8)
    """

    def __init__(self, bits: ArrayLike, positive: ArrayLike) -> None:
        table, labels = as_labelled_bits(bits, positive)
        self._shape = table.shape
        self._core = _core.Monomials(
            np.ascontiguousarray(table, np.uint8).ravel(),
            table.shape[1],
            np.where(labels, 1.0, -1.0),
        )

    def best(
        self,
        weights: ArrayLike,
        pairs: tuple[ArrayLike, ArrayLike, ArrayLike] | None = None,
        *,
        penalties: ArrayLike,
        count: int = 1,
        above: float = -np.inf,
        progress: Progress | None = None,
    ) -> list[RatedMonomial]:
        """The monomials with the largest rewards.

        Parameters
        ----------
        weights : array_like of float, shape (rows,)
            Finite, not negative.
        pairs : tuple of three array_like, each of shape (pairs,), optional
            Rows i, rows i' of the other class, and amounts, finite and not negative. A pair counts
            only for the sign of row i.
        penalties : array_like of float, shape (max_order + 1,)
            Of every order from 0 to the largest allowed one.
        count : int
            The most monomials to return. Of those with the same sign that cover the same rows of
            positive weight, only the best is considered.
        above : float
            Only larger rewards are considered. The closer to the largest one, the shorter the
            search.
        progress : callable, optional
            Called with the progress; an exception that it raises ends the search.

        Returns
        -------
        list of RatedMonomial
            The best first.

        Raises
        ------
        ValueError
            If an argument is out of range.
        """
        own = as_floats(weights, "weights")
        if own.shape != self._shape[:1]:
            raise ValueError(
                f"weights have shape {own.shape}, but there are {self._shape[0]} rows; give one "
                "weight for each row"
            )
        first, second, amount = ((), (), ()) if pairs is None else pairs
        order = as_floats(penalties, "penalties")
        check_integer("count", count)
        if order.ndim != 1 or not order.size or not np.isfinite(order).all():
            raise ValueError(f"penalties are {order}; give a finite one for each order from 0 on")
        order = order[: self._shape[1] + 1]  # no monomial has more literals than attributes
        if np.isnan(above):
            raise ValueError("above is NaN; give a number or leave it out")
        rewards, signs, offsets, literals = self._core.best(
            own,
            column(first, "rows i of the pairs", np.uint32),
            column(second, "rows i' of the pairs", np.uint32),
            as_floats(amount, "amounts"),
            order,
            min(int(count), sys.maxsize),
            above,
            progress,
        )
        return [
            RatedMonomial(_monomial(chosen, int(sign)), float(reward))
            for reward, sign, chosen in zip(
                rewards, signs, np.split(literals, offsets[1:-1]), strict=False
            )
        ]


def _monomial(literals: NDArray[np.uint32], sign: int) -> Monomial:
    attributes, zero = literals >> 1, (literals & 1) == 1
    return Monomial(
        tuple(np.sort(attributes[~zero]).tolist()), tuple(np.sort(attributes[zero]).tolist()), sign
    )


def as_labelled_bits(bits: ArrayLike, positive: ArrayLike) -> tuple[NDArray[Any], Bools]:
    """A table of 0 and 1, and a bool for each row; ValueError if the arguments are not that."""
    table, labels = as_array(bits, "bits"), as_array(positive, "positive").astype(np.bool_)
    if table.ndim != 2 or labels.shape != table.shape[:1]:
        raise ValueError(
            f"bits have shape {table.shape} and positive {labels.shape}; give a table of rows "
            "and one label for each"
        )
    if not ((table == 0) | (table == 1)).all():
        raise ValueError("bits hold other values than 0 and 1; convert them to bits first")
    return table, labels
