"""What lies where is what CONTRIBUTING.md and the maps at the head of the folders say."""

import ast
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import nzdd
from nzdd.short_paths import SHORT_PATHS

ROOT = Path(__file__).parent.parent
LAYERS = ("nzdd", "formulations", "adapters")  # each imports those before it
LAZY = {"nzdd/__init__.py", "nzdd/__main__.py"}  # they name what is above
PACKAGES = sorted(
    path.parent
    for folder in (*LAYERS, "benchmarks")
    for path in (ROOT / folder).rglob("__init__.py")
)
CORE = ROOT / "nzdd/_native"
CORE_MAPS = sorted([CORE / "module.cpp", CORE / "c/README.md", *CORE.rglob("bindings.cpp")])


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def layer_of(module):
    """The position of a module of ours in LAYERS."""
    below = module.split(".")[1:2]
    return LAYERS.index(below[0]) if below and below[0] in LAYERS else 0


@cache
def import_statements_of(path):
    """The imports of a file, and whether each is inside a function; the rest of it is not kept."""
    waiting = [(ast.parse(path.read_text(encoding="utf-8")), False)]
    found = []
    for node, inside in waiting:
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append((node, inside))
        inside |= isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            waiting += [(each, inside) for each in getattr(node, part, ())]
    return found


def imports_of(path):
    for node, _ in import_statements_of(path):
        if isinstance(node, ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)
        else:
            yield from (each.name for each in node.names)


def modules_of(layer):
    return sorted((ROOT / layer).rglob("*.py"))


def test_at_most_two_files_share_a_name():
    """So that a tab, a traceback or a search by name tells which file it is."""
    folders = (*LAYERS, "benchmarks", "docs", "examples", "fuzz", "tests")
    count = Counter(path.name for folder in folders for path in modules_of(folder))
    several = {name for name, number in count.items() if number > 2}
    assert several - {"__init__.py", "__main__.py", "conftest.py"} == set()


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_lead_downwards(layer):
    upwards = [
        (name_of(path), module)
        for path in modules_of(layer)
        if name_of(path) not in LAZY
        for module in imports_of(path)
        if module.split(".")[0] == "nzdd" and layer_of(module) > LAYERS.index(layer)
    ]
    assert upwards == []


def test_our_modules_import_by_the_paths_of_the_files():
    """So that the tests here see what imports what."""
    short = {
        (name_of(path), module)
        for layer in LAYERS
        for path in modules_of(layer)
        for module in imports_of(path)
        if module.split(".")[0] == "nzdd" and set(module.split(".")[1:2]) & set(SHORT_PATHS)
    }
    assert short == set()


def module_of(path):
    """The name by which a file is imported."""
    name = name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return name if name.split(".")[0] == "nzdd" else f"nzdd.{name}"


MODULES = {module_of(path): path for layer in LAYERS for path in modules_of(layer)}


def loaded_by(module):
    """The modules of ours that a module imports, those for type checkers included."""
    for node, _ in import_statements_of(MODULES[module]):
        if isinstance(node, ast.Import):
            yield from {each.name for each in node.names} & MODULES.keys()
        elif node.module in MODULES:
            inner = {f"{node.module}.{each.name}" for each in node.names} & MODULES.keys()
            yield from inner or {node.module}


def circles_of(modules):
    """The groups of modules that import each other, directly or by others."""
    graph = {each: set(loaded_by(each)) & modules - {each} for each in modules}
    reach = {}
    for module in modules:
        seen, waiting = set(), [module]
        while waiting:
            new = graph[waiting.pop()] - seen
            seen |= new
            waiting += new
        reach[module] = seen
    circles = {frozenset(b for b in reach[a] if a in reach[b]) for a in modules if a in reach[a]}
    return sorted(sorted(each) for each in circles)


def late_imports_of(path):
    """The modules of ours that are imported inside functions."""
    for node, inside in import_statements_of(path):
        if inside:
            several = [each.name for each in node.names]
            names = [node.module] if isinstance(node, ast.ImportFrom) else several
            yield from (name for name in names if name.split(".")[0] == "nzdd")


BUILT_IN = {"__future__", "numpy", "nzdd", *sys.stdlib_module_names}
STARTS = "adapters/cli/__init__.py"  # loads the rest where Ctrl-C is answered already


@pytest.mark.parametrize("layer", LAYERS)
def test_modules_do_not_import_each_other_in_a_circle(layer):
    below = [path for path in modules_of(layer) if name_of(path) not in LAZY]
    circles = circles_of({module_of(path) for path in below})
    assert not circles


def loads_a_package(module, seen):
    """Whether a module of ours needs more than numpy, or another module that does."""
    if module not in MODULES or module in seen:
        return False
    seen.add(module)
    foreign = {name.split(".")[0] for name in imports_of(MODULES[module])} - BUILT_IN
    return bool(foreign) or any(loads_a_package(each, seen) for each in loaded_by(module))


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_inside_functions_are_of_what_loads_a_package(layer):
    late = {
        (name_of(path), module)
        for path in modules_of(layer)
        for module in late_imports_of(path)
        if name_of(path) != STARTS and not loads_a_package(module, set())
    }
    assert late == set()


