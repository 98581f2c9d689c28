"""Formulas in conjunctive normal form: all assignments are tried, and published counts."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.families import count, satisfying_sets
from support.examples import examples


def at_most_one(variables):
    return [[-a, -b] for a, b in combinations(variables, 2)]


def exactly_one(variables):
    return [list(variables), *at_most_one(variables)]


@given(
    number=st.integers(0, 6),
    data=st.data(),
    order=st.sampled_from(["auto", "natural", "permutation"]),
)
@settings(deadline=None, max_examples=examples(200))
def test_sets_satisfy_each_clause(number, data, order):
    literals = [sign * v for v in range(1, number + 1) for sign in (1, -1)]
    literal = st.sampled_from(literals) if literals else st.nothing()
    clauses = data.draw(st.lists(st.lists(literal, max_size=4 if literals else 0), max_size=8))
    if order == "permutation":
        order = data.draw(st.permutations(range(number)))
    found = satisfying_sets(clauses, num_variables=number, order=order)
    found.verify()
    assert {frozenset(row) for row in found.named_rows()} == {
        frozenset(v + 1 for v in range(number) if true[v])
        for true in product((False, True), repeat=number)
        if all(any(true[abs(each) - 1] == (each > 0) for each in clause) for clause in clauses)
    }


@pytest.mark.parametrize(("size", "number"), [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_queens_that_attack_no_other(size, number):
    """OEIS A000170."""
    squares = np.arange(1, size * size + 1).reshape(size, size)
    clauses = [clause for line in [*squares, *squares.T] for clause in exactly_one(line.tolist())]
    for board in (squares, squares[::-1]):
        for shift in range(1 - size, size):
            clauses += at_most_one(np.diagonal(board, shift).tolist())
    assert satisfying_sets(clauses).count() == number
    assert count(satisfying_sets, clauses) == number


def test_more_pigeons_than_holes():
    pigeons = np.arange(1, 8 * 7 + 1).reshape(8, 7)
    clauses = pigeons.tolist() + [pair for hole in pigeons.T.tolist() for pair in at_most_one(hole)]
    assert not satisfying_sets(clauses)
    assert satisfying_sets(clauses[1:]).count() == 5040  # the others fill all holes


def test_latin_squares():
    """OEIS A002860."""
    cells = np.arange(1, 65).reshape(4, 4, 4)
    lines = [
        line for axis in range(3) for line in np.moveaxis(cells, axis, 2).reshape(16, 4).tolist()
    ]
    assert satisfying_sets(c for line in lines for c in exactly_one(line)).count() == 576


def test_names_are_those_of_the_variables():
    f = satisfying_sets([[1], [-2, 3]], names=["phone", "camera", "screen"])
    assert f.onset("camera").count() == 1
    assert f.names == ("phone", "camera", "screen")


def test_formulas_without_clauses_or_variables():
    assert satisfying_sets([], num_variables=70).count() == 2**70
    assert satisfying_sets([]).count() == 1
    assert satisfying_sets([[]]).count() == 0
    assert satisfying_sets([[1, -1], [2, -2, 1]]).count() == 4


def test_literals_that_are_none_are_named():
    with pytest.raises(ValueError, match="clause 1 holds 0; literals lie between 1 and 2"):
        satisfying_sets([[1, 2], [2, 0]])
    with pytest.raises(ValueError, match="clause 0 holds -3; literals lie between 1 and 2"):
        satisfying_sets([[1, -3]], num_variables=2)
    with pytest.raises(ValueError, match="there are 1 names for 2 variables"):
        satisfying_sets([[1]], names=["a"], num_variables=2)
    with pytest.raises(ValueError, match="clauses must be integers"):
        satisfying_sets([[1.5]])
    with pytest.raises(MemoryError, match="max_states = 3"):
        satisfying_sets([[1, 2], [2, 3], [3, 4]], max_states=3)
