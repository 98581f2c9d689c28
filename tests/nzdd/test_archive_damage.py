"""Damaged and foreign archives are told, whatever is wrong with them."""

import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD, ArchiveError, archive
from support.sets.diagrams import same_arrays, sample


def unharmed(kind, path, original):
    """Whether a file loads as the original; False if it is refused, as it should be."""
    try:
        loaded = kind.load(path)
    except ArchiveError:
        return False
    assert same_arrays(loaded, original)
    assert loaded.order.name == original.order.name
    return True


def test_truncated_files_are_refused(kind, scratch):
    original = sample(kind)
    original.save(scratch)
    data = scratch.read_bytes()
    for size in range(0, len(data), 7):
        scratch.write_bytes(data[:size])
        assert not unharmed(kind, scratch, original)


@given(st.data())
@pytest.mark.parametrize("kind", [ZDD, NZDD])
def test_altered_files_are_refused_or_as_good_as_before(scratch, kind, data):
    """Some bytes of a zip, such as dates, carry nothing; any other change is found."""
    original = sample(kind)
    original.save(scratch)
    damaged = bytearray(scratch.read_bytes())
    places = data.draw(st.lists(st.integers(0, len(damaged) - 1), min_size=1, max_size=3))
    for place in places:
        damaged[place] = data.draw(st.integers(0, 255))
    scratch.write_bytes(damaged)
    unharmed(kind, scratch, original)


@pytest.mark.parametrize("place", ["header", "name", "directory", "end"])
def test_single_flipped_bits_are_refused_or_as_good_as_before(kind, place, scratch):
    """Every bit of some bytes of each part of a zip."""
    original = sample(kind)
    original.save(scratch)
    data = scratch.read_bytes()
    directory = data.index(b"PK\1\2")
    start = {"header": 0, "name": 30, "directory": directory, "end": len(data) - 22}[place]
    for at in range(start, start + 22):
        for bit in range(8):
            damaged = bytearray(data)
            damaged[at] ^= 1 << bit
            scratch.write_bytes(damaged)
            unharmed(kind, scratch, original)


@pytest.mark.parametrize(
    "content",
    [b"", b"PK", b"\0" * 1000, b"not an archive\n", b"\x80\x04K\x01.", b"PK\5\6" + b"\0" * 18],
)
def test_foreign_files_are_refused(kind, content, scratch):
    scratch.write_bytes(content)
    with pytest.raises(ArchiveError, match="not an nzdd archive"):
        kind.load(scratch)


def test_arrays_of_somebody_else_are_refused(kind, scratch):
    for save in (np.save, np.savez, np.savez_compressed):
        with open(scratch, "wb") as file:
            save(file, np.arange(5))
        with pytest.raises(ArchiveError, match="not an nzdd archive"):
            kind.load(scratch)


def test_python_objects_are_never_unpickled(kind, scratch):
    """An archive that holds pickled objects is refused before they are looked at."""
    state = {
        "format": np.array([f"nzdd {kind.__name__.lower()}", "1", "level"]),
        "level": np.array([print]),
    }
    with open(scratch, "wb") as file:
        np.savez(file, **state)
    with pytest.raises(ArchiveError, match=r"scratch\.nzdd: .*Python objects"):
        kind.load(scratch)


def test_a_header_that_claims_more_than_there_is_is_refused(scratch):
    """No memory is asked for on the word of a header."""
    sample(ZDD).save(scratch)
    with zipfile.ZipFile(scratch) as file:
        members = {name: file.read(name) for name in file.namelist()}
    shape = f"({sample(ZDD).level.size},), }}".encode().ljust(20)
    claim = members["level.npy"].replace(shape, b"(99999999,), }".ljust(20))
    assert claim != members["level.npy"]
    with zipfile.ZipFile(scratch, "w") as file:
        for name, data in (members | {"level.npy": claim}).items():
            file.writestr(name, data)
    with pytest.raises(ArchiveError, match="buffer is too small"):
        ZDD.load(scratch)


@pytest.mark.parametrize(
    ("kind", "name", "value", "message"),
    [
        (ZDD, "root", np.int64(99), "root is outside"),
        (ZDD, "root", np.int64(-1), "root is -1"),
        (ZDD, "level", np.arange(3.0), "level has type float64"),
        (ZDD, "level", np.zeros((2, 2), np.uint32), "level has shape"),
        (ZDD, "low", np.array([0, 1, -5], np.int64), "low has type int64"),
        (ZDD, "order", np.zeros(7, np.uint32), "not a permutation"),
        (ZDD, "level", None, "level is missing|no item named"),
        (NZDD, "num_nodes", np.int64(2**62), "num_nodes is"),
        (NZDD, "num_nodes", np.int64(2**32 - 1), "reach between 2 and"),
        (NZDD, "labels", np.zeros(1, np.uint32), "labels are missing or left over"),
        (NZDD, "multiplicity", np.zeros(1), "multiplicity has shape"),
        (NZDD, "source", None, "source is missing|no item named"),
    ],
)
def test_archives_of_wrong_content_are_refused(kind, name, value, message, scratch):
    state = sample(kind)._state() | {name: value}
    if value is None:
        del state[name]
    archive.write(scratch, kind.__name__.lower(), state)
    with pytest.raises(ArchiveError, match=message):
        kind.load(scratch)


@pytest.mark.parametrize("name", ["low_weight", "high_weight"])
@pytest.mark.parametrize("weight", [-2.0, np.nan])
def test_weights_that_no_row_can_have_are_refused(name, weight, scratch):
    state = sample(ZDD)._state()
    state[name] = np.where(np.arange(state[name].size) == 3, weight, state[name])
    archive.write(scratch, "zdd", state)
    with pytest.raises(ArchiveError, match=f"node 3 has the weight {weight}"):
        ZDD.load(scratch)


def test_arrays_with_another_header_are_refused(kind, scratch):
    """Numpy itself writes version 2 of its header for very many names of columns alone."""
    with zipfile.ZipFile(scratch, "w") as file, file.open("format.npy", "w") as member:
        words = np.array([f"nzdd {kind.__name__.lower()}", "1"])
        np.lib.format.write_array(member, words, version=(2, 0))
    with pytest.raises(ArchiveError, match="a header that nzdd never writes"):
        kind.load(scratch)
