import math
import pickle
import warnings

import numpy as np
import pytest
import scipy.sparse as sp

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from nzdd.adapters.solvers.glop import GlopEngine
from nzdd.formulations.learning.l0_rboost import BitSample, description_lengths, l0_rboost
from nzdd.formulations.models.result import Status
from nzdd.sklearn import BinaryEncoder, L0RBoostClassifier


@parametrize_with_checks(
    [
        L0RBoostClassifier(
            max_order=1,
            encoder=BinaryEncoder(max_bins=2),
            vote="relaxation",
            probability=False,
        ),
        L0RBoostClassifier(max_order=1, class_weight="balanced", cuts="printed"),
        L0RBoostClassifier(),
    ]
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


def test_a_conjunction_is_found_and_named():
    random = np.random.default_rng(0)
    X = random.random((300, 4))
    y = np.where((X[:, 0] > 0.5) & (X[:, 2] < 0.25), "in", "out")
    encoder = BinaryEncoder(cuts=[0.25, 0.5, 0.75])
    model = L0RBoostClassifier(encoder=encoder, max_order=2).fit(X, y)
    assert model.score(X, y) == 1
    assert "x0 > 0.5 & not x2 > 0.25" in model.summary()
    assert model.estimator_weights_.sum() == pytest.approx(1)
    assert (np.abs(model.decision_function(X)) <= 1 + 1e-9).all()


def test_the_order_is_chosen_from_the_training_rows():
    X = np.random.default_rng(0).random((60, 3)) < 0.5
    for y, order in ((X[:, 0] != X[:, 1], 2), (X[:, 0], 1)):
        model = L0RBoostClassifier(probability=False).fit(X, y)
        assert model.max_order_ == model.order_choice_.order == order
        assert max(monomial.order for monomial in model.estimators_) == order
        assert model.score(X, y) == 1


def test_a_given_order_or_penalties_leave_nothing_to_choose():
    X, y = [[0, 1], [1, 0], [1, 1]], [0, 1, 1]
    model = L0RBoostClassifier(max_order=3).fit(X, y)
    assert (model.max_order_, model.order_choice_) == (3, None)
    assert L0RBoostClassifier(penalties=[1.0, 1.0, 1.0]).fit(X, y).max_order_ == 2


def test_the_attributes_hold_the_bounds_in_order():
    X, y = load_breast_cancer(return_X_y=True)
    train, test, labels, truth = train_test_split(X[:, :10], y, random_state=0, stratify=y)
    model = L0RBoostClassifier(
        max_order=1, encoder=BinaryEncoder(max_bins=4), time_limit=None, probability=False
    ).fit(train, labels)
    assert model.bound_ <= model.objective_ + 1e-6 <= model.upper_ + 2e-6
    assert model.result_.status is Status.OPTIMAL
    assert model.history_[-1].lower == model.bound_
    assert len(model.estimators_) == model.estimator_weights_.size
    assert model.score(test, truth) > 0.9  # the larger class alone has 0.63
    assert model.n_iter_ == len(model.history_)


@pytest.mark.parametrize("max_order", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_integer_vote_is_worth_its_bound_and_has_no_more_rules(max_order):
    X, y = load_breast_cancer(return_X_y=True)
    X = X[:, :10]
    options = {"max_order": max_order, "encoder": BinaryEncoder(max_bins=3), "max_iter": 30}
    options |= {"time_limit": None, "probability": False}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        few = L0RBoostClassifier(**options).fit(X, y)
        many = L0RBoostClassifier(vote="relaxation", **options).fit(X, y)
    assert few.objective_ == many.objective_
    assert few.bound_ <= few.upper_ <= many.upper_
    assert few.gap_ == few.upper_ - few.bound_
    assert len(few.estimators_) <= len(many.estimators_)
    signed = np.where(y == few.classes_[1], 1, -1) * few.decision_function(X)
    lost = np.count_nonzero(signed < few.margin_ - 1e-6)
    costs = description_lengths(few.encoder_.n_features_out_, max_order, len(X))
    spent = sum(costs[monomial.order] for monomial in few.estimators_)
    assert lost + spent == pytest.approx(few.upper_)
    assert f"{len(few.estimators_)} used" in few.summary()
    assert f"{len(many.estimators_)} used" in many.summary()


@pytest.mark.parametrize(
    "model", [L0RBoostClassifier(max_order=2), L0RBoostClassifier.as_published()]
)
def test_the_code_length_is_that_of_the_vote(model):
    X, y = load_iris(return_X_y=True)
    X, y = X[50:] > X[50:].mean(axis=0), y[50:]
    model.fit(X, y)
    orders = [monomial.order for monomial in model.estimators_]
    wrong = round(100 * (1 - model.score(X, y)))
    places = sum(math.ceil(math.log2(2**k * math.comb(4, k))) for k in orders)
    tables = len(orders) * math.ceil(math.log2(model.max_order_))
    assert model.code_length_.exact == tables + places + 7 * (len(orders) + 1)
    assert model.code_length_.mistakes == 7 * wrong
    assert model.risk_bound_ == pytest.approx(
        (model.code_length_.exact + 7 * wrong + math.log2(20)) / 100
    )


def test_the_published_method_takes_the_monomials_and_weights_of_its_relaxation():
    random = np.random.default_rng(0)
    X = random.random((60, 4)) < 0.5
    y = X[:, 0] ^ (random.random(60) < 0.2)
    model = L0RBoostClassifier.as_published(max_order=2).fit(X, y)
    rows = BitSample.from_rows(X, y)
    penalties = description_lengths(4, 2, 60)
    result = l0_rboost(
        rows,
        margin=1 / 3,
        penalties=penalties,
        make_engine=GlopEngine,
        columns=1,
        hamming=1.25,
        form="printed",
        polish=False,
        vote_first=False,
        cuts=None,
    )
    assert model.margin_ == 1 / 3
    assert model.result_.relaxation == pytest.approx(result.relaxation)
    assert L0RBoostClassifier.as_published(5, margin=0.5).get_params()["margin"] == 0.5


def test_more_classes_are_each_told_from_the_rest():
    X, y = load_iris(return_X_y=True)
    model = L0RBoostClassifier(max_order=1, probability=False).fit(X, y)
    assert model.decision_function(X).shape == (150, 3)
    assert len(model.estimators_) == len(model.result_) == 3
    assert model.score(X, y) > 0.9
    assert "the rest" in model.summary()


def test_weights_are_repetitions_and_zero_is_absence():
    random = np.random.default_rng(1)
    X = random.integers(0, 2, (40, 5))
    y = (X[:, 0] & X[:, 1]) ^ (random.random(40) < 0.2)
    weights = random.integers(0, 4, 40)
    options = {"encoder": BinaryEncoder(cuts=[0.5]), "max_order": 2, "probability": False}
    weighted = L0RBoostClassifier(**options).fit(X, y, weights)
    repeated = L0RBoostClassifier(**options).fit(
        np.repeat(X, weights, axis=0), np.repeat(y, weights)
    )
    assert weighted.objective_ == pytest.approx(repeated.objective_, abs=2e-5)


def test_sparse_rows_and_pickles_give_the_same_votes():
    random = np.random.default_rng(2)
    X = random.integers(0, 3, (60, 6))
    y = X[:, 0] + X[:, 1] > 2
    model = L0RBoostClassifier(max_order=1).fit(sp.csr_array(X), y)
    votes = model.decision_function(X)
    assert np.array_equal(votes, pickle.loads(pickle.dumps(model)).decision_function(X))
    assert np.array_equal(votes, model.decision_function(sp.csr_array(X)))


def test_too_few_rounds_are_told():
    X, y = load_breast_cancer(return_X_y=True)
    with pytest.warns(ConvergenceWarning, match="ended by rounds"):
        model = L0RBoostClassifier(max_order=1, max_iter=2, time_limit=None, probability=False).fit(
            X[:, :8], y
        )
    assert model.result_.status is Status.FEASIBLE
    assert model.bound_ <= model.upper_


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"margin": 0}, "margin is 0"),
        ({"margin": "wide"}, "margin is 'wide'"),
        ({"max_order": 0}, "max_order is 0"),
        ({"max_order": 1.5}, "max_order is 1.5"),
        ({"max_order": "two"}, "max_order is 'two'"),
        ({"penalties": [1.0]}, "penalties have shape"),
        ({"penalties": [1.0, 1.0, 1.0], "max_order": 1}, "penalties have shape"),
        ({"penalties": [1.0, 0.0, 1.0]}, "above 0"),
        ({"kappa": -1}, "kappa is -1"),
        ({"class_weight": "even"}, "class_weight is 'even'"),
        ({"gap": -1}, "gap is -1"),
        ({"columns": 0}, "columns is 0"),
        ({"hamming": 0.5}, "hamming is 0.5"),
        ({"vote": "few"}, "vote 'few' is unknown"),
        ({"cuts": "strong"}, "'strong' is unknown"),
        ({"max_iter": 0}, "max_iter is 0"),
    ],
)
def test_bad_parameters_are_named(change, message):
    with pytest.raises(ValueError, match=message):
        L0RBoostClassifier(**change).fit([[0, 1], [1, 0], [1, 1]], [0, 1, 1])


def test_bad_data_are_named():
    with pytest.raises(ValueError, match="only one class"):
        L0RBoostClassifier().fit([[0], [1]], [1, 1])
    with pytest.raises(ValueError, match=r"at least one non-zero|all of sample_weight is 0"):
        L0RBoostClassifier().fit([[0], [1]], [0, 1], [0, 0])
    with pytest.raises(NotFittedError):
        L0RBoostClassifier().predict([[0]])


def test_an_encoder_need_not_name_its_bits():
    X, y = np.array([[0, 1], [1, 0], [1, 1]] * 5), [0, 1, 1] * 5
    encoder = make_pipeline(BinaryEncoder(), FunctionTransformer())
    model = L0RBoostClassifier(max_order=1, encoder=encoder).fit(X, y)
    assert model.score(X, y) == 1
    assert "bit 0" in model.rules_.to_string()


def test_an_encoder_must_make_bits():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match="values other than 0 and 1; take one that makes bits"):
        L0RBoostClassifier(encoder=StandardScaler()).fit(X, y)
