"""Every kind of input by its name, by ``--format``, and damaged."""

import gzip
import random
import zipfile
from importlib import import_module

import networkx as nx
import pytest

from nzdd import ZDD
from nzdd.adapters.cli.inputs import KINDS as READABLE
from nzdd.adapters.files import formats
from nzdd.adapters.files.diagrams import dumps
from support.examples import examples

ROWS = [[0, 1], [2], [1, 2, 3]]
COVER = "3 4\n5 6 7 8\n2\n1 3\n1\n4\n3\n1 2 4\n"
TEXTS = {
    "x.clq": "c four\np edge 4 3\ne 1 2\ne 2 3\ne 1 3\n",
    "x.edgelist": "a b\nb c\na c\n",
    "x.txt": COVER,
    "x.dat": "7 8\n8 9\n7 9\n",
    "x.svm": "+1 1:1 2:1\n-1 3:1\n+1 1:1\n",
    "x": "+1 1:1 2:1\n-1 3:1\n+1 1:1\n",
    "x.csv": "a,b,c\n1,0,1\n0,1,1\n1,1,0\n",
    "x-simplices.txt": "1\n2\n2\n3\n1\n3\n",
    "x.zdd": dumps.to_text(ZDD.from_rows(ROWS)),
    "y.zdd": dumps.to_text(ZDD.from_rows(ROWS), "sapporo"),
}
KINDS = ["graph", "graph", "model", "item sets", *["labelled sample"] * 2, "table", "hypergraph",
         "ZDD", "ZDD"]  # fmt: skip


@pytest.fixture
def inputs(tmp_path):
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "x-nverts.txt").write_text("2\n2\n2\n")
    nx.write_gml(nx.cycle_graph(3), tmp_path / "x.gml")
    nx.write_graphml(nx.cycle_graph(3), tmp_path / "x.graphml")
    return tmp_path


@pytest.mark.parametrize(("name", "kind"), [*zip(TEXTS, KINDS, strict=True)])
def test_names_tell_what_a_file_is(run, inputs, name, kind):
    if kind == "table":
        pytest.importorskip("pandas")
    facts = run("info", name, "--json").facts
    assert (facts["kind"], facts["rows"], facts["distinct_rows"]) == (kind, 3, 3)
    (inputs / f"{name}.gz").write_bytes(gzip.compress((inputs / name).read_bytes()))
    packed = run("info", f"{name}.gz", "--json").facts
    assert {**packed, "seconds": 0} == {**facts, "seconds": 0}


@pytest.mark.parametrize("name", ["x.gml", "x.graphml"])
def test_graphs_of_networkx(run, inputs, name):
    facts = run("info", name, "--json").facts
    assert (facts["kind"], facts["rows"], facts["columns"]) == ("graph", 3, 3)


@pytest.mark.parametrize(
    ("old", "name"),
    [
        ("x.clq", "dimacs"),
        ("x.edgelist", "edgelist"),
        ("x.dat", "itemsets"),
        ("x.txt", "orlib"),
        ("x.zdd", "dump"),
        ("x.svm", "svmlight"),
    ],
)
def test_a_format_may_be_named(run, refuse, inputs, old, name):
    facts = run("info", old, "--json").facts
    (inputs / old).rename(inputs / "strange.name")
    named = run("info", "strange.name", "--format", name, "--json").facts
    assert {**named, "seconds": 0, "name": 0} == {**facts, "seconds": 0, "name": 0}
    if name != "svmlight":
        assert "or use --format" in refuse("info", "strange.name")


def test_every_format_has_its_functions_and_suffixes_of_its_own():
    for each in formats.FORMATS:
        assert each.kind in formats.KINDS
        module = import_module(f"nzdd.adapters.files.{each.module}")
        for name in filter(None, (each.reader, each.writer)):
            assert callable(getattr(module, name))
    ends = [end for each in formats.known(*READABLE) for end in each.suffixes]
    assert len(set(ends)) == len(ends)
    assert len({each.name for each in formats.FORMATS}) == len(formats.FORMATS)


def test_vertices_and_columns_are_drawn_by_their_names(run, inputs):
    pytest.importorskip("pandas")
    for name, label in (("x.edgelist", "{a, b}"), ("x.csv", "{a, c}"), ("x.clq", "{2, 3}")):
        assert run("draw", name, "-o", "x.dot").code == 0
        assert label in (inputs / "x.dot").read_text(encoding="utf-8")


def test_classes_of_a_table_are_drawn(run, inputs):
    pytest.importorskip("pandas")
    (inputs / "t.csv").write_text("red,round,class\n1,1,apple\n0,1,orange\n")
    facts = run("info", "t.csv", "--json").facts
    assert facts["classes"] == {"apple": 1, "orange": 1}
    outcome = run("draw", "t.csv", "-o", "x.dot", "--group", "class apple")
    assert outcome.code == 0
    assert "{red, round}" in (inputs / "x.dot").read_text(encoding="utf-8")


