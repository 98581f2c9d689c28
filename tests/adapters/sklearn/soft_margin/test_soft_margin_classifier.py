import io
import pickle
from contextlib import redirect_stdout

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install nzdd[sklearn]")

from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from nzdd.formulations.learning.soft_margin.margins import row_value
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.nu_choice import solve_with_default_nu
from nzdd.formulations.learning.soft_margin.soft_margin_result import Outcome
from nzdd.sklearn import BinaryEncoder, SoftMarginClassifier
from support.learning.same_estimator import assert_same_model
from support.learning.soft_margin_samples import random_rows


# The data of the checks are real-valued; most are noise, in too few rows to separate every class
# from the rest, as the warnings say.
@pytest.mark.filterwarnings("ignore::UserWarning")
@parametrize_with_checks(
    [
        SoftMarginClassifier(),
        SoftMarginClassifier(encoder=BinaryEncoder(max_bins=32, sparse_output=False)),
        SoftMarginClassifier(
            0.5,
            class_weight="balanced",
            slack="edge",
            algorithm="column-generation",
            encoder=BinaryEncoder("mdl"),
        ),
    ]
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


def test_zeros_and_ones_need_no_encoder_and_other_values_get_one():
    X, y, _ = noisy_rule()
    plain = SoftMarginClassifier().fit(X, y)
    assert plain.encoder_ is None
    assert_same_model(plain, SoftMarginClassifier(encoder=None).fit(X, y))
    numbers = X + 0.5 * (np.arange(len(X))[:, None] % 3 == 0)
    numbers[0, 0] = np.nan
    model = SoftMarginClassifier().fit(numbers, y)
    assert_same_model(model, SoftMarginClassifier(encoder=BinaryEncoder()).fit(numbers, y))
    with pytest.raises(ValueError, match="only 0 and 1 are taken"):
        plain.predict(numbers)
    with pytest.raises(ValueError, match="encoder is 'automatic'"):
        SoftMarginClassifier(encoder="automatic").fit(X, y)


def sample(seed, **sizes):
    """Rows whose both classes have weight, with weights of any size."""
    return random_rows(np.random.default_rng(seed), **sizes)


def noisy_rule():
    """Rows with a rule behind their labels, a tenth of them wrong, and weights."""
    random = np.random.default_rng(0)
    X = random.integers(0, 2, (200, 8))
    y = (X[:, 0] + X[:, 3] + X[:, 5] > 1) ^ (random.random(200) < 0.1)
    return X, y, random.choice([0.25, 1, 3], 200)


def reference_optimum(X, y, weights, nu, model):
    """The optimum of (4) by linprog: weights, bias, margin, slacks."""
    m, n = X.shape
    sign = np.where(y, 1.0, -1.0)
    rows = np.column_stack((X, np.ones(m)))  # the bias last
    below, above = np.zeros(n + 1), np.full(n + 1, np.inf)
    if model.positive:
        lower_side, upper_side = below.copy(), above.copy()
        lower_side[-1], upper_side[-1] = -np.inf, 0.0
    else:
        lower_side, upper_side = -above, above.copy()
    counted = np.ones(n + 1)
    if not model.fit_intercept:
        lower_side[-1] = upper_side[-1] = 0.0
    elif not model.penalize_intercept:
        lower_side[-1], upper_side[-1], counted[-1] = -np.inf, np.inf, 0.0
    # w = p - q with p, q >= 0 inside these sides
    p, q = np.maximum(upper_side, 0), np.maximum(-lower_side, 0)
    margins = np.hstack((-sign[:, None] * rows, sign[:, None] * rows, np.ones((m, 1)), -np.eye(m)))
    total = np.concatenate((counted, counted, np.zeros(m + 1)))[None]
    cost = np.concatenate((np.zeros(2 * n + 2), [-1.0], weights / (nu * weights.sum())))
    found = linprog(
        cost,
        np.vstack((margins, total)),
        np.append(np.zeros(m), 1.0),
        bounds=[(0, top) for top in (*p, *q)] + [(None, None)] + [(0, None)] * m,
    )
    assert found.status == 0
    return -found.fun


KINDS = st.fixed_dictionaries(
    {
        "fit_intercept": st.booleans(),
        "penalize_intercept": st.booleans(),
        "positive": st.booleans(),
        "class_weight": st.sampled_from([None, "balanced", {True: 2.5}]),
    }
)


@given(st.integers(0, 10**6), st.floats(0.05, 0.95), KINDS)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_weights_reach_the_optimum_of_another_solver(seed, nu, kind):
    X, y, _ = sample(seed, max_rows=30)
    weights = np.random.default_rng(seed).choice([0.25, 1, 3], y.size)
    model = SoftMarginClassifier(nu, slack="row", probability=False, **kind)
    factor = np.ones(y.size)
    if kind["class_weight"] == "balanced":
        factor = np.where(y, 1 / weights[y].sum(), 1 / weights[~y].sum())
    elif kind["class_weight"]:
        factor[y] = 2.5
    weighed = factor * weights
    if not kind["penalize_intercept"] and kind["fit_intercept"]:
        share = min(weighed[y].sum(), weighed[~y].sum()) / weighed.sum()
        model.nu = nu = nu * 2 * share * 0.99
    model.fit(X, y, weights)
    optimum = reference_optimum(X, y, weighed, nu, model)
    assert model.objective_ == pytest.approx(optimum, abs=2e-5)
    assert model.objective_ - 1e-9 <= optimum <= model.dual_objective_ + 1e-9 + 2e-8
    assert model.gap_ == model.dual_objective_ - model.objective_
    both = np.append(model.coef_[0], model.intercept_)
    assert model.row_objective_ == pytest.approx(row_value(model.diagram_.sample, both, nu))
    norm = np.abs(both if kind["penalize_intercept"] else both[:-1]).sum()
    assert norm <= 1 + 1e-9
    expected = X @ model.coef_[0] + model.intercept_[0]
    assert np.allclose(model.decision_function(X), expected, rtol=0, atol=1e-12)
    assert np.array_equal(model.predict(X), model.decision_function(X) > 0)


@given(st.integers(0, 10**6))
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_weights_are_repetitions(seed):
    X, y, _ = sample(seed)
    counts = np.random.default_rng(seed).integers(0, 4, y.size)
    counts[[0, -1]] = 1  # a row of each class
    options = {"probability": False}
    weighted = SoftMarginClassifier(**options).fit(X, y, counts)
    repeated = SoftMarginClassifier(**options).fit(X.repeat(counts, axis=0), y.repeat(counts))
    assert_same_model(weighted, repeated)
    factors = {False: 0.5, True: 3.0}
    by_class = SoftMarginClassifier(0.4, class_weight=factors, **options).fit(X, y, counts)
    by_row = SoftMarginClassifier(0.4, **options).fit(X, y, counts * np.where(y, 3.0, 0.5))
    assert_same_model(by_class, by_row)


def test_classes_without_weight_are_none():
    X = np.array([[1, 0], [1, 1], [0, 1], [0, 0]])
    model = SoftMarginClassifier(0.5).fit(X, ["a", "b", "c", "c"], [1, 0, 1, 1])
    assert model.classes_.tolist() == ["a", "c"]
    assert model.predict(X).tolist() == ["a", "a", "c", "c"]


X4, Y4 = np.array([[1, 0, 1], [1, 1, 0], [0, 0, 1], [0, 1, 0]], np.uint8), [1, 1, 0, 0]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"nu": 0}, "nu is 0; give a number above 0 and at most 1, or 'auto'"),
        ({"nu": 1.5}, "nu is 1.5"),
        ({"nu": "best"}, "nu is 'best'"),
        ({"slack": "none"}, "slack 'none' is unknown"),
        ({"slack": "block", "blocks": 0}, "blocks is 0"),
        ({"algorithm": "simplex"}, "algorithm 'simplex' is unknown"),
        ({"solver": "glop"}, "does not use the solver 'glop'"),
        ({"algorithm": "lp", "solver": "cplex"}, "solver 'cplex' is unknown"),
        ({"gap": 0.0}, "gap is 0.0"),
        ({"max_iter": 0}, "max_iter is 0; give an integer of at least 1"),
        ({"max_iter": 1.5}, "max_iter is 1.5"),
        ({"class_weight": "equal"}, "class_weight is 'equal'"),
        ({"class_weight": {2: 1.0}}, "class_weight names 2"),
        ({"class_weight": {1: 0.0}}, "class_weight gives 1 the factor 0.0"),
        ({"penalize_intercept": False, "nu": 1.0}, "must lie below 1"),
    ],
)
def test_wrong_parameters_are_named(options, problem):
    with pytest.raises(ValueError, match=problem):
        SoftMarginClassifier(**options).fit(X4, Y4)


