"""Zero-suppressed diagrams of dd (CUDD) as ours, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nzdd import ZDD
from nzdd.adapters.extras import require
from nzdd.adapters.files.diagrams.node_table import collect


def from_dd(node: Any) -> tuple[ZDD, list[str]]:
    r"""The family of a node of ``dd.cudd_zdd``.

    Parameters
    ----------
    node : dd.cudd_zdd.Function

    Returns
    -------
    zdd : ZDD
        In the order of the manager, over all its variables, which are the names of its symbols.
    names : list of str
        The variable of each symbol, the one next to the root first.

    Raises
    ------
    TypeError
        If it is something else, such as a node of a BDD, which means another family.

    Notes
    -----
    dd gives out its nodes one by one: a few microseconds each. No recursion.

    Examples
    --------
    >>> from dd.cudd_zdd import ZDD as Manager
    >>> manager = Manager()
    >>> manager.declare("x", "y", "z")
    >>> node = manager.add_expr(r"(x /\ ~ y /\ ~ z) \/ (~ x /\ y /\ z)")
    >>> zdd, names = from_dd(node)
    >>> sorted(zdd.named_rows())
    [('x',), ('y', 'z')]
    """
    if type(node).__module__ != "dd.cudd_zdd" or type(node).__name__ != "Function":
        kind = f"{type(node).__module__}.{type(node).__name__}"
        raise TypeError(
            f"only a node of dd.cudd_zdd is read, not {kind}; one of dd.cudd becomes one by "
            "bdd.copy(node, zdd), where zdd knows the same variables"
        )
    manager = node.bdd
    empty = int(manager.false)

    def expand(node: Any) -> int | tuple[int, Any, Any]:
        low = node.low
        return int(int(node) != empty) if low is None else (node.level, low, node.high)

    nodes, root = collect(node, int, expand)
    levels = manager.var_levels
    names = sorted(levels, key=levels.__getitem__)
    return nodes.to_zdd(root, len(names)).named(names), names


def to_dd(zdd: ZDD, manager: Any = None, names: Sequence[str] | None = None) -> Any:
    """A family as a node of ``dd.cudd_zdd``.

    Parameters
    ----------
    zdd : ZDD
        If it is in another order than the manager, it is reordered (see `nzdd.ZDD.reordered`).
    manager : dd.cudd_zdd.ZDD, optional
        A new one, in the order of the family, by default. Variables that it lacks are declared.
    names : sequence of str, shape (num_symbols,), optional
        The variable of each symbol; by default the names of the family, or ``x0``, ``x1``, ...

    Returns
    -------
    dd.cudd_zdd.Function
        Its attribute ``bdd`` is the manager.

    Raises
    ------
    MissingExtraError
        If dd or its CUDD is not installed.
    TypeError
        If it is not a ZDD, the manager is another one, or the names are not strings.
    ValueError
        If there is not one name for each symbol, or two are equal.

    Notes
    -----
    dd takes nodes one by one: about a microsecond each.

    Examples
    --------
    >>> node = to_dd(ZDD.from_rows([["x"], ["y", "z"]], names="xyz"))
    >>> sorted(sorted(name for name, value in row.items() if value) for row in node.bdd.pick_iter(
    ...     node, care_vars=["x", "y", "z"]))
    [['x'], ['y', 'z']]
    >>> from_dd(node)[0].names
    ('x', 'y', 'z')
    """
    if not isinstance(zdd, ZDD):
        raise TypeError(f"only a ZDD becomes a node of dd, not {type(zdd).__name__}")
    given = zdd.names or [f"x{i}" for i in range(zdd.num_symbols)] if names is None else names
    zdd = zdd.named(given)
    for name in zdd.names or ():
        if not isinstance(name, str):
            raise TypeError(f"variables of dd are called by strings, not {name!r}; give names")
    kind = require("dd.cudd_zdd", "a diagram of dd").ZDD
    if manager is None:
        manager = kind()
    elif not isinstance(manager, kind):
        raise TypeError(f"manager is {manager!r}; give a dd.cudd_zdd.ZDD, or None for a new one")
    in_order = zdd.names_of(zdd.order.symbols)
    manager.declare(*(name for name in in_order if name not in manager.vars))
    levels = np.array([manager.level_of_var(name) for name in zdd.names or ()], np.int64)
    near = zdd.reordered(np.argsort(levels))
    functions = [manager.false, manager.true_node]
    variables = zdd.names_of(near.order.symbols)
    nodes = (near.level[2:].tolist(), near.low[2:].tolist(), near.high[2:].tolist())
    for level, low, high in zip(*nodes, strict=True):
        functions.append(manager.find_or_add(variables[level], functions[low], functions[high]))
    return functions[near.root]