def test_directed_graphs_are_refused(refuse, tmp_path):
    nx.write_graphml(nx.DiGraph([(0, 1)]), tmp_path / "x.graphml")
    assert "x.graphml: the graph is directed, and a row has no" in refuse("info", "x.graphml")


def test_set_covering_problems_are_solved_and_compressed(run, refuse, inputs):
    # column 4 is in the second row alone, and covers the third; then 1 for the first
    assert run("solve", "x.txt", "--json").facts["objective"] == pytest.approx(13)
    assert run("compress", "x.txt", "-o", "small.mps").code == 0
    (inputs / "x.txt").rename(inputs / "cover")
    assert run("solve", "cover", "--format", "orlib", "--json").facts["status"] == "optimal"
    assert "names of models end in .mps, .lp, .txt" in refuse("solve", "cover")
    assert "invalid choice: 'dimacs'" in refuse("solve", "cover", "--format", "dimacs")
    (inputs / "cover.txt").write_text("1 0 1 1\n0 1 1 0\n")
    assert "8 numbers do not make a set covering problem" in refuse("solve", "cover.txt")


def test_the_vertices_of_a_dense_graph_are_drawn_in_time(run, tmp_path):
    """dot takes minutes for a dozen edges a node, so at most four are given to it."""
    lines = [f"{u} {v}\n" for u in range(90) for v in range(u)]
    (tmp_path / "x.edgelist").write_text("".join(lines))
    facts = run("draw", "x.edgelist", "-o", "x.dot", "--zdd", "--json").facts
    assert facts["shown_edges"] <= 4 * facts["nodes"]


def damaged(content, draw):
    """The content cut off, with a few bytes changed, or with something foreign in it."""
    at = draw.randrange(len(content))
    foreign = draw.choice(
        [b"-1", b"x", b"9" * 20, b"4294967295", b" ", b"\n", b"nan", b"\0", b".5"]
    )
    changed = bytearray(content)
    for place in draw.choices(range(len(content)), k=3):
        changed[place] = draw.randrange(256)
    cut, more = content[:at], content[:at] + foreign + content[at:]
    return draw.choice([cut, bytes(changed), more, gzip.compress(content)[: at + 1]])


@pytest.mark.parametrize("name", [*TEXTS, "x.gml", "x.graphml", "x.nzdd", "x.parquet"])
def test_damage_is_one_line_or_another_file(run, inputs, name):
    if name == "x.parquet":
        pandas = pytest.importorskip("pandas")
        pytest.importorskip("pyarrow")
        pandas.DataFrame({"a": [0, 1], "b": [1, 1]}).to_parquet(inputs / name)
    if name == "x.nzdd":
        ZDD.from_rows(ROWS).save(inputs / name)
    content = (inputs / name).read_bytes()
    draw = random.Random(name)
    for _ in range(examples(50)):
        (inputs / name).write_bytes(damaged(content, draw))
        outcome = run("info", name)
        if outcome.code != 0:
            assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)


def test_real_graphs_and_hypergraphs(run, data):
    facts = run("info", data / "graphs" / "keller4.clq.gz", "--json").facts
    assert (facts["rows"], facts["columns"], facts["distinct_rows"]) == (9435, 171, 9435)
    facts = run("info", data / "itemsets" / "email-Enron-simplices.txt.gz", "--json").facts
    assert (facts["kind"], facts["rows"]) == ("hypergraph", 10883)
    assert (facts["columns"], facts["used_columns"]) == (149, 143)


def test_a_published_optimum(run, data):
    facts = run("solve", data / "orlib" / "scp41.txt", "--json").facts
    assert facts["objective"] == pytest.approx(429)  # Beasley 1987


def test_problems_for_another_command_name_it(refuse, inputs):
    (inputs / "a.vrp").write_text("NAME : a\nTYPE : CVRP\n")
    (inputs / "a.bpp").write_text("1 9 9\n")
    for command, file, other in (
        ("solve", "a.vrp", "route"),
        ("pack", "a.vrp", "route"),
        ("info", "a.bpp", "pack"),
        ("route", "a.bpp", "pack"),
    ):
        message = refuse(command, file)
        assert f"problems; use the command nzdd {other}" in message
        assert "--format" not in message


def test_a_workbook_is_named_whatever_is_asked_for(refuse, tmp_path):
    with zipfile.ZipFile(tmp_path / "x.xlsx", "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
    for command in (["pack"], ["route"], ["solve"], ["fit"]):
        line = refuse(*command, "x.xlsx")
        assert line == "nzdd: x.xlsx: it is an Excel workbook; save its table as .csv or .parquet\n"
