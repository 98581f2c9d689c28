"""The best vote for (15) that starts of several sizes lead to."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.l0_rboost.bit_sample import BitSample
from nzdd.formulations.learning.l0_rboost.integer_vote.logistic_path import LogisticPath
from nzdd.formulations.learning.l0_rboost.integer_vote.weight_search import WeightSearch
from nzdd.formulations.learning.l0_rboost.monomials import Monomial
from nzdd.input.arrays import Floats, Ints

GROWTH = 1.6
"""The ratio of the sizes of two starts."""
EXCHANGED = 3
"""How many starts, those that become best at once, are searched thoroughly."""
PATH, THINNED = 0.3, 0.5
"""The most of the time that is left for the path, and then for the first search of the starts."""


def search_vote(
    sample: BitSample, margin: float, penalties: Floats, limits: Limits
) -> tuple[list[Monomial], Floats]:
    """Monomials and the weights of a vote of few of them.

    Parameters
    ----------
    sample : BitSample
    margin : float
        rho.
    penalties : ndarray, shape (max_order + 1,)
        c of every order.
    limits : Limits
        When to end with the best vote so far.

    Returns
    -------
    monomials : list of Monomial
        Those with a weight.
    weights : ndarray, shape (monomials,)
        Of sum 1. The objective is not above that of the larger class for all rows.
    """
    path = LogisticPath(sample, margin, penalties)
    path.run(limits.part(PATH).ends)
    # Every monomial may vote for either class.
    monomials = [replace(each, sign=sign) for sign in (1, -1) for each in path.monomials]
    covers = path.covers.astype(np.int8)
    right = np.vstack((covers, -covers)) * sample.labels.astype(np.int8)
    costs = np.tile(path.costs(), 2)
    search = WeightSearch(right.T, sample.weights, costs, margin, limits.part(THINNED).ends)

    def weights_of(chosen: Ints, coefficients: Floats) -> Floats:
        weights = np.zeros(costs.size)
        weights[chosen + path.covers.shape[0] * (coefficients < 0)] = np.abs(coefficients)
        return weights

    starts = [weights_of(*vote) for vote in path.votes]
    best = min(starts, key=search.value)
    sizes = np.unique((GROWTH ** np.arange(2, 40)).astype(np.int64))
    found = [search.thinned(starts[size]) for size in sizes[sizes < len(starts)].tolist()]
    found = sorted([search.thinned(best), *found], key=search.value)
    search = WeightSearch(right.T, sample.weights, costs, margin, limits.ends)
    found += [search.improved(weights) for weights in found[:EXCHANGED]]
    best = min([best, *found], key=search.value)
    used = np.flatnonzero(best)
    return [monomials[place] for place in used.tolist()], best[used]
