"""The soft-margin classifier with nu chosen by cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import check_scoring
from sklearn.model_selection import check_cv
from sklearn.utils import _safe_indexing, indexable
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import _num_samples

from nzdd.adapters.sklearn.checks import check_jobs, checked_labels, checked_weights
from nzdd.adapters.sklearn.soft_margin.soft_margin_base import Sample, SoftMarginBase
from nzdd.adapters.sklearn.soft_margin.soft_margin_classifier import SoftMarginClassifier
from nzdd.adapters.sklearn.whole_fit import whole_fit
from nzdd.formulations.iteration.limits import INTERRUPTED
from nzdd.formulations.learning.soft_margin.methods.interior_point import InteriorPoint
from nzdd.formulations.learning.soft_margin.nu import nu_path, nu_range
from nzdd.formulations.learning.soft_margin.training import SoftMarginFit
from nzdd.formulations.models.arrays import Floats
from nzdd.input.text import shown

if TYPE_CHECKING:
    from typing_extensions import Self


NUM_NUS, MOST_NUS = 10, 10_000
"""How many values are spread by default, and at most."""
FIRST, LAST = 0.01, 0.5
"""Where in the window of nu the values begin and end."""

SHARED = [each.name for each in fields(SoftMarginBase)]
"""The parameters that both estimators have."""


@dataclass(eq=False, repr=False)
class SoftMarginClassifierCV(SoftMarginBase):
    """`SoftMarginClassifier` with nu chosen by cross-validation.

    In each fold the diagram is built once, and the elimination order found once, for all values.

    Parameters
    ----------
    nus : array-like of float or int, optional
        The values to try, or their number, by default 10. A number of values is spread from a
        hundredth of the window of nu to its middle, denser towards the lower end. With more than
        two classes one nu serves all problems, so the values lie in the intersection of their
        windows, unless that is empty; ``class_weight="balanced"`` makes the windows wider and
        alike.
    cv : int, splitter or iterable of (train, test), optional
        As elsewhere in scikit-learn: 5 stratified folds by default.
    scoring : str or callable, optional
        Accuracy by default. If `fit` is given weights, so is the scorer.
    n_jobs : int, optional
        The number of folds to work on at the same time.
    slack, blocks, algorithm, solver, gap, fit_intercept, penalize_intercept, positive, \
