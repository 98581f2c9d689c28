"""Sifting: the same rows in an order in which their diagram is smaller."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import NZDD, ZDD, RowTable, order_search
from nzdd.order import NAMES
from support.examples import examples
from support.sets.diagrams import nonzeros, zdd_shape, zdds
from support.sets.families import families, row_set, weights_for


def pairs(count):
    """One of each pair of symbols i, i + count: linear with partners side by side."""
    choices = np.arange(1 << count)[:, None] >> np.arange(count) & 1
    return np.concatenate((choices, 1 - choices), axis=1).astype(np.uint8)


def equal_halves(count):
    """Rows whose second half repeats their first half."""
    half = (np.arange(1 << count)[:, None] >> np.arange(count) & 1).astype(np.uint8)
    return np.concatenate((half, half), axis=1)


def best_count(rows, num_symbols, make, size):
    """The least size over all orders."""
    return min(
        size(make(rows, order=list(order), num_symbols=num_symbols))
        for order in permutations(range(num_symbols))
    )


@given(zdds())
def test_the_rows_stay_and_the_diagram_is_that_of_its_order(case):
    rows, _, zdd = case
    sifted = zdd.reordered("sifting")
    assert row_set(sifted) == row_set(rows)
    assert sifted == zdd
    sifted.verify()
    assert sifted.num_nodes <= zdd.num_nodes
    assert sifted.order.name == "sifting"
    symbols = sifted.order.symbols.tolist()
    assert sorted(symbols) == list(range(zdd.num_symbols))
    built = ZDD.from_rows(rows, order=symbols, num_symbols=zdd.num_symbols)
    place = sifted.order.rank.tolist()
    assert zdd_shape(sifted, place).keys() == zdd_shape(built, place).keys()
    assert sifted.low_weight is None  # every row weighs one


@given(zdds(), st.integers(0, 60))
def test_any_number_of_steps_will_do(case, max_steps):
    """However early it ends, the rows are right and the diagram has not grown."""
    rows, _, zdd = case
    sifted = zdd.reordered("sifting", max_steps=max_steps)
    sifted.verify()
    assert row_set(sifted) == row_set(rows)
    assert sifted.num_nodes <= zdd.num_nodes


@given(zdds())
def test_without_steps_nothing_moves(case):
    _, _, zdd = case
    sifted = zdd.reordered("sifting", max_steps=0)
    used = np.unique(zdd.level[2:])  # symbols of no row go to the end
    before = np.arange(zdd.num_symbols) if zdd.order.symbols is None else zdd.order.symbols
    assert sifted.order.symbols[: used.size].tolist() == before[used].tolist()
    assert sifted.num_nodes == zdd.num_nodes


@given(zdds())
def test_the_result_is_the_same_every_time(case):
    _, _, zdd = case
    first, second = zdd.reordered("sifting"), zdd.reordered("sifting")
    assert first.order.symbols.tolist() == second.order.symbols.tolist()
    assert first.low.tolist() == second.low.tolist()


@settings(max_examples=examples(30))
@given(families(max_symbols=5))
def test_between_the_best_order_and_the_start(case):
    rows, num_symbols = case
    best = best_count(rows, num_symbols, ZDD.from_rows, lambda zdd: zdd.num_nodes)
    start = ZDD.from_rows(rows, order="natural", num_symbols=num_symbols)
    assert best <= start.reordered("sifting").num_nodes <= start.num_nodes
    chosen = ZDD.from_rows(rows, order="sifting", num_symbols=num_symbols)
    assert best <= chosen.num_nodes
    for name in NAMES:
        named = ZDD.from_rows(rows, order=name, num_symbols=num_symbols)
        assert chosen.num_nodes <= named.num_nodes


@given(families(), st.sampled_from(["edges", "nonzeros"]))
def test_an_nzdd_is_never_larger_than_in_a_named_order(case, minimize):
    rows, num_symbols = case
    options = {"minimize": minimize, "num_symbols": num_symbols}
    size = nonzeros if minimize == "nonzeros" else lambda nzdd: nzdd.num_edges
    for order in ("sifting", "auto"):
        chosen = NZDD.from_rows(rows, order=order, **options)
        assert row_set(chosen) == row_set(rows)
        for name in NAMES:
            assert size(chosen) <= size(NZDD.from_rows(rows, order=name, **options))


@given(st.data())
def test_rows_keep_their_weights(data):
    rows, num_symbols = data.draw(families())
    weights = data.draw(weights_for(rows))
    for order in ("sifting", "auto"):
        for kind in (ZDD, NZDD):
            built = kind.from_rows(rows, weights, order=order, num_symbols=num_symbols)
            symbols = built.order.symbols
            given_order = "natural" if symbols is None else symbols
            same = kind.from_rows(rows, weights, order=given_order, num_symbols=num_symbols)
            for name in ("low_weight", "high_weight") if kind is ZDD else ("multiplicity",):
                assert np.array_equal(getattr(built, name), getattr(same, name))


@pytest.mark.parametrize("count", [1, 4, 10])
def test_pairs_apart_are_brought_together(count):
    """2**count nodes and more with the partners apart, two or three a pair with them together."""
    apart = ZDD.from_rows(pairs(count), order="natural")
    assert apart.num_nodes >= 2**count - 1
    together = apart.reordered("sifting")
    best = ZDD.from_rows(pairs(count), order=np.arange(2 * count).reshape(2, -1).T.ravel())
    assert together.num_nodes == best.num_nodes <= 3 * count
    for order in ("sifting", "auto"):
        assert ZDD.from_rows(pairs(count), order=order).num_nodes == best.num_nodes


@pytest.mark.parametrize("minimize", ["nodes", "edges", "nonzeros"])
def test_rows_that_repeat_themselves_become_linear(minimize):
    count = 9
    rows = equal_halves(count)
    if minimize == "nodes":
        assert ZDD.from_rows(rows).num_nodes == 2 * count
    else:
        nzdd = NZDD.from_rows(rows, minimize=minimize)
        assert nzdd.num_edges == 2 * count  # each symbol with its partner, or neither
        assert nzdd.num_nodes == count + 1


def test_many_rows_are_sifted_by_a_sample():
    """The structure of all rows is found in few of them."""
    rows = pairs(13)
    assert len(rows) > order_search.SAMPLE_ROWS
    zdd, nzdd = ZDD.from_rows(rows), NZDD.from_rows(rows)
    assert zdd.order.name == nzdd.order.name == "sifting"
    assert zdd.num_nodes <= 100  # in place of 16,000
    assert nzdd.num_edges == 2 * 13
    assert zdd.count() == nzdd.count() == len(rows)


def test_pairs_side_by_side_stay_there_however_many():
    """On its way through all pairs a symbol makes more nodes than the table was laid out for."""
    count = 223
    zdd = ZDD.from_rows([[]], order="natural", num_symbols=2 * count)
    for first in range(0, 2 * count, 2):
        pair = ZDD.from_rows([[first], [first + 1]], order="natural", num_symbols=2 * count)
        zdd = zdd.join(pair)
    sifted = zdd.reordered("sifting")
    sifted.verify()
    assert sifted == zdd
    assert sifted.num_nodes == zdd.num_nodes == 2 * count
    assert sifted.count() == 2**count


def test_rows_that_share_nothing_keep_their_order():
    rng = np.random.default_rng(0)
    rows = RowTable.from_csr(np.arange(0, 40_001, 8), rng.integers(0, 3000, 40_000), 3000)
    assert NZDD.from_rows(rows).order.name == "natural"
    longer = RowTable.from_csr(np.arange(0, 80_001, 20), rng.integers(0, 3000, 80_000), 3000)
    assert ZDD.from_rows(longer).order.name == "natural"


def test_families_without_rows_or_symbols():
    for rows in ([], [[]]):
        for num_symbols in (0, 3):
            zdd = ZDD.from_rows(rows, order="sifting", num_symbols=num_symbols)
            assert zdd.reordered("sifting").count() == len(rows)
            assert NZDD.from_rows(rows, order="sifting", num_symbols=num_symbols).count() == len(
                rows
            )


def test_unused_symbols_come_last():
    zdd = ZDD.from_rows([[2, 5], [5, 9]], order="sifting", num_symbols=12)
    sifted = zdd.reordered("sifting")
    assert set(sifted.order.symbols[:3].tolist()) == {2, 5, 9}
    assert sorted(sifted.order.symbols.tolist()) == list(range(12))


def test_what_is_refused():
    zdd = ZDD.from_rows([[0], [1]])
    with pytest.raises(ValueError, match="max_steps is -1"):
        zdd.reordered("sifting", max_steps=-1)
    with pytest.raises(ValueError, match="'siftin' is unknown; take natural, sifting or"):
        zdd.reordered("siftin")


@given(st.data())
def test_words_in_another_order(data):
    num_symbols = data.draw(st.integers(0, 64))
    words = data.draw(st.lists(st.integers(0, 2**num_symbols - 1), max_size=5, unique=True))
    order = data.draw(st.permutations(range(num_symbols)))
    family = RowTable.from_words(np.array(words, np.uint64), num_symbols)
    zdd = ZDD.from_rows(family, order=order)
    expected = ZDD.from_rows(RowTable.from_csr(*family.to_csr(), num_symbols), order=order)
    assert zdd.low.tolist() == expected.low.tolist()
    assert zdd.level.tolist() == expected.level.tolist()
    assert row_set(zdd) == row_set(expected)


@pytest.mark.parametrize("kind", [ZDD, NZDD])
def test_a_saved_diagram_keeps_its_order(kind, tmp_path):
    built = kind.from_rows(pairs(4), order="sifting")
    built.save(tmp_path / "diagram")
    loaded = kind.load(tmp_path / "diagram")
    assert loaded.order.name == built.order.name == "sifting"
    assert loaded.order.symbols.tolist() == built.order.symbols.tolist()
