"""When two fitted soft-margin estimators are the same."""

import numpy as np


def assert_same_model(one, other):
    assert np.allclose(one.weights_, other.weights_, rtol=0, atol=1e-12)
    assert np.allclose(one.intercept_, other.intercept_, rtol=0, atol=1e-12)
    assert np.array_equal(one.classes_, other.classes_)
    assert np.allclose(one.objective_, other.objective_, rtol=0, atol=1e-12)
