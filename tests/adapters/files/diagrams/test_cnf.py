"""Formulas in the DIMACS format are the families of what satisfies them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.diagrams import cnf
from nzdd.adapters.files.formats import find
from nzdd.adapters.files.recognition import recognised
from nzdd.families import satisfying_sets

PHONE = "c 1 phone\nc 2$ camera\nc 3 screen\np cnf 3 2\n1 0\n-2 3 0\n"


def read(folder, text, name="x.cnf", **options):
    path = folder / name
    path.write_text(text)
    return cnf.read(path, **options)


def test_comments_name_the_variables(tmp_path):
    family = read(tmp_path, PHONE)
    assert family.names == ("phone", "camera", "screen")
    assert family.count() == 3
    assert {row for row in map(frozenset, family.named_rows()) if "camera" in row} == {
        frozenset(["phone", "camera", "screen"])
    }
    assert read(tmp_path, PHONE.replace("c 3 screen", "c 4 screen")).names == (1, 2, 3)


@given(st.integers(1, 6), st.data())
def test_what_is_written_is_read(tmp_path_factory, number, data):
    literal = st.integers(-number, number).filter(bool)
    clauses = data.draw(st.lists(st.lists(literal, min_size=1, max_size=4), max_size=6))
    text = f"c a formula\np  cnf {number} {len(clauses)}\n"
    text += "".join(f"{' '.join(map(str, clause))}\n0 " for clause in clauses)
    expected = satisfying_sets(clauses, num_variables=number)
    assert read(tmp_path_factory.getbasetemp(), text) == expected
    assert read(tmp_path_factory.getbasetemp(), text + "\n%\n0\n") == expected


def test_the_content_tells_the_format(tmp_path):
    read(tmp_path, PHONE, "phone")
    assert recognised(tmp_path / "phone") == ("cnf", "")
    assert find("phone.dimacs", "diagram").name == "cnf"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 0\n", "there is no line 'p cnf'"),
        ("p cnf 1 1\np cnf 1 1\n1 0\n", r"x\.cnf, line 2: a second line 'p cnf'"),
        ("p cnf 2 1\n1 x2 0\n", r"x\.cnf, line 2: 'x2' is not expected"),
        ("p cnf 2 1\n1 2\n", "the last clause does not end with 0"),
        ("p cnf 2 2\n1 2 0\n", r"x\.cnf, line 1: 2 clauses are announced, but there are 1"),
        ("p cnf 2 1\n1 3 0\n", "2 variables are announced, but there is a literal of 3"),
        ("p cnf 9999999 0\n", "9999999 variables are announced; the limit is 1000000"),
        ("p cnf 2 1\n1 99999999999999999999 0\n", r"x\.cnf, line 2: .* is not expected"),
    ],
)
def test_errors_name_the_line(tmp_path, text, message):
    with pytest.raises(ModelFileError, match=message):
        read(tmp_path, text)


def test_searches_that_meet_too_many_states_say_so(tmp_path):
    with pytest.raises(ModelFileError, match="max_states = 2"):
        read(tmp_path, PHONE, max_states=2)
