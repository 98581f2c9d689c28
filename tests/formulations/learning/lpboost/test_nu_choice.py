"""The nu that is chosen, and that from which on the larger class has a soft margin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.lpboost import (
    ClassificationStumps,
    NuProblem,
    choose_nu,
    constant_nu,
)


def chosen(X, codes, limit=None):
    return choose_nu(X, codes, np.ones(codes.size), GlopEngine, Limits(limit))


@given(st.integers(0, 2**32 - 1))
def test_the_soft_margin_of_the_larger_class_is_0_at_the_constant_nu(seed):
    random = np.random.default_rng(seed)
    classes = int(random.integers(2, 4))
    codes = np.append(np.arange(classes), random.integers(0, classes, 20) * random.integers(2))
    weights = random.choice([1.0, 2.0], codes.size)
    nu = constant_nu(codes, weights)
    right = np.where(codes == np.bincount(codes, weights).argmax(), 1.0, -1.0)

    def margin(nu):
        return NuProblem.classification(weights, nu).lower(np.ones(1), right)

    assert margin(nu) == pytest.approx(0, abs=1e-9) if nu < 1 else margin(nu) <= 1e-9
    assert margin(min(1.0, 1.1 * nu)) >= margin(nu) > margin(0.9 * nu)


def test_noise_is_left_to_the_larger_class():
    random = np.random.default_rng(0)
    X, codes = random.random((100, 2)), (random.random(100) < 0.25).astype(int)
    choice = chosen(X, codes)
    assert choice.nu <= constant_nu(codes, np.ones(100))
    assert (choice.errors.size == 0) or choice.errors.min() >= 0.2


def test_clean_labels_get_a_small_nu_and_noisy_ones_a_larger_one():
    random = np.random.default_rng(0)
    X = random.integers(0, 5, (120, 4)) / 4
    score = X @ np.ones(4) - 2
    clean = chosen(X, (score > 0).astype(int)).nu
    noisy = chosen(X, (score + random.normal(size=120) > 0).astype(int)).nu
    assert clean < noisy


def test_without_time_or_rows_it_is_in_the_middle():
    X, codes = np.arange(40.0)[:, None], np.arange(40) % 2
    assert chosen(X, codes, 0.0).nu == 0.5
    few = chosen(X[:2], np.array([0, 1]))
    assert (few.nu, few.nus.size) == (0.5, 0)


@pytest.mark.parametrize("search", [1, 3, 8])
def test_ctrl_c_is_passed_on(monkeypatch, search):
    """Not taken as the end of one of the ensembles that are compared."""
    random = np.random.default_rng(0)
    X, codes = random.random((120, 4)), random.integers(0, 2, 120)
    calls, learn = [], ClassificationStumps.learn_many

    def pressed(self, *given):
        calls.append(given)
        if len(calls) == search:
            raise KeyboardInterrupt
        return learn(self, *given)

    monkeypatch.setattr(ClassificationStumps, "learn_many", pressed)
    with pytest.raises(KeyboardInterrupt):
        chosen(X, codes)
