import re
from importlib import metadata

import numpy as np
import pytest

from nzdd.adapters.cli.commands import doctor
from nzdd.adapters.errors import LicenceError, MissingExtraError
from nzdd.adapters.solvers.registry import SOLVERS
from nzdd.formulations.models.result import Result, Status


@pytest.fixture
def one_solver(monkeypatch):
    """Have `doctor` try GLOP alone, and say how that ends."""

    def give(outcome):
        def solve(name):
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        monkeypatch.setattr(doctor, "SOURCES", {"glop": ("ortools", "Apache-2.0")})
        monkeypatch.setattr(doctor, "_solve", solve)

    return give


FEW = {"highs", "cp_sat", "scip (lazy)"}  # of linear models, of integers alone, of row oracles


@pytest.mark.parametrize(
    "names",
    [FEW, pytest.param({*SOLVERS, *doctor.BRANCH_AND_CUT}, marks=pytest.mark.slow)],
    ids=["few", "all"],
)
def test_every_solver_is_tried_and_works(run, monkeypatch, names):
    assert set(doctor.SOURCES) == {*SOLVERS, *doctor.BRANCH_AND_CUT}
    monkeypatch.setattr(doctor, "SOURCES", {each: doctor.SOURCES[each] for each in names})
    outcome = run("doctor", "--json")
    facts = outcome.facts
    assert outcome.code == 0
    assert set(facts["solvers"]) == names
    assert {solver["state"] for solver in facts["solvers"].values()} <= {
        "works",
        "missing",
        "no licence",
    }
    assert facts["solvers"]["highs"]["version"] == facts["ortools"] == metadata.version("ortools")
    assert facts["cores"] >= 1
    assert facts["memory"] > 0


def test_the_same_on_one_page(run, one_solver):
    one_solver(RuntimeError("it hung"))
    text = run("doctor").out
    assert re.search(r"^nzdd +\d", text, re.MULTILINE)
    assert re.search(r"^memory +[\d,]+ MB$", text, re.MULTILINE)
    assert re.search(r"^glop +fails +ortools ", text, re.MULTILINE)
    assert text.count("\n") < 50


def test_a_solver_that_fails(run, one_solver):
    one_solver(RuntimeError("it hung"))
    outcome = run("doctor", "--json")
    assert outcome.code == 1
    assert outcome.facts["solvers"]["glop"]["message"] == "RuntimeError: it hung"
    assert "\n\nglop fails: RuntimeError: it hung\n" in run("doctor").out


def test_a_solver_with_a_wrong_answer(run, one_solver):
    one_solver(Result(status=Status.OPTIMAL, x=np.ones(2), fun=3.0))
    outcome = run("doctor", "--json")
    assert outcome.code == 1
    assert outcome.facts["solvers"]["glop"]["message"] == "answers 3.0, and the optimum is 1.0"


def test_an_expired_licence_is_not_an_error(run, one_solver):
    one_solver(LicenceError("gurobi finds no valid licence: expired; renew it"))
    outcome = run("doctor", "--json")
    assert outcome.code == 0
    assert outcome.facts["solvers"]["glop"]["state"] == "no licence"
    assert "\n\nglop has no licence: gurobi finds no valid licence" in run("doctor").out


def test_a_missing_extra_is_not_an_error(run, one_solver, monkeypatch):
    one_solver(MissingExtraError("the solver", "clarabel", "clarabel"))
    monkeypatch.setattr(doctor, "_version", lambda package: None)
    outcome = run("doctor", "--json")
    assert outcome.code == 0
    assert outcome.facts["solvers"]["glop"]["state"] == "missing"
    scip = outcome.facts["extras"]["scip"]
    assert scip == {
        "installed": False,
        "packages": {"pyscipopt": None},
        "install": 'pip install "pyscipopt>=6.2"',
    }
    assert re.search(
        r'^scip +missing; pip install "pyscipopt>=6\.2"$', run("doctor").out, re.MULTILINE
    )


def test_extras_for_other_pythons_are_left_out(monkeypatch):
    wanted = [
        "numpy>=2",
        'dd>=0.6; python_version >= "4.0" and extra == "bench"',
        'a-b[c]>=2; extra == "bench"',
    ]
    monkeypatch.setattr(metadata, "requires", lambda name: wanted)
    assert doctor.extras()["bench"]["packages"] == {"a-b": None}


def test_a_checkout_that_is_not_installed_declares_no_extras(monkeypatch):
    def requires(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", requires)
    assert doctor.extras() == {}
