"""Files: what is written comes back, and what is damaged is told."""

import os
import resource
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import numpy as np
import pytest
from families import families, row_set, same_arrays, weights_for
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD, ArchiveError, archive

DATA = Path(__file__).parent / "data"
ROWS = [[0, 3], [0, 4, 5], [1, 3], [1, 4, 5], [2, 3], [5, 4, 2, 2], [], [6, 3], [6, 0], [0, 3]]
WEIGHTS = [0.5, 1, 2, 3.25, 1, 7, 0, 1, 1, 40]
ORDER = [1, 0, 2, 4, 3, 6, 5]


def sample(kind):
    return kind.from_rows(ROWS, WEIGHTS, order=ORDER)


@pytest.fixture(params=[ZDD, NZDD])
def kind(request):
    return request.param


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("archives") / "scratch.nzdd"


@given(families(), st.data())
def test_what_is_saved_comes_back(scratch, case, data):
    rows, num_symbols = case
    weights = data.draw(st.none() | weights_for(rows))
    order = data.draw(st.sampled_from(["natural", "frequency"]) | st.permutations(range(num_symbols)))
    for kind in (ZDD, NZDD):
        diagram = kind.from_rows(rows, weights, order=order, num_symbols=num_symbols)
        diagram.save(scratch)
        loaded = kind.load(scratch)
        assert same_arrays(loaded, diagram)
        assert loaded.order.name == diagram.order.name
        assert row_set(loaded) == row_set(rows)


def test_wide_ground_sets_need_no_room(kind, scratch):
    diagram = kind.from_rows([[2**32 - 2]])
    diagram.save(scratch)
    assert same_arrays(kind.load(scratch), diagram)
    assert scratch.stat().st_size < 10_000


def test_loaded_diagrams_are_read_only(kind, scratch):
    sample(kind).save(scratch)
    for array in kind.load(scratch)._state().values():
        if isinstance(array, np.ndarray):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1


def test_equal_diagrams_give_equal_files(kind, tmp_path):
    for name in ("a", "b"):
        sample(kind).save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_paths_may_be_strings(kind, tmp_path):
    sample(kind).save(str(tmp_path / "diagram"))
    assert same_arrays(kind.load(str(tmp_path / "diagram")), sample(kind))


@pytest.mark.parametrize(("kind", "name"), [(ZDD, "zdd-1.nzdd"), (NZDD, "nzdd-1.nzdd")])
def test_files_of_format_version_1_can_be_read(kind, name):
    """These files stay as they are for as long as version 1 is read."""
    loaded = kind.load(DATA / name)
    loaded.verify()
    assert row_set(loaded) == row_set(ROWS)
    assert loaded.order.symbols.tolist() == ORDER
    nzdd = loaded if kind is NZDD else loaded.to_nzdd()
    assert nzdd.multiplicity[nzdd.source == 0].sum() == sum(WEIGHTS)
    assert nzdd.num_symbols == 7


def unharmed(kind, path, original):
    """Whether a file loads as the original; False if it is refused, as it should be."""
    try:
        loaded = kind.load(path)
    except ArchiveError as error:
        assert str(path) in str(error)
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
    with pytest.raises(ArchiveError, match="no nzdd archive"):
        kind.load(scratch)


def test_arrays_of_somebody_else_are_refused(kind, scratch):
    for save in (np.save, np.savez, np.savez_compressed):
        with open(scratch, "wb") as file:
            save(file, np.arange(5))
        with pytest.raises(ArchiveError, match="no nzdd archive"):
            kind.load(scratch)


def test_python_objects_are_never_unpickled(kind, scratch):
    """An archive that holds pickled objects is refused before they are looked at."""
    state = {"format": np.array([f"nzdd {kind.__name__.lower()}", "1", "level"]), "level": np.array([print])}
    with open(scratch, "wb") as file:
        np.savez(file, **state)
    with pytest.raises(ArchiveError, match="Python objects"):
        kind.load(scratch)


def test_an_archive_of_another_kind_is_refused(kind, scratch):
    other = NZDD if kind is ZDD else ZDD
    sample(other).save(scratch)
    message = f"it holds '{other.__name__.lower()}', not '{kind.__name__.lower()}'"
    with pytest.raises(ArchiveError, match=message):
        kind.load(scratch)


def test_a_future_version_is_refused(kind, scratch):
    state = sample(kind)._state()
    with open(scratch, "wb") as file:
        np.savez(file, format=np.array([f"nzdd {kind.__name__.lower()}", "2", *state]), **state)
    with pytest.raises(ArchiveError, match="format version 2; this release reads up to 1"):
        kind.load(scratch)


@pytest.mark.parametrize(
    ("kind", "name", "value", "message"),
    [
        (ZDD, "root", np.int64(99), "root is outside"),
        (ZDD, "root", np.int64(-1), "root is -1"),
        (ZDD, "level", np.arange(3.0), "level has type float64"),
        (ZDD, "level", np.zeros((2, 2), np.uint32), "level has shape"),
        (ZDD, "low", np.array([0, 1, -5], np.int64), "low has type int64"),
        (ZDD, "order", np.zeros(7, np.uint32), "no permutation"),
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


def test_a_file_that_is_not_there_is_an_os_error(kind, tmp_path):
    with pytest.raises(FileNotFoundError):
        kind.load(tmp_path / "missing")
    with pytest.raises(IsADirectoryError):
        kind.load(tmp_path)


def test_a_place_that_cannot_be_written_is_an_os_error(kind, tmp_path):
    with pytest.raises(FileNotFoundError):
        sample(kind).save(tmp_path / "missing" / "diagram")
    with pytest.raises(IsADirectoryError):
        sample(kind).save(tmp_path)
    assert list(tmp_path.iterdir()) == []


class Broken:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("broken while it is written")


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "diagram"
    sample(ZDD).save(path)
    before = path.read_bytes()
    with pytest.raises(RuntimeError, match="broken while"):
        archive.write(path, "zdd", {"level": np.arange(5), "low": Broken()})
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


FULL_DISK = """
import resource, sys
import numpy as np
from nzdd import ZDD
rows = np.random.default_rng(0).random((2000, 60)) < 0.5
zdd = ZDD.from_rows(rows, order="natural")
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    zdd.save(sys.argv[1])
except OSError as error:
    print(type(error).__name__, error.errno)
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="file sizes cannot be limited")
def test_a_full_disk_leaves_the_old_file(tmp_path):
    """A file size limit fails the write halfway, as a full disk does."""
    path = tmp_path / "diagram"
    sample(ZDD).save(path)
    before = path.read_bytes()
    child = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)], capture_output=True, text=True, check=True
    )
    assert child.stdout.startswith("OSError")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_followed(tmp_path):
    sample(ZDD).save(tmp_path / "target")
    (tmp_path / "link").symlink_to("target")
    ZDD.from_rows([[0]]).save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert ZDD.load(tmp_path / "target").count() == 1


def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    """So is a device: what is no regular file must not become one."""
    os.mkfifo(tmp_path / "pipe")
    received = []
    reader = threading.Thread(target=lambda: received.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    sample(ZDD).save(tmp_path / "pipe")
    reader.join()
    assert (tmp_path / "pipe").is_fifo()
    (tmp_path / "copy").write_bytes(received[0])
    assert same_arrays(ZDD.load(tmp_path / "copy"), sample(ZDD))


def test_new_files_have_the_usual_permissions(tmp_path):
    """Not those of a private temporary file."""
    sample(ZDD).save(tmp_path / "diagram")
    (tmp_path / "other").touch()
    assert (tmp_path / "diagram").stat().st_mode == (tmp_path / "other").stat().st_mode
