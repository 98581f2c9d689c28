"""Problem (12) by quadratic programs has the optimum that the interior-point method proves."""

import numpy as np
import pytest

from nzdd.adapters.methods.soft_margin import engines
from nzdd.formulations import Result, Status
from nzdd.formulations.iteration.limits import INTERRUPTED, TIME, Limits
from nzdd.formulations.iteration.lp_engine import MasterFailed
from nzdd.formulations.learning.soft_margin.methods.erlpboost import entropy, erlpboost
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.methods.quadratic_master import QuadraticMaster
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from support.interrupts import press_ctrl_c
from support.learning.soft_margin_checks import check, large
from support.learning.soft_margin_samples import flow_violation, random_diagram


def problem_of(seed):
    diagram = random_diagram(np.random.default_rng(seed))
    return SoftMarginProblem(diagram, 0.3)


def quadratic_master(problem):
    options = engines("erlpboost", "pdlp")
    return QuadraticMaster(problem, options["solve_quadratic"], options["make_engine"])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("eta", [1.0, 100.0])
def test_both_masters_have_the_same_minimum(seed, eta):
    problem, gap = problem_of(seed), 1e-4
    found = quadratic_master(problem).solve(problem, symbols=problem.symbols, eta=eta, gap=gap)
    other = InteriorPoint(problem.diagram).solve(problem, eta=eta, gap=1e-8)
    assert found.limit is None
    assert found.lower <= other.upper + 1e-9
    assert found.upper >= other.lower - 1e-9
    assert found.upper - found.lower <= gap
    assert flow_violation(problem, found.flow) <= 1e-9
    gamma = max(0.0, problem.excess(found.flow).max())
    assert gamma + entropy(problem, found.flow) / eta == pytest.approx(found.upper)


@pytest.mark.parametrize("seed", range(4))
def test_boosting_closes_the_gap_around_the_optimum(seed):
    problem = problem_of(seed)
    found = erlpboost(problem, gap=1e-2, master=quadratic_master(problem))
    check(problem, found, InteriorPoint(problem.diagram).solve(problem))
    assert found.limit is None
    assert found.gap <= 1e-2


@pytest.mark.parametrize("pressed", [True, False])
def test_ctrl_c_or_a_limit_ends_a_quadratic_program_and_keeps_the_bounds(pressed):
    problem = large()
    optimum = InteriorPoint(problem.diagram).solve(problem)
    limits = Limits() if pressed else Limits(0.1)
    if pressed:
        press_ctrl_c(after=0.3)
    master = quadratic_master(problem)
    found = erlpboost(problem, gap=1e-4, columns=40, master=master, limits=limits)
    check(problem, found, optimum)
    assert found.limit == (INTERRUPTED if pressed else TIME)
    assert found.rounds == []


def test_a_solver_without_an_answer_ends_the_rounds():
    problem = problem_of(0)
    nothing = Result(Status.NO_SOLUTION_FOUND, "time", limit="time")
    master = QuadraticMaster(
        problem, lambda model, limits: nothing, engines("erlpboost", "pdlp")["make_engine"]
    )
    with pytest.raises(MasterFailed, match="time"):
        master.solve(problem, symbols=problem.symbols, eta=1e4, gap=1e-9)
    assert erlpboost(problem, gap=1e-6, master=master).limit == "time"
    with pytest.raises(ValueError, match="another problem"):
        master.solve(problem_of(1), symbols=problem.symbols, gap=1e-2)
