"""Small families of rows, and what they mean worked out the long way."""

from collections import Counter
from functools import cache
from itertools import chain, combinations

import numpy as np
import scipy.sparse as sp
from hypothesis import strategies as st

from nzdd import Family

LEAF = "leaf"


@st.composite
def families(draw, max_symbols=8, max_rows=20, min_rows=0):
    """Rows as lists of symbols, unsorted, some repeated or empty; and the number of symbols."""
    num_symbols = draw(st.integers(0, max_symbols))
    symbol = st.integers(0, num_symbols - 1) if num_symbols else st.nothing()
    row = st.lists(symbol, max_size=2 * num_symbols)
    rows = draw(st.lists(row, min_size=min_rows, max_size=max_rows))
    if rows:
        rows += draw(st.lists(st.sampled_from(rows), max_size=3))
    return rows, num_symbols


def weights_for(rows):
    """Weights that sum without rounding in any order."""
    halves = st.integers(0, 40).map(lambda n: n / 2)
    return st.lists(halves, min_size=len(rows), max_size=len(rows))


def subsets(symbols):
    """Every set of the given symbols, as sorted tuples."""
    symbols = sorted(symbols)
    return list(
        chain.from_iterable(combinations(symbols, size) for size in range(len(symbols) + 1))
    )


def row_set(rows):
    """The family itself: its distinct rows, each a sorted tuple."""
    return {tuple(sorted(set(row))) for row in rows}


def total_weights(rows, weights=None):
    """The weight of each distinct row."""
    totals = Counter()
    for row, weight in zip(rows, [1] * len(rows) if weights is None else weights, strict=True):
        totals[tuple(sorted(set(row)))] += weight
    return totals


def to_matrix(rows, num_symbols, dtype=np.uint8):
    """The rows as a dense 0/1 matrix."""
    matrix = np.zeros((len(rows), num_symbols), dtype)
    for i, row in enumerate(rows):
        matrix[i, list(row)] = 1
    return matrix


def to_csr(rows, num_symbols):
    """The rows as a Family of CSR arrays, as they stand."""
    offsets = np.cumsum([0, *map(len, rows)])
    return Family.from_csr(offsets, np.array([*chain.from_iterable(rows)], np.int64), num_symbols)


def to_words(rows, num_symbols):
    """The rows as a Family of machine words."""
    words = [sum(1 << (num_symbols - 1 - symbol) for symbol in set(row)) for row in rows]
    return Family.from_words(np.array(words, np.uint64), num_symbols)


def forms(rows, num_symbols):
    """The rows in each form that a diagram can be built from, by name."""
    yield "lists", rows
    yield "generator", (iter(row) for row in rows)
    yield "sets", [set(row) for row in rows]
    yield "CSR arrays", to_csr(rows, num_symbols)
    for dtype in (np.bool_, np.uint8, np.int8, np.int64, np.float64, ">f4"):
        yield f"dense {np.dtype(dtype)}", to_matrix(rows, num_symbols, dtype)
    dense = to_matrix(rows, num_symbols)
    yield "dense, column by column", np.asfortranarray(dense)
    yield "dense, every other column", np.repeat(dense, 2, axis=1)[:, ::2]
    for sparse in (sp.csr_array, sp.csc_matrix, sp.coo_array, sp.lil_array):
        yield sparse.__name__, sparse(dense)
    if num_symbols <= 64:
        yield "words", to_words(rows, num_symbols)


