"""The programs of graphillion's documentation, and counts that are published."""

import io
import pickle
import re
from itertools import pairwise

import networkx as nx
import pytest

from nzdd import ZDD
from nzdd.adapters.libraries.graphillion_api import (
    DiGraphSet,
    EdgeVertexSetSet,
    GraphSet,
    Universe,
    VertexSetSet,
    setset,
)
from nzdd.adapters.libraries.graphillion_api import tutorial as tl

LADDER = [(1, 2), (1, 4), (2, 3), (2, 5), (3, 6), (4, 5), (5, 6)]


def test_small_paths_that_pass_the_key_before_the_treasure():
    """All paths of a grid of 4 x 4, one after the other."""
    GraphSet.set_universe(tl.grid(3, 3))
    key, treasure = 11, 6
    paths = GraphSet.paths(1, 16)
    paths_to_key = GraphSet.paths(1, key).excluding(treasure)
    found = paths.including(paths_to_key).including(treasure)
    graph = nx.Graph(tl.grid(3, 3))
    walks = [path for path in nx.all_simple_paths(graph, 1, 16) if {key, treasure} <= {*path}]
    first = [path for path in walks if path.index(key) < path.index(treasure)]
    assert 0 < len(first) == len(found) < len(walks)
    edges = [{frozenset(leg) for leg in pairwise(path)} for path in first]
    assert all({frozenset(leg) for leg in path} in edges for path in found)
    assert all(path in found and tl.how_many_turns(path) > 1 for path in found.rand_iter())
    assert len(next(found.min_iter())) == min(map(len, edges))


@pytest.mark.slow
def test_paths_on_a_grid_that_pass_the_key_before_the_treasure():
    GraphSet.set_universe(tl.grid(8, 8))
    paths = GraphSet.paths(1, 81)
    assert len(paths) == 3266598486981642
    key, treasure = 64, 18
    paths_to_key = GraphSet.paths(1, key).excluding(treasure)
    treasure_paths = paths.including(paths_to_key).including(treasure)
    assert len(treasure_paths) == 789438891932744
    assert treasure_paths < paths
    drawn = [path for path, _ in zip(treasure_paths.rand_iter(), range(20), strict=False)]
    assert len(set(map(tuple, drawn))) == 20
    assert all(path in treasure_paths and tl.how_many_turns(path) > 1 for path in drawn)
    shortest = next(treasure_paths.min_iter())
    assert len(shortest) == min(map(len, [shortest, *drawn]))


@pytest.mark.parametrize(("size", "houses"), [(6, 14), pytest.param(8, 23, marks=pytest.mark.slow)])
def test_power_flows_on_a_distribution_network(size, houses):
    universe = tl.grid(size, size, 0.37)
    edges = 2 * size * (size + 1)
    assert len(universe) == edges - int(0.37 * edges)
    last = (size + 1) ** 2
    GraphSet.set_universe(universe)
    generators = [1, size + 1, last - size, last]
    forests = GraphSet.forests(roots=generators, is_spanning=True)
    too_large_trees = GraphSet()
    for substation in generators:
        too_large_trees |= GraphSet.trees(root=substation).larger(houses)
    safe_forests = forests.excluding(too_large_trees)
    for forest in safe_forests.rand_iter():  # any one: no generator serves more of them
        graph = nx.Graph(forest)
        assert nx.is_forest(graph)
        assert all(
            len(nx.node_connected_component(graph, each)) <= houses + 1 for each in generators
        )
        assert set(graph) == set(range(1, last + 1))
        break
    closed_switches = (forests - safe_forests).choice()
    scores = {switch: 1 if switch in closed_switches else -1 for switch in universe}
    best = next(safe_forests.max_iter(scores))
    assert best in safe_forests
    failures = safe_forests.blocking().minimal()
    failure = failures.choice()
    for line in failure:
        safe_forests = safe_forests.excluding(line)
    assert len(safe_forests) == 0
    assert 0 < len(failures.smaller(5)) < len(failures)


