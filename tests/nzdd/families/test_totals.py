"""Counts, probabilities and weights without the diagram: those of the diagram, published ones."""

from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import families
from nzdd.adapters.libraries.networkx import family_of
from nzdd.families import count, probability, weight_range
from support.examples import examples
from support.sets.graphs import grid, multigraphs

SELF_AVOIDING = [1, 2, 12, 184, 8512, 1262816, 575780564, 789360053252, 3266598486981642]
"""Paths between opposite corners of n x n squares, n from 0 on: OEIS A007764."""

FAMILIES = {
    "paths": (families.simple_paths, (0, 1)),
    "any path": (families.simple_paths, ()),
    "cycles": (families.simple_cycles, ()),
    "cuts": (families.minimal_cuts, (0, 1)),
    "Hamiltonian paths": (families.hamiltonian_paths, (0,)),
    "spanning trees": (families.spanning_trees, ()),
    "forests": (families.forests, ()),
    "matchings": (families.matchings, ()),
    "connecting sets": (families.connecting_sets, ([0, 1],)),
    "regular": (families.regular_subgraphs, ()),
    "complete": (families.complete_subgraphs, ()),
    "partitions": (families.connected_partitions, ()),
    "induced": (families.induced_subgraphs, ()),
    "Steiner trees": (families.steiner_trees, ([0, 1],)),
    "independent sets": (families.independent_sets, ()),
    "vertex covers": (families.vertex_covers, ()),
    "cliques": (families.cliques, ()),
    "dominating sets": (families.dominating_sets, ()),
    "feedback sets": (families.feedback_vertex_sets, ()),
    "connected vertex sets": (families.connected_vertex_sets, ()),
}


@given(
    multigraphs(max_vertices=6, max_edges=9),
    st.sampled_from(sorted(FAMILIES)),
    st.lists(st.integers(-9, 9), min_size=9, max_size=9),
)
@settings(deadline=None, max_examples=examples(300))
def test_the_numbers_are_those_of_the_diagram(graph, name, numbers):
    ends, number = graph
    family, arguments = FAMILIES[name]
    options = {"num_vertices": max(number, 2)}
    try:
        zdd = family(ends, *arguments, **options)
    except ValueError:  # such as bipartite ends in a multigraph with a self-loop
        return
    assert count(family, ends, *arguments, **options) == zdd.count()
    sizes = range(zdd.num_symbols + 1)
    by_size = [zdd.with_size(size, size).count() for size in sizes]
    assert count(family, ends, *arguments, by_size=True, **options) == by_size
    assert count(family, ends, *arguments, modulo=7, **options) == zdd.count() % 7
    chances = [abs(each) / 9 for each in numbers[: zdd.num_symbols]]
    found = probability(family, chances, ends, *arguments, **options)
    assert found == pytest.approx(zdd.probability(chances), rel=1e-12)
    for unit in (1, 0.1, 1 / 3, Fraction(1, 7)):  # one word, decimals, many words, fractions
        weights = [each * unit for each in numbers[: zdd.num_symbols]]
        exact = [sum(Fraction(weights[symbol]) for symbol in row) for row in zdd]
        found = weight_range(family, weights, ends, *arguments, **options)
        if not exact:
            assert found is None
        else:
            assert found == pytest.approx((float(min(exact)), float(max(exact))), abs=1e-12)


def test_published_counts_of_self_avoiding_walks():
    for n, published in enumerate(SELF_AVOIDING):
        ends, number = grid(n + 1, n + 1), (n + 1) ** 2
        found = count(families.simple_paths, ends, 0, number - 1, num_vertices=number)
        assert found == published


@pytest.mark.slow
def test_published_counts_of_long_walks():
    for n, published in (
        (12, 64528039343270018963357185158482118),
        (13, 69450664761521361664274701548907358996488),
    ):
        assert count(families.simple_paths, grid(n + 1, n + 1), 0, (n + 1) ** 2 - 1) == published


