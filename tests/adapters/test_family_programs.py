"""Shifts, routes, sequences and patterns as families, against all candidates tried one by one."""

import itertools
import re

import numpy as np
import pytest

from nzdd import ZDD, FamilyModel, solve, to_dot
from nzdd.families import from_automaton, from_states
from support.sets.member_costs import cost_of


def every(number, decisions):
    """Each state with each decision: the index of the state, and the decision."""
    index, decision = np.mgrid[:number, :decisions]
    return index.ravel(), decision.ravel()


def shifts(periods, activities, shortest_block, work, presence):
    """Days: blocks of activities, one period of break between two of them, rest before and after.

    States are the activity (or one of three more), how long it has lasted, hours of work and of
    presence. A change of the activity costs 3.
    """
    rest, pause, gone = activities, activities + 1, activities + 2

    def step(stage, states):
        index, after = every(len(states), activities + 3)
        now, lasted, worked, present = states[index].T
        is_activity, was_activity = after < activities, now < activities
        long_enough = ~was_activity | (lasted >= shortest_block)
        allowed = (after == now) & (now != pause)
        allowed |= (after != now) & is_activity & (now != gone) & long_enough
        allowed |= (after == pause) & was_activity & long_enough
        allowed |= (after == gone) & was_activity & long_enough & (worked >= work[0])
        lasted = np.where(after == now, np.minimum(lasted + 1, shortest_block), 1)
        worked = worked + is_activity
        present = present + (is_activity | (after == pause))
        allowed &= (worked <= work[1]) & (present <= presence)
        cost = 3.0 * (is_activity & was_activity & (after != now))
        states = np.column_stack((after, np.where(is_activity, lasted, 0), worked, present))
        silent = (after == rest) | (after == gone)
        decision = np.where(silent, -1, after)
        return index[allowed], decision[allowed], states[allowed], cost[allowed]

    def final(states):
        now, lasted, worked, _ = states.T
        working = (now < activities) & (lasted >= shortest_block)
        return (working | (now == gone)) & (worked >= work[0])

    return from_states(
        step, (rest, 0, 0, 0), periods, final, decisions=[*"ABCDE"[:activities], 0, "pause"]
    )


def test_shifts_of_a_day():
    family, costs = shifts(8, 2, 2, (4, 5), 6)
    day = re.compile("r*(AA+|BB+)+(p(AA+|BB+)+)*r*")
    expected = {}
    for word in itertools.product("ABpr", repeat=8):
        text = "".join(word)
        work = text.count("A") + text.count("B")
        if day.fullmatch(text) and 4 <= work <= 5 and work + text.count("p") <= 6:
            names = {"A": "A", "B": "B", "p": "pause"}
            member = frozenset((i, names[each]) for i, each in enumerate(word) if each != "r")
            expected[member] = 3 * (text.count("AB") + text.count("BA"))
    family.verify()
    assert set(map(frozenset, family.named_rows())) == set(expected)
    assert len(expected) > 50
    for member, cost in expected.items():
        assert cost_of(family, costs, member) == cost


class Depot:
    """Customers with demands and time windows; n is the depot."""

    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        self.n, self.capacity = n, 10
        self.demand = rng.integers(1, 6, n)
        place = rng.integers(0, 20, (n + 1, 2))
        self.distance = np.abs(place[:, None] - place).sum(axis=2)
        self.opens = rng.integers(0, 40, n)
        self.closes = self.opens + rng.integers(15, 40, n)

    def routes(self, memory, **symbols):
        """All routes that do not come back to a customer they remember.

        ``memory[i]`` is the set of customers that a visit of i does not make forget, as bits: all
        of them for elementary routes, neighbours for the ng-relaxation (R. Baldacci, A. Mingozzi
        and R. Roberti 2011).
        """
        n, home = self.n, self.n + 1
        demand, opens, closes = (np.append(v, 0) for v in (self.demand, self.opens, self.closes))
        keeps = np.append(memory, 0)

        def step(stage, states):
            index, to = every(len(states), n + 1)
            seen, last, load, time = states[index].T
            back = to == n
            load, time = load + demand[to], time + self.distance[np.minimum(last, n), to]
            time = np.maximum(time, opens[to])
            allowed = (last != home) & (seen >> to & 1 == 0) & (back | (time <= closes[to]))
            allowed &= (load <= self.capacity) & ~(back & (last == n))
            cost = self.distance[np.minimum(last, n), to]
            seen = np.where(back, 0, seen & keeps[to] | 1 << to)
            kept = np.where(back, 0, 1)
            after = np.column_stack((seen, np.where(back, home, to), load * kept, time * kept))
            return index[allowed], np.where(back, -1, to)[allowed], after[allowed], cost[allowed]

        def returned(states):
            return states[:, 1] == home

        longest = self.capacity // self.demand.min() + 1
        return from_states(step, (0, n, 0, 0), longest, returned, early=True, **symbols)

    def cost(self, way):
        """Of a route, infinite if it is late or too heavy."""
        time = cost = 0
        for a, b in itertools.pairwise((self.n, *way, self.n)):
            cost += self.distance[a, b]
            time += self.distance[a, b]
            if b < self.n:
                time = max(time, self.opens[b])
                if time > self.closes[b]:
                    return np.inf
        return cost if self.demand[list(way)].sum() <= self.capacity else np.inf


