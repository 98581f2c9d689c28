import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.iteration.limits import INTERRUPTED, Limits
from nzdd.formulations.learning.psi_learning import (
    Plane,
    PsiProblem,
    restricted,
    smallest_big_m,
    solve,
    solve_svm,
    two_step,
)
from nzdd.formulations.learning.psi_learning.bound_tightening import tightened
from nzdd.formulations.models.result import Status
from support.examples import examples
from support.learning.psi_reference import (
    CLOSE,
    ENGINE,
    LOSSES,
    NORMS,
    PRICES,
    close,
    enumerated_optimum,
    noisy,
    small_sample,
)


@settings(deadline=None, max_examples=examples(40))
@given(st.integers(0, 10**6), NORMS, LOSSES, PRICES, st.booleans())
def test_no_plane_as_good_as_the_known_one_passes_its_bounds(seed, norm, a, C, hold):
    x, positive = small_sample(seed, n=12, d=3)
    problem = PsiProblem(x, positive, C, a, norm)
    random = np.random.default_rng(seed)
    if hold:
        problem = restricted(problem, solve_svm(problem, ENGINE), 1.1, 0.3)
    svm = solve_svm(problem.changed(C=10.0 * C), ENGINE)
    planes = [
        Plane(svm.weights * size + random.normal(size=3) * move, svm.intercept * size + move * turn)
        for size in (0.3, 0.7, 1.0)
        for move in (0.0, 0.03, 0.3)
        for turn in random.normal(size=10)
    ]
    planes = [plane for plane in planes if np.isfinite(problem.objective(plane))]
    assume(planes)
    planes.sort(key=problem.objective)
    known = planes[len(planes) // 2]
    upper = problem.objective(known)
    values = smallest_big_m(problem, upper, np.inf).values
    smaller = tightened(problem, values, known, GlopEngine)
    assert (smaller <= values).all()
    for plane in planes[: len(planes) // 2 + 1]:
        wrong = -problem.margins(plane)
        if (wrong <= values).all():
            assert (wrong <= smaller + 1e-5)[~problem.correct].all()


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(0, 10**6), NORMS, LOSSES, PRICES)
def test_the_optimum_stays(seed, norm, a, C):
    problem = PsiProblem(*small_sample(seed, n=5), C, a, norm)
    result = solve(problem, ENGINE, make_engine=GlopEngine)
    best = enumerated_optimum(problem)
    assert result.objective == close(best)
    assert result.status is Status.OPTIMAL
    assert result.bound <= best + CLOSE * (1 + best)
    assert result.gap <= 1e-4


@pytest.mark.parametrize(("norm", "C"), [("l1", 500.0), ("l2", 1e5)])
def test_an_m_above_the_limit_is_proven_to_do(norm, C):
    """From distances alone it is above the paper's 1000, which leaves the proof open."""
    problem = PsiProblem(*noisy(0), C, 0.5, norm)
    svm = solve_svm(problem, ENGINE)
    plain = two_step(problem, svm, ENGINE, time_limit=20)
    tight = two_step(problem, svm, ENGINE, make_engine=GlopEngine, time_limit=20)
    assert plain.status is Status.FEASIBLE
    assert plain.big_m.values.max() == 1000
    assert tight.big_m.values.max() < 1000
    assert tight.status is Status.OPTIMAL
    assert tight.objective <= plain.objective * (1 + CLOSE)


def test_without_time_the_bounds_stay():
    problem = PsiProblem(*noisy(1))
    best = Plane(np.zeros(3), 0.0)
    values = smallest_big_m(problem, problem.objective(best)).values
    assert np.array_equal(tightened(problem, values, best, GlopEngine, Limits(0.0)), values)


def test_ctrl_c_in_a_linear_program_leaves_the_improved_start():
    def interrupted(model):
        raise KeyboardInterrupt

    problem = PsiProblem(*noisy(2), 2.0)
    svm = solve_svm(problem, ENGINE)
    result = two_step(problem, svm, ENGINE, margin=None, make_engine=interrupted)
    assert result.limit == INTERRUPTED
    assert 0 == result.bound < result.objective < problem.objective(svm)
    assert not result.binding.size
    assert "interrupted" in result.summary()
