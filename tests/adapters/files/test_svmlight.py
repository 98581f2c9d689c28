import gzip
import lzma

import pytest

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import svmlight
from nzdd.adapters.files.samples import Sample, read_svmlight
from support.sets.families import lists_of


def read(tmp_path, text, name="x.svm"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    rows, labels = svmlight.read(path)
    return Sample(rows, labels)


def test_labels_and_rows_are_read(tmp_path):
    sample = read(
        tmp_path, "# made by hand\n+1 1:1 3:1 # first\n\n-1\n 2.5 2:0 4:1.0 5:1e0 \r\n+1 1:1"
    )
    assert sample.labels.tolist() == [1, -1, 2.5, 1]
    assert lists_of(sample.rows) == [[0, 2], [], [3, 4], [0]]
    assert sample.rows.num_symbols == 5


def test_a_file_of_labels_alone_has_empty_rows(tmp_path):
    sample = read(tmp_path, "1\n-1\n")
    assert lists_of(sample.rows) == [[], []]
    assert sample.rows.num_symbols == 0


@pytest.mark.parametrize(("pack", "suffix"), [(gzip.compress, "gz"), (lzma.compress, "xz")])
def test_packed_files_are_unpacked(tmp_path, pack, suffix):
    sample = read(tmp_path, pack(b"1 2:1\n"), f"x.svm.{suffix}")
    assert lists_of(sample.rows) == [[1]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "1 1:1\n1 2:0.5\n",
            r"x\.svm, line 2: feature 2 has the value 0\.5; only 0 and 1 are read",
        ),
        ("1 1:1\n1 0:1\n", "line 2: index 0 is not an integer from 1 to"),
        ("1 1.5:1\n", r"line 1: index 1\.5 is not"),
        ("1 -1:1\n", "line 1: index -1 is not"),
        ("1 99999999999:1\n", "line 1: index 1e.11 is not"),
        ("1 3 1\n", "line 1: a colon is missing or out of place"),
        ("1 2:1\n1 3\n", "line 2: a colon"),
        ("1 2:1:1\n", "line 1: a colon"),
        ("1:1 2\n", "line 1: a colon"),
        ("1 2: 1\n", "line 1: a colon"),
        ("1 2::1\n", "a colon"),
        ("1 2:1:\n", "a colon"),
        ("1 2:1\n1 2:1e\n", "line 2: '1e' is not a number"),
        ("1 2:1\n--1 2:1\n", "line 2: '--1' is not a number"),
        ("1 qid:3 2:1\n", "line 1: 'qid:3' is not expected"),
        ("spam 1:1\n", "line 1: 'spam' is not expected"),
        ("1,2 1:1\n", "line 1: '1,2' is not expected"),
        ("1 1:nan\n", "line 1: '1:nan' is not expected"),
        ("1 1:1\n1e999 1:1\n", "line 2: the label inf is not finite"),
        ("", "the file is empty"),
        (gzip.compress(b"1 2:1\n" * 99, mtime=0)[:-9], "the gzip data is truncated"),
        (lzma.compress(b"1 2:1\n" * 99)[:-9], "the xz data is truncated"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(tmp_path, text, message):
    with pytest.raises(ModelFileError, match=message):
        read(tmp_path, text)


def test_a_comment_is_not_looked_into(tmp_path):
    assert lists_of(read(tmp_path, "1 2:1 # näh: x:y\n").rows) == [[1]]


def test_real_samples(data):
    sample = read_svmlight(data / "classification" / "a9a.gz")
    assert (sample.rows.num_rows, sample.rows.num_symbols) == (32561, 123)
    assert sample.rows.to_csr()[1].size == 451592
    assert (sample.labels == 1).sum() == 7841
