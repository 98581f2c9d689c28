from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.iteration.limits import INTERRUPTED, ITERATIONS, ROUNDING, TIME, Limits
from nzdd.formulations.iteration.lp_engine import LPAnswer
from nzdd.formulations.learning.soft_margin.methods.column_generation import column_generation
from nzdd.formulations.learning.soft_margin.methods.erlpboost import erlpboost
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.methods.lp_master import LPMaster
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem
from nzdd.formulations.models.result import Status
from support.examples import examples
from support.interrupts import press_ctrl_c
from support.learning.soft_margin_checks import check, five_of_ten, large, noisy
from support.learning.soft_margin_samples import (
    class_rows,
    flow_violation,
    random_problem,
    random_rows,
)
from support.models.toy_engine import ToyEngine

seeds = st.integers(0, 2**32 - 1)
TOL = 2e-5
EPSILON = 1e-6
SMALL = 1e-4
"""Below this the capacities span more decades than an engine's tolerances allow."""


class Recorded(InteriorPoint):
    """Remembers what it was asked and found."""

    def __init__(self, problem):
        super().__init__(problem.diagram)
        self.asked, self.found = [], []

    def solve(self, problem, **options):
        self.asked.append(options["symbols"].tolist())
        self.found.append(super().solve(problem, **options))
        return self.found[-1]


class Scratch:
    """A master that makes a new linear program for every solve."""

    def __init__(self, problem, make_engine):
        self.problem, self.make_engine = problem, make_engine
        self.iterations = []

    def solve(self, problem, **options):
        master = LPMaster(self.problem, self.make_engine)
        found = master.solve(problem, **options)
        self.iterations += master.iterations
        return found


@settings(deadline=None, max_examples=examples(300))
@given(seeds, st.sampled_from([1, 3, None]))
def test_it_closes_the_gap_around_the_optimum(seed, columns):
    problem = random_problem(np.random.default_rng(seed))
    interior_point = InteriorPoint(problem.diagram)
    optimum = interior_point.solve(problem)
    found = column_generation(problem, gap=EPSILON, columns=columns, master=interior_point)
    check(problem, found, optimum)
    assert (found.gap <= EPSILON) == (found.limit is None)
    assert found.limit is None or optimum.limit is not None


@settings(deadline=None, max_examples=examples(200))
@given(seeds, st.sampled_from([1, 2]))
def test_every_symbol_comes_in_once_and_the_masters_values_rise(seed, columns):
    problem = random_problem(np.random.default_rng(seed))
    master = Recorded(problem)
    found = column_generation(problem, gap=EPSILON, columns=columns, master=master)
    for symbols in master.asked:
        assert len(set(symbols)) == len(symbols)
        assert set(symbols) <= set(problem.symbols.tolist())
    for before, after in pairwise(master.asked):
        assert after[: len(before)] == before
        assert len(after) > len(before)
    assert len(found.steps) - 1 <= problem.symbols.size
    for before, after in pairwise(master.found):
        assert after.lower >= before.lower - EPSILON / 10
        assert after.upper >= before.lower - 1e-9
    for before, after in pairwise(found.steps):
        assert after.number == before.number + 1
        assert after.lower >= before.lower
        assert after.upper <= before.upper
        assert before.columns < after.columns <= before.columns + columns
    assert (found.steps[-1].lower, found.steps[-1].upper) == (found.lower, found.upper)


def test_a_master_is_the_problem_over_its_symbols():
    """What it proves from below holds for the whole, and it is no larger than the whole."""
    problem = noisy(3)
    interior_point = InteriorPoint(problem.diagram)
    optimum = interior_point.solve(problem)
    master = Recorded(problem)
    column_generation(problem, columns=1, master=master)
    assert len(master.found) > 3
    for found in master.found:
        assert found.lower <= optimum.upper
        assert found.lower == pytest.approx(found.upper, abs=EPSILON)
        assert problem.upper_bound(found.flow) >= optimum.lower - 1e-9


