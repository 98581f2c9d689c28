"""Samples from every kind of file are the same rows and labels."""

import gzip
import lzma

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nzdd
from nzdd import NZDD
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import samples
from nzdd.formulations.learning.linear_classifier import LinearClassifier
from support.examples import examples
from support.sets.families import lists_of, to_matrix

PACKING = {"": bytes, ".gz": gzip.compress, ".xz": lzma.compress}


def dense(family):
    """The rows of a family as lists of 0 and 1."""
    return to_matrix(lists_of(family), family.num_symbols).tolist()


def write(path, text):
    pack = PACKING.get(path.suffix, bytes)
    path.write_bytes(pack(text.encode()))
    return path


@given(
    st.integers(1, 70).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 1), min_size=n, max_size=n), min_size=1)
    ),
    st.sampled_from(list(PACKING)),
    st.data(),
)
@settings(deadline=None, max_examples=examples(30))
def test_all_formats_hold_the_same_sample(tmp_path_factory, matrix, packing, data):
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    labels = data.draw(st.lists(st.integers(-2, 2), min_size=len(matrix), max_size=len(matrix)))
    folder = tmp_path_factory.mktemp("sample")
    frame = pd.DataFrame(matrix).rename(columns=lambda j: f"x{j}")
    frame.insert(data.draw(st.integers(0, len(matrix[0]))), "class", labels)
    write(folder / f"s.csv{packing}", frame.to_csv(index=False))
    write(folder / f"s.tsv{packing}", frame.to_csv(index=False, sep="\t"))
    frame.to_parquet(folder / "s.parquet")
    lines = [
        " ".join([str(label), *(f"{j + 1}:{value}" for j, value in enumerate(row))])
        for label, row in zip(labels, matrix, strict=True)
    ]
    for name in ("s.svm", "s.libsvm", "s.t", "s"):
        write(folder / f"{name}{packing}", "\n".join(lines))
    for path in folder.iterdir():
        sample = samples.read(path)
        assert dense(sample.rows) == matrix, path.name
        assert sample.labels.tolist() == labels, path.name
        named = path.name[2:5] in ("csv", "tsv", "par")
        names = tuple(f"x{j}" for j in range(len(matrix[0])))
        assert sample.feature_names == (names if named else None)
        assert dense(samples.read_rows(path)) == matrix


@pytest.mark.parametrize("values", ["False,True", "0,1", "0.0,1.0", "FALSE,TRUE"])
def test_false_and_true_count_as_0_and_1(tmp_path, values):
    pytest.importorskip("pandas")
    sample = samples.read(write(tmp_path / "s.csv", f"a,b,y\n{values},1\n"))
    assert dense(sample.rows) == [[0, 1]]


@pytest.mark.parametrize("dtype", ["boolean", "Int64", "category", "object", "float32", "string"])
def test_column_types_of_parquet_files(tmp_path, dtype):
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    bits = [True, False] if dtype == "boolean" else [1, 0]
    pd.DataFrame({"a": pd.Series(bits, dtype=dtype), "y": [1, 2]}).to_parquet(
        tmp_path / "s.parquet"
    )
    assert dense(samples.read(tmp_path / "s.parquet").rows) == [[1], [0]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("age,y\n1,1\n37,0\n", r"s\.csv, line 3: column 'age' is 37; features are 0 or 1: make "
         "bits of them with BinaryEncoder, or let `nzdd fit` do it"),
        ("a,y\n0.5,1\n", r"line 2: column 'a' is 0\.5"),
        ("a,y\n\n0,1\n-1,1\n", "line 4: column 'a' is -1"),
        ("a,y\n1,1\nyes,0\n", "line 3: column 'a' is 'yes'"),
        ("a,y\nyes,1\nno,0\n", "line 2: column 'a' is 'yes'"),
        ("a,y\n1,1\n" + "1" * 400 + ",0\n", "line 3: column 'a' is '?1111"),
        ("a,b,y\n1,0,1\n1,,0\n", "line 3: column 'b' is missing"),
        ('a,b,y\n1,"\n",1\n', r"s\.csv, line 2: column 'b' is '\\n'"),
    ],
)  # fmt: skip
def test_what_is_not_binary_is_named(tmp_path, text, message):
    pytest.importorskip("pandas")
    with pytest.raises(ModelFileError, match=message) as caught:
        samples.read(write(tmp_path / "s.csv", text))
    assert "\n" not in str(caught.value)


def test_not_binary_parquet_columns_are_named(tmp_path):
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pd.DataFrame({"a": [1, 1], "when": pd.to_datetime(["2020-01-01"] * 2), "y": [1, 0]})
    frame.to_parquet(tmp_path / "s.parquet")
    with pytest.raises(ModelFileError, match="row 1: column 'when' is Timestamp"):
        samples.read(tmp_path / "s.parquet")


