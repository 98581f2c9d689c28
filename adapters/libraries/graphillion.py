"""Families to and from graphillion (the extra ``graphillion``), by its text format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nzdd import ZDD
from nzdd.adapters.errors import ModelFileError
from nzdd.adapters.extras import require
from nzdd.adapters.files.diagrams import dumps


def from_graphillion(family: Any) -> tuple[ZDD, list[Any]]:
    """The family of a ``setset``, of any number of sets.

    Parameters
    ----------
    family : graphillion.setset, GraphSet, VertexSetSet or DiGraphSet

    Returns
    -------
    zdd : ZDD
    objects : list
        The object (an edge, a vertex, ...) of each symbol: the universe of the family.

    Raises
    ------
    TypeError
        If it is none of these, or graphillion returns universes as graphs, whose order differs.
    ValueError
        If it has elements outside the current universe.

    Notes
    -----
    Time O(nodes log nodes), about 2 s a million nodes, half of it in graphillion. A setset does not
    know the universe it was made over: like graphillion, this reads it over the current one.

    Examples
    --------
    >>> from graphillion import setset
    >>> setset.set_universe(["pear", "fig", "plum"])
    >>> zdd, objects = from_graphillion(setset([{"pear"}, {"fig", "plum"}]))
    >>> sorted([objects[symbol] for symbol in row] for row in zdd)
    [['fig', 'plum'], ['pear']]
    >>> halved = to_graphillion(zdd.supersets([[1]]), objects)
    >>> [sorted(row) for row in halved]
    [['fig', 'plum']]
    """
    if not (hasattr(family, "dumps") and hasattr(type(family), "universe")):
        raise TypeError(f"only a setset of graphillion is read, not {type(family).__name__}")
    objects = _universe(type(family))
    try:
        zdd = dumps.parse("", family.dumps().encode(), num_symbols=len(objects))
    except ModelFileError as error:
        raise ValueError(
            f"the setset was made over another universe than the one of {len(objects)} objects "
            f"that is set now ({error.what}); set its own again"
        ) from None
    return zdd, objects


def to_graphillion(zdd: ZDD, objects: Sequence[Any] | None = None, kind: Any = None) -> Any:
    """A family as a ``setset`` over the current universe.

    Parameters
    ----------
    zdd : ZDD
        If it is in another order than the universe, it is reordered (see `nzdd.ZDD.reordered`).
    objects : sequence, optional
        The object of each symbol, all different and in the universe; by default symbol i is the
        i-th object of the universe.
    kind : type, optional
        ``setset`` by default; ``GraphSet``, ``VertexSetSet`` or ``DiGraphSet``.

    Raises
    ------
    MissingExtraError
        If graphillion is not installed.
    TypeError
        As `from_graphillion`, or if `zdd` is none.
    ValueError
        If there is not one object for each symbol, or the universe holds too few, or lacks one.

    Notes
    -----
    Time O(nodes) in the order of the universe, about 2 s a million nodes.
    """
    if not isinstance(zdd, ZDD):
        raise TypeError(f"only a ZDD becomes a setset, not {type(zdd).__name__}")
    kind = require("graphillion", "a setset").setset if kind is None else kind
    if not hasattr(kind, "universe"):
        raise TypeError(f"kind must be setset or one of its kin in graphillion, not {kind!r}")
    universe = _universe(kind)
    if objects is None:
        if zdd.num_symbols > len(universe):
            raise ValueError(
                f"the family has {zdd.num_symbols} symbols, but the universe of {kind.__name__} "
                f"{len(universe)} objects; {kind.__name__}.set_universe makes them agree"
            )
        numbers = np.arange(1, zdd.num_symbols + 1)
    else:
        try:
            different = len(set(objects))
        except TypeError as error:
            raise TypeError(f"objects of a universe must be hashable: {error}") from None
        if len(objects) != zdd.num_symbols or different != zdd.num_symbols:
            what = f"{different} different objects are given for {zdd.num_symbols} symbols"
            raise ValueError(f"{what}; give one for each")
        number = {element: i for i, element in enumerate(universe, start=1)}
        for element in objects:
            if element not in number:
                what = f"{element!r} is not in the universe of {kind.__name__}"
                raise ValueError(f"{what}; {kind.__name__}.set_universe puts it there")
        numbers = np.array([number[element] for element in objects], np.int64)
    return kind.loads(dumps.graphillion_text(zdd, numbers))


def _universe(kind: Any) -> list[Any]:
    universe = kind.universe()
    if not isinstance(universe, list):
        raise TypeError(
            f"the universe of {kind.__name__} comes as a {type(universe).__name__}; "
            "set GraphSet.converters['to_graph'] back, so that it is a list of edges"
        )
    return universe
