import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.learning.l0_rboost import CodeLength, description_lengths
from support.learning.l0_rboost_samples import all_monomials

ATTRIBUTES = 4


def names(count):
    """The least number of binary digits of which there are so many words."""
    return next(bits for bits in range(100) if 2**bits >= count)


@given(
    st.lists(st.sampled_from(all_monomials(ATTRIBUTES, 3)), min_size=1, unique=True),
    st.integers(0, 30),
    st.integers(30, 5000),
)
def test_lengths_are_those_of_a_code_book(monomials, errors, rows):
    found = CodeLength.of_vote(
        monomials, errors, num_attributes=ATTRIBUTES, max_order=3, total_weight=rows
    )
    tables = Counter(each.order for each in all_monomials(ATTRIBUTES, 3) if each.sign > 0)
    places = [names(tables[each.order]) for each in monomials]
    count = len(monomials)
    assert found.exact == count * names(3) + sum(places) + (count + 1) * names(rows)
    assert found.linear == found.exact + (count - 1) * names(rows)
    assert found.uniform == found.linear - sum(places) + count * max(places)
    assert found.exact <= found.linear <= found.uniform
    assert found.mistakes == errors * names(rows)
    assert found.total == found.exact + errors * names(rows)
    assert found.risk_bound(0.75) == pytest.approx((found.total + 2) / rows)


@pytest.mark.parametrize("rows", [1, 7, 40])
def test_the_bound_holds_since_many_errors_are_seldom_all_in_the_second_half(rows):
    for errors in range(rows + 1):
        share = math.comb(rows, errors) / math.comb(2 * rows, errors)
        assert share <= 2.0**-errors * (1 + 1e-12)


def test_a_larger_confidence_needs_a_larger_bound():
    found = CodeLength.of_vote([], 2, num_attributes=3, max_order=1, total_weight=8)
    assert (found.exact, found.linear, found.uniform, found.mistakes) == (0, 0, 0, 6)
    assert found.risk_bound(0.5) == (6 + 1) / 8 < found.risk_bound(0.99)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"num_attributes": -1}, "num_attributes is -1"),
        ({"max_order": 0}, "max_order is 0"),
        ({"total_weight": 0.5}, r"total_weight is 0\.5"),
        ({"errors": -1}, "errors is -1"),
    ],
)
def test_bad_arguments_are_named(changes, message):
    given = {"errors": 0, "num_attributes": 2, "max_order": 1, "total_weight": 9} | changes
    with pytest.raises(ValueError, match=message):
        CodeLength.of_vote([], **given)


def test_a_bound_is_never_sure():
    found = CodeLength.of_vote([], 2, num_attributes=3, max_order=1, total_weight=8)
    for confidence in (0, 1, 1.5):
        with pytest.raises(ValueError, match="confidence is"):
            found.risk_bound(confidence)


@pytest.mark.parametrize(("attributes", "order", "rows"), [(3, 2, 10), (5, 4, 100), (2, 5, 7)])
def test_the_code_names_a_table_and_a_monomial_in_it(attributes, order, rows):
    lengths = description_lengths(attributes, order, rows, kappa=1.5)
    monomials = [each.order for each in all_monomials(attributes, order) if each.sign > 0]
    tables = np.bincount(monomials)
    expected = [(math.log(size) + math.log(order)) / math.log(rows) + 1.5 for size in tables]
    assert lengths == pytest.approx(expected)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 1, 10), "num_attributes is -1"),
        ((3, 0, 10), "max_order is 0"),
        ((3, 1, 1), "total_weight is 1"),
        ((3, 1, 10, -0.5), r"kappa is -0\.5"),
    ],
)
def test_bad_arguments_of_penalties_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        description_lengths(*arguments)
