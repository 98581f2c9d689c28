"""Exports of spreadsheets, databases and survey tools mean what their rows say."""

import json

import numpy as np
import pytest

import nzdd
from nzdd.adapters.cli import main
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.raw_samples import read_like
from nzdd.adapters.files.reading import Reading
from nzdd.adapters.files.sample_chunks import sample_files
from support.learning.exports.business import business
from support.learning.exports.by_hand import BY_HAND
from support.learning.exports.other_tools import OTHER_TOOLS
from support.learning.exports.tools import TOOLS

pytest.importorskip("pandas", reason="tables are read by pandas")
pytest.importorskip("pyarrow", reason="some are Parquet and Feather")

EXPORTS = {**TOOLS, **OTHER_TOOLS, **BY_HAND}


def written(folder, export, seed):
    path = folder / f"{seed}-{export.file}"
    rows = business(seed)
    path.write_bytes(export.write(rows))
    return path, rows


def agrees(sample, export, rows):
    """Whether labels, numbers and dates are those of the rows."""
    words = np.unique(sample.y)
    same = sample.y == words[1]
    assert (same == rows.ended).all() or (same != rows.ended).all()
    for name, attribute in export.numbers.items():
        known = sample.X[name].notna().to_numpy()
        assert known.mean() > 0.9
        found = sample.X[name].to_numpy(dtype=float)
        np.testing.assert_allclose(found[known], getattr(rows, attribute)[known], atol=1e-9)
    for name in export.days:
        day = rows.day.astype("datetime64[D]")
        years = day.astype("datetime64[Y]").astype(int) + 1970
        np.testing.assert_array_equal(sample.X[f"{name} (year)"], years)
        np.testing.assert_array_equal(sample.X[f"{name} (weekday)"], (day.astype(int) + 3) % 7 + 1)
        [ages] = [each for each in sample.X if each.startswith(f"{name} (days before ")]
        newest = np.datetime64(ages.rpartition(" ")[2].rstrip(")"))
        np.testing.assert_array_equal(sample.X[ages], (newest - day).astype(int))


@pytest.mark.parametrize("name", EXPORTS)
def test_exports_are_read_at_the_first_try_and_later_ones_alike(tmp_path, name):
    export = EXPORTS[name]
    path, rows = written(tmp_path, export, 1)
    if export.label is None:
        with pytest.raises(ModelFileError, match="'paid', 'active'; name it"):
            nzdd.read_sample(path)
        assert nzdd.read_sample(path, "paid").label == "paid"
        return
    sample = nzdd.read_sample(path)
    assert sample.label == export.label
    agrees(sample, export, rows)
    reading = Reading.from_dict(json.loads(json.dumps(sample.reading.to_dict())))
    assert reading == sample.reading
    path, rows = written(tmp_path, export, 2)
    later = read_like(path, reading, labelled=False)
    assert list(later.X) == list(sample.X)
    agrees(later, export, rows)


LABELLED = [name for name, export in EXPORTS.items() if export.label is not None]


@pytest.mark.parametrize(
    "name",
    [
        *LABELLED[::8],
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in LABELLED
            if name not in LABELLED[::8]
        ),
    ],
)
def test_exports_are_read_in_chunks(tmp_path, name):
    export = EXPORTS[name]
    path, rows = written(tmp_path, export, 2)
    [(X, y)] = sample_files(path, export.label)
    assert len(y) == len(X) == len(rows.ended)
    assert set(y) == set(nzdd.read_sample(path, export.label).y)