@settings(deadline=None, max_examples=examples(200))
@given(seeds, st.sampled_from([GlopEngine, ToyEngine]))
def test_an_engine_agrees_with_the_interior_point_over_any_symbols(seed, make_engine):
    random = np.random.default_rng(seed)
    problem = random_problem(random)
    assume(problem.nu >= SMALL)
    chosen = np.flatnonzero(random.random(problem.num_symbols) < 0.5)
    bounded = problem.symbols[np.isfinite(problem.excess(problem.start))[problem.symbols]]
    chosen = np.union1d(np.intersect1d(chosen, bounded), random.choice(bounded, 1))
    if problem.bias == "free":  # its balance holds for every flow
        chosen = np.union1d(chosen, problem.symbols[-1:])
    one, two = (
        master.solve(problem, symbols=chosen.astype(np.uint32), gap=1e-8)
        for master in (LPMaster(problem, make_engine), InteriorPoint(problem.diagram))
    )
    for found in (one, two):
        assert flow_violation(problem, found.flow) <= 1e-9
        assert found.lower <= found.upper + 1e-9
    assert one.lower == pytest.approx(two.lower, abs=TOL)
    assert one.upper == pytest.approx(two.upper, abs=TOL)


@settings(deadline=None, max_examples=examples(200))
@given(seeds, st.sampled_from([1, None]))
def test_column_generation_by_glop(seed, columns):
    problem = random_problem(np.random.default_rng(seed))
    assume(problem.nu >= SMALL)
    optimum = InteriorPoint(problem.diagram).solve(problem)
    master = LPMaster(problem, GlopEngine)
    found = column_generation(problem, gap=TOL, columns=columns, master=master)
    check(problem, found, optimum)
    assert found.gap <= TOL
    assert len(master.iterations) == len(found.steps) - 1


def test_glop_goes_on_from_the_last_basis():
    problem = noisy(1)
    warm = LPMaster(problem, GlopEngine)
    cold = Scratch(problem, GlopEngine)
    values = [column_generation(problem, columns=1, master=master).lower for master in (warm, cold)]
    assert values[0] == pytest.approx(values[1], abs=EPSILON)
    assert len(warm.iterations) > 5
    # The first solve starts from nothing in both.
    mean = [np.mean(master.iterations[1:]) for master in (warm, cold)]
    assert mean[0] < mean[1] / 2


@pytest.mark.parametrize("slack", ["row", "edge"])
def test_while_the_optimum_is_0_glop_starts_from_no_basis(slack):
    class Warm(GlopEngine):
        def solve(self, time_limit=None, *, anew=False):
            return super().solve(time_limit)

    problem = five_of_ten(3_000, slack)
    ours, warm = LPMaster(problem, GlopEngine), LPMaster(problem, Warm)
    for master in (ours, warm):
        column_generation(problem, gap=1e-3, columns=1, master=master)
    assert 2 * sum(ours.iterations) < sum(warm.iterations)


@pytest.mark.parametrize("seed", range(20))
def test_over_rows_it_is_lpboost(seed):
    """The optimum of (4), one slack a distinct row."""
    random = np.random.default_rng(seed)
    sample = LabelledSample.from_rows(*random_rows(random))
    problem = SoftMarginProblem(SampleDiagram.from_sample(sample, "row"), random.uniform(0.1, 0.9))
    found = column_generation(problem, columns=1, master=LPMaster(problem, GlopEngine))
    rows = class_rows(sample)
    n, m = sample.num_features, len(rows)
    # Columns: w+ and w- with the bias behind each, rho, xi; sign (w x) + xi >= rho.
    margins = np.zeros((m, n + 1))
    for i, (sign, symbols) in enumerate(rows):
        margins[i, [*symbols, n]] = sign
    weights = np.array(list(rows.values()))
    optimum = linprog(
        np.concatenate((np.zeros(2 * n + 2), [-1], weights / (problem.nu * weights.sum()))),
        A_ub=np.block(
            [
                [-margins, margins, np.ones((m, 1)), -np.eye(m)],
                [np.ones((1, 2 * n + 2)), np.zeros((1, m + 1))],
            ]
        ),
        b_ub=np.append(np.zeros(m), 1),
        bounds=[(0, None)] * (2 * n + 2) + [(None, None)] + [(0, None)] * m,
    )
    assert found.lower == pytest.approx(-optimum.fun, abs=TOL)
    assert found.upper == pytest.approx(-optimum.fun, abs=TOL)


def test_at_nu_one_the_only_flow_is_the_answer():
    problem = noisy(0)
    problem = SoftMarginProblem(problem.diagram, 1.0)
    value = problem.upper_bound(problem.reference)
    for master in (None, LPMaster(problem, GlopEngine)):
        found = column_generation(problem, columns=1, master=master)
        assert found.limit is None
        assert (found.lower, found.upper) == (pytest.approx(value), pytest.approx(value))


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("at", [0, 1, 3])
def test_ctrl_c_keeps_the_best(at, signed):
    problem = noisy(2, signed=signed)
    optimum = InteriorPoint(problem.diagram).solve(problem)

    def stop(step):
        if step.number == at:
            raise KeyboardInterrupt

    found = column_generation(problem, columns=1, on_step=stop)
    check(problem, found, optimum)
    assert found.limit == INTERRUPTED
    assert len(found.steps) == at + 1


