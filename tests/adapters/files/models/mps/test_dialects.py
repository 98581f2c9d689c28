"""Dialects of MPS: what readers agree on is read alike; where they differ, as documented."""

import numpy as np
import pytest

from nzdd.adapters.files.models import mps
from nzdd.adapters.files.models.mps import sections
from support.models.mps_readers import MODEL, RHS, changed, seen, seen_by_ortools, seen_by_scip

FIXED = (
    "NAME          SPACED\nROWS\n N  COST\n L  MY ROW\n G  A  B\nCOLUMNS\n"
    "    X ONE     COST               1.0   MY ROW             1.0\n"
    "    X ONE     A  B               2.5\n    Y         A  B               1.5\n"
    "RHS\n    RHS       MY ROW             4.0   A  B               1.0\n"
    "BOUNDS\n UP BND       X ONE              3.0\nENDATA\n"
)
BOUNDS = [
    *("LO BND Y -4", "UP BND Y 4", "FX BND Y -3", "FR BND Y", "FR BND Y 0", "MI BND Y"),
    *("MI BND Y 7", "PL BND Y", "BV BND Y", "BV BND Y 1", "LI BND Y 5", "UI BND Y 5"),
    *("LO BND X 1", "LO BND X -1", "UP BND X 5", "FX BND X 3", "FR BND X", "MI BND X"),
    *("PL BND X", "BV BND X", "LI BND X -7;UI BND X -4", "UP BND X 0", "UP BND Y 0"),
    *("UP BND Y -4;LO BND Y -9", "LO BND Y -9;UP BND Y -4", "UP BND Y 5;MI BND Y"),
    *("LO BND Y 0;UP BND Y -4", "UP BND Y -4;LO BND Y 0", "LI BND X 0;UP BND X -4"),
    *("UP BND Y 1e30", "UP BND Y 1e20", "UP BND Y inf", "UP BND Y Infinity", "LO BND Y -1e30"),
    *("UP BND Y +5", "UP BND Y .5", "UP BND Y 5.", "UP BND Y 5E-1", "UP BND X 1e30"),
]
SIDES = [
    *("C1 1", "C1 1 C2 4", "COST 5", "RHS COST 5", "RHS COST -5", "RHS C2 1e30", "RHS C1 -1e30"),
    *("RHS C2 inf", "RHS C3 -2 C1 -1"),
]
RANGES = [
    *("C1 -2.5", "C2 2", "C2 -2", "C3 2", "C3 -2", "C3 0", "C1 0", "C3 -0.0", "C1 1e30"),
    *("C3 1e30", "C3 -1e30", "C1 1 C2 2", "C1 inf"),
]
ALIKE = {
    "unchanged": MODEL,
    **{bound: changed("UP BND Y 3", bound) for bound in BOUNDS},
    **{side: changed(RHS, f" {side}\n") for side in SIDES if side != "RHS C1 -1e30"},
    **{f"range {span}": changed("RNG C1 2.5", f"RNG {span}") for span in RANGES},
    "range without a set": changed("RNG C1 2.5", "C1 2.5"),
    "sense below": changed("ROWS", "OBJSENSE\n MAX\nROWS"),
    "sense beside": changed("ROWS", "OBJSENSE MAX\nROWS"),
    "sense min": changed("ROWS", "OBJSENSE\n MIN\nROWS"),
    "objective last": changed(" N COST\n", "").replace(" E C3\n", " E C3\n N COST\n"),
    "two objectives": changed(" G C1", " N COST2\n G C1").replace("Y C3 1.5", "Y C3 1.5 COST2 3"),
    "a side of a free row": changed(" G C1", " N FREE\n G C1").replace("RHS C3", "RHS FREE"),
    "no end of integers": changed(" M2 'MARKER' 'INTEND'\n", ""),
    "a zero": changed("C3 1.5", "C3 0"),
    "comments": changed("BOUNDS\n", "* hi\nBOUNDS\n*X\n"),
    "a comment after a number": changed("BND Y 3", "BND Y 3 $ hi"),
    "windows": MODEL.replace("\n", "\r\n"),
    "empty sections": changed(RHS, "").replace(" UP BND Y 3\n", ""),
    "empty columns": "NAME e\nROWS\n N O\n G C1\nCOLUMNS\n x O 1\nRHS\nRANGES\nBOUNDS\nENDATA\n",
    "two words in the name": changed("NAME sample", "NAME sample two"),
}


