import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from nzdd.formulations.learning.calibration import LEAST, MOST, Calibration, size

SEEDS = st.integers(0, 10**6)


def sample(seed, rows=60):
    random = np.random.default_rng(seed)
    values = random.normal(size=rows) * random.choice([0.3, 1, 3])
    positive = random.random(rows) < 1 / (1 + np.exp(-2 * values))
    return values, positive, random.choice([0.5, 1, 2], rows)


def log_loss_of_sigmoid(slope, values, positive, weights):
    """Platt's loss with his targets, for the sigmoid through 1/2 at 0."""
    many, few = weights[positive].sum(), weights[~positive].sum()
    aim = np.where(positive, (many + 1) / (many + 2), 1 / (few + 2))
    return (weights * (np.logaddexp(0, slope * values) - aim * slope * values)).sum()


@given(SEEDS)
def test_each_side_has_the_least_log_loss(seed):
    values, positive, weights = sample(seed)
    fitted = Calibration.fit(values, positive, weights)
    for slope, side in ((fitted.below, values < 0), (fitted.above, values > 0)):
        given = values[side], positive[side], weights[side]
        best = minimize_scalar(
            log_loss_of_sigmoid, bounds=(LEAST, 100), args=given, options={"xatol": 1e-9}
        )
        assert log_loss_of_sigmoid(slope, *given) <= best.fun + 1e-7


@given(SEEDS)
def test_the_softmax_has_the_least_log_loss(seed):
    random = np.random.default_rng(seed)
    values, codes = random.normal(size=(50, 4)), random.integers(0, 4, 50)
    values[np.arange(50), codes] += 1
    codes[:4] = range(4)
    counts = np.bincount(codes)
    aim = np.tile(1 / (counts[codes] + 4), (4, 1)).T
    aim[np.arange(50), codes] = (counts[codes] + 1) / (counts[codes] + 4)

    def loss(slope):
        powers = np.exp(slope * (values - values.max(axis=1, keepdims=True)))
        return -(aim * np.log(powers / powers.sum(axis=1, keepdims=True))).sum()

    slope = Calibration.fit(values, codes).above
    best = minimize_scalar(loss, bounds=(LEAST, 100), options={"xatol": 1e-9})
    assert loss(slope) <= best.fun + 1e-7


def test_it_is_the_sigmoid_of_scikit_learn_where_that_goes_through_a_half_at_0():
    calibration = pytest.importorskip("sklearn.calibration")
    values, positive, _ = sample(1, 200)
    both, labels = np.append(values, -values), np.append(positive, ~positive)
    platt = calibration._SigmoidCalibration().fit(both, labels)
    assert abs(platt.b_) < 1e-4
    # With both signs of every row the two sides are alike, and Platt counts twice the rows.
    ours = Calibration.fit(both, labels)
    assert ours.above == pytest.approx(ours.below, rel=1e-9)
    assert ours.above == pytest.approx(-platt.a_, rel=0.05)


@given(SEEDS)
def test_probabilities_sum_to_1_and_rise_with_the_value(seed):
    values, positive, weights = sample(seed)
    shares = Calibration.fit(values, positive, weights).probabilities(np.sort(values))
    np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=0, atol=1e-15)
    assert (np.diff(shares[:, 1]) >= 0).all()
    assert np.array_equal(shares.argmax(axis=1) == 1, np.sort(values) > 0)


@given(SEEDS)
def test_a_weight_is_a_number_of_rows_and_a_scale_of_the_values_one_of_the_slopes(seed):
    values, positive, _ = sample(seed)
    counts = np.random.default_rng(seed).integers(0, 4, values.size)
    weighted = Calibration.fit(values, positive, counts)
    repeated = Calibration.fit(np.repeat(values, counts), np.repeat(positive, counts))
    assert weighted.below == pytest.approx(repeated.below, rel=1e-6)
    assert weighted.above == pytest.approx(repeated.above, rel=1e-6)
    np.testing.assert_allclose(
        weighted.scaled(8).probabilities(8 * values), weighted.probabilities(values), rtol=1e-12
    )


def test_sides_without_rows_and_values_that_say_nothing():
    values, positive = np.array([0.5, 1.0, 2.0]), np.array([True, False, True])
    fitted = Calibration.fit(values, positive)
    assert fitted.below == fitted.above
    assert Calibration.fit(np.zeros(3), positive) == Calibration(LEAST, LEAST)
    assert Calibration.fit(values, ~np.ones(3, bool)).above == LEAST  # always wrong
    assert Calibration.fit(np.full(3, 1e-9), np.ones(3, bool)).above == MOST
    assert size(np.zeros(3)) == 1
    assert size(np.array([[1.0, 3.0], [5.0, 5.0]])) == 0.5
    assert size(np.array([1.0, -3.0]), [3, 1]) == 1.5


def test_values_that_hardly_differ_keep_their_order():
    shares = Calibration(1.0, 1.0).probabilities(np.array([1e-30, 0.0, -1e-30]))
    assert shares.argmax(axis=1).tolist() == [1, 0, 0]
    values = np.array([[0.0, 1e-30, 0.0], [-1e-30, -1e-30, 0.0]])
    shares = Calibration(1.0, 1.0).probabilities(values)
    assert shares.argmax(axis=1).tolist() == [1, 2]
    np.testing.assert_allclose(shares, 1 / 3)
