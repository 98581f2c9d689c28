"""What is nearly an integer is none: no point and no claim rests on a millionth of a column."""

import numpy as np
import pytest

from nzdd import FamilyModel, solve
from nzdd.adapters.solvers.registry import IN_ROUNDS, LAZY_SOLVERS, SOLVERS
from nzdd.families import sets_of_size
from nzdd.formulations import LinearModel, Status
from support.licences import skip_unless_usable

DIFFERENCES = [
    LinearModel([2, -1, 0], [[0, c, -c]], -b, -b, [-10, 0, 0], [10, 2, 1], True)
    for c, b in ((10, 5e-6), (1e4, 0.005), (1e5, 0.05))
]
"""A multiple of c is asked for, and b is none."""
HALF = LinearModel([2, 0], [[0, 1e7]], 1, 1, [-10, -5], [10, 5], True)
LARGE = np.array([[1e6, 1e6, 0], [1e6, 0, 1e6], [0, 1e6, 1e6]])


@pytest.mark.parametrize("model", [HALF, *DIFFERENCES])
@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
@pytest.mark.parametrize("maximize", [False, True])
def test_a_point_with_nearly_an_integer_refutes_no_claim(model, method, maximize):
    result = solve(model.replace(maximize=maximize), method)
    assert (result.status, result.x) == (Status.INFEASIBLE, None)


@pytest.mark.parametrize("solver", [name for name, kind in SOLVERS.items() if kind.integers])
def test_whoever_is_asked_first(solver):
    skip_unless_usable(solver)
    for model in (HALF, *DIFFERENCES):
        assert solve(model, "direct", solver).status is Status.INFEASIBLE


@pytest.mark.parametrize("solver", [None, *LAZY_SOLVERS, *IN_ROUNDS])
@pytest.mark.parametrize(("constant", "optimum"), [(1, 2), (1.5e6, 3)])
def test_a_millionth_of_a_column_satisfies_no_row(solver, constant, optimum):
    """Each pair of three columns has a one, and both where a million and a half is asked for."""
    skip_unless_usable(solver)
    method = "auto" if solver is None else "lazy"
    family = FamilyModel()
    columns = family.add_columns(3, 1, upper=1, integrality=True)
    family.for_all(sets_of_size(3, 2), constant, ">=", columns=columns, coefficients=1e6)
    listed = LinearModel([1, 1, 1], LARGE, constant, upper=1, integrality=True)
    for model in (family, listed):
        result = solve(model, method, solver)
        assert (result.status, result.fun) == (Status.OPTIMAL, optimum)
        assert sorted(result.x) == [0] * (3 - optimum) + [1] * optimum


def test_other_columns_make_up_for_rounded_ones():
    """At most a million of y a unit of x: rounding 3e-7 of it leaves 0.3 of y to be mended."""
    model = LinearModel(
        [1, 0.1],
        [[1e6, -1], [0, 1]],
        row_lower=[0, 0.3],
        upper=[1, 5],
        integrality=[True, False],
    )
    for method in ("auto", "direct", "extended", "lazy"):
        result = solve(model, method)
        assert (result.status, result.fun) == (Status.OPTIMAL, pytest.approx(1.03))
        assert result.x[0] == 1
