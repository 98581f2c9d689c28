import errno
import gzip
import lzma
import os
import stat

import pytest

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.text import read_text, write_text


@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz", "A.TXT.GZ"])
def test_round_trip(tmp_path, name):
    write_text(tmp_path / name, ["ä\n", "b"])
    assert read_text(tmp_path / name) == "ä\nb"
    assert (tmp_path / name).read_bytes().startswith(b"\x1f\x8b") == name.lower().endswith("gz")
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_packing_is_known_by_content_and_latin_1_is_read(tmp_path, pack):
    (tmp_path / "plain.mps").write_bytes(pack("Größe".encode("latin-1")))
    assert read_text(tmp_path / "plain.mps") == "Größe"


def test_the_mark_before_utf_8_text_is_left_out(tmp_path):
    for pack in (bytes, gzip.compress):
        (tmp_path / "x.txt").write_bytes(pack("a ä".encode("utf-8-sig")))
        assert read_text(tmp_path / "x.txt") == "a ä"


@pytest.mark.parametrize(("kind", "pack"), [("gzip", gzip.compress), ("xz", lzma.compress)])
def test_every_truncation_of_packed_data_is_an_error(tmp_path, kind, pack):
    packed = pack(b"some text")
    for size in range(6, len(packed)):
        (tmp_path / "cut").write_bytes(packed[:size])
        with pytest.raises(ModelFileError, match=f"the {kind} data is truncated or damaged"):
            read_text(tmp_path / "cut")


def broken():
    yield "half"
    raise KeyboardInterrupt


def test_an_interrupted_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        write_text(path, broken())
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_symbolic_link_stays_one(tmp_path):
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    write_text(tmp_path / "link", ["new"])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "new"


def test_permissions_are_those_of_a_new_file(tmp_path):
    (tmp_path / "plain").touch()
    write_text(tmp_path / "written", ["x"])
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("plain", "written")}
    assert len(modes) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("name", ["full", "full.gz"])
def test_a_full_disk_is_an_error(tmp_path, name):
    (tmp_path / name).symlink_to("/dev/full")
    with pytest.raises(OSError, match="space") as caught:
        write_text(tmp_path / name, ["x" * 10**6])
    assert caught.value.errno == errno.ENOSPC


def test_a_missing_directory_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_text(tmp_path / "no" / "file", ["x"])


@pytest.mark.parametrize(
    "content", [b"", b" \n\t\n", gzip.compress(b"", mtime=0), lzma.compress(b"")]
)
def test_empty_files_are_refused(tmp_path, content):
    (tmp_path / "empty").write_bytes(content)
    with pytest.raises(ModelFileError, match="empty"):
        read_text(tmp_path / "empty")


def test_what_the_system_refuses_is_told_in_its_words(tmp_path):
    with pytest.raises(ModelFileError, match="File name too long"):
        read_text(tmp_path / ("x" * 10_000))
