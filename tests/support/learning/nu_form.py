"""The hinge loss with a penalty as a soft margin problem with a nu."""

from __future__ import annotations

from typing import NamedTuple

from nzdd.formulations.learning.rules.column_generation import Bounds


class NuForm(NamedTuple):
    """A vote that is optimal for a level of the penalty, as one that is optimal for a nu.

    The soft margin problem maximises, over weights of penalty 1 and intercepts, the mean of the
    smallest margins ``y vote``, over rows with a share nu of the weight. This is (4) of
    Demiriz et al. 2002, and (4) of Kurokawa et al. 2022, except that the intercept is free here
    and among the weights there. Divided by its norm, the vote that minimises ::

        mean of max(0, 1 - y vote)  +  level * norm

    solves it for a nu that is the minimum itself: the duals of the rows, which sum to the minimum,
    are divided by it to sum to 1.

    Attributes
    ----------
    nu : float
    margin : float
        Of the vote divided by its norm: rows below it count as errors of the margin.
    objective : float
        The soft margin of the vote divided by its norm, or a little less.
    bound : float
        No vote has a larger one.
    """

    nu: float
    margin: float
    objective: float
    bound: float


def nu_form(level: float, bounds: Bounds, norm: float) -> NuForm:
    """What was found for a level of the penalty with `HingeLoss` and two classes.

    Parameters
    ----------
    level : float
    bounds : Bounds
        As `ColumnGeneration.close` returns them, the lower one above 0.
    norm : float
        `RestrictedMaster.norm`.

    Raises
    ------
    ValueError
        If the norm or the lower bound is 0: no rule has a weight, or the level is 0.
    """
    if not (norm > 0 and bounds.lower > 0):
        raise ValueError(
            f"norm {norm:g} and lower bound {bounds.lower:g} make no margin; take a smaller level, "
            "at which some rule gets a weight"
        )
    loss = bounds.upper - level * norm
    return NuForm(bounds.lower, 1 / norm, (1 - loss / bounds.lower) / norm, level / bounds.lower)
