"""Input that nobody means well: one line, the right exit code, and nothing raw on the terminal."""

import datetime
import os
import subprocess
import sys
import warnings
from decimal import Decimal

import numpy as np
import pytest

from nzdd.adapters.cli.answer import note

NUMBERS = "a,b,label\n1.5,0,0\n0,1,1\n1,1,1\n0.3,0,0\n"
NASTY = "\x1b[2J\u202ered\nblue\x07"


def is_harmless(text):
    return not set(text) & set(NASTY) - set("[2Jredblue\n")


@pytest.fixture
def model(run, tmp_path):
    """A classifier of two columns of numbers."""
    pytest.importorskip("sklearn")
    pytest.importorskip("pandas")
    (tmp_path / "train.csv").write_text(NUMBERS)
    out = run("fit", "train.csv", "--encode", "quantile", "--nu", 0.9, "-o", "model.json")
    assert out.code == 0
    return "model.json"


@pytest.fixture
def parquet(tmp_path):
    """Write columns to a Parquet file, and return its name."""
    arrow = pytest.importorskip("pyarrow")
    writer = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("pandas")

    def write(**columns):
        writer.write_table(arrow.table(columns), tmp_path / "t.parquet")
        return "t.parquet"

    return write


COLUMNS = {
    "lists": [[1], [2, 3], [], None],
    "structs": [{"a": 1}] * 4,
    "infinite": [1.0, float("inf"), 0.0, 0.0],
}
"""What no encoder takes."""


@pytest.mark.parametrize("kind", COLUMNS)
@pytest.mark.parametrize("cuts", ["quantile", "mdl", "0.5"])
def test_columns_that_cannot_be_encoded(refuse, parquet, kind, cuts):
    pytest.importorskip("sklearn")
    name = parquet(x=COLUMNS[kind], label=[0, 1, 0, 1])
    complaint = refuse("fit", name, "--encode", cuts, "-q")
    assert complaint.startswith("nzdd: t.parquet: ")
    assert "column 'x' " in complaint


@pytest.mark.parametrize(
    "values",
    [
        [datetime.date(2020, 1, day) for day in (1, 2, 3, 4)],
        [datetime.datetime(2020, 1, day) for day in (1, 2, 3, 4)],
        [datetime.timedelta(days) for days in range(4)],
        [Decimal("1.5"), Decimal("2"), None, Decimal("0")],
        [True, False, None, True],
        [b"a", b"b", b"c", b"\xff"],
        [None] * 4,
        [float("nan")] * 4,
        [1e308, -1e308, 0.0, 1.0],
    ],
    ids=str,
)
def test_odd_columns_are_encoded_or_refused_in_one_line(run, parquet, values):
    pytest.importorskip("sklearn")
    name = parquet(x=values, label=[0, 1, 0, 1])
    for cuts in ("quantile", "mdl", "0.5"):
        outcome = run("fit", name, "--encode", cuts, "--nu", 0.9, "-q")
        assert outcome.code in (0, 2)
        assert outcome.err.count("\n") == (outcome.code == 2)


def test_a_word_among_numbers_is_named_with_its_line(refuse, model, tmp_path):
    (tmp_path / "test.csv").write_text("a,b,label\n1.5,0,0\n\n1,foo,1\n")
    wanted = "nzdd: test.csv, line 4: column 'b' is 'foo'; give a number, or leave it empty\n"
    assert refuse("predict", model, "test.csv") == wanted
    again = refuse("fit", "train.csv", "--encode", "quantile", "--nu", 0.9, "--test", "test.csv")
    assert again == wanted


def test_other_columns_than_those_of_the_model(run, refuse, model, parquet):
    """Its only weight is that of b; so a may hold anything."""
    times = [datetime.datetime(2020, 1, day) for day in (1, 2, 3, 4)]
    assert "column 'b'" in refuse("predict", model, parquet(a=[1, 2, 3, 4], b=times))
    assert "column 'b'" in refuse("predict", model, parquet(a=[1, 2, 3, 4], b=COLUMNS["lists"]))
    for other in (times, COLUMNS["lists"]):
        outcome = run("predict", model, parquet(a=other, b=[0, 1, 1, 0]))
        assert outcome.out.split() == ["0", "1", "1", "0"]


