"""Names of symbols: carried through operations and archives, taken wherever symbols are."""

import pickle
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nzdd
from nzdd import NZDD, ZDD
from support.sets.families import families, row_set

NAMES = st.lists(
    st.one_of(st.text(max_size=3), st.tuples(st.integers(0, 3), st.text(max_size=1))),
    unique=True,
    min_size=12,
    max_size=12,
)


def named_family(rows, num_symbols, names):
    return ZDD.from_rows(rows, num_symbols=num_symbols).named(names[:num_symbols])


@given(families(), NAMES)
def test_rows_by_name_are_the_rows_by_number(case, names):
    rows, num_symbols = case
    names = names[:num_symbols]
    called = [[names[symbol] for symbol in row] for row in rows]
    zdd = ZDD.from_rows(called, names=names)
    assert zdd == ZDD.from_rows(rows, num_symbols=num_symbols)
    assert {frozenset(row) for row in zdd.named_rows()} == {frozenset(row) for row in called}
    assert all(row in zdd for row in called)
    assert zdd.contains(called).all()
    assert [zdd.rank(row) for row in zdd.named_rows()] == list(range(zdd.count()))


@given(families(), NAMES)
def test_archives_and_pickles_keep_names(scratch, case, names):
    for kind in (ZDD, NZDD):
        diagram = kind.from_rows(case[0], num_symbols=case[1]).named(names[: case[1]])
        diagram.save(scratch)
        for copy in (kind.load(scratch), pickle.loads(pickle.dumps(diagram))):
            assert copy.names == diagram.names == tuple(names[: case[1]])
            assert row_set(copy) == row_set(diagram)


@given(families(), NAMES)
def test_weights_by_name_are_weights_by_number(case, names):
    zdd = named_family(*case, names)
    lengths = [1.5 * symbol - 4 for symbol in range(zdd.num_symbols)]
    by_name = dict(reversed([*zip(zdd.names, lengths, strict=True)]))
    for diagram in (zdd, zdd.to_nzdd()):
        assert diagram.shortest_path(by_name).length == diagram.shortest_path(lengths).length
        assert diagram.longest_path(by_name).length == diagram.longest_path(lengths).length
    path = zdd.shortest_path(by_name)
    assert path.names == zdd.names_of(path.symbols)
    best = zdd.shortest_rows(by_name, 4)
    assert best.lengths.tolist() == zdd.shortest_rows(lengths, 4).lengths.tolist()
    chances = [1 / (symbol + 1) for symbol in range(zdd.num_symbols)]
    by_name = dict(zip(zdd.names, chances, strict=True))
    assert zdd.probability(by_name) == zdd.probability(chances)
    without = zdd.named(None)
    assert without.probability(dict(enumerate(chances))) == zdd.probability(chances)


ALL = [
    lambda f, g: f | g,
    lambda f, g: f & g,
    lambda f, g: f - g,
    lambda f, g: f ^ g,
    lambda f, g: f.join(g),
    lambda f, g: f.meet(g),
    lambda f, g: f.subsets(g),
    lambda f, g: f.nonsupersets(g),
    lambda f, g: ~f,
    lambda f, g: f.minimal(),
    lambda f, g: f.with_size(1, 2),
    lambda f, g: f.reordered("sifting"),
    lambda f, g: f.reordered([2, 0, 1]),
    lambda f, g: f.union([["c"], [1]]),
    lambda f, g: f.onset("a"),
    lambda f, g: f.offset(["a", 1]),
    lambda f, g: f.change("c"),
]


@pytest.mark.parametrize("operation", ALL)
def test_operations_carry_names(operation):
    f, g = ZDD.from_rows([[0, 1], [2]]), ZDD.from_rows([[0], [2]], order=[2, 1, 0])
    truth = operation(f.named("abc"), g.named("abc"))
    assert truth.names == tuple("abc")
    one_sided = operation(f.named("abc"), g)
    assert (one_sided, one_sided.names) == (truth, tuple("abc"))


def test_a_family_without_names_takes_those_of_the_other():
    f, g = ZDD.from_rows([[0, 1], [2]]), ZDD.from_rows([[0], [2]], order=[2, 1, 0])
    assert [(f | g.named("abc")).names, (g.named("abc") | f).names] == [tuple("abc")] * 2
    assert f == f.named("abc")
    assert hash(f) == hash(f.named("abc"))


def test_families_with_other_names_are_not_combined_and_not_equal():
    f = ZDD.from_rows([[0, 1], [2]])
    one, other = f.named("abc"), f.named("abd")
    assert one != other
    with pytest.raises(ValueError, match="symbol 2 is 'c' and 'd'"):
        one | other


VERTICES = ZDD.from_rows([[0], [1, 2]], order="natural").named([1, 2, 3])


