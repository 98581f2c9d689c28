from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD
from nzdd.adapters.libraries.networkx import to_networkx
from nzdd.drawing.dot import to_dot
from nzdd.drawing.excerpt import excerpt_of
from nzdd.families import power_set
from support.sets.diagrams import labels_of, nzdds, zdds
from support.sets.families import total_weights

MOST = 10**6


def edges_of(drawing):
    """Each edge with the numbers of its ends, its labels, its branch and its multiplicity."""
    bounds = drawing.label_offsets.tolist()
    labels = [tuple(sorted(drawing.labels[a:b].tolist())) for a, b in pairwise(bounds)]
    ends = (drawing.node[drawing.source].tolist(), drawing.node[drawing.target].tolist())
    return [*zip(*ends, labels, drawing.low.tolist(), drawing.multiplicity.tolist(), strict=True)]


def graph_of(drawing):
    """The drawn nodes and edges by their numbers in the diagram."""
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(drawing.node.tolist())
    graph.add_edges_from(edge[:2] for edge in edges_of(drawing))
    return graph


@st.composite
def diagrams(draw_one):
    """A ZDD or an NZDD."""
    return draw_one(st.one_of(zdds(), nzdds()))[2]


@given(nzdds())
def test_a_whole_nzdd_has_all_its_edges(found):
    _, _, nzdd = found
    drawing = excerpt_of(nzdd, MOST, MOST)
    ends = (nzdd.source.tolist(), nzdd.target.tolist(), labels_of(nzdd))
    wanted = zip(*ends, [False] * nzdd.num_edges, nzdd.multiplicity.tolist(), strict=True)
    assert edges_of(drawing) == [*wanted]
    assert drawing.node.tolist() == [*range(nzdd.num_nodes)]
    assert (drawing.root, drawing.leaf) == (0, nzdd.num_nodes - 1)
    assert (drawing.left_out, drawing.cut.any()) == ("", False)
    assert np.all(drawing.layer[drawing.source] < drawing.layer[drawing.target])


@given(zdds())
def test_the_paths_of_a_whole_zdd_are_its_rows_and_each_edge_knows_the_weight_of_its_own(found):
    rows, weights, zdd = found
    drawing = excerpt_of(zdd, MOST, MOST)
    assert np.all(drawing.layer[drawing.source] < drawing.layer[drawing.target])
    edges = edges_of(drawing)
    if weights is None:
        weights = total_weights(rows, [1] * len(rows))
        totals = dict.fromkeys(weights, 1) if zdd.low_weight is None else weights
    else:
        totals = total_weights(rows, weights)
    through = [0.0] * len(edges)
    waiting, spelled = [(drawing.root, ())], set()
    while waiting:
        node, path = waiting.pop()
        if node == 1:
            row = tuple(sorted(symbol for edge in path for symbol in edges[edge][2]))
            spelled.add(row)
            for edge in path:
                through[edge] += totals[row]
        for number, edge in enumerate(edges):
            if edge[0] == node:
                waiting.append((edge[1], (*path, number)))
    assert spelled == set(totals)
    assert through == [edge[4] for edge in edges]
    assert drawing.total == sum(totals.values())


@given(diagrams(), st.integers(1, 12), st.integers(0, 12))
def test_a_part_is_connected_and_says_what_is_missing(diagram, max_nodes, max_edges):
    whole, part = excerpt_of(diagram, MOST, MOST), excerpt_of(diagram, max_nodes, max_edges)
    assert part.num_nodes <= max_nodes
    assert part.num_edges <= max(max_nodes, max_edges)
    assert set(edges_of(part)) <= set(edges_of(whole))
    assert whole.root in part.node
    lost = whole.num_nodes + whole.num_edges - part.num_nodes - part.num_edges
    assert bool(part.left_out) == (lost > 0)
    # the leaf of the empty family is reached by no edge
    assert nx.is_weakly_connected(graph_of(part)) or not whole.num_edges
    before, after = graph_of(whole), graph_of(part)
    cut = [before.degree(node) > after.degree(node) for node in part.node.tolist()]
    assert part.cut.tolist() == cut


@given(diagrams(), st.integers(0, 4), st.data())
def test_a_neighbourhood_is_what_is_near_along_or_against_the_edges(diagram, radius, data):
    whole = graph_of(excerpt_of(diagram, MOST, MOST))
    node = data.draw(st.sampled_from([*whole]))
    part = excerpt_of(diagram, MOST, MOST, around=node, radius=radius)
    near = {
        other
        for graph in (whole, whole.reverse())
        for other in nx.single_source_shortest_path_length(graph, node, cutoff=radius)
    }
    assert set(part.node.tolist()) == near
    assert sorted(graph_of(part).edges()) == sorted(whole.subgraph(near).edges())


@given(diagrams(), st.integers(1, 12), st.integers(0, 12))
def test_folded_edges_stand_for_all_edges(diagram, max_nodes, max_edges):
    whole = excerpt_of(diagram, MOST, MOST)
    part = excerpt_of(diagram, max_nodes, max_edges, fold=True)
    assert set(part.node.tolist()) <= set(whole.node.tolist())
    assert part.num_edges <= max(max_nodes, max_edges)
    of_pair = {}
    for edge in edges_of(whole):
        of_pair.setdefault(edge[:2], []).append(edge)
    for edge, count in zip(edges_of(part), part.parallel.tolist(), strict=True):
        parallel = of_pair[edge[:2]]
        if count == 1:
            assert edge in parallel
            continue
        assert count == len(parallel) > (4 if whole.num_edges <= 60 else 1)
        assert edge[4] == sum(other[4] for other in parallel)
        assert edge[2] in {
            other[2] for other in parallel if other[4] == max(o[4] for o in parallel)
        }
    if not part.left_out:
        assert part.parallel.sum() == whole.num_edges


def test_the_nearest_nodes_with_most_rows_come_first():
    rows = [[0, 2], [0, 3], [1, 4], [1, 5], [1, 6]]
    zdd = ZDD.from_rows(rows, order="natural")
    part = excerpt_of(zdd, 3, 9)
    graph = to_networkx(zdd)
    nearest = nx.single_source_shortest_path_length(graph, zdd.root)
    assert set(part.node.tolist()) == {zdd.root} | {n for n, d in nearest.items() if d == 1 and n}


def test_numbers_of_rows_beyond_all_doubles():
    everything = power_set(1200)
    assert everything.count() == 2**1200
    drawing = excerpt_of(everything, 10, 40)
    assert np.isinf(drawing.total)
    assert np.all(drawing.multiplicity > 0)
    assert to_dot(everything, max_nodes=10).count("->") == 19


def test_what_cannot_be_drawn_is_refused():
    nzdd = NZDD.from_rows([[0, 1], [2]])
    with pytest.raises(ValueError, match=r"around is 7, but the nodes .* have the numbers 0 to 1"):
        excerpt_of(nzdd, 9, 9, around=7)
    with pytest.raises(ValueError, match="radius is -1; it must not be negative"):
        excerpt_of(nzdd, 9, 9, radius=-1)
    with pytest.raises(ValueError, match="max_nodes is 0; a picture needs at least one node"):
        excerpt_of(nzdd, 0, 9)
    with pytest.raises(TypeError, match="not list"):
        excerpt_of([], 9, 9)
