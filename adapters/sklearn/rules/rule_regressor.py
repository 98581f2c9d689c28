"""Sums of conjunctions that predict numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils import _safe_indexing, indexable
from sklearn.utils.validation import _check_y, _num_samples, check_is_fitted

from nzdd.adapters.sklearn.checks import checked_weights, warn_of_rounded
from nzdd.adapters.sklearn.rules.rule_base import RuleBase
from nzdd.adapters.sklearn.rules.rule_chunks import NumberChunksMixin
from nzdd.adapters.sklearn.rules_mixin import Rule
from nzdd.adapters.sklearn.whole_fit import whole_fit
from nzdd.formulations.learning.judged import Judged, reliability
from nzdd.formulations.learning.rules.losses.piecewise_targets import AbsoluteTarget
from nzdd.formulations.learning.rules.losses.targets import NumberTarget
from nzdd.formulations.learning.rules.sample_parts import SampleParts
from nzdd.input.arrays import refuse_masked
from nzdd.input.parameters import check_choice

if TYPE_CHECKING:
    from typing_extensions import Self


SQUARED, ABSOLUTE = "squared", "absolute"

LEAST, MOST = 1e-70, 1e70
"""Between them lies the spread of the numbers, of whose squares there are squares."""


@dataclass(eq=False, repr=False)
class RuleRegressor(NumberChunksMixin, RuleBase, RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """The best sum of few conjunctions, such as ``rooms > 6 & age <= 40``.

    A prediction is a constant plus the weights of the conjunctions that a row satisfies. Half the
    mean squared error plus a penalty on the absolute weights is minimised over *all* conjunctions
    of at most `max_order` literals, with a proof: `bound_`. The penalty is chosen by
    cross-validation. Parameters and attributes are those of `RuleClassifier`; `weights_` and
    `intercept_` have one output. The parameter `loss` is ``"squared"`` or ``"absolute"``, the mean
    absolute error, a linear program over all conjunctions, without budgets.

    Examples
    --------
    >>> from nzdd.sklearn import RuleRegressor
    >>> X = [[20, "no"], [37, "yes"], [38, "no"], [60, "yes"], [25, "no"], [52, "yes"]] * 5
    >>> regressor = RuleRegressor(alpha=0.01).fit(X, [1, 3, 1, 5, 1, 3] * 5)
    >>> regressor.predict([[60, "yes"]]).round(1).tolist()
    [4.9]
    """

    loss: str = SQUARED

    _fitted: ClassVar[str] = "result_"

    def _check_parameters(self) -> None:
        super()._check_parameters()
        check_choice("loss", self.loss, (SQUARED, ABSOLUTE))
        cuts = self.cuts.values() if isinstance(self.cuts, Mapping) else [self.cuts]
        if any(isinstance(rule, str) and rule == "mdl" for rule in cuts):
            raise ValueError("cuts='mdl' needs classes; give 'quantile' or thresholds")
        if self.loss == ABSOLUTE:
            self._check_smooth()

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from rows with numbers.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame, shape (rows, columns)
        y : array-like of float, shape (rows,)
        sample_weight : array-like of float, shape (rows,), optional
            Not negative, as for `RuleClassifier`.

        Returns
        -------
        Self
            The estimator itself.

        Raises
        ------
        ValueError
            For parameters out of range, and wrong values.
        KeyboardInterrupt
            On Ctrl-C; all attributes are then set from the best answer so far.
        """
        self._check_parameters()
        with whole_fit(self, self._fitted):
            self._learn(*self._training_rows(X, y, sample_weight))
        return self

    def _training_rows(
        self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.float64]]:
        """Check everything; the table, numbers and weights of the rows of positive weight."""
        table = self._table(X, reset=True)
        values = self._checked_labels(y, _num_samples(table))
        weights = checked_weights(sample_weight, table)
        kept = np.flatnonzero(weights)
        if kept.size < weights.size:
            (table,) = indexable(table)
            table, values, weights = _safe_indexing(table, kept), values[kept], weights[kept]
        return table, values, weights

    def _checked_labels(self, y: ArrayLike | None, num_rows: int) -> NDArray[np.float64]:
        """The numbers of all rows."""
        if y is None:
            raise ValueError(
                "RuleRegressor requires y to be passed, but the target y is None; give a number "
                "for each row"
            )
        refuse_masked(y, "y")
        warn_of_rounded(y, type(self).__name__, "y")
        values = np.asarray(_check_y(y, y_numeric=True), np.float64)
        if values.size != num_rows:
            raise ValueError(f"X has {num_rows} rows and y has {values.size}")
        return values

    def _learn_bins(
        self,
        bins: NDArray[np.uint8],
        labels: NDArray[Any],
        weights: NDArray[np.float64],
        copies: NDArray[np.float64] | None = None,
    ) -> None:
        rows = self._binned(bins)
        number, values, weights, copies = SampleParts.of(rows.number, labels, weights, copies)
        with np.errstate(over="ignore"):
            offset = float(np.median(values))  # a constant far from 0 would cost digits
            values = _in_range(values - offset)
        linear = self.loss == ABSOLUTE
        kind = AbsoluteTarget if linear else NumberTarget
        target = kind(number, values, weights, rows.num_rows, copies)
        fit = self._fit(rows, target, linear=linear, offset=offset)
        share = np.bincount(number, weights, rows.num_rows) / weights.sum()
        self._remember(rows, share)
        self._set_support(share @ fit.vote.fired(rows.codes))
        self._finish(fit)

    def predict(self, X: Any) -> NDArray[np.float64]:
        """The number of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame, shape (rows, n_features_in_)

        Returns
        -------
        ndarray of float64, shape (rows,)
        """
        check_is_fitted(self, "result_")
        return self._votes(self._table(X, reset=False))[:, 0]

    def _verdict(self, row: Any) -> str:
        return f"{self.predict(row)[0]:.5g}"

    def _judge(
        self, votes: NDArray[np.float64], labels: NDArray[Any], weights: NDArray[np.float64]
    ) -> Judged:
        return Judged(None, reliability(votes[:, 0], labels, weights))

    def _set_support(self, sums: NDArray[np.float64]) -> None:
        self._support = sums.ravel()

    def _rules(self) -> list[Rule]:
        return self._rule_rows(self._support, np.full((self._support.size, 1), np.nan), [None])

    def _output_names(self) -> list[Any]:
        return ["value"]


def _in_range(errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Refuse numbers whose squares are no doubles."""
    most = float(np.abs(errors).max())
    if most and not LEAST < most < MOST:
        raise ValueError(
            f"the numbers in y are up to {most:g} away from their median; multiply all by a "
            f"factor that brings this between {LEAST:g} and {MOST:g}"
        )
    return errors
