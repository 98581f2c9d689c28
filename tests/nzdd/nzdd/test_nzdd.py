"""What every way to an NZDD makes."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD
from support.sets.diagrams import labels_of, nonzeros, nzdds, paths, shape_of
from support.sets.families import families, row_set, subsets, total_weights, weights_for
from support.sets.zdd_reference import LEAF, reduced_by_algorithm_3, zdd_families

EVERY_FAMILY = [list(rows) for rows in subsets(subsets(range(3)))]


ORDERS = list(permutations(range(3)))


MINIMIZE = ("edges", "nonzeros")


def every_nzdd(order, minimize="edges"):
    for family in EVERY_FAMILY:
        yield family, NZDD.from_rows(family, order=order, minimize=minimize, num_symbols=3)


@pytest.mark.parametrize("minimize", MINIMIZE)
@pytest.mark.parametrize("order", ORDERS)
def test_every_family_of_three_symbols_comes_back(order, minimize):
    for family, nzdd in every_nzdd(order, minimize):
        assert row_set(nzdd) == set(family)
        assert nzdd.count() == len(nzdd) == len(family) == len(paths(nzdd))
        nzdd.verify()


@pytest.mark.parametrize("order", ORDERS)
def test_the_reduction_is_as_small_as_algorithm_3_of_the_paper(order):
    """Same numbers of nodes and edges as when the paper's steps are followed one by one.

    Only the place of a label may differ: a chain that enters a shared node is a label before the
    node there, and one behind the node here, or the other way round.
    """
    for family, nzdd in every_nzdd(order):
        edges = reduced_by_algorithm_3(family, order)
        assert (nzdd.num_nodes, nzdd.num_edges) == sizes(edges)


@given(families(max_symbols=6, max_rows=30), st.data())
def test_the_reduction_is_as_small_on_larger_families(case, data):
    rows, num_symbols = case
    order = data.draw(st.permutations(range(num_symbols)))
    nzdd = NZDD.from_rows(rows, order=order, num_symbols=num_symbols)
    edges = reduced_by_algorithm_3(row_set(rows), order)
    assert (nzdd.num_nodes, nzdd.num_edges) == sizes(edges)


def sizes(edges):
    return len({end for edge in edges for end in edge[:2]} | {"root", LEAF}), len(edges)


@given(nzdds(minimize=["edges"]))
def test_no_inner_node_keeps_one_edge_on_a_side(case):
    """Then no contraction is left (section 7 of the paper)."""
    _, _, nzdd = case
    assert (nzdd.in_degree()[1:-1] >= 2).all()
    assert (nzdd.out_degree()[1:-1] >= 2).all()


@given(nzdds())
def test_multiplicities_are_the_weights_of_the_rows_through_each_edge(case):
    """Duplicate rows add up; every row goes along one path."""
    rows, weights, nzdd = case
    totals = total_weights(rows, weights)
    labels = labels_of(nzdd)
    expected = np.zeros(nzdd.num_edges)
    for path in paths(nzdd):
        expected[list(path)] += totals[tuple(sorted(sum((labels[edge] for edge in path), ())))]
    assert np.array_equal(nzdd.multiplicity, expected)


@given(nzdds())
def test_multiplicities_are_a_flow_of_the_total_weight(case):
    rows, weights, nzdd = case
    entering = np.bincount(nzdd.target, nzdd.multiplicity, nzdd.num_nodes)
    leaving = np.bincount(nzdd.source, nzdd.multiplicity, nzdd.num_nodes)
    assert np.array_equal(entering[1:-1], leaving[1:-1])
    assert entering[-1] == leaving[0] == sum(total_weights(rows, weights).values())


@given(nzdds())
def test_the_layout_is_the_documented_one(case):
    """Topological numbers from root to leaf, edges sorted by source, all nodes on some path."""
    _, _, nzdd = case
    assert (nzdd.source < nzdd.target).all()
    assert (np.diff(nzdd.source.astype(int)) >= 0).all()
    assert nzdd.label_offsets[0] == 0
    assert nzdd.label_offsets[-1] == nzdd.num_labels
    on_paths = {0, nzdd.num_nodes - 1} | {int(nzdd.target[e]) for path in paths(nzdd) for e in path}
    assert on_paths == set(range(nzdd.num_nodes))


@given(nzdds(minimize=["nonzeros"]))
def test_minimizing_nonzeros_never_costs_more_than_listing_the_rows(case):
    rows, _, nzdd = case
    assert nonzeros(nzdd) <= sum(map(len, row_set(rows)))


@given(nzdds(minimize=["nonzeros"]))
def test_minimizing_nonzeros_never_costs_more_than_the_zdd(case):
    """The ZDD taken for an NZDD: an edge for each branch that leads to rows."""
    rows, _, nzdd = case
    order = range(nzdd.num_symbols) if nzdd.order.symbols is None else nzdd.order.symbols
    root, nodes = zdd_families(row_set(rows), list(order))
    end = frozenset([frozenset()])
    cost = 0
    for family, (_, low, high) in nodes.items():
        for child, labels in ((high, 1), (low, 0)):
            cost += (labels + (family != root) + (child != end)) if child else 0
    assert nonzeros(nzdd) <= cost


@given(families(max_symbols=7, max_rows=25), st.data())
def test_minimizing_nonzeros_does_not_count_free_symbols(case, data):
    """Right-hand sides cost nothing; with them free, the rest is never dearer than the rows."""
    rows, num_symbols = case
    free = np.array(
        data.draw(st.lists(st.booleans(), min_size=num_symbols, max_size=num_symbols)), np.bool_
    )
    nzdd = NZDD.from_rows(rows, minimize="nonzeros", num_symbols=num_symbols, free=free)
    assert row_set(nzdd) == row_set(rows)
    assert nonzeros(nzdd, free) <= sum(not free[symbol] for row in row_set(rows) for symbol in row)
    nzdd.verify()


def test_rows_with_a_common_half_share_it():
    """40 x 40 combinations of long halves: far fewer nonzeros than 1,600 long rows."""
    left = [tuple(range(10 * i, 10 * i + 10)) for i in range(40)]
    right = [tuple(range(400 + 10 * i, 410 + 10 * i)) for i in range(40)]
    nzdd = NZDD.from_rows([a + b for a in left for b in right], minimize="nonzeros")
    assert nonzeros(nzdd) <= 80 * 11
    assert nzdd.count() == 1600


@given(families(max_rows=30), st.data())
def test_the_way_over_the_zdd_ends_in_the_same_graph(case, data):
    rows, num_symbols = case
    order = data.draw(st.permutations(range(num_symbols)))
    weights = data.draw(st.none() | weights_for(rows))
    direct = NZDD.from_rows(rows, weights, order=order, num_symbols=num_symbols)
    zdd = ZDD.from_rows(rows, weights, order=order, num_symbols=num_symbols)
    assert shape_of(zdd.to_nzdd()) == shape_of(direct)
    by_nonzeros = zdd.to_nzdd("nonzeros")
    assert row_set(by_nonzeros) == row_set(rows)
    by_nonzeros.verify()


def test_an_unknown_measure_is_refused():
    with pytest.raises(ValueError, match="'nodes' is unknown; take one of edges, nonzeros"):
        NZDD.from_rows([[0]], minimize="nodes")
    with pytest.raises(ValueError, match="take one of edges, nonzeros"):
        ZDD.from_rows([[0]]).to_nzdd("nodes")


@pytest.mark.parametrize("free", [[True], [0, 1], [True, False, True], True])
def test_free_symbols_are_one_bool_a_symbol(free):
    with pytest.raises(ValueError, match="array of 2 bools"):
        NZDD.from_rows([[0, 1]], free=free, minimize="nonzeros")
