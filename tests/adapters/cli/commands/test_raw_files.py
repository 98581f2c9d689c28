"""Raw files of any kind are fitted, saved and predicted by two commands."""

import csv
import gzip
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pd = pytest.importorskip("pandas", reason="tables are read by pandas")
pytest.importorskip("sklearn", reason="columns are encoded for estimators")

from nzdd import read_sample  # noqa: E402 - after the skips
from nzdd.adapters.files import classifiers  # noqa: E402 - after the skips
from nzdd.formulations.learning.rules.column_generation import ColumnGeneration  # noqa: E402
from nzdd.sklearn import RuleClassifier  # noqa: E402

RANDOM = np.random.default_rng(0)
AGES = RANDOM.integers(20, 60, 150).astype(str)
AGES[RANDOM.random(150) < 0.1] = "?"
COLOURS = RANDOM.choice(["red", "green", "blue"], 150)
LABELS = np.where(COLOURS == "red", "yes", "no")
LABELS[::15] = "yes"


def raw(name, fields, separator=", ", first=""):
    """Write a file of rows, and return its name."""
    rows = (separator.join(map(str, row)) + "\n" for row in zip(*fields, strict=True))
    Path(name).write_text(first + "".join(rows))
    return name


@pytest.fixture
def rows(run):
    """A file as UCI has them: no names, a blank behind each comma, question marks."""
    return raw("people.data", (AGES, COLOURS, LABELS))


@pytest.mark.parametrize("model", ["rules", "soft-margin"])
def test_a_raw_file_is_fitted_saved_and_predicted(run, rows, model):
    outcome = run("fit", rows, "-o", "m.json", "--test", rows, "--json", "--model", model)
    assert outcome.code == 0
    assert "there is no line of names; the columns are called x0 to x2" in outcome.err
    assert "the label is column 'x2' (the last one, by content" in outcome.err
    assert outcome.facts["train_error"] == outcome.facts["test_error"] < 0.3
    plain = run("predict", "m.json", rows).out.split()
    assert np.mean(np.array(plain) != LABELS) == outcome.facts["train_error"]
    without = raw("rows.txt", (AGES, COLOURS), ";")
    assert run("predict", "m.json", without).out.split() == plain
    packed = Path("rows.gz")
    packed.write_bytes(gzip.compress(Path(rows).read_bytes()))
    outcome = run("predict", "m.json", packed, "--proba", "-o", "p.csv")
    assert (outcome.code, "written to p.csv" in outcome.out) == (0, True)
    with Path("p.csv").open() as stream:
        table = list(csv.DictReader(stream))
    assert [row["prediction"] for row in table] == plain
    for row in table:
        no, yes = float(row["probability of no"]), float(row["probability of yes"])
        assert no + yes == pytest.approx(1)
        assert (yes > 0.5) == (row["prediction"] == "yes")
    facts = run("predict", "m.json", rows, "--proba", "--json").facts
    assert facts["probabilities"][0][1] == pytest.approx(float(table[0]["probability of yes"]))
    outcome = run("predict", "m.json", rows, "--scores", "-o", "p.csv.gz")
    assert gzip.decompress(Path("p.csv.gz").read_bytes()).startswith(b"prediction,score of yes\n")


def test_names_stand_in_the_rules(run):
    name = raw("a.tsv", (AGES, COLOURS, LABELS), "\t", "# by hand\nage\tcolour\tclass\n")
    outcome = run("fit", name, "--nu", "0.4", "-o", "m.json")
    assert "colour = red" in outcome.out
    assert outcome.err == "nzdd: the label is column 'class' (by its name): 'no', 'yes'\n"
    shuffled = raw("b.csv", (COLOURS, LABELS, AGES), ",", "colour,class,age\n")
    assert run("predict", "m.json", shuffled).out == run("predict", "m.json", name).out
    assert run("fit", name, "--nu", "0.4", "-q").err == ""


@pytest.fixture
def classes(run):
    """Those of the rows of a file "train" of SVMlight's, which it writes."""
    values = RANDOM.normal(size=(80, 3)).round(3)
    classes = np.where(values[:, 1] > 0.2, 1, -1)
    lines = (f"{y} 1:{a} 2:{b} 4:{c}\n" for y, (a, b, c) in zip(classes, values, strict=True))
    Path("train").write_text("".join(lines))
    return classes


