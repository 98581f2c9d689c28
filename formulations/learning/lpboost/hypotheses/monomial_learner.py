"""Boolean monomials as hypotheses of LPBoost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nzdd.formulations.learning.l0_rboost.bit_sample import BitSample
from nzdd.formulations.learning.l0_rboost.monomials import Monomial, MonomialSearch
from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import Learned
from nzdd.input.arrays import Bools, Floats
from nzdd.input.parameters import check_integer


@dataclass(frozen=True, slots=True)
class MonomialVoter:
    """A `Hypothesis`: a full vote for a class where the monomial covers, else half for each."""

    monomial: Monomial

    def predict(self, X: Bools) -> Floats:
        """Votes for the negative and the positive class on rows of bits, shape (rows, 2)."""
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
    Goldberg and Eckstein 2009, section 7, compare L0-RBoost with LPBoost over these hypotheses. For
    time and memory see `MonomialSearch`.
    """

    def __init__(self, sample: BitSample, max_order: int) -> None:
        check_integer("max_order", max_order, 0)
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
