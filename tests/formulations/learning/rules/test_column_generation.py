"""The proof of optimality against all conjunctions, one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows
from nzdd.formulations.learning.rules.column_generation import ColumnGeneration
from support.examples import examples
from support.learning.conjunctions import (
    all_conjunctions,
    covered,
    random_loss,
    signs_of,
    tables,
)

GAP = 1e-7


@given(
    tables(),
    st.integers(1, 3),
    st.sampled_from([0, 1, 3]),
    st.integers(0, 2**32 - 1),
    st.sampled_from([0.5, 0.1, 0.01]),
)
@settings(max_examples=examples(600))
def test_no_conjunction_improves_the_optimum(table, max_order, outputs, seed, share):
    codes, columns = table
    rng = np.random.default_rng(seed)
    rows = BinnedRows(codes, columns)
    loss = random_loss(rng, rows.num_rows, outputs)
    penalty = np.array([0, 1, 1.5, 1.7])[: max_order + 1]
    search = ColumnGeneration(rows, loss, penalty, Limits())
    level = share * search.largest_level()
    if level < 1e-9:
        return
    bounds = search.close(level, GAP)
    assert bounds.upper - bounds.lower <= GAP
    rules = list(all_conjunctions(columns, max_order))
    covers = np.array([covered(rule, rows.codes, columns) for rule in rules], float)
    votes = search.master.votes
    # the subgradients of the penalised loss hold 0, but for the gap
    for output in range(loss.num_outputs):
        scores = covers @ loss.residuals(votes)[:, output]
        allowed = level * penalty[[len(rule) for rule in rules]]
        assert (np.abs(scores) <= allowed + 2 * np.sqrt(GAP)).all()
    # no weights of any rules fall below the lower bound
    for _ in range(20):
        weights = rng.normal(size=(loss.num_outputs, len(rules))) * (rng.random(len(rules)) < 0.3)
        other = rng.normal(size=loss.num_outputs) + covers.T @ weights.T
        norm = (np.abs(weights) * penalty[[len(rule) for rule in rules]]).sum()
        assert loss.value(other) + level * norm >= bounds.lower - 1e-12
    # the value is that of the weights
    master = search.master
    own = [covered(rows.rules[rule], rows.codes, columns) for rule in master.rules]
    again = master.intercept + np.array(own, float).reshape(-1, rows.num_rows).T @ master.weights.T
    assert again == pytest.approx(votes, abs=1e-9)


@given(tables(), st.integers(1, 3), st.sampled_from([0, 1]), st.integers(0, 2**32 - 1))
@settings(max_examples=examples(200))
def test_the_optimum_of_monotone_votes(table, max_order, outputs, seed):
    codes, columns = table
    rng = np.random.default_rng(seed)
    directions = rng.integers(-1, 2, len(columns)).tolist()
    rows = BinnedRows(codes, columns, monotone=directions)
    loss = random_loss(rng, rows.num_rows, outputs)
    penalty = np.array([0, 1, 1.5, 1.7])[: max_order + 1]
    search = ColumnGeneration(rows, loss, penalty, Limits())
    level = 0.1 * search.largest_level()
    if level < 1e-9:
        return
    bounds = search.close(level, GAP)
    assert bounds.upper - bounds.lower <= GAP
    for number, weight in enumerate(search.master.weights[0].tolist()):
        assert weight == 0 or np.sign(weight) in signs_of(rows.rules[number], directions)
    rules = list(all_conjunctions(columns, max_order))
    covers = np.array([covered(rule, rows.codes, columns) for rule in rules], float)
    scores = covers @ loss.residuals(search.master.votes)[:, 0]
    for rule, score in zip(rules, scores, strict=True):
        for sign in signs_of(rule, directions):
            assert sign * score <= level * penalty[len(rule)] + 2 * np.sqrt(GAP)


@given(tables(), st.integers(0, 2**32 - 1))
@settings(max_examples=examples(60))
def test_the_first_level_is_the_least_without_rules(table, seed):
    codes, columns = table
    rows = BinnedRows(codes, columns)
    loss = random_loss(np.random.default_rng(seed), rows.num_rows, 1)
    search = ColumnGeneration(rows, loss, np.array([0, 1, 1.5]), Limits())
    level = search.largest_level()
    if level < 1e-6:
        return
    search.close(1.001 * level, 1e-12)
    assert not search.master.weights.any()
    search.close(0.9 * level, 1e-9)
    assert search.master.weights.any()
