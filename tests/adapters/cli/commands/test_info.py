import gzip
import shutil

import pytest

from nzdd import NZDD, ZDD, archive
from nzdd.formulations import ExtendedFormulation, LinearModel

KEYS = {
    "kind", "rows", "columns", "nonzeros", "distinct_rows", "zdd_nodes", "nodes", "edges", "labels",
    "groups", "seconds",
}  # fmt: skip
ROWS = [[0, 1, 2], [1], [1, 2, 3], [2, 3]]


def test_a_model_is_described_with_what_compression_would_make_of_it(run, cover, cover_file):
    facts = run("info", cover_file, "--json").facts
    assert facts.keys() >= KEYS
    assert (facts["kind"], facts["name"], facts["sense"]) == ("model", "cover", "minimize")
    assert (facts["rows"], facts["columns"], facts["nonzeros"]) == (252, 10, 1260)
    assert (facts["integers"], facts["coefficients"], facts["distinct_rows"]) == (10, 1, 252)
    assert [group["name"] for group in facts["groups"]] == ["inequality"]
    extended = ExtendedFormulation.from_model(cover)
    assert facts["compressed"] == extended.report.to_dict()["after"]
    assert facts["compressed"]["rows"] < 60


def test_people_get_the_same_as_text(run, cover_file):
    outcome = run("info", cover_file)
    assert outcome.err == ""
    assert "file         cover.mps: model, cover, minimize\n" in outcome.out
    assert "columns      10 (10 integer)\n" in outcome.out
    assert "compression would leave" in outcome.out


def test_groups_add_up(run, tmp_path):
    from nzdd.adapters.files.models import mps

    model = LinearModel(1.0, [[1, 1, 0], [1, 1, 0], [0, 1, 1], [1, 0, 2]],
                        row_lower=[1, 1, 1, 0], row_upper=[9e99, 9e99, 1, 3])  # fmt: skip
    mps.write(model, tmp_path / "m.mps")
    facts = run("info", "m.mps", "--json").facts
    assert [group["name"] for group in facts["groups"]] == ["inequality", "equality", "range"]
    for key in ("distinct_rows", "zdd_nodes", "nodes", "edges", "labels"):
        assert facts[key] == sum(group[key] for group in facts["groups"])
    assert facts["distinct_rows"] == 3


