import io
from contextlib import redirect_stdout

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from support.examples import examples

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from sklearn import __version__ as version
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression, Perceptron
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.fixes import parse_version

from nzdd.formulations.learning.lpboost import (
    ClassificationStumps,
    NuProblem,
    Stump,
    agreement,
)
from nzdd.sklearn import LPBoostClassifier

TREE = DecisionTreeClassifier(max_depth=2)


NO_ENSEMBLE = "no hypothesis is worth a price on noise of three classes, which is an error"


def known_failures(estimator):
    checks = ["fit_score_takes_y", "sample_weights_list", "supervised_y_2d"]
    if parse_version(version) >= parse_version("1.8"):
        checks.append("dtype_object")  # no noise before
    return {} if estimator.C is None else {f"check_{name}": NO_ENSEMBLE for name in checks}


# Most data of the checks are noise, which is what the warnings say.
@pytest.mark.filterwarnings("ignore::UserWarning")
@parametrize_with_checks(
    [
        LPBoostClassifier(nu=0.5, probability=False),
        LPBoostClassifier(),
        LPBoostClassifier(confidence_rated=True),
        LPBoostClassifier(nu=None, C=100.0),
        LPBoostClassifier(TREE, random_state=0),
        LPBoostClassifier(GaussianNB(), confidence_rated=True),
    ],
    expected_failed_checks=known_failures,
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


def cancer():
    return load_breast_cancer(return_X_y=True)


@pytest.mark.parametrize("rated", [False, True])
@pytest.mark.parametrize("load", [load_breast_cancer, load_iris])
def test_the_objective_is_the_soft_margin_of_the_votes(load, rated):
    X, y = (part[::2] for part in load(return_X_y=True))
    model = LPBoostClassifier(nu=0.1, confidence_rated=rated, probability=False).fit(X, y)
    margins = agreement(model.ensemble_.predict(X), y)
    problem = NuProblem.classification(np.ones(y.size), 0.1)
    assert model.objective_ == pytest.approx(problem.lower(np.ones(1), margins))
    assert model.gap_ <= 1e-6
    assert model.estimator_weights_.sum() == pytest.approx(1)
    assert (np.diff(model.estimator_weights_) <= 0).all()
    assert len(model.estimators_) == model.estimator_weights_.size < 80
    assert model.n_iter_ == model.history_[-1].columns
    values = model.decision_function(X)
    votes = sum(
        weight * stump.predict(X)
        for weight, stump in zip(model.estimator_weights_, model.estimators_, strict=True)
    )
    votes += 1e-9 * np.bincount(y) / y.size  # decides ties
    if y.max() == 1:
        assert values == pytest.approx(votes[:, 1] - votes[:, 0])
        assert (model.predict(X) == (values > 0)).all()
    else:
        assert values == pytest.approx(votes)
        assert (model.predict(X) == values.argmax(axis=1)).all()


def test_confidence_does_not_change_the_optimum_over_stumps():
    X, y = cancer()
    plain, rated = (
        LPBoostClassifier(nu=0.2, confidence_rated=rated, probability=False).fit(X, y)
        for rated in (False, True)
    )
    assert plain.objective_ == pytest.approx(rated.objective_, abs=2e-6)
    with pytest.warns(ConvergenceWarning):
        early = plain.set_params(confidence_rated=True, max_iter=2).fit(X, y)
    assert any((stump.left % 1 != 0).any() for stump in early.estimators_)


@pytest.mark.filterwarnings("ignore::UserWarning")
@settings(deadline=None, max_examples=examples(30))
@given(st.integers(0, 2**32 - 1))
def test_a_weight_is_so_many_rows(seed):
    random = np.random.default_rng(seed)
    m = int(random.integers(4, 20))
    X, y = random.integers(0, 5, (m, 3)), random.choice(["a", "b", "c"], m)
    y[:2] = "a", "b"
    weights = random.integers(0, 4, m)
    weights[:2] = 1
    often = np.repeat(np.arange(m), weights)
    weighted = LPBoostClassifier(nu=0.6, probability=False).fit(X, y, weights)
    repeated = LPBoostClassifier(nu=0.6, probability=False).fit(X[often], y[often])
    assert weighted.objective_ == pytest.approx(repeated.objective_, abs=2e-6)
    assert (weighted.predict(X) == repeated.predict(X)).all()


@pytest.mark.filterwarnings("ignore:ended by iterations")
@pytest.mark.parametrize("rated", [False, True])
@pytest.mark.parametrize("load", [load_breast_cancer, load_iris])
def test_trees_and_other_classifiers(load, rated):
    X, y = load(return_X_y=True)
    X_scaled = (X - X.mean(axis=0)) / X.std(axis=0)
    options = {"nu": 0.1, "max_iter": 8, "random_state": 0, "probability": False}
    for learner in (TREE, LogisticRegression(max_iter=10_000)):
        model = LPBoostClassifier(learner, confidence_rated=rated, **options).fit(X_scaled, y)
        assert model.score(X_scaled, y) > 0.94
        assert all(type(member) is type(learner) for member in model.estimators_)
        assert model.objective_ <= model.bound_
        capacity = 1 / (0.1 * y.size)
        least = min(1 / 25, 0.1 / 4) * capacity
        assert (model.result_.costs >= least - 1e-12).all()


@pytest.mark.parametrize(
    ("load", "C"),
    [
        (load_iris, 0.05),
        (load_breast_cancer, 0.1),
        (load_iris, 1.0),
        pytest.param(load_breast_cancer, 0.05, marks=pytest.mark.slow),
        pytest.param(load_iris, 0.1, marks=pytest.mark.slow),
        pytest.param(load_breast_cancer, 1.0, marks=pytest.mark.slow),
    ],
)
def test_a_price_has_the_ensembles_of_a_nu(load, C):
    """Theorem 3.1."""
    X, y = load(return_X_y=True)
    priced = LPBoostClassifier(nu=None, C=C, probability=False).fit(X, y)
    assert priced.gap_ <= -1e-6 * priced.objective_
    nu = -priced.objective_ / (C * y.size)
    shared = LPBoostClassifier(nu=nu, probability=False).fit(X, y)
    assert shared.objective_ == pytest.approx(-1 / priced.objective_, abs=2e-5)
    problem = NuProblem.classification(np.ones(y.size), nu)
    margins = agreement(priced.ensemble_.predict(X), y)
    assert problem.lower(np.ones(1), margins) == pytest.approx(shared.objective_, abs=2e-5)


def test_a_price_for_a_row_of_weight_two_is_paid_twice():
    X, y = load_iris(return_X_y=True)
    weights = 1 + np.arange(y.size) % 3
    often = np.repeat(np.arange(y.size), weights)
    weighted = LPBoostClassifier(nu=None, C=0.1, probability=False).fit(X, y, weights)
    repeated = LPBoostClassifier(nu=None, C=0.1, probability=False).fit(X[often], y[often])
    assert weighted.objective_ == pytest.approx(repeated.objective_, rel=2e-5)


def test_a_price_for_trees():
    X, y = cancer()
    model = LPBoostClassifier(TREE, nu=None, C=0.1, random_state=0, probability=False).fit(X, y)
    assert model.score(X, y) > 0.95
    assert model.objective_ <= model.bound_ < 0


def test_trees_of_more_depth_have_larger_margins_than_stumps():
    X, y = cancer()
    options = {"nu": 0.2, "probability": False}
    stumps = LPBoostClassifier(**options).fit(X, y)
    trees = LPBoostClassifier(DecisionTreeClassifier(max_depth=3), random_state=0, **options)
    trees.fit(X, y)
    assert trees.objective_ > stumps.objective_


def test_sparse_rows_for_learners_that_take_them():
    X, y = cancer()
    options = {"nu": 0.2, "random_state": 0, "max_iter": 30, "probability": False}
    dense = LPBoostClassifier(TREE, **options).fit(X, y)
    sparse = LPBoostClassifier(TREE, **options).fit(sp.csr_array(X), y)
    assert sparse.score(sp.csr_array(X), y) == pytest.approx(dense.score(X, y), abs=0.03)
    with pytest.raises(TypeError, match="Sparse data was passed"):
        LPBoostClassifier().fit(sp.csr_array(X), y)


def test_one_seed_gives_one_ensemble():
    X, y = cancer()
    learner = DecisionTreeClassifier(max_depth=2, max_features=3)
    one, two, other = (
        LPBoostClassifier(learner, nu=0.2, random_state=seed, max_iter=20, probability=False)
        .fit(X, y)
        .decision_function(X)
        for seed in (0, 0, 1)
    )
    assert (one == two).all()
    assert (one != other).any()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"nu": 0}, ValueError, "nu is 0; give a number above 0 and at most 1"),
        (
            {"nu": "best"},
            ValueError,
            "nu is 'best'; give a number above 0 and at most 1, or 'auto'",
        ),
        ({"nu": 0.1}, ValueError, r"nu is 0\.1, less than the share 0\.167 of a single row"),
        ({"gap": 0.0}, ValueError, "gap is"),
        ({"max_iter": 0}, ValueError, "max_iter is 0; give an integer of at least 1, or None"),
        ({"max_iter": 1.5}, ValueError, "max_iter is"),
        ({"nu": 0.2, "C": 1.0}, ValueError, r"nu is 0\.2 and C is 1\.0; give one of them"),
        ({"nu": None}, ValueError, "nu is None; give a number above 0 and at most 1"),
        ({"time_limit": -1}, ValueError, "time_limit is -1"),
        ({"algorithm": "newton"}, ValueError, "algorithm 'newton' is unknown"),
        ({"algorithm": "interior-point", "estimator": TREE}, ValueError, "which needs stumps"),
        ({"nu": None, "C": 0}, ValueError, "C is 0; give a number above 0, or None"),
        ({"nu": None, "C": "big"}, ValueError, "C is 'big'"),
        ({"nu": None, "C": 0.01}, ValueError, "take a larger C"),
        ({"nu": None, "C": 1.0, "min_cost": 0.1}, ValueError, r"min_cost is 0\.1, which needs nu"),
        ({"min_cost": "none"}, ValueError, "min_cost is 'none'; give a number, or 'auto'"),
        (
            {"nu": 0.2, "min_cost": 0.5},
            ValueError,
            r"min_cost is 0\.5; at nu = 0\.2 it must lie between",
        ),
        ({"estimator": KNeighborsClassifier()}, TypeError, "takes no sample_weight"),
        ({"estimator": DecisionTreeRegressor()}, TypeError, "which is not a classifier"),
        (
            {"estimator": Perceptron(), "confidence_rated": True},
            TypeError,
            "needs predict_proba",
        ),
    ],
)
def test_refused_parameters(options, error, message):
    X, y = np.arange(6.0)[:, None], [0, 0, 0, 1, 1, 1]
    with pytest.raises(error, match=message):
        LPBoostClassifier(**options).fit(X, y)