@pytest.mark.parametrize(
    ("y", "weights", "problem"),
    [
        ([1, 1, 1, 1], None, r"only one class, \[1\], in the rows of positive weight"),
        (Y4, [1, 1, 0, 0], r"only one class, \[1\], in the rows of positive weight"),
        (Y4, [0, 0, 0, 0], "weight"),
        (Y4, [1, 1, -1, 1], "Negative values"),
        (Y4, [1, 1, np.nan, 1], "NaN"),
        (Y4[:3], None, "X has 4 rows and y has 3"),
        ([0.1, 0.2, 0.3, 0.4], None, "Unknown label type"),
        ([0, 1, np.nan, 1], None, "NaN"),
        (None, None, "requires y to be passed"),
    ],
)
def test_wrong_labels_and_weights_are_refused(y, weights, problem):
    with pytest.raises(ValueError, match=problem):
        SoftMarginClassifier().fit(X4, y, weights)


def test_nothing_is_known_before_fit():
    model = SoftMarginClassifier()
    for ask in (lambda: model.predict(X4), lambda: model.rules_, model.summary):
        with pytest.raises(NotFittedError):
            ask()
    assert not hasattr(model, "rules_")


@pytest.mark.parametrize("nu", [0.3, "auto"])
def test_several_classes_are_separate_problems(nu):
    X, y = load_iris(return_X_y=True)
    bits = BinaryEncoder().fit_transform(X)
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    model = SoftMarginClassifier(nu, probability=False).fit(bits, names)
    scores = []
    for k, name in enumerate(model.classes_):
        alone = SoftMarginClassifier(nu, probability=False).fit(bits, names == name)
        assert np.array_equal(model.coef_[k], alone.coef_[0])
        assert model.intercept_[k] == alone.intercept_[0]
        for fact in ("nu_", "objective_", "dual_objective_", "gap_", "row_objective_", "n_iter_"):
            assert getattr(model, fact)[k] == getattr(alone, fact)
        assert len(model.history_[k]) == len(alone.history_)
        scores.append(alone.decision_function(bits))
    assert len(model.diagram_) == len(model.result_) == 3
    assert np.allclose(model.decision_function(bits), np.stack(scores, axis=1), atol=1e-12)
    assert np.array_equal(model.predict(bits), model.classes_[np.argmax(scores, axis=0)])
    assert model.score(bits, names) > 0.9


