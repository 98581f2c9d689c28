"""Names that mean something else in MPS files are renamed or refused, never lost."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nzdd.adapters.errors import UnsupportedModelError
from nzdd.adapters.files.models import mps
from nzdd.formulations.models.linear import LinearModel
from support.models.mps_readers import seen, seen_by_ortools, seen_by_scip

WORDS = [
    *("'MARKER'", "MARKER", "'INTORG'", "INTORG", "$", "$x", "a$b", "*", "*x", "RHS", "RNG", "BND"),
    *("BOUNDS", "RANGES", "ROWS", "COLUMNS", "ENDATA", "NAME", "OBJ", "OBJ_", "OBJSENSE", "MAX"),
    *("5", "1e5", "inf", "nan", "-", "UP", "FR", "N", "G", "R0", "C0", "", " ", "a b", "a_b"),
    *("a\nb", "\n", "a\tb", "\r", "\x00", "\x1b[2J", "\x7f", "\x85", "\xa0", "\ud800", "é", "日本"),
]
names = st.one_of(st.sampled_from(WORDS), st.text(max_size=4))


def model_of(rows, columns, name="m"):
    m, n = len(rows), len(columns)
    matrix = np.arange(1, m * n + 1).reshape(m, n)
    integer = np.arange(n) % 2 == 0
    lower = np.arange(m) - 3.0
    return LinearModel(
        *(np.arange(1, n + 1), matrix, lower, np.where(np.arange(m) % 2, lower + 1, np.inf)),
        *(-2.0, np.arange(n) + 4.0, integer),
        offset=7,
        row_names=rows,
        column_names=columns,
        name=name,
    )


@given(
    st.lists(names, min_size=1, max_size=4, unique=True),
    st.lists(names, min_size=1, max_size=4, unique=True),
    names,
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_hostile_names(tmp_path, rows, columns, name):
    model = model_of(rows, columns, name)
    path = tmp_path / "model.mps"
    path.unlink(missing_ok=True)
    try:
        mps.write(model, path)
    except UnsupportedModelError:
        assert not path.exists()
        return
    again = mps.read(path)
    same = {"row_names": None, "column_names": None, "name": ""}
    assert again.replace(**same) == model.replace(**same)
    renamed = False
    for old, new in zip(rows + columns, again.row_names + again.column_names, strict=True):
        blanks = "".join("_" if character.isspace() else character for character in old)
        assert len(new) <= len(old) or old == ""
        assert new == old or old == "" or blanks != old
        renamed = renamed or (new != old and old != "")
    assert path.read_text().startswith("* Blanks in names") or not renamed
    if not any("\r" in other for other in rows):
        assert seen(again) == seen_by_ortools(path.read_text())


@pytest.mark.parametrize("kind", ["row", "column", "model"])
@pytest.mark.parametrize("name", ["'MARKER'", "$", "$x", "\x00", "\x1b[2J", "\x85\x9b", "\ud800"])
def test_refused_names(tmp_path, kind, name):
    rows = ["r", name if kind == "row" else "s"]
    columns = ["x", name if kind == "column" else "y"]
    model = model_of(rows, columns, name if kind == "model" else "m")
    with pytest.raises(UnsupportedModelError, match=f"{kind} name .*; rename the {kind}") as caught:
        mps.write(model, tmp_path / "model.mps")
    assert str(caught.value).isprintable()
    assert list(tmp_path.iterdir()) == []


def test_scip_reads_names_that_are_words_of_the_format(tmp_path):
    pytest.importorskip("pyscipopt")
    words = [word for word in WORDS if word.isprintable() and word.strip() == word]
    words = [word for word in words if word and word[0] != "$" and word != "'MARKER'"]
    words.remove("a b")
    path = tmp_path / "model.mps"
    mps.write(model_of(words, words), path)
    assert seen_by_scip(path) == seen(mps.read(path)) == seen(model_of(words, words))
