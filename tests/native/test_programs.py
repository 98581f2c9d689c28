"""Programs in C, C++ and Rust build against the installed library, and find what is known."""

import os
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

import nzdd
from nzdd import NZDD, families
from support.c_library import ROOT, SLOW_UNLESS_BUILT, run

pytestmark = SLOW_UNLESS_BUILT
EXAMPLES = ROOT / "examples/native"
PAGE = (ROOT / "docs/reference/c_interface.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="session")
def built(package, tmp_path_factory):
    """The folder of the example programs."""
    folder = tmp_path_factory.mktemp("examples")
    log = run("cmake", "-S", EXAMPLES, "-B", folder, f"-Dnzdd_DIR={package}")
    run("cmake", "--build", folder)
    return folder, log


def program(built, name, missing):
    path = built[0] / name
    if not path.exists():
        assert missing in built[1]
        pytest.skip(f"{missing} is not found")
    return path


def test_the_program_of_the_page_prints_what_it_shows(built):
    assert blocks("c") == [(EXAMPLES / "first_program.c").read_text(encoding="utf-8")]
    assert run(built[0] / "first_program") == blocks("text")[0]


def test_the_headers_of_the_page_are_installed(prefix, tmp_path):
    (tmp_path / "core.cpp").write_text(blocks("cpp")[0])
    include = prefix / "include"
    flags = ("-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{include}", f"-I{include}/nzdd")
    run("c++", *flags, "core.cpp", "-o", "core", cwd=tmp_path)
    assert run(tmp_path / "core") == "3 rows\n"


def test_pkg_config_names_the_library(prefix):
    if not shutil.which("pkg-config"):
        pytest.skip("pkg-config is not there")
    folder = next(prefix.glob("lib*/**/nzdd.pc")).parent
    assert (
        run("pkg-config", f"--with-path={folder}", "--modversion", "nzdd").strip()
        == nzdd.__version__
    )
    assert "-lnzdd" in run("pkg-config", f"--with-path={folder}", "--libs", "nzdd")


def test_a_file_is_read_without_the_library(built, tmp_path):
    path = tmp_path / "gift.nzdd"
    rows = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]
    diagram = NZDD.from_rows(rows, [5, 1, 1, 2], order="natural")
    diagram.save(path)
    lines = run(built[0] / "read_archive", path).splitlines()
    assert lines[0] == f"{diagram.num_nodes} nodes, {diagram.num_edges} edges"
    assert lines[1] == "0 -> 1, weight 5: 0 1 2"
    assert len(lines) == 1 + diagram.num_edges


@pytest.fixture(scope="session")
def cutting_planes(built, prefix, library_path, tmp_path_factory):
    """The program with HiGHS: that of CMake, else with the library in OR-Tools' wheel."""
    headers = os.environ.get("NZDD_HIGHS_HEADERS")
    if headers is None or (built[0] / "cutting_planes").exists():
        return program(built, "cutting_planes", "HiGHS")
    wheel = Path(pytest.importorskip("ortools").__path__[0]) / ".libs"
    path = tmp_path_factory.mktemp("highs") / "cutting_planes"
    flags = ("-std=c++20", "-Wall", "-Wextra", f"-I{prefix}/include", "-isystem", headers)
    libraries = (next(wheel.glob("libhighs*")), f"-L{library_path.parent}", "-lnzdd")
    linked = f"-Wl,-rpath,{wheel},-rpath,{library_path.parent},--allow-shlib-undefined"
    run("c++", *flags, EXAMPLES / "cutting_planes.cpp", "-o", path, *libraries, linked)
    return path


def test_cutting_planes_with_highs(cutting_planes):
    assert "least cost 11.666667" in run(cutting_planes)


def test_stable_sets_from_rust(built):
    side = 8
    ends = [(v, v + 1) for v in range(side**2) if v % side + 1 < side]
    ends += [(v, v + side) for v in range(side**2 - side)]
    sets = families.independent_sets(ends, maximal=True)
    best = sets.longest_path([v * 7 % 10 + 1 for v in range(side**2)])
    assert run(program(built, "stable_sets", "rustc")) == (
        f"{sets.count()} maximal stable sets; the heaviest has {best.symbols.size} vertices "
        f"and weight {best.length:g}\n"
    )


