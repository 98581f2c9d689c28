import gzip
import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from nzdd.adapters.files import classifiers
from nzdd.formulations.learning.soft_margin import fit

KEYS = {
    "objective",
    "gap",
    "nonzero_weights",
    "train_error",
    "test_error",
    "rounds",
    "edges",
    "seconds",
}
RANDOM = np.random.default_rng(0)
ROWS = (RANDOM.random((200, 6)) < 0.5).astype(np.uint8)
NOISY = (ROWS[:, 0] | ROWS[:, 1]) ^ (RANDOM.random(200) < 0.05)


def svmlight(path, rows, labels):
    lines = [
        " ".join([str(label), *(f"{j + 1}:1" for j in np.flatnonzero(row))])
        for row, label in zip(rows, labels, strict=True)
    ]
    path.write_text("\n".join(lines) + "\n")
    return path.name


@pytest.fixture
def train(tmp_path):
    return svmlight(tmp_path / "train.svm", ROWS[:150], NOISY[:150])


@pytest.fixture
def test(tmp_path):
    return svmlight(tmp_path / "test.svm", ROWS[150:], NOISY[150:])


@pytest.fixture
def table(tmp_path):
    pytest.importorskip("pandas", reason="tables are read by pandas")
    random = np.random.default_rng(1)
    ages, colours = random.integers(20, 60, 150), random.choice(["red", "green", "blue"], 150)
    label = np.where((ages > 40) & (colours == "red"), "yes", "no")
    lines = ["age,colour,class", *map(",".join, zip(ages.astype(str), colours, label, strict=True))]
    (tmp_path / "table.csv").write_text("\n".join(lines) + "\n")
    return "table.csv"


def test_a_sample_is_fitted_saved_and_predicted(run, train, test):
    outcome = run("fit", train, "--nu", "0.4", "--test", test, "-o", "model.json", "--json")
    assert outcome.code == 0
    facts = outcome.facts
    assert facts.keys() >= KEYS
    expected = fit(ROWS[:150], NOISY[:150], nu=0.4)
    [result] = expected.results
    assert facts["objective"] == pytest.approx(result.objective, abs=1e-9)
    assert 0 <= facts["gap"] <= 1e-8
    assert facts["train_error"] == expected.classifier.error_rate(ROWS[:150], NOISY[:150])
    assert facts["test_error"] == expected.classifier.error_rate(ROWS[150:], NOISY[150:])
    assert facts["seconds"].keys() >= {"read", "build", "solve"}
    assert (facts["nu"], facts["status"], facts["limit"]) == (0.4, "optimal", None)
    saved = classifiers.load("model.json")
    np.testing.assert_allclose(saved.classifier.weights, expected.classifier.weights, atol=1e-6)
    assert saved.facts["objective"] == facts["objective"]
    predicted = run("predict", "model.json", test)
    assert predicted.code == 0
    answers = np.array(predicted.out.split(), int)
    assert np.mean(answers != NOISY[150:]) == facts["test_error"]
    scored = run("predict", "model.json", test, "--scores", "--json").facts
    np.testing.assert_array_equal(np.array(scored["scores"]) > 0, answers)
    Path("none.svm").write_text("# no rows\n")
    empty = run("predict", "model.json", "none.svm", "--scores", "--json")
    assert (empty.code, empty.facts["predictions"], empty.facts["scores"]) == (0, [], [])


@pytest.mark.parametrize(
    "options",
    [
        ["--algorithm", "column-generation"],
        ["--algorithm", "column-generation", "--solver", "glop"],
        ["--algorithm", "erlpboost", "--gap", "1e-4"],
        ["--algorithm", "erlpboost", "--solver", "pdlp"],
        ["--algorithm", "lp", "--solver", "scipy"],
        ["--slack", "edge"],
        ["--slack", "block", "--blocks", "8"],
        ["--balanced"],
        ["--bias", "free"],
        ["--bias", "none", "--nonnegative"],
    ],
)
def test_every_road_ends(run, train, options):
    outcome = run("fit", train, "--nu", "0.4", *options, "--json")
    assert outcome.code == 0
    assert outcome.facts["gap"] <= 1e-3