@pytest.mark.parametrize(
    "ask",
    [
        lambda: VERTICES.onset(1),
        lambda: VERTICES.onset([1, 2]),
        lambda: VERTICES.add_some(1),
        lambda: VERTICES | ZDD.from_rows([[1]], names=[1, 2, 3]),
        lambda: VERTICES.union([[1]]),
        lambda: VERTICES.contains([[1]]),
        lambda: VERTICES.to_nzdd().contains([[1]]),
        lambda: VERTICES.rank([1]),
    ],
)
def test_integers_that_may_be_symbols_or_names_are_refused(ask):
    """Vertices are often called 1 to n."""
    with pytest.raises(ValueError, match=r"1 may be a symbol or a name.*f.symbols_of\(\[1\]\)"):
        ask()


@pytest.mark.parametrize("symbols", [np.array([1, 2]), VERTICES.symbols_of([2, 3])])
def test_arrays_and_symbols_of_are_symbols_where_names_are_integers(symbols):
    assert list(VERTICES.onset(symbols).named_rows()) == [(2, 3)]
    assert list(VERTICES.intersection([symbols])) == [(1, 2)]
    assert VERTICES.contains([symbols]).all()
    assert VERTICES.rank(symbols) == 1
    assert symbols in VERTICES
    assert list(VERTICES.add_some()) == [(0, 1, 2), (0, 1), (0, 2)]
    assert VERTICES.shortest_path({1: 5.0, 2: 1.0, 3: 7.0}).names == (1,)


@given(
    st.lists(st.frozensets(st.integers(1, 6) | st.sampled_from("abc"))),
    st.permutations([1, 2, 3, 4, 5, 6, *"abc"]),
)
def test_rows_of_names_are_a_family_whatever_the_names(rows, names):
    for made in (ZDD, NZDD):
        found = made.from_named_rows(rows, names)
        assert found.names == tuple(names)
        assert {frozenset(row) for row in found.named_rows()} == set(rows)
    zdd = ZDD.from_named_rows(rows, names)
    assert zdd == ZDD.from_named_rows(zdd.named_rows(), sorted(names, key=str))
    assert set(ZDD.from_named_rows(rows).names) == {name for row in rows for name in row}


def test_rows_of_names_have_weights_and_are_checked():
    weighed = ZDD.from_named_rows({(2, 1): 3, (1, 2): 4, (3,): 5})
    assert weighed.names == (1, 2, 3)
    assert sorted(weighed.high_weight[2:]) == [5, 7, 7]
    with pytest.raises(ValueError, match="4 is not the name of a symbol; the names are 1, 2"):
        ZDD.from_named_rows([[1], [4]], names=[1, 2])
    with pytest.raises(ValueError, match="is not the name of a symbol"):
        ZDD.from_named_rows([[[1]]], names=[1, 2])
    with pytest.raises(TypeError, match="names of symbols must be hashable"):
        ZDD.from_named_rows([[[1]]])
    with pytest.raises(TypeError, match="rows is 5; give an iterable of rows"):
        ZDD.from_named_rows(5)


@given(st.lists(st.frozensets(st.sampled_from("abcd"))), st.permutations("abcd"))
def test_families_with_the_same_names_in_another_order_are_equal(rows, names):
    f, g = (ZDD.from_named_rows(rows, each) for each in ("abcd", names))
    assert f == g
    assert hash(f) == hash(g)
    assert f <= g <= f
    assert len({f, g, f.named(None)}) <= 2
    assert not rows or f.change("a") != g or f.change("a") == f


def test_a_family_contains_what_it_iterates_over():
    assert all(row in VERTICES for row in VERTICES)
    assert [2] not in VERTICES


def test_names_that_are_their_symbols_are_not_refused():
    assert list(VERTICES.named(range(3)).onset(1)) == [(1, 2)]
    assert list(VERTICES.named(["a", 1, "b"]).onset(0)) == [(0,)]


def test_a_tuple_that_is_a_name_is_that_name():
    """The edges of a graph of networkx, for one."""
    edges = list(combinations(range(3), 2))
    zdd = ZDD.from_rows([[(0, 1), (1, 2)], [(0, 2)]], names=edges)
    assert list(zdd.onset((0, 2)).named_rows()) == [((0, 2),)]
    assert list(zdd.onset([(0, 1), (1, 2)]).named_rows()) == [((0, 1), (1, 2))]
    assert [(0, 2)] in zdd
    assert [1] in zdd
    assert [0] not in zdd


@pytest.mark.parametrize(
    "ask",
    [
        lambda f: f.onset((1, 0)),
        lambda f: f.onset([(1, 0)]),
        lambda f: f.union([[(1, 0)]]),
        lambda f: [(1, 0)] in f,
    ],
)
def test_an_edge_from_its_other_end_is_refused_with_its_name(ask):
    zdd = ZDD.from_rows([[0], [1]], names=[(0, 1), (1, 2)])
    with pytest.raises(ValueError, match=r"\(1, 0\) is not the name of a symbol; \(0, 1\) is"):
        ask(zdd)
    with pytest.raises(ValueError, match=r"\(0, 2\) is not the name of a symbol; the names are"):
        zdd.onset((0, 2))


