"""What cannot fit into memory is refused before any work, and told in one line."""

import tracemalloc

import numpy as np
import pytest

from nzdd import NZDD, ZDD
from nzdd.families import power_set, sets_of_size
from nzdd.families.symbol_sets import _least_nodes
from nzdd.input import memory
from nzdd.zdd.row_queries import RowRanks
from nzdd.zdd.shortest_rows import RowSearch

LENGTHS = np.arange(70.0)
ROWS = [[0, 3], [0, 4], [1, 3], [2], []]
HUGE = 2**31 - 1


@pytest.fixture(scope="module")
def rows():
    return power_set(70)


@pytest.mark.parametrize("count", [2**40, 2**62, 2**63, 2**64, 2**200])
def test_random_rows(rows, count):
    draws = (
        rows.random_rows,
        RowRanks(power_set(0)).random_rows,
        lambda number: rows.random_rows(number, symbol_weights=0.5),
    )
    for draw in draws:
        with pytest.raises(MemoryError, match=r"^\S+.* rows do not fit: .*; ask for fewer$"):
            draw(count)


def test_listings(rows):
    nzdd = rows.to_nzdd()
    for ask in (
        lambda: rows.rows(0, 2**62),
        lambda: nzdd.rows(2**20, 2**50),
        lambda: power_set(50).rows(),
        lambda: power_set(50).to_nzdd().rows(),
        lambda: rows.shortest_rows(LENGTHS, 2**62),
        lambda: rows.longest_rows(LENGTHS, 2**62),
    ):
        with pytest.raises(MemoryError, match=r"rows do not fit: .* ask for fewer"):
            ask()


def test_what_is_counted_is_the_rows_that_there_are_not_those_asked_for():
    few = ZDD.from_rows([[0, 1], [2], []])
    assert few.rows(0, 2**62).shape == (3, 3)
    assert few.to_nzdd().rows(1, 2**62).shape == (2, 3)
    assert len(few.shortest_rows([1.0, 1.0, 1.0], 2**62)) == 3
    for rank in (2, 3, 2**40):
        assert few.rows(rank, 2**50).shape[0] == max(0, 3 - rank)
    assert NZDD.from_rows([], num_symbols=3).rows(0, 2**62).shape == (0, 3)


def test_a_limit_or_forbidden_symbols_may_leave_few_rows_of_many(rows):
    forbidden = np.where(LENGTHS < 2, LENGTHS, np.inf)
    assert len(rows.shortest_rows(forbidden, 2**62)) == 4
    assert len(RowSearch(rows).shortest(LENGTHS + 1, 2**62, below=3)) == 3


def test_diagrams_of_too_many_nodes(monkeypatch):
    monkeypatch.setattr(memory, "_limits", lambda: iter([2**30]))
    wide = ZDD.from_rows([[10**9]])
    for make in (
        lambda: power_set(10**9),
        lambda: power_set(2**32 - 1),
        lambda: sets_of_size(10**9, 5 * 10**8),
        lambda: sets_of_size(10**5, (5 * 10**4, 6 * 10**4)),
        lambda: wide.with_symbols(10**9),
        lambda: wide.complement(),
    ):
        with pytest.raises(MemoryError, match=r"do not fit: .* 1,024 MB of memory are left"):
            make()


@pytest.mark.parametrize("size", [0, 1, 50, (0, 100), (3, 97), (100, 100), (98, 99), (101, 102)])
def test_subsets_are_refused_for_no_more_nodes_than_they_have(size):
    least, most = size if isinstance(size, tuple) else (size, size)
    assert _least_nodes(100, least, most) <= sets_of_size(100, size).num_nodes


def test_a_small_family_over_a_huge_ground_set_needs_little_memory():
    """What the symbols that occur need, but for a result that has a value for each symbol."""
    few = ZDD.from_rows(ROWS, order="natural")
    wide = ZDD.from_rows(ROWS, num_symbols=HUGE)
    tracemalloc.start()
    try:
        assert [*few.embedded(HUGE)] == [*wide] == [*few]
        assert few.embedded(HUGE) == wide
        assert sorted(wide.remove_some()) == sorted(few.remove_some())
        assert (wide | wide.change(HUGE - 1)).count() == 2 * few.count()
        assert ZDD.from_bytes(wide.to_bytes()) == wide
        assert NZDD.from_bytes(wide.to_nzdd().to_bytes()).count() == few.count()
        assert tracemalloc.get_traced_memory()[1] < 2**24
    finally:
        tracemalloc.stop()


def test_what_needs_a_number_for_each_of_too_many_symbols_is_refused(monkeypatch):
    monkeypatch.setattr(memory, "_limits", lambda: iter([2**30]))
    wide = ZDD.from_rows(ROWS, num_symbols=HUGE)
    for ask in (
        lambda: wide.probability(0.5),
        lambda: wide.random_rows(3, symbol_weights=0.5),
        lambda: wide.add_some(),
        lambda: wide.exchange_some(),
        lambda: wide.with_symbols(1),
        lambda: ZDD.from_rows(ROWS).embedded(HUGE, places=[9, 8, 7, 6, 5]),
        lambda: ZDD.from_rows(ROWS, num_symbols=HUGE, order="frequency"),
        lambda: NZDD.from_rows(ROWS, num_symbols=HUGE, order="sifting"),
    ):
        with pytest.raises(MemoryError, match=r"^2\d{9} symbols .*do not fit: .*; \w"):
            ask()
