"""What the fuzzers begin with is read, and what they once found stays mended."""

import runpy
from contextlib import suppress
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[2] / "fuzz"
FOUND = sorted((Path(__file__).parent / "corpus").iterdir())
"""Inputs that once failed; each name is that of a target and what was wrong."""


@pytest.fixture(scope="module")
def fuzz():
    """The fuzzers' readers and seeds; they need no fuzzer."""
    for extra in ("pandas", "pyarrow", "sklearn", "pyscipopt"):
        pytest.importorskip(extra)
    names = [runpy.run_path(str(FUZZ / f"{name}.py")) for name in ("readers", "seeds")]
    return {**names[0], **names[1]}


def test_every_seed_is_read(fuzz, tmp_path):
    for name, read in fuzz["TARGETS"].items():
        for seed in fuzz["seeds_of"](name, tmp_path):
            read(seed, tmp_path)


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_what_once_failed_is_read_or_refused(fuzz, path, tmp_path):
    name = path.name.split("-")[0]
    with suppress(*fuzz["EXPECTED"]):
        fuzz["TARGETS"][name](path.read_bytes(), tmp_path)
