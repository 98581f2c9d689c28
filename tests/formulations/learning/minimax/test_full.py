"""Omega is what the worst distribution of given moments allows, and no other falls below it."""

import math

import numpy as np
import pytest

from nzdd.formulations.learning.minimax import Moments, full_machine


def some_moments(seed, dimensions):
    random = np.random.default_rng(seed)

    def one():
        root = random.normal(size=(dimensions, dimensions))
        return Moments(random.normal(size=dimensions) * 2, root @ root.T)

    return one(), one()


PROBLEMS = [some_moments(*of) for of in enumerate((1, 2, 2, 5, 5))]


def towards(moments, plane, sign):
    """Mean, deviation and distance to the plane, along its normal."""
    sigma = math.sqrt(plane.direction @ moments.covariance @ plane.direction)
    return sigma, sign * (plane.direction @ moments.mean - plane.offset)


@pytest.mark.parametrize(("x", "y"), PROBLEMS)
def test_two_points_reach_it(x, y):
    """The distribution of Marshall and Olkin: its moments are given, its accuracy is Omega."""
    plane = full_machine(x, y)
    for moments, sign in ((x, 1), (y, -1)):
        sigma, distance = towards(moments, plane, sign)
        # mass 1 - Omega on the plane, the rest so that mean and variance are right
        wrong = 1 - plane.bound
        values = np.array([-distance, distance * wrong / plane.bound])
        masses = np.array([wrong, plane.bound])
        assert masses @ values == pytest.approx(0, abs=1e-9)
        assert masses @ values**2 == pytest.approx(sigma**2)


def gaussian(random, size):
    return random.normal(size=size)


def uniform(random, size):
    return random.uniform(-math.sqrt(3), math.sqrt(3), size)


def skewed(random, size):
    return random.exponential(size=size) - 1


def rare(random, size):
    """Mostly small, seldom far off: two points, mean 0 and variance 1."""
    chance = 0.05
    far = random.random(size) < chance
    return np.where(far, -math.sqrt((1 - chance) / chance), math.sqrt(chance / (1 - chance)))


@pytest.mark.parametrize("draw", [gaussian, uniform, skewed, rare])
@pytest.mark.parametrize(("x", "y"), PROBLEMS)
def test_draws_from_known_moments_are_recognised_at_least_so_often(x, y, draw):
    plane, random = full_machine(x, y), np.random.default_rng(3)
    size = 20_000
    for moments, sign in ((x, 1), (y, -1)):
        root = np.linalg.cholesky(moments.covariance)
        rows = moments.mean + draw(random, (size, len(root))) @ root.T
        right = np.mean(sign * (rows @ plane.direction - plane.offset) > 0)
        error = math.sqrt(plane.bound * (1 - plane.bound) / size)
        assert right >= plane.bound - 4 * error


@pytest.mark.parametrize(("x", "y"), PROBLEMS)
def test_gaussians_have_the_accuracy_of_their_distance(x, y):
    plane = full_machine(x, y)
    for moments, sign in ((x, 1), (y, -1)):
        sigma, distance = towards(moments, plane, sign)
        assert distance / sigma == pytest.approx(1 / plane.m)  # equally far, in deviations
