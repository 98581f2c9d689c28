"""Ranks, random rows, the best rows and the chance to meet a row, against all rows listed."""

import math
from collections import Counter
from itertools import pairwise, product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from nzdd import NZDD, ZDD, families
from nzdd.families import power_set
from nzdd.zdd.row_queries import RowRanks
from support.examples import examples
from support.sets.diagrams import same_arrays, some_lengths, zdds
from support.sets.families import subsets


@given(zdds())
def test_ranks_number_the_rows_in_their_order(case):
    _, _, zdd = case
    ranks, listed = RowRanks(zdd), list(zdd)
    for rank, row in enumerate(listed):
        assert ranks.rank(row) == zdd.rank(row) == rank
        assert ranks.unrank(rank) == zdd.unrank(rank) == row
        assert zdd.unrank(rank - len(listed)) == row
    for rank in (len(listed), -len(listed) - 1, 10**30):
        with pytest.raises(IndexError, match=f"no row of rank {rank}: .* has {len(listed)} rows"):
            zdd.unrank(rank)


@pytest.mark.parametrize("order", ["natural", [1, 2, 0]])
def test_only_rows_of_the_family_have_a_rank(order):
    for family in subsets(subsets(range(3))):
        zdd = ZDD.from_rows(family, order=order, num_symbols=3)
        ranks = RowRanks(zdd)
        for row in subsets(range(3)):
            if row in family:
                assert zdd.unrank(ranks.rank(row)) == row
            else:
                with pytest.raises(ValueError, match="is not in the family"):
                    ranks.rank(row)
    for row in ([3], [-1], [0, 2**40]):
        with pytest.raises(ValueError, match="is not in the family"):
            zdd.rank(row)


def test_ranks_of_the_power_set_are_numbers_in_binary():
    """The complement of the row, the root's symbol first: ranks of 1 to 500 binary digits."""
    rng = np.random.default_rng(0)
    ranks = RowRanks(power_set(500))
    for _ in range(200):
        row = np.flatnonzero(rng.random(500) < rng.random()).tolist()
        rank = 2**500 - 1 - sum(1 << (499 - symbol) for symbol in row)
        assert ranks.rank(row) == rank
        assert ranks.unrank(rank) == tuple(row)


@given(st.integers(0, math.comb(200, 90) - 1))
@settings(deadline=None, max_examples=examples(200))
def test_ranks_of_subsets_come_back(rank):
    """Sums and differences of numbers of three words carry and borrow."""
    assert LARGE.rank(LARGE.unrank(rank)) == rank


LARGE = RowRanks(families.sets_of_size(200, 90))


@pytest.mark.parametrize("words", [1, 2, 3])
def test_numbers_carry_and_borrow_through_whole_words(words):
    """One row that comes first moves the ranks of all subsets of 64 symbols a word by one."""
    size = 64 * words
    others = power_set(size + 1).offset(0)
    zdd = others | ZDD.from_rows([[0]], num_symbols=size + 1)
    assert zdd.unrank(0) == (0,)
    assert zdd.rank([]) == 2**size
    assert zdd.unrank(2**size) == ()
    for rank in (1, 2**64, 2 ** (size - 1), 2**size - 1):
        assert zdd.unrank(rank) == others.unrank(rank - 1)
        assert zdd.rank(zdd.unrank(rank)) == rank
    without = zdd.difference([[]])  # the sum of 2^size - 1 and 1
    with pytest.raises(IndexError, match=f"the family has {2**size} rows"):
        without.unrank(2**size)
    assert without.rank([size]) == 2**size - 1


def test_ranks_rise_with_the_order_of_rows():
    paths = families.sets_of_size(120, 60)
    first = 2**64 - 3
    rows = [paths.unrank(first + i) for i in range(6)]
    assert rows == sorted(rows)
    assert [paths.rank(row) - first for row in rows] == list(range(6))


def chi_square(counts, probabilities):
    """How probable it is to stray so far from what is expected."""
    expected = probabilities * counts.sum()
    return chi2.sf(((counts - expected) ** 2 / expected).sum(), counts.size - 1)


