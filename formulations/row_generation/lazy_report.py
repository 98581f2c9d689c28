"""What methods that add rows lazily report after each step and at the end."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.history import Step
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.separation import SeparatedRows
from nzdd.input.text import outline, outline_table

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LazyReport:
    """The work of a solve with oracles.

    Attributes
    ----------
    rounds, rows_added, nodes, lp_iterations : int
        Calls of the oracles, different rows they gave, nodes of the tree, simplex iterations.
    rows : SeparatedRows or None
        Those that stand in the last linear program of row generation, or of branch and bound on
        GLOP; for rounds, those that the solver had last.
    oracle : ndarray of int64
        The oracle each of `rows` is from.
    row_duals : ndarray
        The dual of each of `rows`, for linear programs.
    mips : int
        Mixed-integer models solved, where that is done in rounds.
    """

    __repr__ = outline
    _repr_html_ = outline_table
    rounds: int = 0
    rows_added: int = 0
    nodes: int = 0
    lp_iterations: int = 0
    rows: SeparatedRows | None = None
    oracle: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    row_duals: Floats = field(default_factory=lambda: np.empty(0))
    mips: int = 0

    def to_dict(self) -> dict[str, int]:
        """The counts, for JSON."""
        return {
            name: getattr(self, name) for name in ("rounds", "rows_added", "nodes", "lp_iterations")
        }


@dataclass(frozen=True, slots=True, eq=False)
class LazyStep(Step):
    """How far a solve has come; `number` counts the calls of the oracles.

    `lower` and `upper` are in the model's own sense: one is the dual bound, the other the value of
    the best point.

    Attributes
    ----------
    rows_added, nodes : int
        Different rows that the oracles gave, nodes of the tree that are done.
    maximize : bool
    x : ndarray or None
        The best point, where it is new.
    """

    rows_added: int = 0
    nodes: int = 0
    maximize: bool = False
    x: Floats | None = None

    @classmethod
    def of(
        cls,
        core: LinearModel,
        report: LazyReport,
        seconds: float,
        dual_bound: float | None,
        x: Floats | None = None,
        *,
        new: bool = True,
    ) -> LazyStep:
        """The step with this work done, dual bound and best point."""
        value = None if x is None else core.objective_value(x)
        low, high = (value, dual_bound) if core.maximize else (dual_bound, value)
        return cls(
            report.rounds,
            seconds,
            -math.inf if low is None else low,
            math.inf if high is None else high,
            core.num_columns,
            report.rows_added,
            report.nodes,
            core.maximize,
            x if new else None,
        )

    @property
    def dual_bound(self) -> float | None:
        """The proven bound on all feasible points, None where there is none yet."""
        return _finite(self.upper if self.maximize else self.lower)

    @property
    def incumbent(self) -> float | None:
        """The value of the best point, None where there is none yet."""
        return _finite(self.lower if self.maximize else self.upper)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
