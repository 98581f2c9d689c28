"""What is true of every NZDD."""

import copy
import math
import pickle
from itertools import permutations

import numpy as np
import pytest
from families import (
    LEAF,
    families,
    labels_of,
    nonzeros,
    paths,
    reduced_by_algorithm_3,
    row_set,
    same_arrays,
    shape_of,
    subsets,
    total_weights,
    weights_for,
    zdd_families,
)
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD

EVERY_FAMILY = [list(rows) for rows in subsets(subsets(range(3)))]
ORDERS = list(permutations(range(3)))
MINIMIZE = ("edges", "nonzeros")


def every_nzdd(order, minimize="edges"):
    for family in EVERY_FAMILY:
        yield family, NZDD.from_rows(family, order=order, minimize=minimize, num_symbols=3)


@st.composite
def nzdds(draw, minimize=MINIMIZE, **limits):
    rows, num_symbols = draw(families(**limits))
    order = draw(st.permutations(range(num_symbols)))
    weights = draw(st.none() | weights_for(rows))
    chosen = draw(st.sampled_from(minimize))
    nzdd = NZDD.from_rows(rows, weights, order=order, minimize=chosen, num_symbols=num_symbols)
    return rows, weights, nzdd


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
    paid = nonzeros(nzdd) - np.count_nonzero(free[nzdd.labels])
    assert paid <= sum(not free[symbol] for row in row_set(rows) for symbol in row)
    nzdd.verify()


def test_rows_with_a_common_half_share_it():
    """40 x 40 combinations of long halves: far fewer nonzeros than 1,600 long rows."""
    left = [tuple(range(10 * i, 10 * i + 10)) for i in range(40)]
    right = [tuple(range(400 + 10 * i, 410 + 10 * i)) for i in range(40)]
    nzdd = NZDD.from_rows([a + b for a in left for b in right], minimize="nonzeros")
    assert nonzeros(nzdd) <= 80 * 11
    assert nzdd.count() == 1600


@given(nzdds())
def test_membership_is_that_of_the_rows(case):
    rows, _, nzdd = case
    family = row_set(rows)
    tried = subsets(range(min(nzdd.num_symbols, 6))) + sorted(family)
    assert nzdd.contains(tried).tolist() == [row in family for row in tried]
    assert [nzdd.num_symbols] not in nzdd


@given(nzdds(), st.data())
def test_shortest_and_longest_paths_are_the_best_rows(case, data):
    rows, _, nzdd = case
    finite = st.integers(-9, 9).map(float)
    size = nzdd.num_symbols
    lengths = np.array(data.draw(st.lists(finite, min_size=size, max_size=size)))
    sums = {row: sum(lengths[list(row)]) for row in row_set(rows)}
    shortest, longest = nzdd.shortest_path(lengths), nzdd.longest_path(lengths)
    assert shortest.length == min(sums.values(), default=math.inf)
    assert longest.length == max(sums.values(), default=-math.inf)
    for path in (shortest, longest) if rows else ():
        assert sums[tuple(path.symbols.tolist())] == path.length
        assert tuple(path.edges.tolist()) in paths(nzdd)
        assert sum(nzdd.edge_lengths(lengths)[path.edges]) == path.length


@given(nzdds(), st.data())
def test_potentials_satisfy_the_extended_formulation(case, data):
    """s_v <= s_u + length of e on every edge e = (u, v), with equality on some edge into each node."""
    _, _, nzdd = case
    finite = st.integers(-9, 9).map(float)
    size = nzdd.num_symbols
    lengths = np.array(data.draw(st.lists(finite, min_size=size, max_size=size)))
    along = nzdd.edge_lengths(lengths)
    down, up = nzdd.potentials(lengths), nzdd.potentials(lengths, to_leaf=True)
    slack_down = down[nzdd.source] + along - down[nzdd.target]
    slack_up = along + up[nzdd.target] - up[nzdd.source]
    assert (slack_down >= 0).all()
    assert (slack_up >= 0).all()
    tight = set(nzdd.target[slack_down == 0].tolist()) | {0}
    assert tight >= set(nzdd.target.tolist())
    assert down[-1] == up[0] == nzdd.shortest_path(lengths).length


@given(nzdds())
def test_path_counts_are_those_of_the_paths(case):
    _, _, nzdd = case
    leaf = nzdd.num_nodes - 1
    behind, before = [0] * nzdd.num_nodes, [0] * nzdd.num_nodes
    behind[leaf] = before[0] = 1
    for edge in range(nzdd.num_edges):
        before[nzdd.target[edge]] += before[nzdd.source[edge]]
    for edge in reversed(range(nzdd.num_edges)):
        behind[nzdd.source[edge]] += behind[nzdd.target[edge]]
    assert nzdd.path_counts().tolist() == behind
    assert nzdd.path_counts(forwards=True).tolist() == before
    assert nzdd.count() == len(paths(nzdd))


@given(nzdds(), st.integers(0, 25), st.integers(0, 25))
def test_rows_can_be_listed_from_any_rank(case, first, count):
    _, _, nzdd = case
    listed = [tuple(row.indices.tolist()) for row in nzdd.rows(first, count)]
    assert listed == list(nzdd)[first : first + count]


