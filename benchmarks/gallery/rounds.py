"""Row generation in rounds: HiGHS (scipy's) solves the rows so far, an oracle finds violated ones.

What a practitioner writes where rows are too many to list.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp

from benchmarks.gallery.compare import Answer

Row = tuple[NDArray[Any], float]
"""Coefficients and right-hand side of ``row @ x >= b``."""
Oracle = Callable[[NDArray[Any], float], Iterable[Row]]
"""Finds rows that a point violates, within some seconds; none if there are none."""
UNSOLVED: Answer = ("time", None, None)


def solve(
    costs: NDArray[Any],
    oracle: Oracle,
    limit: float,
    *,
    rows: Iterable[Row] = (),
    upper: Any = 1.0,
    lower: Any = 0.0,
    integrality: Any = 1,
) -> Answer:
    """Minimise the costs over all rows of the oracle, beside the `rows` at the start."""
    known = [(np.zeros(len(costs)), -np.inf), *rows]
    bound = None
    started = time.perf_counter()
    while (left := limit - (time.perf_counter() - started)) > 0:
        best = milp(
            costs,
            constraints=LinearConstraint(
                np.array([row for row, _ in known]), np.array([b for _, b in known])
            ),
            integrality=np.broadcast_to(integrality, len(costs)),
            bounds=Bounds(lower, upper),
            options={"time_limit": left, "mip_rel_gap": 0.0},
        )
        if best.status != 0 or best.x is None:
            break
        bound = float(best.fun)
        x = np.where(np.broadcast_to(integrality, len(costs)), best.x.round(), best.x)
        left = limit - (time.perf_counter() - started)
        try:
            found = [(row, b) for row, b in oracle(x, left) if row @ x < b - 1e-6]
        except TimeoutError:
            break
        if not found:
            return "optimal", bound, bound
        known += found
    return "time", None, bound


def worst(
    values: NDArray[Any], constraints: Any, limit: float, bounds: Bounds | None = None
) -> NDArray[Any] | None:
    """An integral point of greatest value, by default of 0 and 1; None if there is none.

    Raises
    ------
    TimeoutError
        If the limit is reached.
    """
    best = milp(
        -values,
        constraints=constraints,
        integrality=np.ones(len(values), np.uint8),
        bounds=Bounds(0, 1) if bounds is None else bounds,
        options={"time_limit": max(limit, 0.01), "mip_rel_gap": 0.0},
    )
    if best.status == 1:
        raise TimeoutError
    return None if best.x is None else best.x
