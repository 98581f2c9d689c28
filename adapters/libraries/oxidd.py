"""Zero-suppressed diagrams of OxiDD as ours, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from nzdd import ZDD
from nzdd.adapters.extras import require
from nzdd.adapters.files.diagrams.node_table import collect
from nzdd.order import Order

ROOM = 1 << 20


def from_oxidd(function: Any) -> ZDD:
    """The family of a ``ZBDDFunction``.

    Parameters
    ----------
    function : oxidd.zbdd.ZBDDFunction

    Returns
    -------
    ZDD
        Over all variables of the manager, in its order; variable i is symbol i. Where all variables
        have names, these are the names of the symbols.

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
    zdd = nodes.to_zdd(root, num_symbols, Order("given", symbols))
    if not num_symbols or manager.num_named_vars() < num_symbols:
        return zdd
    return zdd.named([manager.var_name(variable) for variable in range(num_symbols)])


def to_oxidd(zdd: ZDD, manager: Any = None) -> Any:
    """A family as a ``ZBDDFunction``.

    Parameters
    ----------
    zdd : ZDD
        If it is in another order than the manager, it is reordered (see `nzdd.ZDD.reordered`).
    manager : oxidd.zbdd.ZBDDManager, optional
        Its variable i is symbol i; variables that it lacks are added. By default a new one, in the
        order of the family, with room for eight times its nodes and a million.

    Returns
    -------
    oxidd.zbdd.ZBDDFunction
        Its attribute ``manager`` is the manager. Variables have the names of the symbols, where
        these are all strings and the manager is new; other names, such as edges, are left out.

    Raises
    ------
    MissingExtraError
        If oxidd is not installed.
    TypeError
        If it is not a ZDD, or the manager is another one.
    oxidd.util.DDMemoryError
        If the manager has no room.

    Notes
    -----
    OxiDD takes nodes one by one: about a microsecond each.

    Examples
    --------
    >>> function = to_oxidd(ZDD.from_rows([[0], [1, 2]]))
    >>> function.sat_count(3), function.node_count()  # three nodes and both terminals
    (2, 5)
    >>> sorted(from_oxidd(function | function.manager.singleton(2)))
    [(0,), (1, 2), (2,)]
    """
    if not isinstance(zdd, ZDD):
        raise TypeError(f"only a ZDD becomes a ZBDDFunction, not {type(zdd).__name__}")
    kind = require("oxidd.zbdd", "a diagram of OxiDD").ZBDDManager
    if manager is not None and not isinstance(manager, kind):
        raise TypeError(f"manager is {manager!r}; give a ZBDDManager, or None for a new one")
    if manager is None:
        manager = kind(8 * (zdd.num_nodes + zdd.num_symbols) + ROOM, ROOM, 1)
        names = zdd.names or ()
        if names and all(isinstance(name, str) for name in names):
            manager.add_named_vars(names)
        else:
            manager.add_vars(zdd.num_symbols)
        manager.set_var_order(zdd.order.symbols.tolist())
    manager.add_vars(max(0, zdd.num_symbols - manager.num_vars()))
    levels = np.array([manager.var_to_level(i) for i in range(zdd.num_symbols)], np.int64)
    near = zdd.reordered(np.argsort(levels))
    functions = [manager.empty(), manager.base()]
    singletons = [manager.singleton(symbol) for symbol in near.order.symbols.tolist()]
    nodes = (near.level[2:].tolist(), near.low[2:].tolist(), near.high[2:].tolist())
    for level, low, high in zip(*nodes, strict=True):
        functions.append(singletons[level].make_node(functions[high], functions[low]))
    return functions[near.root]


def _expand(node: Any) -> int | tuple[int, Any, Any]:
    cofactors = node.cofactors()
    if cofactors is None:
        return int(node.satisfiable())
    high, low = cofactors
    return node.node_level(), low, high
