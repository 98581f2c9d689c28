"""Raw files of many kinds are read at the first try, and broken ones are named with a cure."""

import gzip
import json
import lzma

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nzdd
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.raw_samples import is_binary, read_like
from nzdd.adapters.files.reading import Reading
from nzdd.adapters.files.sample_chunks import SampleFiles
from support.examples import examples

pd = pytest.importorskip("pandas", reason="tables are read by pandas")

RANDOM = np.random.default_rng(0)
AGES = RANDOM.integers(20, 60, 30)
CITIES = RANDOM.choice(["Ulm", "Bonn", "Köln"], 30)
LABELS = np.where(AGES > 40, "old", "young")


def lines(separator=",", end="\n", fields=(AGES, CITIES, LABELS)):
    return "".join(separator.join(map(str, row)) + end for row in zip(*fields, strict=True))


HEADER = "age,city,kind\n"
KINDS = {
    "a.data": lines(),
    "a.txt": lines(";"),
    "a.test": lines(" | "),
    "a.dat": lines("\t"),
    "a": lines("   "),
    "a.csv": HEADER + lines(),
    "commas and blanks": lines(", "),
    "empty first lines": "\n\n" + lines(),
    "comments": "% made by hand\n# two lines\n" + HEADER + "# here, too\n" + lines(),
    "commented names": "# age, city, kind\n" + lines(),
    "crlf": (HEADER + lines()).replace("\n", "\r\n"),
    "carriage returns": (HEADER + lines()).replace("\n", "\r"),
    "bom": "\ufeff" + HEADER + lines(),
    "a foreign first line": "people\n" + lines(),
    "as adult.test": "|1x3 Cross validator\n" + lines(", ", ".\n"),
    "quoted names": '"age";"city";"kind"\n' + lines(";"),
    "as R writes": '"age" "city" "kind"\n'
    + "".join(f'"{n}" {line}\n' for n, line in enumerate(lines(" ").splitlines(), 1)),
    "an index of pandas": "," + HEADER + lines(fields=(range(30), AGES, CITIES, LABELS)),
    "empty last column": lines(",", ",\n"),
    "as Weka writes": "% people\n@RELATION people\n\n@attribute age numeric\n"
    "@attribute 'city' string\n@attribute kind {old, young}\n@data\n" + lines(),
    "as Excel writes": "sep=;\n" + (HEADER + lines()).replace(",", ";"),
    "label in front": lines(fields=(LABELS, AGES, CITIES)),
    "a named label": "class,age,city\n" + lines(fields=(LABELS, AGES, CITIES)),
}


@pytest.mark.parametrize("packing", [".gz", ""])
@pytest.mark.parametrize("name", KINDS)
def test_raw_tables_are_read_at_the_first_try(tmp_path, name, packing):
    content = KINDS[name].encode()
    (tmp_path / (name + packing)).write_bytes(gzip.compress(content) if packing else content)
    sample = nzdd.read_sample(tmp_path / (name + packing))
    assert sample.y.tolist() == LABELS.tolist()
    assert sample.X.iloc[:, 0].tolist() == AGES.tolist()
    assert sample.X.iloc[:, 1].tolist() == CITIES.tolist()
    assert sample.X.shape == (30, 2)
    again = read_like(tmp_path / (name + packing), sample.reading)
    assert again.y.tolist() == LABELS.tolist()
    pd.testing.assert_frame_equal(again.X, sample.X, check_dtype=False)
    assert f"the label is column '{sample.label}'" in sample.notes[-1]


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
def test_old_encodings_are_read(tmp_path, encoding):
    (tmp_path / "a.data").write_bytes(lzma.compress(lines().encode(encoding)))
    assert set(nzdd.read_sample(tmp_path / "a.data").X["x1"]) == set(CITIES)


@pytest.mark.parametrize("mark", ["?", "NA", "N/A", "nan", "", "NULL", "none at all"])
def test_missing_marks_do_not_turn_numbers_into_words(tmp_path, mark):
    ages = [mark if k == 30 else k for k in range(3, 33)]
    words = [mark if k % 3 else "x" for k in range(3, 33)]
    (tmp_path / "a.data").write_text(lines(", ", fields=(ages, words, [0, 1] * 15)))
    sample = nzdd.read_sample(tmp_path / "a.data", missing=["none at all"])
    assert np.isnan(sample.X["x0"].iloc[27])
    assert sample.X["x0"].iloc[26] == 29
    assert sample.X["x1"].isna().sum() == 20


