"""All families of small graphs, beside graphillion."""

from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.adapters.libraries import graphillion_api as ours
from support.examples import examples

theirs = pytest.importorskip("graphillion", reason="needs graphillion")
theirs.GraphSet.omp_set_num_threads(1)

NAMES = ["a", "b", "c", "d", "e"]
PAIRS = [(u, v) for u in NAMES for v in NAMES if u < v]


@st.composite
def edge_lists(draw):
    """Edges in some order and direction."""
    edges = draw(st.lists(st.sampled_from(PAIRS), min_size=1, max_size=8, unique=True))
    return [edge[::-1] if draw(st.booleans()) else edge for edge in edges]


def members(family):
    return frozenset(frozenset(each) for each in family)


def set_universes(edges, traversal="as-is"):
    ours.GraphSet.set_universe(edges, traversal)
    theirs.GraphSet.set_universe(edges, "as-is")


@settings(max_examples=examples(40))
@given(edge_lists(), st.data())
def test_families_by_type_are_those_of_graphillion(edges, data):
    set_universes(edges, data.draw(st.sampled_from(["greedy", "bfs", "dfs", "as-is"])))
    vertices = sorted({vertex for edge in edges for vertex in edge})
    some = data.draw(st.lists(st.sampled_from(vertices), min_size=1, max_size=3, unique=True))
    a, b = some[0], some[-1]
    bounds = {vertex: data.draw(st.integers(0, 3)) for vertex in vertices}
    for name, arguments in (
        ("connected_components", (some,)),
        ("cliques", (3,)),
        ("trees", ()),
        ("trees", (a,)),
        ("trees", (None, True)),
        ("forests", (some,)),
        ("forests", (some, True)),
        ("cycles", ()),
        ("cycles", (True,)),
        ("paths", (a, b)),
        ("paths", (a,)),
        ("paths", ()),
        ("paths", (a, b, True)),
        ("matchings", ()),
        ("perfect_matchings", ()),
        ("k_matchings", (2,)),
        ("b_matchings", (bounds,)),
        ("f_factors", (bounds,)),
        ("k_factors", (2,)),
        ("regular_graphs", ()),
        ("regular_graphs", ((1, 2), False)),
        ("bicliques", (2, 2)),
        ("bipartite_graphs", ()),
        ("bipartite_graphs", (False,)),
        ("regular_bipartite_graphs", ()),
        ("regular_bipartite_graphs", ((1, 2), False)),
        ("degree_distribution_graphs", ({0: -1, 1: 2, 2: 1}, True)),
        ("degree_distribution_graphs", ({0: 1, 1: 2, 2: -1}, False)),
        ("letter_P_graphs", ()),
        ("partitions", ()),
        ("partitions", (2, 3)),
        ("balanced_partitions", ()),
        ("balanced_partitions", (bounds, 0.0, 1, 4, 2)),
        ("balanced_partitions", ({vertex: 1 + bounds[vertex] for vertex in vertices}, 2.0)),
        ("steiner_subgraphs", (some,)),
        ("steiner_trees", (some,)),
        ("steiner_paths", (some,)),
        ("graphs", ([[vertex] for vertex in some],)),
        ("graphs", (None, bounds)),
        ("graphs", (None, None, range(2, 4), True)),
        ("graphs", ([[a]], {b: range(3)}, range(1, 5))),
    ):
        here = getattr(ours.GraphSet, name)(*arguments)
        there = getattr(theirs.GraphSet, name)(*arguments)
        assert {frozenset(map(frozenset, graph)) for graph in here} == {
            frozenset(map(frozenset, graph)) for graph in there
        }, (name, arguments)
    through = [c for c in ours.GraphSet.cycles() if {v for e in c for v in e} >= set(some)]
    assert members(ours.GraphSet.steiner_cycles(some)) == members(through)


@given(edge_lists(), st.integers(0, 6), st.integers(0, 6))
def test_induced_graphs_have_all_edges_between_their_vertices(edges, low, high):
    ours.GraphSet.set_universe(edges)
    graph = nx.Graph(edges)
    weight = {vertex: NAMES.index(vertex) for vertex in graph}
    induced = {}
    for size in range(2, len(graph) + 1):
        for vertices in combinations(graph, size):
            part = graph.subgraph(vertices)
            if nx.is_connected(part):
                induced[frozenset(map(frozenset, part.edges))] = sum(map(weight.get, vertices))
    found = ours.GraphSet.induced_graphs()
    assert {frozenset(map(frozenset, part)) for part in found} == set(induced)
    weighted = ours.GraphSet.weighted_induced_graphs(weight, low, high)
    assert {frozenset(map(frozenset, part)) for part in weighted} == {
        part for part, total in induced.items() if low <= total <= high
    }


@settings(max_examples=examples(40))
@given(edge_lists(), st.data())
def test_graphs_with_forbidden_induced_subgraphs_are_those_of_graphillion(edges, data):
    set_universes(edges)
    graphs = data.draw(
        st.lists(st.lists(st.sampled_from(edges), min_size=1, unique=True), max_size=4)
    )
    here, there = (
        library.GraphSet.forbidden_induced_subgraphs(library.GraphSet(graphs))
        for library in (ours, theirs)
    )
    assert members(here) == members(there)


