import networkx as nx
import pytest
from hypothesis import given

from nzdd import NZDD, ZDD
from nzdd.adapters.files import itemsets
from nzdd.adapters.files.diagrams import dumps
from nzdd.adapters.libraries.graphillion import from_graphillion, to_graphillion
from nzdd.adapters.libraries.networkx import edge_sets
from nzdd.families import sets_of_size, simple_paths
from support.sets.families import families, lists_of, row_set

graphillion = pytest.importorskip("graphillion", reason="needs graphillion")
setset, GraphSet = graphillion.setset, graphillion.GraphSet
NAMES = "hgfedcba"


@given(families())
def test_the_sets_of_a_setset_are_the_rows(family):
    rows, _ = family
    setset.set_universe([*NAMES])
    theirs = setset([{NAMES[symbol] for symbol in row} for row in rows])
    zdd, objects = from_graphillion(theirs)
    zdd.verify()
    assert objects == [*NAMES]
    assert set(zdd) == row_set(rows)
    assert to_graphillion(zdd) == theirs


@given(families())
def test_symbols_are_found_by_their_names(family):
    rows, num_symbols = family
    setset.set_universe([*NAMES])
    names = sorted(NAMES)[:num_symbols]  # against the order of the universe
    theirs = to_graphillion(ZDD.from_rows(rows, num_symbols=num_symbols), names)
    assert {frozenset(row) for row in theirs} == {
        frozenset(names[symbol] for symbol in row) for row in rows
    }


def test_families_that_nobody_could_list_go_both_ways():
    setset.set_universe(list(range(100)))
    family = sets_of_size(100, 50)
    theirs = to_graphillion(family)
    assert theirs.len() == family.count() > 10**28
    assert from_graphillion(theirs)[0] == family


def test_the_paths_of_a_grid_are_those_of_graphillion():
    graph = nx.grid_2d_graph(5, 5)
    GraphSet.set_universe(list(graph.edges))
    theirs, objects = from_graphillion(GraphSet.paths((0, 0), (4, 4)))
    ours, edges = edge_sets(simple_paths, graph, (0, 0), (4, 4))
    assert theirs.count() == ours.count() == 8512
    assert to_graphillion(ours, edges, GraphSet) == GraphSet.paths((0, 0), (4, 4))
    named = {frozenset(edges[symbol] for symbol in row) for row in ours}
    assert {frozenset(objects[symbol] for symbol in row) for row in theirs} == named


def test_universes_that_do_not_fit_are_refused():
    setset.set_universe(["a", "b"])
    with pytest.raises(ValueError, match="has 3 symbols, but the universe of setset 2 objects"):
        to_graphillion(sets_of_size(3, 1))
    with pytest.raises(ValueError, match=r"'c' is not in the universe of setset; setset\.set_uni"):
        to_graphillion(sets_of_size(2, 1), ["a", "c"])
    with pytest.raises(ValueError, match="1 different objects are given for 2 symbols"):
        to_graphillion(sets_of_size(2, 1), ["a", "a"])
    with pytest.raises(TypeError, match="not list"):
        from_graphillion([[0]])
    with pytest.raises(TypeError, match="only a ZDD becomes a setset, not NZDD"):
        to_graphillion(NZDD.from_rows([[0]]))
    with pytest.raises(TypeError, match="objects of a universe must be hashable"):
        to_graphillion(sets_of_size(2, 1), [["a"], ["b"]])
    with pytest.raises(TypeError, match="one of its kin in graphillion, not <class 'set'>"):
        to_graphillion(sets_of_size(2, 1), kind=set)


def test_a_setset_of_a_larger_universe_is_refused():
    setset.set_universe(["a", "b", "c"])
    theirs = setset([{"a"}, {"b", "c"}])
    setset.set_universe(["x", "y"])
    with pytest.raises(ValueError, match=r"made over another universe than the one of 2 objects"):
        from_graphillion(theirs)


def test_real_item_sets_go_both_ways(data):
    family = itemsets.read(data / "itemsets" / "mushroom.dat.gz")
    setset.set_universe(list(range(family.num_symbols)))
    theirs = setset([*map(set, lists_of(family))])
    ours, universe = from_graphillion(theirs)
    assert universe == list(range(family.num_symbols))
    assert ours == ZDD.from_rows(family)
    assert to_graphillion(ours) == theirs


def test_dumps_of_graphillion_are_read_and_ours_loaded(data, tmp_path):
    family = ZDD.from_rows(itemsets.read(data / "itemsets" / "connect_first10000.dat.gz"))
    setset.set_universe(list(range(family.num_symbols)))
    theirs = to_graphillion(family)
    with (tmp_path / "theirs.zdd").open("wb") as file:
        theirs.dump(file)
    dumps.write(family, tmp_path / "ours.zdd")
    assert dumps.read(tmp_path / "theirs.zdd", num_symbols=family.num_symbols) == family
    with (tmp_path / "ours.zdd").open("rb") as file:
        assert setset.load(file) == theirs


def test_a_universe_in_the_form_of_a_graph_is_refused(monkeypatch):
    GraphSet.set_universe([(1, 2), (2, 3)])
    monkeypatch.setitem(GraphSet.converters, "to_graph", nx.Graph)
    with pytest.raises(TypeError, match="the universe of GraphSet comes as a Graph"):
        from_graphillion(GraphSet())


@pytest.mark.parametrize("kind", [graphillion.DiGraphSet, graphillion.VertexSetSet])
def test_sets_of_arcs_and_of_vertices_go_both_ways(kind):
    graphillion.DiGraphSet.set_universe([(1, 2), (2, 3), (3, 1)])
    GraphSet.set_universe([(1, 2), (2, 3), (3, 1)])
    a, b, c = kind.universe()
    theirs = kind([[a], [b, c]])
    zdd, objects = from_graphillion(theirs)
    assert {frozenset(objects[symbol] for symbol in row) for row in zdd} == {
        frozenset([a]),
        frozenset([b, c]),
    }
    assert to_graphillion(zdd, objects, kind).dumps() == theirs.dumps()
