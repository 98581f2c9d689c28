"""What is true of the shortest rows, by listing all rows."""

import copy
import math
import pickle
import signal
import threading
from collections import Counter
from itertools import pairwise, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD, _core, families
from nzdd.families import power_set
from nzdd.zdd.shortest_rows import RowSearch
from support.sets.diagrams import zdds
from support.sets.families import row_set, subsets

INFINITY = math.inf
LENGTHS = st.sampled_from([-INFINITY, -4.0, -1.0, 0.0, 0.5, 1.0, 1.0, 2.0, 3.0, INFINITY])
LIMITS = st.sampled_from([-INFINITY, -3.0, 0.0, 0.5, 1.0, 2.0, 3.0, 5.0, INFINITY])


@st.composite
def questions(draw, lengths=LENGTHS):
    """A diagram, its rows, symbol lengths, a number of rows and a limit."""
    rows, _, zdd = draw(zdds())
    drawn = draw(st.lists(lengths, min_size=zdd.num_symbols, max_size=zdd.num_symbols))
    return zdd, row_set(rows), np.array(drawn, float), draw(st.integers(0, 30)), draw(LIMITS)


def length_of(row, lengths):
    """An infinite symbol forbids its rows, whatever else they hold."""
    terms = [float(lengths[symbol]) for symbol in row]
    return INFINITY if INFINITY in terms else sum(terms)


def exact_length(zdd, row, lengths):
    """The sum in the order that the sweep takes, from the last level to the first."""
    total = 0.0
    for symbol in reversed(levels_of(zdd)):
        if symbol in row:
            total = lengths[symbol] + total
    return total


def levels_of(zdd):
    return list(range(zdd.num_symbols) if zdd.order.symbols is None else zdd.order.symbols)


def listed(found):
    """The rows as tuples; their arrays are what they must be."""
    assert found.lengths.dtype == np.float64
    assert found.offsets.dtype == np.int64
    assert found.symbols.dtype == np.uint32
    assert len(found) == found.lengths.size == found.offsets.size - 1
    assert found.offsets[0] == 0
    assert found.offsets[-1] == found.symbols.size
    return [tuple(found.symbols[a:b].tolist()) for a, b in pairwise(found.offsets)]


def branches(zdd, row):
    """The branches on the path of a row, with the way into the root as the first."""
    yield -1, True
    wanted, variable, node = set(row), zdd.variable, zdd.root
    while node >= 2:
        high = int(variable[node]) in wanted
        yield int(node), high
        node = zdd.high[node] if high else zdd.low[node]


def check_found(found, rows, lengths, below):
    """Distinct rows of the family below the limit, shortest first, with their lengths."""
    given_rows = listed(found)
    assert set(given_rows) <= rows
    assert len(set(given_rows)) == len(given_rows)
    assert all(row == tuple(sorted(row)) for row in given_rows)
    assert found.lengths.tolist() == [length_of(row, lengths) for row in given_rows]
    assert all(length < below for length in found.lengths)
    assert found.lengths.tolist() == sorted(found.lengths)


def check_shortest(found, rows, lengths, count, below):
    check_found(found, rows, lengths, below)
    every = sorted(length_of(row, lengths) for row in rows)
    assert found.lengths.tolist() == [length for length in every if length < below][:count]


def check_covering(found, zdd, rows, lengths, count, below):
    """Each row is a shortest one of those that take a branch not taken before."""
    check_found(found, rows, lengths, below)
    path = {row: frozenset(branches(zdd, row)) for row in rows}
    short = {row for row in rows if length_of(row, lengths) < below}
    covered = set()
    for row, length in zip(listed(found), found.lengths, strict=True):
        assert length == min(length_of(other, lengths) for other in short if path[other] - covered)
        covered |= path[row]
    if len(found) < count:
        assert covered == set().union(*(path[row] for row in short))


