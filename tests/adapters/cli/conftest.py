import json
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pytest

from nzdd.adapters.cli import main
from nzdd.adapters.files.models import mps
from nzdd.formulations import LinearModel


@dataclass
class Outcome:
    code: int
    out: str
    err: str

    @property
    def facts(self):
        """The JSON object on stdout: exactly one line."""
        assert self.out.count("\n") == 1
        return json.loads(self.out, parse_constant=pytest.fail)


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run the command in an empty folder and return what it printed."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code
        return Outcome(code, *capsys.readouterr())

    return call


@pytest.fixture
def refuse(run):
    """Run the command, expect one line of complaint and no output, and return the line."""

    def call(*arguments):
        outcome = run(*arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith("nzdd: ")
        assert outcome.err.count("\n") == 1
        return outcome.err

    return call


@pytest.fixture(scope="session")
def cover():
    """All 5-subsets of 10 columns as covering rows: 252 rows that a small diagram holds."""
    rows = np.zeros((252, 10))
    for i, subset in enumerate(combinations(range(10), 5)):
        rows[i, list(subset)] = 1
    names = [f"x{j}" for j in range(10)]
    return LinearModel(
        np.arange(1, 11),
        rows,
        row_lower=1,
        upper=1,
        integrality=1,
        column_names=names,
        name="cover",
    )


@pytest.fixture
def cover_file(cover, tmp_path):
    mps.write(cover, tmp_path / "cover.mps")
    return "cover.mps"
