"""Terms beside rules: sums against dense columns, and the proof over both."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.rules.bins.terms import RowsWithTerms, Term
from nzdd.formulations.learning.rules.column_generation import ColumnGeneration
from nzdd.formulations.learning.rules.fitted import Fitted
from nzdd.formulations.learning.rules.vote import RuleVote
from support.examples import examples
from support.learning.conjunctions import all_conjunctions, covered, random_loss, tables

GAP = 1e-7


def rows_with_terms(table, rng):
    codes, columns = table
    terms = [
        Term(at, np.append(rng.normal(size=column.known), 0.0)[:, None])
        for at, column in enumerate(columns)
        if column.ordered and column.known > 1
    ]
    return RowsWithTerms(codes, columns, terms)


def dense(rows):
    """The values of all numbers, shape (numbers, rows)."""
    terms = [term.values[rows.codes[:, term.column], 0] for term in rows.terms]
    rules = [covered(rule, rows.codes, rows.columns) for rule in rows.rules[len(terms) :]]
    return np.array([*terms, *rules], float).reshape(len(rows.rules), rows.num_rows)


@given(tables(), st.integers(0, 2**32 - 1))
@settings(max_examples=examples(100))
def test_sums_votes_and_products_are_those_of_dense_columns(table, seed):
    rng = np.random.default_rng(seed)
    rows = rows_with_terms(table, rng)
    rows.add(list(all_conjunctions(rows.columns, 2)))
    every = dense(rows)
    numbers = rng.permutation(len(every)).astype(np.uint32)
    values, weights = rng.normal(size=rows.num_rows), rng.normal(size=numbers.size)
    assert rows.sums(numbers, values) == pytest.approx(every[numbers] @ values)
    pairs = np.column_stack((values, 2 * values))
    assert rows.sums(numbers, pairs) == pytest.approx(every[numbers] @ pairs)
    assert rows.votes(numbers, weights) == pytest.approx(weights @ every[numbers])
    second = numbers[: numbers.size // 2]
    expected = (every[numbers] * values) @ every[second].T
    assert rows.products(values, numbers, second) == pytest.approx(expected)
    vote = RuleVote.of(
        Fitted(numbers, weights[None], np.ones(1)), rows.rules, rows.terms, rows.columns
    )
    expected = weights @ every[numbers] + 1
    assert vote.votes(rows.codes)[:, 0] == pytest.approx(expected)
    assert vote.of_rules_alone().votes(rows.codes)[:, 0] == pytest.approx(expected)
    row, _, added = vote.parts(rows.codes)
    found = np.bincount(row, added[:, 0], rows.num_rows) + 1
    assert found == pytest.approx(expected)


@given(tables(), st.sampled_from([0, 1]), st.integers(0, 2**32 - 1))
@settings(max_examples=examples(200))
def test_neither_a_rule_nor_a_term_improves_the_optimum(table, outputs, seed):
    rng = np.random.default_rng(seed)
    rows = rows_with_terms(table, rng)
    loss = random_loss(rng, rows.num_rows, outputs)
    penalty = np.array([0.5, 1, 1.5])
    search = ColumnGeneration(rows, loss, penalty, Limits())
    level = 0.1 * search.largest_level()
    if level < 1e-9:
        return
    bounds = search.close(level, GAP)
    assert bounds.upper - bounds.lower <= GAP
    rows.add(list(all_conjunctions(rows.columns, 2)))
    every, costs = dense(rows), level * penalty[rows.orders()]
    scores = every @ loss.residuals(search.master.votes)[:, 0]
    assert (np.abs(scores) <= costs + 3 * np.sqrt(GAP)).all()
    for _ in range(20):
        weights = rng.normal(size=len(every)) * (rng.random(len(every)) < 0.3)
        votes = rng.normal() + weights @ every
        value = loss.value(votes[:, None]) + np.abs(weights) @ costs
        assert value >= bounds.lower - 1e-12
