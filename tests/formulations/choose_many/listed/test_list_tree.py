"""Branching over listed members against all points, and covers that are met exactly."""

import itertools
from fractions import Fraction
from threading import Event

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

import nzdd
from nzdd import LinearModel, Status
from nzdd.adapters.methods.choose_many.listed_question import ListedQuestion
from nzdd.adapters.methods.choose_many.questions import Questions
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.adapters.workers.interruption import Interruption
from nzdd.formulations.choose_many.listed.list_tree import ListTree
from nzdd.formulations.choose_many.listed.once_enough import once_enough
from nzdd.formulations.choose_many.listed.row_pairs import RowPairs
from nzdd.formulations.iteration.limits import Limits, Stopped
from nzdd.formulations.iteration.lp_engine import LPAnswer
from support.examples import examples
from support.models.listed_up_to import listed_up_to


def answer(model, target):
    """The status and the point of a tree."""
    tree = ListTree.of(model, RowPairs.of(model), Fraction(target), GlopEngine)
    return tree.run(10**6, Limits()), tree.x


def random_model(random):
    """A partition by some of the sets of up to four of nine elements, with a row and a column."""
    sets = [np.isin(np.arange(9), each) for size in (2, 3, 4) for each in _sets(size)]
    matrix = np.array(sets, float)[random.random(len(sets)) < 0.25].T
    weights = random.integers(0, 3, matrix.shape[1] + 1).astype(float)
    rows = np.vstack((np.column_stack((matrix, np.zeros(9))), weights))
    costs = np.append(random.integers(1, 9, matrix.shape[1]), 2.0)
    low, high = np.append(np.ones(9), random.integers(0, 6)), np.append(np.ones(9), np.inf)
    return LinearModel(costs, rows, low, high, 0, np.append(np.ones(matrix.shape[1]), 2), True)


def _sets(size):
    return itertools.combinations(range(9), size)


@pytest.mark.parametrize("seed", range(examples(60)))
def test_a_target_is_met_where_an_integer_program_meets_it(seed):
    model = random_model(np.random.default_rng(seed))
    rows = LinearConstraint(model.matrix, model.row_lower, model.row_upper)
    bounds = Bounds(model.lower, model.upper)
    best = milp(model.objective, constraints=rows, integrality=model.integrality, bounds=bounds)
    if best.x is None:  # rows may be missed, for ten times the dearest column
        assert answer(model, int(model.objective.max()))[0] is Status.INFEASIBLE
        return
    optimum = round(best.fun)
    status, x = answer(model, optimum)
    x = x[: model.num_columns]
    assert status is Status.OPTIMAL
    assert model.violation(x).scaled < 1e-9
    assert round(float(model.objective @ x)) == optimum
    assert answer(model, optimum - 1)[0] is Status.INFEASIBLE


def test_three_lines_of_a_plane_of_seven_points():
    """Any two lines of the Fano plane meet: no partition, though the relaxation has one."""
    lines = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5)]
    matrix = np.array([np.isin(np.arange(7), line) for line in lines], float).T
    model = LinearModel(np.ones(7), matrix, 1, 1, 0, 1, True)
    assert nzdd.solve(model.relaxed()).fun == pytest.approx(7 / 3)
    assert answer(model, 7)[0] is Status.INFEASIBLE


@pytest.mark.parametrize("seed", range(examples(50)))
def test_covers_by_parts_of_sets_are_partitions_and_others_are_not(seed):
    random = np.random.default_rng(seed)
    kept = [each for size in (2, 3) for each in _sets(size) if random.random() < 0.3]
    parts = {
        sub for each in kept for size in range(4) for sub in itertools.combinations(each, size)
    }
    for sets, closed in ((sorted(parts), True), (kept, False)):
        family = nzdd.ZDD.from_rows(sets, num_symbols=9)
        model = nzdd.FamilyModel()
        symbols = model.choose_many(family, cost=1.0).symbols
        model.add_rows(np.eye(9), symbols, 1)
        listed = listed_up_to(model.many.many, Fraction(9))
        if listed is None:
            continue
        exact = once_enough(listed, model.many.many, Limits())
        assert (exact.model.row_upper == 1).all() or not closed
        best = nzdd.solve(listed.model, "direct", "highs")
        assert nzdd.solve(exact.model, "direct", "highs").fun == best.fun


def test_a_search_for_members_ends_at_a_limit():
    model = nzdd.FamilyModel()
    family = nzdd.ZDD.from_rows([*_sets(1), *_sets(2)], num_symbols=9)
    model.add_rows(np.eye(9), model.choose_many(family, cost=1.0).symbols, 1)
    many = model.many.many
    listed, stopped, results = listed_up_to(many, Fraction(9)), Event(), []
    stopped.set()
    with pytest.raises(Stopped, match="interrupted"):
        once_enough(listed, many, Limits(stop=stopped.is_set))
    questions = Questions(many, None, Limits(), results.append)
    asked = ListedQuestion(questions, listed, Fraction(9), deciding=True, cores=1)
    result = asked(Interruption(stopped))
    assert (result.status, result.limit, results) == ("no_solution_found", "interrupted", [])


def test_a_part_that_failed_is_still_open():
    """A limit within a solve must not close the part that it was for."""
    model = random_model(np.random.default_rng(3))
    tree = ListTree.of(model, RowPairs.of(model), Fraction(1000), GlopEngine)
    whole, tree.engine = tree.engine, Failing()
    assert tree.run(10, Limits()) is Status.NO_SOLUTION_FOUND
    tree.engine = whole
    assert tree.run(10**6, Limits()) is Status.OPTIMAL


class Failing:
    """A solver at its limit."""

    def set_bounds(self, columns, lower, upper):
        pass

    def solve(self, time_limit=None):
        return LPAnswer(Status.NO_SOLUTION_FOUND)
