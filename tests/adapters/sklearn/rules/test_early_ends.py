"""Votes whose search was ended early: what is said of them, and that more time is no worse."""

from itertools import count

import numpy as np
import pytest
from sklearn.base import clone, is_regressor
from sklearn.exceptions import ConvergenceWarning

from nzdd.formulations.iteration.limits import TIME, Limits, Stopped
from nzdd.sklearn import RuleClassifier, RuleRegressor

RANDOM = np.random.default_rng(0)
X = RANDOM.random((120, 5)).round(2)
TWO = (X[:, 0] > 0.5).astype(int)
TWO[:15] = 1 - TWO[:15]
THREE = TWO + (X[:, 1] * X[:, 2] > 0.3)
NUMBERS = 3 * X[:, 0] + RANDOM.normal(size=120)
WEIGHTS = RANDOM.integers(1, 4, 120)
FEW = {"max_bins": 4, "folds": 2}
LABELS = [
    pytest.param(RuleClassifier(**FEW), TWO, id="two classes"),
    pytest.param(RuleClassifier(**FEW), THREE, id="three classes"),
    pytest.param(RuleRegressor(**FEW), NUMBERS, id="numbers"),
]
ENDED = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


@pytest.fixture
def ending(monkeypatch):
    """Fit with a time limit that is reached when it is asked for the n-th time."""

    def fit(model, labels, polls, **options):
        asked = count()
        left = property(lambda _: 0.0 if next(asked) >= polls else None)
        with monkeypatch.context() as patch:
            patch.setattr(Limits, "left", left)
            return clone(model).set_params(**options).fit(X, labels, sample_weight=WEIGHTS)

    return fit


def fits(ending, model, labels, **options):
    """Those that are ended later and later, up to the whole one."""
    polls = 0
    while True:
        yield (found := ending(model, labels, polls, **options))
        if found.result_.limit is None:
            return
        polls += 1 + polls // 2


def loss_of(model, labels):
    """The mean loss of the weighted rows, by its definition."""
    if is_regressor(model):
        losses = (model.predict(X) - labels) ** 2 / 2
    else:
        votes = model.decision_function(X)
        if votes.ndim == 1:
            votes = np.column_stack((np.zeros(len(votes)), votes))
        right = votes[np.arange(len(votes)), labels]
        losses = np.log(np.exp(votes - right[:, None]).sum(axis=1))
    return np.average(losses, weights=WEIGHTS)


def norm_of(model):
    """The penalised weights."""
    penalty = np.array([1 + 0.3 * (len(rule) - 1) for rule in model.conjunctions_])
    return (penalty[:, None] * np.abs(model.weights_)).sum()


def optimum(model, labels):
    """A whole fit for the penalty of a model."""
    whole = {"alpha": model.alpha_, "relax": 1, "max_literals": None, "gap": 1e-7}
    return clone(model).set_params(**whole).fit(X, labels, sample_weight=WEIGHTS)


@ENDED
@pytest.mark.parametrize(("model", "labels"), LABELS)
@pytest.mark.parametrize("options", [{}, {"alpha": 0.02}, {"max_literals": 3}])
def test_the_objective_is_that_of_the_vote_and_the_bound_holds(ending, model, labels, options):
    bounds = {}
    for ended in fits(
        ending, model, labels, relax="auto" if "max_literals" in options else 1, **options
    ):
        value = loss_of(ended, labels) + ended.alpha_ * norm_of(ended)
        assert ended.objective_ == pytest.approx(value)
        assert ended.gap_ == ended.objective_ - ended.bound_ >= 0
        if ended.alpha_ not in bounds:
            best = optimum(ended, labels)
            bounds[ended.alpha_] = best.bound_, best.objective_
        lower, upper = bounds[ended.alpha_]
        assert ended.bound_ <= upper + 1e-9
        assert ended.objective_ >= lower - 1e-9


@ENDED
@pytest.mark.parametrize(("model", "labels"), LABELS)
def test_of_relaxed_weights_the_objective_is_that_of_their_optimum(ending, model, labels):
    relaxed = 0
    for ended in fits(ending, model, labels, relax=0.25):
        point = ended.result_.point
        assert (
            ended.bound_
            <= ended.objective_
            <= loss_of(ended, labels) + ended.alpha_ * norm_of(ended) + 1e-9
        )
        if point is not None:
            relaxed += ended.result_.limit == TIME and point.num_rules > 0
            constant = ended.result_.path.points[0].bounds.upper
            assert ended.objective_ <= point.bounds.upper + 1e-4 * constant
            assert ended.gap_ <= 2.1e-3 * constant
    assert relaxed


@ENDED
@pytest.mark.parametrize(("model", "labels"), LABELS)
@pytest.mark.parametrize("options", [{"relax": 1}, {"max_literals": 3}, {"alpha": 0.02}])
def test_more_time_is_no_worse(ending, model, labels, options):
    """Up to the accuracy of the last step, until smaller penalties than the first are compared."""
    first = ending(model, labels, 0, **options)
    assert first.conjunctions_
    for ended in fits(ending, model, labels, **options):
        levels = {point.level for point in ended.result_.path.points}
        if len(levels) > 3 or (ended.result_.path.limit is None and "alpha" not in options):
            break
        value = loss_of(ended, labels) + first.alpha_ * norm_of(ended)
        assert value <= first.objective_ * (1 + 1e-3)


@ENDED
@pytest.mark.parametrize("options", [{}, {"relax": 0.25}, {"alpha": 0.05, "relax": 0.25}])
@pytest.mark.parametrize(
    ("model", "labels"),
    [
        (RuleClassifier(loss="soft_margin", max_order=1, **FEW), TWO),
        (RuleClassifier(loss="soft_margin", max_order=1, **FEW), THREE),
        (RuleRegressor(loss="absolute", max_order=1, **FEW), NUMBERS),
    ],
)
def test_linear_losses_end_with_an_answer(ending, model, labels, options):
    for ended in fits(ending, model, labels, **options):
        assert ended.bound_ <= ended.objective_


@ENDED
def test_a_scorecard_has_points_where_there_is_no_time_for_better_ones(ending):
    card = ending(RuleClassifier(**FEW), TWO, 0, max_points=3)
    assert 1 <= np.abs(card.points_).max() <= 3
    assert card.objective_ == pytest.approx(loss_of(card, TWO) + card.alpha_ * norm_of(card))


@pytest.mark.parametrize("choice", ["best", "1se"])
@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_ctrl_c_between_two_points_of_the_path(choice, points, monkeypatch):
    shown = count(1)

    def interrupt(point):
        if next(shown) == points:
            raise KeyboardInterrupt

    monkeypatch.setattr("nzdd.adapters.sklearn.rules.rule_base.print_point", interrupt)
    model = RuleClassifier(choice=choice, verbose=1, **FEW)
    with pytest.raises(KeyboardInterrupt):
        model.fit(X, TWO, sample_weight=WEIGHTS)
    assert model.conjunctions_
    assert (
        model.bound_
        <= model.objective_
        < loss_of(model, TWO) + model.alpha_ * norm_of(model) + 1e-9
    )
    assert np.isfinite(model.result_.path.standard_error)


def test_the_warning_counts_penalties(monkeypatch):
    def end(point):
        if point.relax < 1:
            raise Stopped(TIME)

    monkeypatch.setattr("nzdd.adapters.sklearn.rules.rule_base.print_point", end)
    with pytest.warns(ConvergenceWarning, match="time limit, with 1 compared"):
        RuleClassifier(verbose=1, **FEW).fit(X, TWO)
