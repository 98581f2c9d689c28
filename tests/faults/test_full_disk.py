"""A disk that is full: every writer says so and leaves what was there."""

import errno
import os
from pathlib import Path

import numpy as np
import pytest

from nzdd import NZDD, ZDD, to_html
from nzdd.adapters.files import classifiers
from nzdd.adapters.files.diagrams import dumps
from nzdd.adapters.files.models import mps, solutions
from nzdd.adapters.files.text import write_text
from nzdd.adapters.pictures import picture
from nzdd.drawing.dot import dot_drawing, dot_text
from nzdd.formulations import ExtendedFormulation, LinearModel
from nzdd.formulations.learning.linear_classifier import LinearClassifier
from support.full_disk import full_disk

LIMIT = 4000
"""Bytes that fit on the disk; every file is larger."""


@pytest.fixture(scope="module")
def every():
    """How each kind of file is written, by a name for the file."""
    random = np.random.default_rng(0)
    rows = random.random((400, 60)) < 0.5
    zdd = ZDD.from_rows(rows, order="natural")
    nzdd = NZDD.from_rows(rows, order="natural")
    model = LinearModel(random.random(60), rows[:, :60].astype(float), row_lower=1)
    line = LinearClassifier(random.random((1, 2000)), [0.5], (0, 1))
    extended = ExtendedFormulation.from_model(model)
    point = random.random(2000)
    drawing = dot_drawing(zdd)
    wide = LinearModel(np.ones(2000), np.ones((1, 2000)))
    return {
        "zdd.nzdd": zdd.save,
        "nzdd.nzdd": nzdd.save,
        "extended.nzdd": extended.save,
        "model.mps": lambda path: mps.write(model, path),
        "model.mps.gz": lambda path: mps.write(model, path),
        "classifier.json": lambda path: classifiers.save(path, line),
        "classifier.json.gz": lambda path: classifiers.save(path, line),
        "point.sol": lambda path: solutions.write(path, wide, point),
        "graphillion.txt": lambda path: dumps.write(zdd, path),
        "sapporo.txt": lambda path: dumps.write(zdd, path, "sapporo"),
        "drawing.dot": lambda path: (
            picture.save(drawing, None, path)
            if path.suffix
            else write_text(path, [dot_text(drawing)])
        ),
        "page.html": lambda path: write_text(path, [to_html(ZDD.from_rows(rows[:20]))]),
    }


def refused(write, path):
    """Whether the writer says that there is no room."""
    with pytest.raises(OSError) as caught:  # noqa: PT011 - its number is looked at
        write(path)
    return caught.value.errno in (errno.EFBIG, errno.ENOSPC)


def test_what_does_not_fit_leaves_the_old_file(every, tmp_path):
    for name, write in every.items():
        path = tmp_path / name
        path.write_bytes(b"old")
        with full_disk(LIMIT):
            assert refused(write, path), name
        assert path.read_bytes() == b"old", name
        assert [p.name for p in tmp_path.iterdir()] == [name]
        path.unlink()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_a_full_device_is_an_os_error(every):
    for name, write in every.items():
        assert refused(write, Path("/dev/full")), name
