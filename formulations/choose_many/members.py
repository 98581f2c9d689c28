"""Members of a family that were found, each once."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from nzdd.formulations.choose_many.many_model import Choice
from nzdd.formulations.models.arrays import Floats, Matrix

Ints = NDArray[np.int64]


@dataclass(slots=True, eq=False)
class Members:
    """Members of one family, in the order in which they were found.

    Attributes
    ----------
    choice : Choice
    paths : csr_array, shape (k, num_edges)
        The edges of each.
    symbols : csr_array, shape (k, num_symbols)
        How often it has each symbol.
    costs : ndarray, shape (k,)
        What it costs in all.
    keys : ndarray of uint64, shape (k,)
    """

    choice: Choice
    paths: Matrix = field(init=False)
    symbols: Matrix = field(init=False)
    costs: Floats = field(init=False)
    keys: NDArray[np.uint64] = field(init=False)

    def __post_init__(self) -> None:
        graph = self.choice.whole
        self.paths = csr_array((0, graph.num_edges))
        self.symbols = csr_array((0, graph.num_symbols))
        self.costs = np.empty(0)
        self.keys = np.empty(0, np.uint64)

    def add(self, paths: Matrix, symbols: Matrix, costs: Floats, keys: NDArray[np.uint64]) -> None:
        """Keep those whose keys are new."""
        _, first = np.unique(keys, return_index=True)
        fresh = first[~np.isin(keys[first], self.keys)]
        if fresh.size:
            self.paths = csr_array(vstack([self.paths, paths[fresh]], format="csr"))
            self.symbols = csr_array(vstack([self.symbols, symbols[fresh]], format="csr"))
            self.costs = np.concatenate((self.costs, costs[fresh]))
            self.keys = np.concatenate((self.keys, keys[fresh]))

    def take(self, places: Ints) -> tuple[Matrix, Matrix, Floats, NDArray[np.uint64]]:
        """What `add` was given of some members."""
        return self.paths[places], self.symbols[places], self.costs[places], self.keys[places]

    def at(self, keys: NDArray[np.uint64]) -> Ints:
        """The places of members that are there."""
        order = np.argsort(self.keys)
        return np.asarray(order[np.searchsorted(self.keys[order], keys)])
