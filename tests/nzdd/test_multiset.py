"""Rows that come in chunks end in the diagram of all of them, with the same weights."""

import pickle
import signal
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import NZDD, ZDD, RowTable, _core
from nzdd.adapters.files import itemsets, samples
from nzdd.input.whole_numbers import WEIGHT_LIMIT as LIMIT
from nzdd.multiset import Multiset
from support.examples import examples
from support.sets.diagrams import same_arrays, shape_of, zdd_shape
from support.sets.families import (
    families,
    forms,
    lists_of,
    row_set,
    spread,
    to_csr,
    to_matrix,
    total_weights,
)

BUFFERS = (0, 100, 2**26)
"""All rows in the diagram, at times, and none."""


def whole_weights(rows):
    return st.lists(st.integers(0, 5).map(float), min_size=len(rows), max_size=len(rows))


def split(data, rows):
    """Rows in chunks of any size, some of them empty."""
    cuts = data.draw(st.lists(st.integers(0, len(rows)), max_size=5))
    bounds = [0, *sorted(cuts), len(rows)]
    return list(pairwise(bounds))


def collected(chunks, num_symbols, order="natural", buffer_bytes=0):
    rows = Multiset(num_symbols, order, buffer_bytes=buffer_bytes)
    for chunk in chunks:
        rows.add(*chunk)
    return rows


def totals_of(multiset):
    """The weight of each row, as a Counter that keeps rows of weight 0."""
    family = multiset.rows()
    found = Counter()
    for row, weight in zip(lists_of(family), family.weights.tolist(), strict=True):
        assert tuple(sorted(row)) not in found
        found[tuple(sorted(row))] = weight
    return found


@given(families(), st.data())
def test_chunks_give_the_diagrams_of_all_rows(case, data):
    rows, n = case
    weights = data.draw(st.none() | whole_weights(rows))
    order = data.draw(st.permutations(range(n)))
    bounds = split(data, rows)
    chunks = [(rows[a:b], None if weights is None else weights[a:b]) for a, b in bounds]
    zdd = ZDD.from_rows(rows, weights, order, num_symbols=n)
    nzdd = NZDD.from_rows(rows, weights, order, num_symbols=n)
    few = NZDD.from_rows(rows, weights, order, "nonzeros", num_symbols=n)
    for buffer_bytes in BUFFERS:
        multiset = collected(chunks, n, order, buffer_bytes)
        found = multiset.zdd()
        found.verify()
        assert zdd_shape(found) == zdd_shape(zdd)
        assert shape_of(multiset.nzdd()) == shape_of(nzdd)
        assert shape_of(multiset.nzdd("nonzeros")) == shape_of(few)
        assert totals_of(multiset) == total_weights(rows, weights)
        assert multiset.count() == len(row_set(rows))
        assert multiset.total == (len(rows) if weights is None else sum(weights))
        if zdd.low_weight is not None or n > 20:  # elsewhere a bit table numbers the nodes
            assert same_arrays(found, zdd)
            assert same_arrays(multiset.nzdd(), nzdd)


@given(families(), st.sampled_from([1, 100]), st.data())
def test_a_multiset_survives_a_message(case, times, data):
    rows, n = case
    weights = [times * weight for weight in data.draw(whole_weights(rows))]
    for buffer_bytes in BUFFERS:
        chunks = [(rows[a:b], weights[a:b]) for a, b in split(data, rows)]
        multiset = collected(chunks, n, "natural", buffer_bytes)
        found = pickle.loads(pickle.dumps(multiset))
        assert totals_of(found) == totals_of(multiset) == total_weights(rows, weights)
        assert same_arrays(found.zdd(), multiset.zdd())
        found += multiset
        assert found.total == 2 * multiset.total


def test_a_message_is_short():
    """Of 28 columns: four bytes a word and one a weight."""
    words = np.random.default_rng(0).integers(0, 2**28, 10_000).astype(np.uint64)
    rows = collected([(RowTable.from_words(words, 28),)], 28, buffer_bytes=2**26)
    assert len(pickle.dumps(rows)) < 51_500


@given(st.lists(st.lists(st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 9))), max_size=6))
def test_runs_are_merged(lists):
    totals = Counter()
    runs = []
    for pairs in lists:
        run = dict(sorted(pairs))
        for word, weight in run.items():
            totals[word] += weight
        runs.append((np.array(list(run), np.uint64), np.array(list(run.values()), float)))
    words, weights = _core.merge_runs(runs, None)
    assert list(zip(words.tolist(), weights.tolist(), strict=True)) == sorted(totals.items())


