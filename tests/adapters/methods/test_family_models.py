"""Models over families have the optima that listing all members gives, by every method."""

import itertools
import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import LinearConstraint, milp

import nzdd
from nzdd import NZDD, ZDD, FamilyModel, Status
from nzdd.adapters.libraries.networkx import edge_sets
from nzdd.adapters.solvers.registry import IN_ROUNDS, LAZY_SOLVERS
from nzdd.families import linear, product, sets_of_size, simple_paths, spanning_trees
from nzdd.formulations import LinearModel
from support.examples import examples
from support.licences import skip_unless_usable

METHODS = ["auto", "extended", "lazy"]
NUMBER = st.sampled_from([0.0, 1.0, -1.0, 2.0, 0.5, -3.0])
WHOLE = st.sampled_from([0.0, 1.0, -1.0, 2.0, -3.0])


@st.composite
def family_models(draw, *, integer=None, numbers=NUMBER):
    """A model, and the optimum of the same with all members listed."""
    number = draw(st.integers(2, 4))
    integer = draw(st.booleans()) if integer is None else integer
    maximize = draw(st.booleans())
    model = FamilyModel(maximize=maximize)
    costs = draw(st.lists(numbers, min_size=number, max_size=number))
    x = model.add_columns(number, costs, lower=-1, upper=2, integrality=integer)
    listed, lower, upper = [], [], []
    for sense in draw(st.lists(st.sampled_from([">=", "<="]), min_size=1, max_size=2)):
        members = draw(st.lists(st.sets(st.integers(0, 2)), min_size=1, max_size=5))
        family = ZDD.from_rows([sorted(row) for row in members], num_symbols=3)
        columns = np.array(draw(st.lists(st.integers(0, number - 1), min_size=3, max_size=3)))
        coefficients = draw(st.lists(numbers, min_size=3, max_size=3))
        constants = draw(st.lists(numbers, min_size=3, max_size=3))
        nominal = draw(st.lists(numbers, min_size=number, max_size=number))
        b = draw(numbers) - 1 if sense == ">=" else draw(numbers) + 1
        model.for_all(
            family,
            b,
            sense,
            columns=columns,
            coefficients=coefficients,
            constants=constants,
            nominal=(x, nominal),
        )
        for row in set(map(frozenset, members)):
            values = np.array(nominal)
            right = b
            for symbol in row:
                values[columns[symbol]] += coefficients[symbol]
                right -= constants[symbol]
            listed.append(values)
            lower.append(right if sense == ">=" else -np.inf)
            upper.append(right if sense == "<=" else np.inf)
    sign = -1 if maximize else 1
    answer = milp(
        sign * np.array(costs),
        constraints=LinearConstraint(np.array(listed), lower, upper),
        integrality=integer,
        bounds=(-1, 2),
    )
    return model, (None if answer.x is None else sign * answer.fun)


@settings(deadline=None, max_examples=examples(25))
@given(family_models(), st.sampled_from(METHODS))
def test_optima_are_those_of_the_listed_members(case, method):
    model, optimum = case
    result = nzdd.solve(model, method)
    if optimum is None:
        assert result.status is Status.INFEASIBLE
        return
    assert result.status is Status.OPTIMAL
    assert result.fun == pytest.approx(optimum, abs=1e-6)
    assert len(result.binding) == len(model.diagrams)
    if result.multipliers is not None:
        check_duality(model, result)


SOLVES = [
    *(("lazy", name) for name in (*LAZY_SOLVERS, *IN_ROUNDS)),
    *(("extended", name) for name in ("scip", "highs", "cp_sat", "gurobi", "cplex", "xpress")),
]


def agree_with_listed_members(method, solver, number):
    skip_unless_usable(solver)

    @settings(deadline=None, max_examples=number)
    @given(family_models(integer=True, numbers=WHOLE if solver == "cp_sat" else NUMBER))
    def check(case):
        model, optimum = case
        result = nzdd.solve(model, method, solver)
        assert result.status is (Status.INFEASIBLE if optimum is None else Status.OPTIMAL)
        assert optimum is None or result.fun == pytest.approx(optimum, abs=1e-5)

    check()


@pytest.mark.parametrize(("method", "solver"), SOLVES)
def test_every_solver_agrees_with_the_listed_members(method, solver):
    agree_with_listed_members(method, solver, examples(5))


@pytest.mark.slow
@pytest.mark.parametrize(("method", "solver"), SOLVES)
def test_every_solver_agrees_with_the_listed_members_of_many_models(method, solver):
    agree_with_listed_members(method, solver, 400)


