from itertools import product

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.networkx import colour


@given(st.integers(0, 6), st.floats(0, 1), st.integers(0, 2**31))
def test_neighbours_differ_and_no_fewer_colours_do(size, density, seed):
    graph = nx.relabel_nodes(nx.gnp_random_graph(size, density, seed), str)
    colours, result = colour(graph)
    assert set(colours) == set(graph)
    assert all(colours[one] != colours[other] for one, other in graph.edges)
    assert len(set(colours.values())) == result.fun == result.dual_bound
    assert result.fun == fewest(graph)


def fewest(graph):
    """The chromatic number, of all maps from nodes to colours."""
    each = [
        dict(zip(graph, known, strict=True))
        for known in product(range(len(graph)), repeat=len(graph))
    ]
    return min(
        len(set(colour.values()))
        for colour in each
        if all(colour[u] != colour[v] for u, v in graph.edges)
    )


def test_parallel_edges_count_once():
    colours, _ = colour(nx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c")]))
    assert colours["a"] == colours["c"] != colours["b"]


def test_what_has_no_colouring_is_refused_by_name():
    with pytest.raises(ValueError, match="node 'b' is its own neighbour"):
        colour(nx.Graph([("a", "b"), ("b", "b")]))
    with pytest.raises(ValueError, match=r"directed, and a colouring .*to_undirected"):
        colour(nx.DiGraph([("a", "b")]))
    with pytest.raises(TypeError, match="not list"):
        colour([("a", "b")])


def test_a_limit_leaves_a_colouring():
    graph = nx.gnp_random_graph(200, 0.5, seed=1)
    colours, result = colour(graph, time_limit=0)
    assert all(colours[one] != colours[other] for one, other in graph.edges)
    assert result.dual_bound <= result.fun == len(set(colours.values()))
