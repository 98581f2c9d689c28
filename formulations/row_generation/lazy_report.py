"""What methods that add rows lazily report at the end, and after each step."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.iteration.solve_step import SolveStep
from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.rows.separation import SeparatedRows
from nzdd.input.text import outline, outline_table


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
    row_duals: Floats = field(default_factory=partial(np.empty, 0))
    mips: int = 0

    def to_dict(self) -> dict[str, int]:
        """The counts, for JSON."""
        return {
            name: getattr(self, name) for name in ("rounds", "rows_added", "nodes", "lp_iterations")
        }

    def step(
        self,
        core: LinearModel,
        seconds: float,
        dual_bound: float | None,
        x: Floats | None = None,
        *,
        new: bool = True,
    ) -> SolveStep:
        """The step with this work done, dual bound and best point, which may be `new`."""
        return SolveStep.of(
            core,
            seconds,
            dual_bound,
            None if x is None else core.objective_value(x),
            x if new else None,
            rounds=self.rounds,
            rows_added=self.rows_added,
            nodes=self.nodes,
        )
