"""Vehicle routes by a search through all of them."""

from functools import cache
from itertools import combinations, permutations

import numpy as np


def random_problem(random, customers=5, symmetric=True):
    """Distances, loads and a capacity; some loads may be 0."""
    size = customers + 1
    if symmetric:
        place = random.integers(0, 20, (size, 2))
        far = np.abs(place[:, None] - place).sum(axis=2)
    else:
        far = random.integers(0, 20, (size, size))
        np.fill_diagonal(far, 0)
    loads = random.integers(0, 6, size)
    loads[0] = 0
    return far, loads, int(max(loads.max(), 1, random.integers(5, 12)))


def best_routes(far, loads, capacity, least=1, most=None):
    """The least length of all routes together, or None."""
    customers = tuple(range(1, len(loads)))

    @cache
    def tour(group):
        return min(
            sum(far[a][b] for a, b in zip((0, *order), (*order, 0), strict=True))
            for order in permutations(group)
        )

    @cache
    def best(left, routes):
        """The least length for customers with exactly so many routes."""
        if not left or not routes:
            return 0 if not left and not routes else np.inf
        first, rest = left[0], left[1:]
        found = np.inf
        for size in range(len(rest) + 1):
            for others in combinations(rest, size):
                group = (first, *others)
                if sum(loads[c] for c in group) <= capacity:
                    kept = tuple(c for c in rest if c not in others)
                    found = min(found, tour(group) + best(kept, routes - 1))
        return found

    most = len(customers) if most is None else most
    value = min(best(customers, routes) for routes in range(least, most + 1))
    return None if np.isinf(value) else float(value)