@given(nzdds())
def test_degrees_and_widths_count_edges_and_nodes(case):
    _, _, nzdd = case
    assert nzdd.in_degree().sum() == nzdd.out_degree().sum() == nzdd.num_edges
    depth = {0: 0}
    for source, target in zip(nzdd.source.tolist(), nzdd.target.tolist(), strict=True):
        depth[target] = max(depth.get(target, 0), depth[source] + 1)
    widths = [list(depth.values()).count(d) for d in range(max(depth.values()) + 1)]
    assert nzdd.width().tolist() == widths


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


def chain_of_layers(layers, width=3):
    """Layers of parallel edges, a symbol each: width ** layers paths."""
    source = np.repeat(np.arange(layers), width)
    size = layers * width
    return NZDD.from_edges(
        layers + 1, source, source + 1, np.arange(size + 1), np.arange(size), size
    )


def test_counts_are_exact_beyond_machine_integers():
    nzdd = chain_of_layers(100)
    assert nzdd.count() == 3**100
    assert nzdd.path_counts().tolist() == [3**k for k in range(100, -1, -1)]
    assert nzdd.path_counts(forwards=True).tolist() == [3**k for k in range(101)]
    assert (nzdd.multiplicity == float(3**99)).all()
    nzdd.verify()


@pytest.mark.parametrize("rank", [0, 1, 3**39 - 1, 2**62 + 12345])
def test_a_row_is_found_by_its_rank_among_very_many(rank):
    """With three parallel edges a layer, the rank in base 3 spells the path."""
    row = chain_of_layers(100).rows(rank, 2)
    for i, number in enumerate((rank, rank + 1)):
        digits = [number // 3 ** (99 - layer) % 3 for layer in range(100)]
        assert row[[i]].indices.tolist() == [3 * layer + d for layer, d in enumerate(digits)]


def test_listing_ends_with_the_last_row():
    nzdd = chain_of_layers(4)
    assert nzdd.rows(80, 5).shape == (1, 12)
    assert nzdd.rows(81, 5).shape == (0, 12)
    assert nzdd.rows(2**62, 5).shape == (0, 12)


def test_too_many_rows_to_list_are_refused():
    with pytest.raises(OverflowError, match="ask for fewer"):
        chain_of_layers(100).rows()


def test_more_paths_than_a_float_can_count():
    """Counts stay exact; multiplicities, which are floats, become infinite."""
    nzdd = chain_of_layers(700)
    assert nzdd.count() == 3**700
    assert np.isinf(nzdd.multiplicity).all()


def test_an_nzdd_cannot_be_changed():
    nzdd = NZDD.from_rows([[0, 1], [1, 2], [1]], order=[2, 0, 1])
    with pytest.raises(AttributeError, match="immutable"):
        nzdd.num_nodes = 5
    with pytest.raises(AttributeError, match="immutable"):
        del nzdd.source
    arrays = (nzdd.source, nzdd.target, nzdd.label_offsets, nzdd.labels, nzdd.multiplicity)
    for array in (*arrays, nzdd.order.symbols):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7


def test_an_nzdd_from_edges_does_not_change_with_its_input():
    source, labels = np.array([0], np.uint32), np.array([1], np.uint32)
    nzdd = NZDD.from_edges(2, source, [1], [0, 1], labels, 2, multiplicity=[2.5])
    source[0] = labels[0] = 9
    assert (nzdd.source[0], nzdd.labels[0], nzdd.multiplicity[0]) == (0, 1, 2.5)


def test_an_nzdd_is_made_by_its_class_methods_only():
    with pytest.raises(TypeError, match="from_rows"):
        NZDD()


@given(nzdds())
def test_pickle_keeps_everything(case):
    _, _, nzdd = case
    assert same_arrays(pickle.loads(pickle.dumps(nzdd)), nzdd)


def test_copies_are_the_diagram_itself():
    nzdd = NZDD.from_rows([[0]])
    assert copy.copy(nzdd) is nzdd
    assert copy.deepcopy(nzdd) is nzdd


def test_diagrams_compare_by_identity():
    nzdd, other = NZDD.from_rows([[0]]), NZDD.from_rows([[0]])
    assert nzdd == nzdd
    assert nzdd != other
    assert len({nzdd, other, nzdd}) == 2


def test_repr_tells_the_sizes_and_the_order():
    nzdd = NZDD.from_rows([[0, 1], [1]], order="natural")
    assert repr(nzdd) == "NZDD(2 rows over 2 symbols, 2 nodes, 2 edges, 3 labels, natural order)"


def test_an_unknown_measure_is_refused():
    with pytest.raises(ValueError, match="'nodes'; it must be one of edges, nonzeros"):
        NZDD.from_rows([[0]], minimize="nodes")
    with pytest.raises(ValueError, match="it must be one of edges, nonzeros"):
        ZDD.from_rows([[0]]).to_nzdd("nodes")


@pytest.mark.parametrize("free", [[True], [0, 1], [True, False, True], True])
def test_free_symbols_are_one_bool_a_symbol(free):
    with pytest.raises(ValueError, match="array of 2 bools"):
        NZDD.from_rows([[0, 1]], free=free, minimize="nonzeros")


GOOD = {
    "num_nodes": 3, "source": [0, 0, 1, 1], "target": [1, 2, 2, 2], "label_offsets": [0, 1, 2, 3, 3],
    "labels": [0, 1, 2], "num_symbols": 3,
}


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("num_nodes", 1, "between 2 and 6 nodes, not 1"),
        ("num_nodes", -3, "between 2 and 6 nodes, not -3"),
        ("num_nodes", 2, "leads to no node at edge 1"),
        ("num_nodes", 4, "no path passes node 2"),
        ("num_nodes", 2**32 - 1, "between 2 and 6 nodes, not 4294967295"),
        ("num_nodes", 2**70, "between 2 and 6 nodes"),
        ("source", [0, 1, 0, 1], "not sorted by source at edge 2"),
        ("source", [0, 0, 2, 1], "does not lead to a later node at edge 2"),
        ("source", [0, 0, 1], "differ in length"),
        ("source", [[0, 0, 1, 1]], "one dimension, not 2"),
        ("source", [0, 0, 1, -1], "source holds -1"),
        ("source", [0, 0, 1, 2**32], "source holds 4294967296"),
        ("source", [0.0, 0.0, 1.0, 1.0], "must be integers, not float64"),
        ("target", [1, 2, 2, 3], "leads to no node at edge 3"),
        ("target", [2, 2, 2, 2], "no path passes node 1"),
        ("label_offsets", [1, 1, 2, 3, 3], "do not start at 0"),
        ("label_offsets", [0, 2, 1, 3, 3], "labels overlap at edge 1"),
        ("label_offsets", [0, -5, 2, 3, 3], "labels overlap at edge 0"),
        ("label_offsets", [0, 1, 2, 3, 2**62], "missing or left over"),
        ("label_offsets", [0, 1, 2, 3], "differ in length"),
        ("label_offsets", [], "differ in length"),
        ("labels", [0, 1], "missing or left over"),
        ("labels", [0, 1, 3], "out of range at label 2"),
        ("labels", [0, 1, 2**32 - 1], "out of range at label 2"),
        ("num_symbols", 2, "out of range at label 2"),
        ("num_symbols", -1, "num_symbols is -1"),
        ("num_symbols", 2**32, "num_symbols is 4294967296"),
        ("multiplicity", [1.0, 1.0, 1.0], "differ in length"),
        ("multiplicity", [[1.0] * 4], "differ in length"),
        ("multiplicity", [1.0, math.nan, 1.0, 1.0], "multiplicity of edge 1 is nan"),
        ("multiplicity", [1.0, 1.0, 1.0, -2.0], "multiplicity of edge 3 is -2"),
    ],
)
def test_arrays_that_are_no_nzdd_are_refused(name, value, fault):
    """Whatever is handed over, nothing out of bounds becomes a diagram."""
    NZDD.from_edges(**GOOD).verify()
    with pytest.raises(ValueError, match=fault):
        NZDD.from_edges(**GOOD | {name: value})


