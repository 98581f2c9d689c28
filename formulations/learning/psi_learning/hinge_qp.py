"""A 2-norm support vector machine with lower bounds on margins, by an interior-point method."""

from __future__ import annotations

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from nzdd.formulations.learning.psi_learning.psi_problem import Plane
from nzdd.input.arrays import Floats

ITERATIONS = 100
ACCURACY = 1e-10
"""Of residuals and the duality gap, relative."""

LOWERED = 1e-7
"""How far floors are lowered: with equal rows of both signs, floors of 0 have no interior."""

PATIENCE = 5
"""Iterations without progress: near the optimum rounding may exceed the gain of a step."""

WORST = 1e-6
"""The accuracy that is still accepted if rounding prevents better."""

STEP = 0.995
"""The share of the largest feasible step to take."""


@np.errstate(all="ignore")  # numbers diverge if no plane keeps the floors
def hinge_qp(features: Floats, signs: Floats, prices: Floats, floors: Floats) -> Plane | None:
    """Minimise ``1/2 |w|^2 + sum_i prices[i] [1 - u_i]_+`` over planes with margins u >= floors.

    ``u_i = signs[i] (w @ x_i + b)``, prices are not negative, and a floor may be -inf. Returns None
    if no plane keeps the floors, or rounding prevents the accuracy `WORST`.

    Mehrotra's predictor-corrector method. It takes 10 to 40 iterations of O(n d^2 + d^3). Solvers
    with squares *and* integers, such as SCIP, are accurate to 1e-6 in this objective, and so only
    to 1e-3 in its minimiser.
    """
    rows = signs[:, None] * np.column_stack((features, np.ones(len(features))))
    priced, floored = prices > 0, np.isfinite(floors)
    h, p = rows[priced], prices[priced]
    f, low = rows[floored], floors[floored] - LOWERED
    curvature: Floats = np.append(np.ones(features.shape[1]), 0.0)
    # Excess of margins over 1 and shortfall, room above the floors, and the three multipliers.
    v = np.zeros(rows.shape[1])
    s, r, t = np.ones(p.size), np.ones(p.size), np.ones(low.size)
    alpha, gamma, beta = p / 2, p / 2, np.ones(low.size)
    size = 1.0 + max(p.max(initial=0.0), np.abs(rows).max())
    count = max(1, 2 * p.size + low.size)
    best, since = (np.inf, v), 0
    for _ in range(ITERATIONS):
        dual = curvature * v - h.T @ alpha - f.T @ beta
        short, below = h @ v + r - 1 - s, f @ v - low - t
        priced_out = p - alpha - gamma
        mu = (alpha @ s + gamma @ r + beta @ t) / count
        value = float(0.5 * (v[:-1] @ v[:-1]) + p @ r)
        wrong = max(
            np.abs(dual).max() / size,
            np.abs(short).max(initial=0.0),
            np.abs(below).max(initial=0.0),
            mu * count / (1 + value),
        )
        if wrong < best[0]:
            best, since = (wrong, v), 0
        since += 1
        if wrong <= ACCURACY or (best[0] <= WORST and since > PATIENCE):
            break
        d = 1 / (s / alpha + r / gamma)
        e = beta / t
        system = np.diag(curvature) + h.T @ (d[:, None] * h) + f.T @ (e[:, None] * f)
        try:
            factor = cho_factor(system + 1e-14 * np.trace(system) * np.eye(v.size))
        except ValueError:  # no longer finite or definite
            break
        c1, c2, c3 = -alpha * s, -gamma * r, -beta * t
        for corrector in (False, True):
            gain = d * (c1 / alpha - short - (c2 - r * priced_out) / gamma)
            lift = c3 / t - e * below
            dv = cho_solve(factor, h.T @ gain + f.T @ lift - dual, check_finite=False)
            d_alpha = gain - d * (h @ dv)
            d_beta = lift - e * (f @ dv)
            d_gamma = priced_out - d_alpha
            d_r = (c2 - r * d_gamma) / gamma
            d_s, d_t = h @ dv + d_r + short, f @ dv + below
            primal = _room((s, d_s), (r, d_r), (t, d_t))
            other = _room((alpha, d_alpha), (gamma, d_gamma), (beta, d_beta))
            if corrector:
                break
            after = (
                (alpha + other * d_alpha) @ (s + primal * d_s)
                + (gamma + other * d_gamma) @ (r + primal * d_r)
                + (beta + other * d_beta) @ (t + primal * d_t)
            ) / count
            centre = mu * np.minimum(1.0, after / mu) ** 3
            c1 = centre - alpha * s - d_alpha * d_s
            c2 = centre - gamma * r - d_gamma * d_r
            c3 = centre - beta * t - d_beta * d_t
        # The quadratic part couples primal and dual, so both take the same step.
        step = min(1.0, STEP * min(primal, other))
        v = v + step * dv
        s, r, t = s + step * d_s, r + step * d_r, t + step * d_t
        alpha, gamma, beta = alpha + step * d_alpha, gamma + step * d_gamma, beta + step * d_beta
    wrong, v = best
    return Plane(v[:-1], float(v[-1])) if wrong <= WORST else None


def _room(*pairs: tuple[Floats, Floats]) -> float:
    """The longest step, up to 1 / STEP, that keeps all values at least 0."""
    room = 1.0 / STEP
    for values, change in pairs:
        falling = change < 0
        if falling.any():
            room = min(room, float((-values[falling] / change[falling]).min()))
    return room
