"""The sparse greedy minimax probability machine as a scikit-learn estimator."""

from __future__ import annotations

import warnings
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.sklearn.checks import check_seed, check_verbose, checked_numbers
from nzdd.adapters.sklearn.classifier_base import ClassifierBase, of_problems, set_of_problems
from nzdd.adapters.sklearn.rules_mixin import shares
from nzdd.formulations.iteration.limits import TIME, Limits
from nzdd.formulations.learning.classes import numbered
from nzdd.formulations.learning.minimax.greedy import (
    HEADER,
    SELECTIONS,
    BasisStep,
    SparseMinimaxMachine,
    greedy_machine,
)
from nzdd.formulations.learning.minimax.two_classes import (
    TOO_FEW,
    TwoClasses,
    enough_rows,
)
from nzdd.input.parameters import check_choice, check_flags, check_integer, check_number


@dataclass(eq=False, repr=False)
class SparseMinimaxClassifier(ClassifierBase):
    """A sparse kernel classifier with a lower bound on how often it is right.

    Gaussian bases are added one at a time: a few random rows are tried as the centre, their widths
    are found by gradient ascent, and the one that raises the bound Omega most is kept. Omega is a
    lower bound on the share of *each* class that is recognised, for any distributions with the
    means and covariances of the training rows. More than two classes are each separated from the
    rest.

    Parameters
    ----------
    max_bases : int, default 50
    candidates : int or None, default 5
        The number of random rows tried for each basis; None tries all.
    selection : {"features", "width"}, default "features"
        ``"features"``: each basis has a width for each column, and so weighs the columns.
        ``"width"``: one width for all columns, divided by their standard deviations; for many
        columns of the same kind.
    min_gain : float, default 0.0
        Stop when the next basis raises Omega by no more than this.
    min_width_gain : float, default 1e-6
        The search for the widths of a candidate ends when a step lowers ``arctan(m)`` by no more
        than this. A smaller value gives a higher Omega, but fits the training rows more closely and
        generalises less. A single width is always found to 1e-9.
    time_limit : float, "auto" or None, default "auto"
        Seconds for a fit, shared by the problems of several classes, by default 20 for each; after
        them no further basis is added. Some thousand rows need less.
    probability : bool, default True
        Learn from two halves of the rows as well, for `predict_proba`. That takes about as long
        again, and less for more than 60,000 rows.
    random_state : int, RandomState or None, default None
        It draws the candidates.
    verbose : int, default 0
        1 prints a line for each basis: number, seconds, m, Omega, and how many columns it uses.

    Attributes
    ----------
    classes_ : ndarray, shape (classes,)
        Those with rows of positive weight.
    bound_, objective_ : float or ndarray, shape (classes,)
        Omega, which is maximised. This and the following hold one value for two classes, otherwise
        one for each class against the rest.
    history_ : list of BasisStep, or list of such lists
        m and Omega after every basis.
    n_iter_ : int or ndarray
        The number of bases.
    centers_, gammas_ : ndarray, shape (bases, columns), or list of such arrays
        Rows of X, and the widths around them in units of the columns.
    basis_weights_ : ndarray, shape (bases,), or list of such arrays
        The factor of each basis.
    intercept_ : float or ndarray
    column_weights_ : ndarray, shape (columns,) or (classes, columns)
        The share of each column in the widths of the bases, which count by what they added to
        Omega; of sum 1.
    feature_importances_ : ndarray, shape (columns,)
        The mean of `column_weights_` over the problems.
    machine_ : SparseMinimaxMachine or list
        The model, and why no further basis was added.
    n_features_in_, feature_names_in_ : int, ndarray of str
        Of X; the names only if its columns have names.

    Notes
    -----
    Means and covariances are those of the empirical distribution, weights included, so Omega is an
    exact bound for the *training* rows of each class. For other rows it holds as far as the
    training moments of the bases, which were chosen for a high Omega, are those of the classes.

    `decision_function` is a weighted sum of ``exp(-sum gamma (x - center)^2) - 1`` for each
    problem; its means over the two classes differ by 1.

    Time O(classes x bases x candidates x steps x rows x columns), memory O(rows x columns).
    X holds finite numbers, and the scale of a column does not matter. Sparse matrices are not
    taken: distances to a centre make them dense. A class needs two rows, or one with a weight
    above 1.

    References
    ----------
    Strohmann, Belitski, Grudic and DeCoste 2003, Sparse greedy minimax probability machine
    classification.

    Examples
    --------
    >>> from nzdd.sklearn import SparseMinimaxClassifier
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> classifier = SparseMinimaxClassifier(max_bases=10, random_state=0).fit(X[:400], y[:400])
    >>> bool(classifier.bound_ > 0.8), classifier.score(X[400:], y[400:]) > 0.9
    (True, True)
    """

    max_bases: int = 50
    _: KW_ONLY
    candidates: int | None = 5
    selection: str = "features"
    min_gain: float = 0.0
    min_width_gain: float = 1e-6
    time_limit: float | str | None = "auto"
    probability: bool = True
    random_state: Any = None
    verbose: int = 0

    _fitted = "machine_"
    _auto_seconds = 20.0

    def _check_parameters(self) -> None:
        check_integer("max_bases", self.max_bases)
        check_integer("candidates", self.candidates, choices=(None,))
        check_choice("selection", self.selection, SELECTIONS)
        check_number("min_gain", self.min_gain)
        check_number("min_width_gain", self.min_width_gain)
        check_number("time_limit", self.time_limit, infinite=True, choices=(None, "auto"))
        check_flags(self, "probability")
        check_verbose(self.verbose)
        check_seed(self.random_state)

    def _table(self, X: Any, *, reset: bool) -> Any:
        return checked_numbers(self, X, reset=reset)

    def _learn(
        self, rows: NDArray[np.float64], labels: NDArray[Any], weights: NDArray[np.float64]
    ) -> None:
        classes, codes = numbered(labels)
        for code, label in enumerate(classes.tolist()):
            if not enough_rows(weights[codes == code]):
                raise ValueError(f"class {label!r} has {TOO_FEW}")
        random = check_random_state(self.random_state)

        def machine(positive: NDArray[np.bool_], time_limit: float | None) -> SparseMinimaxMachine:
            return greedy_machine(
                TwoClasses.from_rows(rows, positive, weights),
                max_bases=self.max_bases,
                candidates=self.candidates,
                selection=self.selection,
                min_gain=self.min_gain,
                min_width_gain=self.min_width_gain,
                seed=int(random.randint(2**31 - 1)),
                time_limit=time_limit,
                on_step=_print_step if self.verbose else None,
            )

        machines = self._solve_each(classes, codes, machine, Limits(self._seconds(classes)))
        for found in machines:
            if found.limit == TIME:
                warnings.warn(
                    f"ended by time after {len(found.weights)} bases; give more, or fewer bases",
                    ConvergenceWarning,
                    stacklevel=3,
                )

    def _adopt(self, machines: list[SparseMinimaxMachine]) -> None:
        set_of_problems(
            self,
            machine_=machines,
            bound_=[machine.bound for machine in machines],
            n_iter_=[len(machine.weights) for machine in machines],
            intercept_=[-machine.offset for machine in machines],
            column_weights_=np.array([machine.column_weights for machine in machines]),
            history_=[machine.history for machine in machines],
            centers_=[machine.centres for machine in machines],
            gammas_=[machine.gammas for machine in machines],
            basis_weights_=[machine.weights for machine in machines],
        )
        self.objective_ = self.bound_

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """The share of each column in the widths, of sum 1 unless all are 0; (columns,)."""
        check_is_fitted(self, self._fitted)
        return shares(np.atleast_2d(self.column_weights_).mean(axis=0))

    def _decide(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        values = [machine.decision_function(rows) for machine in of_problems(self.machine_)]
        return values[0] if len(values) == 1 else np.column_stack(values)

    def summary(self) -> str:
        """A few lines of text; for more than two classes, about each class against the rest."""
        check_is_fitted(self, self._fitted)
        texts: list[str] = [machine.summary() for machine in of_problems(self.machine_)]
        if len(texts) == 1:
            return texts[0]
        pairs = zip(self._problem_titles(), texts, strict=True)
        return "\n".join(f"{title}\n{text}" for title, text in pairs)


def _print_step(step: BasisStep) -> None:
    if step.number == 1:
        print(HEADER)
    print(step.line(), flush=True)
