"""Classes from decision values."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


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