def test_a_test_table_may_have_its_columns_elsewhere(tmp_path):
    pytest.importorskip("pandas")
    path = write(tmp_path / "s.csv", "age,b,y,a\n37,1,0,0\n38,1,1,1\n")
    sample = samples.read(path, feature_names=("a", "b"))
    assert (dense(sample.rows), sample.labels.tolist()) == ([[0, 1], [1, 1]], [0, 1])
    assert sample.feature_names == ("a", "b")
    assert dense(samples.read_rows(path, ["b", "a"])) == [[1, 0], [1, 1]]
    unlabelled = write(tmp_path / "u.csv", "b,a\n1,0\n")
    assert dense(samples.read_rows(unlabelled, ["a", "b"])) == [[0, 1]]
    assert dense(samples.read_rows(unlabelled)) == [[1, 0]]
    assert dense(samples.read_rows(unlabelled, label="b")) == [[0]]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a9a", "-1 3:1 11:1 \n+1\n"),
        ("a9a.t", "# comment\n\n  +1\t3:1 # more\n"),
        ("data.txt", "2.5e0 1:0 2:1.0\n"),
        ("data.old.txt", "-.5 1:0 2:1.\r\n"),
    ],
)
def test_files_of_other_names_are_svmlight_if_they_look_so(tmp_path, name, text):
    assert samples.read(write(tmp_path / name, text)).rows.num_symbols


@pytest.mark.parametrize("text", ["a,b\n1,2\n", "5 1 2\n", "0.3\n", "x 1:1\n", "1 2:1 3\n", "#\n"])
def test_other_files_are_refused(tmp_path, text):
    what = r"unknown suffix '\.txt', and the content does not look like SVMlight; "
    cure = r"names of labelled samples end in \.svm, \.libsvm, \.csv, \.tsv, \.parquet, each also "
    with pytest.raises(ModelFileError, match=what + cure):
        samples.read(write(tmp_path / "data.txt", text))


def test_labels_beyond_64_bits_stay_as_they_are(tmp_path):
    labels = samples.read(write(tmp_path / "s.svm", "1e300 1:1\n-1e19 2:1\n3 1:1\n")).labels
    assert labels.tolist() == [1e300, -1e19, 3.0]


def test_svmlight_has_no_label_column(tmp_path):
    path = write(tmp_path / "s.svm", "1 2:1\n")
    with pytest.raises(ModelFileError, match=r"label column 'y' was asked for.*leave it out"):
        samples.read(path, "y")


@pytest.mark.parametrize("name", ["s.svm", "s.csv", "s", "s.parquet"])
def test_a_missing_file_is_named(tmp_path, name):
    pytest.importorskip("pandas")
    with pytest.raises(ModelFileError, match="no such file"):
        samples.read(tmp_path / name)


def test_real_svmlight_train_and_test_files_go_together(data):
    folder = data / "classification"
    train, test = samples.read(folder / "a9a.gz"), samples.read(folder / "a9a.t.gz")
    assert (train.rows.num_symbols, test.rows.num_symbols) == (123, 122)
    weights = np.linspace(-1, 1, 123)
    for sample, n in ((train, 122), (test, 123)):
        classifier = LinearClassifier([weights[:n]], [0.01], (-1, 1))
        offsets, symbols = sample.rows.to_csr()
        known = np.append(weights[:n], 0)[np.minimum(symbols, n)]
        expected = np.add.reduceat(known, offsets[:-1]) + 0.01
        values = classifier.decision_function(sample.rows)
        assert np.allclose(values, expected, rtol=0, atol=1e-12)
        wrong = (expected > 0) != (sample.labels == 1)
        assert classifier.error_rate(sample.rows, sample.labels) == pytest.approx(wrong.mean())
    agaricus = samples.read(folder / "agaricus.txt.train.gz")
    assert (agaricus.rows.num_rows, agaricus.rows.num_symbols) == (6513, 126)
    assert int((agaricus.labels == 1).sum()) == 3140


def test_real_tables(data):
    pytest.importorskip("pandas")
    folder = data / "classification"
    mushroom = samples.read(folder / "mushroom_processed.csv.gz", "poisonous")
    assert (mushroom.rows.num_rows, mushroom.rows.num_symbols) == (8124, 113)
    assert int(mushroom.labels.sum()) == 3916
    assert mushroom.feature_names[0] == "cap_shape_eq_convex"
    assert NZDD.from_rows(mushroom.rows).num_edges > 0
    with pytest.raises(ModelFileError, match="not exactly one column is called"):
        samples.read(folder / "mushroom_processed.csv.gz")
    with pytest.raises(ModelFileError, match="line 2: column 'ClumpThickness' is 5; features are"):
        samples.read(folder / "breastcancer_processed.csv", 0)


@pytest.mark.parametrize(
    ("name", "text", "of"),
    [
        ("cover.mps", "NAME x\nROWS\n N o\n G r\nCOLUMNS\n x o 1 r 1\nENDATA\n", "MPS, for models"),
        ("some.col", "c a graph\np edge 3 2\ne 1 2\ne 2 3\n", "DIMACS graph, for graphs"),
    ],
)
def test_what_is_no_table_is_called_what_its_suffix_says(name, text, of, tmp_path):
    pytest.importorskip("pandas")
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ModelFileError, match=f"its suffix is that of {of}; as a table, "):
        nzdd.read_sample(path)
    path.write_text("a,b,class\n1,2,yes\n2,1,no\n")
    assert nzdd.read_sample(path).y.tolist() == ["yes", "no"]
    path.unlink()
    with pytest.raises(ModelFileError, match="no such file"):
        nzdd.read_sample(path)
