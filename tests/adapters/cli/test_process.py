"""What happens to a process: signals, pipes, full disks."""

import os
import random
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from nzdd.adapters.files.models import mps, solutions
from support.full_disk import full_disk
from support.interrupts import press_ctrl_c

NZDD = [sys.executable, "-m", "nzdd"]


@pytest.fixture(scope="session")
def many_rows(tmp_path_factory):
    path = tmp_path_factory.mktemp("rows") / "many.dat"
    symbols = np.random.default_rng(5).integers(1000, 4000, (400_000, 20, 1))
    text = np.full((400_000, 20, 5), ord(" "), dtype=np.uint8)
    text[..., :4] = symbols // [1000, 100, 10, 1] % 10 + ord("0")
    text[:, -1, 4] = ord("\n")
    path.write_bytes(text.tobytes())
    return path


def interrupt(arguments, seconds, cwd, times=1):
    """Send Ctrl-C after some seconds; return the process' exit code and its stderr."""
    process = subprocess.Popen(
        [*NZDD, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd
    )
    time.sleep(seconds)
    if process.poll() is not None:
        pytest.skip("the machine was too fast for the interruption")
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
    _, complaint = process.communicate(timeout=60)
    return process.returncode, complaint


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [1.2, 2.0])
def test_ctrl_c_ends_a_process_that_builds(many_rows, tmp_path, seconds):
    code, complaint = interrupt(["draw", many_rows, "--zdd", "-o", "x.dot"], seconds, tmp_path)
    assert (code, complaint) == (130, b"nzdd: interrupted\n")
    assert not list(tmp_path.iterdir())


def test_ctrl_c_ends_a_build(run, tmp_path):
    """Of the solutions of random clauses, whose diagram takes minutes."""
    draw = random.Random(0)
    clauses = [draw.sample(range(1, 81), 3) for _ in range(160)]
    lines = (" ".join(str(draw.choice([v, -v])) for v in each) + " 0\n" for each in clauses)
    (tmp_path / "x.cnf").write_text("p cnf 80 160\n" + "".join(lines))
    press_ctrl_c(after=0.3)
    outcome = run("draw", "x.cnf", "--zdd", "-o", "x.dot")
    assert (outcome.code, outcome.err) == (130, "nzdd: interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == ["x.cnf"]


def test_ctrl_c_asks_a_lazy_solve_for_the_best_so_far(data, tmp_path):
    model = data / "mip" / "glass-sc.mps.gz"
    arguments = ["solve", model, "--method", "lazy", "--log", "--solution", "x.sol"]
    process = subprocess.Popen(
        [*NZDD, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    )
    # of the table, with a gap: there is a point, and a bound
    any(b"lazy scip" in line and b"%" in line for line in process.stderr)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert [line for line in complaint.splitlines() if line.startswith(b"nzdd:")] == [
        b"nzdd: stopping; a second Ctrl-C ends without an answer"
    ]
    found = mps.read(model)
    assert found.violation(solutions.read(tmp_path / "x.sol", found)).within(1e-6)


@pytest.mark.parametrize(
    "method",
    [
        "auto",
        *(pytest.param(each, marks=pytest.mark.slow) for each in ("direct", "extended", "lazy")),
    ],
)
def test_ctrl_c_twice_ends_a_solve_at_once(data, tmp_path, method):
    arguments = ["solve", data / "mip" / "seymour.mps.gz", "--method", method, "--solution"]
    code, complaint = interrupt([*arguments, "x.sol"], 2.0, tmp_path, times=2)
    assert code in (130, -signal.SIGINT)  # the second may come when Python is on its way out
    assert b"Traceback" not in complaint


LOADING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from nzdd.adapters.cli import main

class Numpy:
    begun = False

    def find_spec(self, name, path, target=None):
        if name == "numpy" and self.begun:
            raise ImportError("cannot load module more than once per process")
        if name == "nzdd.adapters.cli.command":
            self.begun = True
            signal.raise_signal(signal.SIGINT)
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                raise ImportError("initialization failed")

sys.meta_path.insert(0, Numpy())
sys.exit(main(["--version"]))
"""
"""Packages that turn Ctrl-C into an error of theirs while they load, and load once, as numpy."""


def test_ctrl_c_twice_while_packages_load_is_no_error():
    done = subprocess.run([sys.executable, "-c", LOADING], capture_output=True)
    assert (done.returncode, done.stderr) == (130, b"nzdd: interrupted\n")


@pytest.mark.parametrize(
    "arguments",
    [["compress", "cover.mps", "-o", "out.mps"], ["draw", "cover.mps", "-o", "out.dot"]],
)
def test_a_full_disk_is_told_and_leaves_the_old_file(refuse, cover_file, tmp_path, arguments):
    old = tmp_path / arguments[-1]
    old.write_text("old")
    with full_disk(2000):
        told = refuse(*arguments)
    assert told.startswith(f"nzdd: {arguments[-1]}: File too large; ")
    assert old.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["cover.mps", arguments[-1]])


def test_a_full_disk_behind_stdout_is_told(cover_file, tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*NZDD, "info", cover_file], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"nzdd: standard output: No space left on device; ")
    assert done.stderr.count(b"\n") == 1


def test_a_closed_pipe_is_no_error(cover_file, tmp_path):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*NZDD, "info", cover_file], cwd=tmp_path, stdout=write, stderr=subprocess.PIPE
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_names_that_the_terminal_cannot_show_are_no_error(tmp_path):
    (tmp_path / "ü.dat").write_text("1 2\n")
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [*NZDD, "info", "ü.dat"], cwd=tmp_path, capture_output=True, env=environment
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\xfc.dat" in done.stdout


UNHEARD = """
from nzdd.adapters.cli import main
solve = ["solve", "cover.mps", "--method", "lazy", "--log", "--solution", "x.sol"]
print(main(solve), main(["info", "none.mps"]))
"""


def test_progress_that_nobody_reads_is_no_reason_to_stop(cover_file, tmp_path):
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-c", UNHEARD]
    done = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=write)
    os.close(write)
    assert done.returncode == 0
    assert b"optimal" in done.stdout
    assert done.stdout.endswith(b"0 2\n")
    assert (tmp_path / "x.sol").exists()
