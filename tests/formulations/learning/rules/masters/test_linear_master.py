"""Hinge loss and absolute error against linear programs over all conjunctions."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.iteration.limits import Limits, Stopped
from nzdd.formulations.learning.l0_rboost.bit_sample import BitSample
from nzdd.formulations.learning.lpboost import MonomialLearner, NuProblem, lpboost
from nzdd.formulations.learning.rules.bins.binned_rows import BinColumn, BinnedRows
from nzdd.formulations.learning.rules.column_generation import ColumnGeneration
from nzdd.formulations.learning.rules.losses.piecewise import AbsoluteLoss, HingeLoss
from nzdd.formulations.learning.rules.masters.linear_master import LinearMaster
from support.examples import examples
from support.learning.boosting_programs import nu_primal
from support.learning.conjunctions import all_conjunctions, covered, tables
from support.learning.nu_form import nu_form
from support.models.toy_engine import ToyEngine

GAP = 1e-6
PENALTY = np.array([0, 1, 1.5, 1.7])
glop_master = partial(LinearMaster, make_engine=GlopEngine)
seeds = st.integers(0, 2**32 - 1)


def random_loss(rng, rows, classes):
    """A loss for distinct rows, and its terms: a list of (row, output, target, low, high)."""
    size = rows.num_rows
    if classes == 0:
        number = np.append(np.arange(size), rng.integers(0, size, size))
        targets = rng.choice([rng.normal(), 0, 3], number.size) * rng.choice([1, 1000])
        weights = rng.dirichlet(np.ones(number.size))
        terms = zip(number, 0 * number, targets, -weights, weights, strict=True)
        return AbsoluteLoss(number, targets, weights, size), list(terms)
    counts = rng.integers(0, 4, (size, classes)) * 1.0
    counts[0] += 1
    counts /= counts.sum()
    terms = []
    for output in range(1, 2) if classes == 2 else range(classes):
        own, rest = counts[:, output], counts.sum(axis=1) - counts[:, output]
        at = 0 if classes == 2 else output
        terms += [(row, at, 1.0, 0.0, own[row]) for row in range(size)]
        terms += [(row, at, -1.0, -rest[row], 0.0) for row in range(size)]
    return HingeLoss(counts), terms


def optimum(terms, covers, penalties, level):
    """The minimum over the weights of given rules and intercepts: a linear program."""
    found = 0.0
    rules = np.concatenate((covers, -covers, np.ones((1, covers.shape[1])))).T
    for output in {term[1] for term in terms}:
        rows, targets, low, high = (
            np.array([term[k] for term in terms if term[1] == output]) for k in (0, 2, 3, 4)
        )
        size = rows.size
        costs = np.concatenate((level * penalties, level * penalties, [0.0], np.ones(size)))
        votes = rules[rows.astype(int)]
        answer = linprog(
            costs,
            A_ub=np.vstack(
                [np.hstack([-side[:, None] * votes, -np.eye(size)]) for side in (low, high)]
            ),
            b_ub=np.concatenate((-low * targets, -high * targets)),
            bounds=[(0, None)] * (2 * len(covers)) + [(None, None)] + [(0, None)] * size,
        )
        found += answer.fun
    return found


@given(tables(), st.integers(1, 3), st.sampled_from([0, 2, 3]), seeds)
@settings(max_examples=examples(40))
def test_the_bounds_enclose_the_minimum_over_all_conjunctions(table, max_order, classes, seed):
    codes, columns = table
    rng = np.random.default_rng(seed)
    rows = BinnedRows(codes, columns)
    loss, terms = random_loss(rng, rows, classes)
    penalty = PENALTY[: max_order + 1]
    search = ColumnGeneration(rows, loss, penalty, Limits(), glop_master)
    constant = search.master.value(0.0)
    rules = list(all_conjunctions(columns, max_order))
    covers = np.array([covered(rule, rows.codes, columns) for rule in rules], float)
    covers = covers.reshape(-1, rows.num_rows)
    penalties = penalty[[len(rule) for rule in rules]]
    assert constant == pytest.approx(optimum(terms, covers[:0], penalties[:0], 0.0), rel=1e-7)
    first = search.largest_level()
    for level in first * np.array([0.7, 0.2, 0.02]):
        if level < 1e-9 * constant or constant == 0:
            return
        gap = GAP * constant
        bounds = search.close(level, gap, level / 2)
        assert bounds.upper - bounds.lower <= gap
        best = optimum(terms, covers, penalties, level)
        assert bounds.lower - 1e-6 * constant <= best <= bounds.upper + 1e-6 * constant
        # the value is that of the weights, and a start without a basis leads to the same
        master = search.master
        own = [covered(rows.rules[rule], rows.codes, columns) for rule in master.rules]
        own = np.array(own, float).reshape(-1, rows.num_rows)
        votes = master.intercept + own.T @ master.weights.T
        value = sum(
            max(low * (t - votes[i, k]), high * (t - votes[i, k])) for i, k, t, low, high in terms
        )
        assert bounds.upper == pytest.approx(value + level * master.norm(), rel=1e-9)
        assert master.residuals().sum(axis=0) == pytest.approx(0, abs=1e-9)
        cold = ColumnGeneration(rows, loss, penalty, Limits(), glop_master).close(level, gap)
        assert cold.upper == pytest.approx(bounds.upper, abs=2 * gap)


@given(tables(), st.sampled_from([0, 2, 3]), seeds)
@settings(max_examples=examples(60))
def test_the_largest_level_is_where_rules_begin(table, classes, seed):
    codes, columns = table
    rows = BinnedRows(codes, columns)
    loss, _ = random_loss(np.random.default_rng(seed), rows, classes)
    search = ColumnGeneration(rows, loss, PENALTY, Limits(), glop_master)
    constant = search.master.value(0.0)
    level = search.largest_level()
    gap = 1e-5 * constant
    if level and constant:
        assert search.close(1.1 * level, gap).upper >= 0.99 * constant
        if search.master.norm() == 0:
            assert search.close(1.1 * level, gap).lower >= constant - 2 * gap


@given(tables(), seeds)
@settings(max_examples=examples(60))
def test_duals_prove_bounds_for_any_votes(table, seed):
    rng = np.random.default_rng(seed)
    rows = BinnedRows(*table)
    loss, terms = random_loss(rng, rows, int(rng.choice([0, 2, 3])))
    residuals = loss.residuals(loss.low + rng.random(loss.low.size) * (loss.high - loss.low))
    votes = rng.normal(size=residuals.shape)
    value = sum(
        max(low * (t - votes[i, k]), high * (t - votes[i, k])) for i, k, t, low, high in terms
    )
    assert loss.value(votes) == pytest.approx(value)
    assert loss.dual(residuals) <= value + (residuals * votes).sum() + 1e-9
    at_best = loss.residuals(loss.start_duals())
    start = loss.value(np.tile(loss.start(), (rows.num_rows, 1)))
    assert at_best.sum(axis=0) == pytest.approx(0, abs=1e-12)
    assert loss.dual(at_best) == pytest.approx(start, rel=1e-9, abs=1e-12)


def noisy_bits(seed, rows=60, bits=5):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 2, (rows, bits)).astype(np.uint8)
    positive = codes[:, 0] & codes[:, 1] | (rng.random(rows) < 0.3)
    return codes, positive.astype(np.intp)


def closed(codes, positive, share, max_order=2):
    rows = BinnedRows(codes, [BinColumn(2)] * codes.shape[1])
    counts = np.zeros((rows.num_rows, 2))
    np.add.at(counts, (rows.number, positive), 1 / positive.size)
    search = ColumnGeneration(
        rows, HingeLoss(counts), np.ones(max_order + 1), Limits(), glop_master
    )
    level = share * search.largest_level()
    bounds = search.close(level, GAP)
    return rows, search.master, nu_form(level, bounds, search.master.norm())


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("share", [0.8, 0.3])
def test_the_vote_solves_the_soft_margin_program_of_its_nu(seed, share):
    codes, positive = noisy_bits(seed)
    rows, master, form = closed(codes, positive, share)
    y = 2.0 * positive - 1
    columns = [BinColumn(2)] * codes.shape[1]
    covers = np.array([covered(rule, codes, columns) for rule in all_conjunctions(columns, 2)])
    problem = NuProblem.classification(np.ones(y.size), form.nu)
    outputs = np.concatenate((y * covers, -y * covers, [y, -y])).T
    model = nu_primal(problem, outputs)
    matrix = model.matrix.tolil()
    matrix[-1, outputs.shape[1] - 2 : outputs.shape[1]] = 0.0  # the intercept is free
    best = ToyEngine(model.replace(matrix=matrix.tocsr())).solve().objective
    assert form.objective - 1e-7 <= best <= form.bound + 1e-7
    assert form.bound - form.objective <= 10 * GAP
    # the soft margin of the vote itself
    margins = y * master.votes[rows.number, 0] / master.norm()
    own = problem.worst(margins) @ margins
    assert own == pytest.approx(form.objective, abs=1e-5)
    assert np.mean(margins < form.margin - 1e-6) <= form.nu + 1e-6


@pytest.mark.parametrize("seed", range(3))
def test_lpboost_finds_the_same_soft_margin(seed):
    # Each row has its complement of the other class, so that an intercept is of no use.
    codes, positive = noisy_bits(seed, 30, 4)
    codes, positive = np.vstack((codes, 1 - codes)), np.append(positive, 1 - positive)
    _, _, form = closed(codes, positive, 0.3)
    sample = BitSample(codes.astype(bool), positive.astype(bool), np.ones(positive.size))
    problem = NuProblem.classification(np.ones(positive.size), form.nu)
    found = lpboost(problem, MonomialLearner(sample, 2), GlopEngine, gap=1e-9)
    assert found.objective == pytest.approx(form.bound, abs=1e-5)
    assert found.objective >= form.objective - 1e-9


def test_nu_needs_a_rule():
    codes, positive = noisy_bits(0)
    with pytest.raises(ValueError, match="smaller level"):
        closed(codes, positive, 2.0)


def test_a_new_master_goes_on_from_weights():
    codes, positive = noisy_bits(0)
    rows, master, _ = closed(codes, positive, 0.2)
    again = LinearMaster(rows, master.loss, np.ones(3), make_engine=GlopEngine)
    used = np.flatnonzero(master.weights.any(axis=0))
    again.resume(master.rules[used], master.weights[:, used], master.intercept)
    assert again.value(0.01) == pytest.approx(master.value(0.01))
    again.solve(0.01, GAP)
    master.solve(0.01, GAP)
    assert again.value(0.01) == pytest.approx(master.value(0.01), abs=GAP)


def test_a_limit_ends_it_with_the_weights_so_far():
    codes, positive = noisy_bits(0)
    rows = BinnedRows(codes, [BinColumn(2)] * 5)
    counts = np.zeros((rows.num_rows, 2))
    np.add.at(counts, (rows.number, positive), 1 / positive.size)
    master = partial(LinearMaster, make_engine=GlopEngine, limits=Limits(0.0))
    search = ColumnGeneration(rows, HingeLoss(counts), np.ones(3), Limits(), master)
    with pytest.raises(Stopped, match="time"):
        search.close(0.01, GAP)
    assert not search.master.weights.any()


def test_targets_of_one_row_keep_their_weights():
    number, targets = np.zeros(3, int), np.array([1.0, 5.0, 5.0])
    loss = AbsoluteLoss(number, targets, np.array([0.4, 0.3, 0.3]), 1)
    assert loss.targets.tolist() == [1, 5]
    assert loss.start() == [5]
    assert loss.value(np.array([[4.0]])) == pytest.approx(0.4 * 3 + 0.6)