def test_rows_by_name_keep_their_weights():
    zdd = ZDD.from_rows({("a", "b"): 2, ("b", 0): 1, ("b",): 4}, names="ab")
    assert sorted(zdd.to_nzdd().multiplicity.tolist()) == [3.0, 4.0]


def test_names_are_drawn():
    zdd = ZDD.from_rows([["fig"], [("a", 1)]], names=["fig", ("a", 1)])
    for text in (nzdd.to_dot(zdd), nzdd.to_html(zdd), nzdd.to_dot(zdd.to_nzdd())):
        assert "fig" in text
        assert "('a', 1)" in text
    assert "fig" not in nzdd.to_dot(zdd, names=[(0, 1), (1, 2)])


@pytest.mark.parametrize(
    ("names", "error", "fault"),
    [
        ("ab", ValueError, "2 names are given for 3 symbols"),
        ("aba", ValueError, "two symbols have the name 'a'"),
        (["a", [], "b"], TypeError, "hashable"),
    ],
)
def test_names_that_are_none_are_refused(names, error, fault):
    with pytest.raises(error, match=fault):
        ZDD.from_rows([[0, 1], [2]]).named(names)


def test_what_is_no_name_is_refused():
    zdd = ZDD.from_rows([["a"], ["b"]], names="abc")
    for ask in (zdd.onset, zdd.change, lambda name: zdd.union([[name]]), lambda n: zdd.rank([n])):
        with pytest.raises(ValueError, match="'x' is not the name of a symbol"):
            ask("x")
    with pytest.raises(ValueError, match="no length of 'c'"):
        zdd.shortest_path({"a": 1, "b": 2})
    with pytest.raises(ValueError, match="'x' is not the name"):
        zdd.probability(dict.fromkeys("abcx", 0.5))
    with pytest.raises(ValueError, match="no names"):
        zdd.named(None).onset(zdd.named(None).symbols_of(["a"]))
    assert ["x"] not in zdd


def test_names_that_an_archive_cannot_hold_are_refused(tmp_path):
    zdd = ZDD.from_rows([[0], [1]]).named([frozenset("a"), "b"])
    with pytest.raises(TypeError, match="cannot be saved; rename it to a string"):
        zdd.save(tmp_path / "zdd.nzdd")
    assert list(tmp_path.iterdir()) == []
    assert pickle.loads(pickle.dumps(zdd)).names == zdd.names


@given(families(), NAMES)
def test_rows_that_methods_find_get_names(case, names):
    number = case[1]
    zdd = named_family(*case, names)
    if not zdd:
        return
    drawn = zdd.random_rows(5, seed=0)
    expected = [zdd.names_of(drawn[[i]].indices) for i in range(5)]
    assert list(zdd.named_rows(drawn)) == expected
    assert list(zdd.named_rows(drawn.toarray())) == expected
    lengths = dict(zip(zdd.names, range(number), strict=True))
    short = zdd.shortest_rows(lengths, 4)
    assert [sum(map(lengths.get, row)) for row in zdd.named_rows(short)] == short.lengths.tolist()
    assert set(zdd.named_rows(zdd.shuffled(0))) == set(zdd.named_rows())
    assert list(zdd.named(None).named_rows(zdd.rows())) == list(zdd)


def test_rows_over_another_ground_set_get_no_names():
    with pytest.raises(ValueError, match="num_symbols is 2, but the rows are over 3"):
        next(ZDD.unit("ab").named_rows(np.ones((2, 3), int)))


def test_a_series_of_pandas_gives_values_by_its_index():
    """But one that is numbered from 0 on, as columns of tables are, by place."""
    pd = pytest.importorskip("pandas")
    zdd = ZDD.from_rows([[0], [1], [2]]).named("abc")
    best = zdd.longest_path(pd.Series([1.0, 2.0, 3.0], index=list("bca")))
    assert (best.names, best.length) == (("a",), 3)
    assert zdd.longest_path(pd.Series([1.0, 2.0, 3.0])).names == ("c",)
    assert zdd.named([2, 0, 1]).longest_path(pd.Series([1.0, 2.0, 3.0])).names == (2,)
    assert zdd.named(None).longest_path(pd.Series([1.0, 2.0, 3.0], index=list("bca"))).length == 3
    with pytest.raises(ValueError, match="there is no length of 'a'"):
        zdd.longest_path(pd.Series([1.0, 2.0], index=list("bc")))


def test_wrong_values_are_named():
    with pytest.raises(ValueError, match="the weight of 'b' is -1"):
        ZDD.unit("ab").random_rows(1, symbol_weights={"a": 0, "b": -1})
