"""Archives in open files, in bytes, and mapped into memory."""

import gzip
import io
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD, ArchiveError
from nzdd.families import spanning_trees
from support.sets.diagrams import same_arrays
from support.sets.families import families, row_set

DATA = Path(__file__).parent / "data"
LADDER = [(i, i + 2) for i in range(18)] + [(i, i + 1) for i in range(0, 20, 2)]


@given(families(), st.booleans(), st.booleans())
def test_bytes_and_open_files_hold_what_a_file_holds(case, compressed, weighted):
    rows, num_symbols = case
    weights = [0.5] * len(rows) if weighted else None
    for kind in (ZDD, NZDD):
        diagram = kind.from_rows(rows, weights, num_symbols=num_symbols).named(range(num_symbols))
        file = io.BytesIO()
        diagram.save(file, compressed=compressed)
        file.seek(0)
        for found in (kind.load(file), kind.from_bytes(diagram.to_bytes())):
            assert same_arrays(found, diagram)
            assert found.names == tuple(range(num_symbols))


@given(families(), st.booleans())
def test_a_mapped_diagram_is_the_diagram(scratch, case, weighted):
    rows, num_symbols = case
    weights = [0.5] * len(rows) if weighted else None
    for kind in (ZDD, NZDD):
        diagram = kind.from_rows(rows, weights, num_symbols=num_symbols, order="frequency")
        diagram.save(scratch, compressed=False)
        for found in (kind.load(scratch), kind.load(scratch, mmap=True)):
            assert same_arrays(found, diagram)
            assert row_set(found) == row_set(rows)


def test_a_mapped_diagram_answers_and_combines(tmp_path):
    trees = spanning_trees(LADDER)
    trees.save(tmp_path / "trees.nzdd", compressed=False)
    found = ZDD.load(tmp_path / "trees.nzdd", mmap=True)
    assert found.count() == trees.count()
    assert found == trees
    assert list(found.shortest_rows(range(28), 3)) == list(trees.shortest_rows(range(28), 3))
    assert (found & trees.onset(0)) == trees.onset(0)
    loaded = np.asarray(found.level)
    with pytest.raises(ValueError, match="read-only"):
        loaded[0] = 0


def test_arrays_are_aligned_in_the_file(tmp_path):
    trees = spanning_trees(LADDER)
    path = tmp_path / "trees.nzdd"
    trees.save(path, compressed=False)
    content = path.read_bytes()
    for array in (trees.level, trees.low, trees.high):
        assert content.index(array.tobytes()) % 64 == 0
    assert np.load(path)["level"].tolist() == trees.level.tolist()


def test_what_cannot_be_mapped_is_refused(tmp_path):
    trees = spanning_trees(LADDER)
    path = tmp_path / "trees.nzdd"
    trees.save(path)
    with pytest.raises(ArchiveError, match="compressed=False"):
        ZDD.load(path, mmap=True)
    trees.save(path, compressed=False)
    packed = tmp_path / "trees.nzdd.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    with pytest.raises(ArchiveError, match="a gzip file cannot be mapped"):
        ZDD.load(packed, mmap=True)
    with path.open("rb") as file, pytest.raises(TypeError, match="the path of a file"):
        ZDD.load(file, mmap=True)
    with pytest.raises(FileNotFoundError):
        ZDD.load(tmp_path / "none.nzdd", mmap=True)
    with pytest.raises(ArchiveError, match="holds 'zdd', not 'nzdd'"):
        NZDD.load(path, mmap=True)


@pytest.mark.parametrize("mmap", [False, True])
def test_a_changed_byte_is_found(tmp_path, mmap):
    path = tmp_path / "trees.nzdd"
    trees = spanning_trees(LADDER)
    trees.save(path, compressed=False)
    content = bytearray(path.read_bytes())
    content[content.index(trees.high.tobytes()) + 40] ^= 1
    path.write_bytes(content)
    with pytest.raises(ArchiveError, match="damaged"):
        ZDD.load(path, mmap=mmap)
    for size in (0, 10, len(content) // 2):
        path.write_bytes(content[:size])
        with pytest.raises(ArchiveError):
            ZDD.load(path, mmap=mmap)


def test_files_of_the_first_format_still_load():
    for kind, name in ((ZDD, "zdd-1.nzdd"), (NZDD, "nzdd-1.nzdd")):
        found = kind.load(DATA / name)
        assert found.names is None
        assert same_arrays(kind.from_bytes(found.to_bytes()), found)


def test_text_files_and_closed_ones_are_no_place_for_an_archive():
    with tempfile.TemporaryFile("w") as file, pytest.raises(TypeError):
        ZDD.unit(3).save(file)
    with pytest.raises(ArchiveError, match="the bytes: the file is damaged"):
        ZDD.load(io.BytesIO(b"nothing"))