@given(questions())
def test_the_least_length_is_that_of_the_shortest_row(question):
    zdd, rows, lengths, _, _ = question
    least = RowSearch(zdd).least(lengths)
    assert least == min((length_of(row, lengths) for row in rows), default=INFINITY)
    assert least == zdd.shortest_path(lengths).length


@given(questions())
def test_what_the_other_symbols_of_a_row_have_at_least(question):
    zdd, rows, lengths, _, _ = question
    search = RowSearch(zdd)
    least, beside = search.least_beside(lengths)
    assert least == search.least(lengths)
    assert beside.shape == (zdd.num_symbols,)
    for symbol, found in enumerate(beside):
        others = [length_of(set(row) - {symbol}, lengths) for row in rows if symbol in row]
        assert found == min(others, default=INFINITY)


def test_what_is_beside_a_symbol_of_infinite_length_is_finite():
    zdd = ZDD.from_rows([[0, 1], [1, 2], [0, 2]])
    least, beside = RowSearch(zdd).least_beside([INFINITY, 2.0, 3.0])
    assert least == 5.0
    assert beside.tolist() == [2.0, 3.0, 2.0]
    least, beside = RowSearch(zdd).least_beside([INFINITY, INFINITY, 3.0])
    assert least == INFINITY
    assert beside.tolist() == [3.0, 3.0, INFINITY]


@given(questions())
def test_the_shortest_rows_are_those_of_the_sorted_list(question):
    zdd, rows, lengths, count, below = question
    check_shortest(RowSearch(zdd).shortest(lengths, count, below), rows, lengths, count, below)


@given(questions())
def test_covering_rows_take_the_shortest_new_branch_each(question):
    zdd, rows, lengths, count, below = question
    found = RowSearch(zdd).covering(lengths, count, below)
    check_covering(found, zdd, rows, lengths, count, below)


@pytest.mark.parametrize(
    ("order", "step"),
    [
        ((2, 0, 1), 5),
        *(pytest.param(order, 1, marks=pytest.mark.slow) for order in permutations(range(3))),
    ],
)
def test_every_family_of_three_symbols(order, step):
    """With all lengths of three kinds, or every fifth of them, others for each family."""
    vectors = [*product([-1.0, 0.0, 2.0], repeat=3), (-INFINITY, 1.0, INFINITY)]
    for place, family in enumerate(subsets(subsets(range(3)))):
        zdd = ZDD.from_rows(list(family), order=order, num_symbols=3)
        oracle, rows = RowSearch(zdd), set(family)
        for lengths in vectors[place % step :: step]:
            check_shortest(oracle.shortest(lengths, 9), rows, lengths, 9, INFINITY)
            check_shortest(oracle.shortest(lengths, 2, 1.0), rows, lengths, 2, 1.0)
            check_covering(oracle.covering(lengths, 9), zdd, rows, lengths, 9, INFINITY)


@given(questions(st.floats(-1e3, 1e3)))
def test_rounding_makes_no_row_shorter_than_the_least(question):
    """Lengths are what the sweep adds up; what is found is right up to rounding."""
    zdd, rows, lengths, count, below = question
    oracle = RowSearch(zdd)
    exact = {row: exact_length(zdd, row, lengths) for row in rows}
    assert oracle.least(lengths) == min(exact.values(), default=INFINITY)
    for found in (oracle.shortest(lengths, count, below), oracle.covering(lengths, count, below)):
        given_rows = listed(found)
        assert len(set(given_rows)) == len(given_rows)
        assert found.lengths.tolist() == [exact[row] for row in given_rows]
        assert found.lengths.tolist() == sorted(found.lengths)
        assert all(found.lengths < below)
        if count and oracle.least(lengths) < below:
            assert found.lengths[0] == oracle.least(lengths)
    shortest = oracle.shortest(lengths, count).lengths
    assert np.allclose(shortest, sorted(exact.values())[:count], rtol=0, atol=1e-9)