@pytest.mark.parametrize(
    ("command", "end"),
    [
        (["compress", "cover.mps", "-o"], ".mps"),
        (["compress", "cover.mps", "-o", "x.mps", "--archive"], ".nzdd"),
        (["solve", "cover.mps", "--solution"], ".sol"),
        (["draw", "cover.mps", "-o"], ".dot"),
        (["build", "rows.dat", "-o"], ".nzdd"),
        (["fit", "train.svm", "-o"], ".json"),
    ],
)
def test_outputs_that_cannot_be(refuse, cover_file, tmp_path, command, end):
    (tmp_path / "rows.dat").write_text("1 2\n")
    (tmp_path / "train.svm").write_text("1 1:1\n-1 2:1\n")
    (tmp_path / f"loop{end}").symlink_to(f"loop{end}")
    (tmp_path / f"folder{end}").mkdir()
    before = sorted(os.listdir(tmp_path))
    for name, message in [
        (f"loop{end}", "levels of symbolic links; correct the link"),
        (f"folder{end}", "is a folder"),
        (f"no/x{end}", "the folder no does not exist"),
        (f"rows.dat/x{end}", "does not exist"),
        ("x" * 5000 + end, "File name too long"),
        ("x/" * 3000 + end, "does not exist|File name too long"),
        (f"a\0b{end}", "null"),
    ]:
        line = refuse(*command, name)
        assert any(part in line for part in message.split("|")), line
        assert len(line) < 1100
    assert sorted(os.listdir(tmp_path)) == before


def test_inputs_in_a_circle_or_without_a_name(refuse, tmp_path):
    (tmp_path / "loop.dat").symlink_to("loop.dat")
    for name in ("loop.dat", "", "a\0b.dat", "x" * 5000 + ".dat", "no/x.dat", "\udcff.dat"):
        assert len(refuse("info", name)) < 1100
        assert len(refuse("build", name, "-o", "x.nzdd")) < 1100


def test_names_cannot_write_to_the_terminal(run, parquet, tmp_path):
    name = parquet(**{NASTY: [0, 1, 0, 1], "label": [NASTY, "b", NASTY, "b"]})
    for command in (["info"], ["fit", "--nu", 0.9], ["fit", "--nu", 0.9, "-o", "m.json"]):
        outcome = run(command[0], name, *command[1:])
        assert outcome.code == 0
        assert is_harmless(outcome.out + outcome.err)
        assert "\\x1b[2J\\u202ered\\nblue\\x07" in outcome.out
    predicted = run("predict", "m.json", name)
    assert predicted.out.count("\n") == 4
    assert is_harmless(predicted.out)
    (tmp_path / f"{NASTY}.dat").write_text("1 2\n")
    shown = run("info", f"{NASTY}.dat")
    assert shown.code == 0
    assert is_harmless(shown.out)


@pytest.mark.parametrize(
    "name", ["{}", "{}.dat", "{}.mps", "{}.csv", "no/{}.svm", "{}.nzdd", "{}.gml"]
)
def test_names_in_complaints_cannot_write_to_the_terminal(refuse, name):
    line = refuse("info", name.format(NASTY))
    assert is_harmless(line)
    line = refuse("solve", "x.mps", name.format(NASTY))  # a complaint of the parser
    assert is_harmless(line)


def test_words_in_files_cannot_write_to_the_terminal(run, tmp_path):
    for end in (".dat", ".mps", ".svm", ".csv", ".clq", ".gml", ".graphml", ".edgelist", ".txt"):
        (tmp_path / f"x{end}").write_text(f"{NASTY} {NASTY}\n{NASTY}")
        outcome = run("info", f"x{end}")
        assert is_harmless(outcome.out + outcome.err), end


