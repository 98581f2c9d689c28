"""Dumps against families written out by hand-followed rules, and what damage does to them."""

import gzip
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import itemsets
from nzdd.adapters.files.diagrams import dumps
from nzdd.families import sets_of_size
from support.sets.families import families, row_set

STYLES = ("graphillion", "sapporo")


def parse(text, **options):
    return dumps.parse("x.zdd", text.encode(), **options)


def exported_by_sapporo(rows, num_symbols):
    """The dump as SAPPOROBDD keeps it: no node holds the empty row; odd edges add it."""
    numbers, lines = {}, []

    def edge(family):
        odd = frozenset() in family
        rest = family - {frozenset()}
        if not rest:
            return "T" if odd else "F"
        if rest not in numbers:
            top = max(max(row) for row in rest)
            low = edge(frozenset(row for row in rest if top not in row))
            high = edge(frozenset(row - {top} for row in rest if top in row))
            numbers[rest] = 2 * len(numbers) + 10
            lines.append(f"{numbers[rest]} {top + 1} {low} {high}")
        return str(numbers[rest] + odd)

    root = edge(frozenset(map(frozenset, rows)))
    header = [f"_i {num_symbols}", "_o 1", f"_n {len(lines)}"]
    return "\n".join([*header, *lines, root]) + "\n"


@given(families(), st.sampled_from(STYLES), st.data())
def test_what_is_written_is_read(family, style, data):
    rows, num_symbols = family
    order = data.draw(st.permutations(range(num_symbols)))
    text = dumps.to_text(ZDD.from_rows(rows, order=order, num_symbols=num_symbols), style)
    again = parse(text, num_symbols=num_symbols)
    again.verify()
    assert set(again) == row_set(rows)
    assert again.num_symbols == num_symbols


@given(families())
def test_odd_edges_of_sapporo_toggle_the_empty_row(family):
    rows, num_symbols = family
    zdd = parse(exported_by_sapporo(rows, num_symbols))
    zdd.verify()
    assert set(zdd) == row_set(rows)
    assert zdd.num_symbols == num_symbols


@pytest.mark.parametrize("style", STYLES)
def test_files_are_written_whole_and_read_again(tmp_path, style):
    family = sets_of_size(60, 30)
    for name in ("a.zdd", "a.zdd.gz"):
        dumps.write(family, tmp_path / name, style)
        assert dumps.read(tmp_path / name) == family
    assert gzip.decompress((tmp_path / "a.zdd.gz").read_bytes()) == (
        (tmp_path / "a.zdd").read_bytes()
    )


def test_nodes_that_are_equal_or_useless_or_out_of_reach_go():
    zdd = parse("7 3 B T\n9 3 B T\n2 3 T B\n4 2 9 7\n5 1 2 T\n6 1 4 2\n.\n")
    zdd.verify()
    assert set(zdd) == {(2,), (1, 2), (0,)}
    assert zdd.num_nodes == 3


def test_elements_that_no_row_has_are_symbols_all_the_same():
    assert parse("2 2 B T\n.\n").num_symbols == 2
    assert parse("2 2 B T\n.\n", num_symbols=5).num_symbols == 5
    assert parse("B\n.\n", num_symbols=3) == ZDD.from_rows([], num_symbols=3)
    assert parse("T\n.\n", num_symbols=3) == ZDD.from_rows([[]], num_symbols=3)


def test_deep_diagrams_are_no_matter():
    deep = ZDD.from_rows([np.arange(50_000)])
    for style in STYLES:
        assert parse(dumps.to_text(deep, style)) == deep