def test_ctrl_c_in_a_master_keeps_what_it_proved():
    problem = noisy(2)
    interior_point = InteriorPoint(problem.diagram)
    optimum = interior_point.solve(problem)

    class Broken:
        def solve(self, problem, **options):
            def stop(step):
                if step.number == 5:
                    raise KeyboardInterrupt

            return interior_point.solve(problem, symbols=problem.symbols, on_step=stop)

    found = column_generation(problem, master=Broken())
    check(problem, found, optimum)
    assert found.upper < found.steps[0].upper


def test_a_limit_of_time_ends_a_solve_of_glop_and_keeps_the_bounds():
    problem = large()
    optimum = InteriorPoint(problem.diagram).solve(problem)
    found = column_generation(
        problem, columns=40, master=LPMaster(problem, GlopEngine), limits=Limits(0.05)
    )
    check(problem, found, optimum)
    assert found.limit == TIME
    assert len(found.steps) == 1


def test_ctrl_c_ends_a_solve_of_glop_and_keeps_the_bounds():
    problem = large()
    optimum = InteriorPoint(problem.diagram).solve(problem)

    class Pressed(GlopEngine):
        def solve(self, *given, **options):
            press_ctrl_c(after=0.2)
            return super().solve(*given, **options)

    master = LPMaster(problem, Pressed)
    found = column_generation(problem, columns=40, master=master)
    check(problem, found, optimum)
    assert found.limit == INTERRUPTED
    assert len(found.steps) == 1
    assert master.iterations == []  # the first solve did not end


def test_a_limit_of_rounds():
    problem = noisy(2)
    optimum = InteriorPoint(problem.diagram).solve(problem)
    found = column_generation(problem, columns=1, max_rounds=2)
    check(problem, found, optimum)
    assert found.limit == ITERATIONS
    assert found.gap > EPSILON
    assert [step.columns for step in found.steps] == [0, 1, 2]


def test_a_free_bias_is_balanced_from_the_start():
    problem = noisy(2, bias="free")
    found = column_generation(problem, columns=1)
    assert [step.columns for step in found.steps][:2] == [1, 2]
    assert problem.diagram.symbol_totals(found.flow)[-1] == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"gap": 0.0}, "gap is 0"),
        ({"gap": float("nan")}, "gap is nan"),
        ({"columns": 0}, "columns is 0"),
        ({"max_rounds": 0}, "max_rounds is 0"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        column_generation(noisy(0), **options)


def test_a_master_of_something_else_is_refused():
    one, two = noisy(0), noisy(1)
    with pytest.raises(ValueError, match="another problem"):
        column_generation(one, master=LPMaster(two, GlopEngine))
    with pytest.raises(ValueError, match="another diagram"):
        column_generation(one, master=InteriorPoint(two.diagram))


def test_without_symbols_there_is_nothing_to_do():
    sample = LabelledSample.from_rows(np.zeros((2, 0)), [True, False])
    problem = SoftMarginProblem(SampleDiagram.from_sample(sample, "row"), 0.5, bias="none")
    with pytest.raises(ValueError, match="no features"):
        column_generation(problem)


def test_an_engine_that_fails_leaves_the_best_so_far():
    class Tired(ToyEngine):
        """Gives up from its third solve on."""

        solves = 0

        def solve(self, time_limit=None, *, anew=True):
            self.solves += 1
            if self.solves > 2:
                return LPAnswer(Status.NUMERICAL_ERROR)
            return super().solve(time_limit)

    problem = noisy(5)
    found = column_generation(problem, columns=1, master=LPMaster(problem, Tired))
    assert found.limit == "numerical_error"
    assert len(found.steps) == 3
    check(problem, found, InteriorPoint(problem.diagram).solve(problem))


def test_a_gap_beyond_doubles_ends_by_rounding():
    problem = noisy(3)
    for method in (column_generation, erlpboost):
        found = method(problem, gap=1e-25)
        assert found.gap <= 1e-9
        assert found.limit == ROUNDING or found.gap <= 1e-25