@settings(deadline=None, max_examples=examples(50))
@given(families(max_symbols=6), st.sampled_from([6, 64, 65, 300]), st.data())
def test_the_arrays_do_not_depend_on_the_chunks(case, width, data):
    rows, n = case
    width = max(n, width)
    rows, _ = spread(rows, n, width)
    weights = data.draw(st.none() | whole_weights(rows))
    order = np.roll(np.arange(width), 1)
    chunks = [(rows[a:b], None if weights is None else weights[a:b]) for a, b in split(data, rows)]
    for make in (Multiset.zdd, Multiset.nzdd, lambda found: found.nzdd("nonzeros")):
        once = make(collected([(rows, weights)], width, order, 2**26))
        for buffer_bytes in BUFFERS:
            assert same_arrays(make(collected(chunks, width, order, buffer_bytes)), once)
    if width > 64:
        zdd = ZDD.from_rows(rows, weights, order, num_symbols=width)
        assert same_arrays(collected(chunks, width, order).zdd(), zdd)


@settings(deadline=None, max_examples=examples(50))
@given(families(min_rows=1), st.sampled_from(["auto", "frequency", "sifting"]), st.data())
def test_the_order_is_that_of_all_rows_whatever_the_chunks(case, order, data):
    """However often each row occurs, and wherever: an order is one of the distinct rows."""
    rows, n = case
    again = rows + data.draw(st.lists(st.sampled_from(rows), max_size=9))
    shuffled = data.draw(st.permutations(again))
    chunks = [shuffled[a:b] for a, b in split(data, again)]
    multiset = Multiset.from_chunks(chunks, order, num_symbols=n)
    total = Multiset(n, order)
    for chunk in chunks[::-1]:
        total += Multiset.from_chunks([chunk], order, num_symbols=n)
    for found in (multiset, total):
        assert_same_order(found.zdd(), ZDD.from_rows(rows, order=order, num_symbols=n))
        for minimize in ("edges", "nonzeros"):
            expected = NZDD.from_rows(again, None, order, minimize, num_symbols=n)
            assert_same_order(found.nzdd(minimize), expected)


def assert_same_order(one, other):
    assert one.order.name == other.order.name
    assert one.order.symbols.tolist() == other.order.symbols.tolist()
    assert one.num_nodes == other.num_nodes


def test_the_order_of_many_rows_is_found_in_the_same_sample():
    random = np.random.default_rng(0)
    matrix = random.random((30_000, 16)) < random.random(16) / 2
    for order in ("auto", "sifting"):
        for parts in (1, 7, 60):
            rows = Multiset.from_chunks(np.array_split(random.permutation(matrix), parts), order)
            assert_same_order(rows.zdd(), ZDD.from_rows(matrix, order=order))
            assert_same_order(rows.nzdd(), NZDD.from_rows(matrix, order=order))


def test_beyond_the_buffer_a_name_means_the_order_of_the_first_chunk():
    matrix = np.random.default_rng(1).random((300, 14)) < np.linspace(0.1, 0.6, 14)
    for size in (7, 100):
        rows = Multiset(14, "frequency", buffer_bytes=2000)
        rows.add_chunks(matrix[at : at + size] for at in range(0, 300, size))
        expected = ZDD.from_rows(matrix[:size], order="frequency").order
        assert rows.choose_order().symbols.tolist() == expected.symbols.tolist()
        assert rows.zdd() == ZDD.from_rows(matrix)


def test_beyond_the_buffer_the_order_does_not_depend_on_the_chunks():
    random = np.random.default_rng(0)
    matrix = random.random((5000, 14)) < random.random(14)
    room = 16 * len(np.unique(matrix, axis=0))
    for parts in (1, 3, 40):
        for more, order in ((0, "auto"), (-1, "natural")):
            rows = Multiset(buffer_bytes=room + more)
            rows.add_chunks(np.array_split(random.permutation(matrix), parts))
            assert_same_order(rows.zdd(), ZDD.from_rows(matrix, order=order))
    given = ZDD.from_rows(matrix[:100], order="frequency").order
    total = Multiset(14, "frequency", buffer_bytes=100, beyond=given)
    for part in np.array_split(matrix, 4):
        other = Multiset(14, "frequency", buffer_bytes=100, beyond=given)
        other.add(part)
        total += other
    assert_same_order(total.zdd(), ZDD.from_rows(matrix, order=given))


