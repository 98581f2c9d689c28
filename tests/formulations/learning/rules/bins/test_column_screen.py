"""Of very many columns some pairs are searched, and bounds hold for all of them."""

import numpy as np
import pytest

from nzdd.formulations.iteration.limits import COLUMNS, Limits
from nzdd.formulations.learning.rules.bins import binned_rows, column_screen
from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn, BinnedRows
from nzdd.formulations.learning.rules.bins.column_screen import ColumnScreen
from nzdd.formulations.learning.rules.column_generation import ColumnGeneration
from nzdd.formulations.learning.rules.losses.targets import ClassTarget
from nzdd.formulations.learning.rules.training import fit_rules, order_penalties

PENALTY = order_penalties(2, 0.3)


@pytest.fixture(autouse=True)
def fewer_are_many(monkeypatch):
    """A tenth of the work, so that a search of all pairs is short too."""
    monkeypatch.setattr(binned_rows, "WIDE", 5e7)
    monkeypatch.setattr(column_screen, "PAIRS_WORK", 1e7)
    monkeypatch.setattr(column_screen, "MOST_BINS", 600)


def wide(seed, num_rows=40, bits=False):
    """Rows of so many bins that no search looks at all pairs; the same where all are looked at."""
    random = np.random.default_rng(seed)
    width, bins = (3_600, 2) if bits else (30, 254)
    if bits:
        codes = (random.random((num_rows, width)) < 0.04).astype(np.uint8)
    else:
        codes = random.integers(0, bins, (num_rows, width)).astype(np.uint8)
    rows, whole = (BinnedRows(codes, [BinColumn(bins)] * width) for _ in range(2))
    assert rows.wide
    whole.wide = False
    return rows, whole, random


@pytest.mark.parametrize("bits", [True, False])
def test_no_rule_pays_more_than_those_found_and_the_bound(bits):
    rows, whole, random = wide(0, bits=bits)
    values = random.normal(size=rows.num_rows)
    values -= values.mean()
    screen = ColumnScreen(rows)
    numbers, rewards = screen.best(values, PENALTY, 20, 0.0)
    sums = np.abs(rows.sums(numbers, values)) / PENALTY[rows.orders()[numbers]]
    assert (sums >= rewards * (1 - 1e-9)).all()  # some by fewer literals for the same rows
    assert sums.max() == pytest.approx(rewards[0])
    _, of_all = whole.best(values, PENALTY, 1, 0.0)
    assert rewards[0] <= of_all[0] * (1 + 1e-9)
    assert of_all[0] <= max(rewards[0], screen.left_out(values, PENALTY)) * (1 + 1e-9)


def test_the_gap_holds_for_all_rules():
    rows, whole, random = wide(1)
    labels = (rows.codes[:, 3] > 100) ^ (random.random(rows.num_rows) < 0.1)
    number = np.arange(rows.num_rows, dtype=np.uint32)
    weights = np.ones(rows.num_rows)
    values = []
    for each in (rows, whole):
        target = ClassTarget(number, labels.astype(int), weights, 2, each.num_rows, weights)
        search = ColumnGeneration(each, target.loss(), PENALTY, Limits())
        values.append(search.close(0.1, 1e-4))
    assert values[0].lower <= values[1].upper
    assert values[1].lower <= values[0].upper + 1e-9
    assert values[1].upper - values[1].lower <= 1e-4
    target = ClassTarget(number, labels.astype(int), weights, 2, rows.num_rows, weights)
    fit = fit_rules(rows, target, PENALTY, level=0.1)
    assert fit.limit == COLUMNS
    assert fit.vote.rules


def test_rules_of_one_search_stay_out_of_another():
    """A fold must not see what the rows that it holds out have chosen."""
    rows, _, random = wide(2)
    number = np.arange(rows.num_rows, dtype=np.uint32)
    labels, weights = random.integers(0, 2, rows.num_rows), np.ones(rows.num_rows)
    target = ClassTarget(number, labels, weights, 2, rows.num_rows, weights)
    one, other = (ColumnGeneration(rows, target.loss(), PENALTY, Limits()) for _ in range(2))
    one.close(0.05, 1e-3)
    assert one.master.rules.size
    assert not other.master.rules.size
    other.close(0.05, 1e-3)
    np.testing.assert_allclose(other.master.value(0.05), one.master.value(0.05), atol=2e-3)
