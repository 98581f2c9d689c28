"""A ZDD behaves as a frozenset of rows does."""

import operator
import pickle
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import NZDD, ZDD
from support.examples import examples
from support.sets.families import subsets
from support.sets.set_algebra import rows_of

EVERY_FAMILY = [rows_of(rows) for rows in subsets(subsets(range(3)))]
BINARY = [operator.or_, operator.and_, operator.sub, operator.xor]
COMPARISONS = [operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne]


@cache
def every_zdd(*order):
    return [
        ZDD.from_rows([sorted(row) for row in family], order=order or "natural", num_symbols=3)
        for family in EVERY_FAMILY
    ]


@pytest.mark.parametrize("compare", COMPARISONS)
def test_all_families_of_three_symbols_compare_as_sets(compare):
    zdds, others = every_zdd(), every_zdd(1, 2, 0)
    for f, zdd in zip(EVERY_FAMILY, zdds, strict=True):
        for g, other in zip(EVERY_FAMILY[::23], others[::23], strict=True):
            assert compare(zdd, other) is compare(f, g)


@pytest.mark.parametrize("combine", BINARY)
def test_operators_do_what_those_of_sets_do(combine):
    zdds, others = every_zdd(), every_zdd(1, 2, 0)
    for f, zdd in zip(EVERY_FAMILY[::7], zdds[::7], strict=True):
        for g, other in zip(EVERY_FAMILY[::17], others[::17], strict=True):
            assert rows_of(combine(zdd, other)) == combine(f, g)


def test_families_are_the_elements_of_sets_and_the_keys_of_dicts():
    """Equal families are one element, whatever their orders and weights."""
    assert len({*every_zdd(), *every_zdd(1, 2, 0)}) == 256
    f = ZDD.from_rows([[0], [1, 2]], [2.0, 5.0], order="natural")
    g = ZDD.from_rows([[2, 1], [0], [0]], order=[2, 0, 1])
    assert f == g
    assert {f: "here"}[g] == "here"
    assert hash(f) == hash(pickle.loads(pickle.dumps(f)))


def test_fingerprints_tell_families_apart_and_not_orders():
    numbers = [zdd.fingerprint() for zdd in every_zdd()]
    assert len(set(numbers)) == 256
    assert max(numbers) < 2**61
    assert numbers == [zdd.fingerprint() for zdd in every_zdd(1, 2, 0)]


@given(st.data())
@settings(deadline=None, max_examples=examples(200))
def test_equal_families_of_many_rows_are_equal_in_any_order(data):
    """Families that are too large to be listed are compared all the same."""
    n = data.draw(st.integers(40, 60))
    symbols = st.lists(st.integers(0, n - 1), max_size=4)
    rows = data.draw(st.lists(symbols, max_size=5))
    seed = data.draw(st.integers(0, 99))
    f = ~ZDD.from_rows(rows, order="natural", num_symbols=n)
    g = ~ZDD.from_rows(rows, order=np.random.default_rng(seed).permutation(n), num_symbols=n)
    assert f == g
    assert hash(f) == hash(g)
    assert f <= g
    assert not f < g
    assert f != g.change(0) or f.change(0) == f
    assert f ^ g == ZDD.from_rows([], num_symbols=n)


def test_other_ground_sets_are_other_families():
    f, g = ZDD.from_rows([[0]]), ZDD.from_rows([[0]], num_symbols=2)
    assert f != g
    assert len({f, g}) == 2
    for compare in (operator.le, operator.lt, operator.ge, operator.gt):
        with pytest.raises(ValueError, match="over 1 and 2 symbols"):
            compare(f, g)


@pytest.mark.parametrize("other", [[[0]], {frozenset([0])}, 3, None, "rows", np.eye(1), NZDD])
def test_operators_want_a_family_on_both_sides(other):
    """As those of frozenset want sets; the methods take rows in any form."""
    if other is NZDD:
        other = NZDD.from_rows([[0]])
    f = ZDD.from_rows([[0]])
    if not isinstance(other, np.ndarray):
        assert f != other
    for combine in (*BINARY, operator.truediv, operator.mod, *COMPARISONS[:4]):
        with pytest.raises(TypeError):
            combine(f, other)


def test_a_family_is_a_container_of_rows():
    f = ZDD.from_rows([[0], [1, 2]])
    assert [2, 1] in f
    assert {0} in f
    assert [] not in f
    assert len(f) == 2
    assert f
    assert not f - f
    assert [] in ~f
    f |= ZDD.from_rows([[]], num_symbols=3)
    assert len(f) == 3
