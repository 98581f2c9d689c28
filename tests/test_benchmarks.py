"""What the pages of benchmarks say: which code was measured, and which tests there are."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1]))  # benchmarks are not installed

from benchmarks.__main__ import PARTS
from benchmarks.measured_code import CODE, KEPT, RESULTS, ROOT, changed, fingerprint, kept_cells
from benchmarks.pages.statements import CLASSICS, KUROKAWA, Statement

PYTHON = 'def half(x):\n    """Half of it."""\n    return x / 2  # a float\n'
CPP = "int half(int x) {\n    return x / 2;  // rounded\n}\n"


def test_every_part_names_code_that_exists() -> None:
    for part in PARTS:
        assert any(map(part.name.startswith, CODE))
    assert all((ROOT / path).exists() for paths in CODE.values() for path in paths)


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        (PYTHON, PYTHON.replace("a float", "exact"), True),
        (PYTHON, PYTHON.replace("Half of it", "The half"), True),
        (PYTHON, PYTHON.replace("x / 2", "x / 3"), False),
        (CPP, CPP.replace("rounded", "truncated"), True),
        (CPP, CPP.replace("x / 2", "x / 3"), False),
    ],
)
def test_code_counts_and_words_do_not(tmp_path: Path, before: str, after: str, same: bool) -> None:
    folder = tmp_path / CODE["build"][0]
    folder.mkdir(parents=True)
    file = folder / ("half.py" if before is PYTHON else "half.hpp")
    file.write_text(before)
    first = fingerprint("build", tmp_path)
    file.write_text(after)
    assert (fingerprint("build", tmp_path) == first) is same


def test_a_record_without_a_fingerprint_is_older_than_all_its_code() -> None:
    assert changed("oracle", {}) == list(CODE["oracle"])
    assert changed("oracle", {"code": fingerprint("oracle")}) == []


def test_cells_that_a_page_shows_are_records_too() -> None:
    """Fits of rules are in ``rules.json``; a method there has a version of its own."""
    own = {path.stem for path in RESULTS.glob("*.jsonl") if not path.with_suffix(".json").exists()}
    assert own == {*KEPT, "rules-fits"}
    assert set(kept_cells()) == set(KEPT)


@pytest.mark.parametrize(
    "statement",
    [each for paper in (KUROKAWA, *CLASSICS.values()) for each in paper],
    ids=lambda each: each.name,
)
def test_every_theorem_has_a_test_or_the_reason_why_not(statement: Statement) -> None:
    assert statement.tests or statement.note
    for test in statement.tests:
        file, _, name = test.partition("::")
        assert f"\ndef {name}(" in (ROOT / "tests" / f"{file}.py").read_text(encoding="utf-8")
