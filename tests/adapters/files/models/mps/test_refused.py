"""Files that readers read in different ways, or that say more than a linear model: refused."""

import pytest

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.models import mps
from support.models.mps_readers import MODEL, RHS, changed, line_of

TWICE = "after that of line"


@pytest.fixture
def refuse(tmp_path):
    def refuse_text(text):
        path = tmp_path / "model.mps"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(ModelFileError) as caught:
            mps.read(path)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 500
        return caught.value

    return refuse_text


@pytest.mark.parametrize(
    ("old", "new", "first", "second", "what"),
    [
        (
            "UP BND Y 3",
            "UP BND Y 3;UP BND Y  4",
            "BND Y 3",
            "Y  4",
            "a second upper bound of column 'Y'",
        ),
        ("UP BND Y 3", "UP BND Y 3;UP BND Y  4", "BND Y 3", "Y  4", "a second upper bound"),
        ("UP BND Y 3", "LO BND Y 1;FX BND Y 4", "LO", "FX", "a second lower bound of column 'Y'"),
        ("UP BND Y 3", "FR BND Y;UP BND Y 4", "FR", "UP", "a second upper bound"),
        ("UP BND Y 3", "BV BND X;PL BND X", "BV", "PL", "a second upper bound of column 'X'"),
        ("UP BND Y 3", "MI BND Y;LO BND Y 4", "MI", "LO", "a second lower bound"),
        (
            "UP BND Y 3",
            "UP BND Y 3;UP B2 X 4",
            "BND Y",
            "B2",
            "a second set in section BOUNDS: 'B2'",
        ),
        ("UP BND Y 3", "UP BND Y 3;UP X 4", "BND Y", "UP X", "a second set in section BOUNDS"),
        (RHS, " RHS C1 1;RHS C1  2\n", "C1 1\n R", "C1  2", "a second right-hand side of row 'C1'"),
        (RHS, " RHS C1 5 C1 7\n", "C1 5", "C1 7", "a second right-hand side of row 'C1'"),
        (RHS, " RHS COST 5;RHS COST  6\n", "COST 5", "COST  6", "a second right-hand side of row"),
        (
            RHS,
            " RHS C1 5;R2 C2 2\n",
            "C1 5",
            "R2",
            "a second set in section RHS: 'R2', after 'RHS'",
        ),
        (RHS, " RHS C1 5;C2 2\n", "C1 5", " C2 2", "a second set in section RHS"),
        ("RNG C1 2.5", "RNG C1 2.5;RNG C1 3", "C1 2.5", "C1 3", "a second range of row 'C1'"),
        ("RNG C1 2.5", "RNG C1 2.5;R2 C2 3", "C1 2.5", "R2", "a second set in section RANGES"),
        (
            "Y C3 1.5",
            "Y C3 1.5;Y C2 1;Y C3 7",
            "C3 1.5",
            "C3 7",
            "a second coefficient of column 'Y'",
        ),
        ("Y C3 1.5", "Y C3 1.5;Y COST 7", "Y COST 2", "COST 7", "column 'Y' in row 'COST'"),
        ("Y C3 1.5", "Y C3 1.5;Z C1 1;Y C2 7", "Y COST", "Y C2 7", "a second block of column 'Y'"),
        (" E C3", " E C3;G C1", " G C1", "G C1\nC", "a second row 'C1'"),
        ("ENDATA", "RHS\n RHS C1 2\nENDATA", "RHS\n", "RHS\n RHS C1 2\n", "a second section RHS"),
    ],
)
def test_twice_names_both_lines(refuse, old, new, first, second, what):
    text = changed(old, new)
    error = refuse(text)
    assert error.line == line_of(text, second)
    assert what in str(error)
    place = f"of line {line_of(text, first)};"
    assert place in str(error)


