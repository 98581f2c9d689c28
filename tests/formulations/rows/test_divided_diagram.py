"""A diagram divided by the divisor of its rows holds the same integers, against all points."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nzdd
from nzdd.families import power_set, sets_of_size
from nzdd.formulations import ConstraintDiagram, LinearModel, Status
from nzdd.formulations.rows.integer_rows import divided_diagram
from support.examples import examples

DIVISORS = (1, 2, 10, 1e3, 1e6, 1e7)
SIDES = (0, 1, -1, 0.005, -0.005, 5e-6, -5e-6, 1e-9, 0.5, 7, -999_999, 1e7, 2e7 + 1, 2e7 - 1)
SENSES = (">=", "<=", "=")


@st.composite
def constraints(draw):
    """The divisor of the coefficients, and arguments of `ConstraintDiagram.from_zdd`."""
    n, divisor = draw(st.integers(1, 4)), draw(st.sampled_from(DIVISORS))
    numbers = st.lists(st.integers(-3, 3), min_size=n, max_size=n).map(np.array)
    family = draw(st.sampled_from([sets_of_size(n, draw(st.integers(0, n))), power_set(n)]))
    unit = draw(st.sampled_from([divisor, divisor / 2, 1, 0.25]))
    return divisor, {
        "zdd": family,
        "b": draw(st.sampled_from(SIDES)) + divisor * draw(st.integers(-2, 2)),
        "sense": draw(st.sampled_from(SENSES)),
        "coefficients": divisor * draw(numbers),
        "constants": unit * draw(numbers) if draw(st.booleans()) else 0.0,
        "nominal": divisor * draw(numbers) if draw(st.booleans()) else 0.0,
        "num_columns": n,
    }


def of_sense(gap, sense):
    """By how much a row is missed whose left side minus its right side is this."""
    return {">=": max(-gap, 0), "<=": max(gap, 0), "=": abs(gap)}[sense]


def missed(arguments, x):
    """For each member its side and by how much the point misses it, in exact numbers."""
    n = arguments["num_columns"]
    c, d, a = (
        [Fraction(float(value)) for value in np.broadcast_to(arguments[name], n)]
        for name in ("coefficients", "constants", "nominal")
    )
    common = sum(a[j] * int(x[j]) for j in range(n))
    for member in arguments["zdd"]:
        side = Fraction(float(arguments["b"])) - sum(d[j] for j in member)
        gap = common + sum(c[j] * int(x[j]) for j in member) - side
        yield side, of_sense(gap, arguments["sense"])


@given(constraints())
@settings(max_examples=examples(50))
def test_the_same_integers_satisfy_it(constraint):
    _, arguments = constraint
    n = arguments["num_columns"]
    diagram = ConstraintDiagram.from_zdd(**arguments)
    divided = divided_diagram(diagram, LinearModel(np.ones(n), integrality=True))
    for x in product(range(-2, 3), repeat=n):
        distances = [(side, by) for side, by in missed(arguments, x)]
        if all(by == 0 for _, by in distances):
            assert divided.min_slack(x) >= (0 if divided is not diagram else -1e-9)
        elif any(by > 1.001e-6 * (1 + abs(side)) for side, by in distances):
            assert divided.min_slack(x) < 0


@given(constraints())
@settings(max_examples=examples(100))
def test_sides_of_inequalities_are_integers_and_coefficients_small(constraint):
    divisor, arguments = constraint
    n, zdd = arguments["num_columns"], arguments["zdd"]
    arguments |= {"sense": ">=", "constants": divisor * np.arange(n)}
    diagram = ConstraintDiagram.from_zdd(**arguments)
    divided = divided_diagram(diagram, LinearModel(np.ones(n), integrality=True))
    used = {symbol for member in zdd for symbol in member}
    if diagram.symbols.terms.nnz and len(used) == n:
        for numbers in (divided.symbols.terms.data, divided.symbols.constant):
            assert np.array_equal(numbers, np.rint(numbers))
        assert np.abs(divided.symbols.terms.data).max() <= 3


@pytest.mark.parametrize("sense", SENSES)
def test_sides_of_listed_rows_are_rounded_one_by_one(sense):
    matrix = 1e6 * np.array([[1, 2, 0], [0, 1, 3], [1, 1, 1]])
    sides = [5e-7, 3e6, 1e6] if sense == "=" else [0.005, 3e6, -1.5e6]
    diagram = ConstraintDiagram.from_rows(matrix, sides, sense)
    divided = divided_diagram(diagram, LinearModel(np.ones(3), integrality=True))
    rounded = {">=": [1, 3, -1], "<=": [0, 3, -2], "=": [0, 3, 1]}[sense]
    expected = ConstraintDiagram.from_rows(matrix / 1e6, rounded, sense)
    for x in product(range(-2, 3), repeat=3):
        assert divided.min_slack(x) == expected.min_slack(x)


def test_what_has_no_divisor_stays():
    whole = LinearModel(np.ones(3), integrality=True)
    mixed = whole.replace(integrality=[True, False, True])
    pairs = sets_of_size(3, 2)

    def stays(model, b=0.005, sense=">=", **numbers):
        diagram = ConstraintDiagram.from_zdd(pairs, b, sense, **numbers)
        return divided_diagram(diagram, model) is diagram

    assert not stays(whole, coefficients=10)
    assert stays(mixed, coefficients=10)
    assert stays(whole, coefficients=2.5)
    assert stays(whole, coefficients=10, constants=0.5)  # two of them in a row
    assert stays(whole, b=2.0**60, coefficients=10)
    assert stays(whole, b=5, coefficients=10, sense="=")
    assert stays(whole, b=1)
    assert stays(whole, coefficients=0)


@pytest.mark.parametrize("solver", ["highs", "scip", "cp_sat"])
@pytest.mark.parametrize("method", ["auto", "extended"])
def test_tiny_sides_of_large_coefficients(method, solver):
    """HiGHS, given potentials of 1e7, called a point of value 12 optimal."""
    model = nzdd.FamilyModel()
    x = model.add_columns(5, [2, 3, 3, -1, 2], upper=2, integrality=True)
    weights = 1e7 * np.array([1, 1, 1, 2, 2])
    model.for_all(sets_of_size(5, 3), 0.005, columns=x, coefficients=weights)
    result = nzdd.solve(model, method, solver)
    assert (result.status, result.fun, result.dual_bound) == (Status.OPTIMAL, 2, 2)