@pytest.fixture
def read(tmp_path):
    def read_text(text):
        path = tmp_path / "model.mps"
        path.write_bytes(text.encode())
        return mps.read(path)

    return read_text


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_what_readers_agree_on(read, tmp_path, text):
    pytest.importorskip("pyscipopt")
    model = read(text)
    assert seen(model) == seen_by_ortools(text) == seen_by_scip(tmp_path / "model.mps")


def test_fixed_format(read, tmp_path):
    """SCIP writes the blanks in names as underscores."""
    pytest.importorskip("pyscipopt")
    assert seen(read(FIXED)) == seen_by_ortools(FIXED)
    free = FIXED.replace("X ONE", "X_ONE").replace("MY ROW", "MY_ROW").replace("A  B", "A__B")
    assert seen(read(free)) == seen_by_ortools(free) == seen_by_scip(tmp_path / "model.mps")
    assert read(free).column_names == ("X_ONE", "Y")
    assert read(FIXED).replace(row_names=None, column_names=None) == read(free).replace(
        row_names=None, column_names=None
    )
    # without the name of the set, and with line ends of Windows
    bare = FIXED.replace("    RHS       MY", "              MY").replace(
        "BND       X", "          X"
    )
    assert read(bare) == read(bare.replace("\n", "\r\n")) == read(FIXED)


@pytest.mark.parametrize(
    ("bound", "ends"),
    [
        # as CPLEX and Gurobi; others keep the lower bound 0 and so have no feasible point
        ("UP BND Y -4", (-np.inf, -4)),
        ("UI BND Y -4", (-np.inf, -4)),
        # others refuse one of these or read it as a bound of a new column
        ("UP Y 3", (0, 3)),
        ("FR Y", (-np.inf, np.inf)),
        ("MI Y 0", (-np.inf, np.inf)),
        # SCIP reads 1, OR-Tools refuses
        ("UP BND Y 1d5", (0, 1e5)),
        ("UP BND Y 1D+1", (0, 10)),
    ],
)
def test_bounds_that_readers_differ_on(read, bound, ends):
    model = read(changed("UP BND Y 3", bound))
    assert (model.lower[1], model.upper[1]) == ends


def test_the_order_of_sections_and_of_bounds_does_not_matter(read):
    """SCIP refuses; OR-Tools and HiGHS lose the range, which the right-hand side then replaces."""
    head, rest = MODEL.split("RHS\n", 1)
    tail = "RHS\n" + rest.removesuffix("ENDATA\n")
    sides, tail = tail.split("RANGES\n")
    ranges, bounds = tail.split("BOUNDS\n")
    parts = [sides, "RANGES\n" + ranges, "BOUNDS\n" + bounds, "OBJSENSE\n MIN\n"]
    for first, second in ((1, 0), (2, 1), (3, 2), (0, 3)):
        order = [
            parts[first],
            parts[second],
            *(p for k, p in enumerate(parts) if k not in (first, second)),
        ]
        assert read(head + "".join(order) + "ENDATA\n") == read(MODEL)


