"""A model over families has the points that its definition says."""

import itertools
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from nzdd import ZDD
from nzdd.families import sets_of_size
from nzdd.formulations import FamilyModel, LinearModel
from nzdd.formulations.family_models.choice import choice_rows
from nzdd.formulations.models.binding import RowMultipliers
from nzdd.formulations.models.result import Result, Status
from support.examples import examples

MEMBERS = st.lists(st.sets(st.integers(0, 4)), min_size=1, max_size=8)


def family_of(members):
    return ZDD.from_rows([sorted(row) for row in members], num_symbols=5)


def has_flow(rows, x, num_symbols):
    """Whether the columns of the flow can be chosen so that the rows hold at x."""
    flow = rows.matrix[:, num_symbols:].toarray()
    right = rows.right - rows.matrix[:, :num_symbols] @ x
    return linprog(np.zeros(flow.shape[1]), A_eq=flow, b_eq=right).status == 0


@settings(max_examples=examples(40))
@given(st.lists(st.sets(st.integers(0, 3)), min_size=1, max_size=8))
def test_integral_points_of_a_choice_are_the_members(members):
    zdd = ZDD.from_rows([sorted(row) for row in members], num_symbols=4)
    rows = choice_rows(zdd.to_nzdd("edges"))
    for x in itertools.product((0, 1), repeat=4):
        chosen = {j for j in range(4) if x[j]}
        assert has_flow(rows, np.array(x, float), 4) == (chosen in members)


@settings(max_examples=examples(50))
@given(MEMBERS, st.lists(st.floats(0, 1), min_size=5, max_size=5), st.data())
def test_points_of_a_choice_are_the_convex_hull_of_the_members(members, x, data):
    """A point is a combination of members exactly when there is a flow for it."""
    rows = choice_rows(family_of(members).to_nzdd("edges"))
    indicators = np.array([[float(j in row) for row in members] for j in range(5)])
    weights = np.array(data.draw(st.lists(st.integers(1, 5), min_size=len(members), max_size=8)))
    inside = indicators @ weights[: len(members)] / weights[: len(members)].sum()
    assert has_flow(rows, inside, 5)
    hull = linprog(
        np.zeros(len(members)),
        A_eq=np.vstack((indicators, np.ones(len(members)))),
        b_eq=np.append(x, 1.0),
    )
    assert has_flow(rows, np.array(x), 5) == (hull.status == 0)


def test_what_was_added_stands_in_the_arrays():
    model = FamilyModel(maximize=True)
    x = model.add_columns(3, [1, 2, 3], upper=[4, 5, 6], integrality=[True, False, True])
    y = model.add_columns(2, -1.0, lower=-np.inf)
    model.add_rows([[1, 2, 7]], [y[1], x[0], x[2]], lower=-1, upper=8)
    model.for_all(sets_of_size(3, 2), 1.0, "<=", columns=x, nominal=(y, [3, 4]))
    linear = model.linear
    assert linear.maximize
    assert linear.objective.tolist() == [1, 2, 3, -1, -1]
    assert linear.upper.tolist() == [4, 5, 6, np.inf, np.inf]
    assert linear.lower.tolist() == [0, 0, 0, -np.inf, -np.inf]
    assert linear.integrality.tolist() == [True, False, True, False, False]
    assert linear.matrix.toarray().tolist() == [[2, 0, 7, 0, 1]]
    assert (linear.row_lower[0], linear.row_upper[0]) == (-1, 8)
    (rows,) = model.diagrams
    assert rows.min_slack([1, 2, 5, 1, -1]) == 1 - (2 + 5) - 3 + 4
    model.add_columns(4)
    assert model.diagrams[0].num_columns == model.linear.num_columns == 9


def test_a_model_to_start_from_stays_as_it_is():
    given = LinearModel([1, 2], [[1, 1]], 1, 3, -1, 5, [0, 1], maximize=True, offset=4.0)
    model = FamilyModel(given)
    assert model.maximize
    again = model.linear
    assert again.objective_value([1, 1]) == 7
    for name in ("objective", "row_lower", "row_upper", "lower", "upper", "integrality"):
        assert (getattr(again, name) == getattr(given, name)).all()
    assert (again.matrix.toarray() == given.matrix.toarray()).all()


