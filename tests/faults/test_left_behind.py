"""However a call ends, no process goes on and no file stays."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from nzdd.adapters.files.models import mps
from support.models.random_models import hard_cover
from support.processes import children, files, gone, until

READ = "import sys; from nzdd.adapters.files.models import lp; lp.read(sys.argv[1])"
LOGGED = """
import sys
import time
from nzdd.adapters.files.models import mps
from nzdd.adapters.methods import dispatch
dispatch.solve(mps.read(sys.argv[1]), "lazy", "scip", log="solver")
"""


@contextmanager
def start(*arguments, folder=None):
    environment = os.environ if folder is None else os.environ | {"TMPDIR": str(folder)}
    with subprocess.Popen(
        [sys.executable, *map(str, arguments)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture(scope="module")
def cover(tmp_path_factory):
    path = tmp_path_factory.mktemp("cover") / "cover.mps"
    mps.write(hard_cover(), path)
    return path


@pytest.fixture(scope="module")
def large_lp(tmp_path_factory):
    path = tmp_path_factory.mktemp("large") / "large.lp"
    rows = "".join(f" r{i}: x{i} + x{i + 1} + x{i + 2} >= 1\n" for i in range(60_000))
    path.write_text(f"Minimize\n obj: x0\nSubject To\n{rows}End\n")
    return path


@pytest.mark.parametrize(
    ("kind", "whom"),
    [
        ("lp", "reader"),
        ("log", "caller"),
        pytest.param("lp", "caller", marks=pytest.mark.slow),
        pytest.param("log", "reader", marks=pytest.mark.slow),
        pytest.param("lp", "caller by Ctrl-C", marks=pytest.mark.slow),
        pytest.param("log", "caller by Ctrl-C", marks=pytest.mark.slow),
    ],
)
def test_no_copy_of_a_file_is_left(tmp_path, large_lp, cover, kind, whom):
    """Neither of an LP file that SCIP reads, nor of SCIP's log."""
    pytest.importorskip("pyscipopt")
    run = (READ, large_lp) if kind == "lp" else (LOGGED, cover)
    with start("-c", *run, folder=tmp_path) as caller:

        def is_copy(name):  # not a file that only tries out whether one can be made there
            return name.startswith(str(tmp_path)) and name.endswith("(deleted)")

        def reading():
            return [pid for pid in children(caller.pid) if any(map(is_copy, files(pid)))]

        (worker,) = until(reading)
        target = worker if whom == "reader" else caller.pid
        os.kill(target, signal.SIGINT if whom == "caller by Ctrl-C" else signal.SIGKILL)
        caller.communicate(timeout=60)
    until(lambda: gone(worker))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGTERM,
        pytest.param(signal.SIGHUP, marks=pytest.mark.slow),
        signal.SIGKILL,
        pytest.param(signal.SIGINT, marks=pytest.mark.slow),  # a storm of them is below
    ],
)
def test_no_solver_goes_on_without_the_command(cover, number):
    with start("-m", "nzdd", "solve", cover) as command:
        workers = until(lambda: children(command.pid))
        command.send_signal(number)
        _, complaint = command.communicate(timeout=60)
    assert all(until(lambda pid=pid: gone(pid)) for pid in workers)
    assert b"Traceback" not in complaint
    assert command.returncode in (128 + number, -number)


def test_sigterm_leaves_no_half_of_a_file(tmp_path):
    """What is being written is removed, as by Ctrl-C."""
    code = (
        "import os, signal, sys\n"
        "from nzdd.adapters.workers.interruption import terminable\n"
        "from nzdd.archive import replacing\n"
        "with terminable(), replacing(sys.argv[1]) as file:\n"
        "    file.write(b'half')\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    file.write(b'the rest')\n"
    )
    (tmp_path / "out").write_text("old")
    with start("-c", code, tmp_path / "out") as writer:
        writer.communicate(timeout=60)
    assert writer.returncode == 128 + signal.SIGTERM
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert (tmp_path / "out").read_text() == "old"


def test_a_storm_of_ctrl_c_ends_the_command_once(cover):
    with start("-m", "nzdd", "solve", cover) as command:
        workers = until(lambda: children(command.pid))
        for _ in range(40):
            command.send_signal(signal.SIGINT)
            time.sleep(0.001)
        _, complaint = command.communicate(timeout=60)
    assert all(until(lambda pid=pid: gone(pid)) for pid in workers)
    first, *others = complaint.splitlines()
    assert b"nzdd: stopping;" in first
    assert others in ([], [b"nzdd: interrupted"])
    assert command.returncode in (130, -signal.SIGINT)