def upwards_in(package, order):
    """The imports between the groups of modules of a package that lead to a later group."""
    place = {f"{package}.{name}": number for number, name in enumerate(order.split())}
    depth = package.count(".") + 2

    def place_of(module):
        return place.get(".".join(module.split(".")[:depth]))

    return {
        (module, other)
        for module in MODULES
        if (here := place_of(module)) is not None
        for other in loaded_by(module)
        if (there := place_of(other)) is not None and there > here
    }


def test_diagrams_import_in_one_direction():
    """Each group of modules imports those before it; a Drawing is what a diagram is drawn by."""
    order = "input order build order_search archive diagram nzdd zdd multiset families drawing"
    drawing = "nzdd.drawing.drawing"
    users = ("nzdd.diagram", "nzdd.nzdd", "nzdd.zdd.zdd")
    assert upwards_in("nzdd", order) == {(module, drawing) for module in users}


def test_formulations_import_in_one_direction():
    """The order in which the docstring of the package lists them."""
    order = "models rows iteration compression row_generation learning"
    assert upwards_in("nzdd.formulations", order) == set()


def test_below_the_adapters_there_is_numpy_and_scipy_alone():
    known = {"__future__", "numpy", "scipy", "typing_extensions", "nzdd"}
    foreign = {
        (name_of(path), module)
        for layer in LAYERS[:2]
        for path in modules_of(layer)
        for module in imports_of(path)
        if module.split(".")[0] not in known | sys.stdlib_module_names
    }
    assert foreign == set()


def test_tests_share_what_lies_in_support():
    """The oldest pytest cannot import one test from another."""
    others = [
        name_of(path)
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if re.search(r"^\s*from (\.|tests\b|test_)", path.read_text(encoding="utf-8"), re.M)
    ]
    assert others == []


def test_tests_of_the_diagrams_need_what_the_sanitizers_have():
    """They run where the packages of the adapters are not installed."""
    script = (ROOT / ".ci/sanitize").read_text(encoding="utf-8")
    installed = set(re.search(r"pip install [^\n]* (numpy [^>]*?)\nif", script)[1].split())
    names = {each: module for each, module in nzdd._LAZY.items() if "adapters" in module}
    known = BUILT_IN | installed | {"support", "conftest"}
    foreign = {
        (name_of(path), module)
        for path in sorted((ROOT / "tests/nzdd").rglob("test_*.py"))
        for module in imports_of(path)
        if module.split(".")[0] not in known or module.removeprefix("nzdd.") in names
    }
    assert foreign == set()


def test_the_core_knows_python_in_its_bindings_alone():
    others = [
        name_of(path)
        for path in sorted(CORE.rglob("*.?pp"))
        if "nanobind" in path.read_text(encoding="utf-8") and path.name != "bindings.hpp"
        if path.name not in ("bindings.cpp", "module.cpp")
    ]
    assert others == []


@pytest.mark.parametrize("folder", PACKAGES, ids=name_of)
def test_the_map_of_a_package_names_what_is_there(folder):
    """A bare word between double backticks is a module, or comes after the word extra."""
    text = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    assert text.count("\n\n") >= 1, "a folder needs a paragraph that says what lies where"
    there = {path.stem for path in folder.iterdir()} | {"nzdd", "_core"}
    assert set(re.findall(r"(?<!extra\s)``([a-z_0-9]+)``", text)) - there == set()


def headers_below(folder):
    """Of the subfolders as well, unless they have a map of their own."""
    for path in folder.iterdir():
        if path.is_dir() and not any(each.parent == path for each in CORE_MAPS):
            yield from headers_below(path)
        elif path.suffix == ".hpp":
            yield path.name


@pytest.mark.parametrize("path", CORE_MAPS, ids=name_of)
def test_the_map_of_a_folder_of_the_core_names_all_headers(path):
    text = path.read_text(encoding="utf-8").partition("#include")[0]
    assert set(re.findall(r"\w+\.hpp", text)) == set(headers_below(path.parent))
    for folder in re.findall(r"([\w/]+)/", text):
        assert (path.parent / folder).is_dir()


def test_folders_of_the_core_are_small():
    folders = [CORE, *(path for path in CORE.rglob("*") if path.is_dir())]
    assert [name_of(each) for each in folders if len(list(each.iterdir())) > 13] == []


def test_contributing_names_files_that_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:[\w.]+/)+[a-z_0-9.]*)`", text)
    named = {path for path in paths if (ROOT / path.partition("/")[0]).exists()}
    assert len(named) > 50
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


def bound_by(path):
    """The names that a package binds, other than by importing modules of its own."""
    tree, package = ast.parse(path.read_text(encoding="utf-8")), name_of(path.parent)
    own = {package.replace("/", "."), f"nzdd.{package.replace('/', '.')}"}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module not in own:
            yield from (each.asname or each.name for each in node.names)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def test_no_module_is_shadowed_by_a_name_of_its_package():
    """``import nzdd.a.b as m`` gives the module b, not a function of the same name."""
    shadowed = {
        f"{name_of(folder)}/{name}"
        for folder in PACKAGES
        if "benchmarks" not in name_of(folder)
        for name in bound_by(folder / "__init__.py")
        if (folder / f"{name}.py").exists() or (folder / name).is_dir()
    }
    assert shadowed == set()
