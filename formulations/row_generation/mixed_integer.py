"""How methods for mixed-integer models with oracles start, and what ends an unbounded one."""

from __future__ import annotations

from dataclasses import replace

from numpy.typing import ArrayLike

from nzdd.formulations.models.arrays import Floats, as_point
from nzdd.formulations.models.result import Result, Status, checked
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.lazy_report import LazyReport
from nzdd.formulations.rows.separation import check_tolerance


def checked_start(
    lazy: LazyModel, gap: float, tolerance: float, hint: ArrayLike | None
) -> Floats | Result | None:
    """The hint as an array, or the result of crossed bounds; ValueError if an argument is wrong."""
    check_tolerance(tolerance)
    if not gap >= 0:
        raise ValueError(f"gap is {gap}; it must not be negative")
    core = lazy.core
    point = None if hint is None else as_point(hint, core.num_columns, "hint")
    crossed = core.lower > core.upper
    if not crossed.any():
        return point
    label = core.column_label(int(crossed.argmax()))
    message = f"the bounds of {label} leave it no value"
    return Result(Status.INFEASIBLE, message, method="lazy", report=LazyReport())


def unbounded_at(lazy: LazyModel, found: Result) -> Result:
    """The result where the relaxation is unbounded, from that of ``lazy.without_objective()``.

    With a point it is UNBOUNDED, see `LazyModel.without_objective`; without one it stays what it
    is, as the same points are feasible, but for the bound on another objective.
    """
    result = checked(lazy, replace(found, dual_bound=None))
    if result.status not in {Status.OPTIMAL, Status.FEASIBLE}:
        return result
    message = "the relaxation is unbounded, and there is a feasible point"
    return replace(result, status=Status.UNBOUNDED, message=message, limit=None)
