"""Ensembles of decision stumps as rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.sklearn.rules_mixin import Rule, support_and_lift
from nzdd.formulations.learning.lpboost import Ensemble, Stump
from nzdd.formulations.models.arrays import Floats
from nzdd.input.text import shown


def stump_rules(
    ensemble: Ensemble,
    classes: NDArray[Any],
    names: list[str],
    X: Floats,
    codes: NDArray[np.integer[Any]],
    weights: Floats,
) -> list[Rule]:
    """The rules ``column > threshold`` of an ensemble of stumps, and ``always``.

    A stump is what it answers up to its threshold, for every row, and the difference beyond it.
    Their weights for a class sum to the vote for it; of two classes to that for the second less
    that for the first, which is the decision value.

    Parameters
    ----------
    ensemble : Ensemble
        Of stumps that vote for classes.
    classes : ndarray, shape (classes,)
    names : list of str
        Of the columns.
    X, codes, weights : ndarray, shape (rows, columns), (rows,) and (rows,)
        The training rows, the positions of their classes, and their weights.

    Returns
    -------
    list of Rule
        One for each cut point and class whose votes differ. Time O(rows x rules).
    """
    votes: dict[tuple[int, float], Floats] = {}
    everywhere = np.zeros(classes.size)
    for weight, stump in zip(ensemble.weights.tolist(), ensemble.hypotheses, strict=True):
        if not isinstance(stump, Stump):
            raise AttributeError(f"{shown(stump)} is not a stump and gives no rules")
        everywhere += weight * stump.left
        if stump.threshold < np.inf:
            cut = stump.column, float(stump.threshold)
            votes[cut] = votes.get(cut, 0.0) + weight * (stump.right - stump.left)
    labels = classes.tolist()
    if classes.size == 2:
        labels = labels[1:]
        votes = {cut: values[1:] - values[:1] for cut, values in votes.items()}
        everywhere = everywhere[1:] - everywhere[:1]
    found = []
    first = classes.size - len(labels)
    for code, label in enumerate(labels):
        if everywhere[code]:
            found.append(Rule("always", float(everywhere[code]), label, 0, 1.0, 1.0, ()))
        kept = [(cut, float(values[code])) for cut, values in votes.items() if values[code]]
        if kept:
            above = np.column_stack([X[:, column] > at for (column, at), _ in kept])
            support, lift = support_and_lift(above, codes == code + first, weights)
            measures = zip(kept, support.tolist(), lift.tolist(), strict=True)
            found += [
                Rule(f"{names[column]} > {at:.6g}", weight, label, 1, share, times, (column,))
                for ((column, at), weight), share, times in measures
            ]
    return found
