"""The compiled minimum of a quadratic with a penalty on absolute values."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd import _core
from support.examples import examples


@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.sampled_from([0.0, 0.9, 0.99]))
@settings(max_examples=examples(300))
def test_the_optimality_conditions(seed, size, alike):
    rng = np.random.default_rng(seed)
    common = rng.normal(size=(20, 1))
    design = alike * common + (1 - alike) * rng.normal(size=(20, size))
    hessian = design.T @ design
    linear, penalty = rng.normal(size=size), rng.random(size)
    penalty[rng.random(size) < 0.2] = 0
    hessian += 1e-3 * np.eye(size)  # no minimum is at thousands
    weights = rng.normal(size=size) * (rng.random(size) < 0.7)
    signs = np.where(penalty > 0, rng.integers(1, 4, size), 3).astype(np.uint8)
    weights[((weights > 0) & (signs == 2)) | ((weights < 0) & (signs == 1))] = 0
    step = _core.lasso(hessian.ravel(), linear, weights, penalty, signs, 1e-10, 100_000, None)
    reached, slope = weights + step, linear - hessian @ step
    held = penalty > 0
    assert (reached[signs == 1] >= 0).all()
    assert (reached[signs == 2] <= 0).all()
    assert (slope <= penalty + 1e-6)[signs & 1 > 0].all()
    assert (-slope <= penalty + 1e-6)[signs & 2 > 0].all()
    moved = reached != 0
    assert np.abs(slope - penalty * np.sign(reached))[moved].max(initial=0) <= 1e-6
    # what becomes 0 is 0, not nearly so
    assert (np.abs(reached[held & moved]) > 1e-12).all()