def test_random_rows_are_equally_likely():
    rng = np.random.default_rng(1)
    rows = np.unique((rng.random((60, 12)) < 0.4).astype(np.uint8), axis=0)
    zdd = ZDD.from_rows(rows, order=rng.permutation(12))
    drawn = zdd.random_rows(30_000, seed=5)
    counts = Counter(tuple(row) for row in drawn.toarray().tolist())
    assert set(counts) == set(map(tuple, rows.tolist()))
    assert chi_square(np.array([*counts.values()]), np.full(len(rows), 1 / len(rows))) > 0.01


def test_random_rows_of_more_than_2_to_64_rows_are_equally_likely():
    """Which of the subsets of the first symbols a subset holds follows from binomials."""
    zdd = families.sets_of_size(100, 30)
    drawn = zdd.random_rows(40_000, seed=0).toarray()
    assert (drawn.sum(axis=1) == 30).all()
    heads = [*product((0, 1), repeat=5)]
    expected = np.array([math.comb(95, 30 - sum(head)) for head in heads]) / math.comb(100, 30)
    counts = Counter(map(tuple, drawn[:, :5].tolist()))
    assert chi_square(np.array([counts[head] for head in heads]), expected) > 0.01
    tails = Counter(map(tuple, drawn[:, -5:].tolist()))
    assert chi_square(np.array([tails[tail] for tail in heads]), expected) > 0.01


def test_the_last_of_very_many_rows_come_up_as_often_as_the_first():
    """2^64 + 2^62 rows: where a bound of machine words would show."""
    with_top = ZDD.from_rows([[0]], num_symbols=65).join(power_set(65).offset([0]))  # 2^64 rows
    others = power_set(65).offset([0, 1, 2])  # 2^62 rows
    drawn = (with_top | others).random_rows(20_000, seed=3)
    share = drawn[:, [0]].sum() / 20_000
    assert abs(share - 0.8) < 4 * math.sqrt(0.8 * 0.2 / 20_000)
    assert drawn.shape == (20_000, 65)


def test_weighted_random_rows_follow_the_products_of_weights():
    rng = np.random.default_rng(2)
    rows = np.unique((rng.random((50, 10)) < 0.4).astype(np.uint8), axis=0)
    weights = rng.random(10) * 3
    zdd = ZDD.from_rows(rows, order=rng.permutation(10))
    products = np.prod(np.where(rows, weights, 1.0), axis=1)
    drawn = zdd.random_rows(30_000, 7, symbol_weights=weights)
    counts = Counter(map(tuple, drawn.toarray().tolist()))
    found = np.array([counts[tuple(row)] for row in rows.tolist()])
    assert chi_square(found, products / products.sum()) > 0.01


def test_weights_neither_overflow_nor_vanish():
    """Products of 3000 symbols' weights, far beyond what a double holds."""
    depth = 3000
    for weight in (1e300, 1e-300):
        zdd = power_set(depth)
        weights = np.full(depth, weight)
        weights[0] = 1.0
        drawn = zdd.random_rows(2000, 0, symbol_weights=weights).toarray()
        assert (drawn[:, 1:] == (weight > 1)).all()
        assert abs(drawn[:, 0].mean() - 0.5) < 0.05


def test_weights_of_zero_forbid_symbols():
    zdd = ZDD.from_rows([[0], [1, 2], [2]])
    assert zdd.random_rows(50, 0, symbol_weights=[1, 0, 0]).toarray().tolist() == [[1, 0, 0]] * 50
    with pytest.raises(ValueError, match="every row of the family weighs zero"):
        zdd.random_rows(1, symbol_weights=0)


def test_the_same_seed_gives_the_same_rows():
    zdd = families.sets_of_size(90, 45)
    for weights in (None, 0.5):
        first, second, other = (
            zdd.random_rows(20, seed, symbol_weights=weights).toarray()
            for seed in (1, np.random.default_rng(1), 2)
        )
        assert (first == second).all()
        assert (first != other).any()
        rng = np.random.default_rng(1)
        again = [zdd.random_rows(20, rng, symbol_weights=weights).toarray() for _ in range(2)]
        assert (again[0] == first).all()
        assert (again[0] != again[1]).any()


