"""Tables with a label column: CSV and Parquet give the same, and faults are named."""

import csv as plain_csv
import gzip
import lzma

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import tables
from nzdd.adapters.files.tables import csv
from nzdd.adapters.files.tables.parquet import with_names

pd = pytest.importorskip("pandas", reason="tables are read by pandas")

TEXT = "age,city,label\n37,Ulm,yes\n,Köln,no\n40,,yes\n"


@pytest.fixture
def write(tmp_path):
    def write(text, name="t.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.csv", TEXT.encode()),
        ("T.CSV", b"\xef\xbb\xbf" + TEXT.encode()),
        ("t.csv", TEXT.encode("latin-1")),
        ("t.csv.gz", gzip.compress(TEXT.encode(), mtime=0)),
        ("t.csv.xz", lzma.compress(TEXT.encode())),
        ("t.csv", TEXT.replace(",", ", ").replace("\n", "\r\n").encode()),
        ("t.csv", TEXT.replace("\n", "\r").encode()),
        ("t.csv", ("\n" + TEXT.replace("\n", "\n\n")).encode()),
        ("t.csv", TEXT.replace(",", ";").encode()),
        ("t.csv", TEXT.replace(",", "\t").encode()),
        ("t.tsv", TEXT.replace(",", "\t").replace("age", "a,g,e").encode()),
    ],
)
def test_tables_come_as_they_stand(write, name, content):
    features, labels = tables.read(write(content, name))
    assert list(features.columns) in (["age", "city"], ["a,g,e", "city"])
    assert np.array_equal(features.iloc[:, 0], [37, np.nan, 40], equal_nan=True)
    assert features.iloc[:, 1].tolist()[:2] == ["Ulm", "Köln"]
    assert features.isna().to_numpy().tolist() == [[False, False], [True, False], [False, True]]
    assert (labels.tolist(), labels.dtype.kind) == (["yes", "no", "yes"], "U")


VALUES = st.sampled_from(
    [st.booleans(), st.integers(-(2**31), 2**31), st.sampled_from(["a", "ä b", "c,d", 'e"'])]
)


@given(st.data())
def test_parquet_and_csv_are_one_table(tmp_path_factory, data):
    pytest.importorskip("pyarrow")
    rows = data.draw(st.integers(1, 6))
    columns = [
        data.draw(st.lists(data.draw(VALUES), min_size=rows, max_size=rows)) for _ in range(3)
    ]
    at = data.draw(st.integers(-3, 2))
    frame = pd.DataFrame(dict(zip("pqr", columns, strict=True)))
    folder = tmp_path_factory.mktemp("table")
    frame.to_csv(folder / "t.csv", index=False)
    frame.to_parquet(folder / "t.parquet")
    for name in ("t.csv", "t.parquet"):
        features, labels = tables.read(folder / name, at)
        assert labels.tolist() == columns[at]
        assert list(features.columns) == [c for c in "pqr" if c != "pqr"[at]]
        for column in features:
            assert features[column].tolist() == columns["pqr".index(column)]


@pytest.mark.parametrize("dtype", ["Int64", "boolean", "category", "uint8", "object", "string"])
def test_labels_of_any_column_type(tmp_path, dtype):
    pytest.importorskip("pyarrow")
    values = [True, False] if dtype == "boolean" else ["1", "0"] if dtype == "string" else [1, 0]
    frame = pd.DataFrame({"x": [1, 0], "y": pd.array(values, dtype)})
    frame.to_parquet(tmp_path / "t.parquet")
    _, labels = tables.read(tmp_path / "t.parquet")
    assert labels.tolist() == values
    assert labels.dtype.kind in "biuU"


@pytest.mark.parametrize(
    ("header", "label", "found"),
    [
        ("a,b,Label", None, "Label"),
        ("a,CLASS,c", None, "CLASS"),
        ("target,b,c", None, "target"),
        ("a, y ,c", None, "y "),
        ("class,y,z", "y", "y"),
        ("a,b,c", "b", "b"),
        ("a,b,c", 0, "a"),
        ("a,b,c", -1, "c"),
        ("a,b,c", "2", "c"),
        ("2,b,c", "2", "2"),
    ],
)
def test_the_label_column_is_found(write, header, label, found):
    features, labels = tables.read(write(f"{header}\n1,1,1\n"), label)
    names = [name.lstrip() for name in header.split(",")]
    assert list(features.columns) == [name for name in names if name != found]
    assert labels.tolist() == [1]


