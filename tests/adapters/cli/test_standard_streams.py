"""``-`` in place of a file."""

import gzip
import io
import json
from pathlib import Path

import numpy as np
import pytest

from nzdd import NZDD, ZDD
from nzdd.adapters.cli.command import COMMANDS
from nzdd.adapters.files.formats import FORMATS, read_model
from nzdd.adapters.files.models import mps
from nzdd.adapters.files.models.solutions import column_names
from nzdd.adapters.files.recognition import NUMBERS, recognised

TRIANGLE = b"1 2\n2 3\n1 3\n"


@pytest.fixture
def given(monkeypatch):
    """Have bytes come from standard input."""

    def give(content):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))

    return give


def test_a_model_goes_through_a_pipe(run, given, cover_file):
    content = Path(cover_file).read_bytes()
    given(content)
    small = run("compress", "-", "-o", "-", "-q")
    assert (small.code, small.err) == (0, "")
    given(gzip.compress(small.out.encode()))
    assert run("solve", "-", "--json").facts["objective"] == 21
    given(small.out.encode())
    solution = run("solve", "-", "-o", "-")
    assert "status      optimal" in solution.err
    given(solution.out.encode())
    assert run("recover", "a.nzdd", "-", "-o", "x.sol").code == 2  # there is no archive yet
    assert run("compress", cover_file, "-o", "s.mps", "--archive", "a.nzdd").code == 0
    given(solution.out.encode())
    original = run("recover", "a.nzdd", "-", "-o", "-", "-q")
    assert original.out.splitlines()[0] == "=obj= 21.0"


def test_the_start_comes_from_a_pipe(run, given, cover, cover_file, tmp_path):
    x = np.ones(cover.num_columns)
    given("".join(f"{name} 1\n" for name in column_names(read_model(cover_file))).encode())
    found = run("solve", cover_file, "--start", "-", "--time-limit", "0", "--json").facts
    assert (found["status"], found["objective"]) == ("feasible", cover.objective_value(x))


def test_rows_become_a_diagram_and_a_picture(run, given):
    given(TRIANGLE)
    assert run("build", "-", "-o", "z.zdd").code == 0
    assert ZDD.load("z.zdd").count() == 3
    with open("z.zdd", "rb") as archive:
        given(archive.read())
    outcome = run("info", "-")
    assert outcome.out.splitlines()[0].endswith("stdin.nzdd: ZDD")
    given(TRIANGLE)
    assert run("draw", "-", "--format", "itemsets", "-o", "-").out.startswith("digraph NZDD")
    assert run("draw", "z.zdd", "--html", "-o", "-").out.startswith("<!DOCTYPE html>")


def test_a_sample_and_a_classifier(run, given):
    pytest.importorskip("sklearn")
    table = b"a,b,class\n" + b"1,0,x\n0,1,y\n" * 20
    given(table)
    saved = run("fit", "-", "-o", "-", "-q").out
    assert json.loads(saved)
    with open("m.json", "w") as file:
        file.write(saved)
    given(table)
    lines = run("predict", "m.json", "-", "-o", "-").out.splitlines()
    assert lines == ["prediction", *["x", "y"] * 20]


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (b"", ["info", "-"], "stdin: the file is empty"),
        (b"abc", ["solve", "-"], "stdin: the content does not tell its format; name it by"),
        (b"abc", ["build", "-", "-o", "x.nzdd"], "does not tell its format; write it to a file"),
        (TRIANGLE, ["info", "-"], "does not tell its format"),
        (b"ROWS\n N c\n E\n", ["solve", "-"], "stdin.mps, line 3: "),
        (TRIANGLE, ["solve", "-", "--start", "-"], "can be read once only"),
        (TRIANGLE, ["build", "-", "-", "-o", "x.nzdd"], "can be read once only"),
        (TRIANGLE, ["build", "-", "-o", "-", "--json"], "- and --json would both go"),
        (b"", ["compress", "-", "-o", "-", "--archive", "-"], "stdin: the file is empty"),
    ],
)
def test_what_is_wrong_is_one_line_without_a_folder(refuse, given, content, arguments, message):
    given(content)
    complaint = refuse(*arguments)
    assert message in complaint
    assert "nzdd-" not in complaint


def test_standard_input_may_be_closed(refuse, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert "standard input, which is closed; name a file" in refuse("info", "-")


EXAMPLES = {
    "mps": b"* a comment\n\nNAME x\nROWS\n N c\n",
    "lp": b"\\ a comment\nMaximize\n obj: x\nSubject To\n c: x <= 1\nEnd\n",
    "svmlight": b"+1 1:1 3:1\n-1 2:1\n",
    "table": b"a;b;class\n1;0;x\n",
    "cnf": b"c clauses\np cnf 3 1\n1 -2 0\n",
    "dimacs": b"c a graph\np edge 3 1\ne 1 2\n",
    "gml": b'Creator "x"\ngraph [\n directed 0\n]\n',
    "graphml": b'<?xml version="1.0"?>\n<graphml xmlns="x"></graphml>\n',
    "classifier": b'{"format": 1}\n',
    NUMBERS: TRIANGLE,
}


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("packed", [False, True])
def test_formats_are_told_by_content(tmp_path, name, packed):
    path = tmp_path / "file"
    path.write_bytes(gzip.compress(EXAMPLES[name]) if packed else EXAMPLES[name])
    assert recognised(path) == (name, "")


def test_formats_are_told_behind_many_empty_lines(tmp_path):
    path = tmp_path / "file"
    for space in (b"\n" * 99, b" \n" * 999, b" " * 9999):
        path.write_bytes(space + b"x")
        assert recognised(path) is None
    for name in ("mps", "lp", "cnf", "dimacs", "gml", "graphml", "classifier"):
        path.write_bytes(b"\n" * 999 + EXAMPLES[name])
        assert recognised(path) == (name, "")


def test_written_files_are_recognised(tmp_path, cover):
    zdd = ZDD.from_rows([[0, 1], [1, 2]])
    writers = {format.name: format for format in FORMATS if format.writer}
    writers["dump"].write(zdd, tmp_path / "file")
    assert recognised(tmp_path / "file") == ("dump", "")
    for diagram in (zdd, NZDD.from_rows([[0, 1]])):
        diagram.save(tmp_path / "file")
        assert recognised(tmp_path / "file") == ("nzdd", "")
    mps.write(cover, tmp_path / "file")
    assert recognised(tmp_path / "file") == ("mps", "")


def test_real_models_are_recognised(data):
    for path in sorted((data / "mip").glob("*.mps.gz"))[:10]:
        assert recognised(path) == ("mps", "")
    for path in (data / "mip").glob("*.lp"):
        assert recognised(path) == ("lp", "")
        assert read_model(path).num_columns


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_completion_knows_all_commands(run, shell):
    pytest.importorskip("shtab")
    script = run("completion", shell).out
    assert all(command in script for command in COMMANDS)
    assert "--memory-limit" in script


def test_completion_needs_its_package(refuse, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "shtab", None)
    assert "completion in a shell needs shtab" in refuse("completion", "bash")
