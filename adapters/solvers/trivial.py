"""Answers that need no solver, and that some solvers refuse to give."""

from __future__ import annotations

import numpy as np

from nzdd.formulations.models.divisibility import row_without_multiple
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result, Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.rows.separation import SeparatedRows


def trivial_answer(model: LinearModel) -> Result | None:
    """Answer a model without columns, or whose bounds cross or leave no multiple; else None.

    Time O(nonzeros).
    """
    for lower, upper, label in [
        (model.lower, model.upper, model.column_label),
        (model.row_lower, model.row_upper, model.row_label),
    ]:
        crossed = np.flatnonzero(lower > upper)
        if crossed.size:
            at = int(crossed[0])
            message = (
                f"{label(at)} has lower bound {lower[at]:g} above its upper bound {upper[at]:g}"
            )
            return Result(Status.INFEASIBLE, message)
    if model.num_columns:
        found = row_without_multiple(model)
        if found is None:
            return None
        row, divisor, constant = found
        low, high = model.row_lower[row], model.row_upper[row]
        between = f"between {low:g} and {high:g}" if low < high else f"at {low:g}"
        sums = f"multiples of {divisor}" + (f" plus {constant:g}" if constant else "")
        message = f"the sums of {model.row_label(row)} are {sums}, and none is {between}"
        return Result(Status.INFEASIBLE, message)
    violated = np.flatnonzero((model.row_lower > 0) | (model.row_upper < 0))
    if violated.size:
        label_text = model.row_label(int(violated[0]))
        return Result(Status.INFEASIBLE, f"{label_text} excludes 0, and there are no columns")
    return Result(
        Status.OPTIMAL,
        "there are no columns",
        x=np.zeros(0),
        fun=model.offset,
        dual_bound=model.offset,
        duals=np.zeros(model.num_rows),
        reduced_costs=np.zeros(0),
    )


def trivial_lazy_answer(lazy: LazyModel, seed: SeparatedRows | None) -> Result | None:
    """The answer without columns, or with rows or bounds that no point satisfies."""
    core = lazy.core
    answer = trivial_answer(core)
    if answer is not None:
        if answer.status is Status.INFEASIBLE or lazy.min_slack(np.zeros(0)) >= 0:
            return answer
        return Result(Status.INFEASIBLE, "a row of an oracle excludes 0, and there are no columns")
    given = [(core.matrix, core.row_lower, core.row_upper)]
    if seed is not None:
        given.append((seed.matrix, seed.lower, seed.upper))
    for matrix, lower, upper in given:
        empty = np.diff(matrix.indptr) == 0
        if np.any(lower > upper) or np.any(empty & ((lower > 0) | (upper < 0))):
            return Result(Status.INFEASIBLE, "there is a row that no point satisfies")
    return None
