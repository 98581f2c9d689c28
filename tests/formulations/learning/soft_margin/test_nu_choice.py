from itertools import pairwise

import numpy as np
import pytest

from nzdd.formulations.iteration.limits import INTERRUPTED, Limits
from nzdd.formulations.learning.soft_margin import nu_choice
from nzdd.formulations.learning.soft_margin.margins import margins
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.nu import nu_range
from nzdd.formulations.learning.soft_margin.nu_choice import (
    solve_with_default_nu,
    some_rows,
)
from nzdd.formulations.learning.soft_margin.sample import LabelledSample
from nzdd.formulations.learning.soft_margin.sample_diagram import SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_result import Outcome
from support.examples import examples
from support.learning.soft_margin_samples import random_rows


def of(rows, labels, weights=None, slack="row"):
    sample = LabelledSample.from_rows(rows, labels, weights)
    return InteriorPoint(SampleDiagram.from_sample(sample, slack))


def noisy_votes(seed=0, rows=400, columns=8, wrong=0.1):
    random = np.random.default_rng(seed)
    X = (random.random((rows, columns)) < 0.5).astype(np.uint8)
    return X, (X[:, :3].sum(axis=1) > 1) ^ (random.random(rows) < wrong)


@pytest.mark.parametrize("bias", ["penalised", "free", "none"])
def test_nu_lies_near_the_lower_end_of_its_window(bias):
    for seed in range(5):
        interior_point = of(*noisy_votes(seed))
        window = nu_range(interior_point, bias=bias, upper=False)
        result = solve_with_default_nu(interior_point, bias=bias)
        assert result.outcome is Outcome.FEATURES
        assert result.objective > 0
        assert window.lower < result.problem.nu < window.constant
        share = (result.problem.nu - window.lower) / (window.constant - window.lower)
        assert share < 0.5


@pytest.mark.parametrize("seed", range(examples(100)))
def test_any_sample_gets_a_proven_answer(seed):
    random = np.random.default_rng(seed)
    interior_point = of(*random_rows(random), slack=str(random.choice(["row", "edge", "block"])))
    result = solve_with_default_nu(interior_point)
    assert 0 < result.problem.nu <= 1
    assert result.limit is None
    assert result.gap <= 2e-8
    if result.outcome is Outcome.FEATURES:
        assert result.objective > 0


@pytest.mark.parametrize("seed", range(5))
def test_noise_gets_the_larger_class(seed):
    random = np.random.default_rng(seed)
    interior_point = of(random.random((60, 30)) < 0.5, random.random(60) < 0.3)
    result = solve_with_default_nu(interior_point)
    sample = interior_point.diagram.sample
    values, mass = margins(sample, np.append(result.weights, result.intercept))
    assert mass[values < 0].sum() <= min(sample.class_weights)
    if result.outcome is Outcome.CONSTANT:
        assert "larger class" in result.message


def test_the_search_begins_on_a_part_of_many_rows(monkeypatch):
    X, y = noisy_votes(rows=3000, columns=12)
    whole = solve_with_default_nu(of(X, y))
    monkeypatch.setattr(nu_choice, "PART", 500)
    by_part = solve_with_default_nu(of(X, y))
    assert by_part.objective > 0
    assert by_part.problem.nu == pytest.approx(whole.problem.nu, rel=0.2)


def test_some_rows_keep_the_weights_of_the_classes():
    random = np.random.default_rng(0)
    X = (random.random((2000, 14)) < 0.5).astype(np.uint8)
    weights = random.choice([1.0, 2.0, 50.0], 2000)
    sample = LabelledSample.from_rows(X, X[:, 0] & X[:, 1] & X[:, 2], weights)
    part = some_rows(sample, 300)
    assert part.class_weights == pytest.approx(sample.class_weights)
    assert 150 < part.num_distinct <= 300
    assert part.positive.num_rows >= 25
    whole = {tuple(row) for row in np.unique(X, axis=0).tolist()}
    offsets, symbols = part.negative.to_csr()
    for start, stop in pairwise(offsets.tolist()):
        row = np.zeros(14, int)
        row[symbols[start:stop]] = 1
        assert tuple(row.tolist()) in whole


def test_ctrl_c_gives_the_answer_so_far():
    steps = []

    def stop(step):
        steps.append(step)
        if len(steps) > 5:
            raise KeyboardInterrupt

    result = solve_with_default_nu(of(*noisy_votes()), on_step=stop)
    assert result.limit == INTERRUPTED
    assert result.objective <= result.dual_objective


def noise(seed):
    """Labels that the rows say nothing about, both classes with the same weight."""
    random = np.random.default_rng(seed)
    rows, labels = random.random((60, 30)) < 0.5, random.random(60) < 0.3
    return rows, labels, np.where(labels, 1 / labels.mean(), 1 / (1 - labels.mean()))


@pytest.mark.parametrize("press", [1, 2, 3, 4])
def test_ctrl_c_in_any_solve_leaves_a_whole_answer(press):
    """A solution for a nu, once there is one, and not the beginning of the next."""
    begun = []

    def stop(step):
        begun.append(step.number == 0)
        if sum(begun) > press:
            raise KeyboardInterrupt

    result = solve_with_default_nu(of(*noise(0)[:2]), on_step=stop)
    assert result.limit == INTERRUPTED
    assert result.gap <= 2e-8
    assert result.objective > 0


def test_without_time_the_halves_judge_nothing():
    options = {"signed": True, "bias": "penalised", "algorithm": "auto"}
    result, _ = nu_choice._search(of(*noise(0)), **options)
    assert nu_choice.held_out_error(result, **options, limits=Limits(0.0)) is None


def test_no_row_of_a_half_judges_the_weights_that_it_gave():
    """Noise is wrong half of the time, also where the rarer class has heavier rows."""
    options = {"signed": True, "bias": "penalised", "algorithm": "auto"}
    errors = []
    for seed in range(10):
        result, _ = nu_choice._search(of(*noise(seed)), **options)
        errors.append(nu_choice.held_out_error(result, **options))
    assert np.mean(errors) == pytest.approx(0.5, abs=0.1)
