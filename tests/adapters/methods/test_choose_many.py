"""Members chosen any number of times: what the search must say of problems of extreme kinds."""

import itertools
import zlib
from threading import Event

import numpy as np
import pytest

import nzdd
from nzdd import ZDD, FamilyModel, Status
from nzdd.families import independent_sets, patterns, power_set, sets_of_size, walks
from nzdd.path_graph import PathGraph
from support.models.many_problems import random_problem

ROLLS = patterns([45, 36, 31], 100)
ORDERS = np.array([15, 22, 7])


@pytest.mark.parametrize(
    "seed", [*(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 1)), 2]
)
def test_costs_of_decimals_have_the_optimum_of_the_flow(seed):
    random = np.random.default_rng(seed)
    size = 6
    graph = patterns(random.integers(15, 70, size), 150)
    demand = random.integers(2, 9, size)
    costs = np.round(random.uniform(0, 3, size), 2)
    model = FamilyModel()
    counts = model.choose_many(graph, costs * 0.01, cost=1.5)
    model.add_rows(np.eye(size), counts.symbols, lower=demand)
    by_flow = nzdd.solve(model, "direct", "highs")
    for threads in (1, 2):
        by_prices = nzdd.solve(model, threads=threads)
        assert by_prices.success
        assert by_prices.fun == pytest.approx(by_flow.fun, rel=1e-6)
        assert by_prices.dual_bound <= by_flow.fun * (1 + 1e-9)


def test_continuous_columns_gain_nothing_from_the_tolerance_of_rows():
    first = PathGraph.from_edges(
        2, [0, 0, 0], [1, 1, 1], [0, 2, 5, 9], [0, 2, 0, 3, 4, 1, 2, 3, 4], 5, [2, 1, 0]
    )
    second = PathGraph.from_edges(
        3, [0, 0, 0, 1, 1], [1, 1, 2, 2, 2], [0, 2, 3, 4, 6, 6], [0, 1, 0, 2, 3, 2], 4
    )
    model = FamilyModel()
    one = model.choose_many(first, [2, 2, 1, 0, 0]).symbols[:4]
    other = model.choose_many(second, [2, 1, 2, 0]).symbols
    missing = model.add_columns(2, 2, lower=-2, upper=3)
    rows = [[1, 1, 1, 1, 1, 1, 1, 1, 1, 0], [0, 1, 1, 1, 0, 1, 1, 1, 0, 1]]
    model.add_rows(rows, np.concatenate((one, other, missing)), [5, 1])
    result = nzdd.solve(model)
    assert result.success
    assert abs(result.fun) <= 1e-8  # the optimum is 0


@pytest.mark.parametrize("values", [1.0, [3.0, 2.0, 2.0, 1.0]])
def test_a_limit_on_parts_of_members_may_be_a_fraction(values):
    model = FamilyModel(maximize=True)
    pairs = sets_of_size(4, 2).to_nzdd()
    counts = model.choose_many(pairs, values, total=(0, 2.5), integrality=False)
    model.add_rows(np.eye(4), counts.symbols, upper=2)
    by_flow = nzdd.solve(model, "direct", "highs")
    by_prices = nzdd.solve(model)
    assert by_prices.success
    assert by_prices.fun == pytest.approx(by_flow.fun)
    assert by_prices.dual_bound >= by_flow.fun - 1e-9


