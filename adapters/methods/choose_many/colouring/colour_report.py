"""How colours were found."""

from __future__ import annotations

from dataclasses import dataclass

from nzdd.formulations.models.arrays import Ints


@dataclass(frozen=True, slots=True)
class ColourReport:
    """How colours were found.

    Attributes
    ----------
    clique : ndarray of int64
        Vertices that need a colour each.
    greedy, searched : int
        Colours that a greedy method takes, and a tabu search after it.
    vertices_left : int
        Those that no rule could set aside.
    fractional : int
        So many colours are needed even if a vertex may have fractions of several, as far as that
        was shown; 0 if it was not asked.
    nodes, edges : int
        Of the diagram of their independent sets; 0 without one.
    """

    clique: Ints
    greedy: int
    searched: int
    vertices_left: int
    fractional: int = 0
    nodes: int = 0
    edges: int = 0
