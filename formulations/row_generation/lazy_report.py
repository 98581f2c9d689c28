"""What methods that add rows lazily tell on the way and at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.rows.separation import SeparatedRows

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class LazyState:
    """How far a solve has come; objective values are in the model's own sense.

    Attributes
    ----------
    seconds : float
        Since the start.
    rounds, rows_added, nodes : int
        Calls of the oracles, different rows they gave, nodes of the tree done.
    dual_bound, incumbent : float or None
    x : ndarray or None
        The incumbent, where it is new.
    """

    seconds: float
    rounds: int = 0
    rows_added: int = 0
    nodes: int = 0
    dual_bound: float | None = None
    incumbent: float | None = None
    x: Floats | None = None


OnState = Callable[[LazyState], None]


@dataclass(frozen=True, slots=True, eq=False)
class LazyReport:
    """The work of a solve with oracles.

    Attributes
    ----------
    rounds, rows_added, nodes, lp_iterations : int
        Calls of the oracles, different rows they gave, nodes of the tree, simplex iterations.
    rows : SeparatedRows or None
        For linear programs, the rows that stand in the last one.
    oracle : ndarray of int64
        The oracle each of `rows` is from.
    row_duals : ndarray
        The dual of each of `rows`.
    """

    rounds: int = 0
    rows_added: int = 0
    nodes: int = 0
    lp_iterations: int = 0
    rows: SeparatedRows | None = None
    oracle: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    row_duals: Floats = field(default_factory=lambda: np.empty(0))

    def to_dict(self) -> dict[str, int]:
        """The counts, for JSON."""
        return {
            name: getattr(self, name) for name in ("rounds", "rows_added", "nodes", "lp_iterations")
        }
