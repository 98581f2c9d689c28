"""Programs over rows that nobody lists have the optima that other methods find without diagrams."""

from itertools import pairwise
from math import comb

import networkx as nx
import numpy as np
import pytest
from scipy.optimize import LinearConstraint, milp

import nzdd
from nzdd.adapters.libraries.networkx import edge_sets
from nzdd.adapters.methods.auto import thresholds
from nzdd.adapters.workers import timing
from nzdd.families import linear, sets_of_size, simple_paths
from nzdd.formulations import ConstraintDiagram, LinearModel, Status


def binary_program(objective, *, maximize=False):
    none = np.zeros((0, len(objective)))
    return LinearModel(objective, none, upper=1.0, integrality=True, maximize=maximize)


def by_row_generation(objective, side, most_violated):
    """Rows ``a @ x >= side`` from an oracle, until it finds none that the optimum violates."""
    rows = np.zeros((1, len(objective)))
    lower = [-np.inf]
    while True:
        constraints = LinearConstraint(rows, lower)
        best = milp(objective, constraints=constraints, integrality=1, bounds=(0, 1))
        found = [row for row in most_violated(best.x.round()) if row @ best.x.round() < side]
        if not found:
            return best.fun
        rows = np.vstack((rows, found))
        lower = [*lower, *[side] * len(found)]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_two_monitors_on_each_of_10_to_the_15_paths(seed):
    """Row generation by Dijkstra's shortest paths."""
    side = 9
    graph = nx.grid_2d_graph(side, side)
    ends = (0, 0), (side - 1, side - 1)
    paths, streets = edge_sets(simple_paths, graph, *ends)
    assert paths.count() == 3266598486981642  # OEIS A007764
    number = {frozenset(street): j for j, street in enumerate(streets)}
    middle = [abs(a + b + c + d - 2 * (side - 1)) for (a, b), (c, d) in streets]
    prices = np.random.default_rng(seed).integers(1, 40, len(streets)) + np.square(middle)

    def short_paths(x):
        for _ in range(20):  # each away from those before it

            def length(a, b, _, x=x):
                return x[number[frozenset((a, b))]] + 1e-4

            path = nx.dijkstra_path(graph, *ends, weight=length)
            row = np.zeros(len(streets))
            row[[number[frozenset(street)] for street in pairwise(path)]] = 1
            x = x + row
            yield row

    result = nzdd.solve(binary_program(prices), rows=[ConstraintDiagram.from_zdd(paths, 2)])
    assert result.status is Status.OPTIMAL
    assert result.fun == pytest.approx(by_row_generation(prices, 2, short_paths))


def jobs(number, seed):
    random = np.random.default_rng(seed)
    hours = random.integers(10, 40, number)
    delay = random.integers(1, 20, number) + hours // 4
    return hours, delay, random.integers(1, 10, number), random.integers(10, 100, number)


@pytest.mark.parametrize("method", ["auto", "lazy", "extended"])
def test_jobs_that_fit_whichever_goes_wrong(method):
    """Row generation by a knapsack program, which finds the worst scenario."""
    hours, delay, points, profit = jobs(14, 0)
    capacity, allowed = int(hours.sum() // 2), int(points.sum() // 4)

    def worst_scenario(x):
        budget = LinearConstraint(points, ub=allowed)
        worst = milp(-delay * x, constraints=budget, integrality=1, bounds=(0, 1))
        yield -(hours + delay * worst.x.round())

    rows = ConstraintDiagram.from_zdd(
        linear(points, high=allowed), capacity, "<=", coefficients=delay, nominal=hours
    )
    result = nzdd.solve(binary_program(profit, maximize=True), method, rows=[rows])
    assert result.status is Status.OPTIMAL
    assert -result.fun == pytest.approx(by_row_generation(-profit, -capacity, worst_scenario))


@pytest.mark.parametrize(
    ("number", "most"), [(30, 8), pytest.param(60, 15, marks=pytest.mark.slow)]
)
def test_a_budget_of_deviations_has_a_compact_model(number, most):
    """At most 15 of 60 jobs go wrong, in 10^13 ways: D. Bertsimas and M. Sim, The price of
    robustness (2004), theorem 1, has 61 further columns and 60 rows for them."""
    hours, delay, _, profit = jobs(number, 1)
    capacity = int(hours.sum() // 2)
    scenarios = sets_of_size(number, (0, most))
    assert scenarios.count() == sum(comb(number, size) for size in range(most + 1))
    rows = ConstraintDiagram.from_zdd(scenarios, capacity, "<=", coefficients=delay, nominal=hours)
    result = nzdd.solve(binary_program(profit, maximize=True), rows=[rows])
    assert result.status is Status.OPTIMAL

    # columns x, z, p: hours @ x + most z + sum of p <= capacity, and z + p[j] >= delay[j] x[j]
    load = np.concatenate((hours, [most], np.ones(number)))
    protected = np.hstack((-np.diag(delay), np.ones((number, 1)), np.eye(number)))
    compact = milp(
        np.concatenate((-profit, np.zeros(number + 1))),
        constraints=[LinearConstraint(load, ub=capacity), LinearConstraint(protected, lb=0)],
        integrality=np.arange(2 * number + 1) < number,
        bounds=(0, np.where(np.arange(2 * number + 1) < number, 1, np.inf)),
    )
    assert result.fun == pytest.approx(-compact.fun)


@pytest.mark.parametrize(("threads", "head_start"), [(1, 3.0), (None, 0.0)])
def test_where_too_many_rows_bind_a_solver_gets_the_diagram(monkeypatch, threads, head_start):
    """Profits near the hours leave many sets of jobs to tell apart."""
    monkeypatch.setattr(thresholds, "SMALL_DIAGRAM", 0)
    monkeypatch.setattr(timing, "LAZY_TRIAL_SECONDS", 0.0)
    monkeypatch.setattr(timing, "LAZY_HEAD_START_SECONDS", head_start)
    hours, delay, points, _ = jobs(16, 0)
    profit = hours + points
    rows = ConstraintDiagram.from_zdd(
        linear(points, high=20), 200, "<=", coefficients=delay, nominal=hours
    )
    model = binary_program(profit, maximize=True)
    result = nzdd.solve(model, rows=[rows], threads=threads)
    assert result.report.methods == ("lazy", "extended")
    alone = nzdd.solve(model, "extended", "highs", rows=[rows])
    assert (result.status, alone.status) == (Status.OPTIMAL, Status.OPTIMAL)
    assert result.fun == pytest.approx(alone.fun)


def test_auto_with_glop_takes_rows_in_no_list_lazily():
    rows = ConstraintDiagram.from_zdd(sets_of_size(14, 7), 2)
    states = []
    model = binary_program(np.arange(1, 15))
    result = nzdd.solve(model, "auto", "glop", rows=[rows], on_step=states.append)
    assert (result.status, result.fun) == (Status.OPTIMAL, 45)
    assert states[-1].incumbent == 45
    assert result.report.methods == ("lazy",)
