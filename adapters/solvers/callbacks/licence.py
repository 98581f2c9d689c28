"""Errors of licences in one line."""

from __future__ import annotations

from nzdd.adapters.errors import LicenceError
from nzdd.formulations.models.linear import LinearModel

FREE = {
    "gurobi": (2000, "2000 rows and 2000 columns"),
    "cplex": (1000, "1000 rows and 1000 columns"),
    "xpress": (5000, "5000 rows and columns together"),
}
"""What the licences allow that come with the packages, without cost: columns, and in words."""


def too_small(solver: str, core: LinearModel, *, lazy: bool) -> LicenceError:
    """The error of a model that is too large for a licence; with `lazy` that of a lazy solve."""
    size = f"{core.num_rows} rows and {core.num_columns} columns"
    if lazy:
        size += " that are always there (rows added where they bind do not count)"
    most_columns, allowed = FREE[solver]
    cure = f"get a larger licence of {solver}, or take another solver"
    if core.is_mixed_integer and not lazy and core.num_columns <= most_columns:
        cure = f"take method='lazy', where rows added do not count, or {cure}"
    return LicenceError(
        f"the licence of {solver} is too small for {size}; the free one allows {allowed}; {cure}"
    )


def unlicensed(solver: str, error: Exception) -> LicenceError:
    """The error of a solver that finds no valid licence."""
    said = " ".join(str(error).split()).rstrip(".")
    return LicenceError(
        f"{solver} finds no valid licence: {said}; renew it, or install the newest release of the "
        "package, which has a free one, or take another solver"
    )
