import gzip

import numpy as np
import pytest

from nzdd.adapters.files.models import mps, solutions
from nzdd.adapters.methods import dispatch
from nzdd.formulations import ExtendedFormulation, LinearModel


def test_compress_solve_recover(run, cover, cover_file):
    outcome = run("compress", cover_file, "-o", "small.mps.gz", "--archive", "a.nzdd", "--json")
    assert outcome.code == 0
    facts = outcome.facts
    assert facts.keys() == {"before", "after", "ratios", "warning", "groups", "seconds"}
    assert facts["before"] == {"rows": 252, "columns": 10, "nonzeros": 1260}
    small = mps.read("small.mps.gz")
    assert facts["after"]["nonzeros"] == small.num_nonzeros < 200
    assert facts["groups"][0]["replaced"] == 252

    solved = run("solve", "small.mps.gz", "--solver", "scip", "--solution", "small.sol", "--json")
    assert solved.facts["objective"] == 21
    outcome = run("recover", "a.nzdd", "small.sol", "-o", "full.sol", "--json")
    assert (outcome.code, outcome.facts) == (
        0,
        {"objective": 21.0, "max_violation": 0.0, "feasible": True},
    )
    x = solutions.read("full.sol", cover)
    assert cover.violation(x).scaled == 0
    assert x.tolist() == [1.0] * 6 + [0.0] * 4


def test_people_get_text(run, cover_file):
    outcome = run("compress", cover_file, "-o", "small.mps", "--archive", "a.nzdd")
    assert "before" in outcome.out
    assert "written     small.mps, a.nzdd" in outcome.out
    solved = run("solve", "small.mps", "--solution", "small.sol")
    assert solved.code == 0
    assert "feasible     yes" in run("recover", "a.nzdd", "small.sol", "-o", "full.sol").out


@pytest.mark.parametrize(
    ("minimize", "order"),
    [
        ("nonzeros", "natural"),
        ("edges", "reverse-frequency"),
        pytest.param("nonzeros", "reverse-frequency", marks=pytest.mark.slow),
        pytest.param("edges", "natural", marks=pytest.mark.slow),
    ],
)
def test_every_option_gives_a_model_of_the_same_optimum(run, cover_file, minimize, order):
    options = ["--minimize", minimize, "--order", order]
    assert run("compress", cover_file, "-o", "small.mps", *options).code == 0
    assert dispatch.solve(mps.read("small.mps")).fun == pytest.approx(21)


@pytest.mark.parametrize("command", ["info", "compress"])
def test_more_rows_and_columns_for_fewer_nonzeros_are_told(run, tmp_path, command):
    rng = np.random.default_rng(0)
    matrix = (rng.random((300, 40)) < 0.5).astype(float)
    mps.write(LinearModel(np.ones(40), matrix, row_lower=1), tmp_path / "x.mps")
    options = ["-o", "y.mps"] if command == "compress" else []
    outcome = run(command, "x.mps", *options, "--json")
    after = outcome.facts["after" if command == "compress" else "compressed"]
    assert after["nonzeros"] < np.count_nonzero(matrix)
    assert after["rows"] > 300
    assert outcome.facts["ratios"]["columns"] == after["columns"] / 40
    assert f"rows from 300 to {after['rows']}" in outcome.facts["warning"]
    assert f"warning: {outcome.facts['warning']}" in outcome.err.replace("compressed: ", "")
    assert "warning" not in run(command, "x.mps", *options, "--quiet").err


def test_a_model_that_does_not_shrink_stays_and_says_so(run, tmp_path):
    mps.write(LinearModel([1, 1], [[1, 2]], row_lower=1), tmp_path / "x.mps")
    outcome = run("compress", "x.mps", "-o", "y.mps")
    assert "stays as it is" in outcome.out
    assert mps.read("y.mps").num_rows == 1


def test_a_point_that_breaks_rows_is_written_and_told(run, cover, tmp_path):
    ExtendedFormulation.from_model(cover).save(tmp_path / "a.nzdd")
    (tmp_path / "s.sol").write_text("x0 1\n")
    outcome = run("recover", "a.nzdd", "s.sol", "-o", "full.sol")
    assert outcome.code == 1
    assert "feasible     no: row" in outcome.out
    assert (tmp_path / "full.sol").read_text() == "=obj= 1.0\nx0 1.0\n"
    facts = run("recover", "a.nzdd", "s.sol", "-o", "full.sol", "--json").facts
    assert (facts["feasible"], facts["max_violation"]) == (False, 0.5)


def test_bad_files_of_recover(refuse, cover, cover_file, tmp_path):
    ExtendedFormulation.from_model(cover).save(tmp_path / "a.nzdd")
    (tmp_path / "s.sol").write_text("=obj= 1\nx0 1\nq 1\n")
    assert "s.sol, line 3: the model has no column 'q'" in refuse(
        "recover", "a.nzdd", "s.sol", "-o", "o.sol"
    )
    for other in (cover_file, "s.sol"):
        message = f"{other}: it is no archive of nzdd; give the one that nzdd compress --archive"
        assert message in refuse("recover", other, "s.sol", "-o", "o.sol")
    (tmp_path / "zip.nzdd").write_bytes(b"PK\x03\x04" * 99)
    assert "zip.nzdd: the file is damaged or not an nzdd archive" in refuse(
        "recover", "zip.nzdd", "s.sol", "-o", "o.sol"
    )
    (tmp_path / "cover.mps.gz").write_bytes(gzip.compress((tmp_path / cover_file).read_bytes()))
    for name in (cover_file, "cover.mps.gz"):
        message = f"{name}: it is a model (MPS), not a solution; solve it first"
        assert message in refuse("recover", "a.nzdd", name, "-o", "o.sol")
    assert "a.nzdd: it is an archive, not a solution; give" in refuse(
        "recover", "a.nzdd", "a.nzdd", "-o", "o.sol"
    )
    (tmp_path / "c.lp").write_text("\\ of ten\nMinimize\n cost: x0\nSubject To\nEnd\n")
    assert "c.lp: it is a model (LP), not a solution; solve it first" in refuse(
        "recover", "a.nzdd", "c.lp", "-o", "o.sol"
    )
    assert "named twice" in refuse("recover", "a.nzdd", "s.sol", "-o", "s.sol")
    assert not (tmp_path / "o.sol").exists()


@pytest.mark.parametrize(
    ("outputs", "message"),
    [
        (["-o", "x.lp"], "unknown output format; name a file in .mps, .mps.gz"),
        (["-o", "cover.mps"], "named twice"),
        (["-o", "no/x.mps"], "does not exist"),
        (["-o", "x.mps", "--archive", "x.zip"], "name a file in .nzdd"),
    ],
)
def test_outputs_are_checked_before_the_work(refuse, outputs, message):
    # the input need not even exist
    assert message in refuse("compress", "cover.mps", *outputs)


def test_names_with_blanks_and_beyond_ascii_survive(run, tmp_path):
    model = LinearModel(
        [1, 1, 1], [[1, 1, 0], [0, 1, 1]], row_lower=1, integrality=1,
        column_names=["größe", "two words", "数"], row_names=["é", "b"],
    )  # fmt: skip
    mps.write(model, tmp_path / "x.mps")
    facts = run("solve", "x.mps", "--solution", "x.sol", "--json").facts
    assert facts["objective"] == 1
    assert (tmp_path / "x.sol").read_text(encoding="utf-8") == "=obj= 1.0\ntwo_words 1.0\n"
    assert run("draw", "x.mps", "-o", "ü x.dot").code == 0
    assert "größe" in (tmp_path / "ü x.dot").read_text(encoding="utf-8")
