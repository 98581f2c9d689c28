import shutil

import pytest

from nzdd import NZDD, ZDD
from nzdd.formulations import ExtendedFormulation

ROWS = [[0, 1, 2], [1], [1, 2, 3], [2, 3]]


def test_item_sets_are_drawn_with_their_numbers(run, tmp_path):
    (tmp_path / "x.dat").write_text("70 80\n90\n")
    outcome = run("draw", "x.dat", "-o", "x.dot", "--json")
    assert outcome.facts == {"group": "rows", "diagram": "NZDD", "nodes": 2}
    text = (tmp_path / "x.dot").read_text(encoding="utf-8")
    assert "digraph NZDD" in text
    assert "{70, 80}" in text
    assert run("draw", "x.dat", "-o", "x.dot", "--zdd").code == 0
    assert "digraph ZDD" in (tmp_path / "x.dot").read_text(encoding="utf-8")


def test_models_are_drawn_with_their_terms(run, tmp_path):
    pytest.importorskip("pyscipopt")
    (tmp_path / "x.lp").write_text(
        "Minimize\n obj: x\nSubject To\n"
        " a: 2 x - y >= 3\n b: x + y = 1\n c: 2 x - y + 1.5 z >= 3\nEnd\n"
    )
    outcome = run("draw", "x.lp", "-o", "x.dot", "--zdd")
    assert "drawing the rows of inequality; for others use --group equality" in outcome.err
    text = (tmp_path / "x.dot").read_text(encoding="utf-8")
    for name in ("2 x", "-y", "1.5 z", "-3"):
        assert f'label="{name}"' in text
    outcome = run("draw", "x.lp", "-o", "x.dot", "--group", "equality")
    assert outcome.err == ""
    assert "{x, y, -1}" in (tmp_path / "x.dot").read_text(encoding="utf-8")


def test_a_class_of_a_sample_is_drawn(run, tmp_path):
    (tmp_path / "x.svm").write_text("+1 1:1 2:1\n-1 3:1\n")
    outcome = run("draw", "x.svm", "-o", "x.dot", "--group", "class 1")
    assert outcome.code == 0
    assert "{1, 2}" in (tmp_path / "x.dot").read_text(encoding="utf-8")
    assert "--group 'class 1'" in run("draw", "x.svm", "-o", "x.dot").err


def test_archives_are_drawn(run, refuse, tmp_path, cover):
    ZDD.from_rows(ROWS).save(tmp_path / "z.nzdd")
    NZDD.from_rows(ROWS).save(tmp_path / "n.nzdd")
    ExtendedFormulation.from_model(cover).save(tmp_path / "e.nzdd")
    assert run("draw", "z.nzdd", "-o", "z.dot", "--zdd", "--json").facts["diagram"] == "ZDD"
    assert run("draw", "z.nzdd", "-o", "z.dot", "--json").facts["diagram"] == "NZDD"
    assert run("draw", "n.nzdd", "-o", "n.dot").code == 0
    assert run("draw", "e.nzdd", "-o", "e.dot", "--json").facts["group"] == "inequality"
    assert "leave out --zdd" in refuse("draw", "n.nzdd", "-o", "n.dot", "--zdd")


@pytest.mark.skipif(shutil.which("dot") is None, reason="the program dot is missing")
@pytest.mark.parametrize(
    ("suffix", "magic"), [("svg", b"<?xml"), ("PNG", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_pictures(run, tmp_path, cover_file, suffix, magic):
    assert run("draw", cover_file, "-o", f"x.{suffix}").code == 0
    assert (tmp_path / f"x.{suffix}").read_bytes().startswith(magic)


def test_without_the_program_pictures_are_refused_before_the_work_and_dot_text_is_not(
    run, refuse, monkeypatch, cover_file
):
    monkeypatch.setenv("PATH", "")
    assert "write a .dot file" in refuse("draw", "no such file.dat", "-o", "x.svg")
    assert run("draw", cover_file, "-o", "x.dot").code == 0


def test_what_cannot_be_drawn_is_refused(run, refuse, tmp_path):
    (tmp_path / "x.dat").write_text("1 2\n3\n1 3\n2 3\n")
    assert "too many for a picture of at most 1 nodes" in refuse(
        "draw", "x.dat", "-o", "x.dot", "--max-nodes", "1"
    )
    assert "take one of rows" in refuse("draw", "x.dat", "-o", "x.dot", "--group", "columns")
    assert "name a file in .dot, .svg, .png, .pdf" in refuse("draw", "x.dat", "-o", "x.gif")
    (tmp_path / "x.mps").write_text("NAME e\nROWS\n N O\nCOLUMNS\n x O 1\nRHS\nENDATA\n")
    assert "no rows to draw" in refuse("draw", "x.mps", "-o", "x.dot")
