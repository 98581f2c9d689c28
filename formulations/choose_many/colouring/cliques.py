"""Cliques that are grown from vertices with many neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from scipy.sparse import csr_array

from nzdd.formulations.models.arrays import Ints

STARTS = 100
"""Vertices from which a clique is grown."""

WORK = 100_000_000
"""Pairs of neighbours looked at after which no other clique is begun."""


def grow_cliques(adjacency: csr_array, check: Callable[[], None]) -> Iterator[Ints]:
    """Cliques from some vertices on, by those with most neighbours among what still fits.

    Neighbours of all others that fit are taken together. `check` is called now and then, and may
    raise.
    """
    work = 0
    for start in np.argsort(-np.diff(adjacency.indptr), kind="stable")[:STARTS].tolist():
        clique, fits = [np.array([start])], adjacency[[start]].indices.astype(np.int64)
        joined = csr_array(adjacency[fits][:, fits])
        while fits.size:
            check()
            work += joined.nnz
            degree = np.diff(joined.indptr)
            taken = np.flatnonzero(degree == fits.size - 1)
            if not taken.size:
                taken = np.argmax(degree, keepdims=True)
            clique.append(fits[taken])
            near = np.setdiff1d(joined[taken[:1]].indices, taken)
            fits, joined = fits[near], csr_array(joined[near][:, near])
        yield np.concatenate(clique)
        if work > WORK:
            break
