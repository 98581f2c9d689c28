import os
import pickle
import signal
import warnings
from itertools import product
from threading import Thread, Timer

import numpy as np
import pytest
import scipy.sparse as sp

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris, make_circles
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from nzdd.adapters.methods.psi_learning import engine
from nzdd.adapters.sklearn.psi_learning import psi_classifier
from nzdd.adapters.workers.interruption import interruption
from nzdd.formulations.iteration.limits import INTERRUPTED
from nzdd.formulations.learning.psi_learning import PolynomialBasis, psi
from nzdd.formulations.models.result import Status
from nzdd.sklearn import PsiClassifier

LIMIT = 0.03
ENOUGH = 60.0
WHOLE = {"time_limit": None, "n_jobs": 1, "probability": False}


# Most checks fit noise, where the time runs out; what they ask for holds for any answer. One
# compares the answers of two fits of twelve rows, which must be whole.
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.filterwarnings("ignore:the best plane puts:UserWarning")
@parametrize_with_checks(
    [
        PsiClassifier(svm_C=1.0, time_limit=LIMIT, n_jobs=1, probability=False),
        PsiClassifier(norm="l2", svm_C=1.0, time_limit=LIMIT, n_jobs=1),
    ]
)
def test_scikit_learn_conventions(estimator, check):
    if check.func.__name__ == "check_classifier_data_not_an_array":
        estimator = clone(estimator).set_params(time_limit=ENOUGH)  # it is that of all checks
    check(estimator)


def noisy(seed, n=60):
    random = np.random.default_rng(seed)
    x = random.normal(size=(n, 4)) * [1, 10, 0.1, 5] + [0, 3, 100, -7]
    score = x[:, 0] + (x[:, 1] - 3) / 10
    return x, np.where((score > 0) ^ (random.random(n) < 0.08), "yes", "no")


def recomputed(model, x, y):
    """The objective by the definition, from what the estimator shows."""
    u = np.where(y == model.classes_[1], 1, -1) * model.decision_function(x)
    w = model.coef_[0] * (x.std(axis=0) if model.standardize else 1)
    size = np.abs(w).sum() if model.norm == "l1" else w @ w / 2
    return size + model.C * psi(u, model.a, 1e-5).sum()


PAIRWISE = [("l1", True, True), ("l1", False, False), ("l2", True, False), ("l2", False, True)]


@pytest.mark.parametrize(
    ("norm", "restricted", "standardize"),
    [
        pytest.param(*case, marks=[pytest.mark.slow] * (case not in PAIRWISE))
        for case in product(("l1", "l2"), (True, False), (True, False))
    ],
)
def test_the_objective_is_that_of_the_shown_function(norm, restricted, standardize):
    x, y = noisy(0, n=20)
    if not standardize:
        x = x - x.mean(axis=0)
    options = {"norm": norm, "restricted": restricted, "standardize": standardize, "svm_C": 1.0}
    model = PsiClassifier(2.0, **options, **WHOLE).fit(x, y)
    assert recomputed(model, x, y) == pytest.approx(model.objective_, rel=1e-6)
    assert model.status_ is Status.OPTIMAL
    assert 0 <= model.bound_ <= model.objective_ <= model.bound_ + 2e-4 * model.objective_
    assert model.result_.problem.fixed.any() == restricted
    assert not model.result_.binding.size
    assert np.array_equal(model.predict(x) == "yes", model.decision_function(x) > 0)
    assert model.score(x, y) >= 0.85
    assert [step.number for step in model.history_] == [0, 1]
    assert "objective" in model.summary()
    assert model.get_terms() == ["x0", "x1", "x2", "x3"]


@pytest.mark.parametrize("norm", ["l1", "l2"])
def test_restriction_never_gains(norm):
    x, y = noisy(1, n=16)
    some, all_rows = (
        PsiClassifier(norm=norm, restricted=restricted, **WHOLE).fit(x, y)
        for restricted in (True, False)
    )
    assert some.objective_ >= all_rows.bound_ - 2e-5
    assert some.svm_C_ == all_rows.svm_C_
    assert some.svm_C_ in [10.0**power for power in range(-3, 4)]


def test_halves_for_the_probabilities_have_the_c_that_was_chosen_for_all_rows():
    x, y = noisy(1, n=24)
    options = {**WHOLE, "probability": True}
    tuned = PsiClassifier(**options).fit(x, y)
    assert tuned._for_a_half().svm_C == tuned.svm_C_
    given = PsiClassifier(svm_C=tuned.svm_C_, **options).fit(x, y)
    assert tuned.calibration_ == given.calibration_


def test_both_solvers_find_the_same_optimum():
    x, y = noisy(2, n=20)
    first, second = (
        PsiClassifier(solver=name, svm_C=1.0, gap=1e-6, **WHOLE).fit(x, y)
        for name in ("scip", "highs")
    )
    assert first.objective_ == pytest.approx(second.objective_, rel=2e-5)


