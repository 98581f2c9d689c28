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


def random_hours(random, far):
    """Windows, times and service, so that each customer can be served by itself."""
    size = len(far)
    times = far + random.integers(0, 3, far.shape)
    np.fill_diagonal(times, 0)
    service = np.r_[0, random.integers(0, 4, size - 1)]
    first, end = times[0], max(60, int((times[0] + service + times[:, 0]).max()))
    early = random.integers(0, 40, size)
    late = early + random.integers(0, 25, size)
    early, late = np.maximum(early, first), np.maximum(late, first)
    last = end - service - times[:, 0]
    early, late = np.minimum(early, last), np.minimum(late, last)
    early[0], late[0] = 0, end
    return np.column_stack((early, late)), times, service


def is_in_time(route, windows, times, service):
    """Whether a vehicle that drives without delay is at each place by the end of its window."""
    now, at = windows[0][0], 0
    for place in (*route, 0):
        now = max(windows[place][0], now + service[at] + times[at][place])
        at = place
        if now > windows[place][1]:
            return False
    return True


def best_routes(far, loads, capacity, least=1, most=None, admits=lambda order: True):
    """The least length of all routes together, or None."""
    customers = tuple(range(1, len(loads)))

    @cache
    def tour(group):
        return min(
            (
                sum(far[a][b] for a, b in zip((0, *order), (*order, 0), strict=True))
                for order in permutations(group)
                if admits(order)
            ),
            default=np.inf,
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
