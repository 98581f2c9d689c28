import gzip
import pickle

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from nzdd.adapters.errors import ModelFileError, UnsupportedModelError
from nzdd.adapters.files.models import mps
from nzdd.formulations.models.linear import LinearModel
from support.models.mps_readers import MODEL


@pytest.fixture
def read(tmp_path):
    def read_text(text):
        path = tmp_path / "model.mps"
        path.write_text(text)
        return mps.read(path)

    return read_text


def test_every_section(read):
    model = read(MODEL)
    assert model == LinearModel(
        [1, 2],
        [[1, 1], [1, 0], [0, 1.5]],
        [1, -np.inf, 2],
        [3.5, 4, 2],
        [0, 0],
        [1, 3],
        [True, False],
        offset=5,
        row_names=["C1", "C2", "C3"],
        column_names=["X", "Y"],
        name="sample",
    )


@pytest.mark.parametrize(
    ("bound", "lower", "upper"),
    [
        ("UP BND Y 4", 0, 4),
        ("LO BND Y -4", -4, np.inf),
        ("FX BND Y 4", 4, 4),
        ("FR BND Y", -np.inf, np.inf),
        ("MI BND Y", -np.inf, np.inf),
        ("UP BND Y 1e30", 0, np.inf),
        ("UP BND Y -4", -np.inf, -4),
        ("UP BND Y -4\n LO BND Y 0", 0, -4),
        ("LO BND Y 2\n UP BND Y 1", 2, 1),
    ],
)
def test_bounds(read, bound, lower, upper):
    model = read(MODEL.replace("UP BND Y 3", bound))
    assert (model.lower[1], model.upper[1]) == (lower, upper)


@pytest.mark.parametrize(
    ("bound", "lower", "upper"),
    [("BV BND X", 0, 1), ("LI BND X 2\n UI BND X 7", 2, 7), ("LO BND X 1", 1, np.inf)],
)
def test_bounds_of_integers(read, bound, lower, upper):
    model = read(MODEL.replace("UP BND Y 3", bound))
    assert (model.lower[0], model.upper[0]) == (lower, upper)
    assert model.integrality.tolist() == [True, False]


@pytest.mark.parametrize(
    ("row", "span", "lower", "upper"),
    [("C1", 2, 1, 3), ("C1", -2, 1, 3), ("C2", 2, 2, 4), ("C3", 2, 2, 4), ("C3", -2, 0, 2)],
)
def test_ranges(read, row, span, lower, upper):
    model = read(MODEL.replace("RNG C1 2.5", f"RNG {row} {span}"))
    at = model.row_names.index(row)
    assert (model.row_lower[at], model.row_upper[at]) == (lower, upper)


@pytest.mark.parametrize("section", ["OBJSENSE\n  MAX\n", "OBJSENSE MAXIMIZE\n"])
def test_sense(read, section):
    assert read(MODEL.replace("ROWS", section + "ROWS")).maximize


def test_fixed_format_with_blanks_in_names(read):
    text = (
        "NAME          SPACED\nROWS\n N  COST\n L  MY ROW\nCOLUMNS\n"
        "    X ONE     COST               1.0   MY ROW             1.0\n"
        "RHS\n    RHS       MY ROW             4.0\nENDATA\n"
    )
    assert read(text).column_names == ("X ONE",)
    assert read(text).row_names == ("MY ROW",)


def test_comments_and_windows_line_ends(read):
    assert read("* hello\n\n" + MODEL.replace("\n", "\r\n")) == read(MODEL)


