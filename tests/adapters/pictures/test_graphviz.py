import shutil

import pytest

from nzdd import NZDD, to_dot
from nzdd.adapters.errors import RenderError
from nzdd.adapters.pictures.graphviz import render, save

DOT = to_dot(NZDD.from_rows([[0, 1], [1, 2]]), ["ä", "b c", "<&>"])
needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="the program dot is missing")


@needs_dot
@pytest.mark.parametrize(
    ("name", "magic"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_pictures_have_the_wanted_format(tmp_path, name, magic):
    assert render(DOT, name).startswith(magic)
    path = tmp_path / f"a picture.{name.upper()}"
    save(DOT, path)
    assert path.read_bytes().startswith(magic)


@needs_dot
def test_names_reach_the_picture():
    text = render(DOT).decode()
    assert "ä" in text
    assert "b c" in text
    assert "&lt;&amp;&gt;" in text


@needs_dot
def test_text_that_is_no_dot_gives_dots_complaint():
    with pytest.raises(RenderError, match=r"dot failed: .*syntax error"):
        render("digraph {")


def test_dot_text_needs_no_program(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    save(DOT, tmp_path / "x.dot")
    assert (tmp_path / "x.dot").read_text(encoding="utf-8") == DOT


def test_a_missing_program_is_named_with_the_cure_and_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RenderError, match=r"program dot.*install Graphviz, or write a \.dot file"):
        save(DOT, tmp_path / "x.svg")
    assert not list(tmp_path.iterdir())


def test_other_formats_are_refused():
    with pytest.raises(ValueError, match=r"'gif' is unknown; take one of svg, png, pdf"):
        render(DOT, "gif")
