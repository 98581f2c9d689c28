"""Solution files that other programs wrote: kept ones, and those of programs installed here."""

import importlib
import re
import subprocess
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.files.models import mps, solutions
from nzdd.formulations import ExtendedFormulation, LinearModel
from support.licences import skip_unless_usable
from support.models.milp_reference import milp_answer

KEPT = Path(__file__).parents[2] / "data" / "solutions"
FILES = sorted(each.name for each in KEPT.iterdir() if each.suffix in {".sol", ".slx", ".asc"})
POINTS = [name for name in FILES if "infeasible" not in name]


@pytest.mark.parametrize("name", POINTS)
def test_the_optimum_of_each_program_is_read(name):
    model = mps.read(KEPT / "small.mps")
    x = solutions.read(KEPT / name, model)
    assert model.violation(x).scaled < 1e-6
    _, optimum = milp_answer(model)
    assert model.objective_value(x) == pytest.approx(optimum, abs=1e-5)


@pytest.mark.parametrize("name", [name for name in FILES if name not in POINTS])
def test_a_file_without_a_point_says_so(name):
    with pytest.raises(ModelFileError, match="the file holds no point; solve until"):
        solutions.read(KEPT / name, mps.read(KEPT / "small.mps"))


@pytest.mark.parametrize("name", POINTS)
def test_a_file_of_another_model_is_refused_with_line_and_name(name):
    model = mps.read(KEPT / "small.mps")
    other = LinearModel([1, 1], [[1, 1]], column_names=["x[0]", "y"])
    with pytest.raises(ModelFileError) as error:
        solutions.read(KEPT / name, other)
    line = (KEPT / name).read_text().split("\n")[error.value.line - 1]
    refused = re.search(r"no column '([^']*)'", str(error.value)).group(1)
    assert refused in line
    assert refused in model.column_names
    assert refused != "x[0]"


@pytest.mark.parametrize("name", POINTS)
def test_cut_off_and_changed_files_are_read_or_refused(name, tmp_path):
    """No other error than that of files, wherever a file ends or a character is changed."""
    model = mps.read(KEPT / "small.mps")
    content = (KEPT / name).read_bytes()
    path = tmp_path / name
    rng = np.random.default_rng(0)
    for at in rng.integers(1, len(content), 60).tolist():
        changed = bytes([*content[:at], int(rng.integers(256)), *content[at + 1 :]])
        for damaged in (content[:at], changed):
            path.write_bytes(damaged)
            try:
                assert np.isfinite(solutions.read(path, model)).all()
            except ModelFileError as error:
                assert "\n" not in str(error)  # noqa: PT017


def test_several_solutions_are_refused_unless_one_is_the_incumbent(tmp_path):
    model = LinearModel([1, 1], [[1, 1]], column_names=["x", "y"])

    def pool(*names):
        parts = "".join(
            f'<CPLEXSolution><header solutionName="{name}"/><variables>'
            f'<variable name="x" index="0" value="{i}"/></variables></CPLEXSolution>'
            for i, name in enumerate(names)
        )
        (tmp_path / "p.sol").write_text(f"<CPLEXSolutions>{parts}</CPLEXSolutions>")
        return solutions.read(tmp_path / "p.sol", model)

    assert pool("p0", "incumbent", "p1").tolist() == [1, 0]
    with pytest.raises(ModelFileError, match="holds 2 solutions"):
        pool("p0", "p1")
    (tmp_path / "two.slx").write_text("NAME a\n C x 1\nENDATA\nNAME b\n C x 2\nENDATA\n")
    with pytest.raises(ModelFileError, match="more than one solution"):
        solutions.read(tmp_path / "two.slx", model)


def test_columns_named_like_first_lines_are_columns(tmp_path):
    names = ["NAME", "Model", "Columns", "1,x"]
    model = LinearModel(np.ones(4), np.ones((1, 4)), column_names=names)
    solutions.write(tmp_path / "x.sol", model, [1.0, 2.0, 3.0, 4.0])
    lines = (tmp_path / "x.sol").read_text().split("\n")[1:]
    for shift in range(4):  # each of them first
        (tmp_path / "y.sol").write_text("\n".join(lines[shift:4] + lines[:shift]))
        assert solutions.read(tmp_path / "y.sol", model).tolist() == [1, 2, 3, 4]


