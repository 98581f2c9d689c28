"""The minimax machine of Lanckriet et al. with a Gaussian kernel at every row, for comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.model_selection import StratifiedKFold

from nzdd.formulations.learning.minimax.full import Kernel, KernelMachine, kernel_machine
from nzdd.formulations.learning.minimax.kernels import START

if TYPE_CHECKING:
    from typing_extensions import Self

    from benchmarks.classics.paper_samples import Floats

WIDTHS = tuple(START * 4.0**power for power in range(-6, 4))
"""Ten sums of widths over the columns, from a quadratic form to a kernel of single rows."""
RIDGE = 1e-6
"""For rounding only; with 0 the bound of a kernel of full rank is 1."""
FOLDS = 5


class FullMachine(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """The width is that of the least error in folds of the training rows.

    Attributes
    ----------
    machine_ : KernelMachine
    bound_ : float
        Omega.
    """

    def fit(self, X: Floats, y: NDArray[np.bool_]) -> Self:
        """Choose the width, and fit to all rows."""
        self._mean, deviation = X.mean(axis=0), X.std(axis=0)
        self._scale = np.where(deviation > 0, deviation, 1.0)
        rows = self._scaled(X)
        folds = list(StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(rows, y))

        def wrong(width: float) -> int:
            found = 0
            for learned, held in folds:
                machine = _machine(rows[learned], y[learned], width)
                found += int(((machine.decision_function(rows[held]) > 0) != y[held]).sum())
            return found

        self.machine_ = _machine(rows, y, min(WIDTHS, key=wrong))
        self.bound_ = self.machine_.bound
        return self

    def predict(self, X: Floats) -> NDArray[np.bool_]:
        """Which rows are of the class True."""
        return np.asarray(self.machine_.decision_function(self._scaled(X)) > 0)

    def _scaled(self, X: Floats) -> Floats:
        return np.asarray((X - self._mean) / self._scale)


def _machine(rows: Floats, y: NDArray[np.bool_], width: float) -> KernelMachine:
    def kernel(first: Floats, second: Floats) -> Floats:
        squares = cdist(first, second, "sqeuclidean")
        return np.asarray(np.exp(-width / rows.shape[1] * squares))

    gaussian: Kernel = kernel
    return kernel_machine(rows[y], rows[~y], gaussian, ridge=RIDGE)
