import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from support.examples import examples

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from sklearn.dummy import DummyRegressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils.estimator_checks import parametrize_with_checks

from nzdd.sklearn import LPBoostRegressor

TREE = DecisionTreeRegressor(max_depth=2)
ERROR = "neg_mean_absolute_error"
CRITERIA = ("deviation", "least_squares")


@pytest.mark.filterwarnings("ignore::UserWarning")
@parametrize_with_checks(
    [
        LPBoostRegressor(),
        LPBoostRegressor(criterion="least_squares", gap=0.05),
        LPBoostRegressor(TREE, random_state=0),
        LPBoostRegressor(TREE, criterion="least_squares", random_state=0),
    ]
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


def sample(seed=0, m=80):
    random = np.random.default_rng(seed)
    X = random.random((m, 3))
    return X, np.where(X[:, 0] > 0.4, 7, 2) + 4 * X[:, 1] + random.normal(size=m) / 3


def loss(residuals, nu):
    """The mean of the largest residuals: a tube and what is outside of it."""
    sizes = np.abs(residuals)
    return min(t + np.clip(sizes - t, 0, None).sum() / (nu * sizes.size) for t in sizes)


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("nu", [0.1, 0.5, 1.0])
def test_the_objective_is_the_mean_of_the_largest_residuals(criterion, nu):
    X, y = sample()
    model = LPBoostRegressor(nu=nu, criterion=criterion).fit(X, y)
    assert model.objective_ == pytest.approx(loss(y - model.predict(X), nu))
    assert model.gap_ <= 1e-6 * model.radius_
    assert model.estimator_weights_.sum() == pytest.approx(1)
    assert model.center_ == np.sort(y)[39]
    for step in model.history_:
        assert step.lower <= model.objective_ + 1e-6 <= step.upper + 2e-6


def test_it_is_optimal_in_units_of_y():
    X, y = sample(m=15)
    model = LPBoostRegressor(nu=0.4, radius=3.0).fit(X, y)
    columns = [np.ones(y.size)]
    for column in X.T:
        columns += [np.where(column > cut, 1.0, -1.0) for cut in np.sort(column)[:-1]]
    H = 3.0 * np.stack(columns, axis=1)
    m, n = H.shape
    eye, one = np.eye(m), np.ones((m, 1))
    found = linprog(  # positive part, negative part, half width, slacks
        np.concatenate((np.zeros(2 * n), [1.0], np.full(2 * m, 1 / (0.4 * m)))),
        np.vstack(
            (
                np.hstack((-H, H, -one, -eye, 0 * eye)),
                np.hstack((H, -H, -one, 0 * eye, -eye)),
            )
        ),
        np.concatenate((model.center_ - y, y - model.center_)),
        np.concatenate((np.ones(2 * n), np.zeros(2 * m + 1)))[None],
        [1.0],
    )
    assert model.objective_ == pytest.approx(found.fun, abs=2e-5)
    assert model.bound_ == pytest.approx(found.fun, abs=2e-5)


@settings(deadline=None, max_examples=examples(20))
@given(st.integers(0, 2**32 - 1), st.sampled_from(CRITERIA))
def test_a_weight_is_so_many_rows(seed, criterion):
    random = np.random.default_rng(seed)
    m = int(random.integers(4, 16))
    X, y = random.integers(0, 5, (m, 2)), random.normal(size=m)
    weights = random.integers(0, 4, m)
    weights[0] = 1
    often = np.repeat(np.arange(m), weights)
    weighted = LPBoostRegressor(nu=1.0, criterion=criterion).fit(X, y, weights)
    repeated = LPBoostRegressor(nu=1.0, criterion=criterion).fit(X[often], y[often])
    assert weighted.objective_ == pytest.approx(repeated.objective_, abs=2e-5)
    assert weighted.predict(X) == pytest.approx(repeated.predict(X))


@pytest.mark.parametrize("criterion", CRITERIA)
def test_trees(criterion):
    X, y = sample()
    model = LPBoostRegressor(TREE, criterion=criterion, random_state=0).fit(X, y)
    assert model.score(X, y) > 0.9
    assert all(isinstance(member, DecisionTreeRegressor) for member in model.estimators_)
    assert model.bound_ <= model.objective_


@pytest.mark.slow
def test_boston_housing_beats_a_tree(data):
    table = np.genfromtxt(data / "classification" / "housing.csv", delimiter=",")
    X, y = table[:, :-1], table[:, -1]
    order = np.random.default_rng(0).permutation(y.size)
    scores = {
        name: -cross_val_score(model, X[order], y[order], scoring=ERROR, cv=3).mean()
        for name, model in {
            "stumps": LPBoostRegressor(gap=5e-3),
            "tree": DecisionTreeRegressor(max_depth=4, random_state=0),
        }.items()
    }
    assert scores["stumps"] < scores["tree"]


def test_constants():
    model = LPBoostRegressor().fit([[1], [2], [3]], [4.0, 4.0, 4.0])
    assert model.predict([[0], [9]]) == pytest.approx([4, 4])
    assert model.objective_ == pytest.approx(0, abs=1e-9)
    # A learner without an opinion: its costs tell nothing apart.
    same = LPBoostRegressor(DummyRegressor()).fit([[1], [2], [3], [4]], [4.0, 4.0, 4.0, 4.0])
    assert np.isfinite(same.predict([[0]])).all()


def test_a_small_radius_holds_the_predictions_together():
    X, y = sample()
    model = LPBoostRegressor(radius=0.5).fit(X, y)
    assert np.abs(model.predict(X) - model.center_).max() <= 0.5 + 1e-9
    assert model.objective_ > LPBoostRegressor().fit(X, y).objective_


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"nu": 2}, ValueError, "nu is 2; give a number above 0 and at most 1"),
        ({"nu": 0.1}, ValueError, "less than the share 0.25 of a single row"),
        ({"criterion": "huber"}, ValueError, "criterion 'huber' is unknown; take one of deviation"),
        ({"radius": 0}, ValueError, "radius is 0; give a number above 0, or None"),
        ({"min_cost": 0.3}, ValueError, "between 0 and 0.25"),
        ({"estimator": KNeighborsRegressor()}, TypeError, "takes no sample_weight"),
        ({"estimator": DecisionTreeClassifier()}, TypeError, "which is not a regressor"),
    ],
)
def test_refused_parameters(options, error, message):
    with pytest.raises(error, match=message):
        LPBoostRegressor(**options).fit([[1], [2], [3], [4]], [1.0, 2.0, 3.0, 5.0])


def test_refused_data():
    with pytest.raises(ValueError, match="contains NaN"):
        LPBoostRegressor().fit([[1], [np.nan]], [1.0, 2.0])
    with pytest.raises(ValueError, match="contains NaN"):
        LPBoostRegressor().fit([[1], [2]], [1.0, np.nan])
    with pytest.raises(ValueError, match="n_samples=1"):
        LPBoostRegressor(nu=0.5).fit([[1]], [1.0])


def test_stopped_early_it_says_so():
    X, y = sample()
    optimum = LPBoostRegressor().fit(X, y).objective_
    with pytest.warns(ConvergenceWarning, match="ended by iterations"):
        model = LPBoostRegressor(max_iter=5).fit(X, y)
    assert model.bound_ <= optimum <= model.objective_
    assert model.gap_ == pytest.approx(model.objective_ - model.bound_)


def test_the_summary_is_in_units_of_y():
    model = LPBoostRegressor().fit([[1], [2], [3], [4]], [5.0, 5.0, 7.0, 8.0])
    assert model.summary().startswith("LPBoostRegressor()")
    assert "if x0 <= " in model.summary()
