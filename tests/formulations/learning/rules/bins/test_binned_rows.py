"""The search over bins against all conjunctions, one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn, BinnedRows
from nzdd.formulations.learning.rules.losses.smooth import Curvature
from support.examples import examples
from support.learning.conjunctions import all_conjunctions, covered, literals, signs_of, tables


@given(tables(), st.integers(1, 4), st.integers(0, 2**32 - 1), st.floats(0, 2))
@settings(max_examples=examples(500))
def test_the_best_rule_is_the_best_of_all(table, max_order, seed, more):
    codes, columns = table
    rows = BinnedRows(codes, columns)
    values = np.random.default_rng(seed).normal(size=rows.num_rows)
    penalty = 1 + more * np.maximum(np.arange(max_order + 1) - 1.0, 0)
    numbers, rewards = rows.best(values, penalty, 5, 0.0)
    best = max(
        (
            abs(values[covered(rule, rows.codes, columns)].sum()) / penalty[len(rule)]
            for rule in all_conjunctions(columns, max_order)
        ),
        default=0.0,
    )
    if best < 1e-9:
        return
    assert rewards[0] == pytest.approx(best, abs=1e-12)
    for number, reward in zip(numbers, rewards, strict=True):
        rule = rows.rules[number]
        own = covered(rule, rows.codes, columns)
        assert rows.sums(np.array([number]), values)[0] == pytest.approx(values[own].sum())
        assert abs(values[own].sum()) / penalty[len(rule)] >= reward - 1e-12


@given(tables(), st.integers(1, 3), st.integers(0, 2**32 - 1), st.booleans())
@settings(max_examples=examples(300))
def test_the_best_rule_of_those_that_go_the_right_way(table, max_order, seed, balanced):
    codes, columns = table
    rng = np.random.default_rng(seed)
    directions = rng.integers(-1, 2, len(columns)).tolist()
    rows = BinnedRows(codes, columns, monotone=directions)
    values = rng.normal(size=rows.num_rows)
    values -= balanced * values.mean()
    penalty = np.array([0, 1, 1.4, 1.6])[: max_order + 1]
    numbers, rewards = rows.best(values, penalty, 5, 0.0)
    best = max(
        (
            sign * values[covered(rule, rows.codes, columns)].sum() / penalty[len(rule)]
            for rule in all_conjunctions(columns, max_order)
            for sign in signs_of(rule, directions)
        ),
        default=0.0,
    )
    if best < 1e-9:
        return
    assert rewards[0] == pytest.approx(best, abs=1e-12)
    for number, reward in zip(numbers.tolist(), rewards, strict=True):
        rule = rows.rules[number]
        total = values[covered(rule, rows.codes, columns)].sum()
        allowed = signs_of(rule, directions)
        assert rows.sign(number) == (1 in allowed) + 2 * (-1 in allowed)
        assert (1 if total > 0 else -1) in allowed or abs(total) < 1e-12
        assert abs(total) / penalty[len(rule)] >= reward - 1e-12


@given(tables(), st.integers(0, 2**32 - 1))
def test_of_a_literal_and_its_opposite_one_is_found(table, seed):
    codes, columns = table
    rows = BinnedRows(codes, columns)
    values = np.random.default_rng(seed).normal(size=rows.num_rows)
    for _ in range(3):
        values -= values.mean()
        rows.best(values, np.ones(2), 10, 0.0)
        values **= 3
    for (literal,) in rows.rules:
        cover = covered((literal,), rows.codes, columns)
        rest = covered((literal.opposite,), rows.codes, columns)
        if (cover != rest).all():
            assert cover.sum() <= rest.sum()
            assert (literal.opposite,) not in rows.rules


@given(tables(), st.integers(1, 11), st.integers(0, 2**32 - 1))
@settings(max_examples=examples(100))
def test_sums_and_votes_are_those_of_the_covered_rows(table, outputs, seed):
    codes, columns = table
    rng = np.random.default_rng(seed)
    rows = BinnedRows(codes, columns)
    rows.add(list(all_conjunctions(columns, 2)))
    numbers = rng.permutation(len(rows.rules)).astype(np.uint32)
    covers = np.array([covered(rows.rules[rule], rows.codes, columns) for rule in numbers], float)
    covers = covers.reshape(numbers.size, rows.num_rows)
    values = rng.normal(size=(rows.num_rows, outputs))
    assert rows.sums(numbers, values) == pytest.approx(covers @ values)
    assert rows.sums(numbers, values[:, 0]) == pytest.approx(covers @ values[:, 0])
    weights = rng.normal(size=numbers.size)
    assert rows.votes(numbers, weights) == pytest.approx(weights @ covers)
    second = numbers[: numbers.size // 2]
    products = rows.products(values[:, 0].copy(), numbers, second)
    assert products == pytest.approx(covers @ (values[:, :1] * covers[: second.size].T))


@pytest.mark.parametrize("stops", [1, 3])
def test_after_an_addition_that_was_stopped_rules_are_what_they_cover(stops):
    columns = [BinColumn(20)] * 6
    codes = np.random.default_rng(0).integers(0, 20, (50_000, 6)).astype(np.uint8)
    rows = BinnedRows(codes, columns)
    rules = [a + b for a in literals(0, columns[0]) for b in literals(1, columns[1])][:20_000]

    def stop(stage, share):
        raise InterruptedError

    for _ in range(stops):
        with pytest.raises(InterruptedError):
            rows.add(rules, stop)
    new = rows.add(rules[-3:])
    assert new[0] > 3
    numbers = np.append(np.arange(3, dtype=np.uint32), new)
    values = np.random.default_rng(1).normal(size=rows.num_rows)
    named = [values[covered(rows.rules[rule], rows.codes, columns)].sum() for rule in numbers]
    assert rows.sums(numbers, values) == pytest.approx(np.array(named))
    given = [values[covered(rule, rows.codes, columns)].sum() for rule in rules[-3:]]
    assert rows.sums(new, values) == pytest.approx(np.array(given))
    assert rows.signs.size == len(rows.rules)


@given(tables(), st.integers(1, 5), st.integers(0, 2**32 - 1))
@settings(max_examples=examples(100))
def test_second_derivatives_by_weights_are_sums_over_the_rows_of_two_rules(table, count, seed):
    codes, columns = table
    rng = np.random.default_rng(seed)
    rows = BinnedRows(codes, columns)
    rows.add(list(all_conjunctions(columns, 1)))
    outputs, rules = np.divmod(rng.permutation(count * len(rows.rules))[:30], len(rows.rules) or 1)
    rules, outputs = rules.astype(np.uint32), outputs.astype(np.uint32)
    curvature = Curvature(*rng.random((2, rows.num_rows, count)))
    if count == 1:
        curvature.outer[:] = 0
    held = [covered(rows.rules[rule], rows.codes, columns) for rule in rules]
    held = np.array(held, bool).reshape(rules.size, rows.num_rows)
    held = np.vstack((held, np.ones((count, rows.num_rows), bool)))
    of_output = np.append(outputs, np.arange(count))
    expected = [
        [curvature.between(j, k)[a & b].sum() for b, k in zip(held, of_output, strict=True)]
        for a, j in zip(held, of_output, strict=True)
    ]
    for first in {0, rules.size // 2}:
        found = rows.hessian(curvature, rules, outputs, first)
        assert found == pytest.approx(np.array(expected)[first : rules.size], abs=1e-9)