def test_products_of_columns():
    random = np.random.default_rng(0)
    x = random.uniform(-2, 2, (60, 2))
    y = x[:, 0] ** 2 + x[:, 1] ** 2 > 2.8
    options = {"svm_C": 10.0, **WHOLE}
    model = PsiClassifier(10.0, degree=2, **options).fit(x, y)
    assert model.get_terms() == ["x0", "x1", "x0^2", "x0 x1", "x1^2"]
    assert model.term_weights_.shape == (1, 5)
    assert not hasattr(model, "coef_")  # terms are not columns
    added = np.abs(model.term_weights_[0]) * PolynomialBasis(2, 2).expand(x).std(axis=0)
    columns = added @ [[1, 0], [0, 1], [1, 0], [0.5, 0.5], [0, 1]]
    assert np.allclose(model.feature_importances_, columns / columns.sum())
    assert model.score(x, y) == 1.0
    products = PolynomialBasis(2, 2).expand(x)
    outside = PsiClassifier(10.0, **options).fit(products, y)
    assert np.allclose(outside.decision_function(products), model.decision_function(x))


@pytest.mark.parametrize("norm", ["l1", "l2"])
@pytest.mark.parametrize("kernel", ["rbf", "poly", "function"])
def test_kernels(norm, kernel):
    x, y = make_circles(24, noise=0.1, factor=0.4, random_state=0)
    chosen = {"function": lambda a, b: float((1 + a @ b) ** 2)}.get(kernel, kernel)
    model = PsiClassifier(norm=norm, kernel=chosen, coef0=1.0, svm_C=1.0, **WHOLE).fit(x, y)
    assert model.score(x, y) > 0.9
    assert not hasattr(model, "coef_")
    assert not hasattr(model, "feature_importances_")
    assert model.dual_coef_.shape == (1, 24)
    if kernel == "rbf":
        scaled = StandardScaler().fit_transform(x)
        values = rbf_kernel(scaled, gamma=0.5)
        alpha = model.dual_coef_[0]
        f = values @ alpha + model.intercept_[0]
        assert np.allclose(f, model.decision_function(x))
        size = np.abs(alpha).sum() if norm == "l1" else alpha @ values @ alpha / 2
        loss = psi(np.where(y == 1, 1, -1) * f, 0.5, 1e-5).sum()
        assert size + loss == pytest.approx(model.objective_, rel=1e-5)
    with pytest.raises(ValueError, match="a kernel has no columns"):
        model.get_terms()
    assert hasattr(model.set_params(kernel="linear").fit(x[:, :1], x[:, 0] > 0), "coef_")


def test_outliers_do_not_pull():
    x = np.array([[0.0], [1.0], [2.0], [3.0], [30.0]])
    y = [0, 0, 1, 1, 0]
    options = {"svm_C": 1.0, "standardize": False, "restricted": False}
    model = PsiClassifier(10.0, **options, **WHOLE).fit(x, y)
    assert model.predict([[0.9], [2.1]]).tolist() == [0, 1]
    assert model.result_.regions.tolist() == [3, 3, 3, 3, 1]


def test_weights_and_sparse_rows():
    x, y = noisy(3, n=16)
    x = x[:, :2] * (np.random.default_rng(3).random((16, 2)) < 0.8)
    counts = np.random.default_rng(3).integers(0, 3, y.size)
    options = {"svm_C": 1.0, "gap": 1e-6, "restricted": False, **WHOLE}
    weighted = PsiClassifier(5.0, **options).fit(x, y, counts)
    repeated = PsiClassifier(5.0, **options).fit(x.repeat(counts, axis=0), y.repeat(counts))
    assert weighted.objective_ == pytest.approx(repeated.objective_, rel=2e-5)
    sparse = PsiClassifier(5.0, **options).fit(sp.csr_array(x), y, counts)
    assert sparse.objective_ == pytest.approx(weighted.objective_, rel=2e-5)
    assert np.allclose(sparse.decision_function(sp.csc_array(x)), sparse.decision_function(x))


def test_time_that_runs_out_is_told():
    x, y = load_breast_cancer(return_X_y=True)
    with pytest.warns(ConvergenceWarning, match=r"time.*; the gap is \d+\.\d%"):
        model = PsiClassifier(svm_C=1e-2, **WHOLE | {"time_limit": 0.3}).fit(x, y)
    assert model.status_ is Status.FEASIBLE
    assert model.bound_ <= model.objective_
    assert model.gap_ > 0
    assert model.score(x, y) > 0.9


