"""Which solvers with licences of their own can be used here, found by trying."""

from functools import cache

import pytest

from nzdd.adapters.errors import LicenceError, MissingExtraError
from nzdd.adapters.solvers.driver import solve_once
from nzdd.adapters.solvers.registry import LICENSED
from nzdd.formulations import LinearModel


@cache
def why_not(solver):
    """Why a solver cannot be used; empty if it can."""
    if solver in LICENSED:
        try:
            solve_once(LinearModel([1, 1], [[1, 1]], row_lower=1, integrality=1), solver, {})
        except (MissingExtraError, LicenceError) as error:
            return str(error)
    return ""


def skip_unless_usable(solver):
    """Skip a test, with the reason, where the package of a solver or its licence is missing."""
    if reason := why_not(solver):
        pytest.skip(reason)