def test_real_svmlight_is_binned(run, classes):
    outcome = run("fit", "train", "--nu", "0.2", "-o", "m.json", "--json", "--test", "train")
    assert outcome.facts["train_error"] == outcome.facts["test_error"] < 0.1
    predicted = np.array(run("predict", "m.json", "train").out.split(), int)
    assert np.mean(predicted != classes) == outcome.facts["train_error"]
    assert "feature 2 > " in run("fit", "train", "--nu", "0.2", "-q").out
    Path("one").write_text("0 1:0.5 2:3 9:1\n0 2:-3\n")  # unlike that of the training rows
    assert run("predict", "m.json", "one").out.split() == ["1", "-1"]


@pytest.mark.usefixtures("classes")
@pytest.mark.parametrize(
    "model", ["rules", pytest.param("lpboost", marks=pytest.mark.slow), "minimax"]
)
def test_models_take_real_svmlight(run, model):
    facts = run("fit", "train", "--model", model, "--test", "train", "--json").facts
    assert facts["train_error"] == facts["test_error"] < 0.3


SLOWER = [pytest.param(model, marks=pytest.mark.slow) for model in ("l0-rboost", "soft-margin")]


@pytest.mark.parametrize("model", ["rules", "lpboost", "minimax", *SLOWER])
def test_all_models_take_raw_files(run, rows, model):
    outcome = run("fit", rows, "--model", model, "--test", rows, "--json")
    assert outcome.code == 0
    facts = outcome.facts
    keys = "classes objective gap nonzero_weights train_error test_error rounds edges seconds"
    assert facts.keys() >= {"model", *keys.split()}
    assert (facts["model"], facts["classes"]) == (model, ["no", "yes"])
    assert facts["train_error"] == facts["test_error"]
    assert facts["train_error"] < 0.3 or model == "minimax"  # whose bound is for the worse class
    few = raw("few.data", (AGES[:30], COLOURS[:30], LABELS[:30]))
    assert model in run("fit", few, "--model", model).out or model == "soft-margin"


def test_psi_learning_takes_small_tables_of_numbers(run):
    values = RANDOM.normal(size=(30, 2)).round(2)
    name = raw("small.txt", (*values.T, values[:, 0] > 0))
    facts = run("fit", name, "--model", "psi", "--json").facts
    assert facts["classes"] == [False, True]
    assert facts["train_error"] < 0.2


@pytest.mark.filterwarnings("always")
def test_a_search_is_ended_by_its_time(run, rows):
    arguments = ("fit", rows, "--model", "l0-rboost", "--time-limit", "0.0002m", "--json")
    outcome = run(*arguments)
    assert outcome.facts["train_error"] <= 0.5
    assert "ended by time" in outcome.err


def test_a_vote_of_rules_has_the_size_that_is_asked_for(run, refuse, rows):
    assert run("fit", rows, "--max-rules", "1", "--json").facts["nonzero_weights"] == 1
    out = run("fit", rows, "--max-literals", "2", "--max-order", "1").out
    assert " & " not in out
    for model in ("soft-margin", "lpboost"):
        message = refuse("fit", rows, "--model", model, "--max-literals", "2", "-q")
        assert f"--model {model} does not take --max-literals; leave it out" in message


def test_nothing_learned_is_said(run):
    colours = RANDOM.choice(["red", "green", "blue"], 150)
    name = raw("ticks.csv", (AGES, colours, ["x", ""] * 75), ",", "age,colour,done\n")
    assert "do not tell the classes of column 'colour' apart; if another" in run("fit", name).err


@pytest.mark.filterwarnings("default:the choice of the penalty")
def test_time_that_ends_before_a_rule_says_nothing_of_the_columns(run, rows, monkeypatch):
    monkeypatch.setattr(ColumnGeneration, "some_rules", lambda _: 0.0)
    err = run("fit", rows, "--time-limit", "1e-9").err
    assert "nothing was learned within the time limit; give more (--time-limit)" in err


