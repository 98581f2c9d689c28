"""An NZDD as an object and as arrays: immutable, copied, checked."""

import copy
import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD
from support.sets.diagrams import (
    nzdds,
    paths,
    same_arrays,
)
from support.sets.families import subsets


def test_an_nzdd_cannot_be_changed():
    nzdd = NZDD.from_rows([[0, 1], [1, 2], [1]], order=[2, 0, 1])
    with pytest.raises(AttributeError, match="immutable"):
        nzdd.num_nodes = 5
    with pytest.raises(AttributeError, match="immutable"):
        del nzdd.source
    arrays = (nzdd.source, nzdd.target, nzdd.label_offsets, nzdd.labels, nzdd.multiplicity)
    for array in (*arrays, nzdd.order.symbols):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7


def test_an_nzdd_from_edges_does_not_change_with_its_input():
    source, labels = np.array([0], np.uint32), np.array([1], np.uint32)
    nzdd = NZDD.from_edges(2, source, [1], [0, 1], labels, 2, multiplicity=[2.5])
    source[0] = labels[0] = 9
    assert (nzdd.source[0], nzdd.labels[0], nzdd.multiplicity[0]) == (0, 1, 2.5)


def test_an_nzdd_is_made_by_its_class_methods_only():
    with pytest.raises(TypeError, match="from_rows"):
        NZDD()


@given(nzdds())
def test_pickle_keeps_everything(case):
    _, _, nzdd = case
    assert same_arrays(pickle.loads(pickle.dumps(nzdd)), nzdd)


def test_copies_are_the_diagram_itself():
    nzdd = NZDD.from_rows([[0]])
    assert copy.copy(nzdd) is nzdd
    assert copy.deepcopy(nzdd) is nzdd


def test_diagrams_compare_by_identity():
    nzdd, other = NZDD.from_rows([[0]]), NZDD.from_rows([[0]])
    assert nzdd == nzdd
    assert nzdd != other
    assert len({nzdd, other, nzdd}) == 2


def test_repr_tells_the_sizes_and_the_order():
    nzdd = NZDD.from_rows([[0, 1], [1]], order="natural")
    assert repr(nzdd) == "NZDD(2 rows over 2 symbols, 2 nodes, 2 edges, 3 labels, natural order)"


GOOD = {
    "num_nodes": 3,
    "source": [0, 0, 1, 1],
    "target": [1, 2, 2, 2],
    "label_offsets": [0, 1, 2, 3, 3],
    "labels": [0, 1, 2],
    "num_symbols": 3,
}


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("num_nodes", 1, "between 2 and 6 nodes, not 1"),
        ("num_nodes", -3, "between 2 and 6 nodes, not -3"),
        ("num_nodes", 2, "leads outside the nodes at edge 1"),
        ("num_nodes", 4, "no path passes node 2"),
        ("num_nodes", 2**32 - 1, "between 2 and 6 nodes, not 4294967295"),
        ("num_nodes", 2**70, "between 2 and 6 nodes"),
        ("source", [0, 1, 0, 1], "not sorted by source at edge 2"),
        ("source", [0, 0, 2, 1], "does not lead to a later node at edge 2"),
        ("source", [0, 0, 1], "differ in length"),
        ("source", [[0, 0, 1, 1]], "one dimension, not 2"),
        ("source", [0, 0, 1, -1], "source holds -1"),
        ("source", [0, 0, 1, 2**32], "source holds 4294967296"),
        ("source", [0.0, 0.0, 1.0, 1.0], "must be integers, not float64"),
        ("target", [1, 2, 2, 3], "leads outside the nodes at edge 3"),
        ("target", [2, 2, 2, 2], "no path passes node 1"),
        ("label_offsets", [1, 1, 2, 3, 3], "do not start at 0"),
        ("label_offsets", [0, 2, 1, 3, 3], "labels overlap at edge 1"),
        ("label_offsets", [0, -5, 2, 3, 3], "labels overlap at edge 0"),
        ("label_offsets", [0, 1, 2, 3, 2**62], "missing or left over"),
        ("label_offsets", [0, 1, 2, 3], "differ in length"),
        ("label_offsets", [], "differ in length"),
        ("labels", [0, 1], "missing or left over"),
        ("labels", [0, 1, 3], "out of range at label 2"),
        ("labels", [0, 1, 2**32 - 1], "out of range at label 2"),
        ("num_symbols", 2, "out of range at label 2"),
        ("num_symbols", -1, "num_symbols is -1"),
        ("num_symbols", 2**32, "num_symbols is 4294967296"),
        ("multiplicity", [1.0, 1.0, 1.0], "differ in length"),
        ("multiplicity", [[1.0] * 4], "differ in length"),
        ("multiplicity", [1.0, math.nan, 1.0, 1.0], "multiplicity of edge 1 is nan"),
        ("multiplicity", [1.0, 1.0, 1.0, -2.0], "multiplicity of edge 3 is -2"),
    ],
)
def test_arrays_that_are_no_nzdd_are_refused(name, value, fault):
    """Whatever is handed over, nothing out of bounds becomes a diagram."""
    NZDD.from_edges(**GOOD).verify()
    with pytest.raises(ValueError, match=fault):
        NZDD.from_edges(**GOOD | {name: value})


@given(nzdds(max_symbols=4, max_rows=6), st.data())
def test_arbitrary_arrays_are_refused_or_work(case, data):
    """Those of a diagram, changed in up to three places, never do worse than a ValueError."""
    _, _, good = case
    arrays = [part.tolist() for part in (good.source, good.target, good.label_offsets, good.labels)]
    number = st.integers(-1, 5)
    for array in data.draw(st.lists(st.sampled_from(arrays), max_size=3)):
        place = data.draw(st.integers(0, len(array)))
        array[place : place + data.draw(st.integers(0, 1))] = [data.draw(number)]
    try:
        nzdd = NZDD.from_edges(good.num_nodes, *arrays, good.num_symbols)
    except ValueError:
        return
    assert nzdd.count() == len(paths(nzdd)) == nzdd.rows().shape[0]
    assert nzdd.shortest_path(np.zeros(good.num_symbols)).length in (0, math.inf)


def test_verify_finds_a_symbol_twice_on_a_path():
    nzdd = NZDD.from_edges(**GOOD | {"labels": [0, 1, 0]})
    with pytest.raises(ValueError, match="repeats a symbol at edge 2"):
        nzdd.verify()


@pytest.mark.parametrize("symbol", [0, 63, 64, 199])
def test_verify_finds_a_repetition_among_many_symbols(symbol):
    nzdd = NZDD.from_edges(3, [0, 1], [1, 2], [0, 1, 2], [symbol, symbol], 200)
    with pytest.raises(ValueError, match="repeats a symbol at edge 1"):
        nzdd.verify()


def test_verify_finds_two_paths_of_one_row():
    nzdd = NZDD.from_edges(**GOOD | {"labels": [0, 0, 2]})
    with pytest.raises(ValueError, match="its 3 paths spell only 2 different rows"):
        nzdd.verify()
    nzdd.verify(max_rows=2)


def test_verify_takes_what_every_way_of_building_makes():
    rows = [row for row in subsets(range(7)) if len(row) != 3]
    for minimize in ("edges", "nonzeros"):
        NZDD.from_rows(rows, minimize=minimize).verify()