def test_random_rows_that_cannot_be_are_refused():
    empty, unit = ZDD.from_rows([], num_symbols=2), ZDD.from_rows([[]], num_symbols=2)
    for weights in (None, 1.0):
        assert empty.random_rows(0, symbol_weights=weights).shape == (0, 2)
        assert unit.random_rows(3, symbol_weights=weights).toarray().tolist() == [[0, 0]] * 3
        with pytest.raises(ValueError, match="the family is empty"):
            empty.random_rows(1, symbol_weights=weights)
        with pytest.raises(ValueError, match="count is -1"):
            unit.random_rows(-1, symbol_weights=weights)
    for weight in (-1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="the weight of symbol 1 is"):
            unit.random_rows(1, symbol_weights=[1.0, weight])
    with pytest.raises(
        ValueError, match=r"2 symbols; give one weight .* not an array of shape \(3,\)"
    ):
        unit.random_rows(1, symbol_weights=[1.0, 1.0, 1.0])


@given(zdds(), st.data())
def test_the_probability_of_a_family_is_that_of_its_rows(case, data):
    _, _, zdd = case
    chances = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
    size = zdd.num_symbols
    chance = np.array(data.draw(st.lists(chances, min_size=size, max_size=size)), float)
    rows = zdd.rows().toarray()
    expected = np.prod(np.where(rows, chance, 1 - chance), axis=1).sum()
    assert math.isclose(zdd.probability(chance), expected, abs_tol=1e-12)
    assert math.isclose((~zdd).probability(chance), 1 - expected, abs_tol=1e-12)


def test_probabilities_of_large_families():
    """The binomial distribution; and a chain of levels that branches skip."""
    assert math.isclose(
        families.sets_of_size(300, 100).probability(0.3),
        math.comb(300, 100) * 0.3**100 * 0.7**200,
        rel_tol=1e-11,
    )
    ends = ZDD.from_rows([[0, 9999]], order="natural", num_symbols=10_000)
    chance = np.full(10_000, 1e-4)
    chance[5000] = 0.0
    assert math.isclose(ends.probability(chance), 1e-8 * (1 - 1e-4) ** 9997, rel_tol=1e-11)
    assert ZDD.from_rows([[]]).probability([]) == 1.0
    assert ZDD.from_rows([]).probability([]) == 0.0


def test_the_supersets_of_paths_are_the_networks_that_connect():
    """Two-terminal reliability of a grid, against all its subgraphs."""
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(3, 3))
    edges = list(grid.edges)
    chance = np.random.default_rng(0).random(len(edges))
    expected, count = 0.0, 0
    for present in product((False, True), repeat=len(edges)):
        part = nx.Graph(edge for edge, there in zip(edges, present, strict=True) if there)
        if 0 in part and 8 in part and nx.has_path(part, 0, 8):
            expected += np.prod(np.where(present, chance, 1 - chance))
            count += 1
    paths = families.simple_paths(edges, 0, 8)
    connected = power_set(len(edges)).supersets(paths)
    assert connected.count() == count
    assert connected.minimal() == paths
    assert math.isclose(connected.probability(chance), expected)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, math.nan])
def test_what_is_no_probability_is_refused(wrong):
    with pytest.raises(ValueError, match=r"the probability of symbol 1 is .* between 0 and 1"):
        ZDD.from_rows([[0, 1]]).probability([0.5, wrong])


@given(zdds(), st.integers(0, 30), st.data())
def test_best_rows_are_the_first_of_all_rows_by_length(case, count, data):
    _, _, zdd = case
    lengths = data.draw(some_lengths(zdd.num_symbols))
    sums = sorted(lengths[list(row)].sum() for row in zdd)
    for found, expected in (
        (zdd.shortest_rows(lengths, count), sums[:count]),
        (zdd.longest_rows(lengths, count), sums[::-1][:count]),
    ):
        assert found.lengths.tolist() == expected
        bounds = found.offsets.tolist()
        rows = [tuple(found.symbols[a:b].tolist()) for a, b in pairwise(bounds)]
        assert len(set(rows)) == len(rows)
        assert zdd.contains(rows).all() if rows else True
        assert [lengths[list(row)].sum() for row in rows] == expected


def test_ranks_pickle():
    zdd = ZDD.from_rows([[0], [1, 2]])
    kind, given_ = RowRanks(zdd).__reduce__()
    assert same_arrays(kind(*given_).zdd, zdd)
    assert repr(RowRanks(zdd)) == f"RowRanks({zdd!r})"


def test_a_family_is_true_where_it_has_rows():
    assert ZDD.from_rows([[]])
    assert NZDD.from_rows([[0], [1]])
    assert not ZDD.from_rows([])
    assert not NZDD.from_rows([])