def test_people_see_the_rules_and_what_they_are_worth(run, train):
    outcome = run("fit", train, "-q", "--model", "soft-margin")
    assert outcome.code == 0
    for word in ("objective", "train error", "feature 1", "(intercept)", "nu 0."):
        assert word in outcome.out


def test_columns_of_a_table_are_encoded_and_keep_their_names(run, table):
    arguments = ("--encode", "quantile", "--nu", "0.1", "-o", "model.json")
    outcome = run("fit", table, *arguments, "--test", table, "--json")
    assert outcome.code == 0
    facts = outcome.facts
    assert facts["train_error"] == facts["test_error"]
    saved = classifiers.load("model.json")
    assert "colour = red" in saved.classifier.feature_names
    predicted = run("predict", "model.json", table).out.split()
    labels = [line.rpartition(",")[2] for line in Path(table).read_text().split()[1:]]
    assert np.mean(np.array(predicted) != labels) == facts["train_error"]


def test_a_path_over_nu_is_a_table(run, train, test):
    outcome = run("fit", train, "--nu-path", "0.3,0.5,0.7", "--test", test, "--json")
    assert outcome.code == 0
    path = outcome.facts["path"]
    assert [point["nu"] for point in path] == [0.3, 0.5, 0.7]
    objectives = [point["objective"] for point in path]
    assert objectives == sorted(objectives)
    assert len(run("fit", train, "--nu-path", "4", "-q").out.splitlines()) == 6


def test_three_classes(run, tmp_path):
    name = svmlight(tmp_path / "three.svm", ROWS, ROWS[:, 0] + ROWS[:, 1] + 5)
    facts = run("fit", name, "--nu", "0.4", "--json").facts
    assert facts["classes"] == [5, 6, 7]
    assert len(facts["objective"]) == len(facts["edges"]) == 3
    complaint = run("fit", name, "--nu-path", "3")
    assert complaint.code == 2
    assert "--nu-path needs two classes, and the sample has 3" in complaint.err


def test_bad_input_is_one_line_with_the_cure(refuse, train, table, tmp_path):
    svmlight(tmp_path / "one.svm", ROWS[:3], [1, 1, 1])
    for arguments, words in (
        (["fit", "none.svm"], "no such file; check the path"),
        (["fit", train, "--nu", "1.5"], "'1.5' is not a number above 0 and up to 1"),
        (["fit", train, "--nu", "nan"], "'nan' is not a number"),
        (["fit", train, "--gap", "-1"], "gap is -1.0; give a number above 0"),
        (["fit", "one.svm", "--nu", "0.3"], "there is only one class, [1]"),
        (["fit", table, "--encode", "none"], "neither quantile nor mdl nor a number"),
        (["fit", table, "--label", "size", "--encode", "mdl"], "size"),
        (["fit", table, "--encode", "mdl", "--test", train], "made from a table; give a file of"),
        (["fit", train, "--model", "lpboost", "--nu", "0.3"], "--nu is an option of --model soft"),
        (["fit", train, "--model", "lpboost", "-o", "m.json"], "no model file holds --model lpb"),
        (["fit", train, "--model", "psi", "--balanced"], "does not take --balanced; leave it out"),
        (["fit", train, "-o", train], "unknown output format"),
        (["fit", train, "-o", "no/where.json"], "create it first"),
        (["fit", train, "--nu-path", "3", "-o", "m.json"], "choose one by --nu"),
        (["fit", train, "--nu-path", "3", "--algorithm", "lp"], "uses the interior-point method"),
        (["fit", train, "--nu-path", "3", "--solver", "glop"], "uses the interior-point method"),
        (["fit", train, "--nu-path", "3", "--log"], "without a log"),
        (["fit", train, "--nu-path", "3", "--gap", "-1"], "gap is -1.0"),
        (["fit", train, "--nu", "0.99", "--bias", "free"], "with a free bias it must lie below"),
        (["fit", train, "--solver", "pdlp"], "does not use the solver 'pdlp'"),
        (["predict", train, train], "not a readable JSON file"),
    ):
        assert words in refuse(*arguments)


