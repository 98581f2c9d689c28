import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import formats, itemsets, word_sets
from support.sets.families import lists_of


def read(tmp_path, text, name="x.dat"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return itemsets.read(path)


def test_each_line_is_a_row(tmp_path):
    family = read(tmp_path, "3 1 2\n\n 7\t0 \r\n5")
    assert lists_of(family) == [[3, 1, 2], [], [7, 0], [5]]
    assert family.num_symbols == 8


@pytest.mark.parametrize("name", ["x.dat", "x.txt"])
def test_names_and_comments_of_spmf_are_no_rows(tmp_path, name):
    names = "@CONVERTED_FROM_TEXT\n@ITEM=1=apple pie\n@ITEM=2=jam\n"
    text = f"{names}1 2\n% a comment\n\n2\n# the end"
    assert lists_of(read(tmp_path, text, name)) == [[1, 2], [], [2]]
    assert formats.find(tmp_path / name, "family", "model").name == "itemsets"
    assert word_sets.separators_of(tmp_path / name) is None
    with pytest.raises(ModelFileError, match="line 7: 'x'"):
        read(tmp_path, text.replace("\n2\n", "\nx\n"), name)


def test_comments_above_integers_are_no_words(tmp_path):
    assert lists_of(read(tmp_path, "# baskets, of May\n1 2\n2\n")) == [[1, 2], [2]]
    assert word_sets.separators_of(tmp_path / "x.dat") is None


@given(st.lists(st.lists(st.integers(0, 2**32 - 2), max_size=5), min_size=1, max_size=8))
def test_what_is_written_is_read(tmp_path_factory, lists):
    text = "".join(" ".join(map(str, row)) + "\n" for row in lists) + "1\n"
    assert lists_of(read(tmp_path_factory.getbasetemp(), text)) == [*lists, [1]]


def test_gzip_is_unpacked(tmp_path):
    assert lists_of(read(tmp_path, gzip.compress(b"1 2\n3\n"), "x.dat.gz")) == [[1, 2], [3]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2\n3 4x 5\n", r"x\.dat, line 2: '4x' is not expected; item sets are lines"),
        ("1\n-2\n", r"line 2: '-2'"),
        ("1.5\n", r"line 1: '1\.5'"),
        ("1 2\n\n4294967295\n", r"line 3: item 4294967295 is too large; the limit is 4294967294"),
        ("99999999999999999999999\n", r"line 1: item .* is too large"),
        (b"\x00\xff\x80", "line 1: "),
        ("", "the file is empty"),
        ("\n\n", "the file is empty"),
        (gzip.compress(b"1 2 3\n" * 99, mtime=0)[:-9], "truncated"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(tmp_path, text, message):
    with pytest.raises(ModelFileError, match=message):
        read(tmp_path, text)


def test_real_item_sets(data):
    family = itemsets.read(data / "itemsets" / "retail.dat.gz")
    assert (family.num_rows, family.to_csr()[1].size) == (88162, 908576)
