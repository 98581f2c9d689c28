"""Votes of few rules against all subsets of all conjunctions, on small tables."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn, BinnedRows
from nzdd.formulations.learning.rules.column_generation import ColumnGeneration
from nzdd.formulations.learning.rules.losses.likelihood import class_loss
from nzdd.formulations.learning.rules.small.refit import ACCURACY, Patterns, refit
from nzdd.formulations.learning.rules.small.small_votes import Budget, small_votes
from support.examples import examples
from support.learning.conjunctions import all_conjunctions, covered, random_loss, tables

PENALTY = np.array([0, 1, 1.2, 1.5])
LEVEL = 1e-3
NONE = np.zeros(0, np.uint32)


def votes_of(vote, rows):
    columns = [rows.votes(vote.rules, np.ascontiguousarray(each)) for each in vote.weights]
    return np.column_stack(columns) + vote.intercept


def objective(vote, rows):
    penalty = PENALTY[rows.orders()[vote.rules]]
    return vote.loss + LEVEL * float(np.abs(vote.weights).sum(axis=0) @ penalty)


def distinct_covers(rows, columns, max_order):
    """The different sets of rows that conjunctions cover, each with its fewest literals."""
    found = {}
    for rule in sorted(all_conjunctions(columns, max_order), key=len):
        found.setdefault(covered(rule, rows.codes, columns).tobytes(), len(rule))
    return [(np.frombuffer(cover, bool).astype(float), order) for cover, order in found.items()]


def best_value(loss, covers, chosen):
    """The objective of some rules with their best weights, by Newton steps on their patterns."""
    cover = np.array([covers[at][0] for at in chosen]).T
    patterns = Patterns(tuple(chosen), np.arange(len(cover)), cover, loss)
    penalty = LEVEL * PENALTY[[covers[at][1] for at in chosen]]
    return refit(patterns, penalty, np.zeros((loss.num_outputs, len(chosen))), loss.start()).value


@given(tables(), st.sampled_from([0, 1, 3]), st.integers(0, 2**32 - 1), st.integers(0, 4))
@settings(max_examples=examples(100))
def test_a_refit_meets_the_conditions_of_optimality(table, outputs, seed, size):
    codes, columns = table
    rng = np.random.default_rng(seed)
    rows = BinnedRows(codes, columns)
    loss = random_loss(rng, rows.num_rows, outputs)
    cover = (rng.random((rows.num_rows, size)) < 0.5).astype(float)
    patterns = Patterns(tuple(range(size)), np.arange(rows.num_rows), cover, loss)
    penalty = LEVEL * (1 + rng.random(size))
    start = np.zeros((loss.num_outputs, size))
    fitted = refit(patterns, penalty, start, loss.start())
    for output in range(loss.num_outputs):
        residual = loss.residuals(fitted.votes)[:, output]
        assert abs(residual.sum()) < 1e-3
        scores = residual @ cover
        weights = fitted.weights[output]
        assert (np.abs(scores) <= penalty + 1e-3).all()
        used = weights != 0
        assert scores[used] == pytest.approx(penalty[used] * np.sign(weights[used]), abs=1e-3)
    # nothing near is better
    for _ in range(10):
        near = fitted.weights + 0.01 * rng.normal(size=fitted.weights.shape)
        shifted = fitted.intercept + 0.01 * rng.normal(size=loss.num_outputs)
        value = loss.value(cover @ near.T + shifted) + np.abs(near).sum(axis=0) @ penalty
        assert value >= fitted.value - 100 * ACCURACY


@given(
    tables(),
    st.integers(1, 3),
    st.sampled_from([0, 1, 3]),
    st.integers(0, 2**32 - 1),
    st.sampled_from([(1, None), (3, None), (None, 4), (2, 3)]),
)
@settings(max_examples=examples(30))
def test_votes_keep_their_budget_and_no_larger_budget_is_worse(
    table, max_order, outputs, seed, budget
):
    codes, columns = table
    rows = BinnedRows(codes, columns)
    loss = random_loss(np.random.default_rng(seed), rows.num_rows, outputs)
    max_rules, max_literals = budget
    votes = small_votes(
        rows,
        loss,
        PENALTY[: max_order + 1],
        NONE,
        max_rules=max_rules,
        max_literals=max_literals,
        level=LEVEL,
    )
    assert len(votes) == (max_rules or max_literals) + 1
    for size, vote in enumerate(votes):
        orders = rows.orders()[vote.rules]
        assert (orders <= max_order).all()
        assert orders.size <= (max_rules or np.inf)
        assert orders.sum() <= (max_literals or np.inf)
        assert (orders.size if max_rules else orders.sum()) <= size
        assert vote.loss == pytest.approx(loss.value(votes_of(vote, rows)), abs=1e-9)
        assert vote.bound <= vote.loss + 1e-12
    values = [objective(vote, rows) for vote in votes]
    assert all(np.diff(values) <= 1e-12)


def test_the_best_pair_of_all_is_found_on_most_tables():
    found, columns = 0, [BinColumn(3), BinColumn(2), BinColumn(2, True, False)]
    for seed in range(4):
        rng = np.random.default_rng(seed)
        codes = np.column_stack([rng.integers(0, c.known + c.missing, 8) for c in columns])
        rows = BinnedRows(codes.astype(np.uint8), columns)
        loss = random_loss(rng, rows.num_rows, seed % 2)
        covers = distinct_covers(rows, columns, 2)
        pairs = combinations(range(len(covers)), 2)
        best = min(best_value(loss, covers, chosen) for chosen in pairs)
        vote = small_votes(rows, loss, PENALTY[:3], NONE, max_rules=2, level=LEVEL)[2]
        assert objective(vote, rows) >= best - 1e-7
        found += objective(vote, rows) <= best + 1e-7
    assert found > 2


@given(tables(), st.sampled_from([0, 1, 3]), st.integers(0, 2**32 - 1), st.booleans())
@settings(max_examples=examples(25))
def test_no_vote_within_the_box_has_less_than_the_bound(table, outputs, seed, by_literals):
    codes, columns = table
    rng = np.random.default_rng(seed)
    rows = BinnedRows(codes, columns)
    loss = random_loss(rng, rows.num_rows, outputs)
    search = ColumnGeneration(rows, loss, PENALTY[:3], Limits())
    level = search.largest_level()
    assume(level > 1e-6)
    path = [(share * level, search.close(share * level, 1e-6).lower) for share in (0.9, 0.3, 0.05)]
    budget = {"max_literals": 2} if by_literals else {"max_rules": 2}
    box = rng.uniform(0.01, 1)
    votes = small_votes(rows, loss, PENALTY[:3], NONE, level=LEVEL, path=path, box=box, **budget)
    covers = distinct_covers(rows, columns, 2)
    if by_literals:
        covers = [cover for cover in covers if cover[1] == 1]
    assume(len(covers) > 1)
    for _ in range(6):
        chosen = rng.choice(len(covers), 2, replace=False)
        cover = np.array([covers[at][0] for at in chosen]).T
        shape = loss.num_outputs, 3

        def value(flat, cover=cover, shape=shape):
            weights = flat.reshape(shape)
            return loss.value(cover @ weights[:, :2].T + weights[:, 2])

        limits = [(-box, box), (-box, box), (None, None)] * loss.num_outputs
        reached = minimize(value, np.zeros(3 * loss.num_outputs), bounds=limits)
        assert reached.fun >= votes[2].bound - 1e-9
    assert all(vote.box == box for vote in votes)


def test_the_bound_is_near_where_one_rule_explains_all():
    codes = np.repeat(np.eye(2, dtype=np.uint8), 10, axis=0)
    rows = BinnedRows(codes, [BinColumn(2), BinColumn(2)])
    loss = class_loss(np.array([[0.4, 0.1], [0.1, 0.4]]))
    search = ColumnGeneration(rows, loss, PENALTY[:2], Limits())
    levels = search.largest_level() * np.geomspace(0.9, 1e-4, 30)
    path = [(level, search.close(level, 1e-9).lower) for level in levels]
    vote = small_votes(rows, loss, PENALTY[:2], NONE, max_rules=1, level=1e-9, path=path)[1]
    assert vote.loss - 2e-3 <= vote.bound <= vote.loss


@pytest.mark.parametrize("max_rules", [1, 4])
@pytest.mark.parametrize("max_literals", [1, 5, 6])
def test_the_largest_norm_is_that_of_the_worst_orders(max_rules, max_literals):
    penalty = np.array([0, 1, 2.5, 2.9])
    worst = max(
        penalty[list(orders)].sum()
        for size in range(1, max_rules + 1)
        for orders in np.ndindex(*[4] * size)
        if sum(orders) <= max_literals
    )
    assert Budget(max_rules, max_literals).largest_norm(penalty) == pytest.approx(worst)
    assert Budget(max_rules, None).largest_norm(penalty) == pytest.approx(2.9 * max_rules)


def sample(seed):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 3, (200, 6)).astype(np.uint8)
    rows = BinnedRows(codes, [BinColumn(3)] * 6)
    return rows, random_loss(rng, rows.num_rows, 1)


def test_the_same_call_gives_the_same_votes():
    first, again = (
        small_votes(*sample(3), PENALTY[:3], NONE, max_literals=4, level=LEVEL) for _ in range(2)
    )
    for one, other in zip(first, again, strict=True):
        assert np.array_equal(one.rules, other.rules)
        assert np.array_equal(one.weights, other.weights)


@pytest.mark.parametrize("polls", [0, 3, 30, 100])
def test_a_stop_leaves_what_was_found(polls):
    asked = iter(range(10**6))
    limits = Limits(stop=lambda: next(asked) >= polls)
    rows, loss = sample(5)
    seen = []
    votes = small_votes(
        rows,
        loss,
        PENALTY[:3],
        NONE,
        max_rules=4,
        level=LEVEL,
        limits=limits,
        on_vote=seen.append,
    )
    assert next(asked) <= polls + 2  # nothing goes on after the stop
    assert len(votes) == 5
    assert all(np.diff([objective(vote, rows) for vote in votes]) <= 0)
    if seen:
        assert seen[-1].loss == votes[-1].loss


def test_rules_that_nobody_gave_are_found():
    rng = np.random.default_rng(8)
    codes = rng.integers(0, 2, (300, 8)).astype(np.uint8)
    rows = BinnedRows(codes, [BinColumn(2)] * 8)
    truth = (rows.codes[:, 0] & rows.codes[:, 1]) | (rows.codes[:, 2] & (1 - rows.codes[:, 3]))
    loss = class_loss(np.eye(2)[truth] / rows.num_rows)
    vote = small_votes(rows, loss, PENALTY[:3], NONE, max_rules=2, level=1e-3)[2]
    assert ((votes_of(vote, rows)[:, 0] > 0) == truth).all()
    assert sorted(len(rows.rules[rule]) for rule in vote.rules) == [2, 2]


def test_a_budget_is_asked_for():
    with pytest.raises(ValueError, match="max_rules or max_literals"):
        small_votes(*sample(0), PENALTY[:3], NONE, level=LEVEL)