def test_a_model_of_damaged_encoder_is_refused(run, refuse, table):
    assert run("fit", table, "--encode", "mdl", "--nu", "0.1", "-o", "model.json").code == 0
    model = Path("model.json")
    content = json.loads(model.read_text())
    content["encoder"]["columns"][0] = {"name": "age", "missing": False, "thresholds": [3, 2]}
    model.write_text(json.dumps(content))
    assert "the encoder of the model is damaged" in refuse("predict", "model.json", table)


def test_an_encoder_that_does_not_fit_the_weights_is_refused(run, refuse, table):
    assert run("fit", table, "--encode", "mdl", "--nu", "0.1", "-o", "model.json").code == 0
    model = Path("model.json")
    content = json.loads(model.read_text())
    del content["encoder"]["columns"][0]
    model.write_text(json.dumps(content))
    assert "save the model again with `nzdd fit -o`" in refuse("predict", "model.json", table)


def test_a_log_has_a_line_a_step_with_both_bounds(run, train):
    outcome = run("fit", train, "--nu", "0.4", "--log", "--json")
    header, *lines = outcome.err.splitlines()
    assert header.split() == ["step", "seconds", "columns", "lower", "upper", "gap"]
    assert len(lines) == outcome.facts["rounds"] + 1
    for line in lines:
        lower, upper = map(float, line.split()[3:5])
        assert lower - 1e-8 <= outcome.facts["objective"] <= upper + 1e-8


class Impatient(io.StringIO):
    """A terminal where Ctrl-C is hit at the fourth line."""

    def write(self, text):
        written = super().write(text)
        if self.getvalue().count("\n") == 4 and text == "\n":
            super().write("^C\n")
            raise KeyboardInterrupt
        return written


def test_ctrl_c_gives_the_best_so_far_with_its_gap(run, train, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Impatient())
    outcome = run("fit", train, "--nu", "0.4", "--log", "-o", "model.json", "--json")
    assert "this is the best so far" in sys.stderr.getvalue()
    assert outcome.code == 130
    assert outcome.facts["limit"] == "interrupted"
    [optimum] = fit(ROWS[:150], NOISY[:150], nu=0.4).results
    assert 1e-8 < outcome.facts["gap"] < 2
    assert outcome.facts["objective"] <= optimum.objective + 1e-8
    assert outcome.facts["objective"] + outcome.facts["gap"] >= optimum.objective - 1e-8
    assert classifiers.load("model.json").facts["gap"] == outcome.facts["gap"]


@pytest.mark.parametrize("name", ["out.txt", "out.txt.gz"])
def test_predictions_go_to_a_file(run, train, test, name):
    assert run("fit", train, "--nu", "0.4", "-o", "model.json").code == 0
    printed = run("predict", "model.json", test).out
    outcome = run("predict", "model.json", test, "-o", name)
    assert outcome.code == 0
    assert f"written to {name}" in outcome.out
    content = Path(name).read_bytes()
    assert (gzip.decompress(content) if name.endswith("gz") else content).decode() == printed


def test_equal_classes_are_balanced_already(run, train, tmp_path):
    chosen = np.concatenate([np.flatnonzero(label == NOISY)[:30] for label in np.unique(NOISY)])
    svmlight(tmp_path / "equal.svm", ROWS[chosen], NOISY[chosen])
    arguments = ("fit", "equal.svm", "--nu-path", "0.3,0.6", "--json")
    plain, balanced = run(*arguments), run(*arguments, "--balanced")
    values = [
        [point["objective"] for point in outcome.facts["path"]] for outcome in (plain, balanced)
    ]
    assert values[0] == pytest.approx(values[1], abs=1e-7)


def test_a_number_cuts_every_column_of_numbers_there(run, table):
    facts = run("fit", table, "--encode", "40", "--nu", "0.1", "--json").facts
    assert facts["train_error"] == 0  # the classes are told by age > 40 and by the colour
