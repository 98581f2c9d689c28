"""The ZDD of an NZDD has the same rows, in whatever order its paths meet their symbols."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD
from nzdd.families import sets_of_size
from nzdd.zdd.algebra import StepLimitError


@given(st.data())
def test_an_nzdd_and_its_zdd_have_the_same_rows(data):
    rows = data.draw(st.sets(st.frozensets(st.integers(0, 5))))
    minimize = data.draw(st.sampled_from(["edges", "nonzeros"]))
    order = data.draw(st.permutations(range(6)))
    nzdd = NZDD.from_rows(rows, num_symbols=6, order=order, minimize=minimize).named("abcdef")
    if data.draw(st.booleans(), "the order is forgotten"):
        arrays = (nzdd.source, nzdd.target, nzdd.label_offsets, nzdd.labels)
        nzdd = NZDD.from_edges(nzdd.num_nodes, *arrays, 6).named("abcdef")
    zdd = ZDD.from_nzdd(nzdd)
    zdd.verify()
    assert set(map(frozenset, zdd)) == rows
    assert zdd.names == tuple("abcdef")
    paths = ZDD.from_nzdd(nzdd, edges=True)
    paths.verify()
    assert (paths.count(), paths.num_nodes) == (nzdd.count(), nzdd.num_edges)
    labels = np.split(nzdd.labels, nzdd.label_offsets[1:-1]) if nzdd.num_edges else []
    spelled = (frozenset(symbol for edge in path for symbol in labels[edge]) for path in paths)
    assert set(spelled) == rows


@pytest.mark.parametrize("minimize", ["edges", "nonzeros"])
def test_rows_are_not_listed(minimize):
    half = sets_of_size(200, 100)
    assert ZDD.from_nzdd(half.to_nzdd(minimize)) == half


def test_symbols_in_falling_order():
    """Ever lower symbols on all paths, where the natural order expects higher ones."""
    half = sets_of_size(30, 15)
    nzdd = half.to_nzdd()
    arrays = (nzdd.source, nzdd.target, nzdd.label_offsets, 29 - nzdd.labels)
    assert ZDD.from_nzdd(NZDD.from_edges(nzdd.num_nodes, *arrays, 30)) == half


def test_steps_are_limited_and_other_things_refused():
    with pytest.raises(StepLimitError, match=r"^from_nzdd was given up after max_steps = 5 steps"):
        ZDD.from_nzdd(sets_of_size(10, 5).to_nzdd(), max_steps=5)
    with pytest.raises(TypeError, match=r"^the family is 5; give an NZDD"):
        ZDD.from_nzdd(5)
