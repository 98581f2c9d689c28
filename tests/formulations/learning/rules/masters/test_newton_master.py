"""Proximal Newton steps: on many rows, and from the weights of other rules."""

import numpy as np
import pytest

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn, BinnedRows
from nzdd.formulations.learning.rules.bins.literals import Kind, Literal
from nzdd.formulations.learning.rules.column_generation import ColumnGeneration
from nzdd.formulations.learning.rules.losses.likelihood import class_loss
from nzdd.formulations.learning.rules.masters.hessian import LEAST_SAMPLE
from nzdd.formulations.learning.rules.masters.newton_master import Master

PENALTY = np.array([0, 1, 1.3])


def bits(num_rows, num_classes):
    """Distinct rows of 20 bits, the first of which hardly any row has, and a loss over them."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 2, (num_rows, 20), np.uint8)
    codes[:, 0] = np.arange(num_rows) < 3
    rows = BinnedRows(codes, [BinColumn(2)] * 20)
    told = (rows.codes[:, 1] + (rows.codes[:, 2] & rows.codes[:, 3])) % num_classes
    noisy = rng.random(rows.num_rows) < 0.2
    told[noisy] = rng.integers(0, num_classes, noisy.sum())
    told[rows.codes[:, 0] == 1] = 1
    counts = np.eye(num_classes)[told] / rows.num_rows
    return rows, class_loss(counts)


@pytest.mark.parametrize("num_classes", [2, 3])
def test_derivatives_from_a_sample_lead_to_the_minimum_over_all_rows(num_classes):
    rows, loss = bits(6 * LEAST_SAMPLE // 5, num_classes)
    assert rows.num_rows > LEAST_SAMPLE
    rules = [(Literal(column, Kind.ABOVE, 0),) for column in range(20)]
    master = Master(rows, loss, PENALTY, np.sort(rows.add(rules)))
    level = 2e-5
    assert master.solve(level, 1e-9)
    scores = rows.sums(master.rules, loss.residuals(master.votes)).T
    weights, allowed = master.weights, level * master.penalty
    assert weights[:, 0].any()  # of the rule that hardly any row has
    # the optimality conditions
    assert (np.abs(scores) <= allowed + 2e-6).all()
    used = weights != 0
    assert scores[used] == pytest.approx((np.sign(weights) * allowed)[used], abs=2e-6)


def test_relaxed_weights_do_not_depend_on_those_before():
    rows, loss = bits(2_000, 2)
    search = ColumnGeneration(rows, loss, PENALTY, Limits())
    first = search.largest_level()
    for share in (0.5, 0.3, 0.2, 0.1, 0.05):
        search.close(share * first, 1e-9)
        found = search.relaxed(0.25, share * first, 1e-12)
        rules = search.master.rules[search.master.weights.any(axis=0)]
        anew = Master(rows, loss, PENALTY, rules)
        anew.solve(0.25 * share * first, 1e-12)
        assert set(found.rules) <= set(rules)
        penalised = loss.value(found.votes(rows)) + 0.25 * share * first * float(
            PENALTY[rows.orders()[found.rules]] @ np.abs(found.weights[0])
        )
        assert penalised == pytest.approx(anew.value(0.25 * share * first), abs=2e-12)