def line_of(text, word):
    return text[: text.index(word)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "word", "what"),
    [
        ("NAME sample", "hello world", "hello", "Unknown section"),
        ("RANGES", "RNGS", "RNGS", "Unknown section"),
        ("1.5", "nan", "nan", "NaN"),
        ("1.5", "-inf", "-inf", "infinity"),
        ("1.5", "1e400", "1e400", "infinity"),
        ("COST 2", "COST inf", "inf", "inf"),
        ("BND Y 3", "BND Y nan", "BND Y nan", "NaN"),
        ("2.5", "2.5z", "2.5z", "2.5z"),
        ("RNG C1", "RNG C9", "C9", "row 'C9' is not in the ROWS section"),
        ("Y C3", "Y C9", "C9", "row 'C9' is not in the ROWS section"),
        ("RHS C3", "RHS C9", "C9", "row 'C9' is not in the ROWS section"),
        ("BND Y", "BND Z", "BND Z", "column 'Z' is not in the COLUMNS section"),
        ("Y C3 1.5", "Y C3 1.5\n Y C1 7", "Y C1 7", "second coefficient of column 'Y' in row 'C1'"),
        ("C3 1.5", "C3 1.5 C3 7", "C3 7", "second coefficient of column 'Y' in row 'C3'"),
        ("UP BND Y 3", "SC BND Y 3", "SC BND", "semi-continuous"),
        ("ENDATA", "INDICATORS\n IF C1 X 1\nENDATA", "INDICATORS", "indicator"),
        ("ENDATA", "QUADOBJ\n X X 1\nENDATA", "QUADOBJ", "Unknown section"),
        ("ENDATA", "SOS\n S1 a b\nENDATA", "SOS", "Unknown section"),
        ("ENDATA\n", "", " UP BND Y 3", "cut off"),
        ("ENDATA", "ENDATA\njunk", "junk", "Unknown section"),
        ("L C2\n", "L C2\n L  C2\n", "L  C2", "a second row 'C2', after that of line 5"),
        ("COST -5", "COST inf", "COST inf", "the right-hand side of row .COST. is infinity"),
        ("UP BND Y 3", "LO BND Y inf", "LO BND", "the lower bound of column .Y. is infinity"),
    ],
)
def test_errors_name_the_line(read, old, new, word, what):
    text = MODEL.replace(old, new, 1)
    with pytest.raises(ModelFileError, match=what) as caught:
        read(text)
    assert caught.value.line == line_of(text, word)
    assert "\n" not in str(caught.value)
    assert "model.mps, line" in str(caught.value)


@pytest.mark.parametrize("text", ["\n \n", "", "min: x + y;\n"])
def test_errors_without_a_line(read, text):
    with pytest.raises(ModelFileError) as caught:
        read(text)
    assert caught.value.line is None
    assert "model.mps" in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@given(cut=st.integers(1, len(MODEL) - len("ENDATA\n")))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_cut_file_is_never_taken_for_a_model(read, cut):
    with pytest.raises(ModelFileError):
        read(MODEL[:-cut] if cut > len("ENDATA\n") else MODEL[: -len("ENDATA\n")])


def test_truncated_gzip(tmp_path):
    path = tmp_path / "model.mps.gz"
    whole = gzip.compress(MODEL.encode())
    for size in (0, 3, 12, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(ModelFileError, match=r"truncated|empty|not an MPS|Unknown"):
            mps.read(path)
    path.write_bytes(whole[:-8] + b"\0" * 8)
    with pytest.raises(ModelFileError, match="damaged"):
        mps.read(path)


def test_missing_file_and_directory(tmp_path):
    with pytest.raises(ModelFileError, match="no such file"):
        mps.read(tmp_path / "nothing.mps")
    with pytest.raises(ModelFileError, match="directory"):
        mps.read(tmp_path)


names = st.text(st.characters(blacklist_categories=["Z", "C"]), min_size=1, max_size=12).filter(
    lambda name: not name.startswith(("$", "'"))
)
numbers = st.floats(-1e19, 1e19)
lows = st.one_of(st.just(-np.inf), numbers, st.sampled_from([0.0, 1.0, -1.0]))
highs = lows.map(lambda value: -value)


@st.composite
def models(draw):
    m, n = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    sparse = st.one_of(st.just(0.0), numbers)
    ends = np.sort([draw(arrays(float, m, elements=part)) for part in (lows, highs)], axis=0)
    ends[0][np.isposinf(ends[0])] = 0
    ends[1][np.isneginf(ends[1])] = 0
    ends.sort(axis=0)
    lower, upper = (draw(arrays(float, n, elements=part)) for part in (lows, highs))
    return LinearModel(
        draw(arrays(float, n, elements=sparse)),
        draw(arrays(float, (m, n), elements=sparse)),
        *ends,
        lower,
        upper,
        draw(arrays(bool, n)),
        maximize=draw(st.booleans()),
        offset=draw(numbers),
        row_names=draw(st.lists(names, min_size=m, max_size=m, unique=True)),
        column_names=draw(st.lists(names, min_size=n, max_size=n, unique=True)),
        name=draw(names),
    )


@given(models(), st.sampled_from([".mps", ".mps.gz"]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_round_trip(tmp_path, model, suffix):
    path = tmp_path / f"model{suffix}"
    mps.write(model, path)
    again = mps.read(path)
    # A range may widen its row by a few units in the last place, and never narrows it.
    ranged = np.isfinite(model.row_lower) & np.isfinite(model.row_upper)
    low, high = model.row_lower[ranged], model.row_upper[ranged]
    ulp = np.spacing(np.maximum(np.abs(low), np.abs(high)))
    assert np.all((again.row_lower <= model.row_lower) & (again.row_upper >= model.row_upper))
    assert np.all(low - again.row_lower[ranged] <= 4 * ulp)
    assert np.all(again.row_upper[ranged] - high <= 4 * ulp)
    assert again.replace(row_lower=model.row_lower, row_upper=model.row_upper) == model


def test_writing_twice_gives_the_same_bytes(tmp_path, read):
    model = read(MODEL)
    for name in ("a.mps.gz", "b.mps.gz"):
        mps.write(model, tmp_path / name)
    assert (tmp_path / "a.mps.gz").read_bytes() == (tmp_path / "b.mps.gz").read_bytes()


def test_missing_names_are_numbered_and_blanks_become_underscores(tmp_path, read):
    model = read(MODEL)
    mps.write(model.replace(row_names=None, column_names=["a b", ""]), tmp_path / "m.mps")
    again = mps.read(tmp_path / "m.mps")
    assert again.row_names == ("R0", "R1", "R2")
    assert again.column_names == ("a_b", "C1")


def test_a_row_named_like_the_objective(tmp_path, read):
    model = read(MODEL).replace(row_names=["OBJ", "OBJ_", "RHS"])
    mps.write(model, tmp_path / "m.mps")
    assert mps.read(tmp_path / "m.mps") == model


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"row_names": ["a", "b", "a"]}, "two rows have the name 'a'"),
        ({"column_names": ["x y", "x_y"]}, "two columns have the name 'x_y'"),
        ({"column_names": ["x", "a\0b"]}, "holds a NUL character"),
        ({"row_lower": 9, "row_upper": 8}, "lower bound 9.0 above its upper bound 8.0"),
    ],
)
def test_what_mps_cannot_say_is_refused_before_writing(tmp_path, read, change, message):
    model = read(MODEL).replace(**change)
    with pytest.raises(UnsupportedModelError, match=message):
        mps.write(model, tmp_path / "out.mps")
    assert not (tmp_path / "out.mps").exists()


