"""Diagrams made by sharing the parts that rows have in common."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import NZDD, ZDD, RowTable, _core, build
from nzdd.order import NATURAL
from support.examples import examples
from support.sets.diagrams import labels_of, nonzeros, paths, same_arrays
from support.sets.families import row_set, to_csr, total_weights


def share(family, free=None, progress=None):
    """The search from the rows."""
    native = _core.nzdd_by_sharing(
        *family.to_csr(), family.num_symbols, free, family.weights, None, 1, progress
    )
    return NZDD._make(native, family.num_symbols, NATURAL)


def share_further(family, free=None):
    """The search from the contracted ZDD, and that ZDD."""
    contracted = contract(ZDD.from_rows(family, order="natural"), free)
    native = build.shared(contracted._native, family.num_symbols, free)
    return NZDD._make(native, family.num_symbols, NATURAL), contracted


def contract(zdd, free=None):
    """The contracted ZDD."""
    return NZDD._make(zdd._native.contracted(None, free, None), zdd.num_symbols, NATURAL)


def share_both(family, free, threads):
    """The smaller result of both searches."""
    contracted = contract(ZDD.from_rows(family, order="natural"), free)
    arrays = family.to_csr()
    native = _core.nzdd_by_sharing(
        *arrays, family.num_symbols, free, family.weights, contracted._native, threads, None
    )
    return NZDD._make(native, family.num_symbols, NATURAL)


def check(rows, num_symbols, weights=None, free=None):
    """All that must hold for any family; returns the diagram."""
    family = to_csr(rows, num_symbols)
    family = family if weights is None else family.weighted(weights)
    nzdd = share(family, free)
    further, contracted = share_further(family, free)
    assert nonzeros(further, free) <= nonzeros(contracted, free)
    both = share_both(family, free, 1)
    assert same_arrays(both, share_both(family, free, 2))
    assert nonzeros(both, free) == min(nonzeros(nzdd, free), nonzeros(further, free))
    check_family(further, rows, weights)
    check_family(nzdd, rows, weights)
    paid = sum(free is None or not free[symbol] for row in row_set(rows) for symbol in row)
    assert nonzeros(nzdd, free) <= paid
    assert same_arrays(nzdd, share(family, free))
    return nzdd


def check_family(nzdd, rows, weights):
    """The paths are the rows, with their weights."""
    nzdd.verify()
    expected, labels = total_weights(rows, weights), labels_of(nzdd)
    multiplicity = np.zeros(nzdd.num_edges)
    found = []
    for edges in paths(nzdd):
        key = tuple(sorted(symbol for edge in edges for symbol in labels[edge]))
        assert len(set(key)) == len(key)
        found.append(key)
        multiplicity[list(edges)] += expected[key]
    assert sorted(found) == sorted(expected)
    assert np.array_equal(nzdd.multiplicity, multiplicity)


@st.composite
def narrow(draw):
    n = draw(st.integers(0, 9))
    if n == 0:
        return draw(st.lists(st.just(()), max_size=3)), 0
    row = st.lists(st.integers(0, n - 1), max_size=n + 2)  # unsorted, with repetitions
    return draw(st.lists(row, max_size=60)), n


@st.composite
def wide(draw):
    n = draw(st.integers(65, 300))
    row = st.lists(st.integers(0, n - 1), max_size=12)
    return draw(st.lists(row, max_size=30)), n


@st.composite
def nested(draw):
    """Rows that are unions of a few blocks, and blocks of blocks."""
    n = draw(st.integers(3, 40))
    blocks = draw(
        st.lists(st.sets(st.integers(0, n - 1), min_size=1, max_size=8), min_size=1, max_size=6)
    )
    for chosen in draw(
        st.lists(st.sets(st.integers(0, len(blocks) - 1), min_size=1, max_size=3), max_size=4)
    ):
        blocks.append(set().union(*(blocks[b] for b in chosen)))
    picks = draw(st.lists(st.sets(st.integers(0, len(blocks) - 1), max_size=3), max_size=40))
    return [sorted(set().union(*(blocks[b] for b in pick))) for pick in picks], n


@st.composite
def products(draw):
    """Unions of products of sets of symbols, with some rows missing."""
    rows, width = [], draw(st.integers(2, 4))
    for _ in range(draw(st.integers(1, 3))):
        sides = [
            draw(st.sets(st.integers(8 * k, 8 * k + 7), min_size=1, max_size=4))
            for k in range(width)
        ]
        rows += [list(row) for row in product(*map(sorted, sides))]
    missing = draw(st.sets(st.integers(0, len(rows) - 1), max_size=3))
    return [row for i, row in enumerate(rows) if i not in missing], 8 * width


families = st.one_of(narrow(), wide(), nested(), products())


@given(families)
def test_exact(family):
    check(*family)


@given(families, st.data())
def test_exact_with_weights_and_free_symbols(family, data):
    rows, n = family
    weights = np.array(
        data.draw(st.lists(st.integers(0, 5), min_size=len(rows), max_size=len(rows))), float
    )
    density = data.draw(st.sampled_from([0.1, 0.5, 1.0]))
    free = np.random.default_rng(data.draw(st.integers(0, 99))).random(n) < density
    check(rows, n, weights, free)


@settings(max_examples=examples(20))
@given(st.integers(0, 10**6), st.integers(2, 14), st.integers(100, 1500))
def test_exact_on_dense_random_families(seed, n, m):
    rng = np.random.default_rng(seed)
    matrix = rng.random((m, n)) < rng.uniform(0.2, 0.8)
    check(
        [np.flatnonzero(row).tolist() for row in matrix],
        n,
        rng.integers(1, 4, m).astype(float),
        rng.random(n) < 0.2,
    )


@pytest.mark.parametrize(("a", "b"), [(2, 3), (2, 40), (5, 7), (30, 20)])
def test_all_pairs_need_one_edge_a_symbol(a, b):
    nzdd = check([[i, a + j] for i in range(a) for j in range(b)], a + b)
    assert (nzdd.num_nodes, nzdd.num_edges, nonzeros(nzdd)) == (3, a + b, 2 * (a + b))


def test_all_triples_need_one_edge_a_symbol():
    nzdd = check([[i, 5 + j, 10 + k] for i in range(5) for j in range(5) for k in range(5)], 15)
    assert (nzdd.num_nodes, nzdd.num_edges) == (4, 15)


def test_a_common_part_stands_once():
    common = list(range(10))
    nzdd = check([[*common, 10 + i, 20 + i] for i in range(8)], 30)
    assert nonzeros(nzdd) == 11 + 8 * 3


def test_all_subsets_of_half_the_symbols():
    nzdd = check(list(combinations(range(12), 6)), 12)
    assert nonzeros(nzdd) < 400  # 5544 in the rows


@pytest.mark.parametrize(
    "rows",
    [[], [()], [(), ()], [(0, 2)], [(2, 0, 2), (0, 2)], [(), (1,)], [(0, 1, 2), (0, 1), (0,)]],
)
@pytest.mark.parametrize("free", [None, [False] * 3, [True] * 3, [True, False, True]])
def test_small_families(rows, free):
    nzdd = check(rows, 3, free=None if free is None else np.array(free))
    if not rows:
        assert (nzdd.num_nodes, nzdd.num_edges) == (2, 0)
    if rows == [()]:
        assert (nzdd.num_nodes, nzdd.num_edges, nzdd.num_labels) == (2, 1, 0)


def test_free_symbols_do_not_stand_in_the_way_of_sharing():
    rows = [[*range(6), 6 + i, 20 + i, 40 + i % 3] for i in range(10)]  # each row two free symbols
    nzdd = check(rows, 50, free=np.arange(50) >= 20)
    assert nonzeros(nzdd, np.arange(50) >= 20) == 7 + 10 * 2


def test_products_keep_free_symbols_apart():
    rows = [[i, 4 + j, 8 + j % 2] for i in range(4) for j in range(4)]
    free = np.arange(10) >= 8
    nzdd = check(rows, 10, free=free)
    assert nonzeros(nzdd, free) == 16


def test_bad_input_is_refused():
    family = RowTable.from_csr([0, 2], [0, 7], 5)
    with pytest.raises(ValueError, match="row 0 holds symbol 7"):
        share(family)


def test_progress_is_reported_and_can_end_the_search():
    rng = np.random.default_rng(0)
    family = RowTable.from_csr(np.arange(30001) * 9, rng.integers(0, 40, 270000), 40)
    calls = []
    share(family, progress=lambda stage, done: calls.append((stage, done)))
    assert any(stage == "share" for stage, _ in calls)
    assert all(0 <= done <= 1 for _, done in calls)

    def stop(stage, done):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        share(family, progress=stop)


def test_from_rows_takes_the_smaller_of_two_diagrams():
    rows = [[i, 20 + j] for i in range(20) for j in range(15)]
    family = RowTable.from_csr(np.arange(301) * 2, np.ravel(rows), 35)
    nzdd = NZDD.from_rows(family, order="natural", minimize="nonzeros")
    assert nonzeros(nzdd) == min(nonzeros(share_further(family)[0]), nonzeros(share(family)))


def test_families_over_many_symbols_are_contracted_only():
    symbols = 20_000_001
    rows = [(0, *range(1 + 3 * i, 4 + 3 * i), 31, symbols - 1) for i in range(10)]
    family = RowTable.from_csr(np.arange(11) * 6, np.ravel(rows), symbols)
    zdd = ZDD.from_rows(family, order="natural")
    for nzdd in (zdd.to_nzdd("nonzeros"), NZDD.from_rows(family, None, "natural", "nonzeros")):
        assert same_arrays(nzdd, contract(zdd, None))
        assert set(nzdd) == set(rows)


def test_families_of_many_nonzeros_are_searched_from_the_diagram_only():
    """Pairs: 2,001,000 nonzeros, of a diagram that is far smaller."""
    left, right = np.divmod(np.arange(1_000_500), 1000)
    rows = np.column_stack((left, 1001 + right)).astype(np.uint32)
    family = RowTable.from_csr(np.arange(len(rows) + 1) * 2, rows.ravel(), 2001)
    further, _ = share_further(family)
    assert same_arrays(NZDD.from_rows(family, None, "natural", "nonzeros"), further)
    assert same_arrays(ZDD.from_rows(family, order="natural").to_nzdd("nonzeros"), further)
    assert further.count() == len(rows)


@given(families)
def test_a_zdd_of_distinct_rows_is_as_good_a_start_as_its_rows(family):
    rows, num_symbols = family
    rows = sorted(row_set(rows))
    zdd = ZDD.from_rows(rows, num_symbols=num_symbols, order="natural")
    nzdd = zdd.to_nzdd("nonzeros")
    check_family(nzdd, rows, None)
    assert same_arrays(nzdd, NZDD.from_rows(to_csr(rows, num_symbols), None, "natural", "nonzeros"))


@pytest.mark.parametrize("free", [[True], [0, 1, 0], [[True, False, True]], "yes"])
def test_free_must_be_one_bool_a_symbol(free):
    with pytest.raises(ValueError, match="free must be an array of 3 bools"):
        NZDD.from_rows([[0, 1], [2]], minimize="nonzeros", free=free)


def test_free_symbols_through_from_rows():
    rows = [[i, 4 + j, 8 + (i + j) % 3] for i in range(4) for j in range(4)]
    free = np.arange(11) >= 8
    nzdd = NZDD.from_rows(rows, minimize="nonzeros", free=free.tolist())
    assert set(nzdd) == {tuple(row) for row in rows}
    assert nonzeros(nzdd, free) <= 32
    assert NZDD.from_rows(rows, minimize="edges", free=free).count() == 16


def test_more_symbols_than_edges_have_numbers_are_refused():
    rows = RowTable.from_csr([0, 1], [0], 2**32 - 1)
    with pytest.raises(ValueError, match="too many symbols to share"):
        share(rows)


def test_neither_rows_nor_a_diagram_is_an_error():
    with pytest.raises(ValueError, match="neither rows nor a diagram"):
        _core.nzdd_by_sharing(None, None, 3, None, None, None, 1, None)


def test_nodes_between_free_symbols_stay():
    """Both symbols of a path may cost nothing, each on its own edge."""
    zdd = ZDD.from_rows([[0, 2], [0, 3], [1, 2], [1, 3]])
    nzdd = NZDD._make(build.shared(zdd.to_nzdd()._native, 4, np.ones(4, bool)), 4, NATURAL)
    nzdd.verify()
    assert set(nzdd) == {(0, 2), (0, 3), (1, 2), (1, 3)}


def test_the_search_of_many_rows_is_the_same_with_one_thread_and_two():
    rng = np.random.default_rng(3)
    rows = np.sort(np.argsort(rng.random((9000, 30)), axis=1)[:, :7], axis=1)
    family = RowTable.from_csr(np.arange(9001) * 7, rows.ravel(), 30)
    one, two = (share_both(family, None, threads) for threads in (1, 2))
    assert same_arrays(one, two)
    one.verify()
    assert set(one) == set(map(tuple, rows.tolist()))
    assert nonzeros(one) < rows.size


def test_common_parts_are_found_in_a_sample_of_many_rows():
    """What every row holds is written once, though the search looks at a part of the rows."""
    first, second = np.divmod(np.arange(40_000), 200)
    common = np.tile(np.arange(5), (40_000, 1))
    rows = np.column_stack((common, 5 + first, 205 + second))
    family = RowTable.from_csr(np.arange(0, rows.size + 1, 7), rows.ravel(), 405)
    nzdd = NZDD.from_rows(family, order="natural", minimize="nonzeros")
    nzdd.verify()
    assert nzdd.count() == 40_000
    assert nzdd.num_labels < 1000
    shared = share(family)
    shared.verify()
    assert shared.count() == 40_000
    assert shared.num_labels < 1000