@given(families(min_rows=1), st.data())
def test_sums_commute_and_associate(case, data):
    rows, n = case
    weights = data.draw(st.none() | whole_weights(rows))
    cuts = sorted(data.draw(st.tuples(*[st.integers(0, len(rows))] * 2)))
    bounds = [0, *cuts, len(rows)]
    parts = [
        collected(
            [(rows[a:b], None if weights is None else weights[a:b])],
            n,
            buffer_bytes=data.draw(st.sampled_from(BUFFERS)),
        )
        for a, b in pairwise(bounds)
    ]
    a, b, c = parts
    before = [totals_of(part) for part in parts]
    sums = [a + b + c, a + (b + c), (c + b) + a, pickle.loads(pickle.dumps(b)) + c + a]
    for found in sums:
        assert totals_of(found) == total_weights(rows, weights)
        assert same_arrays(found.zdd(), sums[0].zdd())
    assert [totals_of(part) for part in parts] == before
    twice = a + a
    assert totals_of(twice) == Counter({row: 2 * weight for row, weight in before[0].items()})
    a += b
    assert a is parts[0]
    first = None if weights is None else weights[: cuts[1]]
    assert totals_of(a) == total_weights(rows[: cuts[1]], first)
    assert a.total == sum(totals_of(a).values())


def test_the_shared_node_that_totals_cannot_tell_apart():
    """ac, ad, bc and bd share a node for c and d; the weights below it are not theirs to share."""
    first = collected([([[0, 2], [0, 3], [1, 2], [1, 3]], [1, 2, 3, 4])], 4)
    found = first + collected([([[0], [0, 2]], [5, 6])], 4)
    assert totals_of(found) == {(0, 2): 7, (0, 3): 2, (1, 2): 3, (1, 3): 4, (0,): 5}
    rows, weights = zip(*totals_of(found).items(), strict=True)
    assert same_arrays(found.zdd(), ZDD.from_rows(list(rows), weights, "natural"))


def test_every_form_of_rows_and_the_public_doors():
    rows = [[0, 3], [], [1, 2, 3], [0, 3], [2]]
    for name, form in forms(rows, 4):
        chunks = [to_matrix(rows, 4), form, (to_csr(rows, 4), [1, 0, 2, 0, 9])]
        if name == "generator":  # each of them serves once
            chunks[1] = (iter(row) for row in rows)
        found = Multiset.from_chunks(iter(chunks), "natural").zdd()
        weights = [2 + more for more in (1, 0, 2, 0, 9)]
        assert same_arrays(found, ZDD.from_rows(rows, weights, "natural", num_symbols=4)), name
    again = [to_matrix(rows, 4), rows, (rows, [1, 0, 2, 0, 9])]
    for minimize in ("edges", "nonzeros"):
        nzdd = Multiset.from_chunks(again, "natural", minimize=minimize).nzdd(minimize)
        expected = NZDD.from_rows(rows, weights, "natural", minimize, num_symbols=4)
        assert same_arrays(nzdd, expected)
    free = np.array([True, False, False, True])
    assert same_arrays(
        Multiset.from_chunks(again, "natural", minimize="nonzeros").nzdd("nonzeros", free=free),
        NZDD.from_rows(rows, weights, "natural", "nonzeros", num_symbols=4, free=free),
    )


@pytest.mark.parametrize(
    ("chunks", "width"), [([], 0), ([[]], 0), ([[], []], 0), ([np.zeros((0, 3), bool)], 3)]
)
def test_no_rows(chunks, width):
    zdd = Multiset.from_chunks(chunks).zdd()
    assert (zdd.count(), zdd.low_weight, zdd.num_symbols) == (0, None, width)
    assert Multiset.from_chunks(chunks, num_symbols=3, minimize="edges").nzdd().num_symbols == 3
    assert collected([(chunk,) for chunk in chunks], 3).zdd().count() == 0
    text = "Multiset(total weight 0 over 0 symbols, 0 nodes and 0 rows beside them)"
    assert repr(Multiset()) == text


@pytest.mark.parametrize("buffer_bytes", BUFFERS)
def test_rows_without_symbols(buffer_bytes):
    multiset = collected([([[], []],), ([[]], [3])], 0, buffer_bytes=buffer_bytes)
    assert totals_of(multiset) == {(): 5}
    assert same_arrays(multiset.zdd(), ZDD.from_rows([[]], [5], num_symbols=0, order="natural"))


