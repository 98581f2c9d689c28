"""The parameter ``cuts`` as a rule for each column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nzdd.adapters.sklearn.encoding.exact_numbers import exact

METHODS = ("quantile", "mdl")


class CutRule(NamedTuple):
    """A method, or None with thresholds; `own`: the rule was given for this very column."""

    method: str | None
    thresholds: NDArray[Any]
    own: bool


def column_rules(cuts: Any, names: Sequence[str]) -> list[CutRule]:
    """Read the parameter ``cuts``.

    Parameters
    ----------
    cuts : object
        A method, thresholds, or a mapping from column name or index to either.
    names : sequence of str
        The columns.

    Returns
    -------
    list of CutRule
        One for each column.

    Raises
    ------
    ValueError
        If it is none of these, a threshold is not finite, or a column does not exist.
    """
    if not isinstance(cuts, Mapping):
        return [_rule(cuts, "cuts", own=False)] * len(names)
    rules = [_rule("quantile", "cuts", own=False)] * len(names)
    for key, value in cuts.items():
        for place in places(key, names, "cuts"):
            rules[place] = _rule(value, f"cuts[{key!r}]", own=True)
    return rules


def places(key: Any, names: Sequence[str], parameter: str) -> list[int]:
    """The positions of the columns that a name or an index in a parameter means.

    Raises ValueError if there are none.
    """
    is_index = isinstance(key, (int, np.integer)) and 0 <= key < len(names)
    found = [int(key)] if is_index else [at for at, name in enumerate(names) if name == key]
    if not found:
        raise ValueError(
            f"{parameter} names column {key!r}, which does not exist; "
            f"the columns are {', '.join(names[:5])}{', ...' if len(names) > 5 else ''}"
        )
    return found


def _rule(value: Any, place: str, *, own: bool) -> CutRule:
    if isinstance(value, str):
        if value in METHODS:
            return CutRule(value, np.empty(0), own)
    else:
        try:
            thresholds = exact(np.asarray(value, dtype=object))
        except (TypeError, ValueError, OverflowError):
            thresholds = np.array([np.nan])
        finite = np.isfinite(thresholds.astype(np.float64)).all()
        if thresholds.ndim < 2 and finite and not isinstance(value, bool):
            return CutRule(None, np.unique(thresholds), own)
    raise ValueError(
        f"{place} is {value!r}; give 'quantile', 'mdl', finite thresholds, "
        "or a dict from column to one of these"
    )
