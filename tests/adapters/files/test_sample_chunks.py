"""Samples of many files, chunk by chunk, hold what the files hold."""

import gzip

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import nzdd
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import sample_chunks as module
from nzdd.adapters.files.sample_chunks import are_many, files_of, sample_files


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(module, "CHUNK_ROWS", 30)


@pytest.fixture
def frame():
    random = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "age": random.integers(18, 80, 100).astype(float),
            "job": random.choice(["clerk", "nurse", "7"], 100),
            "class": random.choice(["yes", "no"], 100),
        }
    )


def joined(files, **options):
    chunks = list(files.chunks(**options))
    table = pd.concat([chunk.X for chunk in chunks]).reset_index(drop=True)
    return table, np.concatenate([chunk.y for chunk in chunks])


@pytest.mark.parametrize("kind", ["csv", "csv.gz", "data", "parquet"])
def test_the_rows_are_those_of_the_files(kind, frame, tmp_path):
    for part, (a, b) in enumerate([(0, 50), (50, 51), (51, 100)]):
        path, rows = tmp_path / f"part-{part}.{kind}", frame[a:b]
        if kind == "parquet":
            rows.to_parquet(path)
        elif kind == "data":  # blanks, and no names
            rows.to_csv(path, index=False, header=False, sep=" ")
        else:
            rows[rows.columns[:: 1 - part % 2 * 2]].to_csv(path, index=False)
    (tmp_path / "_SUCCESS").write_text("")
    files = sample_files(tmp_path)
    assert [path[-len(kind) - 2 :] for path in files.paths] == [f"{j}.{kind}" for j in range(3)]
    X, y = joined(files)
    names = ["age", "job"] if kind != "data" else ["x0", "x1"]
    assert X.columns.tolist() == names
    np.testing.assert_array_equal(X[names[0]], frame["age"])
    np.testing.assert_array_equal(X[names[1]].astype(str), frame["job"])
    np.testing.assert_array_equal(y, frame["class"])
    full = 30 - kind.startswith("csv")  # of 30 lines one holds the names
    assert [(chunk.first, len(chunk.y)) for chunk in files.chunks()] == [
        (0, full), (full, 50 - full), (0, 1), (0, full), (full, 49 - full)
    ]  # fmt: skip
    if kind != "data":
        whole = nzdd.read_sample(tmp_path / f"part-0.{kind}")
        assert files.reading.to_dict() == whole.reading.to_dict()
    pattern = sample_files(str(tmp_path / "part-[02].*"))
    assert sum(len(y) for _, y in pattern) == 99


def test_missing_values_and_labels(frame, tmp_path):
    frame["age"] = frame["age"].astype(int).astype(str)
    frame.loc[40, "age"], frame.loc[50, "job"] = "?", ""
    frame.to_csv(tmp_path / "a.csv", index=False)
    frame.drop(columns="class").to_csv(tmp_path / "b.csv", index=False)
    files = sample_files(tmp_path / "a.csv")
    X, y = joined(files)
    assert np.flatnonzero(X["age"].isna()).tolist() == [40]
    assert np.flatnonzero(X["job"].isna()).tolist() == [50]
    others = module.SampleFiles((str(tmp_path / "b.csv"),), files.reading)
    X, y = joined(others, labelled=False)
    assert (len(X), y.size) == (100, 0)
    with pytest.raises(ModelFileError, match=r"b\.csv: there is no label column 'class'"):
        list(others)


@pytest.mark.parametrize("packed", [False, True])
def test_svmlight(tmp_path, packed):
    random = np.random.default_rng(0)
    X = random.random((70, 9)).round(2) * (random.random((70, 9)) < 0.4)
    X[:60, 8] = 0
    y = np.arange(70) % 3
    for part, rows in enumerate((range(40), range(40, 70))):
        lines = [
            " ".join([str(y[i]), *(f"{j + 1}:{X[i, j]:g}" for j in np.flatnonzero(X[i]))])
            for i in rows
        ]
        text = ("# a comment\n" + "\n".join(lines) + "\n").encode()
        path = tmp_path / f"part-{part}.svm"
        path.write_bytes(gzip.compress(text) if packed else text)
    files = sample_files([tmp_path / "part-0.svm", tmp_path / "part-1.svm"])
    chunks = list(files)
    assert files.reading.num_features == 9
    np.testing.assert_array_equal(sp.vstack([X for X, _ in chunks]).toarray(), X)
    np.testing.assert_array_equal(np.concatenate([y for _, y in chunks]), y)
    some = sample_files(tmp_path, drop=["9"])
    np.testing.assert_array_equal(
        sp.vstack([X for X, _ in some]).toarray(), np.where(np.arange(9) < 8, X, 0)
    )
    with pytest.raises(ModelFileError, match="an SVMlight file has no columns"):
        sample_files(tmp_path, "y")
    (tmp_path / "part-1.svm").write_text("1 1:1\n\n1 2:x\n")
    with pytest.raises(ModelFileError, match=r"part-1\.svm, line 3: '2:x' is not expected"):
        sample_files(tmp_path)
    (tmp_path / "other.txt").write_text("a,b\n1,2\n")
    with pytest.raises(ModelFileError, match=r"other\.txt: it is SVMlight text, and another"):
        sample_files([tmp_path / "part-0.svm", tmp_path / "other.txt"])
    with pytest.raises(ModelFileError, match="one format at a time"):
        list(module.SampleFiles((str(tmp_path / "other.txt"),), files.reading))