def check_duality(model, result):
    """Costs are combinations of rows and bounds, by multipliers of members with no slack."""
    core = model.linear
    left = core.objective - result.reduced_costs
    for rows, binding in zip(model.diagrams, result.binding, strict=True):
        for members, dual, slack in zip(
            binding.members, binding.multipliers, binding.slack, strict=True
        ):
            assert abs(dual) < 1e-7 or slack < 1e-6
            above = dual > 0 if not core.maximize else dual < 0
            assert abs(dual) < 1e-7 or above == (rows.sense == ">=")
            symbols = np.array([*members, *range(3, rows.zdd.num_symbols)], np.int64)
            terms, _ = rows.symbols.sums(symbols, np.array([0, symbols.size]))
            sign = -1 if rows.sense == "<=" else 1
            left = left - dual * sign * terms.toarray()[0]
    assert np.allclose(left, 0, atol=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_knapsack_interdiction(method):
    """The leader closes items so that the follower's best packing is worth least."""
    random = np.random.default_rng(3)
    n = 9
    weights, profits, prices = random.integers(1, 20, (3, n))
    capacity, budget = int(weights.sum() // 3), int(prices.sum() // 3)
    packings = linear(weights, high=capacity)
    worst = math.inf
    for closed in itertools.product((0, 1), repeat=n):
        if np.dot(prices, closed) <= budget:
            open_profit = profits * (1 - np.array(closed))
            worst = min(worst, max(sum(open_profit[j] for j in row) for row in packings))
    model = FamilyModel()
    x = model.add_columns(n, upper=1, integrality=True)
    model.add_rows(prices, x, upper=budget)
    value = model.add_largest(packings, columns=x, coefficients=-profits, constants=profits)
    result = nzdd.solve(model, method)
    assert result.success
    assert result.fun == result.x[value] == pytest.approx(worst)
    (binding,) = result.binding
    closed = result.x[x] > 0.5
    assert sum(profits[j] for j in binding.members[0] if not closed[j]) == pytest.approx(worst)


@pytest.mark.parametrize("method", ["auto", "direct"])
def test_cheapest_path_with_a_side_constraint(method):
    graph = nx.grid_2d_graph(4, 4)
    random = np.random.default_rng(5)
    paths, streets = edge_sets(simple_paths, graph, (0, 0), (3, 3))
    cost, time = random.integers(1, 20, (2, len(streets)))
    limit = int(np.quantile([time[list(row)].sum() for row in paths], 0.05))
    best = min(cost[list(row)].sum() for row in paths if time[list(row)].sum() <= limit)
    model = FamilyModel()
    x = model.choose(paths, cost)
    model.add_rows(time, x, upper=limit)
    result = nzdd.solve(model, method)
    assert result.success
    assert result.fun == pytest.approx(best)
    assert tuple(np.flatnonzero(result.x[x] > 0.5)) in paths


@pytest.mark.parametrize("method", METHODS)
def test_tree_of_least_greatest_regret(method):
    """Both quantifiers: choose a tree, against every tree; costs lie in intervals."""
    graph = nx.complete_graph(5)
    trees, edges = edge_sets(spanning_trees, graph)
    random = np.random.default_rng(2)
    low = random.integers(1, 10, len(edges))
    high = low + random.integers(0, 10, len(edges))

    def regret(tree):
        worst = np.where(np.isin(np.arange(len(edges)), tree), high, low)
        return high[list(tree)].sum() - min(worst[list(other)].sum() for other in trees)

    model = FamilyModel()
    x = model.choose(trees)
    model.add_largest(trees, columns=x, coefficients=low - high, constants=-low, nominal=(x, high))
    result = nzdd.solve(model, method)
    assert result.success
    assert result.fun == pytest.approx(min(regret(list(tree)) for tree in trees))


def test_two_choices_that_share_nothing():
    """Two paths without a common edge, of least total cost: a flow of two units."""
    graph = nx.grid_2d_graph(3, 4)
    paths, streets = edge_sets(simple_paths, graph, (0, 0), (2, 3))
    cost = np.random.default_rng(0).integers(1, 9, len(streets))
    best = min(
        cost[list(a)].sum() + cost[list(b)].sum()
        for a, b in itertools.combinations(paths, 2)
        if not set(a) & set(b)
    )
    model = FamilyModel()
    one, other = model.choose(paths, cost), model.choose(paths, cost)
    eye = np.eye(len(streets))
    model.add_rows(np.hstack((eye, eye)), np.concatenate((one, other)), upper=1)
    assert nzdd.solve(model).fun == pytest.approx(best)


@pytest.mark.parametrize("method", METHODS)
def test_tables_of_values_and_several_families(method):
    """For all pairs of members: a sum of functions of one integer column each."""
    random = np.random.default_rng(7)
    table = np.sort(random.integers(0, 9, (5, 3)), axis=1)
    costs = random.integers(1, 9, 5)
    family = product(sets_of_size(3, 2), sets_of_size(2, 1))
    best = min(
        np.dot(costs, x)
        for x in itertools.product(range(3), repeat=5)
        if min(sum(table[j, x[j]] for j in row) for row in family) >= 8
    )
    model = FamilyModel()
    x = model.add_columns(5, costs, upper=2, integrality=True)
    model.for_all(family, 8, columns=model.add_levels(x), coefficients=table)
    result = nzdd.solve(model, method)
    assert result.success
    assert result.fun == pytest.approx(best)


def test_a_member_is_a_vertex_without_integrality():
    trees, edges = edge_sets(spanning_trees, nx.complete_graph(6))
    cost = np.random.default_rng(1).random(len(edges))
    model = FamilyModel()
    model.choose(trees, cost, integrality=False)
    result = nzdd.solve(model)
    assert result.fun == pytest.approx(trees.shortest_path(cost).length)


def test_costs_of_edges_count_on_the_path_of_the_member():
    """Two roads from each of three towns to the next; road and town have costs."""
    diagram = NZDD.from_edges(4, [0, 0, 1, 1, 2, 2], [1, 1, 2, 2, 3, 3], range(7), range(6), 6)
    symbols, edges = [3, 1, 2, 9, 4, 4], [0, 5, 0, 1, 7, 2]
    model = FamilyModel()
    x = model.choose(diagram, symbols, edge_costs=edges)
    result = nzdd.solve(model)
    best = [min(symbols[i] + edges[i] for i in pair) for pair in ((0, 1), (2, 3), (4, 5))]
    assert result.fun == pytest.approx(sum(best))
    assert np.flatnonzero(result.x[x] > 0.5).tolist() == [0, 2, 5]


@pytest.mark.parametrize("method", METHODS)
def test_what_nothing_bounds_is_unbounded(method):
    model = FamilyModel()
    x = model.add_columns(3)
    model.add_largest(sets_of_size(3, 2), columns=x, coefficients=-1)
    assert nzdd.solve(model, method).status is Status.UNBOUNDED


@pytest.mark.parametrize("method", METHODS)
def test_no_point_satisfies_all_members(method):
    model = FamilyModel(LinearModel([1, 1, 1], upper=1, integrality=True))
    model.for_all(sets_of_size(3, 2), 3, columns=[0, 1, 2])
    assert nzdd.solve(model, method).status is Status.INFEASIBLE


def test_names_are_taken_and_given():
    """The same model, by names in another order and by symbols."""
    names = [("s", 1), "b", 7, "d"]
    cost, gain = [3.0, 1.0, 2.0, 2.0], [5.0, 4.0, 3.0, 1.0]
    by_name = {name: dict(reversed([*zip(names, each, strict=True)])) for name, each in
               (("cost", cost), ("gain", gain), ("minus", [-each for each in gain]))}  # fmt: skip
    results = []
    for named in (False, True):
        family = sets_of_size(names if named else 4, 2)
        model = FamilyModel()
        x = model.add_columns(4, 1.0, upper=1, integrality=True)
        columns = dict(zip(names, x.tolist(), strict=True)) if named else x
        minus = by_name["minus"] if named else np.negative(gain)
        constants = by_name["gain"] if named else gain
        model.add_largest(family, columns=columns, coefficients=minus, constants=constants)
        pick = model.choose(family, by_name["cost"] if named else cost)
        model.for_all(sets_of_size(4, 3), 1, columns=pick)
        result = nzdd.solve(model)
        (worst, unnamed), (chosen,) = result.binding, model.chosen(result)
        assert unnamed.names is None
        if named:
            assert worst.names == tuple(map(family.names_of, worst.members))
            assert set(chosen) == {"b", 7} or set(chosen) == {"b", "d"}
        else:
            assert worst.names is None
            assert chosen in {(1, 2), (1, 3)}
        results.append(result.fun)
    assert results[0] == results[1]
    assert model.chosen(nzdd.Result(Status.INFEASIBLE)) == ()


def test_rows_of_columns_and_coefficients_may_be_given_by_name():
    strength = {"a": [0, 4, 6], "b": [0, 3, 7]}
    model = FamilyModel()
    layers = model.add_columns(2, [2, 3], upper=2, integrality=True)
    levels = dict(zip("ab", model.add_levels(layers).tolist(), strict=True))
    model.for_all(sets_of_size("ab", 2), 10, columns=levels, coefficients=strength)
    assert nzdd.solve(model).fun == 2 + 2 * 3