@pytest.mark.parametrize("name", ["a German workbook", "a few comments again and again", "Feather"])
def test_nzdd_fit_learns_from_exports(tmp_path, capsys, name):
    path, _ = written(tmp_path, EXPORTS[name], 1)
    model = str(tmp_path / "model.json")
    assert main(["fit", str(path), "-o", model, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["train_error"] < 0.2
    path, rows = written(tmp_path, EXPORTS[name], 2)
    assert main(["predict", model, str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    later = np.array(found["predictions"]) == found["classes"][1]
    assert min((later == rows.ended).mean(), (later != rows.ended).mean()) < 0.25


def test_a_label_that_nothing_explains_is_asked_for(tmp_path, capsys):
    random = np.random.default_rng(0)
    lines = [f"{a},{b},{c}" for a, b, c in zip(*random.integers(0, 7, (3, 140)), strict=True)]
    path = tmp_path / "a.csv"
    path.write_text("one,two,three\n" + "\n".join(lines))
    model = tmp_path / "m.json"
    assert main(["fit", str(path), "-o", str(model)]) == 2
    assert "nearly all rows are predicted wrong" in capsys.readouterr().err
    assert not model.exists()
    assert main(["fit", str(path), "--label", "three"]) == 1
    assert "nearly all rows are predicted wrong" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (["$1,234.50", "$7", "-$3.25", "$-1"], [1234.5, 7, -3.25, -1]),
        (["1.234,50 €", "7,00 €", "- 3,25 €"], [1234.5, 7, -3.25]),
        (["12%", "7.5 %", "-3%"], [12, 7.5, -3]),
        (["(12)", "7", "12-", "+3"], [-12, 7, -12, 3]),
        (["1'234.5", "7", "12'345'678"], [1234.5, 7, 12345678]),
        (["1 234,5", "7", "12 345 678"], [1234.5, 7, 12345678]),
        (["₹1,23,456.00", "₹7"], [123456, 7]),
        (["1 year", "2 years", "3years"], [1, 2, 3]),
        (["1.5e3 kg", "20 kg"], [1500, 20]),
        (["<0,5", "7,25", "> 12,0", "3,5"], [0.5, 7.25, 12, 3.5]),
        (["about $3", "$7", "8"], [3, 7, 8]),
    ],
)
def test_numbers_are_read_as_they_are_meant(tmp_path, words, numbers):
    path = tmp_path / "a.csv"
    path.write_text("a;b;y\n" + "".join(f"{w};{k % 3};{k % 2}\n" for k, w in enumerate(words)))
    assert nzdd.read_sample(path, "y", drop=()).X["a"].tolist() == numbers


@pytest.mark.parametrize(
    "words",
    [
        ["A1", "B2", "C3"],
        ["18-25", "26-35", "over 35"],
        ["12 kg", "3 lb", "4 kg"],
        ["$5", "5 €", "7 €"],
        ["1.2.3", "1.10.4", "2.0.0"],
        ["192.168.0.1", "10.0.0.7", "10.0.0.9"],
        ["555-1234", "555-9876", "555-1111"],
        ["1.5", "1,5", "2,5"],
        ["1st", "2nd", "3rd"],
        ["<18", "18-65", ">65"],
        ["<1000", ">1000", ">2000"],
    ],
)
def test_other_words_stay_words(tmp_path, words):
    path = tmp_path / "a.csv"
    path.write_text("a;b;y\n" + "".join(f"{w};{k % 3};{k % 2}\n" for k, w in enumerate(words)))
    assert nzdd.read_sample(path, "y", drop=()).X["a"].tolist() == words


@pytest.mark.parametrize(
    "word",
    [
        *("31-12-2021", "31-DEC-2021", "2021-12-31 07:30:15.5-08", "12/31/2021 7:05am"),
        *("Dec-2021", "December 2021", "12/2021", "2021-12", "2021年12月31日"),
        *("2021/12/31 7:05:09 PM GMT+1", "31.12.2021 07:05:09,123", "31.12.2021 7:05 CEST"),
    ],
)
def test_years_are_those_of_dates(tmp_path, word):
    path = tmp_path / "a.csv"
    later = word.replace("2021", "2023")
    path.write_text(f"a;b;y\n{word};1;0\n{later};2;1\n{word};3;1\n")
    assert nzdd.read_sample(path, "y", drop=()).X["a (year)"].tolist() == [2021, 2023, 2021]


@pytest.mark.parametrize(
    ("words", "hours"),
    [
        (["7:30", "13:45", "0:00"], [7.5, 13.75, 0]),
        (["1:23:24", "26:00:09", "0:00:36"], [1.39, 26.0025, 0.01]),
        (["7:30 pm", "12:15 am", "1:00 PM"], [19.5, 0.25, 13]),
        (["PT1H30M", "PT36S", "P1DT2H"], [1.5, 0.01, 26]),
    ],
)
def test_times_and_durations_are_hours(tmp_path, words, hours):
    path = tmp_path / "a.csv"
    path.write_text("a,b,y\n" + "".join(f"{w},{k % 3},{k % 2}\n" for k, w in enumerate(words)))
    found = nzdd.read_sample(path, "y", drop=()).X["a (hours)"]
    np.testing.assert_allclose(found, hours, atol=1e-9)


def test_spellings_of_labels_are_one_class_and_letters_are_not(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,y\n" + "1,Good\n2,bad\n3,good\n4,Good \n5,Bad\n6,bad\n")
    sample = nzdd.read_sample(path, drop=())
    assert sample.y.tolist() == ["Good", "bad", "Good", "Good", "bad", "bad"]
    assert "labels that differ in case or blanks alone are one class" in " ".join(sample.notes)
    path.write_text("a,y\n1,GOOD\n2,Bad\n")
    assert read_like(path, sample.reading).y.tolist() == ["Good", "bad"]
    path.write_text("a,y\n" + "1,a\n2,A\n3,b\n4,B\n" * 3)
    assert set(nzdd.read_sample(path, drop=()).y) == {"a", "A", "b", "B"}


def test_any_name_is_that_of_a_column(tmp_path):
    """`DataFrame.assign` has no keyword for a column that is called self."""
    path = tmp_path / "a.csv"
    path.write_text("self,y\n" + "$1,Good\n$2,bad\n?,good\n$4,Bad\n" * 3)
    sample = nzdd.read_sample(path, "y", drop=())
    assert sample.X["self"][:2].tolist() == [1, 2]
    path.write_text("a,self\n" + "1,Good\n2,bad\n3,good\n4,bad\n5,Good\n" * 3)
    assert set(nzdd.read_sample(path, "self", drop=()).y) == {"Good", "bad"}


def test_records_nested_too_deeply_are_refused(tmp_path):
    path = tmp_path / "a.json"
    depth = 600
    path.write_text("[" + '{"a": ' * depth + "1" + "}" * depth + "]")
    with pytest.raises(ModelFileError, match="deep"):
        nzdd.read_sample(path, drop=())


def test_comments_behind_a_bar_are_no_frame(tmp_path):
    path = tmp_path / "a.data"
    path.write_text("| a note\n| on | two lines |\n" + "1,2,yes\n3,4,no\n" * 5)
    assert nzdd.read_sample(path, drop=()).X.shape == (10, 2)


def test_wrapped_values_of_json_are_those_within(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(
        "".join(
            f'{{"a": {{"$numberDouble": "{k}.5"}}, "b": {{"$date": "2021-0{k}-03T01:02:03Z"}}, '
            f'"c": {{"d": {{"$numberLong": "{k}"}}}}, "y": {k % 2}}}\n'
            for k in range(1, 9)
        )
    )
    table = nzdd.read_sample(path, "y", drop=()).X
    assert table["a"].tolist() == [k + 0.5 for k in range(1, 9)]
    assert table["b (month)"].tolist() == table["c.d"].tolist() == list(range(1, 9))


def test_totals_between_rows_are_left_out(tmp_path):
    path = tmp_path / "pivot.csv"
    rows = "".join(f"{'NSE'[k % 3]},{k},{k % 5},{k % 2}\n" for k in range(8))
    path.write_text(f"region,a,b,y\n{rows}North Total,28,,\n{rows}South Total,28,,\n{rows}")
    sample = nzdd.read_sample(path)
    assert sample.X["a"].tolist() == [*range(8)] * 3
    assert "2 rows are totals and left out, such as 'North Total'" in sample.notes
    assert sample.y.dtype == int


def test_a_torn_last_line_is_no_line_below_the_table(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,b,y\n" + "1,2,0\n3,4,1\n" * 9 + "1,")
    with pytest.raises(ModelFileError, match="line 20: the number of fields is 2, and the table"):
        nzdd.read_sample(path)


def test_several_files_in_a_zip_archive_are_refused(tmp_path):
    import zipfile

    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("a.csv", "1,2\n")
        packed.writestr("b.csv", "1,2\n")
    with pytest.raises(ModelFileError, match="it is a zip archive of several files"):
        nzdd.read_sample(path)


def test_a_later_column_without_dates_is_named(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,b,y\n" + "".join(f"2021-0{k}-03,{k},{k % 2}\n" for k in range(1, 9)))
    reading = nzdd.read_sample(path).reading
    path.write_text("a,b,y\n2021-01-03,1,0\nsoon,1,1\n")
    with pytest.raises(ModelFileError, match=r"line 3: column 'a' is 'soon'; give dates as in"):
        read_like(path, reading)
