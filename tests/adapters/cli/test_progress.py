import io
from pathlib import Path

import pytest

from nzdd import ZDD
from nzdd.adapters.cli.progress import point_printer, progress_bar


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("stream", "quiet"), [(io.StringIO(), False), (Terminal(), True)])
def test_there_is_no_bar_where_nobody_wants_one(monkeypatch, stream, quiet):
    monkeypatch.setattr("sys.stderr", stream)
    with progress_bar("build", quiet=quiet) as progress:
        assert progress is None
    assert stream.getvalue() == ""


def test_a_terminal_gets_a_bar_with_stage_and_share(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with progress_bar("build") as progress:
        progress("sorting", 0.5)
        progress("merging", 1.5)
        ZDD.from_rows([[0], [1]], progress=progress)
    text = stream.getvalue()
    assert "build: sorting" in text
    assert " 50%|" in text
    assert "build: merging" in text
    assert "100%|" in text


def test_a_closed_stderr_is_no_error(monkeypatch):
    monkeypatch.setattr("sys.stderr", None)
    with progress_bar("build") as progress:
        assert progress is None


def test_the_penalties_of_rules_are_a_table_on_terminals_alone(monkeypatch, run):
    pytest.importorskip(
        "sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]"
    )
    rows = [f"{k % 7},{k % 3},{(k % 7 > 3) ^ (k % 11 == 0):d}" for k in range(60)]
    Path("rows.csv").write_text("\n".join(["a,b,class", *rows]))
    for stream, quiet in [(io.StringIO(), False), (Terminal(), True)]:
        monkeypatch.setattr("sys.stderr", stream)
        assert point_printer(quiet=quiet) is None
    assert run("fit", "rows.csv", "-q").code == 0
    assert stream.getvalue() == ""
    monkeypatch.setattr("sys.stderr", stream := Terminal())
    assert run("fit", "rows.csv").code == 0
    lines = [line.split() for line in stream.getvalue().splitlines()]
    header = ["seconds", "penalty", "relaxed", "rules", "literals", "objective", "held-out", "loss"]
    at = lines.index(header)
    first = list(map(float, lines[at + 1]))
    assert first[0] >= 0
    assert first[1] > 0
    assert first[2] == 1
    assert first[3] <= first[4]
    assert lines.count(header) == 1