@pytest.mark.parametrize(
    ("text", "label", "message"),
    [
        ("a,b\n1,1\n", None, "not exactly one column is called label / class / target / y; "
         r"its columns are 'a', 'b'; name the label column \(label=..., --label\)"),
        ("y,label\n1,1\n", None, "not exactly one column"),
        ("a" * 99 + ",b\n1,1\n", None, r"its columns are 'a{39}\.\.\., 'b'; name"),
        ("a,b\n1,1\n", "c", "there is no label column 'c'; its columns are 'a', 'b'"),
        ("a,b\n1,1\n", 2, "no label column 2"),
        ("a,b\n1,1\n", "-3", "no label column '-3'"),
        (",".join("abcdefghijklmnop") + "\n" + "1," * 15 + "1\n", None, r"'l', ... \(16 in all\)"),
        ("a,y,y\n1,0,1\n", None, "line 1: the first line has the name 'y' twice"),
        ("a,y\n1,0,1\n", None, "line 1: the line of names has 2 fields, and the rows have 3"),
        ("a,y\n1,0\n1,0,1\n1,0\n", None, "line 3: the number of fields is 3, and the table"),
        ("a,y\n1,0\n\n1\n1,0\n", None, "line 4: the number of fields is 1, and the table"),
        ('a,y\n1,"0\n', None, "the table cannot be read"),
        ("a,y\n", None, "the table has no rows"),
        ("", None, "the file is empty"),
        ("\x1c\n", None, "there are only comments; check that it is complete"),
        ('""\n""\n', None, "line 1: no separator makes columns of its lines, such as '\"\"'"),
        ('"' + "v" * 2**18 + '",y\n', None, "line 1: no separator makes columns of its lines"),
        ("a,y\n1,0\n\n1,\n", None, r"line 4: the label \(column 'y'\) is missing; label each row"),
        ("a,y\n1,0\n1,inf\n", None, r"line 3: the label \(column 'y'\) is inf; give finite"),
        pytest.param(
            "a,y\n1,0\n1," + "7" * 25 + "\n", None, r"line 3: the label \(column 'y'\) is 7{25};",
            marks=pytest.mark.skipif(pd.__version__ < "3", reason="pandas 2 takes it for text"),
        ),
        ('a,y\n"\n",0\n1,\n', None, r"csv, line 4: the label \(column 'y'\) is missing"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_its_cure(write, text, label, message):
    with pytest.raises(ModelFileError, match=message) as caught:
        tables.read(write(text), label)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("version", [pd.__version__, "2.3.3"])
def test_lines_of_too_many_fields_are_refused_wherever_they_stand(write, monkeypatch, version):
    monkeypatch.setattr(pd, "__version__", version)
    lines = ["1,0\n"] * 6
    whole = pd.concat(tables.chunks(write("a,y\n" + "".join(lines)), 2))
    assert whole.to_numpy().tolist() == [[1, 0]] * 6
    for at in range(6):
        path = write("a,y\n" + "".join([*lines[:at], "1,0,1\n", *lines[at + 1 :]]))
        with pytest.raises(ModelFileError, match="fields"):
            list(tables.chunks(path, 2))


def test_a_packed_parquet_file_is_one(write, tmp_path):
    frame = pd.DataFrame({"a": [0, 1, 1], "b": [1, 0, 1]})
    frame.to_parquet(tmp_path / "t.parquet")
    packed = write(gzip.compress((tmp_path / "t.parquet").read_bytes()), "T.PARQUET.GZ")
    pd.testing.assert_frame_equal(tables.read_frame(packed), frame)
    pd.testing.assert_frame_equal(pd.concat(tables.chunks(packed, 2), ignore_index=True), frame)
    assert list(tables.header(packed).columns) == ["a", "b"]


def test_faults_of_parquet_files_are_named(tmp_path):
    pytest.importorskip("pyarrow")
    path = tmp_path / "t.parquet"
    path.write_bytes(b"PAR1 and no more")
    with pytest.raises(ModelFileError, match="not a readable Parquet or Feather file"):
        tables.read(path)
    pd.DataFrame({"y": pd.to_datetime(["2020-01-01"])}).to_parquet(path)
    with pytest.raises(ModelFileError, match="has the type datetime"):
        tables.read(path)
    pd.DataFrame({"y": [1.0, None]}).to_parquet(path)
    with pytest.raises(ModelFileError, match=r"parquet: row 2: the label \(column 'y'\) is"):
        tables.read(path)
    with pytest.raises(ModelFileError, match="no such file"):
        tables.read(tmp_path / "u.parquet")


def test_empty_fields_alone_are_no_table(tmp_path):
    (tmp_path / "t.tsv").write_text('""\n')
    with pytest.raises(ModelFileError, match="there are only empty fields; check that it is"):
        tables.read_frame(tmp_path / "t.tsv")


def test_a_table_may_begin_with_any_number_of_empty_lines(write):
    frame = tables.read_frame(write("\n" * 1000 + "a,b\n1,0\n0,1\n"))
    assert frame.to_dict("list") == {"a": [1, 0], "b": [0, 1]}


def test_fields_may_have_any_length(write):
    long = "v" * 2**17
    frame = tables.read_frame(write(f'a,b\n1,"{long}"\n0,{long}\n'))
    assert frame.to_dict("list") == {"a": [1, 0], "b": [long, long]}


def test_columns_are_picked_by_name(write):
    frame = tables.read_frame(write("c,a,b\n1,2,3\n"))
    assert tables.pick("t.csv", frame, ["a", "c"]).to_numpy().tolist() == [[2, 1]]
    with pytest.raises(ModelFileError, match=r"no column 'd'; its columns are 'c', 'a', 'b'"):
        tables.pick("t.csv", frame, ["a", "d"])


def test_a_first_line_of_data_is_not_taken_for_names(tmp_path):
    (tmp_path / "data.csv").write_text("0.25,1,R\n0.5,2,M\n")
    assert tables.read_frame(tmp_path / "data.csv").to_numpy().tolist() == [
        [0.25, 1, "R"],
        [0.5, 2, "M"],
    ]
    (tmp_path / "named.csv").write_text("0,1,class\n0.5,2,M\n")
    assert list(tables.read_frame(tmp_path / "named.csv").columns) == ["0", "1", "class"]


def test_two_columns_of_one_name_are_refused():
    frame = pd.DataFrame([[1, 2]], columns=[7, "7"])
    with pytest.raises(ModelFileError, match="two columns are called '7'"):
        with_names("t.parquet", frame)


def test_two_columns_of_one_name_are_refused_at_once_and_piece_by_piece(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "t.parquet"
    parquet.write_table(pyarrow.table([[1], [0]], names=["a", "a"]), path)
    for read in (lambda path: list(tables.chunks(path, 10)), tables.read_frame, tables.header):
        with pytest.raises(ModelFileError, match="two columns are called 'a'; give each column"):
            read(path)


def test_a_label_that_ends_in_nul_is_refused(tmp_path):
    """numpy drops the NUL, and "a" and "a\\0" would be one class."""
    path = tmp_path / "sample.parquet"
    pd.DataFrame({"x": [0, 1, 1], "label": ["a", "b", "a\0"]}).to_parquet(path)
    with pytest.raises(ModelFileError, match=r"'a\\x00'.*NUL"):
        tables.read(path)


@pytest.mark.parametrize("count", [None, 1, 2, 5, 100])
def test_lines_within_quotes_are_no_comments(tmp_path, count):
    """A field may have several lines, of which some look like comments."""
    texts = ["#", "a\n#b", "\n# c\n", "x", '1" wide', "% d", 'say "\n#no"'] * 3
    path = tmp_path / "x.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        file.write('# made by hand, "quoted\nname,number\n')
        rows = plain_csv.writer(file, quoting=plain_csv.QUOTE_NONNUMERIC)
        rows.writerows((text, place) for place, text in enumerate(texts))
        file.write("# the end\n")
    frames = [csv.read(path)[0]] if count is None else [*csv.chunks(path, count)]
    assert [text for frame in frames for text in frame["name"]] == texts
    assert [n for frame in frames for n in frame["number"]] == [*range(len(texts))]
