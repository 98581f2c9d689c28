import pytest

from nzdd import NZDD, to_dot
from nzdd.adapters.errors import RenderError
from nzdd.adapters.pictures.graphviz import render, save

DOT = to_dot(NZDD.from_rows([[0, 1], [1, 2]]), ["ä", "b c", "<&>"])


@pytest.mark.parametrize(
    ("name", "magic"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_pictures_have_the_wanted_format(tmp_path, name, magic):
    assert render(DOT, name).startswith(magic)
    path = tmp_path / f"a picture.{name.upper()}"
    save(DOT, path)
    assert path.read_bytes().startswith(magic)


def test_names_reach_the_picture():
    text = render(DOT).decode()
    assert "ä" in text
    assert "b c" in text
    assert "&lt;&amp;&gt;" in text


def test_pictures_need_no_program_on_the_path(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    save(DOT, tmp_path / "x.svg")
    assert b"<svg" in (tmp_path / "x.svg").read_bytes()
    save(DOT, tmp_path / "x.dot")
    assert (tmp_path / "x.dot").read_text(encoding="utf-8") == DOT


def test_what_is_no_dot_text_is_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(RenderError, match=r"Graphviz cannot draw the text: .*Invalid Input"):
        save("digraph {", tmp_path / "x.svg")
    assert not list(tmp_path.iterdir())


def test_other_formats_are_refused():
    with pytest.raises(ValueError, match=r"'gif' is unknown; take one of svg, png, pdf"):
        render(DOT, "gif")
