"""One member of a family to choose: a unit flow through its diagram."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, hstack, vstack

from nzdd import NZDD
from nzdd.formulations.models.arrays import Floats, Matrix


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceRows:
    """The rows of a choice: ``matrix @ (x, y) = right``.

    x has a column for each symbol: 1 if it is in the chosen member; y has one for each edge of the
    diagram: 1 if it is on the path of the member.

    Attributes
    ----------
    matrix : csr_array, shape (num_nodes - 1 + num_symbols, num_symbols + num_edges)
    right : ndarray, shape (num_nodes - 1 + num_symbols,)
    """

    matrix: Matrix
    right: Floats


def choice_rows(nzdd: NZDD) -> ChoiceRows:
    """A unit flow y from root to leaf, and for each symbol the flow x through its edges.

    The flows of one unit are the convex combinations of the paths (flow decomposition; Ahuja,
    Magnanti and Orlin 1993, theorem 3.5), and every path is a member. So the points x are exactly
    the convex hull of the members, without integrality of y; the integral ones are the members,
    as no 0/1 point is a combination of others. Time and memory O(nodes + edges + labels).
    """
    edges, inner = nzdd.num_edges, nzdd.num_nodes - 2
    edge = np.arange(edges)
    out_of, into = nzdd.source.astype(np.int64), nzdd.target.astype(np.int64)
    enters = into <= inner  # not the leaf
    flow = csr_array(
        (
            np.concatenate((np.ones(edges), -np.ones(int(enters.sum())))),
            (np.concatenate((out_of, into[enters])), np.concatenate((edge, edge[enters]))),
        ),
        shape=(inner + 1, edges),
    )
    symbols = nzdd.num_symbols
    carrier = np.repeat(edge, np.diff(nzdd.label_offsets))
    through = csr_array(
        (np.ones(carrier.size), (nzdd.labels.astype(np.int64), carrier)), shape=(symbols, edges)
    )
    ones = csr_array((np.ones(symbols), (np.arange(symbols),) * 2), shape=(symbols, symbols))
    nothing = csr_array((inner + 1, symbols))
    matrix = vstack([hstack([nothing, flow]), hstack([ones, -through])], format="csr")
    right = np.zeros(matrix.shape[0])
    right[0] = 1.0
    return ChoiceRows(csr_array(matrix), right)
