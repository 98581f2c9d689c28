"""Votes of conjunctions that classify."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.sklearn.classifier_base import ClassifierBase
from nzdd.adapters.sklearn.rules.rule_base import RuleBase
from nzdd.adapters.sklearn.rules.rule_chunks import RuleChunksMixin
from nzdd.adapters.sklearn.rules.sizes_mixin import as_frame
from nzdd.adapters.sklearn.rules_mixin import Rule, ratios
from nzdd.formulations.learning.calibration import Calibration
from nzdd.formulations.learning.classes import class_factors, numbered
from nzdd.formulations.learning.judged import Judged
from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows
from nzdd.formulations.learning.rules.losses.piecewise_targets import SoftMarginTarget
from nzdd.formulations.learning.rules.losses.targets import ClassTarget
from nzdd.formulations.learning.rules.sample_parts import SampleParts
from nzdd.input.parameters import check_choice

if TYPE_CHECKING:
    from typing_extensions import Self

LOGISTIC, SOFT_MARGIN = "logistic", "soft_margin"


@dataclass(eq=False, repr=False)
class RuleClassifier(RuleChunksMixin, RuleBase, ClassifierBase):
    """The most probable vote of few conjunctions, such as ``age > 37 & smoker = no``.

    A vote adds up the weights of the conjunctions that a row satisfies, and a constant: the
    log-odds of a class. Its negative mean log-likelihood plus a penalty on the absolute weights is
    minimised over *all* conjunctions of at most `max_order` literals, with a proof: `bound_`.
    Cross-validation chooses the penalty, and whether the weights are relaxed: fitted again with a
    smaller penalty.

    Parameters
    ----------
    alpha : float or "auto", default "auto"
        The penalty of a weight of size 1 of a rule of one literal. ``"auto"``: by cross-validation
        over a path of falling penalties.
    max_order : int, default 2
        The most literals in a conjunction. Order 3 takes some hundred times as long as order 2.
    max_rules, max_literals : int, optional
        The most rules, and the most literals in all rules together. Cross-validation chooses their
        number and the penalty, unless alpha is given. If the optimum has more, a local search
        looks for the vote of smallest objective; ``result_.small.bound`` bounds that objective.
    max_points : int, optional
        A scorecard, for two classes: all weights are whole numbers of at most that size, `points_`,
        times `multiplier_`; `risk_` is the table of their sums.
    loss : {"logistic", "soft_margin"}, default "logistic"
        ``"soft_margin"``: the mean of max(0, 1 - margin), a linear program over all conjunctions,
        without budgets.
    literal_penalty : float, default 0.3
        How much more each further literal of a rule costs: the penalty of a rule of k literals is
        ``1 + (k - 1) literal_penalty``.
    choice : {"auto", "1se", "best"}, default "auto"
        The vote on the path: ``"1se"``, the one of fewest literals whose held-out loss is within
        one standard error of the least, or ``"best"``, the one of the least. With `max_rules` or
        `max_literals` the size in the same way. ``"auto"``: ``"best"`` with one of these, else
        ``"1se"``.
    relax : float or "auto", default "auto"
        The weights of the chosen rules are found anew for the penalty ``relax * alpha``; 1 keeps
        those of the optimum. ``"auto"``: 1 or 0.25, by the cross-validation of alpha; 1 without
        cross-validation, with a budget, and for the linear losses.
    folds : int or "auto", default "auto"
        How many; 1 holds out a fifth of the rows once. ``"auto"``: 5, for more than 20,000 distinct
        rows, or too many columns for a search of all pairs, 1. Sample weights that are all whole
        numbers are counts of rows, which go to any folds; otherwise each row is in one fold.
    cuts : {"quantile", "mdl"}, float, array-like or dict, default "quantile"
        Where numbers are cut, as for `BinaryEncoder`.
    max_bins : int or "auto", default "auto"
        The most intervals of a column of numbers, at most 254. ``"auto"``: 32, from order 3 on 8.
    monotone : dict from column to {1, -1}, or sequence, optional
        Columns of numbers with which the vote for the second class may only rise (1), or only fall
        (-1), by name or position, or a direction for each column. For two classes, and the loss
        ``"logistic"``. Missing values are exempt.
    smooth : bool, default False
        Linear functions of columns of numbers, constant beyond the outer thresholds, beside rules,
        with half the penalty of a rule: for numbers that count evenly over their range. Optimum and
        bound are those of votes of both. A line counts as one literal. For the loss ``"logistic"``,
        not with `max_points`.
    class_weight : "balanced" or dict from class to factor, optional
        ``"balanced"`` gives all classes the same weight.
    gap : float, default 1e-4
        The search ends when objective and bound differ by that share of the loss of the best
        constant.
    time_limit : float, optional
        Seconds for all; the best rules so far are kept, of single literals if there are no others,
        and for the linear losses none. After a few penalties alone `alpha_` is below them all.
    random_state : int or RandomState, default 0
        Of the folds.
    verbose : int, default 0
        1 prints a line for each point of the path.

    Attributes
    ----------
    classes_ : ndarray, shape (classes,)
    conjunctions_ : list of tuple of Literal
        Over the bins of `encoder_`, the heaviest first; `rules_` has them in words.
    weights_ : ndarray, shape (rules, outputs)
        One output for two classes, for the second one; otherwise one per class.
    intercept_ : ndarray, shape (outputs,)
    alpha_, relax_ : float
        A fit to which both are given solves the same problems.
    objective_ : float
        The mean loss of the weighted rows plus the penalties, of the vote before its weights are
        relaxed (and rounded then).
    bound_ : float
        No vote of conjunctions of that order over these bins, of any size, has a smaller objective;
        with `monotone`, no vote of rules that each go the right way.
    gap_ : float
        ``objective_ - bound_``.
    path_ : DataFrame
        All penalties that were compared.
    rules_ : DataFrame
        ``rule``, ``weight``, ``class``, ``literals``, ``support``, ``lift``.
    feature_importances_ : ndarray, shape (n_features_in_,)
    calibration_ : Calibration
        From log-odds to probabilities, fitted to the folds.
    result_ : RuleFit
    n_iter_ : int
        Points of the path.
    encoder_ : BinaryEncoder
    n_features_in_, feature_names_in_ : int, ndarray of str

    Notes
    -----
    X holds numbers, bools, strings and categories; missing values have a bin of their own, and
    neither ``x > 3`` nor ``x <= 3`` holds for them. `decision_function` is the vote, in time O(rows
    x literals), not counting the encoder.

    More than two classes share one list of rules, with a weight of each rule for each class
    (softmax).

    Time and memory: see `nzdd.formulations.learning.rules.bins.binned_rows.BinnedRows.best`. Equal
    rows count once.

    References
    ----------
    Goldberg and Eckstein 2009 for the search of conjunctions; Meinshausen 2007 for relaxed weights;
    Dembczynski, Kotlowski and Slowinski 2010 and Friedman and Popescu 2008 for votes of rules with
    logistic loss.

    Examples
    --------
    >>> from nzdd.sklearn import RuleClassifier
    >>> X = [[20, "no"], [37, "yes"], [38, "no"], [60, "yes"], [25, "no"], [52, "yes"]] * 5
    >>> y = ["low", "high", "low", "high", "low", "high"] * 5
    >>> classifier = RuleClassifier().fit(X, y)
    >>> sorted(classifier.rules_["rule"])
    ['x1 = no', 'x1 = yes']
    >>> classifier.predict([[30, "yes"]]).tolist()
    ['high']
    """

    loss: str = LOGISTIC
    class_weight: str | Mapping[Any, float] | None = None

    probability: ClassVar[bool] = True  # type: ignore[misc]  # no parameter

    def _check_parameters(self) -> None:
        super()._check_parameters()
        check_choice("loss", self.loss, (LOGISTIC, SOFT_MARGIN))
        if self.loss == SOFT_MARGIN:
            self._check_smooth()

    def _learn_bins(
        self,
        bins: NDArray[np.uint8],
        labels: NDArray[Any],
        weights: NDArray[np.float64],
        copies: NDArray[np.float64] | None = None,
    ) -> None:
        classes, codes = numbered(labels)
        if self.max_points is not None and classes.size > 2:
            raise ValueError(
                f"max_points is for two classes and y has {classes.size}; leave max_points out, or "
                "wrap the estimator in OneVsRestClassifier"
            )
        if self.monotone is not None and classes.size > 2:
            raise ValueError(
                f"monotone is for two classes and y has {classes.size}; leave monotone out, or "
                "wrap the estimator in OneVsRestClassifier"
            )
        factors = class_factors(self.class_weight, classes)
        rows = self._binned(bins)
        number, codes, weights, copies = SampleParts.of(rows.number, codes, weights, copies)
        if factors is not None:
            weights = weights * factors[codes]
        elif self.class_weight is not None:
            weights = weights / np.bincount(codes, weights)[codes]
        linear = self.loss == SOFT_MARGIN
        kind = SoftMarginTarget if linear else ClassTarget
        target = kind(number, codes, weights, classes.size, rows.num_rows, copies)
        fit = self._fit(rows, target, linear=linear)
        self.classes_ = classes
        counts = target.counts()
        self._totals = counts.sum(axis=0)
        self._remember(rows, counts)
        self._set_support(fit.vote.fired(rows.codes).astype(np.float64).T @ counts)
        self._held_out = None
        self.calibration_ = self._calibration(rows, number, codes, weights)
        self._finish(fit)

    def _calibration(
        self, rows: BinnedRows, number: NDArray[Any], codes: NDArray[Any], weights: NDArray[Any]
    ) -> Calibration:
        """The slope of the log-odds that the folds gave to the rows they had not seen."""
        fit = self.result_
        path, point = fit.path, fit.point
        if point is None:
            if self.loss == LOGISTIC:  # log-odds already
                return Calibration(1.0, 1.0)
            own = fit.vote.votes(rows.codes)[number]
            return Calibration.fit(own[:, 0] if own.shape[1] == 1 else own, codes, weights)
        votes, of_folds = np.zeros((codes.size, fit.vote.intercept.size)), point.of_folds
        for fold, fitted in enumerate(of_folds):
            held_out = path.folds == fold
            votes[held_out] = fitted.votes(rows)[number[held_out]]
        seen = path.folds < len(of_folds)
        values = votes[seen, 0] if votes.shape[1] == 1 else votes[seen]
        found = Calibration.fit(values, codes[seen], weights[seen] / weights.mean())
        shares = found.probabilities(values)
        self._held_out = Judged.of_classes(shares, codes[seen], weights[seen])
        return found

    def _calibrate(
        self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None, held_out: bool = True
    ) -> None:
        """The folds have calibrated already."""

    def _decide(self, table: Any) -> NDArray[np.float64]:
        votes = self._votes(table)
        return votes[:, 0] if votes.shape[1] == 1 else votes

    def at(self, *, literals: int | None = None, rules: int | None = None) -> Self:
        """See `RuleBase.at`; probabilities are those of the log-odds."""
        model = super().at(literals=literals, rules=rules)
        if self.loss == LOGISTIC:  # log-odds already; that of another vote may not fit
            model.calibration_ = Calibration(1.0, 1.0)
        return model

    @property
    def risk_(self) -> Any:
        """The probability of the second class for each sum of points, of a scorecard.

        Returns
        -------
        DataFrame, or list of tuples where pandas is not installed
            ``points``, all sums that some of `points_` have, the least first, and ``probability``.

        Raises
        ------
        AttributeError
            Without `max_points`.
        """
        check_is_fitted(self, "result_")
        if not hasattr(self, "points_"):
            raise AttributeError("there are no points; fit with max_points=5")
        sums = {0}
        for points in self.points_.tolist():
            sums |= {each + points for each in sums}
        ordered = np.array(sorted(sums))
        votes = self.multiplier_ * ordered + self.intercept_[0]
        shares = self.calibration_.probabilities(votes)[:, 1]
        return as_frame(
            list(zip(ordered.tolist(), shares.tolist(), strict=True)), ("points", "probability")
        )

    def _set_support(self, sums: NDArray[np.float64]) -> None:
        of_class = sums.reshape(len(sums), self.classes_.size)
        held = of_class.sum(axis=1)
        lifts = [
            ratios(held, of_class[:, code], 1.0, float(self._totals[code]))[1]
            for code in self._outputs()
        ]
        self._support, self._lift = held, np.column_stack(lifts)

    def _verdict(self, row: Any) -> str:
        share = self.predict_proba(row)[0]
        return f"{self.classes_[share.argmax()]}, probability {share.max():.3g}"

    def _judge(
        self, votes: NDArray[np.float64], labels: NDArray[Any], weights: NDArray[np.float64]
    ) -> Judged:
        values = votes[:, 0] if votes.shape[1] == 1 else votes
        known = np.isin(labels, self.classes_)
        if not known.all():
            new = labels[~known].tolist()[0]
            raise ValueError(f"y has the class {new!r}, which the fit has not seen; leave it out")
        codes = np.searchsorted(self.classes_, labels)
        return Judged.of_classes(self.calibration_.probabilities(values), codes, weights)

    def _outputs(self) -> list[int]:
        """The class of each output."""
        return [1] if self.classes_.size == 2 else list(range(self.classes_.size))

    def _rules(self) -> list[Rule]:
        return self._rule_rows(self._support, self._lift, self._output_names())

    def _output_names(self) -> list[Any]:
        labels = self.classes_.tolist()
        return [labels[at] for at in self._outputs()]
