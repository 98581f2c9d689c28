"""What the classifiers share: a checked sample, one problem a class, predictions and texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import _safe_indexing, indexable
from sklearn.utils.validation import _num_samples, check_is_fitted

from nzdd.adapters.sklearn.checks import checked_labels, checked_weights
from nzdd.adapters.sklearn.probabilities.probability_mixin import ProbabilityMixin
from nzdd.adapters.sklearn.whole_fit import whole_fit
from nzdd.formulations.iteration.history import HEADER, Step
from nzdd.formulations.iteration.limits import INTERRUPTED, Limits
from nzdd.formulations.learning.classes import positive_codes

if TYPE_CHECKING:
    from typing_extensions import Self


class ClassifierBase(ProbabilityMixin, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier; subclasses have the methods that are declared here.

    Subclasses are dataclasses, whose ``__init__`` only stores its parameters, as scikit-learn asks.
    """

    classes_: Any
    result_: Any
    _check_parameters: Callable[[], None]
    """Raises ValueError or TypeError for the first wrong parameter."""
    _table: Any
    """Checks a table and returns it in the form that the class works with."""
    _learn: Any
    """Sets all attributes, given what `_training_rows` returns."""
    _adopt: Any
    """Sets all attributes but the classes from the results, for `_solve_each`."""
    _decide: Any
    """The values of `decision_function` for a table that `_table` returned."""
    _fitted: ClassVar[str] = "result_"
    """The name of an attribute that only fitted estimators have."""
    _auto_seconds: ClassVar[float] = 0.0
    """For each problem, where `time_limit` may be "auto"."""

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from labelled rows.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame, shape (rows, columns)
            The notes on the class say which values it takes, and whether it may be sparse.
        y : array-like, shape (rows,)
            Numbers, bools or strings. Of two classes the second in sorted order is the positive
            one.
        sample_weight : array-like of float, shape (rows,), optional
            Not negative. A row of weight 2 counts as two rows, a row of weight 0 as none: whole
            weights give exactly the model of rows that are repeated so often. What holds of others,
            and of rows held out, is on the page of the estimators.

        Returns
        -------
        Self
            The estimator itself.

        Raises
        ------
        ValueError
            For parameters out of range, values or columns in X that the class does not take, fewer
            than two classes with weight, and negative weights. The estimator is then what it was
            before.
        KeyboardInterrupt
            On Ctrl-C. All attributes are then set from the best answer so far, if there is one for
            every class; otherwise they are what they were before.

        Warns
        -----
        ConvergenceWarning
            If a limit or rounding ended the search before the gap was closed.
        UserWarning
            If the answer is trivial, for instance one class for all rows.
        """
        with whole_fit(self, self._fitted):
            rows = self._training_rows(X, y, sample_weight)
            try:
                self._learn(*rows)
            except KeyboardInterrupt:
                if hasattr(self, self._fitted):
                    self._calibrate(X, y, sample_weight, held_out=False)
                raise
            self._calibrate(X, y, sample_weight)
        return self

    def _training_rows(
        self, X: Any, y: ArrayLike | None, sample_weight: ArrayLike | None
    ) -> tuple[Any, NDArray[Any], Any]:
        """Check everything; the table, labels and weights of the rows of positive weight."""
        self._check_parameters()
        table = self._table(X, reset=True)
        labels = checked_labels(y, _num_samples(table), type(self).__name__)
        weights = checked_weights(sample_weight, table)
        if weights.all():
            return table, labels, weights
        kept = np.flatnonzero(weights)
        (table,) = indexable(table)
        return _safe_indexing(table, kept), labels[kept], weights[kept]

    def _seconds(self, classes: NDArray[Any]) -> float | None:
        """For a fit to so many classes, None without a limit."""
        limit: Any = getattr(self, "time_limit", None)
        if isinstance(limit, str):
            return self._auto_seconds * len(positive_codes(classes))
        return None if limit is None else float(limit)

    def _solve_each(
        self,
        classes: NDArray[Any],
        codes: NDArray[Any],
        solve: Callable[[NDArray[np.bool_], float | None], Any],
        limits: Limits,
    ) -> list[Any]:
        """Solve the problem of two classes, or of each class against the rest; set attributes.

        `solve` gets the rows of a class, and an equal share of the seconds that are left.
        """
        results: list[Any] = []
        targets = positive_codes(classes)
        for code in targets:
            share = limits.part(1 / (len(targets) - len(results)))
            results.append(solve(codes == code, share.left))
            if results[-1].limit == INTERRUPTED and len(results) < len(targets):
                raise KeyboardInterrupt  # the other classes have no result
        self.classes_ = classes
        self._adopt(results)
        if results[-1].limit == INTERRUPTED:
            raise KeyboardInterrupt
        return results

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """How far each row is on the side of a class; the notes on the class say in which units.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame, shape (rows, n_features_in_)
            As in `fit`.

        Returns
        -------
        ndarray of float64, shape (rows,), or (rows, classes) for more than two classes
            Of two classes above 0 for the second one.

        Raises
        ------
        ValueError
            For other columns than in `fit`, and values that the class does not take.
        """
        check_is_fitted(self, self._fitted)
        return np.asarray(self._decide(self._table(X, reset=False)), np.float64)

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame, shape (rows, n_features_in_)
            As for `decision_function`.

        Returns
        -------
        ndarray, shape (rows,)
            Of two classes the second if `decision_function` is above 0; of more the one with the
            largest value.
        """
        values = self.decision_function(X)
        chosen = (values > 0).astype(np.intp) if values.ndim == 1 else values.argmax(axis=1)
        return np.asarray(self.classes_[chosen])

    @property
    def _results(self) -> list[Any]:
        return of_problems(self.result_)

    def _problem_titles(self) -> list[str]:
        labels = self.classes_.tolist()
        if len(labels) == 2:
            return [f"{labels[1]!r} against {labels[0]!r}"]
        return [f"{label!r} against the rest" for label in labels]


def set_of_problems(estimator: Any, **values: Any) -> None:
    """Set attributes that hold a value for each problem: bare if there is one problem.

    Parameters
    ----------
    estimator : object
    **values : sequence
        Name of an attribute and its values. Several numbers, or an array of values, are set as an
        array, others as a list.
    """
    for name, each in values.items():
        if len(each) == 1:
            setattr(estimator, name, each[0])
        elif isinstance(each, np.ndarray) or isinstance(each[0], (int, float)):
            setattr(estimator, name, np.asarray(each))
        else:
            setattr(estimator, name, list(each))


def of_problems(value: Any) -> list[Any]:
    """An attribute set by `set_of_problems` as a list in any case."""
    return value if isinstance(value, list) else [value]


def print_step(step: Step) -> None:
    """Print a step as a line of a table, the header before the first one."""
    if step.number == 0:
        print(HEADER)
    print(step.line(), flush=True)