def test_balanced_classes_weigh_the_same():
    X, y, weights = noisy_rule()
    half = np.where(y, 0.5 / weights[y].sum(), 0.5 / weights[~y].sum())
    balanced = SoftMarginClassifier(0.4, class_weight="balanced").fit(X, y, weights)
    by_hand = SoftMarginClassifier(0.4).fit(X, y, weights * half)
    assert balanced.objective_ == pytest.approx(by_hand.objective_, abs=2e-8)
    assert balanced.diagram_.sample.class_weights[0] == pytest.approx(weights.sum() / 2)


def test_nu_is_chosen_inside_its_window():
    X, y, weights = noisy_rule()
    model = SoftMarginClassifier().fit(X, y, weights)
    assert model.nu_ == solve_with_default_nu(InteriorPoint(model.diagram_)).problem.nu
    assert model.objective_ > 0
    assert model.result_.outcome is Outcome.FEATURES
    assert_same_model(model, SoftMarginClassifier(model.nu_).fit(X, y, weights))


@pytest.mark.parametrize("sparse", [True, False])
def test_an_encoder_inside_is_one_before(sparse):
    X, y = load_iris(return_X_y=True, as_frame=True)
    y = y == 1
    encoder = BinaryEncoder("mdl", sparse_output=sparse)
    inside = SoftMarginClassifier(0.3, encoder=encoder).fit(X, y)
    before = make_pipeline(clone(encoder), SoftMarginClassifier(0.3)).fit(X, y)
    assert_same_model(inside, before[-1])
    assert np.array_equal(inside.decision_function(X), before.decision_function(X))
    assert not hasattr(encoder, "n_features_in_")  # a clone was fitted
    assert inside.n_features_in_ == 4
    assert inside.feature_names_in_.tolist() == X.columns.tolist()
    bits = inside.encoder_.get_feature_names_out()
    assert inside.weights_.shape == (1, bits.size)
    assert set(inside.rules_["rule"]) <= set(bits)
    framed = make_pipeline(clone(encoder), SoftMarginClassifier(0.3))
    framed.set_output(transform="pandas")
    framed.fit(X, y)
    assert_same_model(inside, framed[-1])
    assert framed[-1].rules_.equals(inside.rules_)


