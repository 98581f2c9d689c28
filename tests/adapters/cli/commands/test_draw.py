import pytest

from nzdd import NZDD, ZDD
from nzdd.formulations import ExtendedFormulation

ROWS = [[0, 1, 2], [1], [1, 2, 3], [2, 3]]


def test_item_sets_are_drawn_with_their_numbers(run, tmp_path):
    (tmp_path / "x.dat").write_text("70 80\n90\n")
    outcome = run("draw", "x.dat", "-o", "x.dot", "--json")
    assert outcome.facts == {
        "group": "rows",
        "diagram": "NZDD",
        "nodes": 2,
        "shown_nodes": 2,
        "shown_edges": 2,
        "written": "x.dot",
    }
    text = (tmp_path / "x.dot").read_text(encoding="utf-8")
    assert "digraph NZDD" in text
    assert "{70, 80}" in text
    assert run("draw", "x.dat", "-o", "x.dot", "--zdd").code == 0
    assert "digraph ZDD" in (tmp_path / "x.dot").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["x.dat", "x.txt"])
def test_item_sets_of_words_are_drawn_and_built(run, tmp_path, name):
    (tmp_path / name).write_text("bread jam\nbread butter\nmilk\n")
    for output in ("x.dot", "x.html"):
        assert run("draw", name, "-o", output).code == 0
        text = (tmp_path / output).read_text(encoding="utf-8")
        assert all(word in text for word in ("bread", "butter", "jam", "milk"))
    assert run("info", name, "--json").facts["rows"] == 3
    assert run("build", name, "-o", "x.zdd").code == 0
    assert {*ZDD.load(tmp_path / "x.zdd").named_rows()} == {
        ("bread", "jam"),
        ("bread", "butter"),
        ("milk",),
    }


def test_words_between_commas_are_told_from_a_table(run, tmp_path):
    (tmp_path / "x.txt").write_text("red wine, cheese\nbread, jam\ntea\n")
    assert run("build", "x.txt", "-o", "x.zdd").code == 0
    found = {*ZDD.load(tmp_path / "x.zdd").named_rows()}
    assert found == {("cheese", "red wine"), ("bread", "jam"), ("tea",)}
    (tmp_path / "y.txt").write_text("age, risk\n38, high\n21, low\n")
    assert run("build", "y.txt", "-o", "y.zdd").code == 2


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


def test_archives_are_drawn_with_their_names(run, tmp_path):
    names = ["fig", "red plum", ("a", 1), 7]
    zdd = ZDD.from_rows(ROWS).named(names)
    zdd.save(tmp_path / "z.nzdd")
    zdd.to_nzdd().save(tmp_path / "n.nzdd")
    for file, *options in (("z.nzdd", "--zdd"), ("z.nzdd",), ("n.nzdd",)):
        for output in ("x.dot", "x.html"):
            assert run("draw", file, "-o", output, *options).code == 0
            text = (tmp_path / output).read_text(encoding="utf-8")
            assert all(name in text for name in ("fig", "red plum", "('a', 1)", "7"))


def test_archives_are_drawn(run, refuse, tmp_path, cover):
    ZDD.from_rows(ROWS).save(tmp_path / "z.nzdd")
    NZDD.from_rows(ROWS).save(tmp_path / "n.nzdd")
    ExtendedFormulation.from_model(cover).save(tmp_path / "e.nzdd")
    for options, kind in (((), "ZDD"), (("--zdd",), "ZDD"), (("--nzdd",), "NZDD")):
        outcome = run("draw", "z.nzdd", "-o", "z.dot", *options, "--json")
        assert outcome.facts["diagram"] == kind
    assert run("draw", "n.nzdd", "-o", "n.dot").code == 0
    assert run("draw", "e.nzdd", "-o", "e.dot", "--json").facts["group"] == "inequality"
    assert "not allowed with" in refuse("draw", "z.nzdd", "-o", "z.dot", "--zdd", "--nzdd")
    assert "leave out --zdd" in refuse("draw", "n.nzdd", "-o", "n.dot", "--zdd")


@pytest.mark.parametrize(
    ("suffix", "magic"),
    [("svg", b"<?xml"), ("PNG", b"\x89PNG"), ("pdf", b"%PDF"), ("tex", b"% Put")],
)
def test_pictures(run, tmp_path, cover_file, suffix, magic):
    assert run("draw", cover_file, "-o", f"x.{suffix}").code == 0
    assert (tmp_path / f"x.{suffix}").read_bytes().startswith(magic)


def test_a_page_for_the_browser(run, refuse, tmp_path, cover_file):
    outcome = run("draw", cover_file, "--html", "--json")
    assert outcome.facts["written"] == "cover.html"
    page = (tmp_path / "cover.html").read_text(encoding="utf-8")
    assert "<title>cover.mps: inequality</title>" in page
    assert '"names":["x0","x1",' in page
    assert run("draw", cover_file, "-o", "a.HTML", "--zdd").code == 0
    assert 'data-kind="ZDD"' in (tmp_path / "a.HTML").read_text(encoding="utf-8")
    assert "name a file in .html" in refuse("draw", cover_file, "--html", "-o", "x.svg")
    assert "there is no output" in refuse("draw", cover_file)


def test_real_item_sets_become_a_page(run, tmp_path, data):
    outcome = run("draw", data / "itemsets" / "retail.dat.gz", "--html", "--json")
    assert outcome.facts["shown_edges"] == 40_000
    assert "40,000 of" in outcome.err
    assert (tmp_path / "retail.html").stat().st_size > 10**6


def test_a_part_of_a_large_diagram_is_drawn_with_a_note(run, tmp_path, cover_file):
    outcome = run("draw", cover_file, "-o", "x.dot", "--zdd", "--max-nodes", "10", "--json")
    assert outcome.facts["shown_nodes"] == 10
    assert outcome.facts["nodes"] > 10
    assert outcome.err.startswith("nzdd: shown: 10 of ")
    assert "shown: 10 of" in (tmp_path / "x.dot").read_text(encoding="utf-8")
    outcome = run("draw", cover_file, "-o", "x.dot", "--zdd", "--around", "5", "--radius", "1")
    assert "those within 1 edge of node 5" in outcome.err
    assert run("draw", cover_file, "-o", "x.dot", "--max-nodes", "10", "-q").err == ""


def test_what_cannot_be_drawn_is_refused(run, refuse, tmp_path):
    (tmp_path / "x.dat").write_text("1 2\n3\n1 3\n2 3\n")
    assert "a picture needs at least one node" in refuse(
        "draw", "x.dat", "-o", "x.dot", "--max-nodes", "0"
    )
    assert "around is 99, but the nodes" in refuse("draw", "x.dat", "-o", "x.dot", "--around", "99")
    assert "take one of rows" in refuse("draw", "x.dat", "-o", "x.dot", "--group", "columns")
    assert "name a file in .svg, .png, .pdf, .tex, .dot, .html" in refuse(
        "draw", "x.dat", "-o", "x.gif"
    )
    (tmp_path / "x.mps").write_text("NAME e\nROWS\n N O\nCOLUMNS\n x O 1\nRHS\nENDATA\n")
    assert "no rows to draw" in refuse("draw", "x.mps", "-o", "x.dot")
