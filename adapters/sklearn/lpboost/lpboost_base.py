"""What the estimators of LPBoost share: parameters, fitting and texts."""

from __future__ import annotations

import warnings
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from nzdd.adapters.sklearn.checks import (
    check_learner,
    check_seed,
    check_verbose,
    checked_numbers,
    column_names,
)
from nzdd.adapters.sklearn.classifier_base import print_step
from nzdd.adapters.sklearn.lpboost.weak_learners import takes_sparse
from nzdd.formulations.iteration.history import Step
from nzdd.formulations.iteration.limits import INTERRUPTED, ITERATIONS
from nzdd.formulations.learning.lpboost import (
    ALGORITHMS,
    BoostingProblem,
    BoostingResult,
    Stump,
    StumpLearner,
    WeakLearner,
    lpboost,
)
from nzdd.formulations.models.arrays import Floats
from nzdd.input.parameters import check_choice, check_integer, check_number

ROUNDS = 25
"""The default limit for weak learners other than stumps, from section 7.2 of the paper."""
MIN_COST = 1 / 25
"""From the same section, for the same learners: the least cost as a share of the largest."""
SHOWN = 10
"""How many hypotheses a summary shows."""


@dataclass(eq=False, repr=False)
class LPBoostBase(BaseEstimator):  # type: ignore[misc]
    """An ensemble of hypotheses; subclasses say what they are and what the problem is."""

    estimator: Any = None
    _: KW_ONLY
    min_cost: float | str = "auto"
    gap: float = 1e-6
    max_iter: int | None = None
    time_limit: float | None = None
    algorithm: str = "auto"
    random_state: Any = None
    verbose: int = 0

    def summary(self) -> str:
        """A text with the quality of the ensemble, and its hypotheses of largest weight."""
        check_is_fitted(self, "ensemble_")
        lines = [str(self), self.result_.summary()]
        members = zip(self.estimator_weights_.tolist(), self.estimators_, strict=True)
        for weight, member in list(members)[:SHOWN]:
            text = self._stump_text(member) if isinstance(member, Stump) else str(member)
            lines.append(f"{weight:>11.4f} {text}")
        if len(self.estimators_) > SHOWN:
            lines.append(f"{'...':>11} and {len(self.estimators_) - SHOWN} more")
        return "\n".join(lines)

    def _stump_text(self, stump: Stump) -> str:
        left, right = self._answer_text(stump.left), self._answer_text(stump.right)
        if stump.threshold == np.inf:
            return left
        name = column_names(self)[stump.column]
        return f"{left} if {name} <= {stump.threshold:.6g} else {right}"

    def _answer_text(self, answer: Floats) -> str:
        raise NotImplementedError

    def _table(self, X: Any, **options: Any) -> Any:
        sparse = "csr" if takes_sparse(self.estimator) else False
        return checked_numbers(self, X, accept_sparse=sparse, **options)

    def _check_parameters(self) -> None:
        self._check_price()
        check_number("gap", self.gap, above=True)
        check_integer("max_iter", self.max_iter, choices=(None,))
        check_number("min_cost", self.min_cost, -np.inf, choices=("auto",))
        check_number("time_limit", self.time_limit, infinite=True, choices=(None,))
        check_choice("algorithm", self.algorithm, ("auto", *ALGORITHMS))
        check_learner(self.estimator)
        if self.algorithm == "interior-point" and self.estimator is not None:
            raise ValueError(
                "algorithm is 'interior-point', which needs stumps; take 'simplex', or no estimator"
            )
        check_verbose(self.verbose)
        check_seed(self.random_state)

    def _check_price(self) -> None:
        """Check the parameter that limits the cost of a row."""
        raise NotImplementedError

    def _limits(self, weights: Floats, nu: float) -> tuple[float, float]:
        """Nu, or the share of the lightest row if that is larger; and the least cost of a row.

        Merging equal rows may have raised that share above nu, below which nothing changes.
        """
        least = max(nu, float(weights.min() / weights.sum()))
        if self.min_cost != "auto":
            return least, float(self.min_cost)
        return least, 0.0 if self.estimator is None else min(MIN_COST, nu / 4)

    def _boost(
        self, problem: BoostingProblem, learner: WeakLearner, time_limit: float | None
    ) -> BoostingResult:
        """Run the loop."""
        from nzdd.adapters.solvers.glop import GlopEngine  # slow to load

        most = self.max_iter
        if most is None and self.estimator is not None:
            most = ROUNDS
        return lpboost(
            problem,
            learner,
            GlopEngine,
            algorithm=self._algorithm(learner),
            gap=self.gap,
            max_hypotheses=most,
            time_limit=time_limit,
            on_step=(lambda step: print_step(self._shown(step))) if self.verbose else None,
        )

    def _end(self, result: BoostingResult) -> None:
        """Raise KeyboardInterrupt after Ctrl-C, and warn of other limits."""
        if result.limit == INTERRUPTED:
            raise KeyboardInterrupt
        by_default = self.estimator is not None and self.max_iter is None
        if result.limit is not None and not (by_default and result.limit == ITERATIONS):
            warnings.warn(result.message, ConvergenceWarning, stacklevel=4)

    def _algorithm(self, learner: WeakLearner) -> str:
        """The one that is asked for, or the fast one for learners that take no other criterion."""
        if self.algorithm != "auto":
            return self.algorithm
        several = isinstance(learner, StumpLearner) and not learner.prefers_other
        return "interior-point" if several else "simplex"

    def _shown(self, step: Step) -> Step:
        """A step in the units of the estimator."""
        return step

    def _adopt(self, result: BoostingResult) -> None:
        self.result_, self.ensemble_ = result, result.ensemble
        self.objective_, self.bound_, self.gap_ = result.objective, result.bound, result.gap
        members = result.ensemble.hypotheses
        self.estimators_ = [getattr(member, "estimator", member) for member in members]
        self.estimator_weights_ = result.ensemble.weights
        self.history_ = result.history
        self.n_iter_ = result.num_learned

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = takes_sparse(self.estimator)
        return tags