def test_refused_data():
    X, y = np.arange(6.0)[:, None], np.array([0, 0, 0, 1, 1, 1])
    model = LPBoostClassifier()
    for bad in (np.nan, np.inf):
        with pytest.raises(ValueError, match=r"contains (NaN|infinity)"):
            model.fit(np.where(X == 2, bad, X), y)
    with pytest.raises(ValueError, match="only one class"):
        model.fit(X, np.ones(6))
    with pytest.raises(ValueError, match="only one class"):
        model.fit(X, y, 1 - y)
    with pytest.raises(ValueError, match=r"at least one non-zero number|all of sample_weight"):
        model.fit(X, y, np.zeros(6))
    with pytest.raises(ValueError, match=r"[Nn]egative"):
        model.fit(X, y, -np.ones(6))
    with pytest.raises(ValueError, match="n_samples=2"):
        LPBoostClassifier(nu=0.2).fit(X[2:4], y[2:4])


def test_answers_that_say_nothing_give_a_warning():
    X = np.zeros((10, 1))
    with pytest.warns(UserWarning, match="no mean of these hypotheses has a positive soft margin"):
        LPBoostClassifier(nu=0.2).fit(X, np.arange(10) % 2)
    with pytest.warns(UserWarning, match="puts every row into the same class"):
        LPBoostClassifier(nu=0.9).fit(np.arange(10.0)[:, None], np.arange(10) == 5)
    with pytest.warns(UserWarning, match=r"at C = 0\.2 .* same class; take a larger C"):
        LPBoostClassifier(nu=None, C=0.2).fit(np.arange(10.0)[:, None], np.arange(10) == 5)


