"""Without its dependencies, nzdd has diagrams, and names what the rest needs."""

import json
import subprocess
import sys

import pytest

BLOCK = """
import sys
for name in ("ortools", "google.protobuf", "networkx", "tqdm", "pygraphviz", "pandas"):
    sys.modules[name] = None
import os
os.environ["PATH"] = ""
"""
DIAGRAMS = """
import numpy as np, nzdd
zdd = nzdd.ZDD.from_rows(np.eye(5, dtype=bool)) | nzdd.families.sets_of_size(5, 2)
assert zdd.count() == 15 and len([*zdd.to_nzdd()]) == 15
assert nzdd.families.simple_paths([(0, 1), (1, 2), (0, 2)], 0, 2).count() == 2
assert b"<svg" in nzdd.render(zdd) and "<html" in nzdd.to_html(zdd)
zdd.save("x.nzdd"); assert nzdd.ZDD.load("x.nzdd") == zdd
model = nzdd.LinearModel([1, 2], [[1, 1], [1, 2]], row_lower=1, upper=1)
assert nzdd.ExtendedFormulation.from_model(model).model.num_rows
result = nzdd.solve(model, "direct", solver="scipy")
assert result.fun == 1, result
"""
COMMANDS = """
from nzdd.adapters.cli import main
print([main(line.split()) for line in sys.argv[1:]])
"""
NEEDED = {
    "solve x.mps --method direct": "ortools",
    "solve x.mps --method lazy --solver glop": "ortools",
    "info x.graphml": "networkx",
    "draw x.dat -o x.png": "pygraphviz",
}
PICTURES = ("x.svg", "x.tex", "x.dot", "x.html")


def run(folder, code, *arguments):
    command = [sys.executable, "-c", BLOCK + code, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


@pytest.fixture(scope="module")
def commanded(tmp_path_factory):
    """The folder in which commands ran, their codes, and what they said on stderr."""
    folder = tmp_path_factory.mktemp("commanded")
    (folder / "x.mps").write_text(
        "NAME x\nROWS\n N o\n G r\nCOLUMNS\n a o 1 r 1\n b o 2 r 1\nRHS\n RHS r 1\n"
        "BOUNDS\n UP BND a 1\n UP BND b 1\nENDATA\n"
    )
    (folder / "x.dat").write_text("1 2\n3\n")
    (folder / "x.graphml").write_text(
        "<graphml><graph edgedefault='undirected'><node id='a'/><node id='b'/>"
        "<edge source='a' target='b'/></graph></graphml>"
    )
    done = run(
        folder, DIAGRAMS + COMMANDS, *NEEDED, *(f"draw x.dat -o {name}" for name in PICTURES)
    )
    assert done.returncode == 0, done.stderr
    return folder, json.loads(done.stdout.splitlines()[-1]), done.stderr


def test_diagrams_need_numpy_and_scipy_alone(commanded):
    """They are made, drawn and optimised over before the commands run."""
    folder, _, _ = commanded
    assert (folder / "x.nzdd").exists()


def test_the_command_names_the_package_that_it_needs(commanded):
    _, codes, errors = commanded
    assert codes[: len(NEEDED)] == [2] * len(NEEDED)
    for line, package in zip(errors.splitlines(), NEEDED.values(), strict=True):
        assert f"needs {package}, which is not installed; pip install" in line


def test_a_picture_comes_without_graphviz(commanded):
    folder, codes, errors = commanded
    assert codes[len(NEEDED) :] == [0] * len(PICTURES), errors
    assert all((folder / name).stat().st_size > 100 for name in PICTURES)
