"""What files say of their columns beside the names; and names that are told from rows."""

import numpy as np
import pandas as pd
import pytest

import nzdd
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.raw_samples import read_like
from nzdd.adapters.files.sample_chunks import sample_files

TOWNS = np.array(["Ulm", "Bonn", "Kiel"])[np.arange(24) % 3]
AGES = 20 + np.arange(24) * 7 % 31
KINDS = np.array(["oak", "ash"])[np.arange(24) % 2]
PEOPLE = [f"person {k}" for k in range(24)]


def table(head, *columns, separator="\t"):
    rows = (separator.join(map(str, row)) for row in zip(*columns, strict=True))
    return head + "".join(f"{row}\n" for row in rows)


ORANGE = {
    "letters": "name\ttree\tage\ttown\ns\td\tc\td\nmeta\tclass\t\t\n",
    "words": "name\ttree\tage\ttown\nstring\tdiscrete\tcontinuous\tdiscrete\nmeta\tclass\t\t\n",
    "lists of values": "name\ttree\tage\ttown\ns\toak ash\tc\tUlm New\\ Ulm\nmeta\tclass\t\t\n",
    "short": "name\ttree\tage\ttown\ns\td\tc\td\nmeta\tclass\n",
    "hints": "name\ttree\tage\ttown\ns\td\tc\td\nm\tclass\ti\tfirst=1\n",
}


@pytest.mark.parametrize("head", ORANGE)
def test_tables_of_orange_state_the_label_and_what_is_no_feature(tmp_path, head):
    path = tmp_path / "trees.tab"
    path.write_text(table(ORANGE[head], PEOPLE, KINDS, AGES, TOWNS))
    sample = nzdd.read_sample(path)
    assert sample.y.tolist() == KINDS.tolist()
    expected = {"town": TOWNS} if head == "hints" else {"age": AGES, "town": TOWNS}
    pd.testing.assert_frame_equal(sample.X, pd.DataFrame(expected), check_dtype=False)
    assert sample.notes[0].startswith("lines 2 and 3 hold the kinds and the roles of the columns")
    assert read_like(path, sample.reading).X.equals(sample.X)
    [(chunk, labels)] = sample_files([path])
    assert (labels.tolist(), chunk.equals(sample.X)) == (KINDS.tolist(), True)
    assert "name" in nzdd.read_sample(path, drop=()).X
    assert nzdd.read_sample(path, label="town").label == "town"


def test_rows_that_look_like_kinds_are_rows(tmp_path):
    letters = np.array(["c", "d", "s"])[np.arange(24) % 3]
    (tmp_path / "a.tab").write_text(table("kind\tother\ty\n", letters, letters, KINDS))
    assert len(nzdd.read_sample(tmp_path / "a.tab").y) == 24


def test_keel_states_the_label(tmp_path):
    head = "@relation trees\n@attribute tree {oak, ash}\n@attribute age integer [20, 50]\n"
    head += "@attribute town {Ulm, Bonn, Kiel}\n@inputs age, town\n@outputs tree\n@data\n"
    (tmp_path / "trees.dat").write_text(table(head, KINDS, AGES, TOWNS, separator=", "))
    sample = nzdd.read_sample(tmp_path / "trees.dat")
    assert (sample.label, list(sample.X)) == ("tree", ["age", "town"])
    assert "as the file says" in sample.notes[0]


def test_an_empty_corner_tells_names_from_rows(tmp_path):
    """R and pandas leave the name above row numbers empty; names may occur among the values."""
    truth = np.array(["y", "n"])[np.arange(24) % 2]
    numbered = table(",y,town\n", range(1, 25), truth, TOWNS, separator=",")
    named = table(",1990,2000.5,tree\n", PEOPLE, AGES, AGES, KINDS, separator=",")
    for content, names in ((numbered, ["town"]), (named, ["1990", "2000.5"])):
        (tmp_path / "a.csv").write_text(content)
        sample = nzdd.read_sample(tmp_path / "a.csv")
        assert (list(sample.X), len(sample.y)) == (names, 24)


