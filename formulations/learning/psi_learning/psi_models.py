"""Psi-learning as a mixed-integer program, in the paper's form and in a compact one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from scipy.sparse import block_array, csr_array, diags_array, eye_array

from nzdd.formulations.learning.psi_learning.big_m import BigM
from nzdd.formulations.learning.psi_learning.psi_problem import Plane, PsiProblem
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.quadratic import QuadraticModel
from nzdd.formulations.models.result import Result
from nzdd.input.arrays import Bools, Floats

Model = LinearModel | QuadraticModel


class SolveModel(Protocol):
    """Solves the models: linear ones for the 1-norm, quadratic ones for the 2-norm."""

    def __call__(
        self,
        model: LinearModel | QuadraticModel,
        *,
        hint: Floats | None = None,
        time_limit: float | None = None,
    ) -> Result:
        """Solve a model within `time_limit` seconds, from a hint if the solver supports it."""


@dataclass(frozen=True, slots=True, eq=False)
class PsiModel:
    """A model, with conversions between planes and its points.

    Attributes
    ----------
    problem : PsiProblem
    model : LinearModel or QuadraticModel
        A LinearModel for the 1-norm. Columns: w (for the 1-norm its positive and its negative
        part), b, then one or more for each row.
    form : {"compact", "paper"}
    """

    problem: PsiProblem
    model: Model
    form: str

    @property
    def linear(self) -> LinearModel:
        """The model without its quadratic part."""
        return self.model.linear if isinstance(self.model, QuadraticModel) else self.model

    def plane(self, x: Floats) -> Plane:
        """The plane of a point."""
        d = self.problem.num_features
        if self.problem.norm == "l1":
            return Plane(x[:d] - x[d : 2 * d], float(x[2 * d]))
        return Plane(x[:d].copy(), float(x[d]))

    def given_up(self, x: Floats) -> Bools:
        """The rows that a point puts into region 1, shape (n,)."""
        n = self.problem.num_rows
        return x[-n:] > 0.5 if self.form == "compact" else x[-2 * n : -n] < 0.5

    def point(self, plane: Plane) -> Floats:
        """The point of a plane: a hint for solvers."""
        w, margins = plane.weights, self.problem.margins(plane)
        sides = [np.maximum(w, 0), np.maximum(-w, 0)] if self.problem.norm == "l1" else [w]
        wrong = self.problem.wrong(plane)
        if self.form == "compact":
            short = np.where(wrong, 0.0, 1 - np.clip(margins, 0, 1))
            columns = [short, wrong.astype(float)]
        else:
            inside = np.where(wrong, 0.0, np.clip(margins, 0, 1))
            beyond = np.maximum(margins - 1, 0)
            columns = [np.where(wrong, margins, 0.0), inside, beyond]
            columns += [(~wrong).astype(float), (margins >= 1).astype(float)]
        return np.concatenate([*sides, [plane.intercept], *columns])


def compact_model(problem: PsiProblem, m: BigM) -> PsiModel:
    """With one binary for each row: minimise ``J(w) + sum_i c_i (a r_i + 2 e_i)``.

    Subject to ``y_i (w @ x_i + b) + r_i + (1 + M_i) e_i >= 1``, ``r_i + e_i <= 1``, ``r_i >= 0``
    and ``e_i`` in {0, 1}. This is a support vector machine whose hinge ends at margin 0; a row may
    have any margin (``e_i = 1``) at a loss of 2. Fixed rows have ``r_i = e_i = 0``, correct ones
    ``e_i = 0``.

    It is (3.14) with ``e = 1 - delta_2`` and ``r = 1 - Z_2 - e``, and without delta_3. Minimising
    makes Z_2 as large as possible, so Z_3 > 0 implies Z_2 = 1 without a binary. With e = 1 the
    margin need not be negative, since no loss exceeds 2. Time and memory O(n d).
    """
    n = problem.num_rows
    margins, cost, lower = function_rows(problem)
    eye, none = eye_array(n), csr_array((n, margins.shape[1]))
    matrix = block_array([[margins, eye, diags_array(1 + m.values)], [none, eye, eye]])
    on_their_side = problem.correct | (m.values == 0)
    hinge, choice = (np.where(held, 0.0, 1.0) for held in (problem.fixed, on_their_side))
    linear = LinearModel(
        np.concatenate((cost, problem.a * problem.costs, 2 * problem.costs)),
        matrix,
        np.concatenate((np.ones(n), np.full(n, -np.inf))),
        np.concatenate((np.full(n, np.inf), np.ones(n))),
        np.concatenate((lower, np.zeros(2 * n))),
        np.concatenate((np.full(cost.size, np.inf), hinge, choice)),
        np.concatenate((np.zeros(cost.size + n, bool), np.ones(n, bool))),
        name="psi-learning",
    )
    return PsiModel(problem, with_squares(problem, linear), "compact")


def paper_model(problem: PsiProblem, m: BigM) -> PsiModel:
    """The model (3.14) with (3.8)-(3.13): each row has columns Z_1, Z_2, Z_3, delta_2, delta_3.

    Row i has M_i instead of M, and also instead of 2M in (3.12), which is larger than necessary.
    Fixed rows have ``delta_2 = delta_3 = 1``, and so Z_2 = 1; correct ones have ``delta_2 = 1``.
    Time and memory O(n d).
    """
    n, ones = problem.num_rows, np.ones(problem.num_rows)
    a, costs = problem.a, problem.costs
    margins, cost, lower = function_rows(problem)
    eye, far = eye_array(n), m.values
    blocks: Any = [
        [margins, -eye, -eye, -eye, None, None],  # (3.8)
        [None, None, None, None, -eye, eye],  # (3.9)
        [None, None, -eye, None, None, eye],  # (3.10)
        [None, None, eye, None, -eye, None],
        [None, None, None, eye, None, diags_array(1 - far)],  # (3.11)
        [None, -eye, None, None, diags_array(far), None],  # (3.12)
    ]
    right, beyond = problem.correct.astype(float), problem.fixed.astype(float)
    linear = LinearModel(
        np.concatenate((cost, 0 * ones, -a * costs, 0 * ones, (a - 2) * costs, 0 * ones)),
        block_array(blocks),
        np.concatenate((0 * ones, np.full(5 * n, -np.inf))),
        np.concatenate((np.zeros(5 * n), far)),
        np.concatenate((lower, -far, np.zeros(2 * n), right, beyond)),
        np.concatenate((np.full(cost.size, np.inf), 0 * ones, ones, far - 1, ones, ones)),
        np.concatenate((np.zeros(cost.size + 3 * n, bool), np.ones(2 * n, bool))),
        offset=2 * float(costs.sum()),
        name="psi-learning (3.14)",
    )
    return PsiModel(problem, with_squares(problem, linear), "paper")


FORMS = {"compact": compact_model, "paper": paper_model}


def function_rows(problem: PsiProblem) -> tuple[csr_array, Floats, Floats]:
    """Margins as rows over the columns of w and b, and costs and lower bounds of the columns."""
    d = problem.num_features
    signed = problem.signs[:, None] * problem.features
    if problem.norm == "l1":
        rows = np.column_stack((signed, -signed, problem.signs))
        return csr_array(rows), np.append(np.ones(2 * d), 0.0), np.append(np.zeros(2 * d), -np.inf)
    rows = np.column_stack((signed, problem.signs))
    return csr_array(rows), np.zeros(d + 1), np.full(d + 1, -np.inf)


def with_squares(problem: PsiProblem, linear: LinearModel) -> Model:
    """The model with the squares of w in the objective, if the problem has the 2-norm."""
    if problem.norm == "l1":
        return linear
    curvature = np.zeros(linear.num_columns)
    curvature[: problem.num_features] = 1.0
    return QuadraticModel(linear, curvature)