def test_large_rolls_with_many_pieces_each_are_cut():
    """A member may have thousands of equal items, in any order on the path that it has."""
    demand = np.array([20_000, 15_000, 9_000])
    result = nzdd.cover(patterns([3, 7, 11], 30_000, demand), demand, time_limit=120)
    assert result.success
    assert result.fun == -(-(demand @ [3, 7, 11]) // 30_000)


@pytest.mark.parametrize(
    "impossible",
    [
        lambda: nzdd.partition(sets_of_size(5, 2)),
        lambda: nzdd.partition(patterns([2], 4), [3.5]),
        lambda: nzdd.cover(ZDD.from_rows([[0], [1]], num_symbols=3)),
        lambda: nzdd.cover(ROLLS, ORDERS, total=(0, 3)),
        lambda: nzdd.cover(ROLLS, ORDERS, total=(5, 3)),
        lambda: nzdd.cover(ZDD.from_rows([[]], num_symbols=1)),
    ],
)
def test_what_no_members_meet_is_infeasible(impossible):
    result = impossible()
    assert result.status is Status.INFEASIBLE
    assert result.x is None


@pytest.mark.parametrize(
    "endless",
    [
        lambda: nzdd.pack(ZDD.from_rows([[], [0]], num_symbols=1)),
        lambda: nzdd.cover(power_set(4), cost=-1.0),
    ],
)
def test_what_gains_for_ever_is_unbounded(endless):
    assert endless().status is Status.UNBOUNDED


@pytest.mark.parametrize(
    ("solve", "optimum"),
    [
        (lambda: nzdd.cover(power_set(4), cost=0.0), 0.0),
        (lambda: nzdd.cover(power_set(4), cost=-1.0, total=(0, 4)), -4.0),
        (lambda: nzdd.pack(ZDD.from_rows([[], [0]], num_symbols=1), total=(0, 7)), 7.0),
        (lambda: nzdd.cover(ROLLS, 0), 0.0),
        (lambda: nzdd.cover(ROLLS, -3), 0.0),
        (lambda: nzdd.cover(ROLLS, ORDERS, total=(50, np.inf)), 50.0),
        (lambda: nzdd.cover(ROLLS, ORDERS, cost=1e-9), 21e-9),
        (lambda: nzdd.cover(ROLLS, ORDERS, cost=1e12), 21e12),
        (lambda: nzdd.cover(patterns([5, 4, 3], 9), [4e9, 5e9, 7e9]), 6833333334.0),
        (lambda: nzdd.cover(power_set(6), [3, 2], groups=[0, 0, 0, 1, 1, 1]), 1.0),
        (lambda: nzdd.cover(ROLLS.named("abc"), {"a": 3, "b": 2, "c": 9}), 6.0),
    ],
)
def test_extreme_numbers(solve, optimum):
    """Three pieces fit only with two of 31, so 3 rolls have three, and 18 the other 35."""
    result = solve()
    assert result.success
    assert result.fun == pytest.approx(optimum, rel=1e-9)
    assert result.dual_bound == pytest.approx(optimum, rel=1e-6)


def test_a_limit_leaves_a_bound_and_what_was_found():
    random = np.random.default_rng(1)
    graph = patterns(np.unique(random.integers(200, 700, 90)), 1000)
    result = nzdd.cover(graph, 3, time_limit=0.0)
    assert result.limit == "time"
    assert result.status in (Status.NO_SOLUTION_FOUND, Status.FEASIBLE)
    stop = Event()
    stop.set()
    assert nzdd.cover(graph, 3, interrupt=stop).limit == "interrupted"


def test_an_interruption_while_solvers_race_leaves_the_best_so_far():
    random = np.random.default_rng(3)
    weights = random.integers(1500, 4500, 60)
    stop = Event()
    found = []

    def told(step):
        found.append(step.upper)
        if step.lower > 0 and np.isfinite(step.upper):
            stop.set()

    result = nzdd.cover(patterns(weights, 10_000), 2, interrupt=stop, on_step=told)
    assert result.success or result.limit == "interrupted"
    assert result.fun <= min(found)
    assert result.dual_bound <= result.fun


def test_steps_tell_bounds_and_points():
    steps = []
    cycle = [(vertex, (vertex + 1) % 7) for vertex in range(7)]
    result = nzdd.cover(independent_sets(cycle), on_step=steps.append)
    assert result.fun == 3.0
    assert steps
    assert steps[-1].lower <= 3.0 <= steps[-1].upper


def test_fractions_of_members_have_the_value_of_the_relaxation():
    model = FamilyModel()
    counts = model.choose_many(ROLLS, cost=1.0, integrality=False)
    model.add_rows(np.eye(3), counts.symbols, lower=ORDERS)
    assert nzdd.solve(model).fun == pytest.approx(nzdd.solve(model, "direct").fun)


def test_fractions_of_members_with_costs_of_edges_have_a_bound_between_integers():
    costs = np.where(ROLLS.source == 0, 3.0, 0.0)
    model = FamilyModel()
    counts = model.choose_many(ROLLS, edge_costs=costs, integrality=False)
    model.add_rows(np.eye(3), counts.symbols, 1, 1)
    result = nzdd.solve(model)
    assert result.success
    assert result.fun == pytest.approx(nzdd.solve(model, "direct").fun)
    assert result.fun - 1e-4 <= result.dual_bound <= result.fun + 1e-9
    assert result.fun % 1 > 1e-3


def shortest_routes(far, load, capacity, vehicles):
    """The least length of routes that serve all customers, by all orders of all sets."""
    size = len(load) - 1
    of_set = {}
    for number in range(1, size + 1):
        for some in itertools.combinations(range(1, size + 1), number):
            if load[list(some)].sum() <= capacity:
                of_set[some] = min(
                    sum(far[here, there] for here, there in itertools.pairwise((0, *order, 0)))
                    for order in itertools.permutations(some)
                )

    def least(left, number):
        if not left or not number:
            return 0 if not left and not number else np.inf
        return min(
            (
                length + least(left - set(some), number - 1)
                for some, length in of_set.items()
                if min(left) in some and left.issuperset(some)
            ),
            default=np.inf,
        )

    return least(frozenset(range(1, size + 1)), vehicles)


@pytest.mark.parametrize("seed", range(9))
@pytest.mark.parametrize("remembered", [1, 3])
def test_routes_that_may_repeat_customers_have_the_optimum_of_all_orders(seed, remembered):
    """Routes that remember a customer alone may come back to it after another one."""
    random = np.random.default_rng(seed)
    size, capacity = 5 + seed % 3, 10
    far = random.integers(1, 30, (size + 1, size + 1))
    load = np.append(0, random.integers(1, 6, size))
    vehicles = -(-load.sum() // capacity) + seed % 2
    close = np.argsort(far[:, 1:] - 100 * np.eye(size + 1)[:, 1:], axis=1)[:, :remembered]
    keeps = np.bitwise_or.reduce(1 << close + 1, axis=1)

    def step(states):
        index, to = (part.ravel() for part in np.mgrid[: len(states), 1 : size + 1])
        at, full, seen = states[index].T
        fits = (full + load[to] <= capacity) & (seen >> to & 1 == 0)
        after = np.column_stack((to, full + load[to], seen & keeps[to] | 1 << to))
        longer = far[at, to] + far[to, 0] - np.where(at > 0, far[at, 0], 0)
        return index[fits], to[fits] - 1, after[fits], longer[fits]

    routes = walks(step, (0, 0, 0), lambda states: states[:, 0] > 0, symbols=range(1, size + 1))
    result = nzdd.partition(routes, cost=0, total=(vehicles, vehicles))
    optimum = shortest_routes(far, load, capacity, vehicles)
    if np.isinf(optimum):
        assert result.status == Status.INFEASIBLE
    else:
        assert result.success
        assert result.fun == optimum == result.chosen[0].costs @ result.chosen[0].number
        assert sorted(sum(result.chosen[0].named(), ())) == list(range(1, size + 1))


@pytest.mark.parametrize("seed", range(6))
def test_members_by_parts_beside_whole_ones_and_columns_of_any_sign(seed):
    """By prices where that is possible, and by the flow: the same optimum."""
    random = np.random.default_rng(seed)
    model = FamilyModel()
    parts = model.choose_many(ROLLS, cost=2.0, integrality=False)
    more = model.choose_many(patterns([45, 36, 31], 80), cost=1.5, integrality=seed % 2 == 0)
    free = model.add_columns(3, random.integers(-1, 2, 3), lower=-2.5, upper=[0.5, 3.0, 0.0])
    columns = np.concatenate((parts.symbols, more.symbols, free))
    model.add_rows(np.hstack([np.eye(3)] * 3), columns, lower=random.integers(1, 30, 3))
    by_flow = nzdd.solve(model, "direct", "highs")
    result = nzdd.solve(model)
    assert result.success
    assert result.fun == pytest.approx(by_flow.fun, rel=1e-6)


@pytest.mark.parametrize(
    ("call", "error", "match"),
    [
        (lambda: nzdd.cover([[0, 1]]), TypeError, "give a ZDD, an NZDD or a PathGraph"),
        (lambda: nzdd.cover(ZDD.from_rows([], num_symbols=1)), ValueError, "the family is empty"),
        (lambda: nzdd.cover(ROLLS, [1, 2]), ValueError, r"demand has shape \(2,\)"),
        (lambda: nzdd.cover(ROLLS, [1, 2, np.nan]), ValueError, r"demand\[2\] is nan"),
        (lambda: nzdd.cover(ROLLS, groups=[0, 0]), ValueError, "a number from 0 on for each"),
        (lambda: nzdd.cover(ROLLS, total=(np.nan, 1)), ValueError, "total"),
        (lambda: nzdd.cover(ROLLS.named("abc"), {"x": 1}), ValueError, "'x' is not the name"),
    ],
)
def test_what_is_wrong_is_said(call, error, match):
    with pytest.raises(error, match=match):
        call()


def test_known_members_are_a_point_from_the_start():
    """Three bins hold the items; without any time the answer is what was known."""
    family = patterns([7, 5, 3], 10, [2, 2, 2])
    known = [[1, 0, 1], [1, 0, 0], [0, 2, 0], [0, 0, 1]]
    result = nzdd.cover(family, 2, known=known, time_limit=0)
    assert (result.status, result.fun, result.limit) == (Status.FEASIBLE, 4, "time")
    assert sorted(result.chosen[0].members.toarray().tolist()) == sorted(known)
    assert nzdd.cover(family, 2, known=known).fun == 3
    assert nzdd.cover(family, 2, known=[[9, 0, 0]]).fun == 3  # no member


@pytest.mark.parametrize(
    ("known", "match"),
    [
        ([[1, 0]], "give rows over 3 symbols"),
        ([[1.5, 0, 0]], "1.5 is no number of them"),
        ([[-1, 0, 0]], "is no number of them"),
    ],
)
def test_what_cannot_be_members_is_refused(known, match):
    with pytest.raises(ValueError, match=match):
        nzdd.cover(patterns([7, 5, 3], 10), known=known)


@pytest.mark.parametrize("seed", range(10))
def test_crews_of_a_given_size_cost_nothing(seed):
    """So many members of each family, at no cost; what they miss of a demand has a price."""
    random = np.random.default_rng(seed)
    rows = random.random((6, 5)) < 0.5
    family, crew = ZDD.from_rows(rows), int(random.integers(1, 4))
    need, price = random.integers(0, 4, 5), random.integers(1, 9, 5)
    model = FamilyModel()
    there = model.choose_many(family, total=(crew, crew)).symbols
    missing = model.add_columns(5, price)
    model.add_rows(np.kron((1, 1), np.eye(5)), np.r_[there, missing], need)
    result = nzdd.solve(model)
    best = min(
        price @ np.maximum(need - np.sum(chosen, axis=0), 0)
        for chosen in itertools.combinations_with_replacement(np.unique(rows, axis=0), crew)
    )
    assert result.success
    assert result.method == "lazy"
    assert result.fun == pytest.approx(best)
    assert result.dual_bound <= best + 1e-6


def test_fractional_objectives_leave_the_flow_its_time():
    """The points of dives may be as good as they get long before a solver has the proof."""
    random = np.random.default_rng([zlib.crc32(b"choosing"), 403, 385])
    model, _, optimum = random_problem(random)
    result = nzdd.solve(model, threads=2, time_limit=10)
    assert (result.status, result.fun) == (Status.OPTIMAL, pytest.approx(optimum))
