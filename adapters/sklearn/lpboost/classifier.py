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
from nzdd.adapters.sklearn.lpboost.base import LPBoostBase
from nzdd.adapters.sklearn.lpboost.weak_learners import ClassifierLearner, distinct_rows
from nzdd.formulations.learning.classes import numbered
from nzdd.formulations.learning.lpboost import (
    BoostingProblem,
    ClassificationStumps,
    CProblem,
    NuProblem,
    SortedColumns,
    WeakLearner,
)
from nzdd.formulations.learning.lpboost.nu_problem import check_nu
from nzdd.input.parameters import as_float, check_flags, check_number, is_one_of

Floats = NDArray[np.float64]

NO_MARGIN = 1e-7


@dataclass(eq=False, repr=False)
class LPBoostClassifier(ClassifierBase, LPBoostBase):
    """A sparse ensemble with the largest soft margin, by linear programming.

    LPBoost (Demiriz, Bennett and Shawe-Taylor 2002): of all means of hypotheses the one whose
    smallest margins, of as many rows as have the share `nu` of all weight, have the largest mean.
    Over decision stumps the optimum is found and proven. The margin of a row is the share of the
    votes for its class less the share of those for all others, which serves any number of classes
    (section 7.2).

    Parameters
    ----------
    estimator : classifier, optional
        The weak learner: any classifier that takes sample weights, such as a small decision tree.
        By default all decision stumps, which are searched exactly.
    nu : float or None, default 0.2
        In (0, 1], and at least the share of one row. About this share of the rows may lie below
        the margin. The paper takes 0.1 more than the error rate one expects. Where it is large for
        unbalanced classes, always the larger class is the best answer; where it is small for noisy
        ones, there may be no margin at all. Both give a warning. None where there is a `C`.
    C : float, optional
        Instead of `nu` (program (2)): the price of falling short of a margin of 1, against a price
        of 1 for the sum of the weights. Above 0, and for a row of weight 1. The ensembles are those
        of some nu, ``-objective_ / C`` over the number of rows (theorem 3.1).
    confidence_rated : bool, default False
        Section 5: hypotheses vote by their probabilities instead of for one class.
    min_cost : float or "auto", default "auto"
        Section 7.2: no row costs less than this share of what a row may cost, which helps learners
        that are not exact. From 0 to `nu`. ``"auto"``: 0 for stumps, otherwise 1 / 25 as in the
        paper, or nu / 4 where that is less. There is none with `C`.
    gap : float, default 1e-6
        The gap to reach; with `C` as a share of the sum of all prices.
    max_iter : int, optional
        The most hypotheses to try. By default there is no limit for stumps, and 25 for other
        learners.
    random_state : int, RandomState or None
        Seeds estimators that have a `random_state`.
    verbose : int, default 0
        1 prints a line a hypothesis: both bounds, the gap, and how many there are.

    Attributes
    ----------
    classes_ : ndarray, shape (classes,)
        Those with rows of positive weight.
    estimators_ : list
        The hypotheses with a weight, of which no two are alike on the training rows: fitted
        estimators (to the positions in `classes_`), or `nzdd.formulations.learning.lpboost.Stump`.
    estimator_weights_ : ndarray, shape (hypotheses,)
        Above 0, of sum 1, falling.
    objective_ : float
        The soft margin of the ensemble; with `C` minus the sum of all prices paid.
    bound_, gap_ : float
        Proven: no ensemble of such hypotheses has a larger soft margin than `bound_`; and by how
        much that is larger. For learners that are not exact there is no better bound than 1.
    history_ : list of Step
        Both bounds after every hypothesis.
    n_iter_ : int
        Hypotheses tried.
    ensemble_ : Ensemble
    result_ : BoostingResult
        Everything else: status, message, costs, simplex iterations, seconds.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where the columns had names.

    Notes
    -----
    A hypothesis takes one fit of the learner, for stumps time O(rows x columns x classes), and a
    few iterations of the dual simplex method, whose basis is kept. There are hundreds at most as a
    rule. X holds finite numbers, and is dense unless `estimator` takes sparse matrices. Equal dense
    rows of one class are put together before; `result_` counts what is left.

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

    def _learn(self, X: Any, labels: NDArray[Any], weights: Floats) -> None:
        self.classes_, codes = numbered(labels)
        if self.nu is not None:
            check_nu(weights, self.nu)
        X, codes, weights = distinct_rows(X, codes, weights)
        self._boost(self._problem(weights), self._learner(X, codes))
        self._warn(self.ensemble_.predict(X))

    def decision_function(self, X: Any) -> Floats:
        """The share of the votes for each class.

        Parameters
        ----------
        X : array-like, shape (rows, n_features_in_)

        Returns
        -------
        ndarray of float64, shape (rows,) or (rows, classes)
            For two classes the votes for the second less those for the first.
        """
        check_is_fitted(self, "ensemble_")
        votes = self.ensemble_.predict(self._table(X, reset=False))
        return np.asarray(votes[:, 1] - votes[:, 0]) if votes.shape[1] == 2 else votes

    def _check_parameters(self) -> None:
        super()._check_parameters()
        check_flags(self, "confidence_rated")

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
        return NuProblem.classification(weights, self._nu(weights), self._min_cost())

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
            warnings.warn(
                f"at {self._price_text()} the best ensemble puts every row into the same class; "
                f"take a {'smaller nu' if self.C is None else 'larger C'}, or balance the classes "
                "by sample_weight",
                UserWarning,
                stacklevel=4,
            )

    def _price_text(self) -> str:
        return f"nu = {self.nu:g}" if self.C is None else f"C = {self.C:g}"

    def _answer_text(self, answer: Floats) -> str:
        if answer.max() == 1:
            return str(self.classes_.tolist()[int(answer.argmax())])
        shares = zip(self.classes_.tolist(), answer.tolist(), strict=True)
        return "/".join(f"{label}:{share:.2f}" for label, share in shares)
