"""Which symbols a restricted problem bounds, and which come in next."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.soft_margin.problem import SoftMarginProblem
from nzdd.interior_point import FREE

FEWEST = 20
"""How many symbols a round takes at least, where it may choose: more a round are fewer rounds, and
a round costs about the same with 20."""


class Columns:
    """The set J of Algorithms 1 and 2 of Kurokawa et al. 2022.

    Parameters
    ----------
    problem : SoftMarginProblem
        The balance of a free bias holds for every flow, so its symbol is in J from the start.
    per_round : int or None
        How many symbols to take at a time; None for ``max(20, |J| / 4)``.

    Raises
    ------
    ValueError
        If `per_round` is below 1.
    """

    def __init__(self, problem: SoftMarginProblem, per_round: int | None) -> None:
        if per_round is not None and per_round < 1:
            raise ValueError(f"columns is {per_round}; a round must take at least one")
        self._per_round = per_round
        self._present = np.zeros(problem.num_symbols, np.bool_)
        self._present[problem.symbols] = problem.sides[problem.symbols] == FREE

    @property
    def symbols(self) -> NDArray[np.uint32]:
        """J, ascending."""
        return np.flatnonzero(self._present).astype(np.uint32)

    @property
    def count(self) -> int:
        """How many symbols are in J."""
        return int(np.count_nonzero(self._present))

    def take(self, excess: NDArray[np.float64], above: float) -> NDArray[np.uint32]:
        """Add the symbols that a flow violates most.

        Parameters
        ----------
        excess : ndarray, shape (num_symbols,)
            See `SoftMarginProblem.excess`.
        above : float
            The value that a symbol must exceed to count as violated.

        Returns
        -------
        ndarray of uint32
            The new ones, the most violated first; none twice in all calls.
        """
        candidates = np.flatnonzero((excess > above) & ~self._present)
        count = max(FEWEST, self.count // 4) if self._per_round is None else self._per_round
        new = candidates[np.argsort(-excess[candidates], kind="stable")[:count]]
        self._present[new] = True
        return new.astype(np.uint32)
