"""The pages, docstrings, scripts and notebooks give what they show."""

import doctest
import importlib
import json
import pkgutil
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import nzdd
from nzdd.adapters.errors import MissingExtraError
from support.licences import skip_unless_usable

ROOT = Path(__file__).parent.parent


def names_below(package, folder):
    """The modules of a package, none of which is imported."""
    for _, name, is_package in pkgutil.iter_modules([str(folder)], package):
        yield name
        if is_package:
            yield from names_below(f"{name}.", folder / name.removeprefix(package))


MODULES = [name for name in names_below("nzdd.", Path(nzdd.__path__[0])) if "__main__" not in name]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# Seconds each; tests/gallery has smaller cases of them.
DECISIONS = {"knapsack_interdiction", "race_day", "regret_tree", "reliable_supply"}
SLOW = {"sparse_classifiers", "robust_jobs", "secure_capacity", *DECISIONS}
SLOW |= {"compress_and_solve", "product_table", "use_your_own_solver"}
# Pages whose models take a second and more.
LONG = {"start", "rules", "train_in_chunks", "psi_learning", "choose_many", "row_generation"}
EXAMPLES = [
    pytest.param(path, marks=pytest.mark.slow if path.stem in SLOW else (), id=path.stem)
    for path in sorted((ROOT / "examples").rglob("*.py"))
]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))
# Some releases of Python are too old or too new for these.
RARE = {"dd": "dd.cudd_zdd", "graphillion": "graphillion", "linopy": "linopy"}
LICENSED = {"gurobipy": "gurobi", "cplex": "cplex", "xpress": "xpress"}
RUN = """
import sys, nbclient, nbformat
notebook = nbformat.read(sys.argv[1], 4)
nbclient.NotebookClient(notebook, timeout=120).execute()
nbformat.write(notebook, sys.argv[1])
"""


def name_of(path):
    return path.relative_to(ROOT).with_suffix("").as_posix().removeprefix("docs/")


def skip_without_what_it_imports(path):
    """Skip where examples import a package that is not made for this Python."""
    text = path.read_text(encoding="utf-8")
    for name, module in RARE.items():
        if f">>> from {name}" in text or f">>> import {name}" in text:
            pytest.importorskip(module, reason=f"the examples need {name}, which is not installed")
    for name, solver in LICENSED.items():
        if f">>> import {name}" in text:
            skip_unless_usable(solver)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_show_what_happens(name):
    try:
        module = importlib.import_module(name)
    except MissingExtraError as error:
        pytest.skip(str(error))
    if not name.endswith("._core"):
        skip_without_what_it_imports(Path(module.__file__))
    for test in doctest.DocTestFinder().find(module):
        if test.examples:  # a run without any would still look at all files that are loaded
            assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(path, id=name_of(path), marks=pytest.mark.slow if path.stem in LONG else ())
        for path in PAGES
        if ">>>" in path.read_text(encoding="utf-8")
    ],
)
def test_the_pages_show_what_happens(page, tmp_path, monkeypatch):
    skip_without_what_it_imports(page)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_code_needs_no_scrolling():
    """On screens of 1280 pixels, beside both sidebars; outputs wrap (docs/assets/site.css)."""
    fence = re.compile(r"^```(?!text)\w.*?\n(.*?)^```", re.DOTALL | re.MULTILINE)
    pages = (*PAGES, ROOT / "CONTRIBUTING.md")
    lines = [
        (page.name, line)
        for page in pages
        for block in fence.findall(page.read_text(encoding="utf-8"))
        for line in block.splitlines()
    ]
    assert len(lines) > 1000
    assert not [line for line in lines if len(line[1]) > 108]


@pytest.mark.parametrize("alone", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("script", EXAMPLES)
def test_examples_run(script, alone, tmp_path, monkeypatch):
    """By default in this process, which has loaded what takes longest."""
    if alone:
        subprocess.run([sys.executable, script], check=True, capture_output=True, cwd=tmp_path)
        return
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(script)])
    runpy.run_path(str(script), run_name="__main__")


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_show_what_happens(path, tmp_path):
    """Run by a kernel of its own; the text that each cell gives is the one that is stored."""
    pytest.importorskip("nbclient", reason='notebooks need nbclient: pip install "nzdd[docs]"')
    (tmp_path / path.name).write_bytes(path.read_bytes())
    for data in (ROOT / "examples").glob("*.gz"):
        (tmp_path / data.name).symlink_to(data)
    subprocess.run([sys.executable, "-c", RUN, path.name], check=True, cwd=tmp_path)
    assert texts_of(tmp_path / path.name) == texts_of(path)


def texts_of(notebook):
    """What each cell gives, pictures apart."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return [
        "".join(
            "".join(output.get("text") or output.get("data", {}).get("text/plain", ""))
            for output in cell["outputs"]
            if "image/svg+xml" not in output.get("data", {})
        )
        for cell in cells
        if cell["cell_type"] == "code"
    ]


def test_nothing_of_ours_is_installed_at_the_top_level(tmp_path):
    """`adapters` is another project's name; ours live below nzdd."""
    if Path(nzdd.__file__).is_relative_to(ROOT):
        pytest.skip("nzdd is imported from the checkout, not installed")
    find = "map(importlib.util.find_spec, ('adapters', 'formulations'))"
    code = f"import importlib.util, sys; sys.exit(any({find}))"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=tmp_path).returncode == 0
