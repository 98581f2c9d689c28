import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.adapters.files import itemsets
from nzdd.adapters.libraries.oxidd import from_oxidd, to_oxidd
from support.sets.families import families, lists_of, row_set

zbdd = pytest.importorskip("oxidd.zbdd", reason="needs oxidd")


def united(manager, rows):
    """The family, one union a row."""
    family = manager.empty()
    for row in rows:
        single = manager.base()
        for symbol in set(row):
            single = single.change(symbol)
        family = family | single
    return family


@given(families(), st.data())
def test_the_sets_of_a_function_are_the_rows(family, data):
    rows, num_symbols = family
    manager = zbdd.ZBDDManager(1 << 12, 1 << 10, 1)
    manager.add_vars(num_symbols)
    manager.set_var_order(data.draw(st.permutations(range(num_symbols))))
    function = united(manager, rows)
    zdd = from_oxidd(function)
    zdd.verify()
    assert set(zdd) == row_set(rows)
    assert zdd.num_symbols == num_symbols
    assert list(zdd.order.symbols) == [manager.level_to_var(i) for i in range(num_symbols)]


def test_deep_diagrams_are_walked_without_recursion():
    depth = 20_000
    manager = zbdd.ZBDDManager(1 << 16, 1 << 10, 1)
    manager.add_vars(depth)
    family = manager.base()
    for symbol in reversed(range(depth)):
        family = manager.singleton(symbol).make_node(family, family)
    zdd = from_oxidd(family)
    assert zdd.count() == 2**depth
    assert zdd.num_nodes == depth


def test_real_item_sets(data):
    family = itemsets.read(data / "itemsets" / "mushroom.dat.gz")
    manager = zbdd.ZBDDManager(1 << 21, 1 << 16, 1)  # room for all, should nothing be collected
    manager.add_vars(family.num_symbols)
    function = united(manager, lists_of(family))
    assert from_oxidd(function) == ZDD.from_rows(family)


def test_other_diagrams_are_refused():
    from oxidd.bdd import BDDManager

    manager = BDDManager(1 << 8, 1 << 8, 1)
    with pytest.raises(TypeError, match=r"only a ZBDDFunction of oxidd\.zbdd .* not BDDFunction"):
        from_oxidd(manager.true())
    with pytest.raises(TypeError, match="not NoneType"):
        from_oxidd(None)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [((5,), "only a ZDD .* not int"), ((ZDD.unit(2), 5), "manager is 5; give")],
)
def test_what_becomes_no_function_is_refused(arguments, fault):
    with pytest.raises(TypeError, match=fault):
        to_oxidd(*arguments)


@given(families(), st.data())
def test_a_family_becomes_a_function_and_comes_back(family, data):
    rows, num_symbols = family
    order = data.draw(st.permutations(range(num_symbols)))
    zdd = ZDD.from_rows(rows, order=order, num_symbols=num_symbols)
    back = from_oxidd(to_oxidd(zdd))
    assert back == zdd
    assert back.order.symbols.tolist() == order
    manager = zbdd.ZBDDManager(1 << 12, 1 << 10, 1)
    manager.add_vars(data.draw(st.integers(0, num_symbols + 2)))
    manager.set_var_order(data.draw(st.permutations(range(manager.num_vars()))))
    function = to_oxidd(zdd, manager)
    assert from_oxidd(function) == zdd.embedded(manager.num_vars())
    assert function == united(manager, rows)


def test_variables_keep_their_names():
    zdd = ZDD.from_rows([["fig"], ["pear"]], names=["pear", "fig"])
    function = to_oxidd(zdd)
    assert function.manager.name_to_var("fig") == 1
    assert from_oxidd(function).names == ("pear", "fig")
