"""Boolean monomials as the hypotheses of LPBoost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.learning.l0_rboost.bit_sample import BitSample
from nzdd.formulations.learning.l0_rboost.monomials import Monomial, MonomialSearch
from nzdd.formulations.learning.lpboost.hypothesis import Learned

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class MonomialVoter:
    """A `Hypothesis`: all for the class of the sign where it covers, half for each elsewhere."""

    monomial: Monomial

    def predict(self, X: NDArray[np.bool_]) -> Floats:
        """Votes for the negative and the positive class, shape (rows, 2); of rows of bits."""
        positive = (1 + self.monomial.sign * self.monomial.covers(X)) / 2
        return np.column_stack((1 - positive, positive))


class MonomialLearner:
    """A `WeakLearner` for two classes: an exact search of the monomials up to an order.

    Parameters
    ----------
    sample : BitSample
        Its rows are those of the problem, in their order.
    max_order : int
        The most literals, at least 0.

    Raises
    ------
    ValueError
        If `max_order` is negative.

    Notes
    -----
    This is the other side of the comparison of Goldberg and Eckstein 2009, section 7: LPBoost with
    the base classifiers of L0-RBoost. For time and memory see `MonomialSearch`.
    """

    def __init__(self, sample: BitSample, max_order: int) -> None:
        if max_order < 0:
            raise ValueError(f"max_order is {max_order}; it must not be negative")
        self._sample = sample
        self._free = np.zeros(max_order + 1)
        self._search = MonomialSearch(sample.bits, sample.positive)

    def learn(self, costs: Floats, above: float) -> Learned:
        """See `WeakLearner`; where no monomial has a score `above`, that is the bound."""
        found = self._search.best(np.maximum(costs, 0.0), penalties=self._free, above=above)
        monomial = found[0].monomial if found else Monomial()
        outputs = self._sample.labels * self._sample.votes([monomial])[:, 0]
        bound = max(float(outputs @ costs), found[0].reward if found else above)
        return Learned(MonomialVoter(monomial), outputs, bound)
