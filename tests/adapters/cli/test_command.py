import math
import os
import signal
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest

import nzdd
from nzdd.adapters.cli.answer import Answer, amount, fields, note, table
from nzdd.adapters.cli.outputs import check_output
from nzdd.archive import replacing


def test_version(run):
    assert run("--version").out == f"nzdd {nzdd.__version__}\n"


@pytest.mark.parametrize(
    "command",
    ["", "info", "build", "compress", "solve", "recover", "fit", "predict", "draw", "doctor"],
)
def test_help(run, command):
    outcome = run(*filter(None, [command]), "--help")
    assert outcome.code == 0
    assert outcome.out.startswith(f"usage: nzdd {command}".rstrip())


def test_the_help_of_solve_names_every_solver_and_method(run):
    from nzdd.adapters.methods.dispatch import METHODS
    from nzdd.adapters.solvers.registry import SOLVERS

    text = run("solve", "--help").out
    assert all(name in text for name in (*SOLVERS, *METHODS))


def test_the_folder_for_cmake_is_a_line(run):
    """Whatever the width of the terminal; the headers are beside it."""
    out = run("--cmake-dir").out
    assert out == f"{nzdd.get_cmake_dir()}\n"
    assert Path(out).parents[2] == Path(nzdd.get_include()).parent


def test_the_command_alone_prints_its_help(run):
    alone = run()
    assert (alone.code, alone.err) == (0, "")
    assert alone.out == run("--help").out
    assert run("-V").out == run("--version").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fly"], "there is no command 'fly' (take one of info, build,"),
        (["sovle", "a.mps"], "there is no command 'sovle' (is solve meant?)"),
        (
            ["solve", "a.mps", "--time-limit", "1x"],
            "'1x' is not a number from 0 to 1e+09",
        ),
        (["info"], "FILE; see nzdd info --help"),
        (["fit", ""], "SAMPLE: the file has no name; perhaps a variable of the shell is empty"),
        (["compress", "a.mps", "-o", " "], "-o/--output: the file has no name"),
        (
            ["info", "a.dat", "--jso"],
            "unrecognized arguments: --jso (is --json meant?); see nzdd info",
        ),
        (["solve", "a.mps", "--limit", "3"], "--limit 3 (is --time-limit meant?)"),
        (["info", "x\ny", "z"], "unrecognized arguments: z"),
        (["compress", "a.mps"], "-o/--output"),
        (["solve", "a.mps", "--time-limit", "-1"], "'-1' is not a number from 0"),
        (["solve", "a.mps", "--time-limit", "nan"], "'nan' is not a number"),
        (["solve", "a.mps", "--time-limit", "1e300"], "'1e300' is not a number"),
        (["solve", "a.mps", "--threads", "2.5"], "'2.5' is not a whole number from 1"),
        (["draw", "a.dat", "--radius", "9" * 400], "is not a whole number, or too large a one"),
        (["draw", "a.dat", "--max-nodes", "nan"], "'nan' is not a whole number"),
        (["build", "a.dat", "-o", "x.nzdd", "--symbols", "1e3"], "'1e3' is not a whole number"),
        (["fit", "a.svm", "--blocks", "9" * 5000], "is not a whole number, or too large a one"),
        (["solve", "a.mps", "--gap", "x"], "'x' is not a number"),
        (["solve", "a.mps", "--solver", "abacus"], "take one of scip, highs"),
    ],
)
def test_bad_usage_is_one_line(refuse, arguments, message):
    assert message in refuse(*arguments)


