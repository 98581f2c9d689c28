import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.adapters.files import itemsets
from nzdd.adapters.libraries.dd import from_dd, to_dd
from support.examples import examples
from support.sets.families import families, lists_of, row_set

cudd_zdd = pytest.importorskip("dd.cudd_zdd", reason="needs dd with CUDD, from Python 3.11 on")


def manager_of(names):
    manager = cudd_zdd.ZDD(memory_estimate=2**26, initial_cache_size=2**8)
    manager.declare(*names)
    return manager


def united(manager, rows, names):
    """The family, one union a row, from the unit up."""
    family = manager.false
    level = manager.var_levels
    for row in rows:
        single = manager.true_node
        for name in sorted({names[symbol] for symbol in row}, key=level.__getitem__, reverse=True):
            single = manager.find_or_add(name, manager.false, single)
        family = family | single
    return family


@settings(deadline=None, max_examples=examples(50))
@given(families(), st.data())
def test_the_sets_of_a_node_are_the_rows(family, data):
    rows, num_symbols = family
    names = data.draw(st.permutations("abcdefgh"))[:num_symbols]
    manager = manager_of([*names, "z"])
    zdd, order = from_dd(united(manager, rows, names))
    zdd.verify()
    assert order == [manager.var_at_level(level) for level in range(num_symbols + 1)]
    assert {frozenset(order[symbol] for symbol in row) for row in zdd} == {
        frozenset(names[symbol] for symbol in row) for row in row_set(rows)
    }


def test_deep_diagrams_are_walked_without_recursion():
    names = [f"x{i}" for i in range(1_200)]
    manager = manager_of(names)
    node = manager.true_node
    for name in reversed(names):
        node = manager.find_or_add(name, node, node)
    zdd, order = from_dd(node)
    assert order == names
    assert zdd.count() == 2**1_200


def test_real_item_sets(data):
    family = itemsets.read(data / "itemsets" / "vote.dat")
    names = [f"item {i}" for i in range(family.num_symbols)]
    node = united(manager_of(names), lists_of(family), names)
    assert from_dd(node) == (ZDD.from_rows(family), names)


def test_a_bdd_becomes_a_family_by_a_copy():
    from dd.cudd import BDD

    bdd = BDD()
    bdd.declare("x", "y")
    node = bdd.add_expr("x | y")
    with pytest.raises(TypeError, match=r"not dd\.cudd\.Function; .* bdd\.copy"):
        from_dd(node)
    manager = manager_of(["x", "y"])
    zdd, names = from_dd(bdd.copy(node, manager))
    assert {frozenset(names[symbol] for symbol in row) for row in zdd} == {
        frozenset(row) for row in ("x", "y", "xy")
    }


@settings(deadline=None, max_examples=examples(30))
@given(families(), st.data())
def test_a_family_becomes_a_node_and_comes_back(family, data):
    rows, num_symbols = family
    names = [f"v{i}" for i in range(num_symbols)]
    order = data.draw(st.permutations(range(num_symbols)))
    zdd = ZDD.from_rows(rows, order=order, num_symbols=num_symbols).named(names)
    back, _ = from_dd(to_dd(zdd))
    assert back.embedded(names) == zdd
    assert back.names == zdd.names_of(order)
    manager = manager_of(data.draw(st.permutations([*names[1:], "z"])))
    node = to_dd(zdd, manager)
    assert node.bdd is manager
    back, known = from_dd(node)
    assert {frozenset(row) for row in back.named_rows()} == {
        frozenset(row) for row in zdd.named_rows()
    }
    assert sorted(known) == sorted([*names, "z"])
    assert to_dd(zdd.named(None), manager, names) == node


def test_variables_are_called_by_strings():
    zdd = ZDD.from_rows([[0], [1]])
    assert from_dd(to_dd(zdd))[0].names == ("x0", "x1")
    with pytest.raises(TypeError, match="called by strings, not"):
        to_dd(zdd.named([1, 2]))
    with pytest.raises(ValueError, match="1 names are given for 2 symbols"):
        to_dd(zdd, names=["a"])


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [((5,), "only a ZDD .* not int"), ((ZDD.unit(2), 5), "manager is 5; give")],
)
def test_what_becomes_no_node_is_refused(arguments, fault):
    with pytest.raises(TypeError, match=fault):
        to_dd(*arguments)
