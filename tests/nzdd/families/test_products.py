"""A product has one member of each factor, side by side."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import ZDD
from nzdd.families import product, sets_of_size


@st.composite
def families(draw):
    number = draw(st.integers(0, 4))
    rows = draw(st.lists(st.sets(st.integers(0, number - 1) if number else st.nothing())))
    order = draw(st.permutations(range(number)))
    return ZDD.from_rows([sorted(row) for row in rows], order=order, num_symbols=number)


@given(st.lists(families(), max_size=3))
def test_members_are_unions_of_members_of_the_factors(factors):
    both = product(*factors)
    both.verify()
    start = list(itertools.accumulate((f.num_symbols for f in factors), initial=0))
    expected = {
        tuple(first + s for first, row in zip(start, rows, strict=False) for s in row)
        for rows in itertools.product(*factors)
    }
    assert set(both) == expected
    assert both.num_symbols == start[-1]
    if all(factors):
        assert both.level.size - 2 == sum(f.level.size - 2 for f in factors)


def test_a_factor_that_is_not_a_diagram_is_named():
    with pytest.raises(TypeError, match="a factor is of type list; give ZDDs"):
        product(sets_of_size(3, 1), [[0]])
