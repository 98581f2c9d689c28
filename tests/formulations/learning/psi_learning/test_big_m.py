import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd.formulations.learning.psi_learning import Plane, PsiProblem, smallest_big_m, solve
from nzdd.formulations.models.result import Status
from support.learning.psi_reference import CLOSE, ENGINE, LOSSES, NORMS, PRICES, noisy, small_sample


@given(st.integers(0, 10**6), NORMS, LOSSES, PRICES)
def test_no_optimum_passes_its_big_m(seed, norm, a, C):
    x, positive = small_sample(seed, n=12, d=3)
    problem = PsiProblem(x, positive, C, a, norm)
    upper = min(problem.objective(Plane(np.zeros(3), value)) for value in (-1.0, 0.0, 1.0))
    m = smallest_big_m(problem, upper, largest=1e9)
    assert m.outside == np.inf
    random = np.random.default_rng(seed)
    # any plane at most as good as the known one, with an intercept that puts a row on a break
    for direction in random.normal(size=(20, 3)):
        size = upper / np.abs(direction).sum() if norm == "l1" else np.sqrt(2 * upper)
        w = direction * (size if norm == "l1" else size / np.linalg.norm(direction))
        assert problem.penalty(w) == pytest.approx(upper)
        row = random.integers(12)
        plane = Plane(w, random.choice([-1.0, 0.0, 1.0]) - float(x[row] @ w))
        assert (np.abs(problem.margins(plane)) <= m.values).all()


@given(st.integers(0, 10**6), NORMS, LOSSES)
def test_the_best_intercept_lies_on_a_break(seed, norm, a):
    """On which the big M rests."""
    x, positive = small_sample(seed)
    problem = PsiProblem(x, positive, 1.0, a, norm)
    random = np.random.default_rng(seed)
    w = random.normal(size=2)
    breaks = [level - float(row @ w) for row in x for level in (-1.0, 0.0, 1.0)]
    best = min(problem.objective(Plane(w, b)) for b in breaks)
    for b in random.normal(size=50) * 5:
        assert best <= problem.objective(Plane(w, float(b))) + 1e-9


@pytest.mark.parametrize("norm", ["l1", "l2"])
def test_a_limit_of_m_is_reported(norm):
    x, positive = noisy(0)
    problem = PsiProblem(x / 100, positive, 1e3, 0.5, norm)  # needs weights in the hundreds
    small = solve(problem, ENGINE, largest=2.0, time_limit=20)
    assert small.status is Status.FEASIBLE
    assert "margins within 2" in small.message
    assert small.big_m.values.max() == 2.0
    assert small.binding.size
    assert small.bound <= small.big_m.outside
    assert small.bound <= small.bound_within <= small.objective
    wide = solve(problem, ENGINE, largest=1e6, starts=[small.plane], time_limit=20)
    assert small.bound <= wide.objective + CLOSE
    assert wide.objective <= small.objective * (1 + CLOSE)


@pytest.mark.parametrize("norm", ["l1", "l2"])
def test_rows_in_one_place_reach_their_m_and_are_not_held_by_it(norm):
    """Every M is 1, as every margin may be: no plane is better."""
    problem = PsiProblem(np.zeros((6, 2)), np.arange(6) > 1, 0.1, 1.0, norm)
    result = solve(problem, ENGINE)
    assert (np.abs(problem.margins(result.plane)) > 1 - 1e-6).all()
    assert result.big_m.values == pytest.approx(1)
    assert not result.binding.size


def test_a_bound_beyond_the_limit_still_proves_an_optimum():
    x, positive = noisy(1, n=12)
    problem = PsiProblem(x, positive, 0.5, 1.0, "l2")
    free = solve(problem, ENGINE)
    upper = free.objective
    needed = smallest_big_m(problem, upper, largest=1e9).values.max()
    limited = solve(problem, ENGINE, starts=[free.plane], largest=0.99 * needed)
    assert np.isfinite(limited.big_m.outside)
    assert limited.status is (
        Status.OPTIMAL if limited.big_m.outside >= limited.objective else Status.FEASIBLE
    )
    assert limited.bound <= free.objective + CLOSE
