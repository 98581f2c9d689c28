"""Parameters chosen on rows that are held back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone

if TYPE_CHECKING:
    from typing_extensions import Self


class Validated(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A model with the best of some parameters: fitted to the first rows, chosen by the others.

    Parameters
    ----------
    model : classifier
    grid : list of dict
        Parameters to set. Of equally good ones the first is taken.
    rows : int
        How many to fit to.
    """

    def __init__(self, model: Any, grid: list[dict[str, Any]], rows: int) -> None:
        self.model = model
        self.grid = grid
        self.rows = rows

    def fit(self, X: NDArray[np.float64], y: NDArray[Any]) -> Self:
        """Fit all of them and keep one, `best_`."""
        fitted = [
            clone(self.model).set_params(**options).fit(X[: self.rows], y[: self.rows])
            for options in self.grid
        ]
        if len(fitted) > 1:
            fitted.sort(key=lambda model: -model.score(X[self.rows :], y[self.rows :]))
        self.best_ = fitted[0]
        self.classes_ = self.best_.classes_
        self.bound_, self.gap_ = (getattr(self.best_, name, np.nan) for name in ("bound_", "gap_"))
        return self

    def predict(self, X: NDArray[np.float64]) -> NDArray[Any]:
        """By the one that was kept."""
        return np.asarray(self.best_.predict(X))
