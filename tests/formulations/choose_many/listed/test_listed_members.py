"""Programs over listed members on small random problems, against all members as columns."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

import nzdd
from nzdd import Status
from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.choose_many.listed.tightened import tightened
from nzdd.formulations.choose_many.points import Point
from nzdd.formulations.iteration.limits import Limits
from support.models.listed_up_to import listed_up_to
from support.models.many_problems import random_problem


@pytest.mark.parametrize(
    ("seed", "problems"),
    [(0, 3), (1, 3), (2, 3), *(pytest.param(seed, 6, marks=pytest.mark.slow) for seed in range(8))],
)
def test_their_best_point_is_that_of_the_model_where_it_meets_the_target(seed, problems):
    random = np.random.default_rng(seed)
    met = 0
    for _ in range(problems):
        model, status, optimum = random_problem(random)
        if status != 0 or model.many is None or not model.many.many.core.integrality.all():
            continue
        many, sign = model.many.many, -1.0 if model.maximize else 1.0
        best = Fraction((optimum - model.linear.offset) * sign / model.many.unit)
        for room in (-1, 0, 1, 5):
            target = best + room + Fraction(1, 10**6)
            listed = listed_up_to(many, target)
            if listed is None:
                continue
            left = tightened(listed, target, GlopEngine, Limits())
            if room < 0 and left.listed is None:
                continue
            assert left.listed is not None
            result = nzdd.solve(left.model, "direct", "highs")
            if room < 0:
                assert result.fun is None or result.fun > best - 1e-6
                continue
            met += 1
            assert result.fun == pytest.approx(float(best), abs=1e-6)
            point = Point.of(many, *left.listed.point(many, result.x))
            assert point.value == pytest.approx(float(best), abs=1e-6)
            assert many.core.violation(point.x).scaled <= 1e-6
    assert met


def test_too_many_are_none():
    model = nzdd.FamilyModel()
    counts = model.choose_many(nzdd.families.sets_of_size(12, 6), cost=1.0)
    model.add_rows(np.eye(12), counts.symbols, 1)
    many = model.many.many
    assert listed_up_to(many, Fraction(10), most=900) is None
    assert listed_up_to(many, Fraction(10), most=924).model.num_columns == 924


def test_a_row_forbids_a_member_and_equal_columns_keep_the_cheapest():
    """Walks that visit a customer twice, and the longer of two ways round."""
    legs = [(0, 1), (1, 2), (2, 1), (2, 0), (1, 0), (0, 2)]
    far = np.array([1, 1, 1, 5, 1, 5])

    def step(states):
        index, leg = (part.ravel() for part in np.mgrid[: len(states), : len(legs)])
        at, count = states[index].T
        ends = np.array(legs)
        fits = (ends[leg, 0] == at) & (count < 4) & ((at > 0) | (count == 0))
        after = np.column_stack((ends[leg, 1], count + 1))
        return index[fits], leg[fits], after[fits], far[leg][fits]

    home = lambda states: (states[:, 0] == 0) & (states[:, 1] > 0)  # noqa: E731
    routes = nzdd.families.walks(step, (0, 0), home, symbols=len(legs))
    model = nzdd.FamilyModel()
    counts = model.choose_many(routes)
    visits = np.array([[1, 0, 1, 0, 0, 0], [0, 1, 0, 0, 0, 1]])
    model.add_rows(visits, counts.symbols, 1, 1)
    listed = listed_up_to(model.many.many, Fraction(30))
    columns = {tuple(column) for column in listed.model.matrix.toarray().T.astype(int)}
    assert columns == {(1, 0), (0, 1), (1, 1)}
    assert listed.model.num_columns == 3
    assert sorted(listed.model.objective * model.many.unit) == [2, 7, 10]
    assert nzdd.solve(model).fun == 7


def test_of_the_ways_round_the_same_customers_the_shortest_is_listed():
    random = np.random.default_rng(5)
    place = random.integers(0, 50, (6, 2))
    far = np.rint(np.hypot(*(place[:, None] - place).transpose(2, 0, 1))).astype(int)

    def step(states):
        index, to = (part.ravel() for part in np.mgrid[: len(states), 1:6])
        at, seen = states[index].T
        fits = seen >> to & 1 == 0
        longer = far[at, to] + far[to, 0] - far[at, 0]
        after = np.column_stack((to, seen | 1 << to))
        return index[fits], (6 * at + to)[fits], after[fits], longer[fits]

    routes = nzdd.families.walks(step, (0, 0), lambda states: states[:, 0] > 0, symbols=36)
    model = nzdd.FamilyModel()
    legs = model.choose_many(routes).symbols
    model.add_rows(np.arange(36) % 6 == np.arange(1, 6)[:, None], legs, 1, 1)
    listed = listed_up_to(model.many.many, Fraction(10**6))
    found = {
        frozenset(np.flatnonzero(column) + 1): cost
        for column, cost in zip(
            listed.model.matrix.toarray().T, listed.model.objective, strict=True
        )
    }
    assert len(found) == listed.model.num_columns == 2**5 - 1
    for customers, cost in found.items():
        tours = ([0, *tour, 0] for tour in itertools.permutations(customers))
        shortest = min(far[tour[:-1], tour[1:]].sum() for tour in tours)
        assert cost * model.many.unit == pytest.approx(shortest)


@pytest.mark.parametrize(
    ("seed", "number"), [pytest.param(612, 1184, marks=pytest.mark.slow), (613, 191)]
)
def test_a_bound_that_rounding_moves_from_0_is_no_measure_of_targets(seed, number):
    """Each target was a share of 1e-17 further, for ever."""
    model, _, optimum = random_problem(np.random.default_rng([2012965551, seed, number]))
    result = nzdd.solve(model, threads=1, time_limit=20)
    assert (result.status, result.fun) == (Status.OPTIMAL, pytest.approx(optimum))