def test_counts_by_size_add_up_and_begin_with_the_shortest_paths():
    sizes = count(families.simple_paths, grid(7, 7), 0, 48, by_size=True)
    assert sum(sizes) == SELF_AVOIDING[6]
    assert sizes[:13] == [0] * 12 + [924]  # 12 over 6


def test_counts_of_many_words():
    ends = grid(1, 201)
    assert count(families.graphs, ends) == 2**200
    assert count(families.forests, ends, by_size=True)[100] == count(
        families.graphs, ends, num_edges=100
    )
    assert count(families.graphs, ends, modulo=10**9 + 7) == pow(2, 200, 10**9 + 7)
    assert probability(families.graphs, 0.25, ends, num_edges=0) == pytest.approx(0.75**200)


def test_conditions_in_any_combination():
    ends = grid(4, 4)
    conditions = {"acyclic": True, "components": 1, "degrees": range(4), "required": [0, 5]}
    trees = families.graphs(ends, **conditions)
    assert count(families.graphs, ends, **conditions) == trees.count()
    weights = {0: 3, 7: 2}
    inside = {"within": trees, "linear": [(weights, 4, None)]}
    assert count(families.graphs, ends, **inside) == families.graphs(ends, **inside).count() > 0
    halves = {"parts": 2, "part_weights": ([1] * 16, 8, 8)}
    assert (
        count(families.connected_partitions, ends, **halves) == 70
    )  # of 2 x 2 squares 2, of 6 x 6 80518
    assert weight_range(families.spanning_trees, {0: 5}, ends) == (0, 5)
    assert probability(families.graphs, {0: 0.5}, ends, required=[0]) == 0.5


def test_families_of_graphs_of_networkx():
    square = nx.cycle_graph("abcd")
    assert count(family_of, families.simple_paths, square, "a", "c") == 2
    assert count(family_of, families.independent_sets, square, by_size=True) == [1, 4, 2, 0, 0]


def test_families_without_a_search_are_made():
    assert count(families.power_set, 5) == 2**5
    assert count(families.power_set, 3, by_size=True) == [1, 3, 3, 1]
    assert count(families.power_set, 5, modulo=5) == 2
    assert probability(families.sets_of_size, 0.5, 3, 1) == 3 / 8
    assert weight_range(families.sets_of_size, [1, 2, 4], 3, 2) == (3, 6)
    assert weight_range(families.exact_covers, [1, 1], [[0], [0]], num_symbols=2) is None
    ends = [[0, 1]]
    assert count(families.graphs, ends, required=[0], forbidden=[0]) == 0
    assert count(families.independent_sets, [], num_vertices=0) == 1


def test_what_cannot_be_counted_is_refused():
    ends = grid(2, 2)
    with pytest.raises(TypeError, match="family is of type ZDD; give a function"):
        count(families.forests(ends))
    with pytest.raises(TypeError, match="works on diagrams"):
        count(lambda: families.forests(ends) & families.matchings(ends))
    with pytest.raises(ValueError, match="by_size and modulo"):
        count(families.forests, ends, by_size=True, modulo=2)
    with pytest.raises(ValueError, match="modulo is 9223372036854775808"):
        count(families.forests, ends, modulo=2**63)
    with pytest.raises(ValueError, match=r"a chance is 2.0; it must lie between 0 and 1"):
        probability(families.forests, 2, ends)
    with pytest.raises(ValueError, match="name 9, but there are 4"):
        weight_range(families.forests, {9: 1}, ends)
    with pytest.raises(TypeError, match="name 'a'; give the numbers"):
        weight_range(families.forests, {"a": 1}, ends)
    with pytest.raises(MemoryError, match="more than max_states = 3 states"):
        count(families.forests, ends, max_states=3)
    assert families.forests(ends).count() == 15  # and diagrams are made as before
