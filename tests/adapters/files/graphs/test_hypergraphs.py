import gzip
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.graphs import hypergraphs
from support.sets.families import lists_of


def write(folder, sizes, vertices):
    for end, numbers in (("nverts", sizes), ("simplices", vertices)):
        (folder / f"x-{end}.txt").write_text("".join(f"{number}\n" for number in numbers))


@given(st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=1).filter(any))
def test_what_is_written_is_read_from_either_file(tmp_path_factory, edges):
    folder = tmp_path_factory.getbasetemp()
    write(folder, map(len, edges), chain.from_iterable(edges))
    for name in ("x-nverts.txt", "x-simplices.txt"):
        assert lists_of(hypergraphs.read(folder / name)) == edges


def test_one_of_the_two_may_be_packed(tmp_path):
    write(tmp_path, [2, 1], [3, 1, 4])
    plain = tmp_path / "x-simplices.txt"
    (tmp_path / "x-simplices.txt.gz").write_bytes(gzip.compress(plain.read_bytes()))
    plain.unlink()
    for name in ("x-simplices.txt.gz", "x-nverts.txt"):
        assert lists_of(hypergraphs.read(tmp_path / name)) == [[3, 1], [4]]


@pytest.mark.parametrize(
    ("sizes", "vertices", "message"),
    [
        ([2, 1], [1, 2], r"x-simplices\.txt: it lists 2 vertices, but the sizes add up to 3"),
        ([2], [1, 2, 3], "it lists 3 vertices, but the sizes add up to 2"),
        ([2, "1 1"], [1, 2, 3], r"x-nverts\.txt, line 2: it holds 2 numbers; give one per line"),
        ([2], [1, "", 2], r"x-simplices\.txt, line 2: it holds 0 numbers"),
        ([2], [1, "x"], r"x-simplices\.txt, line 2: 'x' is not expected"),
        ([-1], [1], r"x-nverts\.txt, line 1: '-1'"),
        ([], [1], r"x-nverts\.txt: the file is empty"),
    ],
)
def test_what_does_not_fit_is_named(tmp_path, sizes, vertices, message):
    write(tmp_path, sizes, vertices)
    with pytest.raises(ModelFileError, match=message):
        hypergraphs.read(tmp_path / "x-simplices.txt")


def test_both_files_are_needed(tmp_path):
    (tmp_path / "x-nverts.txt").write_text("1\n")
    message = r"x-simplices\.txt: there is no such file, which belongs to x-nverts\.txt; put both"
    with pytest.raises(ModelFileError, match=message):
        hypergraphs.read(tmp_path / "x-nverts.txt")
    with pytest.raises(ModelFileError, match="name one of the pair"):
        hypergraphs.read(tmp_path / "x.txt")


def test_real_mails(data):
    folder = data / "itemsets"
    family = hypergraphs.read(folder / "email-Enron-nverts.txt")
    vertices = family.to_csr()[1].tolist()
    sizes = [int(line) for line in (folder / "email-Enron-nverts.txt").read_text().split()]
    with gzip.open(folder / "email-Enron-simplices.txt.gz", "rt") as lines:
        assert vertices == [int(line) for line in lines]
    assert [*map(len, lists_of(family))] == sizes
    assert (len(sizes), len(set(vertices))) == (10883, 143)
