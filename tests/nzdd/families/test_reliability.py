"""The probability that random edges join terminals: over all sets of open edges, exactly."""

from fractions import Fraction
from itertools import product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.families import graphs, power_set, reliability, simple_paths, spanning_trees
from support.examples import examples
from support.sets.graphs import grid, multigraphs


def exactly(ends, number, terminals, chances):
    """The sum over all sets of open edges."""
    total = Fraction(0)
    for is_open in product((False, True), repeat=len(ends)):
        graph = nx.MultiGraph()
        graph.add_nodes_from(range(number))
        graph.add_edges_from(edge for edge, each in zip(ends, is_open, strict=True) if each)
        component = nx.node_connected_component(graph, terminals[0])
        if component.issuperset(terminals):
            term = Fraction(1)
            for chance, each in zip(chances, is_open, strict=True):
                term *= chance if each else 1 - chance
            total += term
    return float(total)


@given(multigraphs(max_vertices=5, max_edges=7), st.data())
@settings(deadline=None, max_examples=examples(150))
def test_all_sets_of_open_edges(graph, data):
    ends, number = graph
    vertex = st.integers(0, number - 1)
    terminals = data.draw(
        st.one_of(st.none(), st.lists(vertex, min_size=1, max_size=4)), label="terminals"
    )
    eighths = st.lists(st.integers(0, 8), min_size=len(ends), max_size=len(ends))
    cases = [[Fraction(k, 8) for k in data.draw(eighths)] for _ in range(2)]
    found = reliability(
        ends, terminals, np.array(cases, np.float64).reshape(2, len(ends)), num_vertices=number
    )
    named = list(range(number)) if terminals is None else terminals
    expected = [exactly(ends, number, named, case) for case in cases]
    assert found == pytest.approx(expected, rel=1e-13, abs=0)


def test_probabilities_of_the_families_themselves():
    for size in (3, 4):
        ends = grid(size, size)
        last = size**2 - 1
        chances = np.random.default_rng(size).uniform(0.2, 1, len(ends))
        all_sets = power_set(len(ends))
        joined = all_sets.supersets(simple_paths(ends, 0, last))
        assert reliability(ends, [0, last], chances) == pytest.approx(joined.probability(chances))
        connected = all_sets.supersets(spanning_trees(ends))
        assert reliability(ends, None, chances) == pytest.approx(connected.probability(chances))
        corners = [0, size - 1, last]
        grouped = graphs(ends, groups=[corners])
        assert reliability(ends, corners, chances) == pytest.approx(grouped.probability(chances))


def test_many_cases_are_as_one_after_the_other():
    ends = grid(4, 5)
    chances = np.random.default_rng(1).uniform(size=(5, 30, len(ends)))
    found = reliability(ends, [0, 7, 19], chances)
    assert found.shape == (5, 30)
    assert found[4, 29] == reliability(ends, [0, 7, 19], chances[4, 29])


def test_bridges_certainties_and_cuts():
    path = [[0, 1], [1, 2], [2, 3]]
    assert reliability(path, None, 0.5) == 0.125
    assert reliability(path, [0, 1], [1, 0, 0]) == 1
    assert reliability(path, [0, 3], [1, 0, 1]) == 0
    assert reliability(path, [2], 0.0) == 1
    assert reliability(path, [0, 4], 1.0, num_vertices=5) == 0
    assert reliability([], None, 0.3, num_vertices=1) == 1
    assert reliability(path, [0, 3], np.empty((0, 3))).shape == (0,)


@pytest.mark.parametrize(
    ("terminals", "chances", "message"),
    [
        ([], 0.5, "there are no terminals"),
        ([0, 9], 0.5, "terminal 1 is vertex 9, but there are 3 vertices; num_vertices adds"),
        ([0, 1], [0.5], "give one for each of 2 edges"),
        ([0, 1], 1.5, "a probability is 1.5"),
        ([0, 1], [0.5, float("nan")], "a probability is nan"),
    ],
)
def test_wrong_arguments_are_named(terminals, chances, message):
    with pytest.raises(ValueError, match=message):
        reliability([[0, 1], [1, 2]], terminals, chances)


def test_too_many_states():
    with pytest.raises(MemoryError, match="max_states = 50"):
        reliability(grid(6, 6), None, 0.5, max_states=50)
