"""The monomials of L0-RBoost in words, with what they are on the training rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.sklearn.rules_mixin import Rule, support_and_lift
from nzdd.formulations.learning.l0_rboost import L0RBoostResult


def monomial_rules(
    results: Sequence[L0RBoostResult],
    vote: str,
    classes: NDArray[Any],
    names: Sequence[str],
    columns: NDArray[np.intp] | None,
    bits: NDArray[np.bool_],
    codes: NDArray[Any],
    weights: NDArray[np.float64],
) -> list[Rule]:
    """All monomials with a weight in the votes, problem by problem.

    Parameters
    ----------
    results : sequence of L0RBoostResult
        Of the last class of two, or of each of more.
    vote : str
        See `L0RBoostResult.ensemble`.
    classes : ndarray
    names : sequence of str
        Of the bits.
    columns : ndarray of int, optional
        The column of each bit.
    bits : ndarray of bool, shape (rows, bits)
    codes : ndarray of int, shape (rows,)
        The class of each row by its position.
    weights : ndarray of float64, shape (rows,)
    """
    found = []
    labels = classes.tolist()[1 if classes.size == 2 else 0 :]
    for code, (label, result) in enumerate(zip(labels, results, strict=True)):
        positive = codes == code + classes.size - len(labels)
        members, shares = result.ensemble(vote)
        for member, share in zip(members, shares.tolist(), strict=True):
            covered = member.covers(bits)[:, None]
            support, lift = support_and_lift(covered, positive, weights)
            read = [*member.ones, *member.zeros]
            rule = Rule(
                member.text(names),
                member.sign * share,
                label,
                member.order,
                float(support[0]),
                float(lift[0]),
                None if columns is None else tuple(np.unique(columns[read]).tolist()),
            )
            found.append(rule)
    return found