@pytest.mark.parametrize("method", ["shortest", "covering"])
def test_a_row_that_only_rounding_takes_below_the_limit_is_not_returned(method):
    limit = 0.3 + (0.2 + 0.1)
    assert limit > (0.3 + 0.2) + 0.1
    ask = getattr(RowSearch(ZDD.from_rows([[0, 1], [0, 1, 2]], order="natural")), method)
    assert listed(ask([0.3, 0.2, 0.1], 5, limit)) == [(0, 1)]
    assert len(ask([0.3, 0.2, 0.1], 5, math.nextafter(limit, 1))) == 2


@given(zdds(), st.lists(LENGTHS, min_size=8, max_size=8), st.lists(LENGTHS, min_size=8, max_size=8))
def test_a_question_does_not_change_the_answer_to_the_next(case, first, second):
    _, _, zdd = case
    first, second = first[: zdd.num_symbols], second[: zdd.num_symbols]
    used = RowSearch(zdd)
    for question in (used.covering, used.shortest):
        question(first, 5)
        for method in ("shortest", "covering"):
            again, fresh = getattr(used, method), getattr(RowSearch(zdd), method)
            assert_same(again(second, 7), fresh(second, 7))


def assert_same(found, other):
    assert np.array_equal(found.lengths, other.lengths)
    assert np.array_equal(found.offsets, other.offsets)
    assert np.array_equal(found.symbols, other.symbols)


def test_families_without_a_node():
    empty = RowSearch(ZDD.from_rows([], num_symbols=2))
    assert empty.least([1.0, 1.0]) == INFINITY
    unit = RowSearch(ZDD.from_rows([[]], num_symbols=2))
    assert unit.least([1.0, 1.0]) == 0
    for method in ("shortest", "covering"):
        assert listed(getattr(empty, method)([1.0, 1.0], 3)) == []
        assert listed(getattr(unit, method)([1.0, 1.0], 3)) == [()]
        assert listed(getattr(unit, method)([1.0, 1.0], 3, 0.0)) == []
        assert listed(getattr(unit, method)([1.0, 1.0], 0)) == []


def next_of_equal_popcount(word):
    """Gosper's hack."""
    lowest = word & -word
    ripple = word + lowest
    return ripple | ((word ^ ripple) >> 2) // lowest


def words_of(found):
    return [sum(1 << symbol for symbol in row) for row in listed(found)]


def test_subsets_of_thirty_come_in_the_order_of_their_binary_numbers():
    zdd = families.sets_of_size(30, 15)
    found = RowSearch(zdd).shortest(2.0 ** np.arange(30), 2000)
    expected = [2**15 - 1]
    while len(expected) < 2000:
        expected.append(next_of_equal_popcount(expected[-1]))
    assert words_of(found) == expected
    assert found.lengths.tolist() == expected


@pytest.mark.parametrize("count", [1, 2, 100, 10_000])
def test_the_power_set_counts_in_binary(count):
    """Two to the fifty rows; no more is kept of them than is wanted."""
    oracle = RowSearch(power_set(50))
    assert words_of(oracle.shortest(2.0 ** np.arange(50), count)) == list(range(count))
    limited = oracle.shortest(2.0 ** np.arange(50), 10**9, 777.0)
    assert words_of(limited) == list(range(777))


@pytest.mark.parametrize("count", [1, 10, 60, 300, 2000, 8192, 9000])
def test_the_shortest_of_all_subsets_are_those_of_the_sorted_sums(count):
    """So many that the search forgets what it will not need."""
    lengths = np.random.default_rng(count).integers(-9999, 10_000, 13).astype(float)
    sums = (np.arange(2**13)[:, None] >> np.arange(13) & 1) @ lengths
    found = RowSearch(power_set(13)).shortest(lengths, count)
    assert found.lengths.tolist() == np.sort(sums)[:count].tolist()
    words = words_of(found)
    assert len(set(words)) == len(words)
    assert found.lengths.tolist() == sums[words].tolist()