def test_long_names_are_cut(run, refuse, tmp_path):
    pytest.importorskip("pandas")
    (tmp_path / "x.csv").write_text(f"a,b,label\n1,0,{'x' * 10**5}\n0,1,y\n")
    assert len(run("info", "x.csv").out) < 1000
    assert len(run("fit", "x.csv", "--nu", 0.9).out) < 2000
    note_lines = refuse("info", f"{'y ' * 10**4}.csv")
    assert len(note_lines) < 1100


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        RuntimeError("can't start new thread"),
        ImportError("libortools.so.9: failed to map segment from shared object"),
    ],
)
def test_no_room_for_a_thread_or_a_library_is_too_little_memory(run, monkeypatch, error):
    def fail(*arguments):
        raise error

    monkeypatch.setattr("nzdd.adapters.cli.commands.info.load", fail)
    outcome = run("info", "x.dat")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "nzdd: there is not enough memory for this; try a smaller input\n"


def test_what_nobody_foresaw_is_one_line_that_asks_for_a_report(run, monkeypatch):
    def fail(*arguments):
        raise TypeError(f"broken by\n{NASTY}")

    monkeypatch.setattr("nzdd.adapters.cli.commands.info.load", fail)
    outcome = run("info", "x.dat")
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (70, "", 1)
    assert outcome.err.startswith("nzdd: a fault of nzdd: TypeError: broken by ")
    assert "report it" in outcome.err
    assert is_harmless(outcome.err)
    debugged = run("info", "x.dat", "--debug")
    assert debugged.code == 70
    assert debugged.err.startswith("Traceback ")
    assert debugged.err.endswith(outcome.err)
    assert is_harmless(debugged.err)


def test_debug_shows_where_bad_input_was_found_too(run):
    outcome = run("info", "missing.dat", "--debug")
    assert outcome.code == 2
    assert "Traceback" in outcome.err
    assert outcome.err.endswith("nzdd: missing.dat: no such file; check the path\n")


@pytest.mark.filterwarnings("default")
def test_warnings_of_libraries_are_notes(run, tmp_path, monkeypatch):
    (tmp_path / "x.dat").write_text("1 2\n")
    from nzdd.adapters.cli.commands import info

    def warn(*arguments, load=info.load):
        warnings.warn(f"careful\n{NASTY}", stacklevel=1)
        return load(*arguments)

    monkeypatch.setattr("nzdd.adapters.cli.commands.info.load", warn)
    outcome = run("info", "x.dat")
    assert outcome.code == 0
    assert outcome.err.startswith("nzdd: warning: careful ")
    assert outcome.err.count("\n") == 1
    assert is_harmless(outcome.err)
    assert run("info", "x.dat", "--quiet").err == ""


def test_a_note_keeps_its_cure(capsys):
    note(f"{'path' * 1000}: what {'is wrong ' * 1000}; the cure")
    line = capsys.readouterr().err
    assert line.startswith("nzdd: pathpath")
    assert line.endswith("; the cure\n")
    assert len(line) < 1100


@pytest.mark.slow
def test_every_command_runs_without_docstrings(cover_file, tmp_path):
    """PYTHONOPTIMIZE=2 takes docstrings and assertions away."""
    (tmp_path / "t.svm").write_text("1 1:1\n-1 2:1\n")
    (tmp_path / "x.sol").write_text("")
    script = """
import sys
from nzdd.adapters.cli import main
assert not "assertions are on"
for line in sys.stdin.read().splitlines():
    try:
        code = main(line.split())
    except SystemExit as end:
        code = end.code
    if code:
        sys.exit(f"{line}: {code}")
"""
    commands = ["info", "build", "compress", "solve", "recover", "fit", "predict", "draw"]
    lines = ["--help", *(f"{command} --help" for command in commands)]
    lines += [
        f"info {cover_file}",
        "build t.svm -o t.nzdd",
        f"compress {cover_file} -o c.mps --archive c.nzdd",
        "solve c.mps -q",
        "recover c.nzdd c.sol -o x.sol",
        "fit t.svm --nu 0.9 -o t.json",
        "predict t.json t.svm",
        "draw t.nzdd -o t.dot",
        "draw t.nzdd -o t.html",
    ]
    lines[lines.index("solve c.mps -q")] += " --solution c.sol"
    done = subprocess.run(
        [sys.executable, "-OO", "-c", script],
        input="\n".join(lines),
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert np.char.count(done.stdout, "usage: nzdd") == 9
