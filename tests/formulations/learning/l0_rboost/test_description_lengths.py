import math

import numpy as np
import pytest

from nzdd.formulations.learning.l0_rboost import description_lengths
from support.learning.l0_rboost_samples import all_monomials


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
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        description_lengths(*arguments)
