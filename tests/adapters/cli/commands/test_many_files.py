"""Many files, and large ones, are fitted and predicted as one file is."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("sklearn", reason="columns are encoded for estimators")

from nzdd.adapters.files import sample_chunks

CUTS = [0, 20, 21, 48, 60]


@pytest.fixture
def frame():
    random = np.random.default_rng(0)
    ages = 6 * random.integers(3, 12, 60)
    job = random.choice(["clerk", "nurse"], 60)
    label = np.where((ages > 40) & (job == "nurse") ^ (random.random(60) < 0.1), "yes", "no")
    return pd.DataFrame({"age": ages, "job": job, "class": label})


@pytest.fixture
def bits():
    random = np.random.default_rng(1)
    X = random.integers(0, 2, (60, 5))
    frame = pd.DataFrame(X, columns=list("abcde"))
    return frame.assign(y=(X[:, :3].sum(axis=1) > 1) ^ (random.random(60) < 0.1))


def parted(frame, kind="csv"):
    """Write a table whole and in parts."""
    Path("parts").mkdir()
    for part, (a, b) in enumerate(pairwise(CUTS)):
        path = f"parts/{part}.{kind}"
        rows = frame[a:b]
        rows.to_parquet(path) if kind == "parquet" else rows.to_csv(path, index=False)
    whole = f"whole.{kind}"
    frame.to_parquet(whole) if kind == "parquet" else frame.to_csv(whole, index=False)
    return whole


def model_of(path):
    content = json.loads(Path(path).read_text())
    for key in ("facts", "calibration"):
        content.pop(key)
    return content


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("csv", ()),
        ("parquet", ("--encode", "mdl")),
        ("csv", ("--nu", "0.5", "--balanced")),
        ("parquet", ("--nu", "0.5")),
        pytest.param("parquet", (), marks=pytest.mark.slow),
        pytest.param("csv", ("--encode", "mdl"), marks=pytest.mark.slow),
        pytest.param("parquet", ("--nu", "0.5", "--balanced"), marks=pytest.mark.slow),
    ],
)
def test_the_model_is_that_of_one_file(run, frame, kind, options):
    whole = parted(frame, kind)
    one = run("fit", whole, "-o", "one.json", "--model", "soft-margin", "--json", *options)
    many = run("fit", "parts", "-o", "many.json", "--model", "soft-margin", "--json", *options)
    assert (one.code, many.code) == (0, 0)
    assert "4 files with 60 rows" in many.err
    for key in ("objective", "train_error", "rows", "distinct_rows"):
        assert one.facts[key] == pytest.approx(many.facts[key])
    assert one.facts["nonzero_weights"] > 0
    assert model_of("one.json") == model_of("many.json")


@pytest.mark.parametrize("options", [pytest.param((), marks=pytest.mark.slow), ("--balanced",)])
def test_rules_of_many_files_are_those_of_one(run, frame, options):
    frame["age"] = frame["age"].astype(str).where(frame["age"] % 9 > 0, "?")
    whole = parted(frame)
    one = run("fit", whole, "-o", "one.json", "--json", "--test", whole, *options)
    many = run("fit", "parts", "-o", "many.json", "--json", "--test", whole, *options)
    assert (one.code, many.code) == (0, 0)
    assert "4 files with 60 rows" in many.err
    for key in ("model", "rows", "objective", "gap", "train_error", "test_error", "rounds"):
        assert one.facts[key] == pytest.approx(many.facts[key])
    assert many.facts["train_error"] == pytest.approx(many.facts["test_error"])
    assert one.facts["nonzero_weights"] > 0
    assert model_of("one.json") == model_of("many.json")
    proba = [run("predict", name, "parts", "--proba").out for name in ("one.json", "many.json")]
    assert proba[0] == proba[1]


def test_rules_of_many_svmlight_files_name_the_features(run, bits):
    Path("parts").mkdir()
    lines = [
        " ".join([str(int(y)), *(f"{j + 1}:{x}" for j, x in enumerate(row) if x)]) + "\n"
        for *row, y in bits.to_numpy().tolist()
    ]
    Path("whole").write_text("".join(lines))
    for part, (a, b) in enumerate(pairwise(CUTS)):
        Path(f"parts/{part}").write_text("".join(lines[a:b]))
    assert run("fit", "whole", "-o", "one.json").code == 0
    many = run("fit", "parts", "-o", "many.json")
    assert "feature 1 = 1" in many.out
    assert model_of("one.json") == model_of("many.json")
    assert run("predict", "many.json", "parts").out == run("predict", "one.json", "whole").out


def test_bits_are_read_once_and_stay_bits(run, bits):
    whole = parted(bits)
    one = run("fit", whole, "--nu", "0.5", "-o", "one.json")
    many = run("fit", "parts/[0-2].csv", "parts/3.csv", "--nu", "0.5", "-o", "many.json")
    assert (one.code, many.code) == (0, 0)
    assert model_of("one.json") == model_of("many.json")
    assert model_of("many.json")["encoder"] is None
    path = run("fit", "parts", "--nu-path", "0.4,0.5", "--json").facts["path"]
    assert path == run("fit", whole, "--nu-path", "0.4,0.5", "--json").facts["path"]


def test_predictions_are_those_of_one_file(run, frame, monkeypatch):
    whole = parted(frame)
    assert run("fit", "parts", "-o", "m.json", "--nu", "0.5").code == 0
    plain = run("predict", "m.json", whole).out
    assert set(plain.split()) == {"yes", "no"}
    monkeypatch.setattr(sample_chunks, "CHUNK_ROWS", 17)
    assert run("predict", "m.json", "parts").out == plain
    for name, option in (("p.csv", "--proba"), ("p.txt", "--scores"), ("p.txt", "-q")):
        assert run("predict", "m.json", whole, option, "-o", f"one-{name}").code == 0
        answer = run("predict", "m.json", "parts/*.csv", option, "-o", f"many-{name}")
        assert answer.out.startswith("60 rows: ")
        assert Path(f"one-{name}").read_text() == Path(f"many-{name}").read_text()
    facts = run("predict", "m.json", "parts", "--proba", "--json").facts
    assert facts == run("predict", "m.json", whole, "--proba", "--json").facts
    monkeypatch.setattr(sample_chunks, "LARGE", 100)
    assert run("predict", "m.json", whole).out == plain
    assert run("fit", whole, "-o", "large.json", "--nu", "0.5").code == 0
    assert model_of("large.json") == model_of("m.json")


@pytest.fixture(scope="module")
def scheduler():
    """The address of a scheduler with two workers, which are threads."""
    distributed = pytest.importorskip("distributed", reason="distributed is not installed")
    options = {"processes": False, "protocol": "tcp://", "dashboard_address": None}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, **options) as cluster:
        yield cluster.scheduler_address


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(("--model", "soft-margin"), marks=pytest.mark.slow),
        pytest.param(("--encode", "mdl"), marks=pytest.mark.slow),
        ("--model", "rules"),
    ],
)
def test_workers_of_dask_learn_the_same(run, frame, scheduler, kind):
    whole = parted(frame)
    run("fit", whole, "-o", "one.json", *kind, "-q")
    outcome = run("fit", "parts", "-o", "many.json", *kind, "--dask", scheduler)
    assert outcome.code == 0
    assert "4 files with 60 rows" in outcome.err
    assert model_of("one.json") == model_of("many.json")


def test_workers_of_dask_name_the_file(refuse, frame, scheduler):
    parted(frame)
    Path("parts/2.csv").write_text("age,class\n40,yes\n")
    message = refuse("fit", "parts", "--model", "soft-margin", "-q", "--dask", scheduler)
    assert "parts/2.csv: there is no column 'job'" in message
    message = refuse("fit", "parts", "--model", "psi", "--dask", scheduler)
    assert "does not learn from several or large files" in message


def test_errors_name_the_file(refuse, run, frame, bits, monkeypatch):
    parted(frame)
    Path("parts/2.csv").write_text("age,class\n1,yes\n")
    assert "2.csv: there is no column 'job'" in refuse("fit", "parts", "-q", "--nu", "0.5")
    message = refuse("fit", "parts", "--model", "lpboost")
    assert "--model lpboost does not learn from several or large files" in message
    bits.to_csv("a.csv", index=False)
    bits.assign(b=bits["b"] * 2).to_csv("b.csv", index=False)
    message = refuse("fit", "a.csv", "b.csv", "--nu", "0.5", "-q")
    line = 2 + int(np.argmax(bits["b"]))
    assert f"b.csv, line {line}: column 'b' is 2; features are 0 or 1" in message
    bits.assign(b="x").to_csv("c.csv", index=False)
    message = refuse("fit", "a.csv", "c.csv", "--encode", "quantile", "-q")
    assert "c.csv, line 2: column 'b' is 'x'" in message
    assert run("fit", "a.csv", "b.csv", "--encode", "quantile", "-q").code == 0
    assert "c.csv, line 2: column 'b' is 'x'" in refuse("fit", "a.csv", "c.csv", "-q")
    assert "nothing*: no file has such a name" in refuse("fit", "nothing*")
    assert run("fit", "a.csv", "-o", "m.json", "--nu", "0.5", "-q").code == 0
    assert "column 'b' is 2" in refuse("predict", "m.json", "a.csv", "b.csv", "-o", "p.txt")
    assert not Path("p.txt").exists()