def test_a_few_words_among_numbers_are_missing_with_a_note(tmp_path):
    values = [*map(str, range(40, 60)), "unknown", "-"]
    (tmp_path / "a.csv").write_text("a,y\n" + "".join(f"{v},{len(v)}\n" for v in values))
    sample = nzdd.read_sample(tmp_path / "a.csv")
    assert sample.X["a"].isna().sum() == 2
    assert "column 'a' holds numbers; 'unknown', '-' there counts as missing" in sample.notes
    (tmp_path / "b.csv").write_text("a,y\n5,2\nunknown,7\n-,2\n")
    assert read_like(tmp_path / "b.csv", sample.reading).X["a"].isna().tolist() == [
        False,
        True,
        True,
    ]
    (tmp_path / "b.csv").write_text("a,y\n5,2\nfar,7\n")
    with pytest.raises(ModelFileError, match=r"b\.csv, line 3: column 'a' is 'far'; give a number"):
        read_like(tmp_path / "b.csv", sample.reading)


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (["1,5", "2,25", "3"], [1.5, 2.25, 3]),
        (["1,500", "2,250,000", "3"], [1500, 2250000, 3]),
        (["0,500", "2,250", "3"], [0.5, 2.25, 3]),
    ],
)
def test_commas_in_numbers(tmp_path, words, numbers):
    (tmp_path / "a.csv").write_text("a;b;y\n" + "".join(f"{w};{w};no\n" for w in words))
    assert nzdd.read_sample(tmp_path / "a.csv").X["b"].tolist() == numbers


@pytest.mark.parametrize(
    ("train", "number"), [("1,5;2,25;3", [1.5, 2.125]), ("1,500;2,250;3", [1500, 2125])]
)
def test_a_comma_is_what_it_was_in_the_training_file(tmp_path, train, number):
    path = tmp_path / "a.csv"
    path.write_text("a;b;y\n" + "".join(f"{a};p;no\n" for a in train.split(";")))
    sample = nzdd.read_sample(path)
    path.write_text("a;b;y\n1,500;p;no\n2,125;q;no\n")  # either form
    assert read_like(path, sample.reading).X["a"].tolist() == number
    assert Reading.from_dict(json.loads(json.dumps(sample.reading.to_dict()))) == sample.reading
    path.write_text("a;b;y\n1;p;no\n2;q;no\n")
    reading = nzdd.read_sample(path, "y").reading
    path.write_text("a;b;y\n1,5;p;no\n")
    with pytest.raises(ModelFileError, match=r"line 2: column 'a' is '1,5'; give a number"):
        read_like(path, reading)


@pytest.mark.parametrize("train", [["True", "False"], ["True", "False", ""]])
@pytest.mark.parametrize("test", [["True", "False"], ["False", "", "True"], [""]])
def test_truth_values_are_numbers_with_or_without_missing_ones(tmp_path, train, test):
    path = tmp_path / "a.csv"
    path.write_text("a,b,y\n" + "".join(f"{a},7,{k % 2}\n" for k, a in enumerate(train * 9)))
    sample = nzdd.read_sample(path, "y")
    number = {"True": 1, "False": 0, "": np.nan}
    np.testing.assert_array_equal(sample.X["a"].astype(float), [number[a] for a in train * 9])
    path.write_text("a,b,y\n" + "".join(f"{a},7,1\n" for a in test))
    X = read_like(path, sample.reading).X
    np.testing.assert_array_equal(X["a"].astype(float), [number[a] for a in test])


def test_words_are_words_in_files_of_another_format_too(tmp_path):
    (tmp_path / "a.csv").write_text("a,y\n1,0\n2,1\nx,0\n2,1\n")
    reading = nzdd.read_sample(tmp_path / "a.csv").reading
    assert reading.numbers == ()
    pd.DataFrame({"a": [2, 1]}).to_parquet(tmp_path / "a.parquet")
    X = read_like(tmp_path / "a.parquet", reading, labelled=False).X
    assert X["a"].tolist() == ["2", "1"]


