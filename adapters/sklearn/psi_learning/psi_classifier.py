"""Psi-learning as a scikit-learn estimator."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import Tags
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.methods.psi_learning import SOLVERS, engine
from nzdd.adapters.sklearn.checks import check_seed, checked_numbers, column_names
from nzdd.adapters.sklearn.classifier_base import ClassifierBase
from nzdd.adapters.sklearn.equal_rows import distinct_rows
from nzdd.adapters.sklearn.psi_learning.columns import KernelColumns, PolynomialColumns
from nzdd.adapters.sklearn.psi_learning.svm import cross_validated_c
from nzdd.adapters.sklearn.rules_mixin import shares
from nzdd.formulations.iteration.limits import INTERRUPTED, Limits
from nzdd.formulations.learning.classes import numbered
from nzdd.formulations.learning.psi_learning.psi_problem import NORMS, PsiProblem, check_costs
from nzdd.formulations.learning.psi_learning.psi_result import PsiResult
from nzdd.formulations.learning.psi_learning.svm import solve_svm
from nzdd.formulations.learning.psi_learning.two_step_method import MARGIN, two_step
from nzdd.formulations.models.result import Status
from nzdd.input.parameters import (
    check_choice,
    check_flags,
    check_integer,
    check_number,
)

LARGEST_C = 1e12
"""Above it solvers cannot distinguish errors from rounding."""
ROUNDING, TIE = 1e-7, 1e-9
"""Values of f up to the first are 0: less than `SHIFT`, by which rows are moved off the border. The
second is what they become."""
KERNELS = ("linear", "poly", "rbf", "sigmoid", "laplacian", "chi2", "cosine")


@dataclass(eq=False, repr=False)
class PsiClassifier(ClassifierBase):
    """A classifier of two classes with a bounded loss, so that outliers have little influence.

    Minimises ``J(w) + C sum_i psi(y_i f(x_i))`` with ``psi(u) = a (1 - u)`` on [0, 1], 2 below and
    0 above, by mixed-integer programming (Liu and Wu), with a proven bound on the optimum. The time
    depends on the number of rows with a margin below 1: one or two hundred can be solved.

    Parameters
    ----------
    C : float, default 1.0
        The cost of a loss of 1.
    norm : {"l1", "l2"}, default "l1"
        ``J(w) = sum |w|``, which makes many coefficients 0, or ``1/2 sum w**2``.
    a : float, default 0.5
        In [0, 2]. The paper advises 0.5 to 1.5; 2 makes the loss continuous. Small values put rows
        on the border between the classes.
    kernel : str or callable, default "linear"
        A name of `sklearn.metrics.pairwise.pairwise_kernels` or a function of two rows. With the
        2-norm J is the norm in the function space of the kernel, with the 1-norm the sum of the
        absolute coefficients of the training rows.
    degree : int, default 1
        With ``kernel="linear"`` products of up to this number of columns replace the columns. For
        ``kernel="poly"`` it is the degree of the kernel, and 1 means 3 as in SVC.
    gamma : float or "scale", default "scale"
        A parameter of kernels; ``"scale"`` is 1 / (columns * variance).
    coef0 : float, default 0.0
        A parameter of kernels.
    restricted : bool, default True
        Require a margin of at least 1 from the rows to which a support vector machine gives more
        than `margin`: section 3.3 of the paper. `bound_` is then a bound for this restricted
        problem. False solves the problem itself.
    margin : float, default 1.1
    correct_margin : float, optional
        With `restricted`, require that rows to which that machine gives more than this lie on the
        right side: the end of section 5.1 of the paper. Then only the other rows need a binary.
    svm_C : float or "cv", default "cv"
        The C of that machine; ``"cv"`` chooses a power of 10 by five-fold cross-validation, by the
        weight of the mistakes. Equal rows of a class are in the same fold.
    standardize : bool, default True
        Scale the columns (or products) to mean 0 and variance 1. J is that of the scaled columns;
        `coef_` is for the unscaled ones.
    solver : {"scip", "highs"}, optional
        For the 1-norm; the 2-norm has SCIP.
    probability : bool, default True
        Learn from two halves of the rows as well, for `predict_proba`. That takes about as long
        again, and less for more than 60,000 rows.
    time_limit : float or None, default 10.0
        Seconds for the search and the mixed-integer program. After them the best plane so far is
        the answer, and `gap_` limits how much better another one can be. ``svm_C="cv"`` may take as
        many seconds before, and finishes the values of C that it is trying.
    gap : float, default 1e-4
        The relative gap at which the solver stops.
    n_jobs : int, optional
        Threads of the solver; by default its own choice.
    random_state : object, optional
        No effect, since nothing is random; accepted for code that sets it on every estimator.

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
    term_weights_ : ndarray of float64, shape (1, terms)
        Only with ``kernel="linear"``: of the columns, or of the products if `degree` is above 1;
        `get_terms` names them.
    coef_ : ndarray of float64, shape (1, n_columns)
        The same with degree 1; else there is no `coef_`.
    feature_importances_ : ndarray of float64, shape (columns,)
        Only with ``kernel="linear"``: the standard deviation of what each term adds over the
        training rows, divided evenly among its columns; of sum 1 unless all are 0.
    dual_coef_ : ndarray of float64, shape (1, distinct rows)
        Only with other kernels. Rows of weight, as they are given; equal ones of a class are one.
    intercept_ : ndarray of float64, shape (1,)
    objective_, bound_, gap_ : float
        The value of the answer, a proven lower bound, and their relative gap.
    status_ : Status
    svm_C_ : float
    history_ : list of Step
    result_ : PsiResult
        Everything else: regions, M, seconds, `summary`.
    n_features_in_, feature_names_in_ : int, ndarray of str
        Of X; the names only if its columns have names.

    Notes
    -----
    X holds finite numbers; a sparse matrix is made dense. `decision_function` is the function f, in
    time O(rows x columns), or with a kernel O(rows x training rows) kernel values. Where f is 0 it
    has the sign of the class with more weight, so that this is the one that `predict` gives. For
    more than two classes take `sklearn.multiclass.OneVsRestClassifier`.

    References
    ----------
    Liu and Wu, Optimizing psi-learning via mixed integer programming, Statistica Sinica 2006.

    Examples
    --------
    >>> from nzdd.sklearn import PsiClassifier
    >>> X = [[0.0], [1.0], [2.0], [3.0], [30.0]]
    >>> classifier = PsiClassifier(C=10, standardize=False).fit(X, [0, 0, 1, 1, 0])
    >>> classifier.predict([[0.5], [2.5]]).tolist()
    [0, 1]
    """

    C: float = 1.0
    _: KW_ONLY
    norm: str = "l1"
    a: float = 0.5
    kernel: str | Callable[[Any, Any], float] = "linear"
    degree: int = 1
    gamma: float | str = "scale"
    coef0: float = 0.0
    restricted: bool = True
    margin: float = MARGIN
    correct_margin: float | None = None
    svm_C: float | str = "cv"
    standardize: bool = True
    solver: str | None = None
    probability: bool = True
    time_limit: float | None = 10.0
    gap: float = 1e-4
    n_jobs: int | None = None
    random_state: Any = None

    def _learn(
        self, rows: NDArray[np.float64], labels: NDArray[Any], weights: NDArray[np.float64]
    ) -> None:
        from nzdd.adapters.solvers.glop import GlopEngine  # slow to load

        classes, codes = numbered(labels)
        if classes.size > 2:
            kind = type_of_target(labels, input_name="y")
            raise ValueError(
                f"Only binary classification is supported. The type of the target is {kind}; take "
                "sklearn.multiclass.OneVsRestClassifier around it"
            )
        check_costs(self.C, weights)
        rows, codes, weights = distinct_rows(rows, codes, weights, as_given=True)
        features = self._fit_columns(rows, weights)
        problem = PsiProblem(features, codes == 1, self.C, self.a, self.norm, weights)
        solve_model = engine(self.solver, gap=self.gap, threads=self.n_jobs)
        self.svm_C_ = (
            cross_validated_c(problem, solve_model, stop=Limits(self.time_limit).ends)
            if self.svm_C == "cv"
            else float(self.svm_C)
        )
        svm = solve_svm(problem.changed(C=self.svm_C_), solve_model)
        self.classes_ = classes
        self._tie = TIE if weights[codes == 1].sum() > weights.sum() / 2 else -TIE
        result = two_step(
            problem,
            svm,
            solve_model,
            margin=self.margin if self.restricted else None,
            correct_margin=self.correct_margin if self.restricted else None,
            make_engine=GlopEngine,
            time_limit=self.time_limit,
        )
        self._adopt(result)
        if result.limit == INTERRUPTED:
            raise KeyboardInterrupt
        if result.status is not Status.OPTIMAL:
            message = f"{result.message or result.status}; the gap is {result.gap:.1%}"
            warnings.warn(message, ConvergenceWarning, stacklevel=3)
        elif result.message:
            warnings.warn(result.message, UserWarning, stacklevel=3)

    def _decide(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        if isinstance(self._columns, KernelColumns):
            values = self._columns.values(rows) @ self.dual_coef_[0]
        else:
            values = self._columns.basis.expand(rows) @ self.term_weights_[0]
        values = values + self.intercept_[0]
        return np.where(np.abs(values) <= ROUNDING, self._tie, values)

    def get_terms(self) -> list[str]:
        """The names of the columns, or products, that `term_weights_` belongs to.

        Raises
        ------
        ValueError
            With a kernel other than ``"linear"``, which has no columns.
        """
        check_is_fitted(self, self._fitted)
        if isinstance(self._columns, KernelColumns):
            raise ValueError("a kernel has no columns; dual_coef_ has a coefficient for every row")
        return list(self._columns.basis.names(column_names(self)))

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """How much each column counts, shape (n_features_in_,); see the notes on the class."""
        check_is_fitted(self, self._fitted)
        if isinstance(self._columns, KernelColumns):
            raise AttributeError("with a kernel no column has an importance; take kernel='linear'")
        reads = self._columns.basis.factors()
        spread = np.abs(self.term_weights_[0]) * self._columns.spread
        return shares((spread / reads.sum(axis=1)) @ reads)

    def summary(self) -> str:
        """A few lines of text about the answer; see `PsiResult.summary`."""
        check_is_fitted(self, self._fitted)
        return str(self.result_.summary())

    def _table(self, X: Any, *, reset: bool) -> NDArray[np.float64]:
        table = checked_numbers(self, X, accept_sparse="csr", reset=reset)
        return table if isinstance(table, np.ndarray) else table.toarray()

    def _check_parameters(self) -> None:
        words = {"svm_C": "cv", "gamma": "scale", "time_limit": None}
        for name in ("C", "gap", "time_limit", "svm_C", "gamma"):
            allowed = (words[name],) if name in words else ()
            most = LARGEST_C if name in ("C", "svm_C") else np.inf
            check_number(name, getattr(self, name), 0.0, most, above=True, choices=allowed)
        check_number("a", self.a, 0.0, 2.0)
        check_number("margin", self.margin, 1.0, infinite=True)
        check_number("correct_margin", self.correct_margin, infinite=True, choices=(None,))
        check_number("coef0", self.coef0, -np.inf)
        check_integer("degree", self.degree)
        check_integer("n_jobs", self.n_jobs, choices=(None,))
        check_choice("norm", self.norm, NORMS)
        if isinstance(self.kernel, type) or not callable(self.kernel):
            check_choice("kernel", self.kernel, KERNELS)
        check_choice("solver", self.solver, (None, *SOLVERS))
        check_flags(self, "restricted", "standardize", "probability")
        check_seed(self.random_state)

    def _for_a_half(self) -> Any:
        """With the `svm_C` that was chosen for all rows."""
        return super()._for_a_half().set_params(svm_C=self.svm_C_)

    def _fit_columns(
        self, rows: NDArray[np.float64], weights: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        if self.kernel == "linear":
            self._columns: Any = PolynomialColumns.fit(rows, weights, self.degree, self.standardize)
            return np.asarray(self._columns.train(rows))
        options: dict[str, Any] = {}
        if not callable(self.kernel):
            options = {
                "gamma": None if self.gamma == "scale" else self.gamma,
                "coef0": self.coef0,
                "degree": 3 if self.degree == 1 else self.degree,
            }
            if self.gamma == "scale":
                spread = 1.0 if self.standardize else _variance(rows, weights)
                options["gamma"] = 1.0 / (rows.shape[1] * (spread or 1.0))
        self._columns, features = KernelColumns.fit(
            rows, weights, self.standardize, self.norm, self.kernel, options
        )
        return features

    def _adopt(self, result: PsiResult) -> None:
        plane = result.plane
        if isinstance(self._columns, KernelColumns):
            self.dual_coef_ = self._columns.coefficients(plane.weights)[None]
            self.intercept_ = np.array([plane.intercept])
        else:
            weights, intercept = self._columns.unscaled(plane.weights, plane.intercept)
            self.term_weights_, self.intercept_ = weights[None], np.array([intercept])
            if self._columns.basis.degree == 1:
                self.coef_ = self.term_weights_
        self.result_, self.status_ = result, result.status
        self.objective_, self.bound_, self.gap_ = result.objective, result.bound, result.gap
        self.history_ = result.history

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = True
        return tags


def _variance(rows: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """Of all entries of weighted rows."""
    mean = np.average(rows, axis=0, weights=weights).mean()
    return float(np.average((rows - mean) ** 2, axis=0, weights=weights).mean())