@pytest.mark.parametrize("norm", ["l1", "l2"])
def test_ctrl_c_leaves_the_best_so_far(norm, monkeypatch):
    random = np.random.default_rng(0)
    x = random.normal(size=(80, 8))
    y = (x[:, 0] > 0) ^ (random.random(80) < 0.25)  # many wrong rows: it takes for ever
    model = PsiClassifier(1.0, norm=norm, svm_C=1.0, restricted=False, **WHOLE)

    def pressed(*given, **options):
        solve = engine(*given, **options)

        def soon_interrupted(model, hint=None, **limits):
            if hint is not None:  # it is the model of psi-learning
                Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
            return solve(model, hint=hint, **limits)

        return soon_interrupted

    monkeypatch.setattr(psi_classifier, "engine", pressed)
    with pytest.raises(KeyboardInterrupt):
        model.fit(x, y)
    assert model.result_.limit == model.result_.message == INTERRUPTED
    assert model.status_ is Status.FEASIBLE
    assert 0 <= model.bound_ < model.objective_
    assert recomputed(model, x, y) == pytest.approx(model.objective_, rel=1e-6)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_answers_that_say_nothing_are_told():
    x, y = noisy(4, n=20)
    with pytest.warns(UserWarning, match="every row on the boundary; take a larger C"):
        PsiClassifier(1e-4, svm_C=1e-4, **WHOLE).fit(x, y)


@pytest.mark.parametrize("larger", [0, 1])
def test_rows_on_the_border_are_of_the_larger_class(larger):
    """Equal rows of both classes: no plane is better than f = 0."""
    x = np.zeros((9, 1))
    y = np.array([larger] * 5 + [1 - larger] * 4)
    with pytest.warns(UserWarning, match="on the boundary"):
        model = PsiClassifier(probability=False).fit(x, y)
    assert (model.term_weights_ == 0).all()
    assert (model.predict(x) == larger).all()
    assert (np.abs(model.decision_function(x)) < 1e-6).all()


def test_several_classes_need_one_against_the_rest():
    x, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match=r"Only binary classification.*OneVsRestClassifier"):
        PsiClassifier().fit(x, y)
    options = {"svm_C": 1.0, "kernel": "rbf", "gap": 0.05}
    model = OneVsRestClassifier(PsiClassifier(**options, **WHOLE | {"time_limit": 0.3}))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        assert model.fit(x[::2], y[::2]).score(x, y) > 0.9


X4, Y4 = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"C": 0}, "C is 0; give a number above 0"),
        ({"C": "cv"}, "C is 'cv'"),
        ({"a": 3}, r"a is 3; give a number in \[0, 2\]"),
        ({"norm": "l0"}, "norm 'l0' is unknown; take one of l1, l2"),
        ({"kernel": "cubic"}, "kernel 'cubic' is unknown"),
        ({"degree": 0}, "degree is 0"),
        ({"degree": 1.5}, "degree is 1.5"),
        ({"gamma": -1.0}, "gamma is -1"),
        ({"margin": 0.9}, "margin is 0.9"),
        ({"svm_C": "best"}, "svm_C is 'best'"),
        ({"solver": "cplex"}, "solver 'cplex' is unknown"),
        ({"time_limit": -1}, "time_limit is -1"),
        ({"gap": 0}, "gap is 0"),
        ({"n_jobs": -1}, "n_jobs is -1; give an integer of at least 1, or None"),
    ],
)
def test_wrong_parameters_are_named(options, problem):
    with pytest.raises(ValueError, match=problem):
        PsiClassifier(**options).fit(X4, Y4)


@pytest.mark.parametrize(
    ("y", "weights", "problem"),
    [
        ([1, 1, 1, 1], None, "only one class"),
        (Y4, [1, 1, 0, 0], "only one class"),
        (Y4, [0, 0, 0, 0], "weight"),
        (Y4[:3], None, "X has 4 rows and y has 3"),
    ],
)
def test_wrong_labels_and_weights_are_refused(y, weights, problem):
    with pytest.raises(ValueError, match=problem):
        PsiClassifier().fit(X4, y, weights)


def test_copies_and_pickles_predict_the_same():
    x, y = noisy(5, n=20)
    model = PsiClassifier(svm_C=1.0, time_limit=None).fit(x, y)
    copied = pickle.loads(pickle.dumps(model))
    assert np.array_equal(copied.decision_function(x), model.decision_function(x))
    assert copied.summary() == model.summary()
    with pytest.raises(NotFittedError):
        clone(model).predict(x)


def test_one_row_of_a_class_cannot_be_cross_validated():
    x = np.array([[0.0], [1.0], [2.0], [9.0]])
    model = PsiClassifier(**WHOLE).fit(x, [0, 0, 0, 1])
    assert model.svm_C_ == 1.0
    assert model.objective_ == PsiClassifier(svm_C=1.0, **WHOLE).fit(x, [0, 0, 0, 1]).objective_


def test_the_second_ctrl_c_ends_at_once():
    with interruption() as stop:
        signal.raise_signal(signal.SIGINT)
        assert stop.is_set()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_fits_in_any_thread():
    """Where no Ctrl-C can be caught."""
    x, y = noisy(0, n=12)
    model = PsiClassifier(svm_C=1.0, **WHOLE)
    thread = Thread(target=model.fit, args=(x, y))
    thread.start()
    thread.join()
    assert model.objective_ == pytest.approx(clone(model).fit(x, y).objective_)
