import sys

import pytest

from nzdd import NZDD, render, to_dot
from nzdd.adapters.errors import MissingExtraError, RenderError
from nzdd.adapters.pictures import picture
from nzdd.drawing.dot import dot_drawing

NAMES = ["ä", "b c", "<&>"]
DIAGRAM = NZDD.from_rows([[0, 1], [1, 2]])
DOT = to_dot(DIAGRAM, NAMES)
MAGIC = [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """An empty folder that is all of the PATH."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def no_graphviz(programs, monkeypatch):
    """Neither a program on the PATH nor the package."""
    monkeypatch.setitem(sys.modules, "pygraphviz", None)


def executable(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(("name", "magic"), MAGIC)
def test_pygraphviz_draws_where_no_program_is_on_the_path(programs, tmp_path, name, magic):
    assert render(DOT, name).startswith(magic)
    path = tmp_path / f"a picture.{name.upper()}"
    picture.save(dot_drawing(DIAGRAM), NAMES, path)
    assert path.read_bytes().startswith(magic)


def test_names_reach_the_picture():
    text = render(DOT).decode()
    assert "ä" in text
    assert "b c" in text
    assert "&lt;&amp;&gt;" in text


def test_the_program_of_the_path_comes_first(programs):
    executable(programs / "dot", 'read text; echo "$1 $text"')
    assert render(DOT, "pdf") == b"-Tpdf digraph NZDD {\n"


@pytest.mark.parametrize("text", ["echo no plugins >&2; exit 1", "exit 3", "exit 0"])
def test_a_program_that_fails_is_not_the_end(programs, monkeypatch, text):
    executable(programs / "dot", text)
    assert b"<svg" in render(DOT)
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    said = "no plugins" if "no plugins" in text else f"ends with code {text[-1]}"
    with pytest.raises(RenderError, match=f"dot says .*{said}"):
        render(DOT, "png")
    assert b"<svg" in render(DIAGRAM)


def test_a_program_that_cannot_be_run_is_not_the_end(programs, monkeypatch):
    executable(programs / "dot", "")
    (programs / "dot").write_bytes(b"\x7fELF")
    assert b"<svg" in render(DOT)
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    with pytest.raises(RenderError, match="dot cannot be run"):
        render(DOT)


def test_what_is_no_dot_text_is_refused(programs):
    with pytest.raises(RenderError, match=r"Graphviz cannot draw the text: .*Invalid Input"):
        render("digraph {")


def test_without_graphviz_a_diagram_has_a_picture_and_the_cure_is_named(no_graphviz, tmp_path):
    assert b"<svg" in render(DIAGRAM)
    assert render(DIAGRAM, "dot", NAMES).decode() == DOT
    assert "image/svg+xml" in DIAGRAM._repr_mimebundle_()
    with pytest.raises(MissingExtraError, match=r"needs pygraphviz, which is not .*pip install"):
        render(DOT)
    with pytest.raises(MissingExtraError, match=r"or name a \.svg or \.tex file$"):
        picture.save(dot_drawing(DIAGRAM), NAMES, tmp_path / "x.png")
    assert [path.name for path in tmp_path.iterdir()] == ["programs"]


def test_other_formats_are_refused():
    with pytest.raises(ValueError, match=r"'gif' is unknown; take one of svg, png, pdf, tex, dot"):
        render(DIAGRAM, "gif")
    with pytest.raises(ValueError, match=r"'tex' is unknown; take one of svg, png, pdf$"):
        render(DOT, "tex")
