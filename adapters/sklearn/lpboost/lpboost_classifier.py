"""LPBoost as a classifier of scikit-learn."""

from __future__ import annotations

import warnings
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state
from sklearn.utils.validation import _num_samples, check_is_fitted

from nzdd.adapters.sklearn.checks import column_names
from nzdd.adapters.sklearn.classifier_base import ClassifierBase
from nzdd.adapters.sklearn.equal_rows import distinct_rows
from nzdd.adapters.sklearn.lpboost.lpboost_base import LPBoostBase
from nzdd.adapters.sklearn.lpboost.stump_rules import stump_rules
from nzdd.adapters.sklearn.lpboost.weak_learners import ClassifierLearner, held_out_error
from nzdd.adapters.sklearn.rules_mixin import Rule, RulesMixin, importances_of_rules, shares
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.learning.classes import numbered
from nzdd.formulations.learning.lpboost import (
    BoostingProblem,
    ClassificationStumps,
    CProblem,
    NuProblem,
    SortedColumns,
    WeakLearner,
    agreement,
)
from nzdd.formulations.learning.lpboost.nu_choice import NuChoice, choose_nu, constant_nu
from nzdd.formulations.learning.lpboost.opposites import NO_MARGIN, without_opposites
from nzdd.formulations.learning.lpboost.problems.nu_problem import check_nu
from nzdd.formulations.models.arrays import Floats
from nzdd.input.parameters import as_float, check_flags, check_number, is_one_of

TIE = 1e-9
"""How many votes the classes get beforehand, together."""
CHOOSING = 0.4
"""The share of a time limit in which nu is chosen."""
MORE, MOST_SHARE = 0.1, 0.75
"""Nu is by so much larger than the error of a single hypothesis, but at most this share of
`constant_nu`."""