@pytest.mark.parametrize("name", sorted(n for n in dir(theirs.GraphClass) if n[0] != "_"))
@pytest.mark.parametrize("edges", [PAIRS, PAIRS[:7], PAIRS[2:]])
def test_classes_of_graphs_are_those_of_graphillion(name, edges):
    set_universes(edges)
    here = getattr(ours.GraphClass, name)()
    there = getattr(theirs.GraphClass, name)()
    if name == "chordal_bipartite_graphs":  # graphillion has the connected ones only
        here &= ours.GraphSet.bipartite_graphs()
        here -= ours.GraphSet([[]])
        there -= theirs.GraphSet([[]])
    assert members(here) == members(there)


@settings(max_examples=examples(40))
@given(edge_lists(), st.data())
def test_selections_are_those_of_graphillion(edges, data):
    set_universes(edges)
    graphs = st.lists(st.lists(st.sampled_from(edges), unique=True), max_size=6)
    first, second = data.draw(graphs), data.draw(graphs)
    edge, vertex = data.draw(st.sampled_from(edges)), data.draw(st.sampled_from(edges[0]))
    answers = []
    for library in (ours, theirs):
        gs, hs = library.GraphSet(first), library.GraphSet(second)
        families = [gs | hs, gs & hs, gs - hs, gs ^ hs, gs.join(hs), gs.meet(hs), ~gs]
        families += [gs.including(hs), gs.excluding(hs), gs.included(hs), gs.non_subgraphs(hs)]
        families += [gs.including(edge), gs.including(vertex), gs.excluding(edge)]
        families += [gs.excluding(vertex), gs.minimal(), gs.maximal(), gs.complement()]
        families += [gs.larger(1), gs.smaller(2), gs.graph_size(2), gs.add_some_edge()]
        families += [gs.remove_some_edge(), gs.remove_add_some_edges()]
        if hs:
            families += [gs / hs, gs % hs, hs.blocking()]
        for change in ("add", "discard", "flip"):
            changed = gs.copy()
            getattr(changed, change)(edge)
            families.append(changed)
        changed = gs.copy()
        changed.discard(vertex)
        families.append(changed)
        answers.append([*map(members, families), gs <= hs, gs < hs, gs == hs, gs.isdisjoint(hs)])
    assert answers[0] == answers[1]


@given(edge_lists(), st.data())
def test_graphs_come_in_the_order_of_their_weights(edges, data):
    ours.GraphSet.set_universe(edges)
    weights = {edge: data.draw(st.integers(-5, 5)) for edge in edges}
    family = ours.GraphSet({})

    def total(graph):
        return sum(weights[edge] for edge in graph)

    ascending = list(map(total, family.min_iter(weights)))
    assert ascending == sorted(map(total, family))
    assert list(map(total, family.max_iter(weights))) == ascending[::-1]
    bound = data.draw(st.integers(-8, 8))
    assert members(family.cost_le(weights, bound)) == members(
        graph for graph in family if total(graph) <= bound
    )


@settings(max_examples=examples(40))
@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), min_size=1, unique=True),
    st.data(),
)
def test_families_of_directed_graphs_are_those_of_graphillion(pairs, data):
    edges = [(u, v) for u, v in pairs if u != v]
    if not edges:
        return
    ours.DiGraphSet.set_universe(edges)
    theirs.DiGraphSet.set_universe(edges, "as-is")
    vertices = sorted({vertex for edge in edges for vertex in edge})
    a, b = data.draw(st.lists(st.sampled_from(vertices), min_size=2, max_size=2, unique=True))
    into = {vertex: data.draw(st.integers(0, 2)) for vertex in vertices}
    out = {a: range(2)}
    found = ours.DiGraphSet.graphs(into, out)
    assert members(found) == members(
        graph
        for graph in ours.DiGraphSet({})
        if all(sum(v == w for _, w in graph) == number for v, number in into.items())
        and sum(u == a for u, _ in graph) in out[a]
    )
    spanning = nx.is_connected(nx.Graph(edges))  # graphillion's "spanning" means no more otherwise
    for name, arguments in (
        ("directed_cycles", ()),
        ("directed_hamiltonian_cycles", ()),
        ("directed_st_paths", (a, b)),
        ("directed_st_paths", (a, b, True)),
        ("rooted_trees", (a,)),
        ("rooted_trees", (a, spanning)),
        ("rooted_forests", ()),
        ("rooted_forests", ([a],)),
        ("rooted_forests", ([a, b],)),
        ("rooted_forests", ([a, b], spanning)),
        ("rooted_forests", (None, spanning)),
    ):
        here = getattr(ours.DiGraphSet, name)(*arguments)
        there = getattr(theirs.DiGraphSet, name)(*arguments)
        assert members(here) == members(there), (name, arguments)


@settings(max_examples=examples(40))
@given(edge_lists(), st.integers(1, 3))
def test_families_of_vertex_sets_are_those_of_graphillion(edges, distance):
    set_universes(edges)
    for name, arguments in (
        ("independent_sets", (edges, distance)),
        ("dominating_sets", (edges, distance)),
        ("vertex_covers", (edges,)),
        ("cliques", (edges,)),
    ):
        here = getattr(ours.VertexSetSet, name)(*arguments)
        assert members(here) == members(getattr(theirs.VertexSetSet, name)(*arguments)), name
    graphs = ours.GraphSet({})
    assert members(graphs.to_vertexsetset()) == members({v for e in g for v in e} for g in graphs)
    assert members(graphs.to_edgevertexsetset()) == members(
        {*g, *(v for e in g for v in e)} for g in graphs
    )