@pytest.mark.parametrize(
    ("old", "new", "word", "what"),
    [
        ("RNG C1 2.5", "RNG COST 3", "RNG COST", "a range of row 'COST', which is of kind N"),
        (" L C2\n", " L C2\n L  C2\n", "L  C2", "a second row 'C2'"),
        (" Y COST", " X C3 1\n Y COST", "X C3", "'X' stands on both sides of a marker"),
        ("M2 'MARKER' 'INTEND'", "M2 'MARKER' 'INTORG'", "M2", "comes again"),
        ("M1 'MARKER' 'INTORG'\n", "M1 'MARKER' 'INTEND'\n", "M1", "without 'INTORG'"),
        ("'INTORG'", "'SOSORG'", "M1", "a special ordered set"),
        ("'INTORG'", "'INT'", "M1", "unknown marker \"'INT'\""),
        ("'INTORG'", "INTORG", "M1", "'INTORG' and 'INTEND' are known, with their quotes"),
        ("Y C3 1.5", "Y C3 1.5 C1", "C3 1.5 C1", "4 words in section COLUMNS"),
        ("X COST 1 C1 1", "X COST 1 C1 1 C2 1", "C2 1", "7 words in section COLUMNS"),
        ("Y C3 1.5", "Y C3 1_5", "1_5", "'1_5' for row 'C3' is not a number"),
        ("Y C3 1.5", "Y C3 0x5", "0x5", "'0x5' for row 'C3' is not a number"),
        ("UP BND Y 3", "UP BND Y", "UP BND Y", "a bound without a number"),
        ("UP BND Y 3", "UP Y", "UP Y", "a bound without a number"),
        ("UP BND Y 3", "FR BND Y x", "FR", "'x' for column 'Y' is not a number"),
        ("UP BND Y 3", "UP BND Y 3 * no", "UP", "6 words in section BOUNDS"),
        ("UP BND Y 3", "FR Q", "FR Q", "column 'Q' is not in the COLUMNS section"),
        ("UP BND Y 3", "SI BND X 3", "SI", "a semi-integer column"),
        ("UP BND Y 3", "up BND Y 3", "up", "unknown kind of bound 'up'"),
        ("UP BND Y 3", "FX BND Y 1e30", "FX", "the lower bound of column 'Y' is infinity"),
        ("UP BND Y 3", "UP BND Y -1e30", "UP", "the upper bound of column 'Y' is infinity"),
        ("RHS C1 1", "RHS C1 1e30", " 1e30", "the right-hand side of row 'C1' is infinity"),
        ("RHS C1 1", "RHS C1 -1e30", "-1e30", "the right-hand side of row 'C1' is infinity"),
        ("C3 2", "C3 1e20", "1e20", "the right-hand side of row 'C3' is infinity"),
        ("C3 2", "C3 nan", "nan", "'nan' for row 'C3' is NaN"),
        ("Y C3 1.5", "Y C3 inf", "inf", "the coefficient of column 'Y' in row 'C3' is infinity"),
        (" L C2", " D C2", "D C2", "unknown kind of row 'D'"),
        (" L C2", " L C 2", "C 2", "3 words in section ROWS"),
        ("ROWS", "OBJNAME C1\nROWS", "OBJNAME", "'C1' of OBJNAME is not a row of kind N"),
        ("ROWS", "OBJNAME\n OTHER\nROWS", "OBJNAME", "is not a row of kind N"),
        ("ROWS", "OBJSENSE\nROWS", "OBJSENSE", "section OBJSENSE has no word"),
        ("ROWS", "OBJSENSE MAX\n MIN\nROWS", "OBJSENSE", "section OBJSENSE has more than one word"),
        ("ROWS", "OBJSENSE\n MOST\nROWS", "OBJSENSE", "unknown sense 'MOST'"),
        ("RHS\n", "RHS C1 9\n", "RHS C1 9", "'C1' follows the heading RHS"),
        ("NAME sample\n", "NAME sample\n x\n", " x", "'x' is in no section"),
        ("NAME sample\n", " x\nNAME sample\n", " x", "'x' is in no section"),
        ("ENDATA\n", "ENDATA\n* end\n x\n", " x", "'x' is in no section"),
        ("ENDATA\n", "ENDATA\nOBJSENSE MAX\n", "OBJSENSE", "section OBJSENSE after ENDATA"),
        (" G C1", "G C1", "G C1", "lines of data begin with a blank"),
        ("RHS\n", "LAZYCONS\n L L1\nRHS\n", "LAZYCONS", "lazy constraints"),
        ("ENDATA", "QUADOBJ\n X X 1\nENDATA", "QUADOBJ", "a quadratic objective"),
        ("ENDATA", "QMATRIX\n X X 1\nENDATA", "QMATRIX", "a quadratic objective"),
        ("ENDATA", "QCMATRIX C1\n X X 1\nENDATA", "QCMATRIX", "a quadratic constraint"),
        ("ENDATA", "SOS\n S1 SOS S 1\nENDATA", "SOS\n", "special ordered sets"),
        ("ENDATA", "SOS1\n S X 1\nENDATA", "SOS1\n", "special ordered sets"),
        ("ENDATA", "INDICATORS\n IF C1 X 1\nENDATA", "INDICATORS", "indicator constraints"),
        ("Y C3", "Y\0 C3", "\0", "a NUL character"),
    ],
)
def test_one_line_and_its_number(refuse, old, new, word, what):
    text = changed(old, new)
    error = refuse(text)
    assert error.line == line_of(text, word)
    assert what in str(error)


def test_a_second_row_does_not_make_up_for_an_undeclared_one(refuse):
    text = changed(" L C2\n", " L C2\n L C2\n").replace("Y C3 1.5", "Y C3 1.5 C9 1")
    assert refuse(text).line == 6


def test_a_large_hostile_file(refuse):
    """Expressions that try every pair of lines take minutes for these."""
    lines = "\n" * 500_000
    assert "not an MPS file" in str(refuse(lines + "x"))
    head = "NAME\nROWS\n N O\n G R\nCOLUMNS\n"
    column = "".join(f" X C{i} 1\n" for i in range(30_000))
    rows = "".join(f" G C{i}\n" for i in range(30_000))
    many = head.replace("COLUMNS", f"{rows}COLUMNS") + column + " X C29999 2\nENDATA\n"
    assert refuse(many).line == 60_006
    blanks = " " * 500_000
    assert refuse(f"{head} X{blanks}R 1{blanks}R 1\nENDATA\n").line == 6
    bounds = " UP B X 1 2 3\n" * 30_000
    assert refuse(f"{head} X R 1\nBOUNDS\n{bounds}ENDATA\n").line == 8
    assert refuse(head + " $" * 250_000 + "\nENDATA\n").line == 6
    assert refuse("ROWS\n" * 100_000).line == 2


def test_long_names_and_control_characters_in_messages(refuse):
    for name in ("Q" * 100_000, "\x1b[2J", "\u202e"):
        assert refuse(changed("UP BND Y", f"UP BND {name}")).line == line_of(MODEL, "UP BND")
        assert refuse(changed("RANGES", name)).line == line_of(MODEL, "RANGES")


def test_a_sense_that_only_pulp_reads_is_refused(refuse):
    error = refuse(f"*SENSE:Maximize\n{MODEL}")
    assert error.line == 1
    assert "a comment of PuLP says Maximize" in str(error)
    assert "with_objsense=True" in str(error)