def test_rows_without_weight_do_not_reach_the_encoder():
    X = np.array([[0.0], [1], [2], [3], [50], [51]])
    y, weights = [0, 0, 1, 1, 0, 1], [1, 1, 1, 1, 0, 0]
    model = SoftMarginClassifier(0.5, encoder=BinaryEncoder()).fit(X, y, weights)
    assert_same_model(model, clone(model).fit(X[:4], y[:4]))
    assert len(model.encoder_.get_feature_names_out()) == 3
    assert_same_model(model, clone(model).fit(sp.coo_array(X), y, weights))


def test_parameters_of_the_encoder_can_be_searched():
    X, y = load_breast_cancer(return_X_y=True)
    model = SoftMarginClassifier(0.2, encoder=BinaryEncoder(), probability=False)
    search = GridSearchCV(model, {"encoder__max_bins": [2, 4]}, cv=2).fit(X, y)
    assert search.best_score_ > 0.9


def test_rules_are_the_weights_by_name():
    pandas = pytest.importorskip("pandas")
    X, y, weights = noisy_rule()
    frame = pandas.DataFrame(X, columns=[f"bit {j}" for j in range(X.shape[1])])
    model = SoftMarginClassifier().fit(frame, y, weights)
    rules = model.rules_
    assert rules["weight"].abs().is_monotonic_decreasing
    assert len(rules) == np.count_nonzero(model.coef_)
    for name, weight, support, lift in rules[["rule", "weight", "support", "lift"]].itertuples(
        index=False
    ):
        j = int(name.removeprefix("bit "))
        assert model.coef_[0, j] == weight
        assert support == pytest.approx(np.average(X[:, j], weights=weights))
        held = X[:, j] == 1
        share = np.average(y[held], weights=weights[held])
        assert lift == pytest.approx(share / np.average(y, weights=weights))
    text = model.summary()
    assert all(name in text for name in rules["rule"])
    assert "objective" in text
    assert "True against False" in text
    several = SoftMarginClassifier().fit(X, X[:, 0] + X[:, 0] * X[:, 3])
    assert set(several.rules_["class"]) <= {0, 1, 2}
    assert several.summary().count("against the rest") == 3


def test_trivial_answers_and_open_gaps_are_told():
    random = np.random.default_rng(0)
    X = random.integers(0, 2, (200, 5))
    y = X[:, 0] + random.normal(0, 2, 200) > 1.5
    with pytest.warns(UserWarning, match="no weights have a positive soft margin at nu = 0.01"):
        model = SoftMarginClassifier(0.01).fit(X, y)
    assert model.result_.outcome is Outcome.NOTHING
    assert not model.coef_.any()
    assert model.objective_ == 0
    with pytest.warns(UserWarning, match="the best weights put every row into the same class"):
        SoftMarginClassifier(1.0).fit(np.ones((4, 1)), [0, 0, 0, 1])
    with pytest.warns(UserWarning, match="put every row into the same class") as caught:
        SoftMarginClassifier(1.0).fit(np.ones((5, 1)), list("aaabc"))
    assert [str(warning.message)[:11] for warning in caught] == [f"class '{c}': " for c in "abc"]
    with pytest.warns(ConvergenceWarning, match="ended by iterations at a gap of"):
        model = SoftMarginClassifier(0.9, max_iter=1).fit(X, y)
    assert model.n_iter_ == 1
    assert model.gap_ > 1e-8


