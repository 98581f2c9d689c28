import gzip
import lzma

import numpy as np
import pytest

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files import formats
from nzdd.adapters.files.models import lp, orlib
from nzdd.formulations.models.linear import LinearModel

LP = """\\ a comment
Maximize
 profit: x + 2 y + 0.1 z
Subject To
 c1: x + y + b <= 10
 -2 x + z >= -8
 c3: x + x + y = 4
Bounds
 x <= 4
 -inf <= y <= 5
 z free
General
 z
Binary
 b
End
"""


@pytest.fixture
def write(tmp_path):
    def write_file(name, text):
        path = tmp_path / name
        pack = {".gz": gzip.compress, ".xz": lzma.compress}.get(path.suffix.lower(), bytes)
        path.write_bytes(pack(text.encode()))
        return path

    return write_file


@pytest.mark.parametrize("name", ["model.lp", "model.LP.gz"])
def test_lp(write, name):
    pytest.importorskip("pyscipopt")
    model = formats.read_model(write(name, LP))
    assert dict(zip(model.column_names, model.objective, strict=True)) == {
        "x": 1,
        "y": 2,
        "z": 0.1,
        "b": 0,
    }
    assert model.maximize
    columns = {name: index for index, name in enumerate(model.column_names)}
    rows = model.matrix.toarray()[:, [columns[name] for name in "xyzb"]]
    assert rows.tolist() == [[1, 1, 0, 1], [-2, 0, 1, 0], [2, 1, 0, 0]]
    assert model.row_lower.tolist() == [-np.inf, -8, 4]
    assert model.row_upper.tolist() == [10, np.inf, 4]
    bounds = {name: (model.lower[j], model.upper[j]) for name, j in columns.items()}
    assert bounds == {"x": (0, 4), "y": (-np.inf, 5), "z": (-np.inf, np.inf), "b": (0, 1)}
    assert {name for name, j in columns.items() if model.integrality[j]} == {"z", "b"}


def test_lp_of_another_encoding(tmp_path):
    pytest.importorskip("pyscipopt")
    path = tmp_path / "old.lp"
    path.write_bytes(LP.replace("c1", "größe").encode("latin-1"))
    assert lp.read(path).row_names[0] == "größe"


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("<= 10", "<< 10", 5, "expected value"),
        ("End", "", 15, "cut off"),
        (LP, "hello\nend\n", None, "no Minimize or Maximize"),
        (LP, "/* a */\nmax: 3x + 2y;\nx + y <= 4;\n", None, "it is of the LP format of lp_solve"),
        ("b <= 10", "b <= nan", 5, "the side of row 'c1' is nan"),
        ("b <= 10", "b >=\n inf", 6, "the side of row 'c1' is inf"),
        ("c1: x", "c1: nan x", 5, "column 'x' in row 'c1' is nan"),
        ("c1: x", "c1: 1e20 x", 5, "<x> in constraint <c1> is infinite; give a number below"),
        ("profit: x", "profit: nan x", 3, "column 'x' in the objective is nan"),
        ("-2 x + z", "nan x[1] + z", 6, r"column 'x\[1\]' in row 1 is nan"),
        ("c1: x", "c1: -5 <= x", 5, "no constant.*; write a row as terms, one sense"),
        ("c1: x", "c1: [ x^2 ] + x", None, "nonlinear constraint 'c1'"),
        ("c1: x", "c1: b = 1 -> x", None, "indicator"),
        ("profit: x", "profit: 1e400 x", 3, "objective value is infinite"),
    ],
)
def test_lp_errors(write, old, new, line, what):
    pytest.importorskip("pyscipopt")
    with pytest.raises(ModelFileError, match=what) as caught:
        lp.read(write("bad.lp", LP.replace(old, new)))
    assert caught.value.line == line
    assert "\n" not in str(caught.value)


def test_semicolons_and_names_that_begin_with_max_are_no_lp_solve(write):
    pytest.importorskip("pyscipopt")
    text = LP.replace("c1:", "maxload:").replace("End", "\\ checked; final\nEnd")
    model = lp.read(write("model.lp", text))
    assert "maxload" in model.row_names
    assert model.num_rows == lp.read(write("plain.lp", LP)).num_rows