def test_years_in_equal_steps_are_names(tmp_path):
    columns = (TOWNS, AGES, AGES * 1.5, AGES, KINDS)
    (tmp_path / "a.csv").write_text(table("t;1990;1995;2000;k\n", *columns, separator=";"))
    assert list(nzdd.read_sample(tmp_path / "a.csv").X) == ["t", "1990", "1995", "2000"]
    (tmp_path / "a.csv").write_text(table("Ulm;1990;1995;2001;oak\n", *columns, separator=";"))
    assert len(nzdd.read_sample(tmp_path / "a.csv").y) == 25


def test_own_names_come_before_those_of_unnamed_columns(tmp_path):
    (tmp_path / "a.csv").write_text(table(",x0,y\n", TOWNS, AGES, KINDS, separator=","))
    assert list(nzdd.read_sample(tmp_path / "a.csv", header=True).X) == ["column 0", "x0"]


def test_names_of_files_do_not_make_tabs(tmp_path):
    (tmp_path / "a.tsv").write_text(table("town age tree\n", TOWNS, AGES, KINDS, separator=" "))
    assert list(nzdd.read_sample(tmp_path / "a.tsv").X) == ["town", "age"]


def test_a_last_column_of_two_numbers_is_the_label(tmp_path):
    """As credit files without names, whose first column has more than two codes."""
    (tmp_path / "a.data").write_text(
        table("", TOWNS, AGES, AGES % 5, 1 + np.arange(24) % 2, separator=" ")
    )
    assert nzdd.read_sample(tmp_path / "a.data").label == "x3"
    bits = [np.arange(24) // 2**k % 2 for k in range(4)]
    (tmp_path / "a.data").write_text(table("", TOWNS, *bits, separator=" "))
    assert nzdd.read_sample(tmp_path / "a.data").label == "x0"


def test_several_permutations_are_ranks(tmp_path):
    ranks = [np.random.default_rng(k).permutation(24) + 1 for k in range(2)]
    (tmp_path / "a.csv").write_text(
        table("id,wealth,crime,y\n", range(24), *ranks, KINDS, separator=",")
    )
    assert list(nzdd.read_sample(tmp_path / "a.csv").X) == ["wealth", "crime"]


def test_numbers_that_mean_missing_are_noted(tmp_path):
    path = tmp_path / "a.csv"
    coded = np.where(np.arange(24) % 5, AGES, -999)
    path.write_text(table("wind,age,y\n", coded, AGES * 20, KINDS, separator=","))
    notes = [note for note in nzdd.read_sample(path).notes if "far from the others" in note]
    assert notes == [
        "column 'wind' is -999 in 5 rows, far from the others; if it means missing, say so by "
        "missing=['-999'], --na=-999"
    ]
    sample = nzdd.read_sample(path, missing=["-999"])
    assert sample.X["wind"].isna().sum() == 5
    assert not any("far from" in note for note in sample.notes)


@pytest.mark.parametrize("missing", ["", "?", "0"])
def test_days_of_eight_digits_are_dates(tmp_path, missing):
    days = pd.date_range("2023-12-20", periods=24)
    written = [str(day.date()).replace("-", "") for day in days]
    path = tmp_path / "a.csv"
    path.write_text(table("day,age,y\n", [missing, *written[1:]], AGES, KINDS, separator=","))
    sample = nzdd.read_sample(path)
    if missing == "0":  # then it may be anything
        assert list(sample.X) == ["day", "age"]
        return
    assert sample.X["day (weekday)"].tolist()[1:] == [day.isoweekday() for day in days[1:]]
    assert sample.X["day (days before 2024-01-12)"].tolist()[1:] == list(range(22, -1, -1))
    assert sample.X["day (year)"].isna().tolist() == [True] + [False] * 23
    pd.testing.assert_frame_equal(read_like(path, sample.reading).X, sample.X)


def test_dates_that_are_no_features_are_left_out(tmp_path):
    days = pd.date_range("2023-12-20", periods=24).date
    head = "day\ttree\tage\nt\td\tc\nmeta\tclass\t\n"
    (tmp_path / "a.tab").write_text(table(head, days, KINDS, AGES))
    assert list(nzdd.read_sample(tmp_path / "a.tab").X) == ["age"]


def test_sparse_rows_of_weka_are_refused(tmp_path):
    head = "@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n"
    (tmp_path / "t.arff").write_text(f"{head}{{0 1.5, 1 y}}\n{{}}\n")
    with pytest.raises(ModelFileError, match=r"line 5: the rows are sparse.*SparseToNonSparse"):
        nzdd.read_sample(tmp_path / "t.arff")