class StopsAt(io.StringIO):
    """A screen in front of which somebody presses Ctrl-C."""

    def __init__(self, lines):
        super().__init__()
        self.lines = lines

    def write(self, text):
        if self.getvalue().count("\n") >= self.lines:
            raise KeyboardInterrupt
        return super().write(text)


def test_ctrl_c_keeps_the_best_so_far():
    X, y, weights = noisy_rule()
    whole = SoftMarginClassifier(0.3).fit(X, y, weights)
    model = SoftMarginClassifier(0.3, verbose=1)
    with redirect_stdout(StopsAt(4)), pytest.raises(KeyboardInterrupt):
        model.fit(X, y, weights)
    assert model.result_.limit == "interrupted"
    assert len(model.history_) == 4
    assert model.objective_ - 1e-9 <= whole.objective_ <= model.dual_objective_ + 1e-9
    assert np.array_equal(model.predict(X), X @ model.coef_[0] + model.intercept_[0] > 0)
    early = SoftMarginClassifier(verbose=1)
    with redirect_stdout(StopsAt(3)), pytest.raises(KeyboardInterrupt):
        early.fit(X, np.arange(len(X)) % 3)
    assert not hasattr(early, "coef_")  # two classes have no weights yet


def test_verbose_prints_the_steps(capsys):
    model = SoftMarginClassifier(0.5, verbose=1).fit(X4, Y4)
    header, *lines = capsys.readouterr().out.splitlines()
    assert header.split() == ["step", "seconds", "columns", "lower", "upper", "gap"]
    assert [int(line.split()[0]) for line in lines] == [step.number for step in model.history_]
    SoftMarginClassifier(0.5).fit(X4, Y4)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("algorithm", "solver", "gap"),
    [
        ("interior-point", None, 1e-8),
        ("column-generation", None, 1e-6),
        ("column-generation", "glop", 1e-6),
        ("erlpboost", None, 1e-3),
        ("erlpboost", "pdlp", 1e-3),
        ("lp", None, 1e-6),
        ("lp", "scipy", 1e-6),
        ("lp", "glop", 1e-6),
    ],
)
@pytest.mark.parametrize("slack", ["row", "edge", "block"])
def test_all_algorithms_find_the_same_optimum(algorithm, solver, gap, slack):
    X, y, _ = noisy_rule()
    options = {"slack": slack, "blocks": 3, "probability": False}
    expected = SoftMarginClassifier(0.4, **options).fit(X, y)
    model = SoftMarginClassifier(0.4, algorithm=algorithm, solver=solver, **options).fit(X, y)
    assert model.objective_ == pytest.approx(expected.objective_, abs=gap + 2e-5)
    assert model.dual_objective_ >= expected.objective_ - 2e-5
    assert model.diagram_.slack == slack


def test_copies_and_pickles_predict_the_same():
    X, y, weights = noisy_rule()
    model = SoftMarginClassifier().fit(X, y, weights)
    copied = pickle.loads(pickle.dumps(model))
    assert np.array_equal(copied.decision_function(X), model.decision_function(X))
    assert copied.summary() == model.summary()
    assert_same_model(clone(model).fit(X, y, weights), model)


class Positive(TransformerMixin, BaseEstimator):
    """Bits without names, as lists."""

    def fit(self, X, y=None):
        self.fitted_ = True
        return self

    def transform(self, X):
        return [[float(value > 0) for value in row] for row in X]


def test_bits_without_names_are_counted():
    X = np.random.default_rng(0).normal(size=(60, 3))
    model = SoftMarginClassifier(0.3, encoder=Positive()).fit(X, X[:, 1] > 0)
    assert model.score(X, X[:, 1] > 0) == 1
    assert model.rules_["rule"].tolist() == ["bit 1"]


def test_a_time_limit_ends_the_fit_with_a_warning():
    X, y, weights = noisy_rule()
    with pytest.warns(ConvergenceWarning, match="ended by time"):
        model = SoftMarginClassifier(time_limit=0.0, probability=False).fit(X, y, weights)
    assert model.predict(X).shape == y.shape
    with pytest.raises(ValueError, match="time_limit is -1"):
        SoftMarginClassifier(time_limit=-1).fit(X, y)
