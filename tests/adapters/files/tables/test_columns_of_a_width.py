"""Reports with columns of a width, with pages, and with names that come again."""

import numpy as np
import pytest

import nzdd
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.raw_samples import read_like
from nzdd.adapters.files.sample_chunks import sample_files

pytest.importorskip("pandas", reason="tables are read by pandas")

TOWNS = np.array(["New York", "Ulm", "San Juan"])[np.arange(60) % 3]
AMOUNTS = np.arange(60) * 1.5
ENDED = np.where(np.arange(60) % 7 < 3, "Y", "N")
TABLE = list(zip(TOWNS, AMOUNTS, ENDED, strict=True))
ALIGNED = [f"{town:<9} {amount:>7.2f} {end}\n" for town, amount, end in TABLE]
FRAMED = [f"|{town:<9}|{amount:>7.2f}|{end}|\n" for town, amount, end in TABLE]
PLAIN = [f"{town},{amount},{end}\n" for town, amount, end in TABLE]


def pages(rows, head, foot=""):
    return "".join(head + "".join(rows[at : at + 20]) + foot for at in (0, 20, 40))


NAMES = "TOWN       AMOUNT E\n"
RULE = "--------- ------- -\n"
LINE = "-------------------\n"
REPORTS = {
    "a spool": f"\nSQL> select * from a;\n\n{pages(ALIGNED, NAMES + RULE)}\n60 rows selected.\n",
    "no dashes": NAMES + "".join(ALIGNED),
    "a framed list": pages(
        FRAMED, f"21.03.2024 All contracts\n\n{LINE}|TOWN     | AMOUNT|E|\n{LINE}", LINE
    ),
    "several files in one, the first one empty": "town,amount,e\n"
    + pages(PLAIN, "town,amount,e\n"),
}


@pytest.mark.parametrize("name", REPORTS)
def test_reports_are_read_whole_and_in_chunks(tmp_path, name):
    path = tmp_path / "a.txt"
    path.write_text(REPORTS[name])
    sample = nzdd.read_sample(path)
    for X, y in [(sample.X, sample.y), *sample_files(path)]:
        assert X.iloc[:, 0].tolist() == TOWNS.tolist()
        assert X.iloc[:, 1].tolist() == AMOUNTS.tolist()
        assert y.tolist() == ENDED.tolist()
    assert read_like(path, sample.reading).y.tolist() == ENDED.tolist()


def test_empty_cells_and_torn_rows_of_a_frame_are_no_comments(tmp_path):
    path = tmp_path / "a.txt"
    rows = "| a | b | y |\n" + "|   | 1 | 0 |\n| 2 | 3 | 1 |\n" * 9
    path.write_text(rows)
    sample = nzdd.read_sample(path, drop=())
    assert (len(sample.y), sample.X["a"].isna().sum()) == (18, 9)
    path.write_text(rows + "| 1\n" + "| 2 | 3 | 1 |\n")
    with pytest.raises(ModelFileError, match="line 20: the number of fields is 2"):
        nzdd.read_sample(path)


def test_names_that_come_again_get_a_number(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,b,a,a (2),y\n" + "1,2,3,4,0\n4,5,6,7,1\n" * 5)
    sample = nzdd.read_sample(path)
    assert list(sample.X) == ["a", "b", "a (3)", "a (2)"]
    assert "names come again; these columns are called 'a (3)'" in sample.notes
    path.write_text("a,y,y\n" + "1,2,3\n4,5,6\n" * 5)
    with pytest.raises(ModelFileError, match="line 1: the first line has the name 'y' twice"):
        nzdd.read_sample(path)


def test_rows_equal_to_the_first_one_stay_where_there_are_no_names(tmp_path):
    path = tmp_path / "a.data"
    path.write_text("x,s,p\nb,s,e\nx,s,p\nb,f,e\n" * 8)
    assert len(nzdd.read_sample(path, drop=()).y) == 32


@pytest.mark.parametrize("form", ["{:>7} {:>14} {:>4}\n", "{:<7} {:<14} {:<4}\n"])
def test_values_of_several_words_stand_below_one_name(tmp_path, form):
    """In all rows there is a blank at the same place of the values, and not in the name."""
    values = np.array(["12-15 years", "<  12 years", "16   years"])[np.arange(30) % 3]
    text = form.format("age", "school", "div")
    text += "".join(form.format(k * 37, values[k], "NY"[k % 2]) for k in range(30))
    (tmp_path / "a.dat").write_text(text.replace("<  12", "< 12 "))
    sample = nzdd.read_sample(tmp_path / "a.dat", drop=())
    assert list(sample.X) == ["age", "school"]
    assert [" ".join(word.split()) for word in sample.X["school"][:3]] == [
        "12-15 years", "< 12 years", "16 years"
    ]  # fmt: skip


def test_numbers_in_columns_before_a_tab_and_a_quoted_word(tmp_path):
    rows = [(18.0, 8, "130.0"), (25.0, 4, "?"), (9.5, 12, "95.0"), (24.0, 4, "46.0")]
    text = "".join(f'{a:<7}{b:<4}{c:<6}1\t"ford {c} pinto"\n' for a, b, c in rows)
    (tmp_path / "cars.data").write_text(text)
    sample = nzdd.read_sample(tmp_path / "cars.data", label="x1")
    assert sample.X["x0"].tolist() == [18.0, 25.0, 9.5, 24.0]
    assert sample.X["x2"].isna().tolist() == [False, True, False, False]
    assert sample.X["x4"].tolist()[1] == "ford ? pinto"
