"""A binary column for each vertex and colour, without diagrams."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array, eye_array, kron, vstack

from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.models.linear import LinearModel


def vertex_colours(ends: Ints, size: int, colours: int, clique: Ints) -> LinearModel:
    """The rows that a colouring of a graph with so many colours satisfies; there is no objective.

    Vertex v has colour c if column ``v * colours + c`` is 1. The vertices of a clique have the
    first colours. Time and memory O((edges + vertices) colours).
    """
    edge = np.repeat(np.arange(len(ends)), 2)
    incidence = csr_array((np.ones(edge.size), (edge, ends.ravel())), shape=(len(ends), size))
    each = eye_array(colours)
    one = kron(eye_array(size), np.ones((1, colours)))
    fixed = np.zeros((size, colours))
    fixed[clique, np.arange(clique.size)] = 1.0
    return LinearModel(
        np.zeros(size * colours),
        csr_array(vstack((one, kron(incidence, each)), format="csr")),
        np.repeat([1.0, -np.inf], [size, len(ends) * colours]),
        1.0,
        fixed.ravel(),
        1.0,
        True,
    )


def colours_of(x: Floats, size: int) -> Ints:
    """The colour of each vertex at a point of that model."""
    return np.asarray(x.reshape(size, -1).argmax(axis=1), np.int64)
