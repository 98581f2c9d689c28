"""Rounded capacity cuts: so many vehicles must enter a set of customers, by their loads.

R. Fukasawa et al., Robust branch-and-cut-and-price for the capacitated vehicle routing problem,
2006. They are rows on the legs of routes, so that routes are priced as before.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Floats, Matrix
from nzdd.formulations.routing.routing_problem import RoutingProblem

STARTS = 200
"""Sets that grow at a time, each from one customer, some of them at random."""

CUTS = 30
"""Cuts in a round at most."""

VIOLATION = 0.02
"""Vehicles that are missing at least."""

NOISE = 0.3
"""Legs, by which random sets grow otherwise than by the closest customer."""


@dataclass(frozen=True, slots=True, eq=False)
class CapacityCuts:
    """Sets of customers, and how many vehicles must enter each.

    Attributes
    ----------
    sets : ndarray of bool, shape (k, n + 1)
        Over all places; the depot is in none.
    vehicles : ndarray, shape (k,)
    """

    sets: NDArray[np.bool_]
    vehicles: Floats

    @classmethod
    def none(cls, problem: RoutingProblem) -> CapacityCuts:
        """No cuts."""
        return cls(np.zeros((0, problem.size), np.bool_), np.zeros(0))

    def rows(self) -> Matrix:
        """A row over all legs for each cut: those that enter its set."""
        size = self.sets.shape[1]
        here, there = np.divmod(np.arange(size**2), size)
        return csr_array((~self.sets[:, here] & self.sets[:, there]).astype(np.float64))

    def more(self, legs: Floats, problem: RoutingProblem) -> CapacityCuts:
        """The same, and sets that too few vehicles enter; `self` if none are found.

        Parameters
        ----------
        legs : ndarray, shape (n + 1, n + 1)
            How many vehicles take each leg, of a relaxation.
        problem : RoutingProblem

        Notes
        -----
        Sets grow by the customer with the most legs from and to them. Time O(200 n^2).
        """
        size = problem.size
        random = np.random.default_rng(len(self.sets))
        both, every = legs + legs.T, np.arange(STARTS)
        start = np.r_[1:size, random.integers(1, size, STARTS)][:STARTS]
        grown = np.zeros((STARTS, size), np.bool_)
        grown[every, start] = True
        link, inside = both[start], np.zeros(STARTS)
        noise = np.where(every < size - 1, 0.0, NOISE)[:, None]
        lacking, needed, sets = [], [], []
        for _ in range(size - 1):
            need = np.ceil(grown @ problem.loads / problem.capacity)
            missing = need - (grown @ legs.sum(axis=0) - inside)
            few = missing > VIOLATION
            lacking += [missing[few]]
            needed += [need[few]]
            sets += [grown[few]]
            near = link + noise * random.random(link.shape)
            near[grown] = near[:, 0] = -np.inf
            to = near.argmax(axis=1)
            inside += link[every, to]
            grown[every, to] = True
            link = link + both[to]
        order = np.argsort(-np.concatenate(lacking), kind="stable")
        found, vehicles = np.concatenate(sets)[order], np.concatenate(needed)[order]
        known = len(self.sets)
        _, first = np.unique(np.vstack((self.sets, found)), axis=0, return_index=True)
        new = np.sort(first[first >= known])[:CUTS] - known
        if not new.size:
            return self
        return CapacityCuts(
            np.vstack((self.sets, found[new])), np.concatenate((self.vehicles, vehicles[new]))
        )
