"""Queries of an NZDD, against its rows and paths one by one."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD
from nzdd.diagram import column
from nzdd.input.text import readable
from support.sets.diagrams import nzdds, paths, some_lengths
from support.sets.families import row_set, subsets


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
    lengths = data.draw(some_lengths(nzdd.num_symbols))
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
    """s_v <= s_u + length of e for every edge e = (u, v), with equality on an edge into each v."""
    _, _, nzdd = case
    lengths = data.draw(some_lengths(nzdd.num_symbols))
    along = nzdd.edge_lengths(lengths)
    down, up = (nzdd.potentials(lengths, to_leaf=to_leaf) for to_leaf in np.array([False, True]))
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
    assert nzdd.path_counts(forwards=np.True_).tolist() == before
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


def test_a_flow_has_a_number_for_each_edge():
    nzdd = NZDD.from_rows([[0], [1, 2]])
    hashes, lengths = np.ones(3, np.uint64), np.ones(3)
    for flow, hashed in ((np.ones(nzdd.num_edges + 1), hashes), (nzdd.multiplicity, hashes[:2])):
        with pytest.raises(ValueError, match="flow and symbol_hash have shapes"):
            nzdd.decompose_flow(flow, hashed, lengths, sense=1)


@pytest.mark.parametrize("least", [0, -3])
@given(data=st.data())
def test_a_decomposed_flow_adds_up_to_the_flow(least, data):
    """Rows are all pairs of a head and a tail, weighted; the weights may be of either sign."""
    heads, tails = (0, 1, 2), (3, 4, 5)
    pairs = [(head, tail) for head in heads for tail in tails]
    weights = data.draw(st.lists(st.integers(least, 3), min_size=9, max_size=9))
    through = np.zeros(6)
    for pair, weight in zip(pairs, weights, strict=True):
        through[list(pair)] += weight
    nzdd = NZDD.from_rows(pairs, order="natural")
    assert nzdd.num_edges == 6  # so that each edge has one symbol
    bits = np.uint64(1) << np.arange(6, dtype=np.uint64)
    rows, amounts = nzdd.decompose_flow(through[nzdd.labels], bits, np.ones(6))
    again = np.zeros(6)
    for row, amount in zip(rows.tolist(), amounts, strict=True):
        symbols = [symbol for symbol in range(6) if row >> symbol & 1]
        assert tuple(symbols) in pairs
        again[symbols] += amount
    assert again == pytest.approx(through)


@pytest.mark.parametrize(("values", "wrong"), [([0, 300], 300), ([255, -1], -1)])
def test_the_value_that_does_not_fit_is_named(values, wrong):
    with pytest.raises(ValueError, match=f"depth holds {wrong}; .* between 0 and 255"):
        column(values, "depth", np.uint8)
    assert column([0, 255], "depth", np.uint8).tolist() == [0, 255]


def test_counts_are_exact_as_far_as_people_read_them():
    assert readable(10**15 - 1) == "999999999999999"
    assert readable(10**15) == "about 10^15"