def test_lines_and_directions_of_columns(run, refuse):
    ages, rest = RANDOM.integers(20, 60, 120), RANDOM.random(120).round(3)
    labels = np.where(RANDOM.random(120) < (ages - 20) / 40, "yes", "no")
    name = raw("ages.csv", (ages, rest, labels), ",", "a=b,rest,label\n")
    options = ("--smooth", "--max-literals", "3", "-o", "m.json", "--report", "r.html", "--json")
    outcome = run("fit", name, *options)
    assert outcome.facts["nonzero_weights"] >= 1
    assert "nothing was learned" not in outcome.err
    saved = classifiers.load("m.json")
    assert saved.vote.terms
    assert saved.words[-1].startswith("a=b: ")
    assert "a=b: " in Path("r.html").read_text()
    scores = run("predict", "m.json", name, "--scores", "--json").facts["scores"]
    table = pd.read_csv(name)
    model = RuleClassifier(smooth=True, max_literals=3).fit(table[["a=b", "rest"]], labels)
    assert scores == pytest.approx(model.decision_function(table[["a=b", "rest"]]))
    raw("ladder.csv", (range(20, 60), [0.5] * 40, ["no", "yes"] * 20), ",", "a=b,rest,label\n")
    run("fit", name, "--monotone", "a=b=+1", "-o", "m.json")
    rising = run("predict", "m.json", "ladder.csv", "--scores", "--json").facts["scores"]
    assert rising == sorted(rising)
    message = refuse("fit", name, "--monotone", "c=1", "-q")
    assert "monotone names column 'c', which does not exist; the columns are a=b, rest" in message
    assert "'a=b' is not a column with a direction" in refuse("fit", name, "--monotone", "a=b")
    message = refuse("fit", name, "--model", "lpboost", "--smooth", "-q")
    assert "--model lpboost does not take --smooth; leave it out" in message


def test_options_say_how_a_file_is_read(run):
    fields = ([f"person {k}" for k in range(150)], AGES, COLOURS, LABELS)
    name = raw("a.csv", fields, ",", "1,2,3,4\n")
    base = ("fit", name, "--nu", "0.4")
    assert "the label is column 'x3'" in run(*base, "--no-header", "--drop", "x0").err
    outcome = run(*base, "--header", "--label", "3", "--na", "30")
    assert "the label is column '3' (as asked for): 'blue', 'green', 'red'" in outcome.err
    assert "left out, as they number or name the rows: '1'" in outcome.err
    assert "30" not in run(*base, "--header", "--drop", "", "-q").err


def test_wrong_files_and_options_are_one_line_with_the_cure(run, refuse, rows):
    assert run("fit", rows, "--nu", "0.3", "-o", "m.json").code == 0
    raw("three.txt", (AGES, COLOURS, COLOURS, LABELS))
    raw("words.txt", (COLOURS, COLOURS))
    Path("s.svm").write_text("1 1:1\n")
    raw("prices.csv", (AGES, RANDOM.random(150).round(5)))
    for arguments, words in (
        (["fit", "prices.csv"], "150 different numbers, as a quantity to predict has; give the l"),
        (["fit", rows, "--label", "y"], "there is no label column 'y'; its columns are 'x0'"),
        (
            ["fit", rows, "--drop", "x7"],
            "there is no column 'x7'; its columns are 'x0', 'x1', 'x2'",
        ),
        (["fit", rows, "--header", "--no-header"], "not allowed with argument"),
        (["fit", rows, "--time-limit", "0"], "'0' is not a number above 0"),
        (["predict", "m.json", "three.txt"], "it has 4 columns, and the model was made from 3"),
        (["predict", "m.json", "words.txt"], "words.txt, line 1: column 'x0' is '"),
        (["predict", "m.json", "s.svm"], "it is SVMlight text, and the model is made from a table"),
        (["predict", "m.json", rows, "--proba", "--scores"], "not allowed with argument"),
        (["predict", "m.json", rows, "-o", "p.pdf"], "name a file in .csv, .csv.gz, .txt, .txt.gz"),
    ):
        assert words in refuse(*arguments, *(["-q"] if arguments[0] == "fit" else []))


def test_a_test_sample_of_other_classes_is_refused(run, refuse, rows):
    numbers = np.where(LABELS == "yes", 1, 0)
    raw("numbers.txt", (AGES, COLOURS, numbers))
    raw("others.txt", (AGES, COLOURS, np.where(LABELS == "yes", "ja", "nein")))
    for model in ("rules", "soft-margin"):
        base = ("--model", model, "-q", "--test")
        message = refuse("fit", rows, *base, "others.txt")
        assert "its labels are 'ja', 'nein', and none of them is a class of the sample" in message
        assert "such as 0, 1; name the label" in refuse("fit", "numbers.txt", *base, rows)


