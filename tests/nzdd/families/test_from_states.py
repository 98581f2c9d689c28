"""Families of a dynamic program: every way through it is a member, at the least of its costs."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD
from nzdd.families import from_states, sets_of_size
from support.sets.member_costs import cost_of


def all_ways(program, symbols=None):
    """The cheapest cost of each set of names, by following all ways one after the other."""
    best = {}
    open_ways = [(0, 0, (), 0.0)]
    while open_ways:
        stage, state, taken, cost = open_ways.pop()
        if program.ends(stage, state):
            key = frozenset(taken)
            best[key] = min(cost, best.get(key, np.inf))
        if stage < program.num_stages:
            for decision, after, step_cost in program.moves[stage][state]:
                name = () if decision < 0 else (decision if symbols else (stage, decision),)
                open_ways.append((stage + 1, after, taken + name, cost + step_cost))
    return best


class Program:
    """A table of moves: at each stage, from each state, (decision, next state, cost)."""

    def __init__(self, moves, ends_anywhere):
        self.moves, self.num_stages = moves, len(moves)
        self.ends_anywhere = ends_anywhere

    def ends(self, stage, state):
        return state % 2 == 0 and (self.ends_anywhere or stage == self.num_stages)

    def step(self, stage, states):
        found = [
            (index, *move)
            for index, state in enumerate(states.tolist())
            for move in self.moves[stage][state]
        ]
        columns = zip(*found, strict=True) if found else [[]] * 4
        index, decision, after, cost = (np.array(column) for column in columns)
        return index.astype(int), decision.astype(int), after.astype(int), cost.astype(float)

    def final(self, states):
        return states % 2 == 0

    def family(self, **options):
        return from_states(
            self.step, 0, self.num_stages, self.final, early=self.ends_anywhere, **options
        )


@st.composite
def programs(draw, decisions, deterministic):
    num_states, num_stages = draw(st.integers(1, 4)), draw(st.integers(0, 4))
    move = st.tuples(decisions, st.integers(0, num_states - 1), st.integers(0, 3))
    unique = (lambda move: move[0]) if deterministic else None
    state = st.lists(move, max_size=3, unique_by=unique)
    stage = st.lists(state, min_size=num_states, max_size=num_states)
    moves = draw(st.lists(stage, min_size=num_stages, max_size=num_stages))
    return Program(moves, draw(st.booleans()))


def check(family, costs, expected):
    """The diagram has exactly these members, each once, at these costs."""
    family.verify()
    assert costs.shape == (family.num_edges,)
    assert set(map(frozenset, family.named_rows())) == set(expected)
    assert family.count() == len(expected)
    assert float(family.multiplicity[family.source == 0].sum()) == len(expected)
    for members, cost in expected.items():
        assert cost_of(family, costs, members) == cost
    assert set(map(frozenset, ZDD.from_nzdd(family).named_rows())) == set(expected)


@given(programs(st.integers(-1, 2), deterministic=True))
def test_members_are_the_ways_through_a_program(program):
    family, costs = program.family()
    check(family, costs, all_ways(program))


@given(programs(st.integers(-1, 2), deterministic=False))
def test_of_ways_with_the_same_decisions_the_cheapest_stays(program):
    family, costs = program.family()
    check(family, costs, all_ways(program))


def layered_symbols(program):
    """The same program with symbols of its own at each stage, some below those before."""
    for stage, states in enumerate(program.moves):
        base = 3 * (7 * stage % 5)
        program.moves[stage] = [
            [(base + d if d >= 0 else d, to, cost) for d, to, cost in moves] for moves in states
        ]
    return program


@given(programs(st.integers(-1, 2), deterministic=True))
def test_symbols_of_their_own_at_each_stage_may_be_given(program):
    program = layered_symbols(program)
    family, costs = program.family(symbols=15)
    check(family, costs, all_ways(program, symbols=True))
    assert family.num_symbols == 15


def tour(distance, capacity, demand):
    """All routes of a vehicle: the state is the set of customers visited and the last one."""
    n = len(demand)

    def step(stage, states):
        index, customer = (each.ravel() for each in np.mgrid[: len(states), : n + 1])
        seen, last, load = states[index].T
        home = customer == n
        more = np.where(home, 0, np.append(demand, 0)[customer])
        allowed = (last != n) & (seen >> customer & 1 == 0) & (load + more <= capacity)
        allowed &= ~home | (stage > 0)
        index, customer, home = index[allowed], customer[allowed], home[allowed]
        seen, last, load = states[index].T
        cost = distance[np.where(stage == 0, n, last), customer]
        after = np.column_stack((seen | (1 << customer) * ~home, customer, load + more[allowed]))
        return index, np.where(home, -1, customer), after, cost

    return from_states(
        step,
        (0, -1, 0),
        n + 1,
        lambda states: states[:, 1] == n,
        early=True,
        symbols=[f"customer {i}" for i in range(n)],
    )


def test_routes_visit_each_set_of_customers_at_the_least_cost():
    rng = np.random.default_rng(0)
    n, capacity = 6, 12
    demand = rng.integers(1, 7, n)
    place = rng.integers(0, 50, (n + 1, 2))
    distance = np.abs(place[:, None] - place).sum(axis=2).astype(float)
    family, costs = tour(distance, capacity, demand)
    names = [f"customer {i}" for i in range(n)]
    expected = {}
    for size in range(1, n + 1):
        for members in itertools.combinations(range(n), size):
            if demand[list(members)].sum() > capacity:
                continue
            ways = itertools.permutations(members)
            expected[frozenset(names[i] for i in members)] = min(
                sum(distance[a, b] for a, b in itertools.pairwise((n, *way, n))) for way in ways
            )
    check(family, costs, expected)


def test_sets_in_rising_or_falling_order_need_no_states_of_their_own():
    def step(stage, last):
        index, item = (each.ravel() for each in np.mgrid[: last.size, :40])
        further = item > last[index]
        return index[further], item[further], item[further]

    family, costs = from_states(step, -1, 20, symbols=40)
    assert family.count() == sets_of_size(40, 20).count()
    assert ZDD.from_nzdd(family) == sets_of_size(40, 20)
    assert not costs.any()

    def falling(stage, last):
        index, item, after = step(stage, -last)
        return index, 39 - item, -after

    family, _ = from_states(falling, 1, 20, symbols=40)
    assert ZDD.from_nzdd(family) == sets_of_size(40, 20)


def dice(stage, total):
    index, die = (each.ravel() for each in np.mgrid[: total.size, 1:7])
    return index, die, total[index] + die


def test_equal_states_that_differ_in_the_past_are_one_node():
    family, _ = from_states(dice, 0, 6, lambda total: total == 21)
    assert family.count() == 4332  # the central coefficient of (x + ... + x^6)^6


def test_states_that_can_be_completed_alike_are_one_node():
    """Of the sum of dice, only its parity matters to an even end."""
    family, _ = from_states(dice, 0, 6, lambda total: total % 2 == 0)
    assert family.count() == 6**6 // 2
    assert family.num_nodes == 2 + 2 * 5


def test_nodes_with_a_single_way_out_are_parts_of_edges():
    def step(stage, states):
        return np.arange(states.size), stage, states, 2.0**stage

    family, costs = from_states(step, 0, 10)
    assert (family.num_nodes, family.num_labels, costs.tolist()) == (2, 10, [1023])


@pytest.mark.parametrize("start", [0, [0]])
def test_a_program_without_stages_has_the_empty_member_or_none(start):
    family, costs = from_states(no_way, start, 0)
    assert list(family) == [()]
    assert costs.tolist() == [0]
    family, costs = from_states(no_way, start, 0, lambda states: np.array([False]))
    assert list(family) == []
    assert costs.size == 0


def no_way(stage, states):
    return np.empty(0, int), None, np.empty((0, *states.shape[1:]), int)


@pytest.mark.parametrize("start", [0, [0, 0]])
def test_a_program_that_ends_nowhere_is_the_empty_family(start):
    family, costs = from_states(no_way, start, 3)
    family.verify()
    assert (family.count(), family.num_symbols, costs.size) == (0, 0, 0)
    family, _ = from_states(no_way, start, 3, early=True)
    assert list(family) == [()]


def test_numbers_may_stand_for_all_transitions_and_names_for_decisions():
    def step(stage, states):
        index = np.repeat(np.arange(len(states)), 2)
        return index, np.tile([0, 1], len(states)), states[index], 2

    family, costs = from_states(step, 5, 2, decisions=["rest", "work"])
    assert set(family.names) == set(itertools.product(range(2), ["rest", "work"]))
    assert costs.tolist() == [2, 2, 2, 2]
    family, costs = from_states(lambda stage, s: (np.arange(s.size), 1, s, 1.5), 5, 2)
    assert list(family.named_rows()) == [((0, 1), (1, 1))]


def test_decisions_may_be_large_numbers():
    def step(stage, states):
        return np.array([0, 0, 0]), np.array([10**15, -1, 7]), np.array([0, 0, 0])

    family, _ = from_states(step, 0, 2)
    assert family.names == ((0, 7), (0, 10**15), (1, 7), (1, 10**15))
    assert family.count() == 9
    saved = NZDD.from_bytes(family.to_bytes())
    assert saved.names == family.names
    assert saved.source.tolist() == family.source.tolist()


def test_an_infinite_cost_is_no_way():
    def step(stage, states):
        index = np.repeat(np.arange(len(states)), 2)
        cost = np.tile([np.inf, 1.0], len(states))
        return index, np.tile([0, 1], len(states)), states[index], cost

    family, costs = from_states(step, 0, 3)
    assert (family.count(), costs.sum()) == (1, 3)


def stay(index=(0,), decision=(0,), after=(0,), *cost):
    return lambda stage, states: (
        *(np.array(each) for each in (index, decision, after)),
        *map(np.array, cost),
    )


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (stay(index=[1]), "the index of step at stage 0 holds 1, but there are 1 states"),
        (stay(index=[-1]), "the index of step at stage 0 holds -1, but"),
        (stay(index=[[0]]), r"the index of step at stage 0 has shape \(1, 1\); give a vector"),
        (stay(index=[0.5]), "the index of step at stage 0 must be integers, not float64"),
        (stay(decision=[-2]), "the decision of step at stage 0 is -2; the least one is -1"),
        (stay(decision=[0, 1]), r"the decision of step at stage 0 has shape \(2,\), but the index"),
        (stay(after=[[0]]), r"the next states of step at stage 0 have shape \(1, 1\), not \(1,\)"),
        (stay(after=[0.5]), "the next states of step at stage 0 must be integers, not float64"),
        (stay((0,), (0,), (0,), [np.nan]), "the cost of step at stage 0 holds nan; costs are"),
        (stay((0,), (0,), (0,), [-np.inf]), "the cost of step at stage 0 holds -inf; costs are"),
        (stay((0,), (0,), (0,), [1, 2]), r"the cost of step at stage 0 has shape \(2,\), but the"),
    ],
)
def test_wrong_transitions_are_named(step, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        from_states(step, 0, 2)


def test_other_wrong_arguments_are_named():
    with pytest.raises(TypeError, match=r"^step gives 5 at stage 0; give a tuple of arrays"):
        from_states(lambda stage, states: 5, 0, 1)
    with pytest.raises(TypeError, match=r"^step is None; give a function"):
        from_states(None, 0, 1)
    with pytest.raises(TypeError, match=r"^final is 5; give a function"):
        from_states(stay(), 0, 1, 5)
    with pytest.raises(TypeError, match=r"^num_stages is 1.5; give an integer"):
        from_states(stay(), 0, 1.5)
    with pytest.raises(ValueError, match=r"^start has shape \(1, 1\); give one state"):
        from_states(stay(), [[0]], 1)
    with pytest.raises(ValueError, match=r"^final gives int64 of shape \(1,\) at stage 1; give"):
        from_states(stay(), 0, 1, lambda states: states)
    with pytest.raises(MemoryError, match=r"^the search has met more than max_states = 2 states"):
        from_states(stay(), 0, 5, max_states=2)
    with pytest.raises(ValueError, match="is 0, but there are 0 symbols"):
        from_states(stay(), 0, 5, symbols=0)
    with pytest.raises(ValueError, match="is 0, but there are 0 names of decisions"):
        from_states(stay(), 0, 5, decisions=[])
    with pytest.raises(TypeError, match=r"^decisions are the symbols themselves"):
        from_states(stay(), 0, 5, symbols=1, decisions=["a"])
    with pytest.raises(ValueError, match=r"^two symbols have the name 'a'"):
        from_states(stay(), 0, 5, symbols="aa")


def test_a_symbol_twice_in_a_member_is_named():
    with pytest.raises(ValueError, match=r"^a member would have the symbol 'a' twice, and members"):
        from_states(stay(), 0, 2, symbols="a")


def test_a_symbol_twice_on_the_way_to_no_end_does_no_harm():
    def step(stage, states):
        index = np.repeat(np.arange(len(states)), 2)
        decision = np.tile([0, stage + 1], len(states))
        return index, decision, np.where(decision == 0, states[index] + 1, states[index])

    family, _ = from_states(step, 0, 3, lambda zeros: zeros <= 1, symbols=4)
    assert family.count() == 4


def test_sets_with_many_orders_are_limited_by_max_states():
    def step(stage, seen):
        index, item = (each.ravel() for each in np.mgrid[: seen.size, :12])
        new = seen[index] >> item & 1 == 0
        index, item = index[new], item[new]
        return index, item, seen[index] | 1 << item

    family, _ = from_states(step, 0, 5, symbols=12)
    assert set(family) == set(sets_of_size(12, 5))
    with pytest.raises(MemoryError, match="more than max_states = 3000 states"):
        from_states(step, 0, 12, early=True, symbols=12, max_states=3000)


def test_progress_and_its_errors_pass_through():
    stages = []
    from_states(stay(), 0, 3, progress=lambda *report: stages.append(report))
    assert [share for stage, share in stages if stage == "search"] == [0, 1 / 3, 2 / 3]

    def stop(stage, share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        from_states(stay(), 0, 3, progress=stop)
