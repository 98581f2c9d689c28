"""Random models with a known point and numbers of mixed sizes, which solvers call infeasible."""

import numpy as np

from nzdd.formulations import LinearModel

SIZES = (0, 1, 100, -1e4)


def feasible_model(seed, *, shape=(23, 7), reach=np.inf, sizes=SIZES, integrality=True):
    """A model of inequalities and some equalities, and an integer point that satisfies it exactly.

    The point is within 1e4 and within the reach, which bounds all columns; without one the columns
    are bounded by the costs.
    """
    rng = np.random.default_rng(seed)
    columns = shape[1]
    matrix = rng.choice(sizes, shape)
    upper = np.full(columns, float(reach))
    lower = np.where(rng.random(columns) < 0.5, -upper, 0.0)
    most = np.minimum(upper, 1e4)
    point = np.clip(np.floor(rng.uniform(np.where(lower < 0, -most, 0), most + 1)), -most, most)
    activity = matrix @ point
    slack = rng.choice([0, 0, 1, 5, 99, 100], shape[0])
    below, above = activity - slack, np.full(shape[0], np.inf)
    kind = rng.random(shape[0])
    turned, equal = kind < 0.4, kind > 0.9
    below[turned], above[turned] = -np.inf, (activity + slack)[turned]
    below[equal] = above[equal] = activity[equal]
    costs = rng.integers(-9, 10, columns).astype(float)
    if np.isinf(reach):
        costs = np.where(np.isinf(lower), 0.0, np.abs(costs))
    return LinearModel(costs, matrix, below, above, lower, upper, integrality), point
