"""Probabilities for a fit that no estimator has made."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.sklearn.soft_margin.soft_margin_classifier import SoftMarginClassifier
from nzdd.formulations.learning.calibration import Calibration
from nzdd.formulations.learning.soft_margin.training import SoftMarginFit
from nzdd.input.row_table import RowTable


def calibration_of(
    found: SoftMarginFit, rows: RowTable, labels: NDArray[Any], **parameters: Any
) -> Calibration:
    """From the decision values of a fit to probabilities, by fits to halves of its rows.

    Parameters
    ----------
    found : SoftMarginFit
    rows : RowTable
        Those it was fitted to, or some of them; perhaps with weights.
    labels : ndarray, shape (rows,)
    **parameters
        Those of `SoftMarginClassifier` that give this fit.

    Returns
    -------
    Calibration
        Time: about two fits to half of the rows.
    """
    offsets, symbols = rows.to_csr()
    shape = (rows.num_rows, rows.num_symbols)
    table = csr_array((np.ones(symbols.size, np.uint8), symbols, offsets), shape=shape)
    estimator = SoftMarginClassifier(**parameters)
    estimator.encoder_ = None
    estimator._table(table, reset=True)
    estimator._adopt(found)
    estimator._calibrate(table, labels, rows.weights)
    calibration: Calibration = estimator.calibration_
    return calibration
