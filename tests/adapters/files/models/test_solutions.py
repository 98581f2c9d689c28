import numpy as np
import pytest

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.models import solutions
from nzdd.formulations import LinearModel

MODEL = LinearModel(
    [1, 2, 3], [[1, 1, 1]], row_lower=1, column_names=["x", "#y z", "w\t1"], offset=5
)


def read(tmp_path, text, model=MODEL):
    path = tmp_path / "x.sol"
    path.write_text(text, encoding="utf-8")
    return solutions.read(path, model)


def test_what_is_written_is_read(tmp_path):
    x = np.array([0.1, -1e-300, 12345678.125])
    for name in ("x.sol", "x.sol.gz"):
        solutions.write(tmp_path / name, MODEL, x)
        np.testing.assert_array_equal(solutions.read(tmp_path / name, MODEL), x)


def test_zeros_are_left_out_and_the_objective_leads(tmp_path):
    solutions.write(tmp_path / "x.sol", MODEL, [0.0, 2.0, 0.0])
    assert (tmp_path / "x.sol").read_text() == "=obj= 9.0\n#y_z 2.0\n"


def test_unnamed_columns_are_called_as_in_mps_files(tmp_path):
    model = LinearModel([1, 1], [[1, 1]])
    solutions.write(tmp_path / "x.sol", model, [0, 3])
    assert (tmp_path / "x.sol").read_text() == "=obj= 3.0\nC1 3.0\n"


@pytest.mark.parametrize(
    "text",
    [
        "x 4\n",
        "=obj= 4\nx 4\n",
        "# Objective value = 4\nx 4.0\n\n",
        "solution status: optimal solution found\nobjective value:   4\nx   4 \t(obj:1)\n",
    ],
)
def test_headers_of_several_programs_are_passed_over(tmp_path, text):
    model = LinearModel([1, 2], [[1, 1]], column_names=["x", "y"])
    assert read(tmp_path, text, model).tolist() == [4, 0]


def test_a_column_may_be_called_like_a_comment(tmp_path):
    assert read(tmp_path, "# comment 9\n#y z 2\nw 1 7\n").tolist() == [0, 2, 7]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x 1\nv 2\n", r"x\.sol, line 2: the model has no column 'v'"),
        (
            f"{'v' * 99} 1\n",
            r"line 1: the model has no column 'v{39}\.\.\.; expected a line 'name value'",
        ),
        ("x 1\nx 1\n", "line 2: column 'x' has a value already"),
        ("x one\n", "line 1: 'one' is not a finite number"),
        ("x nan\n", "line 1: 'nan' is not a finite number"),
        ("x inf\n", "line 1: 'inf' is not a finite number"),
        ("\nx\n", "line 2: 'x' is not a finite number"),
        ("=infeas=\n", "x.sol: the file holds no point; solve until"),
        ("no solution available\n", "x.sol: the file holds no point; solve until"),
        ("", "the file is empty"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(tmp_path, text, message):
    with pytest.raises(ModelFileError, match=message):
        read(tmp_path, text)


def test_a_failed_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "x.sol"
    path.write_text("old")
    with pytest.raises(ValueError, match="shape"):
        solutions.write(path, MODEL, [1.0])
    assert path.read_text() == "old"


def test_a_column_may_be_called_like_the_header(tmp_path):
    model = LinearModel([1, 2], upper=1, column_names=["a", "=obj="])
    solutions.write(tmp_path / "x.sol", model, [0.0, 1.0])
    assert solutions.read(tmp_path / "x.sol", model).tolist() == [0.0, 1.0]