def test_graphs_are_made_of_lists_constraints_and_types():
    GraphSet.set_universe(LADDER)
    assert repr(GraphSet([[(1, 4)], [(1, 2), (2, 3)]])) == "GraphSet([[(1, 4)], [(1, 2), (2, 3)]])"
    assert repr(GraphSet()) == "GraphSet([])"
    assert len(GraphSet({})) == 2**7
    constrained = GraphSet({"include": [(1, 4)], "exclude": [(1, 2), (2, 3)]})
    assert len(constrained) == 2**4
    start, end, zero_or_two = 1, 6, range(0, 3, 2)
    degrees = {start: 1, end: 1, 2: zero_or_two, 3: zero_or_two, 4: zero_or_two, 5: zero_or_two}
    found = GraphSet.graphs(vertex_groups=[[start, end]], degree_constraints=degrees, no_loop=True)
    assert found == GraphSet.paths(1, 6)
    paths = GraphSet.paths(1, 6).excluding((1, 4)).including(2)
    assert sorted(paths) == [[(1, 2), (2, 3), (3, 6)], [(1, 2), (2, 5), (5, 6)]]


def test_the_shortest_paths_with_and_without_two_congested_roads():
    """An entrance examination of Hokkaido University, 2014: 4 x 4 blocks, all ways of 8 roads."""
    GraphSet.set_universe(tl.grid(4, 4))
    slow, fast = (10, 15), (17, 18)
    paths = GraphSet.paths(21, 5).len(8)
    assert len(paths) == 70  # 8 over 4
    assert len(paths.including(fast)) == 2 * 10  # to its left end, and from its right end
    without_fast = paths.excluding(fast).including(slow)
    assert len(without_fast) == len([p for p in paths if slow in p and fast not in p])
    minutes = {edge: 1 if edge == fast else 8 if edge == slow else 2 for edge in tl.grid(4, 4)}
    assert len(GraphSet.paths(21, 5)) == 8512
    quickest = next(GraphSet.paths(21, 5).min_iter(minutes))
    assert sum(minutes[edge] for edge in quickest) == 7 * 2 + 1


@pytest.mark.parametrize(
    ("rows", "paths", "cycles", "trees", "matchings"),
    [
        (2, 12, 13, 192, 131),
        (3, 184, 213, 100352, 10012),
        (4, 8512, 9349, 557568000, 2810694),
        (5, 1262816, 1222363, 32565539635200, 2989126727),
    ],
)
def test_published_numbers_of_subgraphs_of_grids(rows, paths, cycles, trees, matchings):
    """OEIS A007764, A140517, A007341 and A028420."""
    GraphSet.set_universe(tl.grid(rows))
    assert len(GraphSet.paths(1, (rows + 1) ** 2)) == paths
    assert len(GraphSet.cycles()) == cycles
    assert len(GraphSet.trees(is_spanning=True)) == trees
    assert len(GraphSet.matchings()) == matchings


def test_families_go_to_files_and_back_with_their_universe():
    GraphSet.set_universe([(1, 2, 2.0), (1, 4, -3.0), (2, 3)])
    family = GraphSet([[(1, 2), (1, 4)], [(2, 3)]])
    binary, text = io.BytesIO(), io.StringIO()
    family.dump(binary)
    family.dump(text)
    universe = pickle.dumps(GraphSet.universe())
    GraphSet.set_universe(LADDER)
    GraphSet.set_universe(pickle.loads(universe), traversal="as-is")
    for file in (binary, text):
        file.seek(0)
        assert GraphSet.load(file) == family
    assert GraphSet.loads(family.dumps()) == family
    assert next(family.max_iter()) == [(2, 3)]  # the weights of the universe: 1 and -1


def test_graphs_of_networkx_go_in_and_come_out(monkeypatch):
    monkeypatch.setitem(GraphSet.converters, "to_graph", nx.Graph)
    monkeypatch.setitem(GraphSet.converters, "to_edges", nx.Graph.edges)
    board = nx.grid_2d_graph(3, 3)
    GraphSet.set_universe(board)
    assert nx.utils.graphs_equal(GraphSet.universe(), nx.Graph(board))
    paths = GraphSet.paths((0, 0), (2, 2))
    assert len(paths) == 12
    path = paths.choice()
    assert isinstance(path, nx.Graph)
    assert nx.is_path(path, nx.shortest_path(path, (0, 0), (2, 2)))
    assert path in paths
    assert len(paths.including((1, 1))) + len(paths.excluding((1, 1))) == 12
    assert GraphSet([path]) == paths.including(path)


def test_graphs_of_edge_lists_of_networkx_and_all_subgraphs(monkeypatch):
    monkeypatch.setitem(GraphSet.converters, "to_graph", nx.from_edgelist)
    monkeypatch.setitem(GraphSet.converters, "to_edges", nx.to_edgelist)
    GraphSet.set_universe(nx.path_graph(4))
    assert len(GraphSet({})) == 2**3
    assert len(GraphSet({"include": nx.path_graph(2)})) == 2**2
    assert isinstance(Universe.edge_universe(), nx.Graph)


