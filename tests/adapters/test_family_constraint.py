"""The part of constraints over families that all solvers and languages share."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.adapters.family_constraint import FamilyConstraint
from nzdd.families import power_set
from nzdd.formulations import LinearModel
from nzdd.formulations.row_generation.lazy_model import LazyModel
from support.examples import examples
from support.models.family_constraints import family_constraints

PAIRS = power_set(3)


def on(variables, family=PAIRS, b=1, sense=">=", **options):
    def check(variable):
        if not isinstance(variable, str):
            raise TypeError(f"no variable: {variable!r}")

    return FamilyConstraint.on_variables(
        variables, family, b, sense, check=check, key=str.lower, **options
    )


@settings(max_examples=examples(100))
@given(family_constraints(), st.booleans(), st.data())
def test_the_rows_are_those_listed(case, in_a_list, data):
    n = case.model.num_columns
    names = [f"x{j}" for j in range(n)]
    (variables, *rest), options = case.arguments(names)
    if in_a_list:
        variables = list(variables.values())
    constraint = on(variables, *rest, **options)
    assert len(set(constraint.variables)) == len(constraint.variables)
    columns = [names.index(name) for name in constraint.variables]
    assert set(columns) == {*case.column.values(), *case.nominal}
    listed = case.listed()
    added = slice(case.model.num_rows, None)
    matrix = listed.matrix.toarray()[added]
    for _ in range(5):
        x = np.array(data.draw(st.lists(st.integers(-3, 3), min_size=n, max_size=n)), float)
        above = matrix @ x - listed.row_lower[added]
        below = listed.row_upper[added] - matrix @ x
        least = np.minimum(above, below).min()
        assert constraint.rows.min_slack(x[columns]) == least
        assert constraint.rows_over(columns, n).min_slack(x) == least
        copy = pickle.loads(pickle.dumps(constraint))
        assert copy.rows.min_slack(x[columns]) == least


def test_names_stand_for_symbols():
    """Symbols may be keys beside names only where no name is an integer."""
    family = power_set([("s", 1), 2, "c"])
    variables = {2: "x", "c": None, ("s", 1): "y"}
    constraint = on(variables, family, coefficients={"c": 0, 2: 3, ("s", 1): 5}, b=0, sense="<=")
    assert constraint.variables == ["x", "y"]
    assert constraint.rows.min_slack([2.0, 1.0]) == -11
    assert on({0: "x", 1: "y"}, power_set("ab")).variables == ["x", "y"]
    with pytest.raises(ValueError, match="0 is not the name of a symbol; the names are "):
        on({0: "x"}, family)
    with pytest.raises(ValueError, match=r"^'c' of the family has no variable; give it one"):
        on({2: "x", ("s", 1): "y"}, family)
    with pytest.raises(ValueError, match="is 1, but 'c' has no variable; give it one"):
        on(variables, family, coefficients=dict.fromkeys(family.names, 1))


def test_symbols_without_variables_have_constants_only():
    constraint = on({0: None, 1: "a", 2: None}, constants=[5, 0, 7], b=0, sense="<=")
    assert constraint.rows.min_slack([2.0]) == -14
    constraint = on(["a", None, "A"], coefficients=[1, 0, 2], b=0, sense="<=")
    assert constraint.variables == ["a"]
    assert constraint.rows.min_slack([1.0]) == -3


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (
            ({3: "a"},),
            {},
            ValueError,
            "3 is no symbol: the family has no names, and symbols go from",
        ),
        (
            ({-1: "a"},),
            {},
            ValueError,
            "-1 is no symbol: the family has no names, and symbols go from",
        ),
        (({"a": "a"},), {}, ValueError, "'a' is no symbol: the family has no names"),
        ((["a", "b"],), {}, ValueError, "2 variables do not fit a family of 3 symbols; give one a"),
        ((5,), {}, TypeError, "variables is 5; give {symbol: variable}"),
        (({0: 5},), {}, TypeError, "no variable: 5"),
        (({},), {}, ValueError, "no symbol has a variable; give {symbol: variable}"),
        (
            ({0: "a", 1: "b"},),
            {},
            ValueError,
            "symbol 2 of the family has no variable; give it one, or None if it has a constant",
        ),
        (([None] * 3,), {}, ValueError, "no symbol has a variable"),
        (("abc", [[0]]), {}, TypeError, "the family must be a ZDD, not list; see nzdd.families"),
        (("abc", PAIRS, np.inf), {}, ValueError, r"b\[0\] is inf; it must be finite"),
        (("abc", PAIRS, 1, ">"), {}, ValueError, "sense"),
        (("abc",), {"coefficients": [1, 2]}, ValueError, r"coefficients has shape \(2,\)"),
        (("abc",), {"coefficients": np.nan}, ValueError, r"coefficients\[0\] is nan"),
        (("abc",), {"constants": [0, 0, np.inf]}, ValueError, r"constants\[2\] is inf"),
        (("abc",), {"nominal": {"a": np.nan}}, ValueError, r"nominal\[0\] is nan"),
        (("abc",), {"nominal": {"a": "b"}}, TypeError, "nominal must hold real numbers"),
        (("abc",), {"nominal": {7: 1}}, TypeError, "no variable: 7"),
        (("abc",), {"nominal": 7}, TypeError, "nominal is 7; give {variable: coefficient}"),
        (("abc",), {"nominal": ["a"]}, TypeError, "give {variable: coefficient}, or pairs of them"),
        (
            (["a", None, None],),
            {"coefficients": [1, 1, 0]},
            ValueError,
            r"coefficients\[1\] is 1, but symbol 1 has no variable; give it one, or the coeff",
        ),
    ],
)
def test_what_does_not_fit_gets_one_line(arguments, options, error, message):
    with pytest.raises(error, match=message) as found:
        on(*arguments, **options)
    assert "\n" not in str(found.value)


def test_rows_over_the_columns_of_a_model_are_an_oracle_of_it():
    constraint = on({0: "a", 1: "b", 2: "c"}, nominal={"t": 1}, b=2)
    rows = constraint.rows_over([4, 2, 1, 0], 6)
    assert LazyModel(LinearModel(np.zeros(6)), (rows,)).min_slack([3, 0, 0, 9, 0, 9]) == 1
