"""What the soft-margin estimators share: parameters, fitting, and use of the model."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike, NDArray
from sklearn.exceptions import ConvergenceWarning

from nzdd.adapters.methods.soft_margin import SOLVERS, engines
from nzdd.adapters.sklearn.checks import (
    as_frame,
    check_encoder,
    check_seed,
    check_verbose,
    checked_table,
    column_names,
)
from nzdd.adapters.sklearn.classifier_base import ClassifierBase, print_step, set_of_problems
from nzdd.adapters.sklearn.encoding.binary_encoder import BinaryEncoder
from nzdd.adapters.sklearn.encoding.binary_input import binary_rows
from nzdd.adapters.sklearn.encoding.columns import is_frame
from nzdd.adapters.sklearn.encoding.encoder_mixin import EncoderMixin, is_auto
from nzdd.adapters.sklearn.soft_margin.bit_rules import BitRulesMixin
from nzdd.formulations.iteration.limits import INTERRUPTED
from nzdd.formulations.learning.classes import positive_codes
from nzdd.formulations.learning.row_sums import decision_values
from nzdd.formulations.learning.soft_margin.methods.dispatch import ALGORITHMS
from nzdd.formulations.learning.soft_margin.sample import class_samples
from nzdd.formulations.learning.soft_margin.sample_diagram import SLACKS, SampleDiagram
from nzdd.formulations.learning.soft_margin.soft_margin_result import Outcome
from nzdd.formulations.learning.soft_margin.training import SoftMarginFit, fit
from nzdd.input.parameters import check_choice, check_flags, check_integer, check_number
from nzdd.input.row_table import RowTable

Sample = tuple[RowTable, NDArray[Any], NDArray[np.float64] | None]
"""Rows, labels, and weights or None: without weights fitting takes less time."""


@dataclass(eq=False, repr=False)
class SoftMarginBase(EncoderMixin, BitRulesMixin, ClassifierBase):
    """A linear classifier of bits; subclasses choose nu."""

    _: KW_ONLY
    slack: str = "auto"
    blocks: int = 256
    algorithm: str = "auto"
    solver: str | None = None
    gap: float | None = None
    fit_intercept: bool = True
    penalize_intercept: bool = True
    positive: bool = False
    class_weight: str | Mapping[Any, float] | None = None
    encoder: Any = "auto"
    max_iter: int | None = None
    time_limit: float | None = None
    probability: bool = True
    random_state: Any = None
    verbose: int = 0

    def _decide(self, table: Any) -> NDArray[np.float64]:
        return decision_values(self._rows(table), self.weights_, self.intercept_)

    def _table(self, X: Any, *, reset: bool) -> Any:
        """Check the table as a whole; its values are checked when they become bits."""
        X = as_frame(X)
        if is_frame(X) or not (self.encoder is None or is_auto(self.encoder)):
            return checked_table(self, X, reset=reset, skip_check_array=True)
        options = {"dtype": None, "accept_sparse": "csr", "ensure_all_finite": False}
        return checked_table(self, X, reset=reset, **options)

    def _rows(
        self,
        table: Any,
        labels: NDArray[Any] | None = None,
        weights: NDArray[np.float64] | None = None,
    ) -> RowTable:
        """The bits of a table as rows; with labels the encoder is fitted to all."""
        bits: Any = self._encoded(table, labels, weights)
        if self.encoder_ is None:
            return binary_rows(bits, column_names(self))
        sparse = sp.issparse(bits)
        if sparse and type(self.encoder_) is BinaryEncoder:  # zeros and ones by construction
            return RowTable.from_csr(bits.indptr, bits.indices, bits.shape[1])
        if not sparse and not is_frame(bits):
            bits = np.asarray(bits)
        return binary_rows(bits, [f"bit {index} of the encoder" for index in range(bits.shape[1])])

    def _training_rows(
        self, X: Any, y: ArrayLike | None, sample_weight: ArrayLike | None
    ) -> Sample:
        """Check everything, leave out rows without weight, and fit the encoder."""
        table, labels, weights = super()._training_rows(X, y, sample_weight)
        given = None if sample_weight is None else weights
        return self._rows(table, labels, given), labels, given

    def _num_bits(self) -> int:
        return int(self.weights_.shape[1])

    def _check_parameters(self) -> None:
        for name, known in (("algorithm", ALGORITHMS), ("slack", SLACKS)):
            check_choice(name, getattr(self, name), ("auto", *known))
        check_choice("solver", self.solver, (None, *SOLVERS))
        check_number("nu", getattr(self, "nu", "auto"), 0.0, 1.0, above=True, choices=("auto",))
        check_integer("blocks", self.blocks)
        check_integer("max_iter", self.max_iter, choices=(None,))
        check_number("gap", self.gap, above=True, choices=(None,))
        check_number("time_limit", self.time_limit, infinite=True, choices=(None,))
        check_flags(self, "fit_intercept", "penalize_intercept", "positive", "probability")
        if not is_auto(self.encoder):
            check_encoder(self.encoder, auto=True)
        check_verbose(self.verbose)
        check_seed(self.random_state)
        engines(self.algorithm, self.solver)

    def _diagrams(self, sample: Sample) -> tuple[NDArray[Any], Iterator[SampleDiagram]]:
        """The classes, and the diagram of every problem."""
        classes, samples = class_samples(*sample, self.class_weight)
        build = SampleDiagram.from_sample
        return classes, (build(each, self.slack, blocks=self.blocks) for each in samples)

    def _options(self) -> dict[str, Any]:
        """The arguments of problems and of solvers."""
        penalised = "penalised" if self.penalize_intercept else "free"
        return {
            "signed": not self.positive,
            "bias": penalised if self.fit_intercept else "none",
            "algorithm": self.algorithm,
            "gap": self.gap,
            "max_rounds": self.max_iter,
            **engines(self.algorithm, self.solver),
        }

    def _learn(
        self,
        rows: RowTable,
        labels: NDArray[Any],
        weights: NDArray[np.float64] | None,
        nu: Any = None,
    ) -> None:
        """Fit, set all attributes, also after Ctrl-C, and warn of gaps and of trivial answers."""
        chosen: Any = getattr(self, "_nus", self.nu) if nu is None else nu
        share = self.time_limit
        if share is not None:
            share /= len(positive_codes(np.unique(labels)))
        found = fit(
            rows,
            labels,
            nu=chosen,
            weights=weights,
            class_weight=self.class_weight,
            slack=self.slack,
            blocks=self.blocks,
            time_limit=share,
            on_step=print_step if self.verbose else None,
            **self._options(),
        )
        self._adopt(found)
        if found.results[-1].limit == INTERRUPTED:
            raise KeyboardInterrupt
        for label, result in zip(self.classes_.tolist(), found.results, strict=False):
            if result.message:
                place = f"class {label!r}: " if len(found.results) > 1 else ""
                trivial = result.limit is None and result.outcome is not Outcome.FEATURES
                category = UserWarning if trivial else ConvergenceWarning
                warnings.warn(place + result.message, category, stacklevel=3)

    def _for_a_half(self) -> Any:
        """With the nu of every problem that was chosen for all rows."""
        model: Any = super()._for_a_half()
        model._nus = np.atleast_1d(self.nu_).tolist()
        return model

    def _adopt(self, found: SoftMarginFit) -> None:
        results = found.results
        self.classes_ = found.classes
        self.weights_ = np.stack([result.weights for result in results])
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