def spread(rows, num_symbols, width):
    """The same rows over more symbols, few of them in use, and where each symbol went."""
    place = [symbol * width // max(num_symbols, 1) for symbol in range(num_symbols)]
    return [[place[symbol] for symbol in row] for row in rows], place


def zdd_families(family, order):
    """The sub-families that are nodes of the reduced ZDD (Minato 1993), with level and children.

    A row is a set of levels. A node stands for a set of rows that is neither empty nor holds just
    the empty row; its level is the least that occurs in it.
    """
    rank = {symbol: level for level, symbol in enumerate(order)}
    root = frozenset(frozenset(rank[symbol] for symbol in row) for row in family)
    nodes, waiting = {}, [root]
    while waiting:
        rows = waiting.pop()
        levels = frozenset().union(*rows)
        if rows in nodes or not levels:
            continue
        top = min(levels)
        low = frozenset(row for row in rows if top not in row)
        high = frozenset(row - {top} for row in rows if top in row)
        nodes[rows] = (top, low, high)
        waiting += [low, high]
    return root, nodes


def reduced_by_algorithm_3(family, order):
    """The labelled edges that algorithm 3 of Kurokawa et al. 2022 leaves, followed step by step."""
    root, nodes = zdd_families(family, order)
    done = frozenset([frozenset()])
    edges = []  # (source, target, symbols)
    for rows, (top, low, high) in nodes.items():
        edges.append((rows, high, frozenset([order[top]])))
        if low:
            edges.append((rows, low, frozenset()))
    if root:
        edges.append(("root", root, frozenset()))
    by_level = sorted(nodes, key=lambda rows: nodes[rows][0])
    edges = [
        tuple(LEAF if end == done else end for end in edge[:2]) + edge[2:] for edge in edges
    ]
    for parent in [*reversed(by_level), "root"]:
        for edge in [edge for edge in edges if edge[0] == parent]:
            _, child, symbols = edge
            if child != LEAF and sum(target == child for _, target, _ in edges) == 1:
                below = [other for other in edges if other[0] == child]
                edges = [other for other in edges if other != edge and other[0] != child]
                edges += [(parent, target, symbols | more) for _, target, more in below]
    for child in [*by_level, LEAF]:
        for edge in [edge for edge in edges if edge[1] == child]:
            parent, _, symbols = edge
            if parent != "root" and sum(source == parent for source, _, _ in edges) == 1:
                above = [other for other in edges if other[1] == parent]
                edges = [other for other in edges if other != edge and other[1] != parent]
                edges += [(source, child, more | symbols) for source, _, more in above]
    return edges


_NUMBERS = {}


def _number(key):
    return _NUMBERS.setdefault(key, len(_NUMBERS))


def shape(edges, leaf):
    """Labelled edges up to the numbering of nodes: equal for equal graphs of distinct nodes.

    A node is told by what leads from it to the leaf.
    """
    leaving = {}
    for source, target, label in edges:
        leaving.setdefault(source, []).append((label, target))

    @cache
    def kind(node):
        if node == leaf:
            return -1
        return _number(tuple(sorted((label, kind(target)) for label, target in leaving[node])))

    return Counter((kind(source), label, kind(target)) for source, target, label in edges)


def labels_of(nzdd):
    """The symbols of each edge as a sorted tuple."""
    bounds = nzdd.label_offsets.tolist()
    labels = nzdd.labels.tolist()
    return [tuple(sorted(labels[a:b])) for a, b in zip(bounds[:-1], bounds[1:], strict=True)]


def shape_of(nzdd, weighted=True):
    """The labelled graph of an NZDD up to the numbering of its nodes, multiplicities included."""
    labels = labels_of(nzdd)
    if weighted:
        labels = list(zip(labels, nzdd.multiplicity.tolist(), strict=True))
    edges = list(zip(nzdd.source.tolist(), nzdd.target.tolist(), labels, strict=True))
    return nzdd.num_nodes, shape(edges, nzdd.num_nodes - 1)


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


def nonzeros(nzdd):
    """The nonzeros of the extended formulation: symbols, and the inner ends of all edges."""
    inner = np.count_nonzero(nzdd.source) + np.count_nonzero(nzdd.target != nzdd.num_nodes - 1)
    return nzdd.num_labels + inner


def same_arrays(a, b):
    """Whether two diagrams of one class agree in every array and number."""
    first, second = a._state(), b._state()
    return first.keys() == second.keys() and all(
        np.array_equal(first[name], second[name]) for name in first
    )