def test_many_rows_of_equal_length():
    """Rows by their size, as binomial coefficients count them."""
    oracle = RowSearch(power_set(40))
    found = oracle.shortest(np.ones(40), 1 + 40 + 780 + 100)
    assert len(set(listed(found))) == len(found)
    assert Counter(found.lengths) == {0: 1, 1: 40, 2: 780, 3: 100}
    same = oracle.shortest(np.zeros(40), 5000)
    assert len(set(listed(same))) == 5000
    assert not same.lengths.any()


def test_covering_rows_of_the_power_set_take_each_symbol_once():
    found = RowSearch(power_set(300)).covering(np.arange(1.0, 301.0), 10**6)
    assert listed(found) == [(), *((symbol,) for symbol in range(300))]
    limited = RowSearch(power_set(300)).covering(np.arange(1.0, 301.0), 10**6, 7.0)
    assert listed(limited) == [(), *((symbol,) for symbol in range(6))]


def test_a_covering_of_many_random_rows_covers_all():
    random = np.random.default_rng(0)
    rows = [sorted(random.choice(20, 6, replace=False).tolist()) for _ in range(3000)]
    zdd = ZDD.from_rows(rows, order="reverse frequency")
    lengths = random.integers(-5, 9, 20).astype(float)
    for count in (1, 7, 10**6):
        found = RowSearch(zdd).covering(lengths, count)
        assert len(found) == count or count == 10**6  # more than it takes
        check_found(found, row_set(rows), lengths, INFINITY)
    covered = {branch for row in listed(found) for branch in branches(zdd, row)}
    assert covered == {branch for row in row_set(rows) for branch in branches(zdd, row)}


