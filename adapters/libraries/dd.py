"""Zero-suppressed diagrams of dd (CUDD) as ours."""

from __future__ import annotations

from typing import Any

from nzdd import ZDD
from nzdd.adapters.files.diagrams.node_table import collect


def from_dd(node: Any) -> tuple[ZDD, list[str]]:
    r"""The family of a node of ``dd.cudd_zdd``.

    Parameters
    ----------
    node : dd.cudd_zdd.Function

    Returns
    -------
    zdd : ZDD
        In the order of the manager, over all its variables.
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
    >>> sorted([names[symbol] for symbol in row] for row in zdd)
    [['x'], ['y', 'z']]
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
    return nodes.to_zdd(root, len(names)), names
