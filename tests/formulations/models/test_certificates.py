"""Proofs against rational arithmetic: what is proven is true, and what is true gets a proof."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.adapters.solvers.driver import solve_once
from nzdd.formulations import LinearModel
from nzdd.formulations.models.certificates import (
    directions,
    elastic,
    improves_without_end,
    proves_infeasible,
)
from support.examples import examples
from support.models.exact_lp import Infeasible, Unbounded, optimum

NUMBERS = st.sampled_from([-2.0, -1.0, -0.3, 0.0, 0.0, 0.1, 1.0, 3.0])
INF = np.inf


@st.composite
def programs(draw):
    """Linear programs of all kinds: feasible, infeasible, unbounded."""
    m, n = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    matrix = np.array(draw(st.lists(st.tuples(*[NUMBERS] * n), min_size=m, max_size=m)))
    side = st.tuples(st.sampled_from([-INF, -1.0, 0.5]), st.sampled_from([0.0, 0.5, 2.0, INF]))
    rows = np.array(draw(st.lists(side, min_size=m, max_size=m)))
    box = st.tuples(st.sampled_from([-INF, -1.0, 0.0]), st.sampled_from([0.0, 1.0, 5.0, INF]))
    bounds = np.array(draw(st.lists(box, min_size=n, max_size=n)))
    costs = draw(st.tuples(*[st.sampled_from([-1.0, 0.0, 2.0])] * n))
    sense = draw(st.booleans())
    low, high = rows[:, 0], np.maximum(rows[:, 0], rows[:, 1])
    return LinearModel(costs, matrix, low, high, bounds[:, 0], bounds[:, 1], maximize=sense)


def truth(model):
    try:
        return optimum(model)
    except (Infeasible, Unbounded) as end:
        return type(end)


@settings(deadline=None, max_examples=examples(80))
@given(programs(), st.data())
def test_no_combination_proves_a_feasible_program_infeasible(model, data):
    if truth(model) is not Infeasible:
        y = data.draw(
            st.lists(st.floats(-10, 10), min_size=model.num_rows, max_size=model.num_rows)
        )
        assert not proves_infeasible(model, y)


@settings(deadline=None, max_examples=examples(80))
@given(programs())
def test_the_elastic_program_proves_every_infeasible_one(model):
    program, scale = elastic(model)
    found = solve_once(program, "glop", {})
    proven = proves_infeasible(model, found.duals * scale)
    assert proven == (truth(model) is Infeasible)
    assert proven or model.violation(found.x[: model.num_columns]).within(1e-6)


@settings(deadline=None, max_examples=examples(80))
@given(programs())
def test_a_program_with_a_point_is_unbounded_exactly_where_a_direction_improves(model):
    found = solve_once(directions(model), "glop", {})
    improves = improves_without_end(model, found.x)
    if truth(model) is not Infeasible:
        assert improves == (truth(model) is Unbounded)


def test_a_contradiction_within_rounding_is_no_proof():
    """The sum of three tenths is above 0.3 by one unit in the last place."""
    model = LinearModel(0.0, [[1.0, 1.0, 1.0]], row_upper=0.3, lower=0.1)
    assert sum([0.1] * 3) > 0.3
    assert not proves_infeasible(model, [-1.0])
    assert proves_infeasible(model.replace(row_upper=0.2999), [-1.0])


@pytest.mark.parametrize("size", [1e-9, 1.0, 1e12])
def test_proofs_do_not_depend_on_the_scale_of_rows(size):
    model = LinearModel(0.0, [[size, size], [1, 1]], [3 * size, -INF], [INF, 2])
    assert proves_infeasible(model, [1 / size, -1])
    assert not proves_infeasible(model.replace(row_upper=[INF, 3]), [1 / size, -1])