def test_threads_that_ask_at_once_get_the_same_answers():
    random = np.random.default_rng(0)
    rows = [sorted(random.choice(25, 9, replace=False).tolist()) for _ in range(20_000)]
    oracle = RowSearch(ZDD.from_rows(rows))
    vectors = random.random((60, 25))

    def ask(into):
        for lengths in vectors:
            into.append((oracle.covering(lengths, 40), oracle.shortest(lengths, 40)))

    alone, answers = [], [[] for _ in range(4)]
    ask(alone)
    threads = [threading.Thread(target=ask, args=(answer,)) for answer in answers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for answer in answers:
        for found, expected in zip(answer, alone, strict=True):
            assert_same(found[0], expected[0])
            assert_same(found[1], expected[1])


class StopIt(Exception):
    pass


@pytest.mark.parametrize(
    ("method", "num_symbols", "count"), [("shortest", 60, 10**7), ("covering", 20_000, 10**15)]
)
def test_a_signal_handler_ends_a_long_search_and_may_ask_itself(method, num_symbols, count):
    oracle, lengths = RowSearch(power_set(num_symbols)), np.ones(num_symbols)

    def stop(signum, frame):
        assert len(oracle.covering(lengths, 5)) == 5
        raise StopIt

    expected = oracle.covering(lengths, 50)
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(StopIt):
            getattr(oracle, method)(lengths, count)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert_same(oracle.covering(lengths, 50), expected)


def test_a_signal_handler_ends_the_search_for_rows_by_weight():
    """It ends at once, also among the rows that are not taken yet."""

    def stop(signum, frame):
        raise StopIt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(StopIt):
            power_set(60).shortest_rows(np.ones(60), 10**7)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(StopIt):
            for _ in power_set(60).by_weight(np.full(60, 0.1)):
                pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def pickled(oracle):
    return pickle.loads(pickle.dumps(oracle))


@pytest.mark.parametrize("remake", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_answers_alike(remake):
    oracle = RowSearch(ZDD.from_rows([[0, 2], [1], [2, 3]], order=[2, 0, 3, 1]))
    oracle.covering([1.0, 2.0, 3.0, 4.0], 5)
    other = remake(oracle)
    assert set(other.zdd) == set(oracle.zdd)
    assert repr(other) == repr(oracle)
    assert_same(other.covering([4.0, 3.0, 1.0, 1.0], 5), oracle.covering([4.0, 3.0, 1.0, 1.0], 5))


@pytest.mark.parametrize("method", ["least", "shortest", "covering"])
def test_wrong_lengths_are_refused(method):
    ask = getattr(RowSearch(ZDD.from_rows([[0, 1]])), method)
    more = () if method == "least" else (1,)
    for lengths in ([1.0], [1.0, 2.0, 3.0], [[1.0, 2.0]], 1.0):
        with pytest.raises(ValueError, match="there are 2 symbols"):
            ask(lengths, *more)
    with pytest.raises(ValueError, match="the length of symbol 1 is NaN"):
        ask([0.0, math.nan], *more)


@pytest.mark.parametrize("method", ["shortest", "covering"])
def test_wrong_counts_and_limits_are_refused(method):
    ask = getattr(RowSearch(ZDD.from_rows([[0, 1]])), method)
    with pytest.raises(ValueError, match="count is -1"):
        ask([1.0, 1.0], -1)
    with pytest.raises(ValueError, match="below is NaN"):
        ask([1.0, 1.0], 1, math.nan)
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        ask([1.0, 1.0], 1.5)
    assert len(ask([1.0, 1.0], 10**30)) == 1


def test_arrays_that_are_no_diagram_are_refused():
    top = 2**32 - 1

    def make(level, low, high, symbols=None):
        arrays = (np.array(values, np.uint32) for values in (level, low, high))
        return _core.RowSearch(_core.Zdd(*arrays, 2), 2, symbols)

    make([top, top, 0], [0, 1, 0], [0, 1, 1])
    with pytest.raises(ValueError, match="before its parent at node 2"):
        make([top, top, 0], [0, 1, 2], [0, 1, 1])
    with pytest.raises(ValueError, match="level is out of range at node 2"):
        make([top, top, 7], [0, 1, 0], [0, 1, 1])
    with pytest.raises(ValueError, match="differ in size"):
        make([top, top, 0], [0, 1, 0], [0, 1])
    with pytest.raises(ValueError, match="do not list every level"):
        make([top, top, 0], [0, 1, 0], [0, 1, 1], np.zeros(1, np.uint32))
    with pytest.raises(ValueError, match="symbol is out of range"):
        make([top, top, 0], [0, 1, 0], [0, 1, 1], np.full(2, 9, np.uint32))


def test_the_core_refuses_words_of_lengths_that_do_not_fit():
    unit = power_set(2)._native
    one, two = np.ones(1, np.int64), np.ones(2, np.int64)
    rows = _core.OrderedRows(unit, 2, None, two, one + 9)
    assert rows.extend(9) == 4
    assert rows.take()[0].tolist() == [0, 1, 1, 2]
    with pytest.raises(ValueError, match="the rows are taken"):
        rows.extend(1)
    with pytest.raises(ValueError, match="1 words of lengths for 2 symbols"):
        _core.OrderedRows(unit, 2, None, one, one)
    with pytest.raises(ValueError, match="no integers have 3 words"):
        _core.OrderedRows(unit, 2, None, np.ones(6, np.int64), np.ones(3, np.int64))


def test_the_core_refuses_lengths_that_are_not_one_a_symbol():
    top = 2**32 - 1
    arrays = (np.array(values, np.uint32) for values in ([top, top, 0], [0, 1, 0], [0, 1, 1]))
    search = _core.RowSearch(_core.Zdd(*arrays, 2), 2, None)
    assert search.least(np.array([3.0, 5.0])) == 3.0
    with pytest.raises(ValueError, match="1 lengths for 2 symbols"):
        search.least(np.array([3.0]))
