from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from nzdd import NZDD, ZDD, Multiset
from support.sets.diagrams import same_arrays
from support.sets.families import row_set


@pytest.fixture
def parts(tmp_path):
    """A matrix in three Parquet files."""
    matrix = np.random.default_rng(0).random((300, 12)) < 0.3
    names = [f"x{j}" for j in range(12)]
    for part, rows in enumerate(np.array_split(matrix, 3)):
        pd.DataFrame(rows, columns=names).to_parquet(tmp_path / f"part-{part}.parquet")
    return matrix


def test_files_become_a_diagram(run, parts):
    outcome = run("build", "part-*.parquet", "-o", "a.nzdd", "--chunk-rows", 40, "--json")
    found = NZDD.load("a.nzdd")
    expected = Multiset.from_chunks([parts]).nzdd()
    assert outcome.code == 0
    assert outcome.facts.pop("seconds") >= 0
    facts = {key: value for key, value in outcome.facts.items() if key != "seconds"}
    assert facts == {
        "files": 3,
        "rows": 300,
        "columns": 12,
        "used_columns": 12,
        "distinct": len(np.unique(parts, axis=0)),
        "order": expected.order.name,
        "diagram": "NZDD",
        "nodes": expected.num_nodes,
        "edges": expected.num_edges,
        "written": "a.nzdd",
    }
    np.testing.assert_array_equal(found.multiplicity, expected.multiplicity)
    assert run("info", "a.nzdd", "--json").facts["rows"] == found.count()


@pytest.mark.parametrize("more", [[], ["--zdd"], ["--minimize", "nonzeros"]])
@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_a_file_gives_the_diagram_of_its_rows(run, parts, suffix, more):
    """In the same order by default, however it is read."""
    rows = np.concatenate((parts[::-1], parts[:90]))
    table = pd.DataFrame(rows.astype(int), columns=[f"x{j}" for j in range(12)])
    table.to_parquet("all.parquet") if suffix == "parquet" else table.to_csv("all.csv", index=False)
    kind = ZDD if more == ["--zdd"] else NZDD
    expected = kind.from_rows(rows, **({"minimize": more[1]} if more[1:] else {}))
    for chunk_rows in (50, 65536):
        run("build", f"all.{suffix}", "-o", "a.nzdd", "--chunk-rows", chunk_rows, *more)
        found = kind.load("a.nzdd")
        assert found.order.symbols.tolist() == expected.order.symbols.tolist()
        assert found.num_nodes == expected.num_nodes
        assert row_set(found) == row_set(expected)
        assert found.names == tuple(f"x{j}" for j in range(12))
        assert run("draw", "a.nzdd", "-o", "a.dot").code == 0
        assert "x11" in Path("a.dot").read_text()


def test_people_get_text_and_may_choose(run, parts):
    files = [f"part-{part}.parquet" for part in range(3)]
    outcome = run("build", *files, "-o", "a.nzdd", "--zdd", "--order", "reverse-frequency")
    assert "rows         300\n" in outcome.out
    zdd = ZDD.load("a.nzdd")
    assert zdd == ZDD.from_rows(parts)
    assert zdd.order.name == "reverse frequency"


@pytest.mark.slow
def test_a_cluster_of_its_own(run, parts):
    files = [f"part-{part}.parquet" for part in range(3)]
    outcome = run("build", *files, "-o", "b.nzdd", "--minimize", "nonzeros", "--dask", "local")
    assert outcome.code == 0
    found, expected = NZDD.load("b.nzdd"), NZDD.from_rows(parts, minimize="nonzeros")
    assert found.order.symbols.tolist() == expected.order.symbols.tolist()
    assert found.num_nodes == expected.num_nodes
    assert row_set(found) == row_set(expected)


def test_little_memory(run, parts):
    run("build", "part-*.parquet", "-o", "a.nzdd", "--order", "natural", "--chunk-rows", 10)
    more = ["--order", "natural", "--chunk-rows", 10, "--memory", "4K"]
    assert run("build", "part-*.parquet", "-o", "b.nzdd", *more).code == 0
    assert same_arrays(NZDD.load("b.nzdd"), NZDD.load("a.nzdd"))


def test_bad_input_is_one_line(refuse, parts, tmp_path):
    (tmp_path / "bad.dat").write_text("1 2\n3 x\n")
    (tmp_path / "few.dat").write_text("1 2\n")
    for arguments, message in [
        (["bad.dat"], "bad.dat, line 2: 'x' is not expected"),
        (["few.dat", "--symbols", 2], "few.dat: there is an item or index beyond the 2 symbols"),
        (["few.dat", "--symbols", -2], "num_symbols is -2"),
        (
            ["few.dat", "part-0.parquet"],
            "its format is table, and that of few.dat is item sets",
        ),
        (["*.svm"], "*.svm: no file has such a name"),
        (["few.dat", "--chunk-rows", 0], "chunk_rows is 0"),
    ]:
        assert message in refuse("build", *arguments, "-o", "a.nzdd")
    assert "name a file in .nzdd" in refuse("build", "few.dat", "-o", "a.svg")
    assert not (tmp_path / "a.nzdd").exists()
