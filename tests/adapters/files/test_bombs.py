"""Small files that unpack to, or announce, more than memory holds are refused for what they are."""

import gzip
import io
import lzma
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from nzdd import NZDD, ZDD, ArchiveError
from nzdd.adapters.cli.inputs import load
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import chunks
from nzdd.adapters.files.text import read_bytes, read_lines, read_text

BLANKS = b" \n" * 2**16
PACKED = {"gzip": gzip.compress(BLANKS), "xz": lzma.compress(BLANKS), "plain": BLANKS}


@pytest.fixture
def limit(monkeypatch):
    monkeypatch.setenv("NZDD_MAX_BYTES", str(2**19))


@pytest.mark.parametrize("kind", PACKED)
def test_a_file_is_read_up_to_the_limit_and_no_further(tmp_path, monkeypatch, kind):
    path = tmp_path / "x.dat"
    path.write_bytes(PACKED[kind])
    monkeypatch.setenv("NZDD_MAX_BYTES", str(len(BLANKS) - 1))
    with pytest.raises(ModelFileError, match="holds more than 1 MB, which NZDD_MAX_BYTES allows"):
        read_bytes(path)
    monkeypatch.setenv("NZDD_MAX_BYTES", str(len(BLANKS)))
    with pytest.raises(ModelFileError, match="empty"):
        read_bytes(path)


@pytest.mark.parametrize(
    "name",
    ["x.mps", "x.txt", "x.dat", "x.svm", "x.csv", "x.clq", "x.edgelist", "x.gml", "x.graphml",
     "x-simplices.txt", "x.zdd", "x.parquet"],
)  # fmt: skip
def test_every_reader_has_the_limit(tmp_path, monkeypatch, name):
    monkeypatch.setenv("NZDD_MAX_BYTES", str(2**16))
    if name.endswith((".csv", ".parquet")):
        pytest.importorskip("pandas")
    (tmp_path / "x-nverts.txt").write_bytes(PACKED["gzip"])
    (tmp_path / name).write_bytes(PACKED["gzip"])
    with pytest.raises(ModelFileError, match="holds more than 1 MB"):
        load(str(tmp_path / name))


def test_files_in_chunks_may_be_larger_but_their_chunks_may_not(tmp_path, limit):
    path = tmp_path / "x.dat"
    path.write_bytes(gzip.compress(b"1 2 3\n" * 2**17))
    files = chunks.row_files(path, chunk_rows=2**14)
    assert sum(rows.num_rows for rows in files) == 2**17
    path.write_bytes(gzip.compress(b"1 " * 2**19))
    with pytest.raises(ModelFileError, match="holds more than 1 MB"):
        list(read_lines(path, 1))


def test_tables_in_chunks_may_be_larger_but_their_chunks_may_not(tmp_path, limit):
    pytest.importorskip("pandas", minversion="3")
    path = tmp_path / "x.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n" + b"1,0\n" * 2**18))
    assert sum(rows.num_rows for rows in chunks.row_files(path, chunk_rows=2**14)) == 2**18
    path.write_bytes(gzip.compress(b"a,b\n1," + b"0" * 2**20))
    with pytest.raises(ModelFileError, match="holds more than 1 MB"):
        list(chunks.row_files(path))


def test_a_parquet_file_of_more_entries_than_memory_holds(tmp_path, limit):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("pandas")
    path = tmp_path / "x.parquet"
    parquet.write_table(arrow.table({"x": np.zeros(10**6, np.int8)}), path)
    assert path.stat().st_size < 2**16
    with pytest.raises(ModelFileError, match="holds more than 1 MB"):
        load(str(path))


def test_archives_that_unpack_to_more_than_memory_holds(tmp_path, limit):
    ZDD.from_rows([[0], [1, 2]]).save(tmp_path / "small.nzdd")
    good = (tmp_path / "small.nzdd").read_bytes()
    (tmp_path / "gzip.nzdd").write_bytes(gzip.compress(good + bytes(2**20)))
    (tmp_path / "plain.nzdd").write_bytes(good + bytes(2**20))
    bomb = io.BytesIO(good)
    with zipfile.ZipFile(bomb, "a", zipfile.ZIP_DEFLATED) as file:
        file.writestr("more.npy", bytes(2**20))
    (tmp_path / "zip.nzdd").write_bytes(bomb.getvalue())
    for name in ("gzip.nzdd", "plain.nzdd", "zip.nzdd"):
        for read in (ZDD.load, NZDD.load, load):
            with pytest.raises(ArchiveError, match=f"{name}: it holds more than 1 MB"):
                read(str(tmp_path / name))


def test_a_bomb_ends_in_one_line_and_within_the_memory_there_is(tmp_path):
    resource = pytest.importorskip("resource")
    # members of a gzip file are one after the other what they are alone: this is a gigabyte
    (tmp_path / "bomb.txt").write_bytes(gzip.compress(b"1 " * 2**21) * 256)
    done = subprocess.run(
        [sys.executable, "-m", "nzdd", "info", "bomb.txt"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (3 * 2**29, 3 * 2**29)),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("nzdd: bomb.txt: it holds more than ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("x.txt", "1000000000 0\n", "1000000000 rows are announced, and only 0 entries"),
        ("x.txt", "1000000000 1\n5 1 1\n", "1000000000 rows are announced, and only 1 entries"),
        ("x.txt", "1000000000 1000000000\n", "2 numbers do not make a set covering problem"),
        ("x.txt", "0 1000000000\n", "2 numbers do not make a set covering problem"),
        ("x.clq", "p edge 1000000000 1\ne 1 2\n", "1000000000 vertices are announced"),
        ("x.zdd", "_i 1000000000\n_o 1\n_n 0\nT\n", "1000000000 elements are announced"),
        ("x.zdd", "_i 9\n_o 1\n_n 1000000000\nT\n", "1000000000 nodes and a root are announced"),
    ],
)
def test_huge_sizes_that_a_small_file_announces(tmp_path, name, text, what):
    (tmp_path / name).write_text(text)
    with pytest.raises(ModelFileError, match=what):
        load(str(tmp_path / name))


def test_pipes_and_endless_devices_are_refused(tmp_path, limit):
    os = pytest.importorskip("posix")
    os.mkfifo(tmp_path / "pipe.dat")
    with pytest.raises(ModelFileError, match="is a pipe"):
        read_text(tmp_path / "pipe.dat")
    with pytest.raises(ModelFileError, match="/dev/zero: it holds more than 1 MB"):
        read_bytes("/dev/zero")
