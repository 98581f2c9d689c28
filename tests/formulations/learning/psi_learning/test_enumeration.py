import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nzdd.formulations.learning.psi_learning import (
    PsiProblem,
    restricted,
    solve,
    solve_svm,
    two_step,
)
from nzdd.formulations.learning.psi_learning.psi_models import FORMS
from nzdd.formulations.models.result import Status
from support.examples import examples
from support.learning.psi_reference import (
    CLOSE,
    ENGINE,
    LOSSES,
    NORMS,
    PRICES,
    by_definition,
    close,
    enumerated_optimum,
    small_sample,
)


@settings(deadline=None, max_examples=examples(25))
@given(st.integers(0, 10**6), NORMS, LOSSES, PRICES, st.booleans())
def test_psi_learning_is_the_best_of_all_region_assignments(seed, norm, a, C, weighted):
    x, positive = small_sample(seed, n=5)
    weights = np.random.default_rng(seed).choice([0.5, 1, 3], 5) if weighted else None
    problem = PsiProblem(x, positive, C, a, norm, weights)
    best = enumerated_optimum(problem)
    for form in FORMS:
        result = solve(problem, ENGINE, form=form)
        assert result.objective == close(best)
        assert result.bound <= best + CLOSE * (1 + best)
        assert by_definition(problem, result.plane) == pytest.approx(result.objective)
        assert result.status is Status.OPTIMAL
        assert not result.binding.size
        assert result.gap <= 1e-4


@settings(deadline=None, max_examples=examples(15))
@given(st.integers(0, 10**6), NORMS, LOSSES, PRICES)
def test_restriction_is_the_best_of_the_assignments_it_leaves(seed, norm, a, C):
    x, positive = small_sample(seed, n=5)
    problem = PsiProblem(x, positive, C, a, norm)
    svm = solve_svm(problem.changed(C=10.0), ENGINE)
    chosen = restricted(problem, svm)
    result = two_step(problem, svm, ENGINE)
    assert np.array_equal(result.problem.fixed, problem.margins(svm) > 1.1)
    assert result.objective == close(enumerated_optimum(chosen))
    whole = two_step(problem, svm, ENGINE, margin=None)
    assert not whole.problem.fixed.any()
    assert result.objective >= whole.bound - CLOSE * (1 + whole.bound)
    assert result.bound <= result.objective
    assert (result.regions[chosen.fixed] == 3).all()


@settings(deadline=None, max_examples=examples(15))
@given(st.integers(0, 10**6), NORMS, LOSSES, PRICES, st.sampled_from([0.0, 0.3]))
def test_rows_that_must_be_correct_are_never_given_up(seed, norm, a, C, least):
    x, positive = small_sample(seed, n=5)
    problem = PsiProblem(x, positive, C, a, norm)
    svm = solve_svm(problem.changed(C=10.0), ENGINE)
    correct = problem.margins(svm) > least
    for margin in (1.1, None):
        chosen = restricted(problem, svm, margin, least)
        best = enumerated_optimum(chosen)
        for form in FORMS:
            result = two_step(problem, svm, ENGINE, margin=margin, correct_margin=least, form=form)
            assert result.objective == close(best)
            assert (result.regions[correct] > 1).all()
            assert result.history[0].columns == (~correct).sum()
