import gzip
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import word_sets
from nzdd.adapters.files.chunks import row_files
from nzdd.adapters.files.formats import find

ROWS = [{"bread", "jam"}, set(), {"milk"}, {"7up", "bread"}]
TEXT = "bread jam\n\nmilk milk\r\n 7up\tbread"


def listed(rows, names):
    """The rows of a table in its order, by name."""
    offsets, symbols = rows.to_csr()
    return [{names[symbol] for symbol in symbols[first:last]} for first, last in pairwise(offsets)]


def test_each_line_is_a_row_of_words(tmp_path):
    path = tmp_path / "x.dat"
    for content in (TEXT.encode(), gzip.compress(TEXT.encode()), TEXT.encode("utf-16")):
        path.write_bytes(content)
        rows, names = word_sets.read(path)
        assert names == ("7up", "bread", "jam", "milk")
        assert listed(rows, names) == ROWS


def test_words_between_commas_hold_blanks(tmp_path):
    path = tmp_path / "x.dat"
    path.write_text('red wine, "goat cheese",\nred wine\n,,\n', encoding="latin-1")
    rows, names = word_sets.read(path)
    assert listed(rows, names) == [{"red wine", "goat cheese"}, {"red wine"}, set()]
    path.write_bytes("crème brûlée,thé\nthé".encode("latin-1"))
    assert word_sets.read(path)[1] == ("crème brûlée", "thé")


WORDS = st.text(st.characters(categories=("L", "N"), max_codepoint=500), min_size=1, max_size=3)


@given(st.lists(st.frozensets(WORDS, max_size=4), min_size=1, max_size=9), st.integers(1, 4))
def test_files_in_chunks_have_the_words_of_all(tmp_path_factory, rows, chunk_rows):
    folder = tmp_path_factory.mktemp("words")
    lists = [{"first"}, *rows]
    for number, part in enumerate((lists[:2], lists[2:] or [{"1"}])):
        text = "\n".join(" ".join(row) for row in part)
        (folder / f"{number}.dat").write_text(text + "\nlast\n", encoding="utf-8")
    files = row_files(str(folder / "*.dat"), chunk_rows=chunk_rows)
    assert files.num_symbols == len(files.names)
    found = [row for chunk in files for row in listed(chunk, files.names)]
    assert sorted(map(sorted, found)) == sorted(
        map(sorted, [*lists, *([] if lists[2:] else [{"1"}]), {"last"}, {"last"}])
    )


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"1 2\n3\n", "line 1: there is no word; .*itemsets.read reads integers"),
        (b"bread\nja\x00m", "line 2: it holds binary data"),
        (b"", "the file is empty"),
    ],
)
def test_what_is_not_of_words_is_refused(tmp_path, content, fault):
    path = tmp_path / "x.dat"
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match=fault):
        word_sets.read(path)


def test_files_must_separate_words_alike(tmp_path):
    (tmp_path / "a.dat").write_text("red wine\n")
    (tmp_path / "b.dat").write_text("red wine, cheese\n")
    with pytest.raises(ModelFileError, match=r"b.dat: its words are not separated by blanks"):
        row_files(str(tmp_path / "*.dat"))
    with pytest.raises(ModelFileError, match="there are 2 different words, not 5"):
        row_files(str(tmp_path / "a.dat"), num_symbols=5)


def test_numbers_below_a_title_are_no_words(tmp_path):
    (tmp_path / "a.txt").write_text("DEMAND\n" + "1 40 50\n2 45 68\n3 42 66\n")
    assert find(tmp_path / "a.txt", "family", "model").name == "orlib"
    (tmp_path / "a.txt").write_text("bread 2 jam\n2 bread\n3\n")
    assert find(tmp_path / "a.txt", "family", "model").name == "itemsets"
