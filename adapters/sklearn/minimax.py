"""The sparse greedy minimax probability machine as a scikit-learn estimator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from nzdd.adapters.sklearn.base import DecisionMixin, of_problems, set_of_problems
from nzdd.adapters.sklearn.checks import (
    check_seed,
    check_verbose,
    checked_labels,
    checked_weights,
    without_zero_weights,
)
from nzdd.adapters.sklearn.encoding.columns import check_shape
from nzdd.formulations.iteration.limits import INTERRUPTED
from nzdd.formulations.learning.classes import numbered, positive_codes
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
from nzdd.input.parameters import check_choice, check_integer, check_number

if TYPE_CHECKING:
    from typing_extensions import Self


class SparseMinimaxClassifier(DecisionMixin, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A sparse kernel classifier with a lower bound on how often it is right.

    Gaussian bases come one at a time: a few random rows are tried as the centre, their widths
    are found by gradient, and the one stays that raises the bound Omega most. Omega bounds from
    below how often *either* class is recognised, for any distributions that have the means and
    covariances of the training rows. More than two classes are each separated from the rest.

    Parameters
    ----------
    max_bases : int, default 50
    candidates : int or None, default 5
        How many random rows are tried for each basis; None tries all.
    selection : {"features", "width"}, default "features"
        ``"features"``: every basis has a width for each column and so weighs the columns.
        ``"width"``: one width for all, of columns divided by their standard deviations; for
        columns of one kind, of which there are many.
    min_gain : float, default 0.0
        Stop at a basis that raises Omega by no more than this.
    min_width_gain : float, default 1e-6
        The search for the widths of a candidate ends at a step that lowers ``arctan(m)`` by no
        more than this. A smaller one gives a higher Omega, which then says more of the training
        rows and less of others. One width for all columns is always found to 1e-9.
    random_state : int, RandomState or None, default None
        Of the candidates.
    verbose : int, default 0
        1 prints a line a basis: number, seconds, m, Omega, and the columns it looks at.

    Attributes
    ----------
    classes_ : ndarray, shape (classes,)
        Those with rows of positive weight.
    bound_, objective_ : float or ndarray, shape (classes,)
        Omega, which is what is maximised. Like all below, one for two classes, and one a class
        against the rest for more.
    history_ : list of BasisStep, or list of such lists
        m and Omega after every basis.
    n_iter_ : int or ndarray
        The number of bases.
    centers_, gammas_ : ndarray, shape (bases, columns), or list of such arrays
        Rows of X, and the widths around them in units of the columns.
    coef_ : ndarray, shape (bases,), or list of such arrays
        The factor of each basis.
    intercept_ : float or ndarray
    column_weights_ : ndarray, shape (columns,) or (classes, columns)
        How much each column counts in the widths; they sum to 1.
    machine_ : SparseMinimaxMachine or list
        The model, and why no further basis came.
    n_features_in_ : int
    feature_names_in_ : ndarray of str
        Only where the columns had names.

    Notes
    -----
    Means and covariances are those of the empirical distribution, weights included, so Omega
    bounds the share of *training* rows of either class that are recognised, exactly. It bounds
    the accuracy on other rows as far as the moments of the bases, chosen for a high Omega, are
    those of the classes.

    Every part of the model is a weighted sum of ``exp(-sum gamma (x - center)^2) - 1``.

    Time O(classes x bases x candidates x steps x rows x columns), memory O(rows x columns).
    Sparse matrices are not taken: distances to a centre make them dense.

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

    def __init__(
        self,
        max_bases: int = 50,
        *,
        candidates: int | None = 5,
        selection: str = "features",
        min_gain: float = 0.0,
        min_width_gain: float = 1e-6,
        random_state: Any = None,
        verbose: int = 0,
    ) -> None:
        self.max_bases = max_bases
        self.candidates = candidates
        self.selection = selection
        self.min_gain = min_gain
        self.min_width_gain = min_width_gain
        self.random_state = random_state
        self.verbose = verbose

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Find the bases.

        Parameters
        ----------
        X : array-like or DataFrame of numbers, shape (rows, columns)
            The scale of a column does not matter.
        y : array-like, shape (rows,)
            Numbers, bools or strings. Of two classes the second in sorted order is the positive
            one.
        sample_weight : array-like of float, shape (rows,), optional
            Not negative. A row of weight 2 is two rows, a row of weight 0 is none.

        Returns
        -------
        SparseMinimaxClassifier
            The estimator itself.

        Raises
        ------
        ValueError
            For a sparse, missing or infinite X, parameters out of range, fewer than two classes
            with weight, a class of one row, negative weights.
        KeyboardInterrupt
            On Ctrl-C. All attributes are then set from the best so far, if there is one for every
            class.
        """
        check_shape(X)
        rows = validate_data(self, X, dtype=np.float64)
        self._check_parameters()
        labels = checked_labels(y, len(rows), type(self).__name__)
        weights = checked_weights(sample_weight, rows)
        rows, labels, weights = without_zero_weights(rows, labels, weights)
        classes, codes = numbered(labels)
        for code, label in enumerate(classes.tolist()):
            if not enough_rows(weights[codes == code]):
                raise ValueError(f"class {label!r} has {TOO_FEW}")
        random = check_random_state(self.random_state)
        machines = []
        targets = positive_codes(classes)
        for code in targets:
            machine = greedy_machine(
                TwoClasses.from_rows(rows, codes == code, weights),
                max_bases=self.max_bases,
                candidates=self.candidates,
                selection=self.selection,
                min_gain=self.min_gain,
                min_width_gain=self.min_width_gain,
                seed=int(random.randint(2**31 - 1)),
                on_step=_print_step if self.verbose else None,
            )
            machines.append(machine)
            if machine.limit == INTERRUPTED and len(machines) < len(targets):
                raise KeyboardInterrupt  # there is no machine for the other classes
        self._adopt(machines, classes)
        if machines[-1].limit == INTERRUPTED:
            raise KeyboardInterrupt
        return self

    def _check_parameters(self) -> None:
        """Raise ValueError for the first wrong one, before any work."""
        check_integer("max_bases", self.max_bases)
        check_integer("candidates", self.candidates, choices=(None,))
        check_choice("selection", self.selection, SELECTIONS)
        check_number("min_gain", self.min_gain)
        check_number("min_width_gain", self.min_width_gain)
        check_verbose(self.verbose)
        check_seed(self.random_state)

    def _adopt(self, machines: list[SparseMinimaxMachine], classes: NDArray[Any]) -> None:
        self.classes_ = classes
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
            coef_=[machine.weights for machine in machines],
        )
        self.objective_ = self.bound_

    @property
    def _machines(self) -> list[SparseMinimaxMachine]:
        return of_problems(self.machine_)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """How far a row lies on the side of a class; the means of the classes differ by 1.

        Parameters
        ----------
        X : array-like or DataFrame, shape (rows, n_features_in_)

        Returns
        -------
        ndarray of float64, shape (rows,), or (rows, classes) for more than two classes

        Notes
        -----
        Time O(classes x bases x rows x columns).
        """
        check_is_fitted(self, "machine_")
        check_shape(X)
        rows = validate_data(self, X, reset=False, dtype=np.float64)
        values = [machine.decision_function(rows) for machine in self._machines]
        return values[0] if len(values) == 1 else np.stack(values, axis=1)

    def summary(self) -> str:
        """A few lines of text for people, for each class against the rest where there are many."""
        check_is_fitted(self, "machine_")
        texts = [machine.summary() for machine in self._machines]
        if len(texts) == 1:
            return texts[0]
        return "\n".join(
            f"{label!r} against the rest\n{text}"
            for label, text in zip(self.classes_.tolist(), texts, strict=True)
        )


def _print_step(step: BasisStep) -> None:
    if step.number == 1:
        print(HEADER)
    print(step.line(), flush=True)
