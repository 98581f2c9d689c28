"""Cover, pack and partition by members of a family: models of one family with rows of one kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from nzdd import NZDD, ZDD
from nzdd.adapters.methods.dispatch import solve
from nzdd.adapters.solvers.options import Options, settings
from nzdd.formulations.family_models import FamilyModel
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.models.arrays import as_vector, is_number
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Result
from nzdd.input.arrays import as_array
from nzdd.input.text import shown
from nzdd.path_graph import PathGraph, checked_members

if TYPE_CHECKING:
    from typing_extensions import Unpack

Family = ZDD | NZDD | PathGraph


def cover(
    family: Family,
    demand: ArrayLike = 1,
    costs: ArrayLike = 0.0,
    *,
    cost: float = 1.0,
    edge_costs: ArrayLike = 0.0,
    total: tuple[float, float] = (0, np.inf),
    groups: ArrayLike | None = None,
    known: ArrayLike | csr_array | None = None,
    **options: Unpack[Options],
) -> Result:
    """Choose members of least total cost that contain each symbol as often as demanded, or more.

    Parameters
    ----------
    family : ZDD, NZDD or PathGraph
    demand : array of float, one for each symbol or group, mapping from names, or float
    costs : array of float, shape (num_symbols,), mapping from names, or float
        The cost of a symbol in a member.
    cost : float
        The cost of a member besides; by default members are counted.
    edge_costs : array of float, shape (num_edges,), or float
        The cost of each edge of an NZDD or a PathGraph.
    total : pair of float
        The least and the greatest number of members.
    groups : array of int, shape (num_symbols,), optional
        Symbols of one group, numbered from 0 on, count for one demand.
    known : array or csr_array of int, shape (k, num_symbols), optional
        Members to start from, each chosen once: a row says how often one has each symbol.
    **options
        See `nzdd.adapters.solvers.options.Options`.

    Returns
    -------
    Result
        ``result.chosen[0]`` has the members and how often each is chosen, ``result.dual_bound`` a
        bound in exact arithmetic.

    Raises
    ------
    ValueError, TypeError
        As `nzdd.FamilyModel.choose_many`.

    Examples
    --------
    Colour a cycle of five vertices: cover it by independent sets.

    >>> import nzdd
    >>> sets = nzdd.families.independent_sets([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)])
    >>> result = nzdd.cover(sets)
    >>> result.fun, result.dual_bound
    (3.0, 3.0)
    """
    return _solved(family, (demand, np.inf), costs, cost, edge_costs, total, groups, known, options)


def pack(
    family: Family,
    supply: ArrayLike = 1,
    values: ArrayLike = 0.0,
    *,
    value: float = 1.0,
    edge_values: ArrayLike = 0.0,
    total: tuple[float, float] = (0, np.inf),
    groups: ArrayLike | None = None,
    known: ArrayLike | csr_array | None = None,
    **options: Unpack[Options],
) -> Result:
    """Choose members of greatest total value that contain each symbol as often as supplied at most.

    Parameters as for `cover`, with supplies for demands and values for costs.

    Examples
    --------
    How many disjoint paths lead from one corner of a grid of 3 x 3 to the opposite one?

    >>> import nzdd
    >>> grid = [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8)]
    >>> grid += [(0, 3), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8)]
    >>> nzdd.pack(nzdd.families.simple_paths(grid, 0, 8)).fun
    2.0
    """
    sides = (-np.inf, supply)
    return _solved(family, sides, values, value, edge_values, total, groups, known, options, True)


def partition(
    family: Family,
    demand: ArrayLike = 1,
    costs: ArrayLike = 0.0,
    *,
    cost: float = 1.0,
    edge_costs: ArrayLike = 0.0,
    total: tuple[float, float] = (0, np.inf),
    groups: ArrayLike | None = None,
    known: ArrayLike | csr_array | None = None,
    **options: Unpack[Options],
) -> Result:
    """Choose members of least total cost that contain each symbol exactly as often as demanded.

    Parameters as for `cover`.

    Examples
    --------
    >>> import nzdd
    >>> pairs = nzdd.families.matchings([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    >>> nzdd.partition(pairs).fun
    3.0
    """
    return _solved(family, (demand, demand), costs, cost, edge_costs, total, groups, known, options)


def _solved(
    family: Family,
    sides: tuple[ArrayLike, ArrayLike],
    costs: ArrayLike,
    cost: float,
    edge_costs: ArrayLike,
    total: tuple[float, float],
    groups: ArrayLike | None,
    known: ArrayLike | csr_array | None,
    options: Any,
    maximize: bool = False,
) -> Result:
    settings(LinearModel([]), options)  # what is wrong with them is said before any work
    limits = Limits(options.get("time_limit"))
    model = FamilyModel(maximize=maximize)
    counts = model.choose_many(family, costs, edge_costs=edge_costs, cost=cost, total=total)
    number = counts.symbols.size
    group = np.arange(number) if groups is None else as_array(groups, "groups")
    if group.shape != (number,) or group.dtype.kind not in "iu" or group.min(initial=0) < 0:
        raise ValueError(
            f"groups is {shown(groups)}; give a number from 0 on for each of {number} symbols"
        )
    size = number if groups is None else int(group.max(initial=-1)) + 1
    matrix = csr_array((np.ones(number), (group, np.arange(number))), shape=(size, number))
    lower, upper = (
        as_vector(
            "supply" if maximize else "demand",
            side if groups is not None else family.ground.by_symbol(side, "demand"),
            size,
            is_number,
            "it must be a number",
        )
        for side in sides
    )
    model.add_rows(matrix, counts.symbols, lower, upper)
    if known is not None:
        options["hint"] = model.hint_of(checked_members("known", known, number))
    return solve(model, **{**options, "time_limit": limits.left})