def test_what_would_be_lost_or_read_again_is_refused(run, refuse, rows):
    message = refuse("fit", rows, "--nu", "0.3", "--time-limit", "5", "-q")
    assert "--model soft-margin does not take --time-limit; leave it out" in message
    assert run("fit", rows, "--nu", "0.3", "-o", "m.json").code == 0
    Path("folder").mkdir()
    named = raw("folder/a.csv", (AGES, COLOURS), ",", "x0,x1\n")
    for arguments in (["fit", "folder", "-o", "folder/m.json"], ["predict", "m.json", "folder"]):
        output = [] if "-o" in arguments else ["-o", "folder/p.csv"]
        assert "lies in folder, whose files are read; name one" in refuse(*arguments, *output)
    for path in ("a.csv", "b.csv"):
        Path(path).write_text("x0,x1\n")
    raw("c.csv", (AGES, COLOURS, LABELS), ",", "x0,x1,class\n")
    assert run("fit", "c.csv", "--nu", "0.3", "-o", "m.json").code == 0
    for options in ([], ["--json"], ["-o", "p.csv"]):
        message = refuse("predict", "m.json", "a.csv", "b.csv", *options)
        assert "there are no rows in the files" in message
    assert not Path("p.csv").exists()
    assert run("predict", "m.json", "a.csv", named).out.count("\n") == 150


def test_a_model_without_probabilities_says_so(run, refuse, rows):
    assert run("fit", rows, "--nu", "0.3", "-o", "m.json").code == 0
    text = Path("m.json").read_text()
    start = text.index('"calibration"')
    Path("m.json").write_text(text[:start] + '"calibration": null}')
    assert "fit and save it again" in refuse("predict", "m.json", rows, "--proba")


def test_columns_without_information_do_no_harm(run):
    empty, constant = [""] * 150, ["p"] * 150
    name = raw("a.csv", (empty, constant, ["7"] * 150, COLOURS, LABELS), ",", "e,c,n,colour,y\n")
    outcome = run("fit", name, "--drop", "", "-o", "m.json", "--json")
    assert outcome.facts["train_error"] < 0.3
    assert run("predict", "m.json", name).code == 0


@pytest.mark.parametrize("options", [["--model", "rules"], ["--nu", "0.5"], ["--encode", "mdl"]])
def test_columns_that_a_model_does_not_use_may_be_missing_or_other(run, refuse, options):
    days = pd.Series(["2024-01-05"] * 150).astype(str)
    red = (COLOURS == "red").astype(int)
    columns = ["0"] * 150, days, red, red
    name = raw("a.csv", columns, ",", "one,day,red,y\n")
    assert run("fit", name, "--drop", "", "-o", "m.json", *options).code == 0
    plain = run("predict", "m.json", name).out
    assert plain.split() == red.astype(str).tolist()
    alone = raw("b.csv", (red, red), ",", "red,more\n")
    assert run("predict", "m.json", alone).out == plain
    assert run("predict", "m.json", alone, alone).out == 2 * plain
    other = raw("c.csv", (["new"] * 150, red), ",", "one,red\n")
    assert run("predict", "m.json", other).out == plain
    without = raw("d.csv", columns[:2], ",", "one,day\n")
    assert "d.csv: there is no column 'red'" in refuse("predict", "m.json", without)


@pytest.mark.parametrize(
    "options",
    [["--label", "x2"], ["--label", "x1"], ["--smooth"], ["--nu", "0.3"]],
    ids=["two classes", "three classes", "lines", "soft margin"],
)
def test_info_prints_a_saved_model_as_fit_did(run, refuse, rows, options):
    fitted = run("fit", rows, "-o", "m.json", "--test", rows, *options)
    shown = run("info", "m.json")
    head, _, rules = shown.out.partition("\n\n")
    assert "(intercept)" in rules
    assert fitted.out.endswith(rules)
    told = [line.split() for line in fitted.out.splitlines()]
    assert all(line.split() in told for line in head.splitlines() if "error" in line)
    facts = run("info", "m.json", "--json").facts
    again = run("fit", rows, "--json", "--test", rows, *options).facts
    same = ("model", "classes", "objective", "gap", "train_error", "test_error")
    assert {name: facts[name] for name in same} == {name: again[name] for name in same}
    assert "nzdd fit DATA --report PAGE.html" in refuse("draw", "m.json", "-o", "m.svg")


