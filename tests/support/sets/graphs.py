"""Grids, and small graphs of every unpleasant kind, as the two ends of each edge."""

import numpy as np
from hypothesis import strategies as st


def grid(rows, columns):
    """The edges of a grid, vertex by vertex: to the right, downwards."""
    at = np.arange(rows * columns).reshape(rows, columns)
    right = np.stack((at[:, :-1].ravel(), at[:, 1:].ravel()), axis=1)
    down = np.stack((at[:-1].ravel(), at[1:].ravel()), axis=1)
    ends = np.concatenate((right, down))
    return ends[np.argsort(ends[:, 0], kind="stable")]


@st.composite
def multigraphs(draw, max_vertices=6, max_edges=8):
    """Edges with parallel ones and self-loops, and the number of vertices, some without edges."""
    num_vertices = draw(st.integers(1, max_vertices))
    vertex = st.integers(0, num_vertices - 1)
    return draw(st.lists(st.tuples(vertex, vertex), max_size=max_edges)), num_vertices
