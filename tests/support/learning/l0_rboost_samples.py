"""Small samples of bits, all monomials over them, and a slow engine that takes columns too."""

import itertools

import numpy as np
from scipy.sparse import csr_array, hstack

from nzdd.formulations.learning.l0_rboost import BitSample
from nzdd.formulations.learning.l0_rboost.monomials import Monomial
from support.models.toy_engine import ToyEngine


def random_sample(seed, most_rows=9, most_attributes=3, whole=False):
    """Rows with repetitions, noise and weights; both classes are there."""
    random = np.random.default_rng(seed)
    rows, attributes = random.integers(3, most_rows + 1), random.integers(1, most_attributes + 1)
    bits = random.random((rows, attributes)) < 0.5
    positive = bits[:, 0] ^ (random.random(rows) < 0.3)
    positive[:2] = True, False
    weights = random.integers(1, 4, rows) if whole else random.choice([0.5, 1, 2.5], rows)
    return BitSample.from_rows(bits, positive, weights)


def all_monomials(num_attributes, max_order):
    """Every monomial once, of both signs."""
    found = []
    for order in range(min(max_order, num_attributes) + 1):
        for chosen in itertools.combinations(range(num_attributes), order):
            for values in itertools.product((0, 1), repeat=order):
                ones = tuple(j for j, value in zip(chosen, values, strict=True) if value)
                zeros = tuple(j for j, value in zip(chosen, values, strict=True) if not value)
                found += [Monomial(ones, zeros, 1), Monomial(ones, zeros, -1)]
    return found


class ToyGrowingEngine(ToyEngine):
    def add_columns(self, objective, matrix, lower, upper):
        self.matrix = csr_array(hstack([self.matrix, matrix], format="csr"))
        self.lower = np.concatenate((self.lower, lower))
        self.upper = np.concatenate((self.upper, upper))
        self.model = self.model.replace(
            objective=np.concatenate((self.model.objective, objective)),
            matrix=self.matrix,
            row_lower=self.row_lower,
            row_upper=self.row_upper,
            lower=self.lower,
            upper=self.upper,
            integrality=False,
        )
