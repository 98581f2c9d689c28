"""What the soft-margin estimators have in common: checked input, fitting, and use of the model."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import Tags, get_tags
from sklearn.utils.validation import (
    _num_samples,
    check_is_fitted,
    validate_data,
)

from nzdd.adapters.methods.soft_margin import SOLVERS, engines
from nzdd.adapters.sklearn.base import DecisionMixin, of_problems, print_step, set_of_problems
from nzdd.adapters.sklearn.checks import (
    check_encoder,
    check_seed,
    check_verbose,
    checked_labels,
    checked_weights,
    without_zero_weights,
)
from nzdd.adapters.sklearn.encoding.binary_input import binary_rows
from nzdd.adapters.sklearn.encoding.columns import check_shape, is_frame
from nzdd.adapters.sklearn.soft_margin.rules import RulesMixin
from nzdd.formulations.iteration.limits import INTERRUPTED
from nzdd.formulations.learning.linear_classifier import LinearClassifier
from nzdd.formulations.learning.soft_margin.methods.solve import ALGORITHMS
from nzdd.formulations.learning.soft_margin.result import Outcome, SoftMarginResult
from nzdd.formulations.learning.soft_margin.sample import class_samples
from nzdd.formulations.learning.soft_margin.sample_diagram import SLACKS, SampleDiagram
from nzdd.formulations.learning.soft_margin.training import SoftMarginFit, fit
from nzdd.input.parameters import check_choice, check_flags, check_integer, check_number
from nzdd.input.row_table import RowTable


class SoftMarginBase(DecisionMixin, RulesMixin, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A linear classifier of bits; subclasses say how nu comes about."""

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """The sum of the weights of a row's bits, and the intercept.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame, shape (rows, n_features_in_)

        Returns
        -------
        ndarray of float64, shape (rows,), or (rows, classes) for more than two classes

        Raises
        ------
        ValueError
            For other columns than in `fit`, and values other than 0 and 1 without an encoder.

        Notes
        -----
        Time O(classes x entries), where a dense row has as many entries as columns.
        """
        check_is_fitted(self, "coef_")
        rows = self._rows(self._table(X, reset=False))
        labels = (0, 1) if self.classes_.size == 2 else tuple(range(self.classes_.size))
        return LinearClassifier(self.coef_, self.intercept_, labels).decision_function(rows)

    def _column_names(self) -> list[str]:
        names = getattr(self, "feature_names_in_", None)
        if names is None:
            return [f"x{index}" for index in range(self.n_features_in_)]
        return [str(name) for name in names]

    def _table(self, X: Any, *, reset: bool) -> Any:
        """Check the table as a whole; its values are checked where they become bits."""
        check_shape(X)
        if self.encoder is not None or is_frame(X):
            return validate_data(self, X, reset=reset, skip_check_array=True)
        return validate_data(
            self, X, reset=reset, dtype=None, accept_sparse="csr", ensure_all_finite=False
        )

    def _rows(self, table: Any) -> RowTable:
        if self.encoder_ is None:
            return binary_rows(table, self._column_names())
        return self._encoded(self.encoder_.transform(table))

    def _encoded(self, bits: Any) -> RowTable:
        if not (sp.issparse(bits) or is_frame(bits)):
            bits = np.asarray(bits)
        names = [f"bit {index} of the encoder" for index in range(bits.shape[1])]
        return binary_rows(bits, names)

    def _training_rows(
        self, X: Any, y: ArrayLike | None, sample_weight: ArrayLike | None
    ) -> tuple[RowTable, NDArray[Any], NDArray[np.float64] | None]:
        """Check everything, leave out rows without weight, and fit the encoder."""
        self._check_parameters()
        table = self._table(X, reset=True)
        labels = checked_labels(y, _num_samples(table), type(self).__name__)
        weights = None
        if sample_weight is not None:
            weights = checked_weights(sample_weight, table)
            table, labels, weights = without_zero_weights(table, labels, weights)
        self.encoder_ = None if self.encoder is None else clone(self.encoder)
        if self.encoder_ is None:
            return binary_rows(table, self._column_names()), labels, weights
        return self._encoded(self.encoder_.fit_transform(table, labels)), labels, weights

    def _check_parameters(self) -> None:
        """Raise ValueError for the first wrong one, before any work."""
        for name, known in (("algorithm", ALGORITHMS), ("slack", SLACKS)):
            check_choice(name, getattr(self, name), ("auto", *known))
        check_choice("solver", self.solver, (None, *SOLVERS))
        check_number("nu", getattr(self, "nu", "auto"), 0.0, 1.0, above=True, choices=("auto",))
        check_integer("blocks", self.blocks)
        check_integer("max_iter", self.max_iter, choices=(None,))
        check_number("gap", self.gap, above=True, choices=(None,))
        check_flags(self, "fit_intercept", "penalize_intercept", "positive")
        check_encoder(self.encoder)
        check_verbose(self.verbose)
        check_seed(self.random_state)
        engines(self.algorithm, self.solver)

    def _diagrams(
        self, rows: RowTable, labels: NDArray[Any], weights: NDArray[np.float64] | None
    ) -> tuple[NDArray[Any], Iterator[SampleDiagram]]:
        """The classes, and the diagram of every problem."""
        classes, samples = class_samples(rows, labels, weights, self.class_weight)
        build = SampleDiagram.from_sample
        return classes, (build(each, self.slack, blocks=self.blocks) for each in samples)

    def _solver_options(self) -> dict[str, Any]:
        return {
            "algorithm": self.algorithm,
            "gap": self.gap,
            "max_rounds": self.max_iter,
            **engines(self.algorithm, self.solver),
        }

    def _bias(self) -> str:
        if not self.fit_intercept:
            return "none"
        return "penalised" if self.penalize_intercept else "free"

    def _train(
        self,
        rows: RowTable,
        labels: NDArray[Any],
        weights: NDArray[np.float64] | None,
        nu: float | str,
    ) -> None:
        """Fit and set all attributes, also after Ctrl-C."""
        found = fit(
            rows,
            labels,
            nu=nu,
            weights=weights,
            class_weight=self.class_weight,
            slack=self.slack,
            blocks=self.blocks,
            signed=not self.positive,
            bias=self._bias(),
            on_step=print_step if self.verbose else None,
            **self._solver_options(),
        )
        self._adopt(found)
        if found.results[-1].limit == INTERRUPTED:
            raise KeyboardInterrupt
        self._warn(found.results)

    def _adopt(self, found: SoftMarginFit) -> None:
        results = found.results
        self.classes_ = found.classes
        self.coef_ = np.stack([result.weights for result in results])
        self.intercept_ = np.array([result.intercept for result in results])
        set_of_problems(
            self,
            result_=results,
            nu_=[result.problem.nu for result in results],
            objective_=[result.objective for result in results],
            dual_objective_=[result.dual_objective for result in results],
            gap_=[result.gap for result in results],
            row_objective_=[result.row_objective for result in results],
            n_iter_=[result.num_rounds for result in results],
            history_=[result.history for result in results],
            diagram_=[result.problem.diagram for result in results],
        )

    @property
    def _results(self) -> list[SoftMarginResult]:
        return of_problems(self.result_)

    def _warn(self, results: Sequence[SoftMarginResult]) -> None:
        """Warn of gaps that are not closed, and of trivial answers."""
        for index, result in enumerate(results):
            if not result.message:
                continue
            several = len(results) > 1
            place = f"class {self.classes_.tolist()[index]!r}: " if several else ""
            trivial = result.limit is None and result.outcome is not Outcome.FEATURES
            category = UserWarning if trivial else ConvergenceWarning
            warnings.warn(place + result.message, category, stacklevel=4)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        if self.encoder is not None:
            given = get_tags(self.encoder).input_tags
            for name in ("sparse", "allow_nan", "string", "categorical"):
                setattr(tags.input_tags, name, getattr(given, name))
        return tags
