"""Diagrams of small families, and what they hold worked out the long way."""

from collections import Counter
from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

from nzdd import NZDD, ZDD
from support.sets.families import families, weights_for
from support.sets.many_rows import random_words

ROWS = [[0, 3], [0, 4, 5], [1, 3], [1, 4, 5], [2, 3], [5, 4, 2, 2], [], [6, 3], [6, 0], [0, 3]]
WEIGHTS = [0.5, 1, 2, 3.25, 1, 7, 0, 1, 1, 40]
ORDER = [1, 0, 2, 4, 3, 6, 5]


def sample(kind):
    """A small diagram with weights and an inner node; the files in `nzdd/data` hold it."""
    return kind.from_rows(ROWS, WEIGHTS, order=ORDER)


@st.composite
def zdds(draw, **limits):
    """Rows, their weights or None, and their ZDD in some order."""
    rows, num_symbols = draw(families(**limits))
    order = draw(st.permutations(range(num_symbols)))
    weights = draw(st.none() | weights_for(rows))
    return rows, weights, ZDD.from_rows(rows, weights, order=order, num_symbols=num_symbols)


@st.composite
def nzdds(draw, minimize=("edges", "nonzeros"), **limits):
    """Rows, their weights or None, and their NZDD in some order."""
    rows, num_symbols = draw(families(**limits))
    order = draw(st.permutations(range(num_symbols)))
    weights = draw(st.none() | weights_for(rows))
    chosen = draw(st.sampled_from(minimize))
    nzdd = NZDD.from_rows(rows, weights, order=order, minimize=chosen, num_symbols=num_symbols)
    return rows, weights, nzdd


def some_lengths(num_symbols):
    """Symbol lengths that sum without rounding."""
    lengths = st.lists(st.integers(-9, 9), min_size=num_symbols, max_size=num_symbols)
    return lengths.map(lambda values: np.array(values, float))


_NUMBERS = {}


def _number(key):
    return _NUMBERS.setdefault(key, len(_NUMBERS))


def two_halves(num_rows):
    """ZDDs of the first and of the second half of random words."""
    halves = np.split(np.arange(num_rows), 2)
    words = random_words(num_rows)
    return [ZDD.from_rows(words.take(half), order="natural") for half in halves]


def labels_of(nzdd):
    """The symbols of each edge as a sorted tuple."""
    bounds = nzdd.label_offsets.tolist()
    labels = nzdd.labels.tolist()
    return [tuple(sorted(labels[a:b])) for a, b in pairwise(bounds)]


def shape_of(nzdd):
    """The labelled graph of an NZDD up to the numbering of its nodes, multiplicities included.

    A node is told by what leads from it to the leaf.
    """
    leaving = [[] for _ in range(nzdd.num_nodes)]
    labels = zip(labels_of(nzdd), nzdd.multiplicity.tolist(), strict=True)
    ends = zip(nzdd.source.tolist(), nzdd.target.tolist(), strict=True)
    edges = [(*pair, label) for pair, label in zip(ends, labels, strict=True)]
    for source, target, label in edges:
        leaving[source].append((label, target))
    kinds = [-1] * nzdd.num_nodes
    for node in reversed(range(nzdd.num_nodes - 1)):
        kinds[node] = _number(tuple(sorted((label, kinds[to]) for label, to in leaving[node])))
    return nzdd.num_nodes, Counter((kinds[u], label, kinds[v]) for u, v, label in edges)


def zdd_shape(zdd, place=None):
    """The nodes of a ZDD up to their numbers, each with the weights through it.

    `place` tells on which level each symbol stands, where that is not its own number.
    """
    level = {at: symbol for symbol, at in enumerate(place or range(zdd.num_symbols))}
    kinds = [-2, -1]
    for node in range(2, zdd.level.size):
        children = kinds[zdd.low[node]], kinds[zdd.high[node]]
        kinds.append(_number((level[int(zdd.level[node])], *children)))
    if zdd.low_weight is None:
        return dict.fromkeys(kinds)
    weights = zip(zdd.low_weight.tolist(), zdd.high_weight.tolist(), strict=True)
    return dict(zip(kinds, weights, strict=True))


def paths(nzdd):
    """Every path from root to leaf, as its edges."""
    leaving = {}
    for edge, source in enumerate(nzdd.source.tolist()):
        leaving.setdefault(source, []).append(edge)
    waiting, found = [(0, ())], []
    while waiting:
        node, edges = waiting.pop()
        if node == nzdd.num_nodes - 1:
            found.append(edges)
        for edge in leaving.get(node, []):
            waiting.append((int(nzdd.target[edge]), (*edges, edge)))
    return found


def nonzeros(nzdd, free=None):
    """The nonzeros of the extended formulation: symbols, but for free ones, and inner ends."""
    inner = np.count_nonzero(nzdd.source) + np.count_nonzero(nzdd.target != nzdd.num_nodes - 1)
    return nzdd.num_labels + inner - (0 if free is None else np.count_nonzero(free[nzdd.labels]))


def same_arrays(a, b):
    """Whether two diagrams of one class agree in every array and number."""
    first, second = a._state(), b._state()
    return first.keys() == second.keys() and all(
        np.array_equal(first[name], second[name]) for name in first
    )
