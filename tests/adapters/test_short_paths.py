"""`nzdd.networkx` is a module to import from, and the one of the long path."""

import ast
import pickle
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import nzdd
from nzdd.adapters.errors import MissingExtraError
from nzdd.short_paths import SHORT_PATHS

ROOT = Path(__file__).parents[2]
BRIDGES = {path.stem for path in (ROOT / "adapters/libraries").iterdir()} - {"__init__"}
# The reference has the paths of the files, and the pages of benchmarks are made by these.
PAGES = [
    path
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if not path.is_relative_to(ROOT / "docs/reference")
]
EXAMPLES = [
    path for path in sorted((ROOT / "examples").rglob("*.*")) if path.suffix not in {".gz", ".pyc"}
]
EACH = """
import sys, nzdd
from nzdd.short_paths import SHORT_PATHS
print(set(SHORT_PATHS.values()) & set(sys.modules))
for short in sys.argv[1:] or SHORT_PATHS:
    path = SHORT_PATHS[short]
    try:
        exec(f"from nzdd.{short} import __name__ as name")
    except nzdd.adapters.errors.MissingExtraError:
        continue
    found = sys.modules[f"nzdd.{short}"]
    assert name == path == found.__spec__.name, (name, path)
    assert found is getattr(nzdd, short) is sys.modules[path], path
"""
SKIPPED = """
import sys
sys.modules[{0!r}] = None
import nzdd
for use in ("nzdd.{1}", "import nzdd.{1}", "from nzdd.{1} import add_rows"):
    try:
        exec(use)
    except ImportError as error:
        print(type(error).__name__, error)
"""


def printed(code, *arguments):
    """What a new interpreter prints."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def module_at(path):
    try:
        return import_module(path)
    except MissingExtraError as error:
        pytest.skip(str(error))


def test_every_bridge_has_a_short_path():
    bridges = {name for name, path in SHORT_PATHS.items() if ".libraries." in path}
    assert {name for name in BRIDGES if not name.startswith("__")} == bridges


@pytest.mark.parametrize("shorts", [["files", "scipy"], pytest.param([], marks=pytest.mark.slow)])
def test_in_a_new_process_each_short_path_gives_the_module(shorts):
    """None of them is there before it is asked for. All of them import much."""
    assert printed(EACH, *shorts) == "set()\n"


@pytest.mark.parametrize(("short", "path"), SHORT_PATHS.items())
def test_both_ways_to_the_module(short, path):
    module = module_at(path)
    assert getattr(nzdd, short) is module
    assert import_module(f"nzdd.{short}") is module
    assert module.__name__ == module.__spec__.name == path
    assert short in dir(nzdd)


def test_what_lies_below_is_the_same_too():
    from nzdd.files.models import mps
    from nzdd.learning.soft_margin import fit

    import_module("nzdd.files.models.mps.reader")
    assert mps is import_module("nzdd.adapters.files.models.mps")
    assert sys.modules["nzdd.files.models.mps.reader"] is mps.reader
    assert fit is import_module("nzdd.formulations.learning.soft_margin").fit
    assert pickle.dumps(fit) == pickle.dumps(nzdd.formulations.learning.soft_margin.fit)
    assert b"nzdd.learning" not in pickle.dumps(fit)


def test_what_there_is_not():
    with pytest.raises(AttributeError, match="module 'nzdd' has no attribute 'pandas'"):
        nzdd.pandas  # noqa: B018
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'nzdd\.pandas'"):
        import_module("nzdd.pandas")
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'nzdd.*\.networkx\.pandas'"):
        import_module("nzdd.networkx.pandas")
    with pytest.raises(ImportError, match="cannot import name 'pandas'"):
        from nzdd.networkx import pandas  # noqa: F401


@pytest.mark.parametrize(("package", "short"), [("pyomo", "pyomo"), ("pyscipopt", "scip")])
def test_a_missing_package_is_named_with_its_extra(package, short):
    found = printed(SKIPPED.format(package, short))
    assert re.fullmatch(r"(MissingExtraError .*pip install .*\n){3}", found)


def test_names_that_a_star_imports_need_no_extra():
    assert not set(nzdd.__all__) & set(SHORT_PATHS)


def test_type_checkers_know_every_short_path():
    """``from a import b as b`` marks what a module gives to others."""
    tree = ast.parse((ROOT / "nzdd/__init__.py").read_text(encoding="utf-8"))
    known = {
        each.asname: f"{node.module}.{each.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for each in node.names
        if each.asname
    }
    assert known == SHORT_PATHS


def long_paths_in(text):
    """Those of what has a short one, but for links to the reference."""
    text = re.sub(r"\]\[[^\]]*\]", "", text)
    longer = [f"{module}.{name}" for name, module in nzdd._LAZY.items()] + [*SHORT_PATHS.values()]
    paths = set(re.findall(r"\bnzdd(?:\.\w+)+", text))
    for module, names in re.findall(r"from (nzdd[\w.]*) import \(?([\w, \n]+)", text):
        paths |= {f"{module}.{name}" for name in re.findall(r"\w+", names)}
    return {path for path in paths for long in longer if f"{path}.".startswith(f"{long}.")}


@pytest.mark.parametrize(
    "path", [*PAGES, *EXAMPLES], ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_pages_and_examples_have_the_short_paths(path):
    assert long_paths_in(path.read_text(encoding="utf-8")) == set()
