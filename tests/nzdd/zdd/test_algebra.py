"""Operations on diagrams do to families what sets of sets do."""

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import ZDD, RowTable
from nzdd.families import power_set, sets_of_size, simple_paths
from nzdd.zdd import operands
from nzdd.zdd.algebra import StepLimitError
from support.examples import examples
from support.sets.diagrams import zdds
from support.sets.families import families, row_set
from support.sets.graphs import grid
from support.sets.set_algebra import COMBINATIONS, SELECTIONS


def sets(zdd):
    """The rows of a diagram that keeps all a diagram must."""
    zdd.verify()
    assert zdd.low_weight is None
    return {frozenset(row) for row in zdd}


@given(zdds(max_symbols=12, max_rows=40))
@settings(deadline=None, max_examples=examples(300))
def test_extreme_rows_of_random_families(case):
    """In any order, weights or not."""
    rows, _, zdd = case
    family = {frozenset(row) for row in row_set(rows)}
    assert sets(zdd.minimal()) == SELECTIONS["minimal"](family)
    assert sets(zdd.maximal()) == SELECTIONS["maximal"](family)
    assert zdd.minimal().order is zdd.order


@given(families(max_symbols=12, max_rows=30), st.data())
@settings(deadline=None, max_examples=examples(300))
def test_containment_between_random_families(case, data):
    rows, num_symbols = case
    symbol = st.integers(0, num_symbols - 1) if num_symbols else st.nothing()
    others = data.draw(st.lists(st.lists(symbol, max_size=num_symbols), max_size=30))
    order = data.draw(st.permutations(range(num_symbols)))
    f, g = (ZDD.from_rows(r, order=order, num_symbols=num_symbols) for r in (rows, others))
    a, b = ({frozenset(row) for row in row_set(r)} for r in (rows, others))
    assert sets(f.nonsupersets(g)) == COMBINATIONS["nonsupersets"](a, b)
    assert sets(f.nonsubsets(g)) == COMBINATIONS["nonsubsets"](a, b)


@given(zdds(max_symbols=12, max_rows=40), st.data())
@settings(deadline=None, max_examples=examples(200))
def test_rows_with_and_without_several_symbols(case, data):
    """One pass each, whatever the levels of the symbols and those between them."""
    rows, _, zdd = case
    chosen = (
        data.draw(st.sets(st.sampled_from(range(zdd.num_symbols)))) if zdd.num_symbols else set()
    )
    family = {frozenset(row) for row in row_set(rows)}
    assert sets(zdd.change(chosen)) == {row ^ chosen for row in family}
    assert sets(zdd.onset(chosen)) == {row for row in family if row >= chosen}
    assert sets(zdd.offset(chosen)) == {row for row in family if not row & chosen}
    assert sets(zdd.remainder([chosen])) == {row for row in family if not row >= chosen}
    assert sets(zdd.quotient([chosen])) == {row - chosen for row in family if row >= chosen}


