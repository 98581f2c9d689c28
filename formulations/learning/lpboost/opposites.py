"""Hypotheses that contradict each other on every training row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nzdd.formulations.learning.lpboost.boosting_result import BoostingResult
from nzdd.formulations.learning.lpboost.hypotheses.ensemble import NEGLIGIBLE, Ensemble
from nzdd.formulations.learning.lpboost.hypotheses.hypothesis import Hypothesis
from nzdd.formulations.learning.lpboost.problems.nu_problem import NuProblem
from nzdd.input.arrays import Floats

NO_MARGIN = 1e-7
"""Soft margins up to this are 0."""


def without_opposites(
    result: BoostingResult, problem: NuProblem, outputs: Callable[[Hypothesis], Floats]
) -> BoostingResult:
    """Cancel the weights of opposite hypotheses, so that at most one of them has weight.

    Two that contradict each other add nothing to any margin, and without them the other weights
    grow in proportion, so the soft margin does not fall if it is not negative. Where no soft margin
    is positive, opposites are all there is: then the ensemble is empty, and its soft margin 0.

    Parameters
    ----------
    result : BoostingResult
        Of two classes.
    problem : NuProblem
    outputs : callable
        The outputs of a hypothesis on the training rows, from -1 to 1.
    """
    columns = [outputs(member) + 0.0 for member in result.ensemble.hypotheses]  # there is no -0
    places = {column.tobytes(): place for place, column in enumerate(columns)}
    weights = result.ensemble.weights.copy()
    for place, column in enumerate(columns):
        other = places.get((0.0 - column).tobytes())
        if other is not None and other != place:
            common = min(weights[place], weights[other])
            weights[[place, other]] -= common
    if (weights == result.ensemble.weights).all():
        return result
    value = -np.inf
    if weights.sum() > NEGLIGIBLE:
        value = problem.lower(weights, weights @ np.stack(columns))
    if value <= NO_MARGIN:
        return replace(result, ensemble=Ensemble((), np.zeros(0)), objective=0.0)
    ensemble = Ensemble.from_weights(result.ensemble.hypotheses, weights)
    return replace(result, ensemble=ensemble, objective=value)
