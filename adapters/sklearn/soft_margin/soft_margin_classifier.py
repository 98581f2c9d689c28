"""The 1-norm soft-margin classifier of binary rows as a scikit-learn estimator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from nzdd.adapters.sklearn.chunks.bit_chunks import BitChunksMixin
from nzdd.adapters.sklearn.soft_margin.soft_margin_base import SoftMarginBase
from nzdd.formulations.learning.calibration import Calibration
from nzdd.formulations.learning.soft_margin.training import SoftMarginFit
from nzdd.input.row_table import RowTable


@dataclass(eq=False, repr=False)
class SoftMarginClassifier(BitChunksMixin, SoftMarginBase):
    """A sparse linear classifier of binary rows with the largest soft margin, proven.

    The published method, for exactness, sparse weights, and a million rows and more. On small
    tables `RuleClassifier` and L1 logistic regression mostly make fewer errors.

    The weights maximise the mean of the smallest margins, over rows with a share `nu` of all
    weight, under ``sum |w| + |b| <= 1``: problem (4) of Kurokawa et al. 2022, the 1-norm
    soft margin of LPBoost (Demiriz, Bennett and Shawe-Taylor 2002). Equal rows cost nothing, and
    a lower and an upper bound on the optimum prove how good the answer is. More than two classes
    are each separated from the rest.

    Parameters
    ----------
    nu : float or "auto", default "auto"
        In (0, 1]: the share of the total weight of the rows that may lie at or below the margin.
        Useful values form a window that depends on the data: below it no weights have a positive
        soft margin, and above it, from twice the share of the smaller class on, all rows get the
        same class. ``"auto"`` takes a value near the lower end, `nu_`, farther from it if there are
        few rows per feature; fits to halves of the rows then make sure that the answer is not worse
        than the larger class. That takes two to four solves instead of one; see
        `nzdd.formulations.learning.soft_margin.nu_choice`. `SoftMarginClassifierCV` chooses by
        cross-validation.
    slack : {"auto", "row", "edge", "block"}, default "auto"
        Which rows share a slack variable. ``"row"``: none, which is exact. ``"edge"``: those over
        the same edge of the diagram, the paper's problem (6); it is smaller if there are many rows,
        and its optimum is below that of ``"row"``. ``"block"``: in between, see `blocks`.
        ``"auto"``: ``"row"`` unless the diagram is much smaller.
    blocks : int, default 256
        With ``slack="block"`` only rows of the same block share; this is the number of blocks.
    algorithm : {"auto", "interior-point", "column-generation", "erlpboost", "lp"}, default "auto"
        ``"auto"``: the interior-point method. ``"lp"`` hands the problem to `solver`.
    solver : str, optional
        For ``"lp"`` one of "highs", "highs_ipm", "glop", "pdlp", "scipy", "clarabel"; for
        ``"column-generation"``, "glop" as the solver of its restricted problems; for
        ``"erlpboost"``, "pdlp" for its quadratic sub-problems.
    gap : float, optional
        The gap to close; by default 1e-3 for boosting, 1e-8 for interior-point up to 1000 bits,
        else 1e-6.
    fit_intercept : bool, default True
    penalize_intercept : bool, default True
        Whether ``|b|`` counts in the sum that is at most 1. False needs nu below twice the share of
        the smaller class.
    positive : bool, default False
        Restrict the weights to at least 0, and the intercept, if it is penalised, to at most 0.
    class_weight : "balanced" or dict from class to factor, optional
        ``"balanced"`` gives both sides of every problem the same weight, which widens the window
        of nu to 1.
    encoder : transformer, "auto" or None, default "auto"
        Turns X into bits. A clone is fitted to the rows of positive weight, with their weights if
        its `fit` takes them. ``"auto"`` takes an X of zeros and ones as it is, and a
        `BinaryEncoder` for any other. With None X must hold only 0 and 1, and so must chunks with
        ``"auto"``.
    max_iter : int, optional
        The most iterations or rounds; it has no effect on ``"lp"``.
    time_limit : float, optional
        Seconds for a fit, the choice of nu included; the problems of several classes have equal
        shares. It has no effect on ``"lp"``.
    probability : bool, default True
        Learn from two halves of the rows as well, for `predict_proba`. That takes about as long
        again, and less for more than 60,000 rows.
    random_state : object, optional
        No effect, since nothing is random; accepted for code that sets it on every estimator.
    verbose : int, default 0
        1 prints a line for each step: number, seconds, both bounds, the gap, number of columns.

    Attributes
    ----------
    weights_ : ndarray of float64, shape (1, bits) or (classes, bits)
        Of the bits of the encoder.
    coef_ : ndarray of float64, shape (1, columns) or (classes, columns)
        The same if `encoder_` is None: the bits are the columns of X; else there is no `coef_`.
    intercept_ : ndarray of float64, shape (1,) or (classes,)
    classes_ : ndarray, shape (classes,)
        Those with rows of positive weight.
    nu_ : float or ndarray, shape (classes,)
        This and the following hold one value for two classes, otherwise one for each class.
    objective_, dual_objective_, gap_ : float or ndarray
        Proven lower and upper bound on the optimum, and their difference; the lower is the value
        of the weights.
    row_objective_ : float or ndarray
        The value of the weights if every row has its own slack variable; at least `objective_`.
    n_iter_ : int or ndarray
    history_ : list of Step, or list of such lists
        Bounds and time after every step.
    diagram_ : SampleDiagram or list
    result_ : SoftMarginResult or list
        Everything else: outcome, message, dual flow, seconds.
    rules_ : DataFrame or list of tuples
        The non-zero weights by the names of their bits, with support and lift.
    feature_importances_ : ndarray of float64, shape (columns,)
        Of the columns of X: the spread of what their bits add, of sum 1.
    encoder_ : transformer or None
    n_features_in_, feature_names_in_ : int, ndarray of str
        Of X; the names only if its columns have names.

    Notes
    -----
    X is whatever the encoder takes, by default numbers and categories, with missing values. A nu
    outside its window gives a UserWarning.

    `decision_function` is the sum of the intercept and the weights of the bits of a row, in time
    O(classes x entries), where a dense row has as many entries as columns.

    For time and memory see `nzdd.formulations.learning.soft_margin.fit`. A CSR matrix is read
    without a copy; an array of at most 64 columns takes 8 bytes a row. The distinct rows stay in
    `diagram_` and so in a pickle.

    References
    ----------
    Kurokawa, Mitsuboshi, Hamasaki, Hatano, Takimoto and Rahmanian 2022, (4), (6) and (8); see
    `nzdd.formulations.learning.soft_margin.soft_margin_problem.SoftMarginProblem`.

    Examples
    --------
    >>> from nzdd.sklearn import SoftMarginClassifier
    >>> X = [[1, 0, 1], [1, 1, 0], [0, 0, 1], [0, 1, 0]]
    >>> classifier = SoftMarginClassifier(nu=0.5).fit(X, ["yes", "yes", "no", "no"])
    >>> classifier.predict([[1, 1, 1]]).tolist()
    ['yes']
    """

    nu: float | str = "auto"


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
