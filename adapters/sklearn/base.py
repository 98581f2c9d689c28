"""What the estimators share: predictions, attributes of each problem, and printed steps."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.history import HEADER, Step


class DecisionMixin:
    """The prediction of classifiers with a `decision_function` and `classes_`."""

    classes_: Any
    decision_function: Any

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame, shape (rows, n_features_in_)
            As for `decision_function`.

        Returns
        -------
        ndarray, shape (rows,)
            Of two classes the second where `decision_function` is above 0; of more the one with
            the largest value.
        """
        values = self.decision_function(X)
        chosen = (values > 0).astype(np.intp) if values.ndim == 1 else values.argmax(axis=1)
        return np.asarray(self.classes_[chosen])


def set_of_problems(estimator: Any, **values: Any) -> None:
    """Set attributes of which each problem has one: bare for two classes, otherwise a class each.

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
