"""LP files of Gurobi and Xpress are the same models as with plain names and a constant last."""

import pytest

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.models import lp
from nzdd.adapters.files.models.lp_dialects import with_constant_last

pytest.importorskip("pyscipopt")


@pytest.fixture
def read(tmp_path):
    def read_text(text):
        (tmp_path / "model.lp").write_text(text)
        return lp.read(tmp_path / "model.lp")

    return read_text


INDEXED = """Maximize
 profit: 2 x[0,a] + 3 flow[New_York,b-1][2].t - x
Subject To
 cap[1]: x[0,a] + flow[New_York,b-1][2].t + x <= 4
 R1: 3 x[0,a] - x >= 1
Bounds
 flow[New_York,b-1][2].t <= 3
Generals
 x[0,a] flow[New_York,b-1][2].t
End
"""


def test_names_with_indices(read):
    model = read(INDEXED)
    assert model.column_names == ("x[0,a]", "flow[New_York,b-1][2].t", "x")
    assert model.row_names == ("cap[1]", "R1")
    plain = read(INDEXED.replace("x[0,a]", "y").replace("flow[New_York,b-1][2].t", "z"))
    assert model.objective.tolist() == plain.objective.tolist() == [2, 3, -1]
    assert (model.matrix != plain.matrix).nnz == 0
    assert model.upper.tolist() == plain.upper.tolist()
    assert model.integrality.tolist() == plain.integrality.tolist()


def test_errors_have_the_names_of_the_file(read):
    with pytest.raises(ModelFileError, match=r"line 9: .*'z\[1\]'"):
        read(INDEXED.replace("Generals\n", "Generals\n z[1]"))
    with pytest.raises(ModelFileError, match=r"nonlinear constraint 'cap\[1\]'"):
        read(INDEXED.replace("cap[1]: x[0,a]", "cap[1]: [ x[0,a]^2 ]"))


@pytest.mark.parametrize(
    ("objective", "constant"),
    [
        ("5 + x - y", 5),
        ("-7 + x - y", -7),
        ("obj: -7\n + x - y", -7),
        ("obj: x + 2.5e1 - y - 3", 22),
        ("obj: - - .5 + x \\ 4 + z\n - 1e-1\n - y", 0.4),
        ("obj: x - y + 3", 3),
        ("x - y", 0),
    ],
)
def test_a_constant_anywhere_in_the_objective(read, objective, constant):
    model = read(f"Minimize\n {objective}\nSubject To\n c: x + y >= 1\nEnd\n")
    assert model.offset == pytest.approx(constant)
    assert dict(zip(model.column_names, model.objective, strict=True)) == {"x": 1, "y": -1}


def test_lines_keep_their_numbers(read):
    text = "Minimize\n obj: 5 +\n\n x - 3\n\nSubject To\n c: x << 1\nEnd\n"
    with pytest.raises(ModelFileError, match="line 7: expected value"):
        read(text)


@pytest.mark.parametrize("terms", ["x3 - y", "3 x1 - 2 x2 + 4", "[ 2 x ^ 2 - 3 y^2 ] / 2 - z"])
def test_other_objectives_stay(terms):
    text = f"min\n obj: {terms}\nst\n c: x >= 1\nend\n".encode()
    assert with_constant_last(text) == text
