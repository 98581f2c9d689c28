"""The network of the gallery has the least greatest regret of all, each against each."""

import itertools

import networkx as nx
import numpy as np
import pytest

from gallery import regret_tree


@pytest.mark.parametrize("method", ["lazy", "extended"])
@pytest.mark.parametrize("seed", range(2))
def test_the_least_regret_by_enumeration(seed, method):
    ends, length, low, high, drum = data = regret_tree.instance(3, seed)
    rows = [
        np.isin(np.arange(len(ends)), row)
        for row in itertools.combinations(range(len(ends)), 8)
        if length[list(row)].sum() <= drum and nx.is_tree(nx.Graph(ends[list(row)].tolist()))
    ]
    trees = np.array([row for row in rows if set(ends[row].ravel()) == set(range(9))])
    prices = np.where(trees, high, low)
    regret = (trees * high).sum(axis=1) - (prices @ trees.T).min(axis=1)
    ours, networks, result = regret_tree.solve(*data, method=method)
    assert networks.count() == len(trees)
    assert result.success
    assert result.fun == pytest.approx(regret.min())
    assert regret[(trees == ours).all(axis=1)] == pytest.approx(result.fun)