@pytest.mark.parametrize("seed", range(3))
def test_routes_with_loads_and_time_windows(seed):
    depot = Depot(6, seed)
    everything = np.full(6, 2**6 - 1)
    ways = {
        way: cost
        for size in range(1, 7)
        for way in itertools.permutations(range(6), size)
        if (cost := depot.cost(way)) < np.inf
    }
    sequences, costs = depot.routes(everything)
    sequences.verify()
    assert set(sequences.named_rows()) == {tuple(enumerate(way)) for way in ways}
    for way, cost in ways.items():
        assert cost_of(sequences, costs, list(enumerate(way))) == cost
    sets, costs = depot.routes(everything, symbols=6)
    sets.verify()
    best = {}
    for way, cost in ways.items():
        best[tuple(sorted(way))] = min(cost, best.get(tuple(sorted(way)), np.inf))
    assert set(sets) == set(best)
    for customers, cost in best.items():
        assert cost_of(sets, costs, customers) == cost


def test_routes_that_remember_neighbours_alone_are_a_relaxation():
    """More routes, some with a customer twice: so they are sequences, and cannot be sets."""
    depot = Depot(5, 14)
    nearest = np.argsort(depot.distance[:5, :5], axis=1)[:, :2]
    memory = (1 << nearest).sum(axis=1)

    def remembered(way):
        seen = 0
        for customer in way:
            if seen >> customer & 1:
                return False
            seen = seen & memory[customer] | 1 << customer
        return True

    ways, last = set(), {()}
    while last:  # a way that is allowed begins with one that is
        longer = {(*way, customer) for way in last for customer in range(5)}
        last = {way for way in longer if remembered(way) and depot.cost(way) < np.inf}
        ways |= {tuple(enumerate(way)) for way in last}
    relaxed, costs = depot.routes(memory)
    assert set(relaxed.named_rows()) == ways
    elementary, _ = depot.routes(np.full(5, 31))
    assert set(elementary.named_rows()) < ways
    for way in ways:
        assert cost_of(relaxed, costs, way) == depot.cost([customer for _, customer in way])
    with pytest.raises(ValueError, match=r"^a member would have the symbol . twice"):
        depot.routes(memory, symbols=5)


def test_sequences_with_changeovers():
    """State: the last product; forbidden changeovers cost infinity."""
    rng = np.random.default_rng(0)
    change = rng.integers(1, 9, (4, 4)).astype(float)
    change[[0, 2], [3, 1]] = np.inf
    table = np.vstack((np.tile(np.arange(4), (4, 1)), np.arange(4)))
    family, costs = from_automaton(
        table, 5, range(4), start=4, costs=np.vstack((change, np.zeros(4))), letters="wxyz"
    )
    expected = {
        tuple(enumerate("wxyz"[i] for i in order)): cost
        for order in itertools.product(range(4), repeat=5)
        if (cost := sum(change[a, b] for a, b in itertools.pairwise(order))) < np.inf
    }
    assert set(family.named_rows()) == set(expected)
    for order, cost in expected.items():
        assert cost_of(family, costs, order) == cost
    assert family.num_nodes == 2 + 4 * 4  # the last products after each of four positions


