"""What is not installed is named, with the extra that brings it, before any work."""

import re
import sys
from importlib import import_module, metadata

import numpy as np
import pytest

from nzdd import ZDD, solve
from nzdd.adapters.errors import MissingExtraError
from nzdd.adapters.extras import EXTRAS, require
from nzdd.adapters.files import tables
from nzdd.adapters.files.models import lp
from nzdd.adapters.libraries import dask
from nzdd.adapters.libraries.cvxpy import to_cvxpy
from nzdd.adapters.libraries.graphillion import to_graphillion
from nzdd.adapters.methods.lazy import solve_lazy
from nzdd.adapters.pictures.matplotlib import level_profile
from nzdd.adapters.requirements import requirements
from nzdd.adapters.solvers import gurobi
from nzdd.adapters.solvers.driver import solve_once
from nzdd.formulations import ConstraintDiagram, LazyModel, LinearModel

MODEL = LinearModel([1, 1], [[1, 2], [2, 1]], row_lower=1, upper=3, integrality=True)
DIAGRAM = ConstraintDiagram.from_rows([[1, 1]], 1.0)


@pytest.fixture
def without(monkeypatch):
    """Makes modules impossible to import."""

    def block(*names):
        for name in names:
            for loaded in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
                monkeypatch.delitem(sys.modules, loaded)
            monkeypatch.setitem(sys.modules, name, None)

    return block


def import_anew(name):
    with pytest.MonkeyPatch.context() as patch:
        for loaded in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
            patch.delitem(sys.modules, loaded)
        import_module(name)


@pytest.mark.parametrize(
    ("missing", "extra", "call"),
    [
        ("pyscipopt", "scip", lambda folder: lp.read(folder / "model.lp")),
        (
            "pyscipopt",
            "scip",
            lambda folder: import_anew("nzdd.adapters.solvers.scip"),
        ),
        ("clarabel", "clarabel", lambda folder: solve_once(MODEL.relaxed(), "clarabel", {})),
        ("gurobipy", "gurobi", lambda folder: solve_once(MODEL, "gurobi", {})),
        ("gurobipy", "gurobi", lambda folder: solve_lazy(LazyModel.from_model(MODEL), "gurobi")),
        ("gurobipy", "gurobi", lambda folder: gurobi.add_rows(None, [], DIAGRAM)),
        ("cplex", "cplex", lambda folder: solve_once(MODEL, "cplex", {})),
        ("xpress", "xpress", lambda folder: solve_once(MODEL, "xpress", {})),
        ("pandas", "tables", lambda folder: tables.read(folder / "table.csv")),
        ("distributed", "dask", lambda folder: dask.from_dask([])),
        ("matplotlib.figure", "plot", lambda folder: level_profile(ZDD.from_rows([[0]]))),
        ("cvxpy", "cvxpy", lambda folder: to_cvxpy(DIAGRAM, None)),
        (
            "graphillion",
            "graphillion",
            lambda folder: to_graphillion(ZDD.from_rows([[0]])),
        ),
    ],
)
def test_the_extra_is_named(without, tmp_path, missing, extra, call):
    (tmp_path / "model.lp").write_text("min\n x\nst\n x >= 1\nend\n")
    (tmp_path / "table.csv").write_text("a,label\n1,0\n")
    without(missing)
    with pytest.raises(MissingExtraError, match=r'; pip install "[^"[]+"') as caught:
        call(tmp_path)
    assert caught.value.extra == extra
    assert all(f'"{name}"' in str(caught.value) for name in requirements().get(extra, ()))


def test_what_is_installed_and_broken_is_not_called_missing(without, monkeypatch, tmp_path):
    (tmp_path / "clarabel.py").write_text('raise ImportError("lib:\\n no such file")')
    without("clarabel")
    monkeypatch.delitem(sys.modules, "clarabel")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(MissingExtraError, match=r"is installed, but cannot .*: lib: no such file;"):
        require("clarabel", "the solver clarabel")


def test_parquet_without_its_reader(without, tmp_path):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    path = tmp_path / "table.parquet"
    pandas.DataFrame({"a": [0, 1]}).to_parquet(path)
    without("pyarrow")
    with pytest.raises(MissingExtraError, match=r'pip install "pandas.*" "pyarrow'):
        list(tables.chunks(path, 10))
    with pytest.raises(MissingExtraError, match=r'pip install "pandas.*" "pyarrow'):
        tables.read(path)


def test_branch_and_cut_without_scip(without):
    without("pyscipopt")
    with pytest.raises(
        MissingExtraError, match=r'pip install "pyscipopt.*", or take solver=.glop.$'
    ):
        solve_lazy(LazyModel.from_model(MODEL), "scip")


@pytest.mark.parametrize("method", ["auto", "direct", "extended", "lazy"])
def test_every_method_solves_without_the_extra_solver(without, method):
    without("pyscipopt")
    result = solve(MODEL, method)
    points = [(a, b) for a in range(4) for b in range(4)]
    best = min(a + b for a, b in points if a + 2 * b >= 1 and 2 * a + b >= 1)
    assert result.success
    assert np.isclose(result.fun, best)


def test_every_extra_is_declared_with_its_package():
    """What an error asks for is what the package declares."""
    declared = {}
    for requirement in metadata.requires("nzdd"):
        name, _, condition = requirement.partition(";")
        for extra in re.findall(r"extra == ['\"]([\w-]+)", condition):
            declared.setdefault(extra, set()).add(re.split(r"[^\w-]", name)[0].lower())
    for package, extra in EXTRAS.values():
        if extra in declared:  # an installation may be older than the checkout
            assert package.lower() in declared[extra]