def test_the_order_is_chosen_once_and_kept():
    first = to_csr([[0, 1], [1, 2], [1]], 3)
    multiset = Multiset(order="frequency", buffer_bytes=0)
    multiset.add(first)
    assert multiset.order.symbols.tolist() == [1, 0, 2]
    multiset.add([[0], [2], [0, 2]] * 9)
    assert multiset.zdd().order is multiset.order
    assert multiset.nzdd().order.name == "frequency"
    other = Multiset(3, multiset.order.symbols, buffer_bytes=0)
    other.add(first)
    assert (other + multiset).total == multiset.total + 3
    with pytest.raises(ValueError, match="different orders"):
        collected([([[0]],)], 3).update(multiset)
    fresh = Multiset()
    fresh.update(Multiset())
    fresh.update(multiset)
    assert totals_of(fresh) == totals_of(multiset)
    assert fresh.order is multiset.order


def test_a_buffer_whose_rows_are_smaller_than_their_diagram_keeps_growing():
    """Random wide rows share nothing; subsets of few symbols share nearly all."""
    random = np.random.default_rng(0)
    wide = Multiset(5000, "natural", buffer_bytes=10_000)
    for _ in range(20):
        wide.add([random.choice(5000, 40, replace=False).tolist() for _ in range(20)])
    assert repr(wide).endswith("0 nodes and 400 rows beside them)")
    dense = Multiset(14, "natural", buffer_bytes=10_000)
    for part in np.array_split(np.arange(2**14, dtype=np.uint64), 20):
        dense.add(RowTable.from_words(part, 14))
    dense.add([])
    assert len(dense._nodes) > 2
    assert dense.zdd().num_nodes == 14


@pytest.mark.parametrize(
    ("chunks", "message"),
    [
        ([[[0, 4]], ([[1], [2]], [1, 0.5])], r"^chunk 1: weight 1 is 0\.5; .* whole numbers"),
        ([([[1]], [-1])], "^chunk 0: weight 0 is -1"),
        ([([[1]], [np.nan])], "^chunk 0: weight 0 is nan"),
        (
            [[[1]], [[2]]],
            "^chunk 1: the rows are over 3 symbols where 2 .* or num_symbols",
        ),
        ([np.eye(3), np.eye(2)], "^chunk 1: the rows are over 2 symbols where 3 are expected"),
        ([np.eye(3), 2 * np.eye(3)], r"^chunk 1: entry \(0, 0\) is 2"),
        ([np.eye(70), RowTable.from_csr([0, 1], [70], 70)], "^chunk 1: row 0 holds symbol 70"),
        ([np.eye(7), RowTable.from_csr([0, 1], [9], 7)], "^chunk 1: row 0 holds symbol 9"),
        ([([[1]], [LIMIT - 1]), [[0]]], r"^chunk 1: the total weight would be 9007199254740992"),
        ([([[1], [0]], [LIMIT - 1, 2])], "^chunk 0: the total weight would be"),
        ([([[1], [0]], [1e308, 1e308])], "^chunk 0: the total weight would be"),
        ([[[0]], [0]], "^chunk 1: rows must be"),
    ],
)
def test_what_is_wrong_is_said_with_the_chunk(chunks, message):
    with pytest.raises((ValueError, TypeError), match=message):
        Multiset.from_chunks(chunks).zdd()


def test_other_errors():
    with pytest.raises(ValueError, match="minimize 'rows' is unknown; take one of nodes, edges"):
        Multiset(3, minimize="rows")
    with pytest.raises(ValueError, match="order 'best' is unknown"):
        Multiset.from_chunks([], "best").zdd()
    with pytest.raises(ValueError, match="must list each of them once"):
        Multiset.from_chunks([[[0], [1]]], [0, 1, 2]).zdd()
    with pytest.raises(ValueError, match="the order is one of 2 symbols, but there are 3"):
        Multiset(3, ZDD.from_rows([[0], [1]], order=[1, 0]).order).add([[2]])
    with pytest.raises(ValueError, match="minimize 'sum' is unknown"):
        Multiset.from_chunks(iter("x"), minimize="sum")
    with pytest.raises(ValueError, match="one multiset is over 2 symbols, the other over 3"):
        Multiset(2).update(Multiset(3))
    heavy = collected([([[0]], [LIMIT - 1])], 1)
    with pytest.raises(ValueError, match="total weight"):
        heavy.update(heavy)
    with pytest.raises(TypeError):
        heavy + 1


