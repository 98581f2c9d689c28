"""A process killed while it saves leaves the old file or the new one, whole."""

import os
import signal
import time

import numpy as np
import pytest

from nzdd import ZDD
from nzdd.adapters.files import classifiers
from nzdd.adapters.files.diagrams import dumps
from nzdd.adapters.files.models import mps
from nzdd.formulations import LinearModel
from nzdd.formulations.learning.linear_classifier import LinearClassifier


def versions(name):
    """How to save two versions of a file that take some milliseconds each."""
    random = np.random.default_rng(0)
    if name == "archive":
        zdds = [ZDD.from_rows(random.random((3000, 40)) < 0.4, order="natural") for _ in range(2)]
        return [zdd.save for zdd in zdds]
    if name == "dump":
        zdds = [ZDD.from_rows(random.random((500, 40)) < 0.4, order="natural") for _ in range(2)]
        return [lambda path, zdd=zdd: dumps.write(zdd, path) for zdd in zdds]
    if name == "classifier":
        lines = [LinearClassifier(random.random((1, 9000)), [0.5], (0, 1)) for _ in range(2)]
        return [lambda path, line=line: classifiers.save(path, line) for line in lines]
    models = [LinearModel(random.random(60), random.random((200, 60))) for _ in range(2)]
    return [lambda path, model=model: mps.write(model, path) for model in models]


def save_for_ever(saves, path, ready):
    """One version after the other, until the process ends; a byte tells when it starts."""
    try:
        os.write(ready, b".")
        while True:
            for save in saves:
                save(path)
    finally:
        os._exit(1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of forks beside threads
def test_the_file_is_whole_whenever_the_process_is_killed(tmp_path):
    """Fork, save one version after the other, be killed after some milliseconds; look each time."""
    within, (started, ready) = 0, os.pipe()
    for name in ("archive", "dump", "classifier", "mps"):
        saves = versions(name)
        path = tmp_path / ("file.mps.gz" if name == "mps" else "file")
        whole = []
        for save in saves:
            save(path)
            whole.append(path.read_bytes())
        assert whole[0] != whole[1]
        for milliseconds in range(1, 31, 6):
            pid = os.fork()
            if pid == 0:
                save_for_ever(saves, path, ready)
            os.read(started, 1)
            time.sleep(milliseconds / 1000)
            os.kill(pid, signal.SIGKILL)
            assert os.waitpid(pid, 0)[1] == signal.SIGKILL, name
            assert path.read_bytes() in whole, name
            left = [other for other in tmp_path.iterdir() if other != path]
            within += bool(left)
            for other in left:  # hidden, and never in the way of the next one
                assert other.name.startswith(".file")
                other.unlink()
        path.unlink()
    os.close(started)
    os.close(ready)
    assert within > 0  # some of them in the middle