@pytest.mark.parametrize("most_bytes", [50_000, pytest.param(10**9, marks=pytest.mark.slow)])
def test_shared_models_survive_the_round_trip(data, tmp_path, most_bytes):
    for path in sorted(data.glob("mip/*.mps.gz")):
        if path.stat().st_size > most_bytes:
            continue
        model = mps.read(path)
        mps.write(model, tmp_path / "out.mps")
        assert mps.read(tmp_path / "out.mps") == model, path.name


def test_scip_reads_the_same_models(data):
    scip = pytest.importorskip("pyscipopt")
    for path in sorted(data.glob("mip/*.mps.gz")):
        if path.stat().st_size > 100_000:
            continue
        model = mps.read(path)
        other = scip.Model()
        other.hideOutput()
        other.readProblem(str(path))
        columns = {column.name: column for column in other.getVars()}
        infinity = other.infinity()

        def bounded(values, infinity=infinity):
            return [np.clip(value, -infinity, infinity) for value in values]

        ordered = [columns[name] for name in model.column_names]
        assert [c.getObj() for c in ordered] == model.objective.tolist(), path.name
        assert [c.getLbOriginal() for c in ordered] == bounded(model.lower), path.name
        assert [c.getUbOriginal() for c in ordered] == bounded(model.upper), path.name
        kinds = [c.vtype() in {"BINARY", "INTEGER"} for c in ordered]
        assert kinds == model.integrality.tolist(), path.name
        assert other.getObjoffset() == model.offset
        rows = {row.name: row for row in other.getConss()}
        place = {name: index for index, name in enumerate(model.column_names)}
        for i, name in enumerate(model.row_names):
            if np.isinf(model.row_lower[i]) and np.isinf(model.row_upper[i]):
                continue
            row = rows.pop(name)
            ends = bounded([model.row_lower[i], model.row_upper[i]])
            assert [other.getLhs(row), other.getRhs(row)] == pytest.approx(ends), path.name
            entries = {place[key]: value for key, value in other.getValsLinear(row).items()}
            part = slice(*model.matrix.indptr[i : i + 2])
            indices, values = model.matrix.indices[part], model.matrix.data[part]
            assert entries == dict(zip(indices.tolist(), values.tolist(), strict=True)), path.name
        assert not rows


@pytest.mark.parametrize("names", [("RA0", "AR1"), ("R0", "äR1"), ("a", "b c")])
def test_a_model_without_columns_keeps_its_names(names, tmp_path):
    """Nothing in such a file shows whether it is in fixed or in free format."""
    model = LinearModel([], np.zeros((2, 0)), row_lower=0, row_names=names)
    mps.write(model, tmp_path / "model.mps")
    again = mps.read(tmp_path / "model.mps")
    assert again.row_names == tuple(name.replace(" ", "_") for name in names)
    assert again.offset == 0