def test_levels_are_indicators_of_values():
    model = FamilyModel()
    x = model.add_columns(2, lower=[-1, 2], upper=[1, 3], integrality=True)
    levels = model.add_levels(x)
    assert levels.shape == (2, 3)
    linear = model.linear
    for values in itertools.product((-1, 0, 1), (2, 3)):
        point = np.zeros(linear.num_columns)
        point[x] = values
        point[levels[0, values[0] + 1]] = point[levels[1, values[1] - 2]] = 1
        assert linear.violation(point).within(0)
        point[levels[1]] = point[levels[1]][[1, 0, 2]]
        assert not linear.violation(point).within(0.5)


def test_binding_members_are_those_without_slack():
    model = FamilyModel()
    x = model.add_columns(4, 1.0, upper=1)
    model.for_all(sets_of_size(4, 2), 1.0, columns=x)
    result = Result(Status.FEASIBLE, x=np.array([0.5, 0.5, 0.5, 1.0]))
    (binding,) = model.binding(result)
    assert sorted(binding.members) == [(0, 1), (0, 2), (1, 2)]
    assert not binding.slack.any()
    (worst,) = model.binding(Result(Status.FEASIBLE, x=np.array([0.9, 0.8, 0.9, 1.0])))
    assert {frozenset(row) for row in worst.members} == {frozenset((0, 1)), frozenset((1, 2))}
    assert worst.slack == pytest.approx([0.7, 0.7])
    assert model.binding(Result(Status.INFEASIBLE)) == ()
    assert model.binding(result, 0)[0].members == ()


def test_a_symbol_without_a_value_is_named():
    model = FamilyModel()
    model.add_columns(2)
    pair = sets_of_size("ab", 2)
    with pytest.raises(ValueError, match="there is no column of 'b'"):
        model.for_all(pair, 1, columns={"a": 0})
    with pytest.raises(ValueError, match="there is no constant of 'a'"):
        model.for_all(pair, 1, columns=[0, 1], constants={"b": 0})
    with pytest.raises(ValueError, match="there is no cost of 'b'"):
        model.choose(pair, {"a": 1})


def test_of_too_many_members_with_multipliers_some_are_found():
    """All 10^35 of them bind; a key that none of the first has ends the search all the same."""
    model = FamilyModel()
    x = model.add_columns(120, 1.0, upper=1)
    model.for_all(sets_of_size(120, 60), 60.0, columns=x)
    known = RowMultipliers(np.array([1], np.uint64), np.array([1.0]))
    result = Result(Status.OPTIMAL, x=np.ones(120), multipliers=(known,))
    assert len(model.binding(result)[0].members) == 20


def test_terms_of_all_members_are_those_of_for_all():
    model = FamilyModel()
    x = model.add_columns(3, upper=1)
    largest = model.add_largest(sets_of_size(3, 1), columns=x, nominal=(x[:2], 2.0))
    (rows,) = model.diagrams
    assert rows.min_slack([1, 1, 1, 5]) == 5 - (2 + 2 + 1)
    assert largest == 3


def test_diagrams_are_kept_until_columns_come():
    model = FamilyModel()
    model.for_all(sets_of_size(3, 1), 1.0, columns=model.add_columns(3))
    (rows,) = model.diagrams
    assert model.diagrams[0] is rows
    model.add_columns(1)
    assert model.diagrams[0].num_columns == 4