def test_a_universe_is_a_graph_of_another_library():
    GraphSet.set_universe(nx.grid_2d_graph(3, 3))
    assert len(GraphSet.paths((0, 0), (2, 2))) == 12
    DiGraphSet.set_universe(nx.DiGraph([("a", "b"), ("b", "a")]))
    assert len(DiGraphSet.directed_cycles()) == 1
    igraph = pytest.importorskip("igraph", reason="needs igraph")
    GraphSet.set_universe(igraph.Graph.Lattice([3, 3], circular=False))
    assert len(GraphSet.paths(0, 8)) == 12
    Universe.set_universe(igraph.Graph.TupleList([("a", "b"), ("b", "c")]))
    assert len(GraphSet.paths("a", "c")) == 1


def test_vertices_of_sets_of_pairs():
    setset.set_universe([(1, 2), (2, 3), (1, 3)])
    family = setset([{(1, 2)}, {(1, 2), (2, 3)}])
    assert set(map(frozenset, family.to_vertexsetset())) == {
        frozenset({1, 2}),
        frozenset({1, 2, 3}),
    }
    assert set(map(frozenset, family.to_edgevertexsetset())) == {
        frozenset({(1, 2), 1, 2}),
        frozenset({(1, 2), (2, 3), 1, 2, 3}),
    }
    assert {(1, 2)} in family
    setset.set_universe([1])
    with pytest.raises(TypeError, match="1 is no edge"):
        setset([{1}]).to_vertexsetset()


def test_how_likely_vertices_are_connected():
    GraphSet.set_universe([(1, 2), (2, 3), (1, 3)])
    chance = {(1, 2): 0.5, (3, 2): 0.5, (1, 3): 0.25}
    assert GraphSet.reliability(chance, [1, 3]) == 0.25 + 0.75 * 0.25
    assert EdgeVertexSetSet.reliability(chance, [1, 3]) == 0.25 + 0.75 * 0.25
    assert EdgeVertexSetSet.reliability(chance, None) == 1
    with pytest.raises(KeyError):
        GraphSet.reliability({(1, 9): 0.5}, [1])


def test_a_share_of_edges_that_cannot_be_left_out_is_refused():
    with pytest.raises(ValueError, match=r"lies in \[0, 0.4\)"):
        tl.grid(3, 3, 0.5)
    with pytest.raises(ValueError, match="without 6 of its 16 edges"):
        tl.grid(1, 5, 0.39)


def test_sets_of_names():
    setset.set_universe(["pear", "fig", "plum"])
    family = setset([{"pear"}, {"fig", "plum"}])
    assert repr(family) == "setset([set(['pear']), set(['fig', 'plum'])])"
    family.add({"date"})
    assert setset.universe() == ["pear", "fig", "plum", "date"]
    assert {"date"} in family
    assert len(~family) == 2**4 - 3
    everything = {"pear", "fig", "plum", "date"}
    added = {frozenset({*each, more}) for each in family for more in everything - each}
    removed = {frozenset(each - {less}) for each in family for less in each}
    exchanged = {
        frozenset(each - {less} | {more})
        for each in family
        for less in each
        for more in everything - each
    }
    assert set(map(frozenset, family.add_some_element())) == added
    assert set(map(frozenset, family.remove_some_element())) == removed
    assert set(map(frozenset, family.remove_add_some_elements())) == exchanged
    assert list(family.hitting().minimal()) != []
    assert all(each & other for each in family.hitting() for other in family)


def test_a_family_keeps_the_universe_it_was_made_over():
    GraphSet.set_universe([(1, 2), (2, 3)])
    family, empty = GraphSet([[(2, 3)]]), GraphSet()
    GraphSet.set_universe([("a", "b"), ("b", "c"), ("c", "d")])
    other = GraphSet([[("a", "b")]])
    assert list(family) == [[(2, 3)]]
    with pytest.raises(ValueError, match="GraphSet are over different universes"):
        family | other
    with pytest.raises(ValueError, match="over another universe"):
        family.to_vertexsetset()
    empty |= other  # without a set it is the same over each
    assert empty == other


def test_sets_larger_than_len_can_say():
    setset.set_universe(range(200))
    everything = setset({})
    assert everything.len() == 2**200
    with pytest.raises(OverflowError):
        len(everything)
    assert repr(everything).startswith("setset([set([]), set([0]), set([1])")
    assert len(next(everything.rand_iter())) < 200


