"""Rows of files in chunks are the rows of the files read whole."""

import gzip
import lzma
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from nzdd import ZDD, Multiset
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import itemsets, samples
from nzdd.adapters.files.chunks import row_files
from support.sets.diagrams import same_arrays
from support.sets.families import lists_of, to_matrix


def dense(families):
    """All rows of some families as one 0/1 matrix."""
    return np.concatenate(
        [to_matrix(lists_of(family), family.num_symbols, np.bool_) for family in families]
    )


@pytest.fixture
def matrix():
    return np.random.default_rng(0).random((23, 9)) < 0.4


@pytest.fixture(
    params=["csv", "csv.gz", "tsv", "parquet", "svm", "svm.xz", "svm_like.gz", "dat", "dat.gz"]
)
def folder(request, matrix, tmp_path):
    """The matrix in three files of a form, labels included where the form has them."""
    kind, bounds = request.param, [0, 9, 10, 23]
    for part, (a, b) in enumerate(pairwise(bounds)):
        path = tmp_path / f"part-{part}.{kind}"
        rows = matrix[a:b]
        if kind.startswith(("csv", "tsv", "parquet")):
            frame = pd.DataFrame(rows.astype(int), columns=[f"x{j}" for j in range(9)])
            frame.insert(part, "label", "yes")
            if part == 2:  # the same columns in another order
                frame = frame[frame.columns[::-1]]
            if kind == "parquet":
                frame.to_parquet(path, row_group_size=7)
            else:
                frame.to_csv(path, index=False, sep="\t" if kind == "tsv" else ",")
            continue
        first = 1 if kind.startswith("svm") else 0
        lines = []
        for row in rows:
            symbols = [str(j + first) + (":1" if first else "") for j in np.flatnonzero(row)]
            lines.append(" ".join([*(["+1"] if first else []), *symbols]))
        text = ("\n".join(lines) + "\n").encode()
        packers = {"gz": gzip.compress, "xz": lzma.compress}
        path.write_bytes(packers.get(kind.rpartition(".")[2], bytes)(text))
    return tmp_path, kind


@pytest.mark.parametrize("chunk_rows", [pytest.param(1, marks=pytest.mark.slow), 10, 1000])
def test_all_forms(folder, matrix, chunk_rows):
    path, kind = folder
    files = row_files(path / f"part-*.{kind}", chunk_rows=chunk_rows)
    assert files.num_symbols == 9
    assert len(files.paths) == 3
    chunks = list(files)
    assert max(chunk.num_rows for chunk in chunks) <= chunk_rows
    np.testing.assert_array_equal(dense(chunks), matrix)
    zdd = Multiset.from_chunks(files, "natural").zdd()
    assert same_arrays(zdd, Multiset.from_chunks([matrix], "natural").zdd())
    two = row_files([path / f"part-0.{kind}", str(path / f"part-2.{kind}")])
    np.testing.assert_array_equal(dense(two), np.delete(matrix, 9, axis=0))


def test_the_pieces_are_all_rows(folder, matrix):
    path, kind = folder
    files = row_files(path / f"part-*.{kind}", chunk_rows=5)
    pieces = files.pieces()
    assert len(pieces) == (2 + 1 + 2 if kind == "parquet" else 3)  # row groups of seven
    found = [chunk for piece in pieces for chunk in files.chunks_of(*piece)]
    np.testing.assert_array_equal(dense(found), matrix)


def test_an_error_in_a_row_group_names_the_row_of_the_file(tmp_path):
    frame = pd.DataFrame({"x": [0, 1] * 6, "v": [1] * 9 + [7, 1, 1]})
    frame.to_parquet(tmp_path / "a.parquet", row_group_size=4)
    files = row_files(tmp_path / "a.parquet", chunk_rows=3)
    for read in (lambda: list(files), lambda: list(files.chunks_of(files.paths[0], 2))):
        with pytest.raises(ModelFileError, match="row 10: column 'v' is 7"):
            read()


@pytest.mark.parametrize("kind", [bool, "int8", "int64", "uint32", float, "boolean", "Int64", str])
@pytest.mark.parametrize("width", [3, 64, 70])
def test_columns_of_any_type(tmp_path, kind, width):
    matrix = np.random.default_rng(0).random((50, width)) < 0.4
    frame = pd.DataFrame(matrix.astype(int)).astype(kind)
    frame.columns = [f"x{j}" for j in range(width)]
    if kind is bool or kind == "boolean":
        frame = pd.DataFrame(matrix, columns=frame.columns).astype(kind)
    frame.to_parquet(tmp_path / "a.parquet")
    np.testing.assert_array_equal(dense(list(row_files(tmp_path / "a.parquet"))), matrix)


def test_the_label_of_a_table_is_left_out(tmp_path):
    (tmp_path / "a.csv").write_text("x,grade,z\n1,0,0\n0,1,1\n")
    path = tmp_path / "a.csv"
    assert row_files(path).names == ("x", "grade", "z")
    assert row_files(path, label="grade").names == ("x", "z")
    np.testing.assert_array_equal(dense(row_files(path, label=0)), [[0, 0], [1, 1]])