@pytest.mark.parametrize(
    "options", [[], ["--balanced"], ["--nu", "0.3"], ["--model", "lpboost"]], ids=" ".join
)
def test_errors_stand_beside_that_of_the_most_frequent_class(run, rows, options):
    test = raw("test.data", (AGES[:40], COLOURS[:40], LABELS[:40]))
    facts = run("fit", rows, "--test", test, "--json", *options).facts
    no = {"class": "no", "train_error": np.mean(LABELS != "no")}
    no["test_error"] = np.mean(LABELS[:40] != "no")
    assert facts["most_frequent"] == pytest.approx(no)
    text = run("fit", rows, "--test", test, *options).out
    for name in ("train", "test"):
        error = facts[f"{name}_error"]
        assert (
            f"{name} error".ljust(13) + f"{error:.4f} (always 'no': {no[name + '_error']:.4f})"
            in text
        )
    assert ("fold error" in text) == (not options)
    if not options:
        sample = read_sample(rows)
        page = RuleClassifier(random_state=0).fit(sample.X, sample.y).to_html(sample.X, sample.y)
        error = f"{facts['held_out_error']:.1%}"
        assert f"<dt>error on rows that the folds held out</dt><dd>{error}</dd>" in page


def test_info_of_an_older_or_damaged_model_file(run, refuse):
    model = Path(__file__).parents[2] / "data" / "rules-1.json"
    assert "town != Kiel & at (hour) > 12.2" in run("info", model).out
    text = model.read_text()
    Path("m.json").write_text(text.replace('"facts": {', '"facts": {"support": "a", "lift": [1],'))
    assert run("info", "m.json").out == run("info", model).out
    Path("m.json").write_text(text[:100])
    assert "save the model again" in refuse("info", "m.json")


def test_what_the_default_model_needs_is_named(rows):
    """In a process of its own, where scikit-learn was never imported."""
    code = "import sys; sys.modules['sklearn'] = None; from nzdd.adapters.cli import main; "
    code += f"main(['fit', '-q', {rows!r}]); main(['fit', '-q', {rows!r}, {rows!r}])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stderr == 2 * (
        "nzdd: --model rules needs scikit-learn, which is not installed; pip install "
        '"scikit-learn>=1.6", or take --model soft-margin\n'
    )


@pytest.mark.parametrize(
    ("model", "suffix"),
    [
        ("rules", "csv"),
        ("soft-margin", "parquet"),
        pytest.param("rules", "parquet", marks=pytest.mark.slow),
        pytest.param("soft-margin", "csv", marks=pytest.mark.slow),
    ],
)
def test_digits_beyond_doubles_decide(run, tmp_path, suffix, model):
    """From the file to the model, and from there to predictions."""
    ids = pd.Series([2**60 + k for k in range(100)] + [None], dtype="Int64")
    frame = pd.DataFrame({"a": ids, "label": np.where(np.arange(101) < 50, "low", "high")})
    getattr(frame, f"to_{suffix}")(tmp_path / f"t.{suffix}", index=False)
    options = "--model", model, "--drop", "", "-o", "m.json", "--json"
    facts = run("fit", f"t.{suffix}", *options).facts
    assert facts["train_error"] < 0.02
    frame[["a"]].assign(b="").to_csv(tmp_path / "new.csv", index=False)
    assert run("predict", "m.json", "new.csv", "-o", "found.csv").code == 0
    found = pd.read_csv(tmp_path / "found.csv").iloc[:100, 0]
    assert (found == frame["label"][:100]).all()


def test_a_model_file_of_an_older_version_predicts(run, tmp_path):
    """It was learned where people buy after noon, but not in Kiel."""
    (tmp_path / "new.csv").write_text(
        "age,town,at\n30,Ulm,18:00\n30,Kiel,18:00\n30,Ulm,03:00\n60,Bonn,20:30\n"
    )
    model = Path(__file__).parents[2] / "data" / "rules-1.json"
    assert run("predict", model, "new.csv", "-o", "new.txt", "-q").code == 0
    assert (tmp_path / "new.txt").read_text().split() == ["yes", "no", "no", "yes"]
