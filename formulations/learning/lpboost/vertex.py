"""From an optimal mixture of ensembles to one of them."""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr

from nzdd.input.arrays import Floats

SAME = 1e-9
"""Numbers that are equal up to this share of the largest one."""


def vertex(columns: Floats, offset: Floats, weights: Floats, rho: float, near: float) -> Floats:
    """Weights of an extreme point of the optimal ensembles, from those of any optimal one.

    Rows with a margin of rho keep it, and no other margin passes rho; so, if the scores of all
    hypotheses are the same under the optimal costs, the objective stays as it is.

    Parameters
    ----------
    columns : ndarray, shape (hypotheses, costs)
    offset : ndarray, shape (costs,)
    weights : ndarray, shape (hypotheses,)
        Above 0, with sum 1.
    rho : float
        The quantile of the margins.
    near : float
        Margins nearer to rho than this are rho.

    Returns
    -------
    ndarray, shape (hypotheses,)
        Not negative, with sum 1. As a rule no more of them are above 0 than there are rows with a
        margin of rho.

    Notes
    -----
    Time O(hypotheses^2 x (hypotheses + costs)).
    """
    distance = weights @ columns + offset - rho
    fixed = np.abs(distance) <= near
    free = _kernel(np.vstack((columns[:, fixed].T, np.ones((1, weights.size)))))
    moving = free.T @ columns  # shape (directions, costs)
    weights, distance = weights.copy(), np.where(fixed, 0.0, distance)
    while free.shape[1]:
        direction, change = free[:, -1], moving[-1]
        # The sum is fixed, so that in either sense some weight falls.
        room = np.concatenate((weights, np.abs(distance)))
        rates = np.concatenate((-direction, -np.sign(distance) * change))
        length, place, sense = min(_first(room, sense * rates, sense) for sense in (1.0, -1.0))
        weights = (weights + sense * length * direction).clip(0.0)
        distance = distance + sense * length * change
        if place < weights.size:
            weights[place] = 0.0
            row = free[place].copy()
        else:
            distance[place - weights.size] = 0.0
            row = moving[:, place - weights.size].copy()
        pivot = int(np.abs(row).argmax())
        shares = row / row[pivot]
        free = np.delete(free - np.outer(free[:, pivot], shares), pivot, axis=1)
        moving = np.delete(moving - np.outer(shares, moving[pivot]), pivot, axis=0)
    # Of weights that reach 0 in the same step, all but one keep what rounding left.
    weights[weights <= weights.size * np.finfo(float).eps] = 0.0
    return np.asarray(weights / weights.sum())


def _kernel(matrix: Floats) -> Floats:
    """Directions, as columns, that the matrix takes to 0."""
    full, triangle, _ = qr(matrix.T, pivoting=True)
    diagonal = np.abs(np.diag(triangle))
    rank = int((diagonal > SAME * diagonal.max()).sum())
    return np.asarray(full[:, rank:])


def _first(room: Floats, rates: Floats, sense: float) -> tuple[float, int, float]:
    """The longest way before the first room is used up, whose it is, and the sense."""
    falling = np.flatnonzero(rates > SAME * np.abs(rates).max())
    lengths = room[falling] / rates[falling]
    first = int(lengths.argmin())
    return float(lengths[first]), int(falling[first]), sense
