"""A round trip in a street network as a mixed-integer program, which several problems share."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, eye_array, hstack, vstack


class RoundTrip:
    """Rows of a simple cycle through a vertex: a binary column for each street and each corner.

    Further columns are a flow of one commodity from the start, one unit for each corner on the
    way (B. Gavish and S. Graves 1978). The columns of the streets come first.

    Parameters
    ----------
    ends : array of int, shape (m, 2)
    start : int
    flow : bool
        Without it the rows allow several cycles, which rows of their own must forbid.
    """

    def __init__(self, ends: NDArray[Any], start: int, *, flow: bool = True) -> None:
        m, n = len(ends), int(ends.max()) + 1
        self.ends, self.start, self.num_streets, self.num_corners = ends, int(start), m, n
        arcs = 2 * m if flow else 0
        street = np.arange(m)
        degree = csr_array((np.ones(2 * m), (ends.T.ravel(), np.tile(street, 2))), shape=(n, m))
        rows = [hstack((degree, -2 * eye_array(n), csr_array((n, arcs))))]
        low = [np.zeros(n)]
        high = [np.zeros(n)]
        if flow:
            tail, head = (ends.T.ravel(), ends[:, ::-1].T.ravel())
            number = np.arange(arcs)
            net = csr_array(
                (np.repeat((1.0, -1.0), arcs), (np.append(head, tail), np.tile(number, 2))),
                shape=(n, arcs),
            )
            others = np.delete(np.arange(n), self.start)
            stays = hstack((csr_array((n, m)), -eye_array(n), net), format="csr")[others]
            open_ = hstack(
                (-(n - 1) * vstack([eye_array(m)] * 2), csr_array((arcs, n)), eye_array(arcs))
            )
            rows += [stays, open_]
            low += [np.zeros(n - 1), np.full(arcs, -np.inf)]
            high += [np.zeros(n - 1), np.zeros(arcs)]
        self.num_columns = m + n + arcs
        self._rows, self._low, self._high = rows, low, high
        self.lower = np.zeros(self.num_columns)
        self.lower[m + self.start] = 1
        self.upper = np.append(np.ones(m + n), np.full(arcs, n - 1.0))
        self.integrality = np.arange(self.num_columns) < m + n

    def add(self, row: ArrayLike, lower: float = -np.inf, upper: float = np.inf) -> None:
        """Add a row over the streets, or over streets and corners."""
        values = np.asarray(row, float)
        wide = np.zeros((1, self.num_columns))
        wide[0, : values.size] = values
        self._rows.append(csr_array(wide))
        self._low.append(np.array([lower]))
        self._high.append(np.array([upper]))

    @property
    def matrix(self) -> Any:
        """The rows so far, sparse."""
        return vstack(self._rows, format="csr")

    @property
    def row_lower(self) -> NDArray[np.float64]:
        """The lower side of each row."""
        return np.concatenate(self._low)

    @property
    def row_upper(self) -> NDArray[np.float64]:
        """The upper side of each row."""
        return np.concatenate(self._high)
