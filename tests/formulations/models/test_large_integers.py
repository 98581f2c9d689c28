"""Integers beyond 2**53 are refused where a model or rows come in: a double would round them."""

import numpy as np
import pytest
from scipy.sparse import coo_array

from nzdd.formulations import ConstraintDiagram, LinearModel

MOST = 2**53
FORMATS = ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("beyond", [MOST + 1, 10**17, 2**62])
def test_integers_that_a_double_may_not_hold_are_refused(beyond, sign):
    large, place = sign * beyond, rf"\[0, 1\] is {sign * beyond}; integers beyond 2\*\*53"
    for matrix in ([[1, large]], [[0.5, large]], np.array([[1, large]])):
        with pytest.raises(ValueError, match="matrix" + place):
            LinearModel([1, 1], matrix)
        with pytest.raises(ValueError, match="A" + place):
            ConstraintDiagram.from_rows(matrix, [1])
    for given in ({"row_lower": large}, {"row_upper": [large]}, {"lower": large}, {"upper": large}):
        with pytest.raises(ValueError, match=f"{next(iter(given))}.*{large}"):
            LinearModel([1, 1], [[1, 1]], **given)
    with pytest.raises(ValueError, match=rf"objective\[1\] is {large}"):
        LinearModel([1, large])


@pytest.mark.parametrize("form", FORMATS)
def test_sparse_integers_are_refused_with_their_place(form):
    def model(value):
        return LinearModel([1, 1], coo_array(np.array([[1, value]])).asformat(form))

    with pytest.raises(ValueError, match=rf"matrix\[0, 1\] is {-MOST - 1}"):
        model(-MOST - 1)
    assert model(MOST).matrix[0, 1] == MOST


def test_integers_at_one_place_are_refused_by_their_sum():
    def model(*values):
        places = [0] * len(values)
        return LinearModel([1, 1], coo_array((np.array(values), (places, places)), shape=(1, 2)))

    with pytest.raises(ValueError, match=r"at one place whose sum is beyond 2\*\*53"):
        model(MOST, 1)
    assert model(MOST - 2, 1).matrix[0, 0] == MOST - 1


def test_floats_stand_for_what_they_are():
    assert LinearModel([1e300], [[1e17]], row_upper=1e25).matrix[0, 0] == 1e17