def test_patterns_of_few_different_items():
    """Copies of items within a length, at most two different ones: stage i decides on item i."""
    size, copies, length, kinds = np.array([3, 4, 5, 7]), 3, 16, 2

    def step(stage, states):
        index, number = every(len(states), copies + 1)
        used, different = states[index].T
        used, different = used + number * size[stage], different + (number > 0)
        fits = (used <= length) & (different <= kinds)
        decision = np.where(number > 0, number, -1)
        return index[fits], decision[fits], np.column_stack((used, different))[fits]

    family, _ = from_states(step, (0, 0), 4)
    family.verify()
    expected = {
        tuple((item, number) for item, number in enumerate(numbers) if number)
        for numbers in itertools.product(range(copies + 1), repeat=4)
        if size @ numbers <= length and np.count_nonzero(numbers) <= kinds
    }
    assert set(family.named_rows()) == expected


def test_knives_at_a_least_distance():
    """Two knives are at least three places apart; the state is how far away the last one is."""
    table = [[0, 1], [2, -1], [0, -1]]
    family = from_automaton(table, 12, range(3), letters=[None, "knife"])
    expected = {
        knives
        for number in range(5)
        for knives in itertools.combinations(range(12), number)
        if all(b - a >= 3 for a, b in itertools.pairwise(knives))
    }
    assert {tuple(place for place, _ in row) for row in family.named_rows()} == expected
    zdd = ZDD.from_nzdd(family)
    assert zdd.count() == len(expected)
    assert zdd.num_nodes == 12


@pytest.fixture(scope="module")
def day():
    return shifts(10, 2, 2, (4, 6), 8)


def test_the_cheapest_member_is_chosen_in_a_model(day):
    """The same by a shortest path, by a model, and by the shortest of all paths."""
    family, costs = day
    wages = np.random.default_rng(1).integers(-9, 9, family.num_symbols).astype(float)
    shortest = family.shortest_path(wages, edge_costs=costs)
    assert shortest.length == wages[shortest.symbols].sum() + costs[shortest.edges].sum()
    assert family.potentials(wages, edge_costs=costs)[-1] == shortest.length
    assert family.potentials(wages, edge_costs=costs, to_leaf=True)[0] == shortest.length
    longest = family.longest_path(wages, edge_costs=costs)
    model = FamilyModel()
    chosen = model.choose(family, wages, edge_costs=costs)
    result = solve(model)
    assert result.fun == pytest.approx(shortest.length)
    assert tuple(np.flatnonzero(result.x[chosen] > 0.5)) in family
    paths = ZDD.from_nzdd(family, edges=True)
    lengths = family.edge_lengths(wages, costs)
    every_length = np.sort([lengths[list(path)].sum() for path in paths])
    assert every_length[[0, -1]].tolist() == [shortest.length, longest.length]
    assert paths.shortest_rows(lengths, 20).lengths.tolist() == every_length[:20].tolist()
    cheap = paths.cost_le(lengths, every_length[10])
    assert cheap.count() == np.count_nonzero(every_length <= every_length[10])


def test_a_constraint_for_all_members(day):
    """The largest value of a member under prices is that of the longest path."""
    family, _ = day
    prices = np.random.default_rng(2).integers(0, 9, family.num_symbols).astype(float)
    model = FamilyModel()
    x = model.add_columns(1, 1.0)
    zeros = np.zeros(family.num_symbols)
    columns = np.full(family.num_symbols, x[0])
    model.for_all(
        ZDD.from_nzdd(family),
        0,
        columns=columns,
        coefficients=zeros,
        constants=-prices,
        nominal=(x, [1.0]),
    )
    assert solve(model).fun == pytest.approx(family.longest_path(prices).length)


def test_counts_random_members_and_pictures(day):
    family, _ = day
    zdd = ZDD.from_nzdd(family)
    assert zdd.count() == family.count() == sum(1 for _ in family)
    drawn = zdd.random_rows(50, seed=3)
    assert family.contains(drawn).all()
    assert "pause" in to_dot(family)
    assert family.contains(family.rows()).all()


@pytest.mark.parametrize("costs", [[1.0], [[1.0]], "nan"])
def test_costs_of_edges_that_do_not_fit_are_named(day, costs):
    family, _ = day
    given = np.full(family.num_edges, np.nan) if costs == "nan" else costs
    with pytest.raises(ValueError, match=r"^edge_costs has shape .* NaN; give one number for each"):
        family.shortest_path(np.zeros(family.num_symbols), edge_costs=given)