class_weight, encoder, max_iter, time_limit, probability, random_state, verbose
        See `SoftMarginClassifier`. The encoder is fitted anew in every fold. `verbose` prints only
        the steps of the final fit to all rows, and `time_limit` is for that fit.

    Attributes
    ----------
    nus_ : ndarray of float64, shape (values,)
        Ascending.
    scores_ : ndarray of float64, shape (values, folds)
    best_score_ : float
        The mean over the folds for the best nu.
    nu_ : float
        The best nu, the largest of equally good ones; the model is fitted to all rows with it.
    coef_, intercept_, ...
        All attributes of `SoftMarginClassifier`.

    Notes
    -----
    Rows of weight 0 are in no fold. A row of weight 2 is in one fold, where two rows may be in two;
    so `nu_` may differ, unless a single value is given: then the models are the same.

    Time: one solve for every fold and nu, one build for every fold, and `nu_range` unless the
    values are given. A nu near the edge of the window may lie outside the window of some fold; that
    fold then counts with the score of its trivial predictions.

    Examples
    --------
    >>> from nzdd.sklearn import SoftMarginClassifierCV
    >>> X = [[1, 0], [1, 1], [0, 0], [0, 1]] * 5
    >>> model = SoftMarginClassifierCV([0.1, 0.5]).fit(X, [1, 1, 0, 0] * 5)
    >>> model.nu_, model.best_score_
    (0.5, 1.0)
    """

    nus: ArrayLike | int | None = None
    _: KW_ONLY
    cv: Any = None
    scoring: str | Callable[..., float] | None = None
    n_jobs: int | None = None

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Choose nu, and find the weights.

        Parameters
        ----------
        X, y, sample_weight
            See `SoftMarginClassifier.fit`.

        Returns
        -------
        SoftMarginClassifierCV
            The estimator itself.

        Raises
        ------
        ValueError
            As `SoftMarginClassifier.fit`; for values of nu out of range; and if the training rows
            of a fold have only one class.
        KeyboardInterrupt
            On Ctrl-C; see `SoftMarginClassifier.fit`. During cross-validation nothing changes.
        """
        given = _given_nus(self.nus)
        check_jobs(self.n_jobs)
        with whole_fit(self, self._fitted):
            sample = self._training_rows(X, y, sample_weight)
            X, labels = indexable(X, checked_labels(y, _num_samples(X), type(self).__name__))
            weights = None if sample_weight is None else checked_weights(sample_weight, X)
            if weights is not None and not isinstance(self.cv, Iterable):  # of places among all
                kept = np.flatnonzero(weights)
                X, labels, weights = _safe_indexing(X, kept), labels[kept], weights[kept]
            self.nus_ = self._grid(sample, NUM_NUS if given is None else given)
            folds = check_cv(self.cv, labels, classifier=True).split(X, labels)
            shared = {name: getattr(self, name) for name in SHARED}
            scores = Parallel(n_jobs=self.n_jobs)(
                delayed(_scores)(
                    SoftMarginClassifier(**shared | {"probability": False, "verbose": 0}),
                    self.nus_,
                    self.scoring,
                    (X, labels, weights),
                    fold,
                )
                for fold in folds
            )
            self.scores_ = np.array(scores).T
            means = self.scores_.mean(axis=1)
            best = int(np.flatnonzero(means == means.max())[-1])
            self.best_score_ = float(means[best])
            nu = float(self.nus_[best])
            try:
                self._learn(*sample, nu=nu)
            except KeyboardInterrupt:
                if hasattr(self, self._fitted):
                    self.nu_ = nu
                    self._calibrate(X, labels, weights, held_out=False)
                raise
            self.nu_ = nu
            self._calibrate(X, labels, weights)
        return self

    def _for_a_half(self) -> SoftMarginClassifier:
        """With the nu that was chosen."""
        half: Any = super()._for_a_half()
        return SoftMarginClassifier(self.nu_, **{name: getattr(half, name) for name in SHARED})

    def _grid(self, sample: Sample, given: Floats | int) -> Floats:
        """The values of nu to try."""
        if not isinstance(given, int):
            return given
        sides = {name: self._options()[name] for name in ("signed", "bias")}
        windows = [
            nu_range(InteriorPoint(diagram), **sides, upper=False)
            for diagram in self._diagrams(sample)[1]
        ]
        lower = max(window.lower for window in windows)
        end = min(window.constant for window in windows)
        if lower >= end:  # no nu lies in all windows
            lower, end = min(window.lower for window in windows), 1.0
        return np.asarray(lower + np.geomspace(FIRST, LAST, given) * (end - lower))


def _scores(
    model: SoftMarginClassifier,
    nus: Floats,
    scoring: str | Callable[..., float] | None,
    sample: tuple[Any, NDArray[Any], Floats | None],
    fold: tuple[NDArray[np.integer[Any]], NDArray[np.integer[Any]]],
) -> list[float]:
    """The score of every nu on the test rows of a fold."""
    (X, y, weights), (train, test) = sample, fold
    rows = model._training_rows(
        _safe_indexing(X, train), y[train], None if weights is None else weights[train]
    )
    classes, diagrams = model._diagrams(rows)
    paths = []
    for diagram in diagrams:
        paths.append(nu_path(InteriorPoint(diagram), nus.tolist(), **model._options()))
        if paths[-1][-1].limit == INTERRUPTED:
            raise KeyboardInterrupt  # the scores need the results for all values
    scorer = check_scoring(model, scoring=scoring)
    held = _safe_indexing(X, test), y[test]
    given = {} if weights is None else {"sample_weight": weights[test]}
    scores = []
    for results in zip(*paths, strict=True):
        model._adopt(SoftMarginFit(classes, results))
        scores.append(float(scorer(model, *held, **given)))
    return scores


def _given_nus(nus: ArrayLike | int | None) -> Floats | int | None:
    if nus is None:
        return None
    if isinstance(nus, (int, np.integer)) and not isinstance(nus, bool) and 1 <= nus <= MOST_NUS:
        return int(nus)
    problem = f"nus is {shown(nus)}; give numbers above 0 and at most 1, or how many, or None"
    try:
        values = np.unique(np.asarray(nus, np.float64))
    except (TypeError, ValueError, OverflowError):
        raise ValueError(problem) from None
    if np.ndim(nus) != 1 or not values.size or not ((values > 0) & (values <= 1)).all():
        raise ValueError(problem)
    return values
