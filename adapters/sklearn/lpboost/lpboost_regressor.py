"""LPBoost for regression as an estimator of scikit-learn."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import RegressorMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.sklearn.checks import checked_weights, warn_of_rounded
from nzdd.adapters.sklearn.equal_rows import distinct_rows
from nzdd.adapters.sklearn.lpboost.lpboost_base import LPBoostBase
from nzdd.adapters.sklearn.lpboost.weak_learners import RegressorLearner
from nzdd.adapters.sklearn.whole_fit import whole_fit
from nzdd.formulations.iteration.history import Step
from nzdd.formulations.learning.lpboost import (
    BoostingResult,
    NuProblem,
    RegressionStumps,
    SortedColumns,
    WeakLearner,
)
from nzdd.formulations.learning.lpboost.hypotheses.regression_stumps import CRITERIA
from nzdd.formulations.learning.lpboost.problems.nu_problem import check_nu
from nzdd.formulations.models.arrays import Floats
from nzdd.input.arrays import refuse_masked
from nzdd.input.parameters import check_choice, check_number

if TYPE_CHECKING:
    from typing_extensions import Self


RADIUS = 1.5
"""The default radius as a multiple of the largest distance from the median."""


@dataclass(eq=False, repr=False)
class LPBoostRegressor(RegressorMixin, LPBoostBase):  # type: ignore[misc]
    """A sparse sum of hypotheses with the smallest large residuals, by linear programming.

    Section 6 of LPBoost (Demiriz, Bennett and Shawe-Taylor 2002), with its insensitive tube: the
    function ``center + radius (a_1 h_1(x) + a_2 h_2(x) + ...)`` with ``a >= 0`` and ``sum a = 1``
    that minimises the mean of the largest absolute residuals, taken over rows with the share `nu`
    of the total weight. Over decision stumps the optimum is found and proven.

    Parameters
    ----------
    estimator : regressor, optional
        The weak learner: any regressor that takes sample weights, such as a small decision tree. By
        default decision stumps, among which the search is exact.
    nu : float, default 0.5
        In (0, 1], and at least the share of one row. About this share of the rows lies outside the
        tube; residuals inside do not count. With 1 the mean absolute residual is minimised.
    criterion : {"deviation", "least_squares"}, default "deviation"
        What the weak learner optimises: the largest violation of the dual, or the least squares fit
        to the costs of the rows, which take the place of residuals. With stumps both lead to the
        same optimum.
    radius : float, optional
        Above 0: how far predictions may be from the median, in units of y. A smaller radius
        regularises more. By default 1.5 times the largest distance of a training row.
    min_cost : float or "auto", default "auto"
        See `LPBoostClassifier`; at most ``nu / 2``.
    gap : float, default 1e-6
        The gap to close, relative to the radius.
    max_iter, time_limit, algorithm, random_state, verbose
        See `LPBoostClassifier`.

    Attributes
    ----------
    estimators_, estimator_weights_, history_, n_iter_, ensemble_, result_, n_features_in_, \
feature_names_in_
        See `LPBoostClassifier`. All objectives, also in the history and the result, are losses in
        units of y.
    center_ : float
        The weighted median of y, the lower one of two.
    radius_ : float
    objective_ : float
        The mean of the largest residuals.
    bound_, gap_ : float
        A proven lower bound on the objective of any ensemble of such hypotheses, and its distance
        from `objective_`.

    Notes
    -----
    See `LPBoostClassifier`. Stumps have values from -1 to 1, to which other hypotheses are scaled.
    A constant y is predicted as it is.

    Examples
    --------
    >>> from nzdd.sklearn import LPBoostRegressor
    >>> model = LPBoostRegressor().fit([[1], [2], [3], [4]], [5.0, 5.0, 7.0, 8.0])
    >>> model.predict([[2], [4]]).round(6).tolist()
    [5.0, 8.0]
    """

    _: KW_ONLY
    nu: float = 0.5
    criterion: str = "deviation"
    radius: float | None = None

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Find the ensemble.

        Parameters
        ----------
        X, sample_weight
            See `LPBoostClassifier.fit`.
        y : array-like, shape (rows,)
            Finite numbers.

        Returns
        -------
        LPBoostRegressor
            The estimator itself.

        Raises
        ------
        ValueError
            For NaN, infinite numbers, negative weights, parameters out of range, and nu below the
            share of a single row.
        TypeError
            If `estimator` is not a regressor, or takes no sample weights.
        KeyboardInterrupt
            On Ctrl-C; see `LPBoostClassifier.fit`.

        Warns
        -----
        ConvergenceWarning
            If a limit or rounding ended the search before the gap was closed.
        """
        self._check_parameters()
        check_choice("criterion", self.criterion, CRITERIA)
        check_number("radius", self.radius, above=True, choices=(None,))
        refuse_masked(y, "y")
        warn_of_rounded(y, type(self).__name__, "y")
        with whole_fit(self, "result_"):
            X, y = self._table(X, y=y, y_numeric=True)
            weights = checked_weights(sample_weight, X)
            kept = weights > 0
            self._learn(X[kept], np.asarray(y, np.float64)[kept], weights[kept])
        return self

    def _learn(self, X: Any, y: Floats, weights: Floats) -> None:
        check_nu(weights, self.nu, repeated=True)
        X, y, weights = distinct_rows(X, y, weights)
        self.center_ = _median(y, weights)
        farthest = float(np.abs(y - self.center_).max())
        self.radius_ = float(self.radius or RADIUS * farthest or 1.0)
        targets = (y - self.center_) / self.radius_
        problem = NuProblem.regression(targets, weights, *self._limits(weights, self.nu))
        result = self._boost(problem, self._learner(X, weights), self.time_limit)
        self._adopt(result)
        self._end(result)

    def predict(self, X: Any) -> Floats:
        """The value of each row.

        Parameters
        ----------
        X : array-like, shape (rows, n_features_in_)

        Returns
        -------
        ndarray of float64, shape (rows,)
        """
        check_is_fitted(self, "ensemble_")
        return self.center_ + self.radius_ * self.ensemble_.predict(self._table(X, reset=False))

    def _check_price(self) -> None:
        check_number("nu", self.nu, 0.0, 1.0, above=True)

    def _learner(self, X: Any, weights: Floats) -> WeakLearner:
        if self.estimator is None:
            return RegressionStumps(SortedColumns(X), weights, self.criterion)
        random = check_random_state(self.random_state)
        return RegressorLearner(self.estimator, X, weights, self.criterion, random)

    def _shown(self, step: Step) -> Step:
        return replace(step, lower=-self.radius_ * step.upper, upper=-self.radius_ * step.lower)

    def _adopt(self, result: BoostingResult) -> None:
        super()._adopt(
            replace(
                result,
                objective=-self.radius_ * result.objective,
                bound=-self.radius_ * result.bound,
                history=[self._shown(step) for step in result.history],
            )
        )

    def _answer_text(self, answer: Floats) -> str:
        return f"{self.center_ + self.radius_ * float(answer):.6g}"


def _median(values: Floats, weights: Floats) -> float:
    """The smallest value with at least half of the total weight at or below it."""
    order = np.argsort(values)
    below = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(below, below[-1] / 2)])