@given(st.data())
def test_arbitrary_arrays_are_refused_or_work(data):
    """Random small arrays never do worse than a ValueError."""
    number = st.integers(-1, 5)
    arrays = [data.draw(st.lists(number, max_size=4)) for _ in range(4)]
    num_nodes, num_symbols = data.draw(number), data.draw(number)
    try:
        nzdd = NZDD.from_edges(num_nodes, *arrays, num_symbols)
    except ValueError:
        return
    assert nzdd.count() == len(paths(nzdd)) == nzdd.rows().shape[0]
    assert nzdd.shortest_path(np.zeros(num_symbols)).length in (0, math.inf)


def test_verify_finds_a_symbol_twice_on_a_path():
    nzdd = NZDD.from_edges(**GOOD | {"labels": [0, 1, 0]})
    with pytest.raises(ValueError, match="repeats a symbol at edge 2"):
        nzdd.verify()


@pytest.mark.parametrize("symbol", [0, 63, 64, 199])
def test_verify_finds_a_repetition_among_many_symbols(symbol):
    nzdd = NZDD.from_edges(3, [0, 1], [1, 2], [0, 1, 2], [symbol, symbol], 200)
    with pytest.raises(ValueError, match="repeats a symbol at edge 1"):
        nzdd.verify()


def test_verify_finds_two_paths_of_one_row():
    nzdd = NZDD.from_edges(**GOOD | {"labels": [0, 0, 2]})
    with pytest.raises(ValueError, match="4 paths|3 paths"):
        nzdd.verify()
    nzdd.verify(max_rows=2)


def test_verify_takes_what_every_way_of_building_makes():
    rows = [row for row in subsets(range(7)) if len(row) != 3]
    for minimize in MINIMIZE:
        NZDD.from_rows(rows, minimize=minimize).verify()
