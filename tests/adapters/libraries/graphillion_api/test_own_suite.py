"""The test suite of graphillion, as it is installed with it, on the names of nzdd."""

import sys
import unittest
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from nzdd.adapters.libraries import graphillion_api
from nzdd.adapters.libraries.graphillion_api import tutorial, universe

FILES = (
    "setset",
    "graphset",
    "digraphset",
    "vertex_setset",
    "edgevertex_setset",
    "graphclass",
)

DIFFERENT = Counter(
    {
        "TestGraphSet.test_init": 1,  # the order of edges of traversal="greedy"
        "TestDiGraphSet.test_init": 1,  # the same
        "TestVertexSetSet.test_constructors": 1,  # the order of ties in repr
        "TestVertexSetSet.test_iterators": 2,  # the order of ties in max_iter
        "TestTutorial.test_paths": 1,  # which of the shortest paths is the first
    }
)
"""How many assertions differ on purpose: docs/howto/from_graphillion.md has the reasons."""


@pytest.mark.parametrize(
    ("files", "assertions"), [(FILES, 1980), pytest.param(("tutorial",), 6, marks=pytest.mark.slow)]
)
def test_the_suite_of_graphillion_holds_with_another_import(files, assertions, monkeypatch):
    found = find_spec("graphillion.test") if find_spec("graphillion") else None
    if found is None:
        pytest.skip("needs graphillion with its tests")
    for name, module in (
        ("graphillion", graphillion_api),
        ("graphillion.universe", universe),
        ("graphillion.tutorial", tutorial),
    ):
        monkeypatch.setitem(sys.modules, name, module)
    converters = graphillion_api.GraphSet.converters
    for name, convert in list(converters.items()):  # the suite does not restore them
        monkeypatch.setitem(converters, name, convert)
    failed, held, inside = Counter(), Counter(), []
    for name in dir(unittest.TestCase):
        if name.startswith("assert"):
            watched = counted(getattr(unittest.TestCase, name), failed, held, inside)
            monkeypatch.setattr(unittest.TestCase, name, watched)
    errors = []
    for name in files:
        module = ModuleType(name)
        source = Path(found.submodule_search_locations[0], f"{name}.py")
        exec(compile(source.read_text(), source, "exec"), vars(module))
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromModule(module).run(result)
        errors += [text for _, text in result.errors + result.failures]
    assert errors == []
    tutorials = "tutorial" in files
    assert failed == {key: DIFFERENT[key] for key in DIFFERENT if ("Tutorial" in key) == tutorials}
    assert held.total() > assertions


def counted(method, failed, held, inside):
    """An assertion that is counted by the name of its test, and goes on if it fails."""

    def check(self, *arguments, **options):
        name = ".".join(self.id().split(".")[-2:])
        if inside:  # an assertion that is part of another one
            return method(self, *arguments, **options)
        inside.append(name)
        try:
            answer = method(self, *arguments, **options)
            held[name] += 1
            return answer
        except self.failureException:
            failed[name] += 1
        finally:
            inside.clear()

    return check
