"""Conditions written in Python are kept, alone and beside others, and see the graph as it is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.families import EdgeCondition, graphs, simple_paths
from support.examples import examples
from support.sets.edge_conditions import Subgraph
from support.sets.families import subsets
from support.sets.graphs import grid, multigraphs


class Automaton(EdgeCondition):
    """Any finite automaton that reads the edges in one order."""

    def __init__(self, table, final):
        self.table, self.final = table, final

    def decide(self, state, edge, take):
        return self.table[state][edge][take]

    def accepts(self, state):
        return state in self.final

    def holds(self, row, num_edges):
        state = 0
        for edge in range(num_edges):
            state = None if state is None else self.decide(state, edge, edge in row)
        return state in self.final


class DegreesAtMost(EdgeCondition):
    """Degrees from the events at vertices, which come in their turn, once each."""

    def __init__(self, ends, most):
        self.ends, self.most = ends, most

    def start(self):
        return ()

    def enter(self, state, vertex):
        assert vertex not in dict(state)
        return (*state, (vertex, 0))

    def decide(self, state, edge, take):
        degrees = dict(state)
        for vertex in self.ends[edge]:
            degrees[vertex] += take
        return tuple(degrees.items())

    def leave(self, state, vertex):
        degrees = dict(state)
        return tuple(degrees.items()) if degrees.pop(vertex) <= self.most else None

    def accepts(self, state):
        assert not state
        return True


@st.composite
def automata(draw, num_edges):
    states = st.integers(0, 2)
    decisions = st.tuples(st.none() | states, states)
    rows = st.lists(decisions, min_size=num_edges, max_size=num_edges)
    return Automaton(draw(st.lists(rows, min_size=3, max_size=3)), draw(st.sets(states)))


@given(multigraphs(max_vertices=5, max_edges=7), st.data())
@settings(deadline=None, max_examples=examples(100))
def test_any_automaton_is_a_condition(case, data):
    ends, num_vertices = case
    both = [data.draw(automata(len(ends))) for _ in range(data.draw(st.integers(1, 2)))]
    acyclic, barred = data.draw(st.booleans()), data.draw(st.sets(st.sampled_from(range(7))))
    barred = sorted(edge for edge in barred if edge < len(ends))
    zdd = graphs(
        ends,
        num_vertices=num_vertices,
        custom=both,
        acyclic=acyclic,
        forbidden=barred,
        order="natural",
    )
    zdd.verify()
    assert sorted(zdd) == sorted(
        row
        for row in subsets(range(len(ends)))
        if all(each.holds(row, len(ends)) for each in both)
        and not set(barred) & set(row)
        and (not acyclic or Subgraph(ends, num_vertices, row).is_acyclic())
    )


@given(multigraphs(max_vertices=6, max_edges=8), st.integers(0, 3), st.data())
@settings(deadline=None, max_examples=examples(100))
def test_vertices_enter_and_leave_in_any_order_of_the_edges(case, most, data):
    ends, number = case
    order = data.draw(st.permutations(range(len(ends))))
    given = graphs(ends, num_vertices=number, custom=[DegreesAtMost(ends, most)], order=order)
    twice = DegreesAtMost([(a, b) if a != b else (a, a) for a, b in ends], most)
    assert given == graphs(ends, num_vertices=number, degrees=range(most + 1), order=order)
    assert given == graphs(ends, num_vertices=number, custom=[twice], degrees=range(9), order=order)


def test_paths_that_turn_at_every_vertex():
    """On a grid, edges of a staircase change between the two directions."""
    ends = grid(4, 4)

    class Turns(EdgeCondition):
        def start(self):
            return frozenset()

        def decide(self, state, edge, take):
            a, b = ends[edge]
            new = {(vertex, b - a == 1) for vertex in (a, b)} if take else set()
            return None if state & new else state | new

        def leave(self, state, vertex):
            return frozenset(each for each in state if each[0] != vertex)

    paths = simple_paths(ends, 0, 15)
    ways = [1 if ends[edge][1] - ends[edge][0] == 1 else 4 for edge in range(len(ends))]

    def turns(row):
        return all(
            ways[a] != ways[b] for a in row for b in row if a < b and {*ends[a]} & {*ends[b]}
        )

    found = graphs(ends, custom=[Turns()], within=paths)
    assert sorted(found) == sorted(row for row in paths if turns(row))
    assert found.count() >= 2


def test_errors_of_a_condition_end_the_search():
    class Broken(EdgeCondition):
        def decide(self, state, edge, take):
            return 1 // (3 - edge)

    class Unhashable(EdgeCondition):
        def decide(self, state, edge, take):
            return [edge]

    class Startless(EdgeCondition):
        def start(self):
            pass

    class Interrupted(EdgeCondition):
        def decide(self, state, edge, take):
            raise KeyboardInterrupt

    ends = grid(3, 3)
    with pytest.raises(ZeroDivisionError):
        graphs(ends, custom=[Broken()])
    with pytest.raises(TypeError, match=r"Unhashable returned the state \[\d+\], which is unhash"):
        graphs(ends, custom=[Unhashable()])
    with pytest.raises(KeyboardInterrupt):
        graphs(ends, custom=[Interrupted()], acyclic=True)
    with pytest.raises(NotImplementedError, match="EdgeCondition has no method decide"):
        graphs(ends, custom=[EdgeCondition()])
    with pytest.raises(ValueError, match=r"Startless\.start returned None"):
        graphs(ends, custom=[Startless()])
    with pytest.raises(TypeError, match=r"custom is .*; give a list of EdgeConditions"):
        graphs(ends, custom=EdgeCondition())
    with pytest.raises(TypeError, match="custom holds a str; give EdgeConditions"):
        graphs(ends, custom="x")