def test_stopped_early_it_says_so():
    X, y = cancer()
    options = {"nu": 0.2, "probability": False}
    optimum = LPBoostClassifier(**options).fit(X, y).objective_
    with pytest.warns(ConvergenceWarning, match="ended by iterations at a gap of"):
        model = LPBoostClassifier(max_iter=4, **options).fit(X, y)
    assert model.n_iter_ == 4
    assert model.objective_ <= optimum <= model.bound_
    assert model.gap_ == model.bound_ - model.objective_


class Pressed(DecisionTreeClassifier):
    """Ctrl-C is pressed while the fourth of these is fitted."""

    fitted = 0

    def fit(self, X, y, sample_weight=None):
        type(self).fitted += 1
        if type(self).fitted == 4:
            raise KeyboardInterrupt
        return super().fit(X, y, sample_weight)


def test_ctrl_c_leaves_a_model():
    X, y = cancer()
    model = LPBoostClassifier(Pressed(max_depth=1), nu=0.2)
    with pytest.raises(KeyboardInterrupt):
        model.fit(X, y)
    assert model.score(X, y) > 0.8
    assert model.n_iter_ == 3


def test_what_is_printed():
    frame = pytest.importorskip("pandas").DataFrame({"age": [1.0, 2, 3, 4], "size": 1.0})
    model = LPBoostClassifier(nu=0.5, verbose=1)
    with redirect_stdout(io.StringIO()) as out:
        model.fit(frame, ["no", "no", "yes", "yes"])
    assert out.getvalue().splitlines()[0].split()[:2] == ["step", "seconds"]
    assert len(out.getvalue().splitlines()) == len(model.history_) + 1
    text = model.summary()
    assert text.startswith("LPBoostClassifier(nu=0.5, verbose=1)")
    assert text.endswith("1.0000 no if age <= 2.5 else yes")
    assert isinstance(model.estimators_[0], Stump)
    shares = LPBoostClassifier(nu=1.0, confidence_rated=True)
    shares.fit([[1], [1], [1], [2], [2], [2]], [0, 0, 1, 1, 1, 1])
    assert "if x0 <= 1.5 else 1" in shares.summary()
    with pytest.warns(ConvergenceWarning):
        shares.set_params(max_iter=1).fit([[1], [1], [1], [2], [2], [2]], [0, 0, 1, 1, 1, 1])
    assert "0:0.67/1:0.33 if x0 <= 1.5 else 1" in shares.summary()
    many = LPBoostClassifier(nu=0.2, probability=False).fit(*cancer())
    assert many.summary().endswith(f"... and {len(many.estimators_) - 10} more")


