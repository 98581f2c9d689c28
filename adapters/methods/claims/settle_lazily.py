"""Claims that a model with implicit rows is infeasible: proven by the rows found, or confirmed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TypeAlias

from nzdd.adapters.methods.claims.budget import Budget
from nzdd.adapters.methods.claims.settle import Claim
from nzdd.adapters.methods.claims.verdict import judged, known_point, proven, refuted
from nzdd.adapters.solvers.options import Options
from nzdd.adapters.solvers.registry import installed_lazy_solvers
from nzdd.adapters.solvers.trivial import trivial_answer
from nzdd.formulations.models.result import Result, Status, checked
from nzdd.formulations.row_generation.lazy_model import LazyModel

CONCLUSIVE = {Status.OPTIMAL, Status.INFEASIBLE}
Ask: TypeAlias = Callable[[LazyModel, str, Options], Result]


def settled_lazily(
    lazy: LazyModel, result: Result, ask: Ask, options: Options, started: float
) -> Result:
    """`settled` for a model with implicit rows, whose oracles have proven UNBOUNDED already.

    `ask` solves a `LazyModel` by one of the solvers, without settling the answer.
    """
    claims = {Status.INFEASIBLE, Status.NUMERICAL_ERROR}
    if result.status not in claims or trivial_answer(lazy.core) is not None:
        return result
    budget = Budget(options, perf_counter() - started, started)
    if (known := known_point(lazy, options)) is not None:
        return budget.timed(refuted(lazy, result, known))
    mixed = lazy.core.is_mixed_integer
    relaxed = LazyModel(lazy.core.relaxed(), lazy.oracles)
    knows_rows = not mixed and getattr(result.report, "rows", None) is not None
    relaxation = result if knows_rows else ask(relaxed, "glop", budget.next(hint=False))
    listed, second = lazy.core, None
    infeasible = relaxation.status is Status.INFEASIBLE
    if (rows := getattr(relaxation.report, "rows", None)) is not None:
        listed = lazy.core.with_rows(rows.matrix, rows.lower, rows.upper)
        if infeasible and Claim(listed.relaxed(), budget).infeasibility() is True:
            return budget.timed(proven(result))
        # A model with only these rows is a relaxation: if it is infeasible, so is the model, and if
        # its optimum satisfies all rows, it is that of the model.
        second = Claim(listed, budget).second_opinion(result, budget.next())
        second = checked(lazy, second)
        second = replace(second, method="lazy", duals=None, report=result.report)
    # All of them start from the relaxation: if it is called infeasible, they agree with it.
    others = [name for name in installed_lazy_solvers() if name != result.solver and not infeasible]
    if mixed and others and (second is None or second.status not in CONCLUSIVE):
        second = ask(lazy, others[0], budget.next())
    if result.status is Status.NUMERICAL_ERROR:
        if second is None or second.status is not Status.OPTIMAL:
            second = result
        return budget.timed(second)
    return budget.timed(judged(listed, result, second))