def robust_knapsack(num_items, growing):
    """The best value, by the dual of the worst case (D. Bertsimas and M. Sim, 2004)."""
    j = np.arange(num_items)
    profit, weight, growth = 10 + j * 37 % 41, 5 + j * 53 % 29, 1 + j * 17 % 13
    size = 2 * num_items + 1  # the items, the price of growing, what each pays beyond it
    eye = np.eye(num_items)
    rows = [
        LinearConstraint(
            np.concatenate((weight, [growing], np.ones(num_items))), ub=weight.sum() // 2
        ),
        LinearConstraint(np.hstack((-growth * eye, np.ones((num_items, 1)), eye)), lb=0),
    ]
    upper = np.concatenate((np.ones(num_items), np.full(num_items + 1, np.inf)))
    whole = np.arange(size) < num_items
    cost = np.concatenate((-profit, np.zeros(num_items + 1)))
    return -milp(cost, integrality=whole, bounds=Bounds(0, upper), constraints=rows).fun


@pytest.fixture(scope="session")
def knapsack(built, prefix, library_path, tmp_path_factory):
    """The program with SCIP: that of CMake, else with the library in PySCIPOpt's wheel."""
    if (built[0] / "robust_knapsack").exists():
        return built[0] / "robust_knapsack"
    pyscipopt = pytest.importorskip("pyscipopt", reason="neither SCIP nor pyscipopt is there")
    wheel = Path(pyscipopt.__file__).parents[1] / "pyscipopt.libs"
    scip = next(wheel.glob("libscip*"), None)
    if scip is None or not shutil.which("cc"):
        pytest.skip("the wheel of pyscipopt has no libscip here, or there is no C compiler")
    lib = library_path.parent
    path = tmp_path_factory.mktemp("scip") / "robust_knapsack"
    sources = [
        EXAMPLES / f"{name}.c" for name in ("robust_knapsack", "scip_handler", "scip_bounds")
    ]
    headers = (f"-I{prefix}/include", f"-I{ROOT}/tests/native/scip")
    libraries = (scip, f"-L{lib}", "-lnzdd", "-lm", f"-Wl,-rpath,{wheel},-rpath,{lib}")
    flags = ("-std=c11", "-O2", "-Wall", "-Wextra", "-Werror")
    run("cc", *flags, *headers, *sources, "-o", path, *libraries)
    return path


@pytest.mark.parametrize(("num_items", "growing"), [(12, 0), (15, 3), (30, 5), (40, 8)])
def test_a_constraint_handler_in_c_for_scip(knapsack, num_items, growing):
    found = run(knapsack, str(num_items), str(growing))
    assert found.startswith(f"best value {robust_knapsack(num_items, growing):.6g}:")


def test_the_declarations_of_scip_have_its_numbers():
    scip = pytest.importorskip("pyscipopt.scip")
    text = (ROOT / "tests/native/scip/scip/scip.h").read_text(encoding="utf-8")
    numbers = dict(re.findall(r"SCIP_(\w+) = (-?\d+)", text))
    for name in ("DIDNOTFIND", "FEASIBLE", "INFEASIBLE", "CUTOFF", "SEPARATED", "REDUCEDDOM"):
        assert int(numbers[name]) == getattr(scip.PY_SCIP_RESULT, name)
    assert scip.PY_SCIP_PROPTIMING.BEFORELP == 1


@pytest.mark.parametrize("name", ["random_families", "random_constraints"])
def test_random_families_by_brute_force(prefix, library_path, name, tmp_path):
    """`.ci/native` runs far more of them, with the sanitizers."""
    lib = library_path.parent
    flags = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{prefix}/include")
    run("cc", *flags, ROOT / f"tests/native/{name}.c", "-o", tmp_path / name, f"-L{lib}", "-lnzdd",
        "-lm", f"-Wl,-rpath,{lib}")  # fmt: skip
    folder = (tmp_path,) if name == "random_families" else ()
    assert run(tmp_path / name, "300", "1", *folder).startswith("300 ")
