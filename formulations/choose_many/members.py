"""Members of a family that were found, each once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from nzdd.formulations.choose_many.many_model import Choice
from nzdd.formulations.models.arrays import Floats, Ints, Matrix

Keys = NDArray[np.uint64]
Part = tuple[Matrix, Floats, Keys]


class Members:
    """Members of one family, in the order in which they were found.

    Attributes
    ----------
    choice : Choice
    """

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        edges = choice.whole.num_edges
        none = csr_array((0, edges)), np.empty(0), np.empty(0, np.uint64)
        self._parts: list[Part] = [none]
        self._known: set[int] = set()

    def add(self, paths: Matrix, costs: Floats, keys: Keys) -> None:
        """Keep those whose keys are new."""
        fresh = []
        for place, key in enumerate(keys.tolist()):
            if key not in self._known:
                self._known.add(key)
                fresh.append(place)
        if fresh:
            self._parts.append((paths[fresh], costs[fresh], keys[fresh]))

    def __len__(self) -> int:
        return len(self._known)

    @property
    def paths(self) -> Matrix:
        """The edges of each, shape (k, num_edges)."""
        return self._all()[0]

    @property
    def symbols(self) -> Matrix:
        """How often each has each symbol, shape (k, num_symbols)."""
        return csr_array(self.paths @ self.choice.whole.occurrences)

    @property
    def costs(self) -> Floats:
        """What each costs in all, shape (k,)."""
        return self._all()[1]

    def take(self, places: Ints) -> Part:
        """What `add` was given of some members."""
        paths, costs, keys = self._all()
        return paths[places], costs[places], keys[places]

    def at(self, keys: Keys) -> Ints:
        """The places of members that are there."""
        mine = self._all()[2]
        order = np.argsort(mine)
        return np.asarray(order[np.searchsorted(mine[order], keys)])

    def _all(self) -> Part:
        """All parts as one; they are put together when they are asked for."""
        if len(self._parts) > 1:
            paths, costs, keys = zip(*self._parts, strict=True)
            self._parts = [
                (
                    csr_array(vstack(paths, format="csr")),
                    np.concatenate(costs),
                    np.concatenate(keys),
                )
            ]
        return self._parts[0]