def test_marks_of_missing_numbers_count_in_parquet_too(tmp_path):
    frame = pd.DataFrame({"a": [1, -999, 3], "b": [0.5, -999.0, 2], "y": [0, 1, 0]})
    frame.to_csv(tmp_path / "a.csv", index=False)
    frame.to_parquet(tmp_path / "a.parquet")
    for path in tmp_path.iterdir():
        sample = nzdd.read_sample(path, missing=["-999"])
        assert sample.X.isna().to_numpy().tolist() == [[False] * 2, [True] * 2, [False] * 2]
        assert read_like(path, sample.reading).X.isna().sum().tolist() == [1, 1]


def test_a_column_that_is_left_out_is_no_label(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,y,kind\n" + "".join(f"{k % 5},{k % 2},{'pq'[k % 2]}\n" for k in range(30)))
    assert nzdd.read_sample(path).label == "y"
    assert nzdd.read_sample(path, drop=["y"]).label == "kind"
    with pytest.raises(ModelFileError, match="column 'y' is the label, and is to be left out"):
        nzdd.read_sample(path, "y", drop=["y"])


@pytest.mark.parametrize("names", ["red,big,kind", "0,1,2"])
def test_names_that_may_be_a_row_are_noted(tmp_path, names):
    words = [["blue", "small", "yes"], ["grey", "small", "no"]]
    numbers = [["4", "7", "5"], ["5", "7", "6"]]
    (tmp_path / "a").write_text(
        names + "\n" + lines(fields=zip(*[words, numbers]["0" in names], strict=True))
    )
    sample = nzdd.read_sample(tmp_path / "a", -1)
    assert len(sample.y) == 2
    assert sample.notes[0].startswith("line 1 is taken for the names of the columns; if it is a r")
    assert not any(
        "taken for" in note for note in nzdd.read_sample(tmp_path / "a", -1, header=True).notes
    )
    assert len(nzdd.read_sample(tmp_path / "a", -1, header=False).y) == 3
    (tmp_path / "a").write_text("colour,size,class\n" + lines(fields=zip(*words, strict=True)))
    assert len(nzdd.read_sample(tmp_path / "a").notes) == 1


def test_lists_are_no_values(tmp_path):
    pd.DataFrame({"a": [[k] for k in range(30)], "y": [0, 1] * 15}).to_parquet(
        tmp_path / "a.parquet"
    )
    with pytest.raises(
        ModelFileError, match=r"column 'a' holds values such as .*; make numbers or"
    ):
        nzdd.read_sample(tmp_path / "a.parquet")


def test_svmlight_goes_by_content_and_may_hold_numbers(tmp_path):
    (tmp_path / "heart.csv").write_text("+1\n-1 1:0.5 3:-2\n+1 2:0 3:1e3 # a comment\n")
    sample = nzdd.read_sample(tmp_path / "heart.csv")
    assert sample.X.toarray().tolist() == [[0, 0, 0], [0.5, 0, -2], [0, 0, 1000]]
    assert sample.y.tolist() == [1, -1, 1]
    (tmp_path / "test").write_text("0 4:1 1:7\n")
    assert read_like(tmp_path / "test", sample.reading).X.toarray().tolist() == [[7, 0, 0]]
    (tmp_path / "test").write_text("0 1:7\n")
    assert read_like(tmp_path / "test", sample.reading).X.toarray().tolist() == [[7, 0, 0]]
    (tmp_path / "test").write_text("0,1\n2,3\n")
    with pytest.raises(ModelFileError, match="it is a table, and the model is made from SVMlight"):
        read_like(tmp_path / "test", sample.reading)


def test_ids_in_svmlight_are_noted_and_left_out(tmp_path):
    numbers = RANDOM.permutation(10**6)[:120]
    (tmp_path / "a").write_text(
        "".join(f"{k % 2} 1:{n} 2:{k % 5}\n" for k, n in enumerate(numbers))
    )
    [note] = nzdd.read_sample(tmp_path / "a").notes
    assert note.startswith("feature 1 differs in nearly all rows; if it is an id, leave it out by")
    sample = nzdd.read_sample(tmp_path / "a", drop=["1"])
    assert (sample.notes, sample.X.shape) == ((), (120, 2))
    assert sample.X[:, [0]].nnz == 0
    with pytest.raises(ModelFileError, match="there is no feature 'age' to leave out"):
        nzdd.read_sample(tmp_path / "a", drop=["age"])


@given(st.data())
@settings(deadline=None, max_examples=examples(25))
def test_layouts_of_all_kinds_are_the_same_table(tmp_path_factory, data):
    """Rows of numbers and words, written in any way, with or without names."""
    path = tmp_path_factory.mktemp("raw") / "sample"
    size = data.draw(st.integers(12, 40))
    number = st.one_of(st.integers(-99, 99), st.floats(-9, 9).map(lambda x: round(x, 3)))
    columns = [data.draw(st.lists(number, min_size=size, max_size=size)) for _ in range(2)]
    words = st.sampled_from(["red", "green", "blue", "light blue"])
    columns.append(data.draw(st.lists(words, min_size=size, max_size=size)))
    labels = [k % 2 for k in range(size)]
    frame = pd.DataFrame({"a": columns[0], "b": columns[1], "c": columns[2], "target": labels})
    separator = data.draw(st.sampled_from([",", ";", "\t", "|", " "]))
    named = data.draw(st.booleans())
    text = frame.to_csv(index=False, header=named, sep=separator)
    if data.draw(st.booleans()):
        text = "# a comment\n\n" + text
    path.write_text(text)
    sample = nzdd.read_sample(path, -1, drop=())
    expected = frame.drop(columns="target")
    expected.columns = sample.X.columns
    pd.testing.assert_frame_equal(sample.X, expected, check_dtype=False)
    assert sample.y.tolist() == labels
    assert sample.label == ("target" if named else "x3")
    reading = Reading.from_dict(json.loads(json.dumps(sample.reading.to_dict())))
    assert reading == sample.reading
    again = read_like(path, reading)
    pd.testing.assert_frame_equal(again.X, sample.X, check_dtype=False)
    assert again.y.tolist() == labels
    if not named:  # the same rows without labels
        path.write_text(
            frame.drop(columns="target").to_csv(index=False, header=False, sep=separator)
        )
        rows = read_like(path, reading, labelled=False)
        pd.testing.assert_frame_equal(rows.X, sample.X, check_dtype=False)
        assert rows.y.size == 0


def test_a_test_file_of_another_layout_is_read_like_the_training_file(tmp_path):
    """As adult.data and adult.test: a foreign first line, and points behind the labels."""
    (tmp_path / "adult.data").write_text(KINDS["commas and blanks"])
    (tmp_path / "adult.test").write_text(KINDS["as adult.test"])
    train = nzdd.read_sample(tmp_path / "adult.data")
    test = read_like(tmp_path / "adult.test", train.reading)
    assert test.y.tolist() == LABELS.tolist()
    assert "the labels end in a point, which is dropped" in test.notes


def test_a_first_line_is_what_it_is_said_to_be(tmp_path):
    (tmp_path / "a.data").write_text("red,big\nblue,small\nblack,big\n")
    assert nzdd.read_sample(tmp_path / "a.data", header=True).X.shape == (2, 1)
    assert nzdd.read_sample(tmp_path / "a.data", header=False).X.shape == (3, 1)


def test_columns_that_number_the_rows_are_left_out(tmp_path):
    numbers = RANDOM.permutation(30)
    text = "row,name,case,age,y\n" + lines(
        fields=(range(1, 31), [f"person {k}" for k in range(30)], numbers, AGES, LABELS)
    )
    (tmp_path / "a.csv").write_text(text)
    sample = nzdd.read_sample(tmp_path / "a.csv")
    assert list(sample.X) == ["age"]
    note = "left out, as they number or name the rows: 'row', 'name', 'case'; drop=() or --drop '' "
    assert any(each.startswith(note) for each in sample.notes)
    assert nzdd.read_sample(tmp_path / "a.csv", drop=()).X.shape == (30, 4)
    assert list(nzdd.read_sample(tmp_path / "a.csv", drop=["age", "row"]).X) == ["name", "case"]


@pytest.mark.parametrize("name", ["", "Unnamed: 0"])
def test_row_numbers_of_a_part_of_a_table_are_left_out(tmp_path, name):
    """As pandas writes them after a split; a named column of integers stays."""
    numbers = np.random.default_rng(0).permutation(200)[:60]
    rows = "".join(f"{n},{n + 7},{'yes' if n % 3 else 'no'}\n" for n in numbers)
    for first, kept in ((name, ["size"]), ("age", ["age", "size"])):
        (tmp_path / "t.csv").write_text(f"{first},size,member\n{rows}")
        assert list(nzdd.read_sample(tmp_path / "t.csv").X) == kept


def test_ids_are_noted(tmp_path):
    numbers = RANDOM.permutation(10**6)[:120]
    text = "id,age,y\n" + lines(fields=(numbers, np.tile(AGES, 4), np.tile(LABELS, 4)))
    (tmp_path / "a.csv").write_text(text)
    sample = nzdd.read_sample(tmp_path / "a.csv")
    assert list(sample.X) == ["id", "age"]
    assert any("column 'id' differs in nearly all rows; if it is an id" in n for n in sample.notes)
    numbers = RANDOM.permutation(150)[:120] + 5000  # close together, as of an export's part
    text = "id,age,y\n" + lines(fields=(numbers, np.tile(AGES, 4), np.tile(LABELS, 4)))
    (tmp_path / "a.csv").write_text(text)
    notes = nzdd.read_sample(tmp_path / "a.csv").notes
    assert any("column 'id' differs in nearly all rows; if it is an id" in n for n in notes)


def test_numbers_that_come_as_categories_are_numbers_to_predict(tmp_path):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    import pandas as pd

    frame = pd.DataFrame({"code": ["7", "8", None] * 10, "y": [0, 1, 1] * 10})
    frame.to_csv(tmp_path / "a.csv", index=False)
    frame.astype({"code": "category"}).to_parquet(tmp_path / "b.parquet")
    sample = nzdd.read_sample(tmp_path / "a.csv")
    X = read_like(tmp_path / "b.parquet", sample.reading).X
    np.testing.assert_array_equal(X["code"], sample.X["code"])


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (b"", {}, "the file is empty"),
        (b"# only\n# comments\n", {}, "there are only comments; check"),
        (b"a,b,y\n", {}, "the table has no rows"),
        (b"1,2,no\n1,2\n3,4,yes\n1,3,no\n", {}, "line 2: the number of fields is 2, and"),
        (b'1,2,no\n1,"2,\n3",yes\n1,no\n1,2,no\n', {}, "line 4: the number of fields is 2"),
        (b"1 2 3\n4\n5 6\n", {}, "line 1: no separator makes columns of its lines"),
        (b"37, a, ?, no\n? no\n29, b, yes\n", {}, "line 1: the line of names has 4 fields, and"),
        (b'1 0 1 1\n1 0 1 0\n"', {}, "line 3: the number of fields is 1, and the table has 4"),
        (b"# a b c d\n0 1\n0 1 0 1\n", {}, "line 2: the number of fields is 2, and the table"),
        (b"1 2 1" + b"0" * 30 + b"\n", {"label": 2}, "line 1: .* give integers of at most 64 bits"),
        (b"1\n2\n3\n", {}, "line 1: no separator makes columns of its lines, such as '1'"),
        (b"\xff\xfe1\0,", {}, "it begins like UTF-16 text and is none .*; save it as UTF-8"),
        ("1,2\n".encode("utf-16-le"), {}, "line 1: it holds binary data; .* UTF-16"),
        (b"\x89HDF\r\n\x1a\n123", {}, "it is an HDF5 file; read it by h5py"),
        (b"PK\x03\x04xlsx", {}, "the zip data is truncated or damaged .*; copy or download"),
        (b"<html>\n<body>404</body>", {}, "line 1: it looks like HTML or XML; download"),
        (b'{"a": [1, 2]}', {}, "it is JSON and no list of records; give a list of records, or"),
        (b'{"a": 1}\n{"a": 2', {}, "line 2: it begins like JSON and is none"),
        (b'[["a", 1], ["b", 2]]', {}, "line 1: it looks like JSON, and is no list of records"),
        (b"PAR1 and no more", {}, "not a readable Parquet or Feather file"),
        (b"ARROW1 and no more", {}, "not a readable Parquet or Feather file"),
        (b"a,y\n1,1\ninf,0\n3,1\n", {}, "line 3: column 'a' is inf; give finite numbers"),
        (b"a,y\n1,1\n2,\n", {"label": "y"}, r"line 3: the label \(column 'y'\) is missing"),
        (b"a,b\n1,1\n", {"label": "c"}, "there is no label column 'c'; its columns are 'a', 'b'"),
        (b"Age,Status\n1,1\n", {"label": "status"},
         r"there is no label column 'status' \(is 'Status' meant\?\); its columns are"),
        (b"Age,Status\n1,1\n", {"drop": ["agee"]}, r"no column 'agee' \(is 'Age' meant\?\)"),
        (b"a,b\n1,1\n", {"drop": ["c"]}, "there is no column 'c'; .*; name columns .* --drop"),
        (b"a,b\n1,1\n", {"drop": ["a", "b"]}, "no column is left; leave out fewer"),
        (b"a,b\n1,1\n", {"drop": ["a"]}, "there is no column but the label"),
        (b"@relation a\n@attribute x real\n@attribute y real\n@data\n1,2\n1\n", {},
         "line 6: the number of fields is 1, and the table has 2 columns"),
        (b"a,y,y\n1,2,0\n", {}, "line 1: the first line has the name 'y' twice"),
        (b"a,b,c,y\n1,2,0\n1,2,1\n", {}, "line 1: the line of names has 4 fields, and the"),
        (b"1 1:0.5\n2 2:x\n", {}, "line 2: '2:x' is not expected"),
        (b"1 1:0.5\n2 2:1e999\n", {}, "line 2: feature 2 has the value inf; give finite numbers"),
        (b"1 1:5\n2 2:" + b"9" * 400, {}, "line 2: feature 2 has the value inf; give finite"),
        (b"1 1:0.5\n", {"label": "y"}, "an SVMlight file has no columns; leave it out"),
        (b"1 1:0.5\n", {"missing": ["-1"]}, "'-1' cannot be missing in an SVMlight file; leave"),
    ],
)  # fmt: skip
def test_broken_files_are_named_with_a_cure(tmp_path, content, options, message):
    (tmp_path / "raw").write_bytes(content)
    with pytest.raises(ModelFileError, match=message) as caught:
        nzdd.read_sample(tmp_path / "raw", **options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("form", ["{0},{1}", "{1} 1:{0}"])
def test_quantities_are_no_classes(tmp_path, form):
    values = RANDOM.random(40).round(4)
    (tmp_path / "a").write_text("\n".join(form.format(k % 7, v) for k, v in enumerate(values)))
    label = -1 if "," in form else None
    with pytest.raises(ModelFileError, match="40 different numbers, as a quantity to predict has"):
        nzdd.read_sample(tmp_path / "a", label)
    assert nzdd.read_sample(tmp_path / "a", label, target="number").y.tolist() == values.tolist()


def test_other_columns_than_those_of_the_model_are_refused(tmp_path):
    (tmp_path / "a").write_text("1,2,3,no\n" * 3)
    reading = nzdd.read_sample(tmp_path / "a").reading
    (tmp_path / "b").write_text("1,2\n" * 3)
    with pytest.raises(ModelFileError, match="it has 2 columns, and the model was made from 4"):
        read_like(tmp_path / "b", reading)
    (tmp_path / "b").write_text("1,2,3\n" * 3)
    with pytest.raises(ModelFileError, match=r"made from 4 with the label; .*, with the label"):
        read_like(tmp_path / "b", reading)
    with pytest.raises(ModelFileError, match=r"made from 4 with the label; .*, with the label"):
        read_like(tmp_path / "b", reading, -1, labelled=False)
    assert read_like(tmp_path / "b", reading, labelled=False).X.shape == (3, 3)


NUMBERED = pd.DataFrame({"row": range(40), "a": [5, 7] * 20, "b": [8.5, 9] * 20, "y": [0, 1] * 20})
"""Without names: x0 numbers the rows, x3 is the label."""


def written(path, frame):
    frame.to_csv(path, index=False, header=False)
    return path


def test_files_without_names_that_lack_a_column(tmp_path):
    reading = nzdd.read_sample(written(tmp_path / "a", NUMBERED)).reading
    assert reading.features == ("x1", "x2")
    for columns in (["row", "a", "b", "y"], ["row", "a", "b"], ["a", "b"]):
        path = written(tmp_path / "b", NUMBERED[columns])
        assert read_like(path, reading, labelled=False).X.to_numpy().tolist() == (
            NUMBERED[["a", "b"]].to_numpy().tolist()
        )
    path = written(tmp_path / "b", NUMBERED[["a", "b", "y"]])
    unclear = "not clear whether the label is missing or column 'x0', which was left out"
    with pytest.raises(ModelFileError, match=unclear):
        read_like(path, reading, labelled=False)
    for options in ({}, {"label": -1, "labelled": False}):  # there is a label
        sample = read_like(path, reading, **options)
        assert sample.X["x1"].tolist() == NUMBERED["a"].tolist()
        assert sample.y.tolist() == NUMBERED["y"].tolist()


def test_chunks_without_names_that_lack_a_column(tmp_path):
    reading = nzdd.read_sample(written(tmp_path / "a", NUMBERED)).reading
    path = written(tmp_path / "b", NUMBERED[["a", "b", "y"]])
    files = SampleFiles((str(path),), reading)
    with pytest.raises(ModelFileError, match="it is not clear whether the label is missing"):
        list(files.chunks(labelled=False))
    [chunk] = files.chunks()
    assert chunk.X["x1"].tolist() == NUMBERED["a"].tolist()
    path = written(tmp_path / "b", NUMBERED[["row", "a", "b"]])
    [chunk] = files.chunks(labelled=False)
    assert chunk.X["x1"].tolist() == NUMBERED["a"].tolist()


def test_damaged_readings_are_refused():
    with pytest.raises(ValueError, match="what the model says of its columns is damaged"):
        Reading.from_dict({"format": "table"})


TAKEN = {  # the label, and the numbers of rows and columns
    "a9a.t.gz": (None, 16281, 122),
    "adult.data.gz": ("x14", 32561, 14),
    "agaricus-lepiota.data.gz": ("x0", 8124, 22),
    "agaricus.txt.test.gz": (None, 1611, 126),
    "australian.gz": (None, 690, 14),
    "breast-cancer-wisconsin.csv": ("x9", 699, 9),
    "breastcancer_processed.csv": ("Benign", 683, 9),
    "cp4im_heart-cleveland.txt": ("x0", 296, 95),
    "heart_processed.csv": ("Disease", 303, 32),
    "heart_scale": (None, 270, 13),
    "higgs_10k.csv.gz": ("label", 10984, 28),
    "house-votes-84.data": ("x0", 435, 16),
    "ionosphere.csv.gz": ("x34", 351, 34),
    "musk_clean1.data.gz": ("x168", 476, 166),
    "optdigits.tes.gz": ("x64", 1797, 64),
    "processed.hungarian.data": ("target", 294, 13),
    "sonar.csv.gz": ("x60", 208, 60),
}


def test_public_samples_are_read_at_the_first_try(data):
    for name, (label, rows, columns) in TAKEN.items():
        sample = nzdd.read_sample(data / "classification" / name)
        assert (sample.label, *sample.X.shape) == (label, rows, columns), name
    assert not is_binary(nzdd.read_sample(data / "classification" / "heart_scale").X)
    for name, message in (
        ("housing.csv", "'x13'.* has 229 different numbers, as a quantity"),
        ("usps.h5", "HDF5"),
    ):
        with pytest.raises(ModelFileError, match=message):
            nzdd.read_sample(data / "classification" / name)


def test_the_first_column_of_bits_of_categories_is_found(data):
    """All files of the collection of binarised samples have their label in front."""
    for path in sorted((data / "classification").glob("cp4im_*")):
        assert nzdd.read_sample(path).label == "x0", path.name
