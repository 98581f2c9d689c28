import pickle

import numpy as np
import pytest
import scipy.sparse as sp

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils.estimator_checks import parametrize_with_checks

from nzdd.sklearn import SparseMinimaxClassifier


@parametrize_with_checks(
    [SparseMinimaxClassifier(1, probability=False), SparseMinimaxClassifier(2)]
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


@pytest.mark.slow
@parametrize_with_checks(
    [
        SparseMinimaxClassifier(bases, candidates=None, selection="width", min_width_gain=1e-3)
        for bases in (1, 2)
    ]
)
def test_scikit_learn_conventions_with_all_candidates(estimator, check):
    check(estimator)


def two_moons(rows=200):
    random = np.random.default_rng(0)
    angle, y = random.uniform(0, np.pi, rows), random.random(rows) < 0.5
    X = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    X[y] = [1, 0.5] - X[y]
    return X + random.normal(scale=0.1, size=X.shape), y


def test_a_curved_boundary_with_its_bound():
    X, y = two_moons()
    model = SparseMinimaxClassifier(15, random_state=0, probability=False).fit(X[:100], y[:100])
    assert model.score(X[100:], y[100:]) > 0.93
    for side in (False, True):
        rows = X[:100][y[:100] == side]
        assert np.mean(model.predict(rows) == side) >= model.bound_
    assert model.objective_ == model.bound_ == model.history_[-1].bound
    assert model.n_iter_ == len(model.history_) == len(model.basis_weights_) == len(model.centers_)
    assert model.gammas_.shape == model.centers_.shape == (model.n_iter_, 2)
    assert (model.gammas_ >= 0).all()


def test_the_decision_is_the_sum_of_bases():
    X, y = two_moons(80)
    model = SparseMinimaxClassifier(5, random_state=0, probability=False).fit(X, y)
    squares = (X[:, None] - model.centers_) ** 2
    bases = np.exp(-(squares * model.gammas_).sum(axis=2)) - 1
    expected = bases @ model.basis_weights_ + model.intercept_
    np.testing.assert_allclose(model.decision_function(X), expected, atol=1e-8)
    assert np.array_equal(model.predict(X), expected > 0)


def test_many_classes_are_each_separated_from_the_rest():
    X, y = load_iris(return_X_y=True)
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    model = SparseMinimaxClassifier(6, random_state=0, probability=False).fit(X[::2], names[::2])
    assert model.decision_function(X).shape == (150, 3)
    assert model.score(X[1::2], names[1::2]) > 0.9
    assert model.bound_.shape == model.n_iter_.shape == model.intercept_.shape == (3,)
    assert model.column_weights_.shape == (3, 4)
    for k, name in enumerate(model.classes_):
        assert model.history_[k][-1].bound == model.bound_[k]
        assert f"'{name}' against the rest" in model.summary()


def test_a_seed_decides():
    X, y = two_moons(60)

    def values(seed):
        return (
            SparseMinimaxClassifier(3, random_state=seed, probability=False)
            .fit(X, y)
            .decision_function(X)
        )

    assert np.array_equal(values(0), values(0))
    assert not np.array_equal(values(0), values(1))


def test_it_survives_a_pickle_and_tells_of_itself(capsys):
    X, y = two_moons()
    model = SparseMinimaxClassifier(3, random_state=0, verbose=1).fit(X, y)
    assert len(capsys.readouterr().out.splitlines()) == 1 + model.n_iter_
    assert f"{model.bound_:.2%}" in model.summary()
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.decision_function(X), model.decision_function(X))


@pytest.mark.parametrize(
    ("X", "y", "weights", "message"),
    [
        ([[1.0], [2.0], [3.0]], ["a", "b", "b"], None, "class 'a' has fewer than two rows"),
        ([[1.0], [2.0], [3.0]], ["a", "a", "a"], None, "only one class"),
        ([[1.0], [np.nan], [3.0]], ["a", "a", "b"], None, "NaN"),
        ([[1.0], [2.0]], ["a", "b"], [0, 0], "sample_weight is 0|non-zero"),
        ([[1.0], [2.0]], ["a", "b"], [1, -1], "[Nn]egative"),
        (sp.csr_array(np.eye(4)), [0, 0, 1, 1], None, "[Ss]parse"),
    ],
)
def test_what_will_not_do_is_named(X, y, weights, message):
    with pytest.raises((ValueError, TypeError), match=message):
        SparseMinimaxClassifier().fit(X, y, weights)


def test_a_time_limit_is_told():
    X, y = two_moons()
    with pytest.warns(ConvergenceWarning, match="ended by time after 1 bases"):
        model = SparseMinimaxClassifier(time_limit=0, probability=False).fit(X, y)
    assert model.n_iter_ == 1


def test_before_fit_there_is_no_summary():
    with pytest.raises(NotFittedError):
        SparseMinimaxClassifier().summary()


PUBLISHED = [
    # file, class, test accuracy and its standard error (table 1), Omega, bases
    pytest.param("diabetes.gz", 1, 0.754, 0.007, 0.382, 50, marks=pytest.mark.slow),
    ("breast-cancer.gz", 4, 0.968, 0.003, 0.909, 50),
]


@pytest.mark.parametrize(("name", "positive", "accuracy", "error", "bound", "bases"), PUBLISHED)
def test_the_published_accuracy(data, name, positive, accuracy, error, bound, bases):
    """Table 1 by its protocol, with a tenth of its splits."""
    from sklearn.datasets import load_svmlight_file

    X, y = load_svmlight_file(str(data / "classification" / name))
    X = X.toarray()[:, 1 if name.startswith("breast") else 0 :]  # the first there is a number
    y = y == positive
    accuracies, bounds = [], []
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(y))
        test, train = np.split(order, [len(y) // 10])
        model = SparseMinimaxClassifier(bases, random_state=seed)
        accuracies.append(model.fit(X[train], y[train]).score(X[test], y[test]))
        bounds.append(model.bound_)
    ours = np.std(accuracies, ddof=1) / np.sqrt(5)
    assert np.mean(accuracies) >= accuracy - 2 * np.hypot(error, ours)
    assert np.mean(bounds) == pytest.approx(bound, abs=0.01)  # the search for widths is set to it
    assert np.mean(bounds) <= np.mean(accuracies)
