"""Problem (5) of Kurokawa et al. 2022, with a row for each path."""

import numpy as np
from scipy.sparse import csr_array

from nzdd import NZDD
from nzdd.formulations.learning.soft_margin.soft_margin_models import (
    SoftMarginModel,
    labels,
    primal_model,
)
from nzdd.formulations.learning.soft_margin.soft_margin_problem import SoftMarginProblem

MANY_PATHS = 100_000
"""The most paths that `path_model` lists."""


def path_model(problem: SoftMarginProblem) -> SoftMarginModel:
    """Problem (5): a row for each path of the diagram, a slack for each edge.

    The objective sums over edges what the paper sums over rows: the slack of an edge counts for all
    rows whose path uses it.

    Raises
    ------
    ValueError
        If there are more than 100,000 paths.

    Notes
    -----
    Rows: the paths, then the sum of the weights. Columns: weights, rho, slacks. Time and memory
    O(paths x depth + labels on the paths).
    """
    nzdd = problem.diagram.nzdd
    if nzdd.count() > MANY_PATHS:
        raise ValueError(
            f"the diagram has {nzdd.count():,} paths, and (5) lists at most {MANY_PATHS:,}; "
            "take edge_model"
        )
    paths = _paths(nzdd)
    rho = csr_array(np.ones((paths.shape[0], 1)))
    return primal_model(problem, csr_array(paths @ labels(problem)), rho, paths, problem.capacity)


def _paths(nzdd: NZDD) -> csr_array:
    """The edges of every path, shape (num_paths, num_edges); all paths grow by one edge a round."""
    first = np.searchsorted(nzdd.source, np.arange(nzdd.num_nodes + 1))
    grown = np.zeros((1, 0), np.int64)
    node, done = np.zeros(1, np.int64), []
    while node.size:
        leaving = np.diff(first)[node]
        parent = np.repeat(np.arange(node.size), leaving)
        within = np.arange(parent.size) - np.repeat(np.cumsum(leaving) - leaving, leaving)
        edge = first[node][parent] + within
        grown = np.column_stack((grown[parent], edge))
        node = nzdd.target[edge].astype(np.int64)
        ends = node == nzdd.num_nodes - 1
        done.append(grown[ends])
        grown, node = grown[~ends], node[~ends]
    counts = np.concatenate([np.full(*paths.shape) for paths in done])
    edges = np.concatenate([paths.ravel() for paths in done])
    offsets = np.concatenate(([0], np.cumsum(counts)))
    return csr_array((np.ones(edges.size), edges, offsets), shape=(counts.size, nzdd.num_edges))