@pytest.mark.parametrize("name", ["x.dat", "x.dat.gz"])
def test_item_sets(run, tmp_path, name):
    text = b"7 8 4000000000\n8 7\n\n7 8\n"
    (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    facts = run("info", name, "--json").facts
    assert facts.keys() >= KEYS
    assert (facts["kind"], facts["rows"], facts["nonzeros"]) == ("item sets", 4, 7)
    assert (facts["columns"], facts["used_columns"]) == (4000000001, 3)
    assert facts["distinct_rows"] == 3
    assert "columns      4,000,000,001 (3 of them occur)\n" in run("info", name).out


def test_info_and_build_count_the_same_columns(run, tmp_path):
    (tmp_path / "x.dat").write_text("2 5\n3\n")
    facts = [run(*words, "--json").facts for words in (
        ["info", "x.dat"], ["build", "x.dat", "-o", "n.nzdd"], ["info", "n.nzdd"],
        ["build", "x.dat", "-o", "z.nzdd", "--zdd"], ["info", "z.nzdd"],
    )]  # fmt: skip
    assert {(each["columns"], each["used_columns"]) for each in facts} == {(6, 3)}
    assert "columns      6 (3 of them occur)\n" in run("build", "x.dat", "-o", "n.nzdd").out


def test_a_sample_has_a_diagram_a_class(run, tmp_path):
    (tmp_path / "x.svm").write_text("+1 1:1 2:1\n-1 3:1\n+1 1:1 2:1\n")
    facts = run("info", "x.svm", "--json").facts
    assert facts["classes"] == {"-1": 1, "1": 2}
    assert [group["name"] for group in facts["groups"]] == ["class -1", "class 1"]
    assert (facts["rows"], facts["columns"], facts["nonzeros"], facts["distinct_rows"]) == (
        3,
        3,
        5,
        2,
    )


def test_classes_of_like_numbers_are_told_apart(run, tmp_path):
    (tmp_path / "x.svm").write_text("1234567 1:1\n1234568 2:1\n0.5 2:1\n1234567 1:1 2:1\n")
    facts = run("info", "x.svm", "--json").facts
    assert facts["classes"] == {"0.5": 1, "1234567": 2, "1234568": 1}
    assert [group["name"] for group in facts["groups"]] == [f"class {k}" for k in facts["classes"]]


def test_diagrams(run, tmp_path):
    zdd = ZDD.from_rows(ROWS, order="natural")
    zdd.save(tmp_path / "z.nzdd")
    facts = run("info", "z.nzdd", "--json").facts
    assert (facts["kind"], facts["rows"], facts["columns"], facts["nonzeros"]) == ("ZDD", 4, 4, 9)
    assert (facts["zdd_nodes"], facts["order"]) == (zdd.num_nodes, "natural")
    NZDD.from_rows(ROWS).save(tmp_path / "n.nzdd")
    facts = run("info", "n.nzdd", "--json").facts
    assert (facts["kind"], facts["rows"], facts["nonzeros"], facts["zdd_nodes"]) == (
        "NZDD",
        4,
        9,
        None,
    )


def test_the_total_weight_stands_beside_the_distinct_rows(run, tmp_path):
    weights = [5, 1, 2, 10]
    for kind in (ZDD, NZDD):
        kind.from_rows(ROWS, weights).save(tmp_path / "w.nzdd")
        facts = run("info", "w.nzdd", "--json").facts
        assert (facts["rows"], facts["total_weight"]) == (4, 18)
        assert "total weight 18\n" in run("info", "w.nzdd").out


def test_diagrams_of_more_rows_than_fit_into_a_float(run, tmp_path):
    size = 1100
    both = [node for node in range(size) for _ in range(2)]
    nzdd = NZDD.from_edges(
        size + 1, both, [node + 1 for node in both], [i // 2 for i in range(1, 2 * size + 2)],
        range(size), size, multiplicity=[1.0] * (2 * size),
    )  # fmt: skip
    nzdd.save(tmp_path / "n.nzdd")
    facts = run("info", "n.nzdd", "--json").facts
    assert facts["rows"] == 2**size
    assert facts["nonzeros"] == size * 2 ** (size - 1)
    assert "about 10^331" in run("info", "n.nzdd").out


@pytest.mark.parametrize("name", ["e.nzdd", "e.nzdd.gz"])
def test_extended_formulations(run, tmp_path, cover, name):
    extended = ExtendedFormulation.from_model(cover)
    extended.save(tmp_path / "e.nzdd")
    if name.endswith("gz"):
        (tmp_path / name).write_bytes(gzip.compress((tmp_path / "e.nzdd").read_bytes()))
    facts = run("info", name, "--json").facts
    assert facts.keys() >= KEYS
    assert (facts["kind"], facts["rows"]) == ("extended formulation", 252)
    assert facts["compressed"] == extended.report.to_dict()["after"]


def test_lp_files(run, tmp_path):
    pytest.importorskip("pyscipopt")
    (tmp_path / "x.lp").write_text("Minimize\n obj: x\nSubject To\n a: x + y >= 1\nEnd\n")
    assert run("info", "x.lp", "--json").facts["rows"] == 1


def test_a_model_without_rows(run, tmp_path):
    (tmp_path / "x.mps").write_text("NAME e\nROWS\n N O\nCOLUMNS\n x O 1\nRHS\nENDATA\n")
    outcome = run("info", "x.mps", "--json")
    assert (outcome.code, outcome.facts["rows"], outcome.facts["edges"]) == (0, 0, 0)
    assert "no rows" in run("info", "x.mps").out


@pytest.mark.parametrize(
    "suffix", ["mps", "lp", "nzdd", "dat", "svm", "mps.gz", "nzdd.gz", "dat.gz"]
)
@pytest.mark.parametrize(
    "content", [None, b"", b"\x00\xff\xfe junk \x80\n" * 9, gzip.compress(b"1 " * 99, mtime=0)[:-9]]
)
def test_bad_files_are_one_line(refuse, tmp_path, suffix, content):
    if suffix == "lp":
        pytest.importorskip("pyscipopt")
    path = tmp_path / f"bad.{suffix}"
    if content is not None:
        path.write_bytes(content)
    assert f"bad.{suffix}" in refuse("info", path)


def test_other_suffixes_folders_and_truncated_archives_are_refused(refuse, tmp_path):
    (tmp_path / "x.doc").write_text("1 2\n")
    assert "end in .mps, .lp, .txt, .svm, .libsvm, .csv" in refuse("info", "x.doc")
    (tmp_path / "d.nzdd").mkdir()
    assert "d.nzdd: Is a directory; name a file in it" in refuse("info", "d.nzdd")
    ZDD.from_rows(ROWS).save(tmp_path / "z.nzdd")
    content = (tmp_path / "z.nzdd").read_bytes()
    (tmp_path / "t.nzdd").write_bytes(content[: len(content) // 2])
    assert "t.nzdd: the file is damaged" in refuse("info", "t.nzdd")


def test_the_published_sizes_of_a9a(run, data, tmp_path):
    shutil.copy(data / "classification" / "a9a.gz", tmp_path / "a9a.svm.gz")
    facts = run("info", "a9a.svm.gz", "--json").facts
    # table 8; two more edges join the diagrams of the classes there
    assert (facts["nodes"], facts["edges"] + 2) == (776, 20657)


def test_archives_of_later_releases_are_refused(refuse, tmp_path):
    archive.write(tmp_path / "x.nzdd", "decision tree", {})
    assert "it holds 'decision tree', which this release does not know" in refuse("info", "x.nzdd")