@pytest.mark.parametrize("section", ["OBJNAME\n COST2\n", "OBJNAME COST2\n"])
def test_the_objective_by_name(read, section):
    """SCIP takes the first form and leaves out COST; HiGHS passes over both."""
    text = changed(" G C1", " N COST2\n G C1").replace("Y C3 1.5", "Y C3 1.5 COST2 3")
    model = read(text.replace("ROWS", section + "ROWS"))
    assert model.objective.tolist() == [0, 3]
    assert model.offset == 0
    assert model.row_names == ("COST", "C1", "C2", "C3")
    assert model.matrix[[0]].toarray().tolist() == [[1, 2]]
    assert (model.row_lower[0], model.row_upper[0]) == (-np.inf, np.inf)


@pytest.mark.parametrize("word", ["MAXIMIZE", "MAXIMISE", "max", "Maximize"])
@pytest.mark.parametrize("form", ["OBJSENSE\n  {}\n", "OBJSENSE {}\n", "objsense\n\t{}\n"])
def test_words_for_the_sense(read, form, word):
    """HiGHS minimises after MAXIMIZE on the same line."""
    assert read(changed("ROWS", form.format(word) + "ROWS")) == read(MODEL).replace(maximize=True)


def test_lower_case_and_tabs(read):
    headings = [line for line in MODEL.split("\n") if line[:1].isalpha()]
    text = MODEL
    for heading in headings:
        text = text.replace(f"\n{heading}\n", f"\n{heading.lower()}\n")
    assert "ROWS" not in text
    assert read(text) == read(MODEL)
    assert read(MODEL.replace("\n ", "\n\t").replace(" ", "\t")) == read(MODEL)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("RHS C3 2 COST -5", "RHS C3 2 $COST -5", "RHS C3 2"),
        ("Y C3 1.5", "Y C3 1.5 $", "Y C3 1.5"),
        (" N COST", " N COST $ the objective", " N COST"),
        ("ENDATA", "$ what\nENDATA", None),
    ],
)
def test_comments_from_a_dollar_on(read, old, new, same):
    if same is None:
        with pytest.raises(ValueError, match="Unknown section"):
            read(changed(old, new))
    else:
        assert read(changed(old, new)) == read(changed(old, same))


def test_a_declared_name_is_no_comment(read, tmp_path):
    """SCIP crashes on such rows and refuses such columns; OR-Tools loses what is named 'MARKER'."""
    for name in ("$", "$C1", "'MARKER'"):
        assert seen(read(MODEL.replace("C1", name)))[1][name] == (1, 3.5, {"X": 1, "Y": 1})
        assert seen(read(MODEL.replace("Y", name)))[0][name] == (2, 0, 3, False)


@pytest.mark.parametrize("size", [1, 7, 30, 61, 100])
def test_pieces_of_the_text_do_not_show(read, monkeypatch, size):
    whole = read(MODEL)
    monkeypatch.setattr(sections, "PIECE", size)
    assert read(MODEL) == whole
    with pytest.raises(ValueError, match=r"line 14: a second coefficient .* that of line 12"):
        read(changed("Y C3 1.5", "Y C3 1.5;Y C1 2"))
    with pytest.raises(ValueError, match=r"line 15: a second block .* that of line 12"):
        read(changed("Y C3 1.5", "Y C3 1.5;Z C1 2;Y C2 2"))
    with pytest.raises(ValueError, match=r"line 12: .* both sides of a marker"):
        read(changed(" Y COST", " X C3 1\n Y COST"))


def test_latin_1_names(tmp_path):
    path = tmp_path / "old.mps"
    path.write_bytes(MODEL.replace("Y", "é").encode("latin-1"))
    assert mps.read(path).column_names == ("X", "é")
    path.write_bytes(MODEL.replace("Y", "é").encode())
    assert mps.read(path).column_names == ("X", "é")


def test_the_same_end_of_a_bound_twice_is_one(read):
    """Xpress writes a fixed integer so."""
    same = changed("UP BND Y 3", "FX BND X -1;UI BND X -1;LO BND X -1;UP BND Y 3")
    assert read(same) == read(changed("UP BND Y 3", "LI BND X -1;UI BND X -1;UP BND Y 3"))