def test_columns_that_gurobi_adds_for_ranges_are_no_columns_of_the_model(tmp_path):
    """Only those of rows with two different sides."""
    rows = {"row_lower": [1, 1, 2], "row_upper": [3, np.inf, 2], "row_names": ["r s", "t", "u"]}
    model = LinearModel([1], [[1], [1], [1]], column_names=["x"], **rows)
    (tmp_path / "x.sol").write_text("x 2\nMPS_Rgr_s 1\nRgr_s 1\n")
    assert solutions.read(tmp_path / "x.sol", model).tolist() == [2]
    for row in "tu":
        (tmp_path / "x.sol").write_text(f"x 2\nRg{row} 1\n")
        with pytest.raises(ModelFileError, match=f"no column 'Rg{row}'; expected a line 'name"):
            solutions.read(tmp_path / "x.sol", model)


def _scip(model, folder):
    scip = importlib.import_module("pyscipopt").Model()
    scip.hideOutput()
    scip.readProblem(str(model))
    scip.optimize()
    scip.writeBestSol(str(folder / "scip.sol"))


def _cbc(model, folder):
    binary = pytest.importorskip("pulp").PULP_CBC_CMD().path
    if not Path(binary).is_file():
        pytest.skip("PuLP has no CBC for this machine")
    command = [binary, str(model), "solve", "solution", str(folder / "cbc.sol")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _gurobi(model, folder):
    gurobi = importlib.import_module("gurobipy")
    with gurobi.Env(params={"OutputFlag": 0}) as env, gurobi.read(str(model), env=env) as solver:
        solver.optimize()
        solver.write(str(folder / "gurobi.sol"))


def _cplex(model, folder):
    with importlib.import_module("cplex").Cplex() as solver:
        for stream in (solver.set_results_stream, solver.set_log_stream):
            stream(None)
        solver.read(str(model))
        solver.solve()
        solver.solution.write(str(folder / "cplex.sol"))


def _xpress(model, folder):
    problem = importlib.import_module("xpress").problem()
    problem.controls.outputlog = 0
    getattr(problem, "readProb", problem.read)(str(model))  # the name from Xpress 9.8 on
    problem.optimize()
    problem.writeSlxSol(str(folder / "xpress.slx"))
    problem.writeSol(str(folder / "xpress"))


PROGRAMS = {"scip": _scip, "cbc": _cbc, "gurobi": _gurobi, "cplex": _cplex, "xpress": _xpress}


@pytest.mark.filterwarnings("ignore:PULP_CBC_CMD is deprecated")
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_a_program_writes_of_the_smaller_model_is_recovered(program, tmp_path):
    if program not in {"cbc", "scip"}:
        skip_unless_usable(program)
    elif program == "scip":
        pytest.importorskip("pyscipopt")
    rows = np.zeros((56, 8))
    for i, subset in enumerate(combinations(range(8), 5)):
        rows[i, list(subset)] = 1
    original = LinearModel(
        [2, 3, 4, 2, 3, 4, 2, 5], np.vstack([rows, np.ones(8)]),
        row_lower=[2.0] * 56 + [5.5], row_upper=[np.inf] * 56 + [7], integrality=[1] * 7 + [0],
        column_names=[f"x[{j}]" for j in range(8)],
    )  # fmt: skip
    extended = ExtendedFormulation.from_model(original)
    assert extended.model.num_columns > 8
    mps.write(extended.model, tmp_path / "small.mps")
    PROGRAMS[program](tmp_path / "small.mps", tmp_path)
    written = list(tmp_path.glob(f"{program}.s*")) + list(tmp_path.glob(f"{program}.asc"))
    assert written
    for path in written:
        x = extended.recover(solutions.read(path, extended.model))
        assert original.violation(x).scaled < 1e-6
        assert original.objective_value(x) == pytest.approx(milp_answer(original)[1], abs=1e-5)