@pytest.mark.parametrize("sense", ["", "OBJSENSE\n  MAX\n"])
def test_a_model_named_as_the_other_format_is_told(write, sense):
    pytest.importorskip("pyscipopt")
    text = f"NAME x\n{sense}ROWS\n N cost\n G c\nCOLUMNS\n a cost 1 c 1\nRHS\n r c 1\nENDATA\n"
    assert formats.read_model(write("right.mps", text)).maximize == bool(sense)
    with pytest.raises(ModelFileError, match=r"it is not an LP file.* let its name end in \.mps"):
        formats.read_model(write("wrong.lp", text))
    with pytest.raises(ModelFileError, match=r"it is not an MPS file.* let its name end in \.lp"):
        formats.read_model(write("wrong.mps", LP))
    with pytest.raises(ModelFileError, match=r"it is not an MPS file.* check the file"):
        formats.read_model(write("table.mps", "a,b\n1,2\n"))


@pytest.mark.parametrize("name", ["model", "model.text", "model.gz", "model.mps.bz2"])
def test_unknown_suffix(tmp_path, name):
    with pytest.raises(ModelFileError, match=r"names of models end in \.mps"):
        formats.read_model(tmp_path / name)


def test_shared_lp_file(data):
    pytest.importorskip("pyscipopt")
    model = formats.read_model(data / "mip" / "MANN_a9.clq.lp")
    assert (model.num_rows, model.num_columns, model.maximize) == (72, 45, True)


ROWS = "3 4\n5 6 7 8\n2\n1 3\n1\n4\n3\n1 2\n4\n"
COLUMNS = "3 4\n5 2 1 3\n6 1 3\n7 1 1\n8 2 2 3\n"
COVER = LinearModel(
    [5, 6, 7, 8], [[1, 0, 1, 0], [0, 0, 0, 1], [1, 1, 0, 1]], 1, upper=1, integrality=1, name="scp"
)


@pytest.mark.parametrize("text", [ROWS, COLUMNS])
@pytest.mark.parametrize("name", ["scp.txt", "scp.txt.gz", "SCP.TXT.XZ"])
def test_both_formats_of_set_covering(write, text, name):
    cover = COVER.replace(name=name[:3])
    assert orlib.read(write(name, text)) == cover
    assert formats.read_model(write(name, text)) == cover
    assert formats.read_model(write("scp.gz", text), "orlib") == COVER


def test_unknown_formats_are_refused(tmp_path):
    with pytest.raises(ValueError, match="format 'sif' is unknown; take one of mps, lp, orlib"):
        formats.read_model(tmp_path / "x.mps", "sif")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (ROWS[:-3], "do not make a set covering problem"),
        (ROWS + "1\n", "do not make a set covering problem"),
        ("3 10\n7 2\n5 2\n3 2\n", "8 numbers do not make .* packing problem, use nzdd pack"),
        ("4 3 1\n1 2 30\n2 3 40\n3 4 50\n", "12 numbers do not make .*; p-median problems"),
        (ROWS.replace("4\n3\n", "x\n3\n"), "line 6: 'x' is not an integer"),
        (ROWS.replace("4\n3\n", "-4\n3\n"), "'-4' is not an integer"),
        (ROWS.replace("4\n3\n", "9" * 20 + "\n3\n"), "line 6: '9{20}' is not an integer from 0 to"),
        (ROWS.replace("4\n3\n", "9\n3\n"), r"index 9 is not in 1\.\.4"),
        ("7", "do not make"),
        ("", "empty"),
    ],
)
def test_set_covering_errors(write, text, what):
    with pytest.raises(ModelFileError, match=what):
        orlib.read(write("scp.txt", text))


def test_shared_set_covering_sizes(data):
    sizes = {
        "scp41": (200, 1000, 4009),
        "scpclr11": (1023, 330, 41910),
        "rail507": (507, 63009, 409349),
    }
    for name, size in sizes.items():
        (path,) = (data / "orlib").glob(f"{name}.txt*")
        model = orlib.read(path)
        assert (model.num_rows, model.num_columns, model.num_nonzeros) == size