def test_python_dash_m():
    done = subprocess.run(
        [sys.executable, "-m", "nzdd", "--version"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, f"nzdd {nzdd.__version__}\n")


def test_ctrl_c_while_loading_or_working_is_130(run, monkeypatch):
    def interrupt(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("nzdd.adapters.cli.command.parser", interrupt)
    outcome = run("info", "x.dat")
    assert (outcome.code, outcome.err) == (130, "nzdd: interrupted\n")


def test_nothing_slow_is_loaded_before_ctrl_c_is_answered():
    script = "import sys; from nzdd.adapters.cli import main; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0


def test_ctrl_c_waits_while_packages_load(run, monkeypatch):
    def load(*arguments):
        os.kill(os.getpid(), signal.SIGINT)
        loaded.append("whole")
        parser = ArgumentParser()
        parser.add_argument("command")
        return parser

    loaded = []
    monkeypatch.setattr("nzdd.adapters.cli.command.parser", load)
    outcome = run("info")
    assert (loaded, outcome.code, outcome.err) == (["whole"], 130, "nzdd: interrupted\n")


def test_too_little_memory_is_no_answer(run, monkeypatch):
    def exhaust(*arguments):
        raise MemoryError

    monkeypatch.setattr("nzdd.adapters.cli.commands.info.load", exhaust)
    outcome = run("info", "x.dat")
    assert outcome.code == 1
    assert "not enough memory" in outcome.err


def test_what_does_not_fit_into_memory_is_named(run, tmp_path):
    pytest.importorskip("sklearn")
    (tmp_path / "x.svm").write_text("1 1:1\n-1 2:1\n1 1:1 3000000000:1\n")
    for options in ((), ("--nu", "0.5")):
        outcome = run("fit", "x.svm", *options)
        assert (outcome.code, outcome.out) == (1, "")
        assert outcome.err.startswith("nzdd: 3000000000 features do not fit: they take about ")
        assert outcome.err.endswith("left; number them without large gaps\n")


def test_json_knows_no_nan_no_infinity_and_no_monstrous_integer(capsys):
    facts = {"a": math.nan, "b": [math.inf, 1.5, None, True], "c": {"d": 2**70, "e": 1 << 20000}}
    Answer(facts, "").show(as_json=True)
    wanted = f'{{"a": null, "b": [null, 1.5, null, true], "c": {{"d": {2**70}, "e": null}}}}\n'
    assert capsys.readouterr().out == wanted


def test_people_get_aligned_text():
    assert fields([("rows", 1234), ("left out", None), ("a", "b")]) == (
        "rows         1,234\na            b"
    )
    assert table(("size", "rows"), [("a", 10000), ("b", None)]) == (
        "size            rows\na             10,000\nb                  -"
    )
    assert amount(10**30) == "about 10^30"


def test_a_note_is_one_line_and_needs_no_stderr(capsys, monkeypatch):
    note("one\ntwo")
    assert capsys.readouterr() == ("", "nzdd: one two\n")
    monkeypatch.setattr("sys.stderr", None)
    note("nobody hears")
    assert capsys.readouterr().out == ""


def test_outputs_are_checked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.mps").touch()
    (tmp_path / "link.mps").symlink_to("in.mps")
    (tmp_path / "dir.mps").mkdir()
    check_output("out.MPS", (".mps",), "in.mps", None)
    for path, message in [
        ("out.txt", r"^out\.txt: unknown output format; name a file in \.mps, \.mps\.gz$"),
        ("no/out.mps", "the folder no does not exist"),
        ("dir.mps", "is a folder"),
        ("in.mps", "named twice"),
        ("./in.mps", "named twice"),
        ("link.mps", "named twice"),
    ]:
        with pytest.raises(ValueError, match=message):
            check_output(path, (".mps", ".mps.gz"), "in.mps")


def test_text_stands_left_and_numbers_right():
    rows = [("scip", "9.15.6755", "MIT", "1,250"), ("glop", "1.2", "Apache-2.0", None)]
    assert table(("solver", "version", "licence", "rows"), rows) == (
        "solver        version    licence      rows\n"
        "scip          9.15.6755  MIT         1,250\n"
        "glop          1.2        Apache-2.0      -"
    )


def test_a_full_disk_names_the_file(tmp_path):
    message = r"No space left on device: '.*x\.sol'"
    with pytest.raises(OSError, match=message), replacing(tmp_path / "x.sol"):
        raise OSError(28, "No space left on device")
