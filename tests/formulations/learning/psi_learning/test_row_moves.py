import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.psi_learning import PsiProblem, restricted, solve_svm
from nzdd.formulations.learning.psi_learning.regions import best_within
from nzdd.formulations.learning.psi_learning.row_moves import improved
from support.examples import examples
from support.learning.psi_reference import CLOSE, ENGINE, LOSSES, NORMS, PRICES, noisy, small_sample


@settings(deadline=None, max_examples=examples(20))
@given(st.integers(0, 10**6), NORMS, LOSSES, PRICES, st.booleans())
def test_no_move_of_a_row_improves_what_it_finds(seed, norm, a, C, hold):
    problem = PsiProblem(*small_sample(seed, n=8), C, a, norm)
    svm = solve_svm(problem, ENGINE)
    if hold:
        problem = restricted(problem, svm, 1.1, 0.3)
    plane = improved(problem, svm, ENGINE)
    value = problem.objective(plane)
    assert value <= problem.objective(svm)
    wrong = problem.wrong(plane)
    for row in np.flatnonzero(~problem.correct & (problem.margins(plane) < 1)):
        moved = wrong.copy()
        moved[row] ^= True
        other = best_within(problem, moved, ENGINE)
        assert other is None or problem.objective(other) >= value - CLOSE * (1 + value)


@pytest.mark.parametrize("norm", ["l1", "l2"])
def test_it_leaves_the_plane_of_the_svm_behind(norm):
    """Rows that a hinge has given up come back where that costs less."""
    problem = PsiProblem(*noisy(0, n=60), 5.0, 0.5, norm)
    svm = solve_svm(problem, ENGINE)
    kept = improved(problem, svm, ENGINE, Limits(0.0))
    assert problem.objective(kept) == problem.objective(svm)
    assert problem.objective(improved(problem, svm, ENGINE)) < problem.objective(svm)
