"""Files are written whole or not at all."""

import os
import threading

import numpy as np
import pytest

from nzdd import ZDD, archive
from support.sets.diagrams import same_arrays, sample


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