def test_a_constant_is_a_stump_too():
    model = LPBoostClassifier(nu=1.0)
    with pytest.warns(UserWarning, match="same class"):
        model.fit([[1], [1], [1], [1]], ["x", "x", "x", "y"])
    assert model.predict([[0], [5]]).tolist() == ["x", "x"]
    assert model.summary().endswith("1.0000 x")


def noise(seed, m=60, share=0.2):
    random = np.random.default_rng(seed)
    return random.integers(0, 3, (m, 4)), np.where(random.random(m) < share, "rare", "usual")


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("algorithm", ["interior-point", "simplex"])
@pytest.mark.parametrize("nu", [0.03, 0.1])
def test_without_a_margin_every_row_gets_the_larger_class(algorithm, nu):
    X, y = noise(0, m=300)
    for labels in (y, np.where(y == "rare", "z", "a")):
        model = LPBoostClassifier(nu=nu, algorithm=algorithm).fit(X, labels)
        assert len(model.estimators_) == 0
        assert model.objective_ == 0
        assert model.gap_ <= 1e-6
        assert set(model.predict(X)) == {labels[y == "usual"][0]}
        assert (model.predict_proba(X).argmax(axis=1) == (labels[y == "usual"][0] == "usual")).all()


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("algorithm", ["interior-point", "simplex"])
def test_a_stump_and_its_negation_never_both_have_weight(algorithm):
    for seed in range(10):
        X, y = noise(seed, share=0.5)
        model = LPBoostClassifier(nu=0.5, algorithm=algorithm, probability=False).fit(X, y)
        outputs = [agreement(stump.predict(X), y == "usual") for stump in model.estimators_]
        signed = {tuple(output) for output in outputs}
        assert len(signed) == len(outputs)
        assert not any(tuple(-output) in signed for output in outputs)
        if outputs:
            problem = NuProblem.classification(np.ones(y.size), 0.5)
            margins = agreement(model.ensemble_.predict(X), (y == "usual").astype(int))
            assert model.objective_ == pytest.approx(problem.lower(np.ones(1), margins))
            assert model.objective_ >= 0