@dataclass(eq=False, repr=False)
class LPBoostClassifier(RulesMixin, ClassifierBase, LPBoostBase):
    """A sparse ensemble with the largest soft margin, by linear programming.

    The published method, with a proof. For rules to read or the smaller error take
    `RuleClassifier`.

    LPBoost (Demiriz, Bennett and Shawe-Taylor 2002): the weighted mean of hypotheses that maximises
    the mean of the smallest margins, taken over rows with the share `nu` of the total weight. Over
    decision stumps the optimum is found and proven. The margin of a row is the share of the votes
    for its class minus the share of those for all others, for any number of classes (section 7.2).

    Parameters
    ----------
    estimator : classifier, optional
        The weak learner: any classifier that takes sample weights, such as a small decision tree.
        By default decision stumps, among which the search is exact.
    nu : float or "auto", default "auto"
        In (0, 1], and at least the share of one row: about this share of the rows may lie below
        the margin. If it is too large for unbalanced classes, the best answer is the larger class
        for all rows; if it is too small for noisy ones, no soft margin is positive. Both give a
        UserWarning. ``"auto"``: for stumps the nu of a grid that errs least on rows held out, see
        `nzdd.formulations.learning.lpboost.choose_nu`; for other learners 0.1 more than the error
        of one of them on rows held out, as in the paper, but at most 1.5 times the share of all
        classes but the largest. It has no effect if `C` is given.
    C : float, optional
        Above 0, instead of `nu` (program (2)): the cost, for a row of weight 1, of a margin that is
        1 too small, against a cost of 1 for the sum of the weights. The ensemble is that for nu =
        ``-objective_ / C`` over the number of rows (theorem 3.1). If it is too small, no hypothesis
        is worth its cost, which is a ValueError.
    confidence_rated : bool, default False
        Section 5: hypotheses vote with their probabilities instead of for one class.
    min_cost : float or "auto", default "auto"
        From 0 to `nu` (section 7.2): the least cost of a row, as a share of the largest possible
        cost, which helps learners that are not exact. ``"auto"``: 0 for stumps, otherwise the
        smaller of 1 / 25, as in the paper, and nu / 4. It cannot be given with `C`.
    gap : float, default 1e-6
        The gap to close; with `C` relative to the sum of all costs.
    max_iter : int, optional
        The most hypotheses to try. By default there is no limit for stumps, and 25 for other
        learners.
    time_limit : float, optional
        Seconds of wall-clock time, after which the best ensemble so far is taken, with a
        ConvergenceWarning. Up to 40 % of it go into the choice of nu.
    algorithm : {"auto", "simplex", "interior-point"}, default "auto"
        ``"simplex"``: that of the paper, one hypothesis a round. ``"interior-point"``: many stumps
        a round, until the same gap is proven; much faster. ``"auto"``: the interior-point method
        for stumps that vote for one class, else the simplex method.
    probability : bool, default True
        Learn from two halves of the rows as well, for `predict_proba`. That takes about as long
        again, and less for more than 60,000 rows.
    random_state : int, RandomState or None
        Seeds estimators that have a `random_state`.
    verbose : int, default 0
        1 prints a line for each round: both bounds, the gap, and the number of hypotheses.

    Attributes
    ----------
    classes_ : ndarray, shape (classes,)
        Those with rows of positive weight.
    estimators_ : list
        The hypotheses with a weight, no two of them alike on the training rows: estimators fitted
        to the positions in `classes_`, or `nzdd.formulations.learning.lpboost.Stump`.
    estimator_weights_ : ndarray, shape (hypotheses,)
        Above 0, descending, of sum 1. Of two classes, no two hypotheses contradict each other on
        all training rows. If no soft margin is positive there are none.
    nu_ : float or None
        The nu that was taken; None with a `C`.
    nu_choice_ : NuChoice or None
        The values tried for ``nu="auto"``, and their errors on rows held out.
    objective_ : float
        The soft margin of the ensemble; with `C` minus the sum of all costs.
    bound_, gap_ : float
        A proven upper bound on the soft margin of any ensemble of such hypotheses, and its
        distance from `objective_`. For learners that are not exact the bound is 1.
    history_ : list of Step
        Both bounds after every round.
    n_iter_ : int
        The number of hypotheses tried.
    rules_ : DataFrame or list of tuples
        Only of stumps: what lies beyond the cut points adds to the votes.
    feature_importances_ : ndarray of float64, shape (columns,)
    ensemble_ : Ensemble
    result_ : BoostingResult
        Everything else: status, message, costs, iterations of the masters, seconds.
    n_features_in_, feature_names_in_ : int, ndarray of str
        Of X; the names only if its columns have names.

    Notes
    -----
    X holds finite numbers, and is dense unless `estimator` takes sparse matrices.
    `decision_function` is the share of the votes for each class; for two classes that of the second
    minus that of the first. A tie goes to the class with more weight: the classes have 1e-9 of a
    vote beforehand, by weight. An `estimator` that is not a classifier, or takes no sample weights,
    is a TypeError.

    A round takes one fit of the learner, for stumps time O(rows x columns x classes), and a few
    iterations of the dual simplex method, whose basis is kept, or some Newton steps of time
    O(hypotheses^2 x rows). As a rule there are at most some hundred hypotheses. Equal rows of one
    class are merged; `result_` counts the distinct ones.

    Examples
    --------
    >>> from nzdd.sklearn import LPBoostClassifier
    >>> X, y = [[1, 5], [2, 3], [3, 9], [4, 1]], ["low", "low", "high", "high"]
    >>> model = LPBoostClassifier(nu=0.5).fit(X, y)
    >>> model.predict([[0, 0], [9, 9]]).tolist()
    ['low', 'high']
    >>> model.objective_, model.bound_
    (1.0, 1.0)
    >>> print(model.summary().splitlines()[-1])
         1.0000 low if x0 <= 2.5 else high
    """

    _: KW_ONLY
    nu: float | str | None = "auto"
    C: float | None = None
    confidence_rated: bool = False
    probability: bool = True

    def _learn(self, X: Any, labels: NDArray[Any], weights: Floats) -> None:
        classes, codes = numbered(labels)
        if self.C is None and self.nu != "auto":
            check_nu(weights, as_float(self.nu), repeated=True)
        prior = np.bincount(codes, weights) / weights.sum()
        X, codes, weights = distinct_rows(X, codes, weights)
        limits = Limits(self.time_limit)
        learner = self._learner(X, codes, classes.size)
        choice = self._choice(X, codes, weights)
        nus: list[Any] = [None] if choice is None else choice.from_the_best()
        for nu in nus[: None if classes.size == 2 else 1]:
            problem = self._problem(weights, nu)
            result = self._boost(problem, learner, limits.left)
            if result.objective > NO_MARGIN or self.C is not None or result.limit is not None:
                break
        if isinstance(problem, NuProblem) and classes.size == 2:
            result = without_opposites(
                result, problem, lambda member: agreement(member.predict(X), codes)
            )
        self.classes_, self._prior = classes, prior
        self._lightest = float(weights.min() / weights.sum())
        self.nu_, self.nu_choice_ = nu, choice
        self._adopt(result)
        self._found_rules = None
        if self.estimator is None:
            names = column_names(self)
            self._found_rules = stump_rules(self.ensemble_, self.classes_, names, X, codes, weights)
        self._end(result)
        if result.limit is None:
            self._warn(self._votes(X))

    def _rules(self) -> list[Rule]:
        check_is_fitted(self, self._fitted)
        if self._found_rules is None:
            raise AttributeError("only an ensemble of stumps has rules_; take estimator=None")
        return self._found_rules

    @property
    def feature_importances_(self) -> Floats:
        """How much each column counts, of sum 1 unless all are 0; shape (n_features_in_,).

        Of stumps as in all ensembles of rules: see `rules_mixin.RulesMixin`. Of other learners the
        weighted mean of their own importances.
        """
        check_is_fitted(self, self._fitted)
        if self._found_rules is not None:
            return importances_of_rules(self._found_rules, self.n_features_in_)
        members: Any = zip(self.estimator_weights_.tolist(), self.estimators_, strict=True)
        return shares(
            np.sum([weight * each.feature_importances_ for weight, each in members], axis=0)
        )

    def _decide(self, X: Any) -> Floats:
        votes = self._votes(X)
        return votes[:, 1] - votes[:, 0] if votes.shape[1] == 2 else votes

    def _votes(self, X: Any) -> Floats:
        """The votes for each class, and a little for those with more weight, which decides ties."""
        prior = np.tile(TIE * self._prior, (_num_samples(X), 1))
        return prior + self.ensemble_.predict(X) if len(self.ensemble_) else prior

    def _for_a_half(self) -> Any:
        """With the nu that was chosen, unless a half might have too few rows for it."""
        model = super()._for_a_half()
        if self.nu == "auto" and self.C is None and self.nu_ > 4 * self._lightest:
            model.set_params(nu=self.nu_)
        return model

    def _check_parameters(self) -> None:
        super()._check_parameters()
        check_flags(self, "confidence_rated", "probability")

    def _check_price(self) -> None:
        if self.C is None:
            check_number("nu", self.nu, above=True, most=1.0, choices=("auto",))
            return
        if not is_one_of(self.nu, ("auto", None)):
            raise ValueError(f"nu is {self.nu!r} and C is {self.C!r}; give one of them")
        check_number("C", self.C, above=True, choices=(None,))
        if not is_one_of(self.min_cost, ("auto",)) and as_float(self.min_cost) != 0:
            raise ValueError(f"min_cost is {self.min_cost!r}, which needs nu; give it, or 'auto'")

    def _choice(self, X: Any, codes: NDArray[np.integer[Any]], weights: Floats) -> NuChoice | None:
        """The nu that is given, or one for the sample; None with a C."""
        if self.C is not None:
            return None
        if self.nu != "auto":
            return NuChoice(as_float(self.nu), np.zeros(0), np.zeros(0))
        if self.estimator is None:
            from nzdd.adapters.solvers.glop import GlopEngine  # slow to load

            part = None if self.time_limit is None else CHOOSING * self.time_limit
            return choose_nu(X, codes, weights, GlopEngine, Limits(part))
        error = held_out_error(self.estimator, X, codes, weights, self.random_state)
        nu = min(error + MORE, MOST_SHARE * constant_nu(codes, weights))
        nu = float(max(nu, weights.min() / weights.sum()))
        return NuChoice(nu, np.array([nu]), np.array([error]))

    def _problem(self, weights: Floats, nu: Any) -> BoostingProblem:
        if self.C is not None:
            return CProblem.from_weights(weights, self.C)
        return NuProblem.classification(weights, *self._limits(weights, nu))

    def _learner(self, X: Any, codes: NDArray[np.integer[Any]], count: int) -> WeakLearner:
        if self.estimator is None:
            return ClassificationStumps(SortedColumns(X), codes, count, bool(self.confidence_rated))
        return ClassifierLearner(
            self.estimator,
            X,
            codes,
            count,
            bool(self.confidence_rated),
            check_random_state(self.random_state),
        )

    def _warn(self, votes: Floats) -> None:
        """Warn of trivial answers."""
        chosen = self.nu == "auto" and self.classes_.size > 2  # they seldom have a positive one
        if self.C is None and self.objective_ <= NO_MARGIN and not chosen:
            warnings.warn(
                f"no mean of these hypotheses has a positive soft margin at nu = {self.nu_:g}; "
                "take a larger nu",
                UserWarning,
                stacklevel=4,
            )
        elif np.unique(votes.argmax(axis=1)).size == 1:
            if self.C is None:
                price, cure = f"nu = {self.nu_:g}", "smaller nu"
            else:
                price, cure = f"C = {self.C:g}", "larger C"
            warnings.warn(
                f"at {price} the best ensemble puts every row into the same class; take a {cure}, "
                "or balance the classes by sample_weight",
                UserWarning,
                stacklevel=4,
            )

    def _answer_text(self, answer: Floats) -> str:
        if answer.max() == 1:
            return str(self.classes_.tolist()[int(answer.argmax())])
        shares = zip(self.classes_.tolist(), answer.tolist(), strict=True)
        return "/".join(f"{label}:{share:.2f}" for label, share in shares)
