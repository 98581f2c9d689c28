"""The linear programs of LPBoost over given hypotheses, as the paper states them."""

import numpy as np
from scipy.sparse import csr_array, eye_array, hstack, vstack

from nzdd.formulations.learning.lpboost import CProblem, NuProblem
from nzdd.formulations.models.linear import LinearModel


def primal(problem, columns):
    """The program over some hypotheses, their weights first; columns of shape (costs, h)."""
    return (c_primal if isinstance(problem, CProblem) else nu_primal)(problem, columns)


def c_primal(problem, columns):
    """Columns a, xi."""
    rows, count = columns.shape
    return LinearModel(
        np.concatenate((np.full(count, -1.0), -problem.capacity)),
        hstack([csr_array(columns), eye_array(rows)], format="csr"),
        row_lower=1.0,
        maximize=True,
    )


def nu_primal(problem, columns):
    """Columns a, xi, tau, rho; the last row is the sum."""
    rows, count = columns.shape
    eye = csr_array(eye_array(rows))
    rho = csr_array(np.full((rows, 1), -1.0))
    margins = csr_array(hstack([csr_array(columns), eye, -eye, rho]))
    total = np.concatenate((np.ones(count), np.zeros(2 * rows + 1)))
    return LinearModel(
        np.concatenate((np.zeros(count), -problem.capacity, problem.floor, [1.0])),
        vstack([margins, csr_array(total[None])], format="csr"),
        row_lower=np.append(-problem.offset, 1.0),
        row_upper=np.append(np.full(rows, np.inf), 1.0),
        lower=np.append(np.zeros(count + 2 * rows), -np.inf),
        maximize=True,
    )


def equivalent(problem, optimum):
    """The program (4) with the solutions of a `CProblem`, up to scale: theorem 3.1."""
    costs = problem.capacity / -optimum
    return NuProblem(costs, np.zeros(costs.size), np.zeros(costs.size))
