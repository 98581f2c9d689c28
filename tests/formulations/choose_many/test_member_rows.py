"""Members worth more than they cost are found, whatever part of the family is asked."""

import numpy as np
import pytest
from scipy.sparse import eye_array

from nzdd.families import patterns
from nzdd.formulations.choose_many.many_model import Choice, Part
from nzdd.formulations.choose_many.member_rows import MemberRows


@pytest.mark.parametrize("seed", range(20))
def test_violated_prices_have_a_row(seed):
    """Also where each member that is worth the most has more of a symbol than the part allows."""
    random = np.random.default_rng(seed)
    size = 4
    graph = patterns(random.integers(1, 4, size), 10)
    counts = random.integers(0, 3, size)
    choice = Choice(graph, np.arange(size), size, Part(graph, counts))
    rows = MemberRows(choice, eye_array(size + 1, format="csr"), np.append(np.zeros(size), 1.0))
    prices = np.append(random.uniform(0, 1, size), 0.0)
    found = rows.separate(prices, max_rows=1)
    assert (len(found) > 0) == (rows.min_slack(prices) < -1e-6)
    assert (found.slack < -1e-6).all()