def test_a_failed_add_leaves_the_multiset_as_it_was():
    multiset = collected([([[0], [1]],)], 2)
    before = totals_of(multiset)
    for bad in (([[0]], [0.5]), ([[2]],), ([[0]], [LIMIT]), (RowTable.from_csr([0, 1], [5], 2),)):
        with pytest.raises(ValueError, match=r"weight|symbol"):
            multiset.add(*bad)
    assert (totals_of(multiset), multiset.total) == (before, 2)


def test_weights_are_exact_up_to_the_limit():
    multiset = collected([([[0], [1]], [LIMIT - 3, 0]), ([[0], [1]], [1, 1])], 2)
    assert totals_of(multiset) == {(0,): LIMIT - 2, (1,): 1}
    assert multiset.zdd().high_weight.max() == LIMIT - 2


def random_rows(seed, num_rows=30_000):
    words = np.random.default_rng(seed).integers(0, 2**40, num_rows).astype(np.uint64)
    return collected([(RowTable.from_words(words, 40),)], 40)


class StopIt(Exception):
    pass


def add_for_ever(a, b):
    while True:
        _core.multiset_sum(a._nodes, b._nodes, None)


def test_a_signal_ends_a_sum_and_leaves_both_summands():
    """The handler runs in the middle of the sum, and what it raises comes out of it."""
    a, b = (random_rows(seed, 300_000) for seed in (0, 1))
    total, nodes = a.total, a._nodes

    def stop(signum, frame):
        raise StopIt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(StopIt):
            add_for_ever(a, b)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert a.total == total
    assert a._nodes is nodes


def test_an_error_in_the_progress_callback_ends_the_build():
    def fail(stage, share):
        assert 0 <= share <= 1
        raise StopIt(stage)

    words = np.random.default_rng(0).integers(0, 2**60, 10**6).astype(np.uint64)
    rows = Multiset.from_chunks([RowTable.from_words(words, 60)], "natural")
    with pytest.raises(StopIt):
        rows.zdd(progress=fail)


@pytest.mark.parametrize("name", ["retail.dat.gz", "mushroom.dat.gz", "connect.dat.gz"])
def test_item_sets_in_chunks(data, name):
    found = sorted((data / "itemsets").glob(name.split(".")[0] + "*"))
    if not found:
        pytest.skip(f"there is no {name}")
    family = itemsets.read(found[0])
    family = family.take(np.arange(min(family.num_rows, 8000)))
    matrix = sp.csr_array(
        (np.ones(family.symbols.size, np.int8), family.symbols.astype(np.int64), family.offsets),
        shape=(family.num_rows, family.num_symbols),
    )
    order = np.argsort(-family.frequency(), kind="stable")
    parts = [matrix[first : first + 700] for first in range(0, family.num_rows, 700)]
    # the second time the rows come all weights double
    multiset = collected([(part,) for part in (*parts, *parts)], family.num_symbols, order, 20_000)
    twice = np.full(family.num_rows, 2.0)
    assert same_arrays(multiset.zdd(), ZDD.from_rows(family, twice, order))
    assert same_arrays(multiset.nzdd(), NZDD.from_rows(family, twice, order))


def test_a_labelled_sample_in_chunks(data):
    rows = samples.read(data / "classification" / "agaricus.txt.train.gz").rows
    offsets = np.arange(0, rows.num_rows + 500, 500).clip(max=rows.num_rows)
    chunks = [rows.take(np.arange(a, b)) for a, b in pairwise(offsets)]
    found = Multiset.from_chunks(chunks, "natural").zdd()
    assert same_arrays(found, ZDD.from_rows(rows, order="natural"))


def test_a_given_order_fits_the_symbols():
    order = ZDD.from_rows([[0, 1], [2]], order=[2, 0, 1]).order
    with pytest.raises(ValueError, match="the order is one of 3 symbols, but there are 4"):
        Multiset(4, order)
    with pytest.raises(ValueError, match="the order is one of 3 symbols, but there are 0"):
        Multiset(order=order).zdd()
    natural = ZDD.from_rows([[0]], order="natural").order
    assert Multiset(order=natural).zdd().count() == 0
