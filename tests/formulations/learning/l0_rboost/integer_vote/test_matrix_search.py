import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.learning.l0_rboost.integer_vote import matrix_search
from nzdd.formulations.learning.l0_rboost.integer_vote.matrix_search import MatrixSearch
from support.learning.l0_rboost_samples import all_monomials


def rewards(monomials, bits, amounts, penalties):
    return [abs(amounts[each.covers(bits)].sum()) - penalties[each.order] for each in monomials]


@given(st.integers(0, 10**6), st.integers(1, 2), st.integers(1, 5))
def test_nothing_up_to_two_literals_is_better(seed, order, count):
    random = np.random.default_rng(seed)
    bits = random.random((random.integers(2, 12), random.integers(1, 5))) < 0.5
    amounts = random.normal(size=len(bits))
    penalties = np.append(np.inf, random.random(order))  # the constant is not searched for
    best = MatrixSearch(bits).best(amounts, penalties, count)
    assert len(set(best)) == len(best) <= count
    assert all(len(set(each.ones + each.zeros)) == each.order for each in best)
    all_of_them = [each for each in all_monomials(bits.shape[1], order) if each.sign > 0]
    expected = sorted(rewards(all_of_them, bits, amounts, penalties), reverse=True)[: len(best)]
    assert rewards(best, bits, amounts, penalties) == pytest.approx(expected, abs=1e-5)


def test_three_literals_extend_two_good_ones():
    random = np.random.default_rng(0)
    bits = random.random((400, 6)) < 0.5
    amounts = np.where(bits[:, 0] & ~bits[:, 2] & bits[:, 5], 1.0, -0.2)
    best = MatrixSearch(bits).best(amounts, np.zeros(4), 200)
    assert all(each.order <= 3 for each in best)
    assert "x0 & not x2 & x5" in [each.text() for each in best]


def test_of_many_bits_those_with_the_largest_sums_are_multiplied(monkeypatch):
    monkeypatch.setattr(matrix_search, "PRODUCTS", 8)
    random = np.random.default_rng(0)
    bits = random.random((300, 8)) < 0.5
    amounts = np.where(bits[:, 3] & bits[:, 6], 2.0, -0.4)
    best = MatrixSearch(bits).best(amounts, np.zeros(3), 4)
    assert "x3 & x6" in [each.text() for each in best]