def test_vertices_and_edges_in_one_set():
    Universe.set_universe(LADDER, weights={(1, 2): 3, 1: 2.0}, isolated=[7])
    assert (1, 2, 3) in GraphSet.universe()
    assert (1, 2.0) in VertexSetSet.universe()
    assert VertexSetSet.universe()[-1] == 7
    both = Universe.edge_vertex_universe()
    assert set(both) == {*LADDER, 1, 2, 3, 4, 5, 6, 7}
    for edge in LADDER:
        assert all(both.index(edge) < both.index(vertex) for vertex in edge)
    paths = GraphSet.paths(1, 6).to_edgevertexsetset()
    assert [(1, 4), (4, 5), (5, 6), 1, 4, 5, 6] in paths
    assert len(EdgeVertexSetSet({})) == 2**7
    assert [7] in ~paths
    assert [(1, 2)] not in map(list, ~GraphSet().to_edgevertexsetset())
    graphs = ~EdgeVertexSetSet()
    assert len(graphs) == sum(
        2 ** (7 - len({vertex for edge in graph for vertex in edge})) for graph in GraphSet({})
    )
    Universe.set_vertex_universe([(0, 0), (0, 1)], tuple_vertex=True)
    assert VertexSetSet.universe() == [(0, 0), (0, 1)]
    VertexSetSet.set_universe([1, (2,), (3, 10)])
    assert VertexSetSet.universe() == [1, 2, (3, 10)]
    assert next(VertexSetSet({}).max_iter()) == [1, 2, 3]
    with pytest.raises(ValueError, match="vertex 1 has edges"):
        Universe.set_universe(LADDER, isolated=[1])


def test_directed_graphs_have_directions():
    DiGraphSet.set_universe([(1, 2), (2, 3), (3, 1)])
    assert DiGraphSet([[(2, 1)]]) == DiGraphSet([[(1, 2)]])  # where it is the only one
    with pytest.raises(KeyError):
        DiGraphSet([[(1, 4)]])
    assert list(DiGraphSet.directed_cycles()) == [[(1, 2), (2, 3), (3, 1)]]
    assert DiGraphSet.rooted_trees(1).larger(1).choice() == [(1, 2), (2, 3)]


def test_vertices_of_several_types_have_no_order():
    GraphSet.set_universe([(1, "a"), ("a", (2, 3)), ((2, 3), 1)])
    assert GraphSet.cycles().len() == 1
    assert set(GraphSet.cycles().choice()) == {(1, "a"), ("a", (2, 3)), ((2, 3), 1)}
    assert set(VertexSetSet({"include": [1, "a"]}).maximal().choice()) == {1, "a", (2, 3)}
    assert len(GraphSet.paths(1, "a").to_edgevertexsetset().choice()) > 2


def test_what_cannot_be_said_is_refused_with_a_cure():
    GraphSet.set_universe(LADDER)
    with pytest.raises(ValueError, match="empty groups stand beside groups"):
        GraphSet.graphs(vertex_groups=[[1], []])
    with pytest.raises(ZeroDivisionError):
        GraphSet({}) / GraphSet()
    with pytest.raises(TypeError, match="is no edge"):
        GraphSet.set_universe([1, 2])
    with pytest.raises(ValueError, match="source 9 is not a vertex"):
        GraphSet.set_universe(LADDER, source=9)


def test_wrong_weights_and_texts_are_named():
    GraphSet.set_universe(LADDER)
    edge = GraphSet.universe()[0]
    with pytest.raises(ValueError, match=f"the weight of {re.escape(repr(edge[:2]))} is NaN"):
        next(GraphSet({}).min_iter({edge[:2]: float("nan")}))
    with pytest.raises(ValueError, match="the text, line 1: the dump is cut off"):
        GraphSet.loads("hello")


def test_families_are_diagrams_with_the_names_of_the_objects():
    GraphSet.set_universe(LADDER)
    paths = GraphSet.paths(1, 6)
    assert set(map(frozenset, paths.zdd.named_rows())) == set(map(frozenset, paths))
    assert GraphSet.from_zdd(paths.zdd) == paths
    assert GraphSet.from_zdd(ZDD.from_rows([[6, 0]], order="sifting")) == GraphSet(
        [[GraphSet.universe()[0], GraphSet.universe()[6]]]
    )
    with pytest.raises(KeyError):
        GraphSet.from_zdd(ZDD.from_rows([["road"]], names=["road"]))
    with pytest.raises(ValueError, match="does not fit"):
        GraphSet.from_zdd(ZDD.from_rows([[7]]))
