"""The examples in docstrings and in the README give what they show; the example scripts run."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import nzdd

ROOT = Path(__file__).parent.parent
MODULES = [
    name for _, name, _ in pkgutil.walk_packages(nzdd.__path__, "nzdd.") if "__main__" not in name
]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_show_what_happens(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_the_pages_show_what_happens(page):
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda path: path.stem)
def test_examples_run(script, tmp_path):
    subprocess.run([sys.executable, script], check=True, capture_output=True, cwd=tmp_path)


def test_importing_nzdd_loads_no_solver():
    solvers = ("ortools", "pyscipopt", "scipy.optimize", "tqdm")
    code = f"import sys, nzdd; sys.exit(any(name in sys.modules for name in {solvers}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_nothing_of_ours_is_installed_at_the_top_level(tmp_path):
    """`adapters` is another project's name; ours live below nzdd."""
    if Path(nzdd.__file__).is_relative_to(ROOT):
        pytest.skip("nzdd is imported from the checkout, not installed")
    find = "map(importlib.util.find_spec, ('adapters', 'formulations'))"
    code = f"import importlib.util, sys; sys.exit(any({find}))"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=tmp_path).returncode == 0
