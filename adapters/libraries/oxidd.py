"""Zero-suppressed diagrams of OxiDD as ours."""

from __future__ import annotations

from typing import Any

import numpy as np

from nzdd import ZDD
from nzdd.adapters.files.diagrams.node_table import collect
from nzdd.order import Order


def from_oxidd(function: Any) -> ZDD:
    """The family of a ``ZBDDFunction``.

    Parameters
    ----------
    function : oxidd.zbdd.ZBDDFunction

    Returns
    -------
    ZDD
        Over all variables of the manager, in its order; variable i is symbol i.

    Raises
    ------
    TypeError
        If it is something else, such as a node of ``bdd`` or ``bcdd``, which means another family.

    Notes
    -----
    OxiDD gives out its nodes one by one: a few microseconds each. No recursion.

    Examples
    --------
    >>> from oxidd.zbdd import ZBDDManager
    >>> manager = ZBDDManager(1000, 1000, 1)
    >>> variables = manager.add_vars(3)
    >>> family = manager.singleton(0) | manager.singleton(2).change(1)
    >>> sorted(from_oxidd(family))
    [(0,), (1, 2)]
    """
    if type(function).__name__ != "ZBDDFunction":
        raise TypeError(f"only a ZBDDFunction of oxidd.zbdd is read, not {type(function).__name__}")
    nodes, root = collect(function, lambda node: node, _expand)
    manager = function.manager
    num_symbols = manager.num_vars()
    symbols = np.fromiter(map(manager.level_to_var, range(num_symbols)), np.uint32, num_symbols)
    return nodes.to_zdd(root, num_symbols, Order("given", symbols))


def _expand(node: Any) -> int | tuple[int, Any, Any]:
    cofactors = node.cofactors()
    if cofactors is None:
        return int(node.satisfiable())
    high, low = cofactors
    return node.node_level(), low, high