def wrong_uses():
    """Calls, each with a part of its message."""
    family, empty = sets_of_size(3, 2), ZDD.from_rows([], num_symbols=3)
    continuous = "column 0 is continuous between 0 and 1; levels need integers"
    return [
        (lambda m, x: m.for_all(family, 1, columns=x[:2]), "the family has 3 symbols"),
        (lambda m, x: m.for_all(family, 1, columns=[0, 1, 9]), "no column 9; the model has 3"),
        (lambda m, x: m.for_all(family, 1, columns=x - 1), "no column -1"),
        (lambda m, x: m.for_all(family, 1, columns=x * 0.5), "integers that add_columns returned"),
        (lambda m, x: m.for_all(family, 1, ">", columns=x), "sense"),
        (lambda m, x: m.for_all(family, np.nan, columns=x), "b"),
        (lambda m, x: m.for_all(family, 1, columns=x, nominal=([5], [1])), "no column 5"),
        (lambda m, x: m.add_rows([[1, 2]], x), r"columns has shape \(3,\)"),
        (lambda m, x: m.choose(empty), "no member to choose"),
        (lambda m, x: m.choose(family, edge_costs=[1, 2]), "edge_costs need an NZDD"),
        (lambda m, x: m.choose(empty.to_nzdd()), "no member to choose"),
        (lambda m, x: m.choose(family.to_nzdd(), edge_costs=[1]), r"edge_costs has shape \(1,\)"),
        (lambda m, x: m.choose(family, [1, 2]), r"costs has shape \(2,\)"),
        (lambda m, x: m.add_largest(empty, columns=x), "no largest value"),
        (lambda m, x: m.add_largest(family, columns=x, cost=-1), "largest value unbounded"),
        (lambda m, x: m.add_smallest(family, columns=x, cost=1), "smallest value unbounded"),
        (lambda m, x: m.add_levels(x), continuous),
        (lambda m, x: m.add_levels(x[:2][None]), "columns has 2 dimensions; give a vector"),
        (lambda m, x: m.add_columns(-1), "number is -1; give an integer of at least 0"),
        (lambda m, x: m.add_columns(True), "number is True; give an integer of at least 0"),
        (lambda m, x: m.choose(family, edge_costs=1.0), "edge_costs need an NZDD"),
        (lambda m, x: m.for_all(family, 1, columns=x, nominal=5), "nominal is 5; give a pair"),
        (lambda m, x: m.add_largest(family, columns=x, cost=[1, 2]), "cost is"),
        (lambda m, x: m.add_largest(family, columns=x, nominal=([0.7], [1])), "integers that add"),
        (lambda m, x: m.add_largest(family, columns=x, nominal=([3], [1])), "no column 3"),
    ]


@pytest.mark.parametrize(("call", "message"), wrong_uses())
def test_wrong_use_is_named_and_changes_nothing(call, message):
    model = FamilyModel()
    x = model.add_columns(3, upper=1)
    with pytest.raises(ValueError, match=message):
        call(model, x)
    assert model.num_columns == model.linear.num_columns == 3
    assert model.diagrams == ()


@pytest.mark.parametrize("number", [2**40, 2**63, 2**70])
def test_more_columns_than_memory_holds_are_refused_at_once(number):
    model = FamilyModel()
    with pytest.raises(MemoryError, match=r"^\S+.* columns do not fit: .*; add fewer$"):
        model.add_columns(number)
    assert model.num_columns == 0


@pytest.mark.parametrize("huge", [1e308, -1e308, 3e307])
def test_numbers_whose_sums_may_overflow_are_refused_at_once(huge):
    """A member of the family, at x = 1, may have a value beyond the largest double."""
    model = FamilyModel()
    x = model.add_columns(4, upper=1)
    family = sets_of_size(4, 3)
    for numbers in (
        {"coefficients": huge},
        {"constants": huge},
        {"nominal": (x, np.full(4, huge))},
        {"nominal": ([0, 0, 0, 0], np.full(4, huge))},
        {"coefficients": 2.0**1022, "constants": [0, 0, 0, 2.0**1022]},
    ):
        for add in (
            partial(model.for_all, family, 1),
            partial(model.add_largest, family),
            partial(model.add_smallest, family, cost=-1),
        ):
            with pytest.raises(ValueError, match=r"^the absolute .* sum to .* below 2\*\*1023; d"):
                add(columns=x, **numbers)
    with pytest.raises(ValueError, match=r"and b of a constraint sum to 1e\+308, which must"):
        model.for_all(family, 1e308, columns=x)
    assert model.num_columns == 4
    model.for_all(family, 1, columns=x, coefficients=huge / 100)
    assert len(model.diagrams) == 1


def test_a_list_is_not_a_family():
    model = FamilyModel()
    x = model.add_columns(3)
    for call in (model.choose, lambda rows: model.for_all(rows, 1, columns=x)):
        with pytest.raises(TypeError, match="ZDD"):
            call([[0, 1]])