def test_errors_name_file_and_line(frame, tmp_path):
    path = tmp_path / "a.csv"
    words = frame.astype(object)
    words.loc[65, "age"] = "old"
    words.to_csv(path, index=False)
    with pytest.raises(ModelFileError, match=r"a\.csv, line 67: column 'age' is 'old'; give"):
        list(sample_files(path))
    words = frame.astype(object)
    words.loc[65, "class"] = None
    words.to_csv(path, index=False)
    with pytest.raises(ModelFileError, match=r"a\.csv, line 67: the label .* is missing"):
        list(sample_files(path))
    words.to_parquet(tmp_path / "b.parquet")
    with pytest.raises(ModelFileError, match=r"b\.parquet: row 66: the label"):
        list(sample_files(tmp_path / "b.parquet"))
    frame.to_csv(path, index=False)
    frame.drop(columns="job").to_csv(tmp_path / "c.csv", index=False)
    with pytest.raises(ModelFileError, match=r"c\.csv: there is no column 'job'; its columns are"):
        list(sample_files([path, tmp_path / "c.csv"]))
    (tmp_path / "c.csv").write_text("age,job,class\n")
    assert sum(len(y) for _, y in sample_files([path, tmp_path / "c.csv"])) == 100
    with pytest.raises(ModelFileError, match="the table has no rows"):
        sample_files(tmp_path / "c.csv")
    with pytest.raises(ModelFileError, match="no file has such a name"):
        sample_files(tmp_path / "*.nothing")
    with pytest.raises(ValueError, match="no files to read"):
        sample_files([])
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelFileError, match="no file in the folder"):
        sample_files(tmp_path / "empty")


ROWS = [f"{'pq'[k % 2]},{k % 7}.5,{['Ulm', 'Köln'][k % 2]}\n" for k in range(100)]
NAMES = "class,size,city\n"


TEXTS = [
    NAMES + "".join(ROWS[:50]) + "# a comment\n\n" + "".join(ROWS[50:]),
    "# " + NAMES + "".join(ROWS[:95]) + "# another\n" + "".join(ROWS[95:]),
    (NAMES + "".join(ROWS)).replace("\n", "\r\n"),
    NAMES.replace(",", ";") + "".join(ROWS).replace(",", ";").replace(".", ","),
    NAMES + "".join(ROWS[:29]) + 'p,1,"on\ntwo\nlines"\n' + "".join(ROWS),
    NAMES + "".join(ROWS[:29]) + 'p,1,5" pipe\n' + "".join(ROWS),
    "@relation r\n@attribute class {p,q}\n@attribute size real\n"
    + "".join(f"% line {k}\n" for k in range(30))
    + "@attribute city string\n@data\n"
    + "% here\n".join(["".join(ROWS[:60]), "".join(ROWS[60:])]),
    " ".join(NAMES.split(",")) + "".join(ROWS).replace(",", "  "),
]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        *(("utf-8", text) for text in TEXTS),
        ("latin-1", TEXTS[0]),
        *(pytest.param("latin-1", text, marks=pytest.mark.slow) for text in TEXTS[1:]),
    ],
)
def test_texts_of_any_layout_are_read_as_whole_ones(tmp_path, text, encoding):
    path = tmp_path / "a"
    path.write_bytes(text.encode(encoding))
    whole = nzdd.read_sample(path)
    assert set(whole.X.iloc[:, 1]) >= {"Ulm", "Köln"}
    X, y = joined(sample_files(path))
    pd.testing.assert_frame_equal(X, whole.X, check_dtype=False)
    np.testing.assert_array_equal(y, whole.y)


@pytest.mark.parametrize(("fields", "number"), [("p,1", 2), ("p,1,Ulm,2", 4)])
def test_lines_of_another_length_are_refused_in_all_chunks(tmp_path, fields, number):
    path = tmp_path / "a.csv"
    path.write_text(NAMES + "".join(ROWS[:70]) + "\n" + fields + "\n" + "".join(ROWS[70:]))
    message = rf"a\.csv, line 73: the number of fields is {number}, and the table has 3 columns"
    with pytest.raises(ModelFileError, match=message):
        list(sample_files(path))


def test_a_file_without_rows_may_come_first(tmp_path):
    (tmp_path / "a.csv").write_text(NAMES)
    (tmp_path / "b.csv").write_text(NAMES + "".join(ROWS))
    assert sum(len(y) for _, y in sample_files(tmp_path)) == 100


def test_what_is_read_in_chunks(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,2\n")
    (tmp_path / ".hidden").write_text("")
    assert files_of(tmp_path) == files_of(str(path)) == [str(path)]
    assert not are_many([path])
    assert are_many([path, path])
    assert are_many(tmp_path)
    assert are_many(str(tmp_path / "*.csv"))
    monkeypatch.setattr(module, "LARGE", 3)
    assert are_many(path)
