"""Walks of a dynamic program: every way through its states, symbols as often as it meets them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.families import walks


@st.composite
def tables(draw):
    """Moves (decision, next state, cost) of each state; states are numbered at random."""
    size = draw(st.integers(1, 7))
    number = draw(st.permutations(range(size)))
    moves = {}
    for at in range(size):
        later = st.integers(at + 1, size - 1) if at < size - 1 else st.nothing()
        move = st.tuples(st.integers(-1, 2), later, st.integers(0, 3))
        found = draw(st.lists(move, max_size=4)) if at < size - 1 else []
        moves[number[at]] = [(decision, number[to], cost) for decision, to, cost in found]
    return number[0], moves, draw(st.sets(st.integers(0, size - 1)))


def taken(moves, states):
    """What `walks` asks for, of moves of each state."""
    found = [(index, *move) for index, state in enumerate(states.tolist()) for move in moves[state]]
    columns = zip(*found, strict=True) if found else [[]] * 4
    return tuple(np.array(column, int) for column in columns)


def all_walks(start, moves, ends):
    """The cheapest cost of each multiset of symbols, by following all walks one by one."""
    best, left = {}, [(start, (0, 0, 0), 0)]
    while left:
        state, counts, cost = left.pop()
        if state in ends:
            best[counts] = min(cost, best.get(counts, np.inf))
        for decision, after, more in moves[state]:
            met = tuple(count + (decision == k) for k, count in enumerate(counts))
            left.append((after, met, cost + more))
    return best


def all_paths(graph):
    """The same of the paths of a graph."""
    best, left = {}, [(0, np.zeros(graph.num_symbols, int), 0.0)]
    use = graph.occurrences.toarray().astype(int)
    while left:
        node, counts, cost = left.pop()
        if node == graph.num_nodes - 1:
            key = tuple(counts.tolist())
            best[key] = min(cost, best.get(key, np.inf))
        for edge in np.flatnonzero(graph.source == node):
            left.append((graph.target[edge], counts + use[edge], cost + graph.costs[edge]))
    return best


@given(tables())
def test_members_are_the_walks_at_their_least_cost(table):
    start, moves, ends = table
    graph = walks(
        lambda states: taken(moves, states),
        start,
        lambda states: np.isin(states, list(ends)),
        symbols="abc",
    )
    expected = all_walks(start, moves, ends)
    assert (all_paths(graph) if graph.num_edges else {}) == expected
    assert graph.names == ("a", "b", "c")


def count_up(most, scalar=True):
    """Steps of 1 and 2 up to a number, one symbol each."""

    def step(states):
        index, more = np.mgrid[: len(states), 1:3].reshape(2, -1)
        after = (states if scalar else states[:, 0])[index] + more
        fits = after <= most
        after = after if scalar else after[:, None]
        return index[fits], more[fits] - 1, after[fits]

    return step


@pytest.mark.parametrize("scalar", [True, False])
def test_compositions_of_a_number_by_ones_and_twos_are_fibonacci_many(scalar):
    start = 0 if scalar else (0,)
    graph = walks(count_up(30, scalar), start, lambda states: states.reshape(-1) == 30, symbols=2)
    paths = np.zeros(graph.num_nodes)
    paths[0] = 1
    for source, target in zip(graph.source, graph.target, strict=True):
        paths[target] += paths[source]
    assert paths[-1] == 1_346_269


def test_states_alike_for_all_that_follows_are_one_node():
    def step(states):  # the load counts by tens, so that the digits below it do not matter
        index, more = np.mgrid[: len(states), 3:7].reshape(2, -1)
        after = states[index] + more
        fits = after // 10 <= 1
        return index[fits], 0, after[fits]

    graph = walks(step, 0, symbols=1)
    assert graph.num_nodes < 20
    assert set(all_paths(graph)) == {(k,) for k in range(7)}


def test_walks_that_come_back_are_an_error():
    def around(states):
        return np.arange(len(states)), 0, (states + 1) % 5

    with pytest.raises(ValueError, match=r"^walks come back to a state, and state 0 is on such"):
        walks(around, 0, symbols=1)
    with pytest.raises(ValueError, match=r"state \(0, 7\) is on such a walk"):
        walks(lambda states: (np.arange(len(states)), 0, states), (0, 7), symbols=1)


def test_no_way_is_an_empty_graph():
    nothing = (np.empty(0, int),) * 3
    assert walks(lambda states: nothing, 0, lambda states: states > 0, symbols=1).num_edges == 0
    assert walks(lambda states: nothing, 0, symbols=1).num_edges == 1  # the empty walk


def test_wrong_arguments_are_named():
    with pytest.raises(TypeError, match=r"^step is 5; give a function"):
        walks(5, 0, symbols=1)
    with pytest.raises(
        ValueError, match=r"^the decision of step in round 0 is 1, but there are 1 "
    ):
        walks(count_up(3), 0, symbols=1)
    with pytest.raises(ValueError, match=r"^the index of step in round 0 holds 9, but there are 1"):
        walks(lambda states: ([9], 0, [1]), 0, symbols=1)
    with pytest.raises(
        ValueError, match=r"^final gives int64 of shape \(4,\) for all states; give"
    ):
        walks(count_up(3), 0, lambda states: states, symbols=2)
    with pytest.raises(MemoryError, match=r"^the search has met more than max_states = 50 states"):
        walks(count_up(100), 0, symbols=2, max_states=50)


def test_progress_and_its_errors_pass_through():
    stages = []
    walks(count_up(9), 0, symbols=2, progress=lambda *report: stages.append(report))
    assert ("search", 0.0) in stages

    def stop(stage, share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        walks(count_up(9), 0, symbols=2, progress=stop)
