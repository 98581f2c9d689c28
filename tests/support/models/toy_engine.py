"""A slow LP engine to trust: scipy's `linprog`, from scratch at every call."""

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array, vstack

from nzdd.formulations.iteration.lp_engine import LPAnswer
from nzdd.formulations.models.result import Status


class ToyEngine:
    def __init__(self, model):
        self.model = model
        self.matrix = csr_array(model.matrix)
        self.row_lower, self.row_upper = model.row_lower, model.row_upper
        self.lower, self.upper = model.lower.copy(), model.upper.copy()

    def add_rows(self, matrix, lower, upper):
        self.matrix = csr_array(vstack([self.matrix, matrix], format="csr"))
        self.row_lower = np.concatenate((self.row_lower, lower))
        self.row_upper = np.concatenate((self.row_upper, upper))

    def delete_rows(self, rows):
        kept = np.delete(np.arange(self.matrix.shape[0]), rows)
        self.matrix = self.matrix[kept]
        self.row_lower, self.row_upper = self.row_lower[kept], self.row_upper[kept]

    def set_bounds(self, columns, lower, upper):
        self.lower[columns], self.upper[columns] = lower, upper

    def solve(self, time_limit=None, *, anew=True):
        if time_limit is not None and time_limit <= 0:
            return LPAnswer(Status.NO_SOLUTION_FOUND)
        rows, columns = self.matrix.shape
        crossed = (self.lower > self.upper).any() or (self.row_lower > self.row_upper).any()
        if crossed or (columns == 0 and ((self.row_lower > 0) | (self.row_upper < 0)).any()):
            return LPAnswer(Status.INFEASIBLE)
        if columns == 0:
            none = np.zeros(0)
            return LPAnswer(Status.OPTIMAL, self.model.offset, none, np.zeros(rows), none)
        sign = -1 if self.model.maximize else 1
        answer = self._linprog(sign * self.model.objective)
        if answer.status != 0:
            # HiGHS does not always tell the two apart.
            feasible = self._linprog(np.zeros(columns)).status == 0
            return LPAnswer(Status.UNBOUNDED if feasible else Status.INFEASIBLE)
        below, above = np.isfinite(self.row_upper), np.isfinite(self.row_lower)
        duals = np.zeros(rows)
        duals[below] += sign * answer.ineqlin.marginals[: below.sum()]
        duals[above] -= sign * answer.ineqlin.marginals[below.sum() :]
        return LPAnswer(
            Status.OPTIMAL,
            sign * answer.fun + self.model.offset,
            answer.x,
            duals,
            self.model.objective - self.matrix.T @ duals,
            answer.nit,
        )

    def _linprog(self, costs):
        below, above = np.isfinite(self.row_upper), np.isfinite(self.row_lower)
        return linprog(
            costs,
            A_ub=vstack([self.matrix[below], -self.matrix[above]], format="csr"),
            b_ub=np.concatenate((self.row_upper[below], -self.row_lower[above])),
            bounds=np.column_stack((self.lower, self.upper)),
            method="highs",
            options={"presolve": False},
        )
