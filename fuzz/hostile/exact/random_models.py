"""Random small models of every sensible kind, and some unusual ones."""

from __future__ import annotations

import numpy as np

from hostile.case import one_of
from nzdd.formulations import LinearModel

PALETTES = {
    "binary": (0, 0, 1, 1),
    "signs": (0, -1, 1),
    "whole": (0, 0, 1, -1, 2, -3, 5),
    "decimal": (0, 0, 0.1, 0.2, 0.3, -0.1, 0.7, 1.1, -0.6),
    "mixed": (0, 1, -1, 0.1, 2.5, 1 / 3, -7, 12),
    "scaled": (0, 1, 1e-4, -1e4, 3e6, 1e-6, 0.1, -1),
}
"""What coefficients are drawn from."""
MODERATE = ("binary", "signs", "whole", "decimal", "mixed")
LARGE = 1e4
"""A bound beyond it makes a model one of other than moderate size."""
INF = np.inf
BOXES = (
    *((0.0, INF), (0.0, 1.0), (0.0, 1.0), (0.0, 5.0), (-1.5, -0.5), (-INF, INF), (-INF, 3.0)),
    *((-2.0, 4.0), (0.3, 2.7), (1.0, 1.0), (0.1, 0.1), (-3.0, INF), (0.5, 1.5), (-0.7, 0.7)),
    *((2.0, 2.0), (-INF, -0.3), (0.2, 0.8), (1e6, 1e6 + 1), (-1.0, 1.0)),
)


def small(random: np.random.Generator) -> tuple[LinearModel, bool]:
    """Return a model of few rows and columns, and whether its numbers are of moderate size."""
    name = str(one_of(random, *PALETTES))
    palette = np.array(PALETTES[name], float)
    n, m = int(random.integers(0, 6)), int(random.integers(0, 10))
    if random.random() < 0.9:
        n = max(n, 1)
    patterns = random.choice(palette, (max(1, m // 2), n))
    matrix = patterns[random.integers(0, len(patterns), m)] if m else np.zeros((0, n))
    fresh = random.random(m) < 0.5
    matrix[fresh] = random.choice(palette, (int(fresh.sum()), n))
    matrix[random.random(m) < 0.05] = 0
    if random.random() < 0.5:
        lower, upper = (np.full(n, end) for end in one_of(random, *BOXES[:6]))
    else:
        ends = np.array(BOXES)[random.integers(0, len(BOXES), n)]
        lower, upper = ends[:, 0], ends[:, 1]
    integrality = random.random(n) < float(one_of(random, 0, 0, 0.5, 1, 1))
    model = _with_rows(random, name, matrix, lower, upper, integrality)
    ends = np.concatenate((lower, upper))
    return model, name in MODERATE and bool((np.abs(ends[np.isfinite(ends)]) <= LARGE).all())


def tall(random: np.random.Generator) -> tuple[LinearModel, bool]:
    """Return a model of hundreds of rows over few columns, so that rows share and few bind."""
    name = str(one_of(random, "binary", "signs", "decimal", "whole"))
    palette = np.array(PALETTES[name], float)
    n, m = int(random.integers(3, 9)), int(random.integers(60, 1200))
    if random.random() < 0.5:
        heads = random.choice(palette, (int(random.integers(5, 30)), n))
        tails = random.choice(palette, (int(random.integers(5, 30)), n))
        half = n // 2
        matrix = np.array([[*a[:half], *b[half:]] for a in heads for b in tails])[:m]
    else:
        matrix = random.choice(palette, (m, n))
    low, high = one_of(random, (0.0, 1.0), (0.0, 1.0), (0.0, 5.0), (-1.0, 2.0), (0.0, INF))
    integrality = random.random(n) < float(one_of(random, 0, 0, 0.5, 1))
    ends = np.full(n, low), np.full(n, high)
    return _with_rows(random, name, matrix, *ends, integrality, one_kind=True), True


def _with_rows(
    random: np.random.Generator,
    name: str,
    matrix: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    integrality: np.ndarray,
    *,
    one_kind: bool = False,
) -> LinearModel:
    """Right-hand sides near the activity of a point in the box: tight, loose, or out of reach."""
    m, n = matrix.shape
    inside = np.clip(random.integers(-2, 3, n) + one_of(random, 0, 0.1, 0.5), lower, upper)
    point = np.where(integrality, np.round(inside), inside)
    activity = matrix @ point
    if random.random() < 0.5:  # as people write it, not as floats add up
        activity = np.round(activity, 6)
    steps = np.array(one_of(random, (0,), (0, 1), (0, 0.1, 1), (0, 0.5, 3)), float)
    slack = random.choice(steps, (2, m))
    kinds = random.integers(0, 5, m)
    if one_kind:
        kinds[:] = random.integers(0, 3)
        common = matrix @ point
        side = common.min() if kinds[:1] == 0 else common.max()
        if random.random() < 0.5 and m and kinds[0] < 2:
            activity[:] = side
    low = np.where(kinds == 0, activity - slack[0], -INF)
    high = np.where(kinds == 1, activity + slack[1], INF)
    ranged = kinds == 2
    low[ranged], high[ranged] = (activity - slack[0])[ranged], (activity + slack[1])[ranged]
    equal = kinds == 3
    low[equal] = high[equal] = activity[equal]
    if random.random() < 0.15:  # most likely infeasible
        shift = float(one_of(random, 0.1, 1.0, -1.0, 100.0))
        which = random.random(m) < 0.3
        low, high = low + shift * which, high + shift * which
    costs = random.choice(np.array(one_of(random, (1,), (0, 1, 2, -1), PALETTES[name]), float), n)
    return LinearModel(
        costs,
        matrix,
        low,
        high,
        lower,
        upper,
        integrality,
        maximize=bool(random.random() < 0.5),
        offset=float(one_of(random, 0, 0, 1.5, -0.1)),
    )