@pytest.mark.parametrize("load", [load_breast_cancer, load_iris])
def test_the_nu_that_is_chosen_errs_least_on_rows_held_out(load):
    X, y = (part[::6] for part in load(return_X_y=True))
    X = X[:, :4]
    model = LPBoostClassifier(probability=False).fit(X, y)
    choice = model.nu_choice_
    assert model.nu_ == choice.nu
    assert choice.nu in choice.nus
    assert choice.errors[choice.nus == choice.nu] <= choice.errors.min() + 0.02
    assert (np.diff(choice.nus) < 0).all()
    again = LPBoostClassifier(nu=model.nu_, probability=False).fit(X, y)
    assert (again.decision_function(X) == model.decision_function(X)).all()
    order = np.random.default_rng(0).permutation(y.size)
    assert LPBoostClassifier(probability=False).fit(X[order], y[order]).nu_ == model.nu_


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_at_its_defaults_it_is_no_worse_than_the_larger_class():
    for seed in range(3):
        X, y = noise(seed, m=80)
        model = LPBoostClassifier(probability=False).fit(X, y)
        assert model.score(X, y) >= max(np.mean(y == "usual"), np.mean(y == "rare"))


def test_nu_for_trees_is_a_little_more_than_the_error_of_one():
    X, y = cancer()
    model = LPBoostClassifier(TREE, random_state=0, probability=False).fit(X, y)
    assert model.nu_ == pytest.approx(model.nu_choice_.errors[0] + 0.1)
    assert model.nu_choice_.errors[0] < 0.15


def test_a_price_needs_no_nu():
    X, y = cancer()
    model = LPBoostClassifier(C=0.1, probability=False).fit(X, y)
    assert model.nu_ is None
    assert model.nu_choice_ is None


def test_ctrl_c_before_an_ensemble_leaves_the_model_of_before(monkeypatch):
    X, y = noise(0, share=0.5)
    model = LPBoostClassifier(nu=0.9, probability=False).fit(X, y)
    model.set_params(nu="auto")
    before = vars(model) | {"n_features_in_": 4}
    monkeypatch.setattr(ClassificationStumps, "learn_many", pressed)
    with pytest.raises(KeyboardInterrupt):
        model.fit(X[:, ::-1], np.where(y == "rare", "another", "usual"))
    assert vars(model) == before


def pressed(*given):
    raise KeyboardInterrupt


def test_a_time_limit_leaves_a_model():
    random = np.random.default_rng(0)
    X, y = random.integers(0, 2, (300, 60)), random.integers(0, 2, 300)
    for options in ({}, {"nu": 0.3}, {"nu": 0.3, "algorithm": "simplex"}):
        with pytest.warns(ConvergenceWarning, match="ended by time at a gap of"):
            model = LPBoostClassifier(time_limit=0.0, probability=False, **options).fit(X, y)
        assert model.result_.limit == "time"
        assert model.objective_ <= model.bound_
        assert model.predict(X).shape == y.shape


def wisconsin(folder):
    table = np.genfromtxt(folder / "breast-cancer-wisconsin.csv", delimiter=",")
    return np.nan_to_num(table[:, :-1]), table[:, -1] == 4


def cleveland(folder):
    table = np.genfromtxt(folder / "processed.cleveland.data", delimiter=",", skip_header=1)
    table = table[~np.isnan(table).any(axis=1)]
    return table[:, :-1], table[:, -1] > 0


def sonar(folder):
    table = np.loadtxt(folder / "sonar.csv.gz", delimiter=",", dtype=str)
    return table[:, :-1].astype(float), table[:, -1] == "M"


@pytest.mark.parametrize(
    ("read", "nu", "published"),
    [
        (wisconsin, 0.2, 0.966),
        pytest.param(cleveland, 0.25, 0.795, marks=pytest.mark.slow),
        pytest.param(sonar, 0.3, 0.870, marks=pytest.mark.slow),
    ],
)
def test_the_published_accuracy(data, read, nu, published):
    """Table 1 of the paper: stumps, ten folds, its nu."""
    X, y = read(data / "classification")
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    scores = cross_val_score(LPBoostClassifier(nu=nu), X, y, cv=folds)
    assert scores.mean() >= published - 2 * scores.std(ddof=1) / np.sqrt(10)
