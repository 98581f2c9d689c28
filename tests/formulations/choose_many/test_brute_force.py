"""Members of small random families, chosen any number of times, against all members as columns."""

import numpy as np
import pytest

import nzdd
from nzdd import Status
from support.examples import examples
from support.models.many_problems import random_problem


@pytest.mark.parametrize("seed", range(examples(60)))
def test_prices_and_the_flow_find_what_listed_members_give(seed):
    random = np.random.default_rng(seed)
    for _ in range(2):
        model, status, optimum = random_problem(random)
        for method in ("auto", "direct"):
            result = nzdd.solve(model, method, threads=1 + seed % 2)
            if status == 2:
                assert result.status is Status.INFEASIBLE, (method, result)
                continue
            if status == 3:
                assert result.status is Status.UNBOUNDED, (method, result)
                continue
            assert status == 0
            assert result.success, (method, result)
            assert result.fun == pytest.approx(optimum, abs=1e-6), method
            sign = -1.0 if model.maximize else 1.0
            assert sign * result.dual_bound <= sign * optimum + 1e-6
            assert_chosen(model, result)


def assert_chosen(model, result):
    """The members add up to the columns of their counts and to their part of the objective."""
    linear = model.linear
    for choice, chosen in zip(model._choices, result.chosen, strict=True):
        counts = choice.counts
        assert (chosen.members.T @ chosen.number == result.x[counts.symbols]).all()
        assert chosen.number.sum() == result.x[counts.total]
        cost = linear.objective[counts.symbols] @ result.x[counts.symbols]
        cost += linear.objective[counts.total] * result.x[counts.total]
        cost += choice.graph.costs @ result.x[choice.flow]
        sign = -1.0 if model.maximize else 1.0
        assert sign * (chosen.costs @ chosen.number) <= sign * cost + 1e-9
        assert len(set(chosen.named())) == len(chosen)
