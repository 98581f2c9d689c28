import sys

import networkx as nx
import pytest
from hypothesis import given, settings

from families import families, row_set
from nzdd import ZDD
from nzdd.adapters.errors import MissingExtraError
from nzdd.adapters.graphillion import from_setset, to_setset
from nzdd.adapters.networkx import simple_paths
from nzdd.frontier import subsets

graphillion = pytest.importorskip("graphillion", reason="needs graphillion")
setset, GraphSet = graphillion.setset, graphillion.GraphSet
NAMES = "hgfedcba"


@settings(deadline=None)
@given(families())
def test_the_sets_of_a_setset_are_the_rows(family):
    rows, _ = family
    setset.set_universe([*NAMES])
    theirs = setset([{NAMES[symbol] for symbol in row} for row in rows])
    zdd, objects = from_setset(theirs)
    zdd.verify()
    assert objects == [*NAMES]
    assert set(zdd) == row_set(rows)
    assert to_setset(zdd) == theirs


@settings(deadline=None)
@given(families())
def test_symbols_are_found_by_their_names(family):
    rows, num_symbols = family
    setset.set_universe([*NAMES])
    names = sorted(NAMES)[:num_symbols]  # against the order of the universe
    theirs = to_setset(ZDD.from_rows(rows, num_symbols=num_symbols), names)
    assert {frozenset(row) for row in theirs} == {
        frozenset(names[symbol] for symbol in row) for row in rows
    }


def test_families_that_nobody_could_list_go_both_ways():
    setset.set_universe(list(range(100)))
    family = subsets(100, 50)
    theirs = to_setset(family)
    assert theirs.len() == family.count() > 10**28
    assert from_setset(theirs)[0] == family


def test_the_paths_of_a_grid_are_those_of_graphillion():
    graph = nx.grid_2d_graph(5, 5)
    GraphSet.set_universe(list(graph.edges))
    theirs, objects = from_setset(GraphSet.paths((0, 0), (4, 4)))
    ours, edges = simple_paths(graph, (0, 0), (4, 4))
    assert theirs.count() == ours.count() == 8512
    assert to_setset(ours, edges, GraphSet) == GraphSet.paths((0, 0), (4, 4))
    named = {frozenset(edges[symbol] for symbol in row) for row in ours}
    assert {frozenset(objects[symbol] for symbol in row) for row in theirs} == named


def test_universes_that_do_not_fit_are_refused():
    setset.set_universe(["a", "b"])
    with pytest.raises(ValueError, match="has 3 symbols, but the universe of setset 2 objects"):
        to_setset(subsets(3, 1))
    with pytest.raises(ValueError, match=r"'c' is not in the universe of setset; setset\.set_uni"):
        to_setset(subsets(2, 1), ["a", "c"])
    with pytest.raises(ValueError, match="1 different objects are given for 2 symbols"):
        to_setset(subsets(2, 1), ["a", "a"])
    with pytest.raises(TypeError, match="not list"):
        from_setset([[0]])


def test_a_universe_in_the_form_of_a_graph_is_refused(monkeypatch):
    GraphSet.set_universe([(1, 2), (2, 3)])
    monkeypatch.setitem(GraphSet.converters, "to_graph", nx.Graph)
    with pytest.raises(TypeError, match="the universe of GraphSet comes as a Graph"):
        from_setset(GraphSet())


@pytest.mark.parametrize("kind", [graphillion.DiGraphSet, graphillion.VertexSetSet])
def test_sets_of_arcs_and_of_vertices_go_both_ways(kind):
    graphillion.DiGraphSet.set_universe([(1, 2), (2, 3), (3, 1)])
    GraphSet.set_universe([(1, 2), (2, 3), (3, 1)])
    a, b, c = kind.universe()
    theirs = kind([[a], [b, c]])
    zdd, objects = from_setset(theirs)
    assert {frozenset(objects[symbol] for symbol in row) for row in zdd} == {
        frozenset([a]),
        frozenset([b, c]),
    }
    assert to_setset(zdd, objects, kind).dumps() == theirs.dumps()


def test_the_extra_is_named_where_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "graphillion", None)
    with pytest.raises(MissingExtraError, match=r'pip install "nzdd\[bench\]"'):
        to_setset(subsets(2, 1))
