"""The best vote for (15) that starts of several sizes lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.l0_rboost.bit_sample import BitSample
from nzdd.formulations.learning.l0_rboost.integer_vote.local_weight_search import WeightSearch
from nzdd.formulations.learning.l0_rboost.integer_vote.logistic_path import LogisticPath
from nzdd.formulations.learning.l0_rboost.monomials import Monomial
from nzdd.input.arrays import Floats, Ints

GROWTH = 1.6
"""The ratio of the sizes of two starts."""
EXCHANGED = 3
"""How many starts, those that become best at once, are searched thoroughly."""
PATH, THINNED = 0.3, 0.5
"""The most of the time that is left for the path, and then for the first search of the starts."""


class Vote(NamedTuple):
    """Monomials with a weight above 0.

    Attributes
    ----------
    monomials : list of Monomial
    weights : ndarray, shape (monomials,)
        Of sum 1.
    interrupted : bool
        Whether Ctrl-C ended the search for a better vote.
    """

    monomials: list[Monomial]
    weights: Floats
    interrupted: bool


def search_vote(sample: BitSample, margin: float, penalties: Floats, limits: Limits) -> Vote:
    """The best vote of few monomials, not worse for (15) than the larger class for all rows.

    Takes the sample, rho and the penalties of `LogisticPath`. At a limit or on Ctrl-C it is the
    best one so far.
    """
    path, interrupted = LogisticPath(sample, margin, penalties), False
    try:
        path.run(limits.part(PATH).ends)
    except KeyboardInterrupt:
        interrupted = True
    # Every monomial may vote for either class.
    monomials = [replace(each, sign=sign) for sign in (1, -1) for each in path.monomials]
    covers = path.covers.astype(np.int8)
    right = np.vstack((covers, -covers)) * sample.labels.astype(np.int8)
    costs = np.tile(path.costs(), 2)
    votes = right.T, sample.weights, costs, margin
    search = WeightSearch(*votes, limits.part(THINNED).ends)

    def weights_of(chosen: Ints, coefficients: Floats) -> Floats:
        weights = np.zeros(costs.size)
        weights[chosen + path.covers.shape[0] * (coefficients < 0)] = np.abs(coefficients)
        return weights

    starts = [weights_of(*vote) for vote in path.votes]
    best = min(starts, key=search.value)

    def improved() -> Iterator[Floats]:
        sizes = np.unique((GROWTH ** np.arange(2, 40)).astype(np.int64))
        chosen = [best, *(starts[size] for size in sizes[sizes < len(starts)].tolist())]
        thinned = []
        for start in chosen:
            thinned.append(search.thinned(start))
            yield thinned[-1]
        thorough = WeightSearch(*votes, limits.ends)
        for start in sorted(thinned, key=search.value)[:EXCHANGED]:
            yield thorough.improved(start)

    found = [best]
    try:
        for weights in () if interrupted else improved():
            found.append(weights)
    except KeyboardInterrupt:
        interrupted = True
    best = min(found, key=search.value)
    used = np.flatnonzero(best)
    return Vote([monomials[place] for place in used.tolist()], best[used], interrupted)
