"""The size of a small vote is that of the conjunctions behind the labels."""

import numpy as np
import pytest

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn, BinnedRows
from nzdd.formulations.learning.rules.losses.targets import ClassTarget
from nzdd.formulations.learning.rules.small.budget import Budget
from nzdd.formulations.learning.rules.small.size_choice import choose_size

PENALTY = np.array([0, 1, 1.3])
LEVELS = [3e-2, 3e-3]


def choice(seed, conjunctions, **options):
    """Of a budget of eight rules, for labels that some conjunctions of two columns tell."""
    rng = np.random.default_rng(seed)
    bits = rng.integers(0, 2, (1000, 10)).astype(np.uint8)
    log_odds = -3 + sum((6.0 * bits[:, a] * bits[:, b] for a, b in conjunctions), np.zeros(1000))
    labels = (rng.random(1000) < 1 / (1 + np.exp(-log_odds))).astype(np.intp)
    rows = BinnedRows(bits, [BinColumn(2)] * 10)
    target = ClassTarget(rows.number, labels, np.ones(1000), 2, rows.num_rows)
    folds = target.folds(5, rng)
    return choose_size(rows, target, PENALTY, folds, 5, Budget(8, None), LEVELS, **options)


@pytest.mark.parametrize("conjunctions", [[], [(0, 1)], [(0, 1), (2, 3)], [(0, 1), (2, 3), (4, 5)]])
def test_as_many_rules_as_there_are_conjunctions(conjunctions):
    found = choice(0, conjunctions)
    assert found.budget == Budget(len(conjunctions), None)
    assert found.level in (0, 1)
    assert [len(each) for each in found.of_folds] == [5] * 9
    losses = [score.mean for score in found.held_out]
    assert len(losses) == 9
    assert losses[len(conjunctions)] <= losses[0]


def test_without_an_allowance_the_size_is_no_smaller():
    sizes = [choice(1, [(0, 1), (2, 3)], standard_errors=each).budget for each in (3.0, 1.0, 0.0)]
    assert sizes == sorted(sizes, key=lambda size: size.max_rules)


def test_without_time_the_whole_budget():
    assert choice(2, [(0, 1)], limits=Limits(0.0)) == (0, Budget(8, None), [], [])
