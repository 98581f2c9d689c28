"""Operations on diagrams do to families what they do to Python sets of frozensets."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import power_set, sets_of_size
from nzdd.zdd.algebra import StepLimitError
from support.examples import examples
from support.sets.families import subsets
from support.sets.set_algebra import (
    COMBINATIONS,
    DIVISIONS,
    QUESTIONS,
    RESTRICTIONS,
    SELECTIONS,
    complement,
    rows_of,
)

EVERY_ROW = subsets(range(3))
EVERY_FAMILY = [rows_of(rows) for rows in subsets(EVERY_ROW)]
EVERY_ZDD = [
    ZDD.from_rows([sorted(row) for row in family], order="natural", num_symbols=3)
    for family in EVERY_FAMILY
]


def rows(zdd):
    """The rows of a diagram that keeps all a diagram must."""
    zdd.verify()
    assert zdd.low_weight is None
    return rows_of(zdd)


class Rows(dict):
    """The rows of diagrams over three symbols; each different diagram is looked at once."""

    def __call__(self, zdd):
        key = zdd.root, zdd.level.tobytes(), zdd.low.tobytes(), zdd.high.tobytes()
        if key not in self:
            self[key] = rows(zdd)
        return self[key]


EVERY_PAIR = pytest.mark.parametrize("step", [31, pytest.param(1, marks=pytest.mark.slow)])
"""All pairs, or every thirty-first."""


def pairs(step):
    for at, (f, zdd) in enumerate(zip(EVERY_FAMILY, EVERY_ZDD, strict=True)):
        chosen = slice(at % step, None, step)
        for g, other in zip(EVERY_FAMILY[chosen], EVERY_ZDD[chosen], strict=True):
            yield f, zdd, g, other


@EVERY_PAIR
@pytest.mark.parametrize("name", COMBINATIONS)
def test_combinations_of_pairs_of_families_of_three_symbols(name, step):
    operation, expected, seen = getattr(ZDD, name), COMBINATIONS[name], Rows()
    for f, zdd, g, other in pairs(step):
        if g or name not in DIVISIONS:
            assert seen(operation(zdd, other)) == expected(f, g)


@EVERY_PAIR
@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_about_pairs_of_families_of_three_symbols(name, step):
    operation, expected = getattr(ZDD, name), QUESTIONS[name]
    for f, zdd, g, other in pairs(step):
        assert operation(zdd, other) is expected(f, g)


def test_selections_from_all_families_of_three_symbols():
    seen = Rows()
    for f, zdd in zip(EVERY_FAMILY, EVERY_ZDD, strict=True):
        assert seen(zdd.complement()) == complement(f, 3)
        for name, expected in SELECTIONS.items():
            assert seen(getattr(zdd, name)()) == expected(f)
        for name, expected in RESTRICTIONS.items():
            for symbols in EVERY_ROW:
                found = getattr(zdd, name)(list(symbols))
                assert seen(found) == expected(f, frozenset(symbols))
            for symbol in range(3):
                assert seen(getattr(zdd, name)(symbol)) == expected(f, {symbol})
        for low in range(6):
            assert seen(zdd.with_size(low)) == {a for a in f if low <= len(a)}
            for high in range(low, 6):
                assert seen(zdd.with_size(low, high)) == {a for a in f if low <= len(a) <= high}


@st.composite
def some_families(draw, number=2, max_symbols=9, max_rows=25, min_rows=0):
    """Families over the same symbols, as sets and as diagrams in any orders, some with weights."""
    num_symbols = draw(st.integers(0, max_symbols))
    symbols = st.frozensets(st.integers(0, num_symbols - 1) if num_symbols else st.nothing())
    found = [num_symbols]
    for _ in range(number):
        family = draw(st.frozensets(symbols, min_size=min_rows, max_size=max_rows))
        order = draw(st.permutations(range(num_symbols)) | st.just("natural"))
        weights = draw(st.none() | st.just(np.arange(len(family))))
        lists = [sorted(row) for row in family]
        found.append((family, ZDD.from_rows(lists, weights, order=order, num_symbols=num_symbols)))
    return found


@given(some_families())
@settings(deadline=None, max_examples=examples(300))
def test_combinations_of_random_families(case):
    _, (f, zdd), (g, other) = case
    for name, expected in COMBINATIONS.items():
        if g or name not in DIVISIONS:
            found = getattr(zdd, name)(other)
            assert rows(found) == expected(f, g)
            assert found.order is zdd.order
    for name, answer in QUESTIONS.items():
        assert getattr(zdd, name)(other) is answer(f, g)


def test_a_family_without_nodes_comes_to_the_order_of_the_first():
    nothing, empty_row = (
        ZDD.from_rows(rows, order=order, num_symbols=3)
        for rows, order in (([], "natural"), ([[]], [0, 2, 1]))
    )
    assert (nothing | empty_row).order is nothing.order
    assert (empty_row | nothing).order is empty_row.order


@given(some_families(number=1), st.data())
@settings(deadline=None, max_examples=examples(200))
def test_selections_from_random_families(case, data):
    num_symbols, (f, zdd) = case
    assert rows(zdd.complement()) == complement(f, num_symbols)
    for name, expected in SELECTIONS.items():
        assert rows(getattr(zdd, name)()) == expected(f)
    symbols = data.draw(st.frozensets(st.sampled_from(range(num_symbols)))) if num_symbols else ()
    for name, expected in RESTRICTIONS.items():
        assert rows(getattr(zdd, name)(symbols)) == expected(f, frozenset(symbols))
    low = data.draw(st.integers(0, 11))
    high = data.draw(st.integers(low, 12))
    assert rows(zdd.with_size(low, high)) == {a for a in f if low <= len(a) <= high}


@given(some_families(), st.data())
@settings(deadline=None, max_examples=examples(200))
def test_reordered_families_hold_the_same_rows(case, data):
    num_symbols, (f, zdd), _ = case
    order = data.draw(st.permutations(range(num_symbols)))
    found = zdd.reordered(order)
    assert rows(found) == f
    assert found.order.symbols.tolist() == list(order)
    assert found.num_nodes == ZDD.from_rows(zdd.rows(), order=order).num_nodes
    assert rows(zdd.reordered("natural")) == f


def test_families_with_many_rows_are_reordered_without_listing_them():
    """The complement of a few rows; and a family whose diagram depends on the order."""
    order = np.random.default_rng(0).permutation(60)
    few = ZDD.from_rows([[0, 1], [2, 59], []], order="natural", num_symbols=60)
    many = ~few
    moved = many.reordered(order)
    moved.verify()
    assert moved.count() == many.count() == 2**60 - 3
    assert (~moved) == few
    assert (many & moved).count() == many.count()
    # one of each pair {i, i + 8}: 3^8 or 2^8 nodes by the order
    pairs = ZDD.union(
        sets_of_size(16, 0),
        sets_of_size(16, 8).subsets([[i + 8 * (j >> i & 1) for i in range(8)] for j in range(256)]),
    )
    by_pair = np.arange(16).reshape(2, 8).T.ravel()
    assert pairs.reordered(by_pair).num_nodes < pairs.num_nodes
    assert pairs.reordered(by_pair) == pairs


@given(some_families(max_rows=4, max_symbols=10))
@settings(deadline=None, max_examples=examples(100))
def test_families_with_many_rows_are_combined_in_different_orders(case):
    """Where the rows of the second family are too many for its size to be listed."""
    num_symbols, (f, zdd), (g, other) = case
    rest = complement(g, num_symbols)
    for name, expected in COMBINATIONS.items():
        if rest or name not in DIVISIONS:
            assert rows(getattr(zdd, name)(~other)) == expected(f, rest)
    for name, answer in QUESTIONS.items():
        assert getattr(zdd, name)(~other) is answer(f, rest)
    assert (zdd == ~other) is (f == rest)
    assert rows((~other).reordered("natural")) == rest


@given(some_families(number=3, min_rows=1, max_symbols=7, max_rows=12))
@settings(deadline=None, max_examples=examples(200))
def test_the_laws_of_family_algebra(case):
    _, (_, f), (_, g), (_, h) = case
    assert ~(f | g) == ~f & ~g
    assert ~(f & g) == ~f | ~g
    assert ~~f == f
    assert f ^ g == (f | g) - (f & g)
    assert f & (g | h) == (f & g) | (f & h)
    assert f.join(g | h) == f.join(g) | f.join(h)
    assert f.meet(g | h) == f.meet(g) | f.meet(h)
    assert f.join(g.join(h)) == f.join(g).join(h)
    assert f.join(g) == g.join(f)
    assert f.meet(g) == g.meet(f)
    assert f == g.join(f / g) | f % g
    assert f.join(g) / g >= f - f.supersets([[s] for row in g for s in row])
    assert f.subsets(g) | f.nonsubsets(g) == f
    assert f.subsets(g) == f & f.meet(g)
    assert f.minimal() <= f
    assert f.maximal().minimal() == f.maximal()
    assert f.with_size(0, 3) | f.with_size(4) == f
    assert f.union(g, h) == f | g | h
    assert f.intersection(g, h) == f & g & h
    assert f.difference(g, h) == f - g - h


@given(some_families(number=2, max_symbols=7, max_rows=15, min_rows=1))
@settings(deadline=None, max_examples=examples(100))
def test_graphillion_gives_the_same_families(case):
    """Another implementation of family algebra, where it is installed."""
    setset = pytest.importorskip("graphillion").setset
    num_symbols, (f, zdd), (g, other) = case
    if num_symbols == 0:
        return
    setset.set_universe([symbol + 1 for symbol in range(num_symbols)])
    first, second = (setset([{s + 1 for s in row} for row in rows]) for rows in (f, g))
    names = {name: name for name in COMBINATIONS} | {"nonsubsets": "non_subsets"}
    del names["nonsupersets"]  # theirs keeps the empty row where g holds it
    for name, theirs in names.items():
        found = getattr(first, theirs)(second)
        assert rows_of(getattr(zdd, name)(other)) == {frozenset(s - 1 for s in a) for a in found}


def test_all_rows_of_three_kinds_of_large_families():
    """Families of 10^17 rows and more, against what combinatorics says."""
    few, many = sets_of_size(60, (0, 20)), sets_of_size(60, (15, 60))
    assert (few & many).count() == sets_of_size(60, (15, 20)).count()
    assert few | many == power_set(60)
    assert ~few == sets_of_size(60, (21, 60))
    assert few.isdisjoint(sets_of_size(60, (21, 30)))
    assert few.with_size(7, 9) == sets_of_size(60, (7, 9))
    assert sets_of_size(60, 10).join(sets_of_size(60, 5)) == sets_of_size(60, (10, 15))
    assert sets_of_size(20, 10).meet(sets_of_size(20, 13)) == sets_of_size(20, (3, 10))
    assert few.onset(7).count() == few.change(7).offset(7).count()
    assert sets_of_size(60, 10) / sets_of_size(60, 1) == ZDD.from_rows([], num_symbols=60)


def test_depth_does_not_matter():
    """Rows of 100,000 symbols, which no processor's stack would bear."""
    depth = 100_000
    whole = ZDD.from_rows([range(depth)], order="natural")
    odd = ZDD.from_rows([range(1, depth, 2), []], order="natural")
    assert (whole | odd).count() == 3
    assert (whole - odd) == whole
    assert whole.join(odd) == whole
    assert whole.meet(odd) == odd
    assert whole / odd.onset(1) == ZDD.from_rows([range(0, depth, 2)], num_symbols=depth)
    assert whole.change(range(1, depth, depth // 50)).count() == 1
    assert ~~whole == whole
    assert odd <= ~whole
    assert not whole <= ~whole
    assert whole.with_size(depth) == whole


def test_operands_may_be_rows_in_any_form():
    f = ZDD.from_rows([[0, 1], [2]], order=[2, 0, 1])
    g = [[2], [1, 0], [1]]
    for form in (g, map(tuple, g), np.array([[0, 0, 1], [1, 1, 0], [0, 1, 0]]), ZDD.from_rows(g)):
        assert rows(f.union(form)) == rows_of([[0, 1], [2], [1]])
    assert rows(f.join([[]])) == rows(f)
    assert rows(f.difference([])) == rows(f)


@pytest.mark.parametrize("name", [*COMBINATIONS, *QUESTIONS])
def test_families_over_other_symbols_are_refused(name):
    f = ZDD.from_rows([[0], [1]], order="natural", num_symbols=3)
    with pytest.raises(ValueError, match=r"over \d and \d symbols; f.embedded"):
        getattr(f, name)(ZDD.from_rows([[3]]))
    with pytest.raises(ValueError, match="symbol 3 is out of range for 3 symbols"):
        getattr(f, name)([[0], [3]])
    with pytest.raises(ValueError, match="max_steps is -1"):
        getattr(f, name)([[0]], max_steps=-1)


@pytest.mark.parametrize("name", DIVISIONS)
def test_nothing_is_divided_by_the_empty_family(name):
    with pytest.raises(ZeroDivisionError, match="without rows"):
        getattr(ZDD.from_rows([[0]]), name)([])


def test_wrong_symbols_and_sizes_are_refused():
    f = ZDD.from_rows([[0], [1, 2]])
    for name in RESTRICTIONS:
        with pytest.raises(ValueError, match="symbol 3 is out of range"):
            getattr(f, name)(3)
        with pytest.raises(ValueError, match="negative symbol -1"):
            getattr(f, name)([0, -1])
    for sizes in ((-1,), (3, 2), (2, -1)):
        with pytest.raises(ValueError, match="must not fall or be negative"):
            f.with_size(*sizes)
    with pytest.raises(ValueError, match="unknown; take natural, sifting or a permutation"):
        f.reordered("auto")
    with pytest.raises(ValueError, match="must list each of them once"):
        f.reordered([0, 1, 1])


@pytest.mark.parametrize("name", COMBINATIONS)
def test_step_limits_hold_for_every_combination(name):
    rng = np.random.default_rng(0)
    matrices = (rng.random((2, 60, 20)) < 0.4).astype(np.uint8)
    f = ZDD.from_rows(matrices[0], order="natural")
    g = ZDD.from_rows(matrices[1], order=rng.permutation(20)).union([[3], [5, 7]])
    if name in DIVISIONS:  # which are over at once where the quotient is empty
        g = ZDD.from_rows([[18]], num_symbols=20)
    full = getattr(f, name)(g)
    for max_steps in (0, 1, 5):
        with pytest.raises(StepLimitError, match=f"max_steps = {max_steps} steps"):
            getattr(f, name)(g, max_steps=max_steps)
    assert getattr(f, name)(g, max_steps=10**9) == full