@given(st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=examples(20))
def test_extreme_rows_of_sparse_families_of_many_symbols(seed):
    """Where diagrams have long chains of low branches."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, 5, 300)
    rows = [set((200 * rng.random(length) ** 3).astype(int).tolist()) for length in lengths]
    zdd = ZDD.from_rows(rows, num_symbols=200)
    family = set(map(frozenset, rows))
    assert sets(zdd.minimal()) == SELECTIONS["minimal"](family)
    assert sets(zdd.maximal()) == SELECTIONS["maximal"](family)


def random_zdd(num_rows=20_000, num_symbols=25, sizes=(3, 9)):
    """Rows of mixed sizes, as words."""
    rng = np.random.default_rng(0)
    size = rng.integers(sizes[0], sizes[1] + 1, num_rows)
    bits = rng.random((num_rows, num_symbols)).argsort(axis=1).argsort(axis=1) < size[:, None]
    words = bits @ (np.uint64(1) << np.arange(num_symbols, dtype=np.uint64)[::-1])
    return ZDD.from_rows(RowTable.from_words(words, num_symbols))


@pytest.mark.parametrize(
    ("sizes", "num_symbols"), [((3, 9), 25), ((6, 9), 25), ((5, 15), 25), ((3, 9), 60)]
)
def test_extreme_rows_of_many_rows_leave_what_they_cover(sizes, num_symbols):
    """No extreme row is in another, and every other row contains, or is in, an extreme one."""
    zdd = random_zdd(5000, num_symbols, sizes)
    least, greatest = zdd.minimal(), zdd.maximal()
    assert zdd.contains(least.rows()).all()
    assert zdd.contains(greatest.rows()).all()
    assert least.minimal().count() == least.maximal().count() == least.count() < zdd.count()
    assert greatest.minimal().count() == greatest.maximal().count() == greatest.count()
    assert zdd.nonsupersets(least).count() == 0
    assert zdd.nonsubsets(greatest).count() == 0
    least.verify()
    greatest.verify()


def test_minimal_rows_of_all_large_subsets_are_the_smallest():
    """Families of 10**17 rows and more."""
    family = sets_of_size(60, (20, 40))
    assert family.minimal().count() == comb(60, 20)
    assert family.maximal().count() == comb(60, 40)
    assert family.nonsupersets(sets_of_size(60, 30)).count() == sum(
        comb(60, size) for size in range(20, 30)
    )


def test_no_path_of_a_grid_contains_another():
    paths = simple_paths(grid(6, 6), 0, 35)
    assert paths.minimal().count() == paths.maximal().count() == paths.count() == 1262816


def test_depth_does_not_matter():
    """Rows of 100,000 symbols, which no processor's stack would bear."""
    depth = 100_000
    long_row = np.arange(depth)
    singles = ZDD.from_rows([[i] for i in range(depth)])
    row = ZDD.from_rows([long_row.tolist()], order="natural")
    both = ZDD.from_rows([long_row.tolist(), long_row[::2].tolist(), [depth - 1]], order="natural")
    assert row.minimal().count() == row.maximal().count() == 1
    assert singles.minimal().count() == singles.maximal().count() == depth
    assert sorted(map(len, both.minimal())) == [1, depth // 2]
    assert [len(row) for row in both.maximal()] == [depth]
    assert row.nonsubsets(row).count() == row.nonsupersets(both).count() == 0
    assert row.nonsubsets(ZDD.from_rows([long_row[1:].tolist()], order="natural")).count() == 1


def test_trivial_families():
    empty, unit = ZDD.from_rows([], num_symbols=2), ZDD.from_rows([[]], num_symbols=2)
    for call in (ZDD.minimal, ZDD.maximal):
        assert list(call(empty)) == []
        assert list(call(unit)) == [()]
    for call in (ZDD.nonsupersets, ZDD.nonsubsets):
        assert [list(call(f, g)) for f in (empty, unit) for g in (empty, unit)] == [
            [],
            [],
            [()],
            [],
        ]


@pytest.mark.parametrize("call", [ZDD.minimal, ZDD.maximal])
def test_a_step_limit_leaves_no_damage(call):
    zdd = random_zdd()
    expected = call(zdd)
    for max_steps in (0, 1, 10, 1000):
        with pytest.raises(StepLimitError, match=f"{call.__name__} .* max_steps = {max_steps} "):
            call(zdd, max_steps=max_steps)
    again = call(zdd, max_steps=10**9)
    assert np.array_equal(again.low, expected.low)
    assert np.array_equal(again.high, expected.high)


def test_step_limits_hold_for_two_families():
    f, g = random_zdd(sizes=(6, 9)), random_zdd(sizes=(5, 8))
    g = ZDD.from_rows(g.rows(), order=f.order.symbols if f.order.symbols is not None else "natural")
    with pytest.raises(StepLimitError, match="nonsupersets"):
        f.nonsupersets(g, max_steps=100)
    assert issubclass(StepLimitError, RuntimeError)


def test_operations_that_are_none_are_refused():
    f = ZDD.from_rows([[0], [1]], order="natural", num_symbols=3)
    with pytest.raises(ValueError, match="over 3 and 4 symbols"):
        f.nonsubsets(ZDD.from_rows([[3]]))
    with pytest.raises(ValueError, match="max_steps is -1"):
        f.minimal(max_steps=-1)


def test_more_rows_than_a_float_can_count_are_brought_to_another_order():
    symbols = np.r_[np.arange(300)[::-1], np.arange(300, 1100)]
    every = power_set(1100)
    back = every.reordered(symbols)
    assert back == every
    assert back.count() == 2**1100
    assert every.intersection(back.offset(7)).count() == 2**1099


def test_equal_orders_agree_whatever_their_names():
    f = ZDD.from_rows([[0, 1], [2]], order="natural")
    g = ZDD.from_rows([[1]], order=[0, 1, 2], num_symbols=3)
    assert sets(f.nonsupersets(g)) == {frozenset([2])}


def test_products_stop_where_memory_would_end(monkeypatch):
    pairs = ZDD.from_rows([[i, (i + 1) % 9] for i in range(9)])
    assert pairs.join(pairs).count() == 9 + 9 + 27  # the same, one in common, none
    monkeypatch.setattr(operands, "FEWEST_STEPS", 1)
    monkeypatch.setattr(operands, "BYTES_PER_STEP", 2**60)
    more = ZDD.from_rows([[i, (i + 2) % 9] for i in range(9)])
    for product in (pairs.join, pairs.meet):
        with pytest.raises(StepLimitError, match=r"given up after 1 steps, which .* MB of memory"):
            product(more)
    assert pairs.meet(more, max_steps=10_000).count() == 10
