"""Independent sets heavier than a threshold against all independent sets."""

from itertools import chain

import networkx as nx
import numpy as np
import pytest

from nzdd import _core


def neighbours(graph):
    """The neighbours of each vertex, one after the other, and where those of each begin."""
    near = [sorted(graph[v]) for v in graph]
    offsets = np.cumsum([0, *map(len, near)])
    return offsets.astype(np.int64), np.array([*chain(*near)], np.uint32)


@pytest.mark.parametrize("seed", range(40))
def test_heavy_sets_are_maximal_and_none_is_missed(seed):
    random = np.random.default_rng(seed)
    size = int(random.integers(1, 13))
    graph = nx.gnp_random_graph(size, random.random(), seed=seed)
    weights = random.integers(0, 5, size)
    sets = {frozenset(each) for each in nx.find_cliques(nx.complement(graph))}
    heaviest = max(sum(weights[v] for v in each) for each in sets)
    for threshold in range(heaviest + 2):
        offsets, vertices = _core.heavy_sets(*neighbours(graph), weights, threshold, 5, None)
        found = [frozenset(each.tolist()) for each in np.split(vertices, offsets[1:-1])]
        if threshold >= heaviest:
            assert offsets.tolist() == [0]
        else:
            assert 1 <= len(found) <= 5
            assert sets.issuperset(found)
            assert all(sum(weights[v] for v in each) > threshold for each in found)


def test_heavy_sets_refuse_arrays_that_do_not_fit():
    offsets, near = np.array([0, 1, 2]), np.array([1, 0], np.uint32)
    with pytest.raises(ValueError, match="1 weights for 2 vertices"):
        _core.heavy_sets(offsets, near, np.ones(1, np.int64), 0, 1, None)
    with pytest.raises(ValueError, match="holds symbol 7"):
        _core.heavy_sets(offsets, near + np.uint32(6), np.ones(2, np.int64), 0, 1, None)


@pytest.mark.parametrize("seed", range(5))
def test_heavy_sets_of_many_words(seed):
    """The independent sets of a graph whose parts are complete have a vertex of each part."""
    random = np.random.default_rng(seed)
    sizes = random.integers(1, 60, 7)
    graph = nx.disjoint_union_all(map(nx.complete_graph, sizes.tolist()))
    weights = random.integers(0, 1000, sizes.sum())
    heaviest = sum(part.max() for part in np.split(weights, np.cumsum(sizes)[:-1]))
    near = neighbours(graph)
    offsets, vertices = _core.heavy_sets(*near, weights, heaviest - 1, 3, None)
    assert offsets.size > 1
    assert weights[vertices[: offsets[1]]].sum() == heaviest
    assert _core.heavy_sets(*near, weights, heaviest, 3, None)[0].tolist() == [0]
