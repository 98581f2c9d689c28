import io

import pytest

from nzdd import ZDD
from nzdd.adapters.cli.progress import progress_bar


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
