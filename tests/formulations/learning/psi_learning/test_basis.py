import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.learning.psi_learning import KernelBasis, PolynomialBasis
from support.examples import examples


@settings(deadline=None, max_examples=examples(20))
@given(st.integers(0, 10**6))
def test_polynomials_are_products_of_columns(seed):
    random = np.random.default_rng(seed)
    rows = random.normal(size=(5, 3))
    basis = PolynomialBasis(3, 3)
    names = basis.names(["x", "y", "z"])
    assert len(names) == len(set(names)) == 3 + 6 + 10
    expanded = basis.expand(rows)
    columns = dict(zip("xyz", rows.T, strict=True))
    for name, values in zip(names, expanded.T, strict=True):
        term = name.replace(" ", "*").replace("^", "**")
        assert np.allclose(eval(term, {}, columns), values)
    assert np.array_equal(PolynomialBasis(3, 1).expand(rows), rows)


@settings(deadline=None, max_examples=examples(20))
@given(st.integers(0, 10**6))
def test_kernel_columns_have_the_norm_of_the_function(seed):
    random = np.random.default_rng(seed)
    rows = random.normal(size=(7, 2))
    kernel = (1 + rows @ rows.T) ** 2  # of rank 6
    basis = KernelBasis.from_matrix(kernel)
    assert basis.features.shape == (7, 6)
    assert np.allclose(basis.features @ basis.features.T, kernel)
    w = random.normal(size=6)
    alpha = basis.to_coefficients @ w
    assert np.allclose(kernel @ alpha, basis.features @ w)
    assert alpha @ kernel @ alpha == pytest.approx(w @ w)


@pytest.mark.parametrize(
    ("matrix", "problem"),
    [
        (np.ones((2, 3)), "must be square"),
        (np.ones((0, 0)), "not empty"),
        ([[1.0, 2.0], [0.0, 1.0]], "symmetric"),
        ([[1.0, 0.0], [0.0, -1.0]], "positive semidefinite"),
        (np.zeros((2, 2)), "not zero"),
    ],
)
def test_matrices_that_are_no_kernel_are_refused(matrix, problem):
    with pytest.raises(ValueError, match=problem):
        KernelBasis.from_matrix(matrix)