@pytest.mark.parametrize("style", STYLES)
def test_real_item_sets_come_back(data, style):
    family = ZDD.from_rows(itemsets.read(data / "itemsets" / "mushroom.dat.gz"))
    assert parse(dumps.to_text(family, style), num_symbols=family.num_symbols) == family


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2 3 B T\n3 1 2 T\n", "line 2: the dump is cut off: it ends without a dot"),
        ("2 3 B T\n3 1 2 T.\n", "line 2: the dump is cut off"),
        ("2 3 B T\n3 1 2\n.\n", "line 2: the line has 3 entries; a node is a line"),
        ("2 3 B T\n\n3 1 4 T\n.\n", "line 3: the child 4 is not a node above"),
        ("2 3 B T\n3 1 2 3\n.\n", "line 2: the child 3 is not a node above"),
        ("3 1 2 T\n2 3 B T\n.\n", "line 1: the child 2 is not a node above"),
        ("2 3 B T\n2 1 B T\n.\n", "line 2: node 2 is there twice"),
        ("2 3 B T\n3 3 2 T\n.\n", "line 2: element 3 stands above one that is not greater"),
        ("2 0 B T\n.\n", "line 1: element 0 is out of range"),
        ("2 99999999999999999999 B T\n.\n", "line 1: element .* is out of range"),
        ("B 1 B T\n.\n", "line 1: a node has a letter"),
        ("2 1 B T\n3 x B T\n.\n", "line 2: 'x' is not expected"),
        ("2 1 B T\n.\n3 1 B T\n.\n", r"line 2: '\.' is not expected"),
        ("2 1 B 3T\n.\n", "line 1: '3T' is not expected"),
        (".\n", "holds no node"),
        ("_i 99999999999999999999\n_o 1\n_n 0\nT\n", "elements are announced; the limit is"),
        (f"_i {5000 * '9'}\n_o 1\n_n 0\nT\n", "elements are announced; the limit is"),
        ("_i 4000000000\n_o 1\n_n 0\nT\n", "4000000000 elements are announced; the limit is"),
        ("_i 2\n_o 2\n_n 0\nT\nF\n", "holds 2 diagrams; export one alone"),
        ("_i 2\n_o 1\n_n 2\n2 1 F T\n2\n", "line 5: 2 nodes and a root .* there are 5 numbers"),
        ("_i 2\n_o 1\n_n 1\n3 1 F T\n3\n", "line 4: a node has the odd number 3"),
        ("_i 2\n_o 1\n_n 1\n2 1 F T\n4\n", "line 5: the root 4 is not a node"),
        ("_i 2\n_o 1\n_n 1\n2 3 F T\n2\n", "line 4: element 3 is out of range; take 1 to 2"),
        (
            "_i 2\n_o 1\n_n 2\n2 2 F T\n4 1 F 3\n4\n",
            "line 5: element 1 stands above one that is not lower",
        ),
        ("_i 2\n_o 1\n_n 1\n2 1 F 4\n2\n", "line 4: the child 4 is not a node above"),
        ("_i 2\n_o 1\n", "'_i' is not expected|cut off"),
    ],
)
def test_what_is_damaged_is_named_with_its_line(text, message):
    with pytest.raises(ModelFileError, match=message):
        parse(text)


@given(families(min_rows=1), st.sampled_from(STYLES), st.data())
def test_damage_is_an_error_or_another_dump_never_a_crash(family, style, data):
    text = dumps.to_text(ZDD.from_rows(family[0], num_symbols=family[1]), style)
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from(["", "0", "7", "T", "B", "F", " ", "\n", ".", "-", "x"]))
    try:
        zdd = parse(text[:at] + other + text[at + 1 :])
    except ModelFileError:
        return
    zdd.verify()


def test_ground_sets_and_styles_are_checked(tmp_path):
    with pytest.raises(ModelFileError, match="element 3 is out of range; take 1 to 2"):
        parse("2 3 B T\n.\n", num_symbols=2)
    with pytest.raises(ValueError, match="num_symbols is -1"):
        parse("2 3 B T\n.\n", num_symbols=-1)
    with pytest.raises(ValueError, match="style 'cudd' is unknown; take graphillion or sapporo"):
        dumps.to_text(ZDD.from_rows([[0]]), "cudd")
    with pytest.raises(TypeError, match="only a ZDD is written as text, not NZDD"):
        dumps.write(NZDD.from_rows([[0]]), tmp_path / "x.zdd")
    with pytest.raises(ValueError, match="over 4000000001 symbols, and a dump orders up to"):
        dumps.write(ZDD.from_rows([[4 * 10**9]]), tmp_path / "x.zdd")
    assert not (tmp_path / "x.zdd").exists()
    with pytest.raises(ModelFileError, match="no such file"):
        dumps.read(tmp_path / "none.zdd")


@pytest.mark.parametrize("style", ["graphillion", "sapporo"])
@pytest.mark.parametrize("kind", [io.StringIO, io.BytesIO])
def test_open_files(style, kind):
    family = ZDD.from_rows([[0], [1, 2]])
    file = kind()
    dumps.write(family, file, style)
    file.seek(0)
    assert dumps.read(file) == family
    with pytest.raises(ModelFileError, match="the open file, line 1: the dump is cut off"):
        dumps.read(kind())
