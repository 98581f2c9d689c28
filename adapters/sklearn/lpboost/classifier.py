"""LPBoost as a classifier of scikit-learn."""

from __future__ import annotations

import warnings
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.sklearn.base import ClassifierBase
from nzdd.adapters.sklearn.checks import column_names
from nzdd.adapters.sklearn.lpboost.base import LPBoostBase
from nzdd.adapters.sklearn.lpboost.rules import stump_rules
from nzdd.adapters.sklearn.lpboost.weak_learners import ClassifierLearner, distinct_rows
from nzdd.adapters.sklearn.rules_mixin import Rule, RulesMixin, importances_of_rules, shares
from nzdd.formulations.learning.classes import numbered
from nzdd.formulations.learning.lpboost import (
    BoostingProblem,
    ClassificationStumps,
    CProblem,
    NuProblem,
    SortedColumns,
    WeakLearner,
)
from nzdd.formulations.learning.lpboost.problems.nu_problem import check_nu
from nzdd.input.parameters import as_float, check_flags, check_number, is_one_of

Floats = NDArray[np.float64]

NO_MARGIN = 1e-7


@dataclass(eq=False, repr=False)
class LPBoostClassifier(RulesMixin, ClassifierBase, LPBoostBase):
    """A sparse ensemble with the largest soft margin, by linear programming.

    LPBoost (Demiriz, Bennett and Shawe-Taylor 2002): the weighted mean of hypotheses that maximises
    the mean of the smallest margins, taken over rows with the share `nu` of the total weight. Over
    decision stumps the optimum is found and proven. The margin of a row is the share of the votes
    for its class minus the share of those for all others, for any number of classes (section 7.2).

    Parameters
    ----------
    estimator : classifier, optional
        The weak learner: any classifier that takes sample weights, such as a small decision tree.
        By default decision stumps, among which the search is exact.
    nu : float or None, default 0.2
        In (0, 1], and at least the share of one row. About this share of the rows may lie below
        the margin; the paper takes 0.1 more than the expected error rate. If it is too large for
        unbalanced classes, the best answer is the larger class for all rows; if it is too small for
        noisy ones, no soft margin is positive. Both give a UserWarning. None if `C` is given.
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
        ConvergenceWarning.
    algorithm : {"auto", "simplex", "interior-point"}, default "auto"
        ``"simplex"``: that of the paper, one hypothesis a round. ``"interior-point"``: many stumps
        a round, until the same gap is proven; much faster. ``"auto"``: it, for stumps that vote for
        one class.
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
        Above 0, descending, of sum 1.
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
        Everything else: status, message, costs, simplex iterations, seconds.
    n_features_in_, feature_names_in_ : int, ndarray of str
        Of X; the names only if its columns have names.

    Notes
    -----
    X holds finite numbers, and is dense unless `estimator` takes sparse matrices.
    `decision_function` is the share of the votes for each class; for two classes that of the second
    minus that of the first. An `estimator`
    that is not a classifier, or takes no sample weights, is a TypeError.

    A round takes one fit of the learner, for stumps time O(rows x columns x classes), and a few
    iterations of the dual simplex method, whose basis is kept, or some Newton steps of time
    O(hypotheses^2 x rows). As a rule there are at most some hundred hypotheses. Equal dense rows of
    one class are merged; `result_` counts the distinct ones.

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
    nu: float | None = 0.2
    C: float | None = None
    confidence_rated: bool = False
    probability: bool = True

    def _learn(self, X: Any, labels: NDArray[Any], weights: Floats) -> None:
        self.classes_, codes = numbered(labels)
        if self.nu is not None:
            check_nu(weights, self.nu)
        X, codes, weights = distinct_rows(X, codes, weights)
        self._boost(self._problem(weights), self._learner(X, codes))
        self._found_rules = None
        if self.estimator is None:
            names = column_names(self)
            self._found_rules = stump_rules(self.ensemble_, self.classes_, names, X, codes, weights)
        self._warn(self.ensemble_.predict(X))

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
        votes = self.ensemble_.predict(X)
        return votes[:, 1] - votes[:, 0] if votes.shape[1] == 2 else votes

    def _check_parameters(self) -> None:
        super()._check_parameters()
        check_flags(self, "confidence_rated", "probability")

    def _check_price(self) -> None:
        if self.C is None:
            super()._check_price()
            return
        if self.nu is not None:
            raise ValueError(f"nu is {self.nu!r} and C is {self.C!r}; give nu=None with a C")
        check_number("C", self.C, above=True, choices=(None,))
        if not is_one_of(self.min_cost, ("auto",)) and as_float(self.min_cost) != 0:
            raise ValueError(f"min_cost is {self.min_cost!r}, which needs nu; give it, or 'auto'")

    def _problem(self, weights: Floats) -> BoostingProblem:
        if self.C is not None:
            return CProblem.from_weights(weights, self.C)
        return NuProblem.classification(weights, *self._limits(weights))

    def _learner(self, X: Any, codes: NDArray[np.integer[Any]]) -> WeakLearner:
        count = self.classes_.size
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
        if self.C is None and self.objective_ <= NO_MARGIN:
            warnings.warn(
                f"no mean of these hypotheses has a positive soft margin at nu = {self.nu:g}; take "
                "a larger nu",
                UserWarning,
                stacklevel=4,
            )
        elif np.unique(votes.argmax(axis=1)).size == 1:
            if self.C is None:
                price, cure = f"nu = {self.nu:g}", "smaller nu"
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
