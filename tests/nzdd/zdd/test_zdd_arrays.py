"""A ZDD as an object and as arrays: immutable, copied, checked."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given

from nzdd import ZDD
from nzdd.families import sets_of_size
from support.sets.diagrams import (
    same_arrays,
    zdds,
)
from support.sets.families import row_set


def test_a_zdd_cannot_be_changed():
    zdd = ZDD.from_rows([[0, 1], [1, 2], [1]], weights=[1, 2, 3], order=[2, 0, 1])
    with pytest.raises(AttributeError, match="immutable"):
        zdd.root = 0
    with pytest.raises(AttributeError, match="immutable"):
        del zdd.level
    arrays = (zdd.level, zdd.low, zdd.high, zdd.low_weight, zdd.high_weight, zdd.order.symbols)
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7


def test_a_zdd_does_not_change_with_its_input():
    matrix = np.eye(4, dtype=np.uint8)
    weights, order = np.ones(4), np.array([3, 1, 2, 0])
    zdd = ZDD.from_rows(matrix, weights, order=order)
    matrix[:], weights[:], order[:] = 0, 5, 0
    assert row_set(zdd) == {(0,), (1,), (2,), (3,)}
    assert zdd.order.symbols.tolist() == [3, 1, 2, 0]
    assert zdd.low_weight[zdd.root] + zdd.high_weight[zdd.root] == 4


def test_a_zdd_is_made_by_its_class_methods_only():
    with pytest.raises(TypeError, match="from_rows"):
        ZDD()


@given(zdds())
def test_pickle_keeps_everything(case):
    _, _, zdd = case
    assert same_arrays(pickle.loads(pickle.dumps(zdd)), zdd)


def test_copies_are_the_diagram_itself():
    zdd = ZDD.from_rows([[0]])
    assert copy.copy(zdd) is zdd
    assert copy.deepcopy(zdd) is zdd
    assert copy.deepcopy([zdd])[0] is zdd


def test_repr_tells_the_sizes_the_order_and_a_few_rows():
    zdd = ZDD.from_rows([[0, 1], [1]], order="frequency")
    assert repr(zdd) == "ZDD(2 rows over 2 symbols, 2 nodes, frequency order: (0, 1), (1,))"
    assert repr(ZDD.empty(1)) == "ZDD(0 rows over 1 symbols, 0 nodes, natural order)"
    named = ZDD.from_rows([["b"], ["a", "b"]], names="ab", order="natural")
    assert repr(named).endswith("natural order: ('a', 'b'), ('b',))")
    assert repr(sets_of_size(5, 1)).endswith(": (0,), (1,), (2,), ...)")
    assert repr(sets_of_size(9, 7)).endswith(": (0, 1, 2, 3, 4, 5, ...), ...)")
    assert repr(sets_of_size(7, 7)).endswith(": (0, 1, 2, 3, 4, 5, ...))")


GOOD = {
    "num_symbols": 2,
    "root": 3,
    "level": [2**32 - 1, 2**32 - 1, 1, 0],
    "low": [0, 1, 1, 2],
    "high": [0, 1, 1, 2],
}


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("level", [2**32 - 1, 2**32 - 1, 2, 0], "level is out of range at node 2"),
        ("level", [2**32 - 1, 2**32 - 1, 1, 1], "levels do not increase at node 3"),
        ("level", [2**32 - 1, 7, 1, 0], "not a terminal at node 1"),
        ("level", [2**32 - 1], "low has shape"),
        ("low", [0, 1, 1, 3], "does not come before its parent at node 3"),
        ("low", [0, 1, 1, 2**32 - 1], "does not come before its parent at node 3"),
        ("low", [0, 1, 1], "low has shape"),
        ("high", [0, 1, 0, 2], "high branch is empty at node 2"),
        ("high", [[0, 1, 1, 2]], "high has shape"),
        ("root", 4, "root is outside"),
        ("root", -1, "root is -1"),
        ("root", 2**32, "root is 4294967296"),
        ("num_symbols", -1, "num_symbols is -1"),
        ("num_symbols", 2**32, "num_symbols is 4294967296"),
        ("order", [0, 0], "not a permutation"),
        ("order", [0, 1, 2], "order has shape"),
        ("low_weight", [0.0] * 4, "missing"),
    ],
)
def test_arrays_that_are_no_zdd_are_refused(name, value, fault):
    """Whatever a file may hold, nothing out of bounds becomes a diagram."""
    ZDD._restore(as_state(GOOD)).verify()
    with pytest.raises(ValueError, match=fault):
        ZDD._restore(as_state(GOOD | {name: value}))


def as_state(state):
    kinds = {"num_symbols": np.int64, "root": np.int64, "low_weight": np.float64}
    return {name: np.array(value, kinds.get(name, np.uint32)) for name, value in state.items()}


def test_verify_finds_equal_and_unreachable_nodes():
    """Such diagrams spell the right rows, so loading takes them; they are not reduced."""
    twins = as_state(
        GOOD
        | {
            "root": 4,
            "level": [2**32 - 1, 2**32 - 1, 1, 1, 0],
            "low": [0, 1, 1, 1, 3],
            "high": [0, 1, 1, 1, 2],
        }
    )
    with pytest.raises(ValueError, match="nodes 2 and 3 are equal"):
        ZDD._restore(twins).verify()
    with pytest.raises(ValueError, match="does not reach node 3"):
        ZDD._restore(as_state(GOOD | {"root": 2})).verify()