def test_symbols_may_be_given(tmp_path):
    (tmp_path / "a.dat").write_text("1 2\n\n3\n")
    files = row_files(tmp_path / "a.dat", num_symbols=100)
    assert [chunk.num_symbols for chunk in files] == [100]
    assert Multiset.from_chunks(files).zdd().count() == 3
    with pytest.raises(ModelFileError, match=r"a\.dat: there is an item .* beyond the 3 symbols"):
        list(row_files(tmp_path / "a.dat", num_symbols=3))
    (tmp_path / "a.csv").write_text("x,v\n1,0\n")
    with pytest.raises(ModelFileError, match="2 columns, not 3"):
        row_files(tmp_path / "a.csv", num_symbols=3)


def test_tables_without_rows_and_lines_without_items(tmp_path):
    (tmp_path / "a.csv").write_text("x,v\n")
    assert Multiset.from_chunks(row_files(tmp_path / "a.csv")).zdd().num_symbols == 2
    pd.DataFrame({"x": np.zeros(0, int)}).to_parquet(tmp_path / "a.parquet")
    assert Multiset.from_chunks(row_files(tmp_path / "a.parquet")).zdd().count() == 0
    (tmp_path / "a.dat").write_text("\n\n\n1\n")
    assert dense(row_files(tmp_path / "a.dat", chunk_rows=2)).sum(axis=1).tolist() == [0, 0, 0, 1]
    (tmp_path / "a.svm").write_text("# nothing\n\n\n1 2:1\n")
    assert dense(row_files(tmp_path / "a.svm", chunk_rows=2)).tolist() == [[False, True]]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.dat", "1 2\n3\n\n4 x\n", "a.dat, line 4: 'x' is not expected"),
        ("a.svm", "1 1:1\n1 2:1\n\n1 3:2\n", "a.svm, line 4: feature 3 has the value 2"),
        ("a.csv", "x,v\n1,0\n\n0,1\n1,7\n", "a.csv, line 5: column 'v' is 7"),
        ("a.csv", "x,v\n1,0\n0,1\n1,\n", "a.csv, line 4: column 'v' is missing"),
        ("a.csv", 'x,v\n1,0\n0,1\n1,"7"\n', "a.csv: row 3: column 'v' is 7"),
        ("a.csv", "x,v\n1,0\n0,1\n1,0,1\n", "a.csv"),
        ("a.csv", "y,y\n1,0\n", "a.csv, line 1: the first line has the name 'y' twice"),
        ("a.csv", "x,0.5\n1,0\n", "a.csv, line 1: column 'x0' is 'x'"),
        ("a.csv", "\n \n", "a.csv: the file is empty"),
        ("a.dat", "\n \n", "a.dat: the file is empty"),
        ("a.dat", "\xef\xbb\xbf", "a.dat: the file is empty"),
        ("a.parquet", "x,v\n1,0\n", "a.parquet: it is not a readable Parquet or Feather file"),
        ("a.dat.gz", "\x1f\x8b\x08\x00\x00", "a.dat.gz: the gzip data is truncated"),
        (
            "a.png",
            "x",
            "a.png: unknown suffix '.png', and the content does not look like SVM",
        ),
    ],
)
def test_errors_name_file_and_line(tmp_path, monkeypatch, name, text, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(text, encoding="latin-1")
    with pytest.raises(ModelFileError) as caught:
        list(row_files(name, chunk_rows=2))
    assert str(caught.value).startswith(message)


def test_errors_of_several_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text("x,v\n1,0\n")
    (tmp_path / "b.csv").write_text("x,z\n1,0\n")
    (tmp_path / "c.dat").write_text("1\n")
    for paths, message in [
        (["a.csv", "b.csv"], r"b\.csv: there is no column 'v'"),
        (["a.csv", "c.dat"], r"c\.dat: its format is item sets, and that of a\.csv is table"),
        ("d*.csv", r"d\*\.csv: no file has such a name"),
        ("d.dat", r"d\.dat: no such file"),
        ("d.parquet", r"d\.parquet: no such file"),
    ]:
        with pytest.raises(ModelFileError, match=message):
            list(row_files(paths))
    with pytest.raises(ValueError, match="no files to read"):
        row_files([])
    with pytest.raises(ValueError, match="chunk_rows is 0"):
        row_files("a.csv", chunk_rows=0)


def test_real_files(data):
    retail = itemsets.read(data / "itemsets" / "retail.dat.gz")
    chunks = list(row_files(data / "itemsets" / "retail.dat.gz", chunk_rows=40_000))
    assert sum(chunk.num_rows for chunk in chunks) == retail.num_rows
    symbols = np.concatenate([chunk.symbols for chunk in chunks])
    np.testing.assert_array_equal(symbols, retail.symbols)
    path = data / "classification" / "adult_processed.csv.gz"
    whole = samples.read_rows(path, label=0)
    found = Multiset.from_chunks(row_files(path, label=0, chunk_rows=5000), "natural").zdd()
    assert same_arrays(found, ZDD.from_rows(whole, order="natural"))
