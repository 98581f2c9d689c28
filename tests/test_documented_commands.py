"""The commands that pages show exist and succeed, and print what stands below them.

A block ``sh`` is run line by line where a reader would be, in a folder with `examples/` and with
files of the names that pages speak of; a block ``text`` behind it is what its last line prints, but
for times. Lines that install, and those that ask for what a machine may lack, are only looked at.
"""

import gzip
import re
import shlex
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from nzdd import NZDD
from nzdd.adapters import cli
from nzdd.adapters.files.models import mps, solutions
from nzdd.formulations import ExtendedFormulation, LinearModel

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)
# What no two runs share: lines and parts of lines that tell times, and of routes, whose first
# search has a tenth of a second, the size of the family and whether the last one had work to do.
SECONDS = re.compile(
    r"^seconds .*\n|\d+\.\d\d s\b|(?<=lazy, glop) and highs$|^family .* capacity cuts$",
    re.MULTILINE,
)
# Of their commands some take a second and more.
LONG = {"start", "rules", "soft_margin"}
ELSEWHERE = ("mkdocs", "python -m benchmarks")


def commands_of(page):
    """The commands of the page, and what each should print, if the page tells."""
    for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
        lines = [part.strip() for line in block[1].splitlines() for part in line.split("&&")]
        for line in lines:
            yield line.partition(" #")[0], block[2] if line is lines[-1] else None


SHOWN = {page: list(commands_of(page)) for page in PAGES}


@pytest.fixture
def folder(tmp_path):
    """Small files of the names that pages speak of."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    rows = np.random.default_rng(0).random((200, 8)).argsort(axis=1) < 4
    upper = [8.0, *[np.inf] * 199]  # the first row is an equality: all columns are 1
    rows[0] = True
    model = LinearModel(
        np.arange(1.0, 9.0), rows, [8, *[2] * 199], upper, upper=1, integrality=True
    )
    mps.write(model, tmp_path / "model.mps.gz")
    small = ExtendedFormulation.from_model(mps.read(tmp_path / "model.mps.gz"))
    small.save(tmp_path / "small.nzdd")
    solutions.write(tmp_path / "its.sol", small.model, small.lift(np.ones(8)))
    NZDD.from_rows(rows).save(tmp_path / "gift.nzdd")
    (tmp_path / "sets.dat").write_text(
        "".join(" ".join(map(str, row)) + "\n" for row in combinations(range(12), 6))
    )
    towns = [("Ulm", "yes"), ("Bonn", "no"), ("?", "no")]
    people = (f"{20 + 7 * k % 40}, {', '.join(towns[k % 3])}\n" for k in range(60))
    (tmp_path / "people.data").write_text("".join(people))
    (tmp_path / "transactions").write_text("0 1 2\n0 1 3\n")
    (tmp_path / "scpe1.txt").write_text("3 4  5 6 7 8  2 1 3  1 4  3 1 2 4")
    with gzip.open(tmp_path / "C125.9.clq.gz", "wt") as file:
        file.write("p edge 3 2\ne 1 2\ne 2 3\n")
    for name, text in (("simplices", "1\n2\n2\n3\n"), ("nverts", "2\n2\n")):
        with gzip.open(tmp_path / f"email-Enron-{name}.txt.gz", "wt") as file:
            file.write(text)
    (tmp_path / "rows").mkdir()
    pd = pytest.importorskip("pandas")
    for part in range(2):
        pd.DataFrame(rows[part::2], columns=list("abcdefgh")).to_parquet(
            tmp_path / "rows" / f"part-{part}.parquet"
        )
    return tmp_path


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.stem, marks=pytest.mark.slow if page.stem in LONG else ())
        for page in PAGES
        if any(line.startswith("nzdd ") for line, _ in SHOWN[page])
    ],
)
def test_the_commands_print_what_is_shown(page, folder, monkeypatch, capfd):
    monkeypatch.chdir(folder)
    for name, text in re.findall(r'```text title="(.*?)"\n(.*?)```', page.read_text("utf-8"), re.S):
        Path(name).write_text(text)
    for line, shown in SHOWN[page]:
        if not line.startswith("nzdd "):
            continue
        capfd.readouterr()
        assert cli.main(shlex.split(line)[1:]) == 0, line
        printed = capfd.readouterr().out
        if shown is not None:
            assert SECONDS.sub("", printed) == SECONDS.sub("", shown), line


def test_what_is_to_be_installed_exists():
    """The extras that pages name are those of the package."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    section = project.partition("[project.optional-dependencies]")[2].partition("\n[")[0]
    extras = set(re.findall(r"^(\w+) = ", section, re.MULTILINE))
    named = {
        extra
        for page in PAGES
        for names in re.findall(r"pip install \"(?:\.|nzdd)\[([\w,]+)\]", page.read_text("utf-8"))
        for extra in names.split(",")
    }
    assert named
    assert named <= extras


def test_no_command_is_of_an_unknown_kind():
    known = ("nzdd ", "pip install ", "pytest", *ELSEWHERE)
    for page, commands in SHOWN.items():
        for line, _ in commands:
            assert not line or line.startswith(known), f"{page.name}: {line}"
