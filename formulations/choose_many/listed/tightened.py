"""A list of members made shorter: rows cut the relaxation, and its reduced costs fix members."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from scipy.sparse import csr_array

from nzdd.formulations.choose_many.bounds.reduced_costs import reduced_costs
from nzdd.formulations.choose_many.listed.half_rows import HalfRows
from nzdd.formulations.choose_many.listed.listed_members import ListedMembers
from nzdd.formulations.iteration.limits import Limits
from nzdd.formulations.iteration.lp_engine import MakeEngine
from nzdd.formulations.models.linear import LinearModel
from nzdd.formulations.models.result import Status
from nzdd.formulations.row_generation.lazy_model import LazyModel
from nzdd.formulations.row_generation.rows_in_use import RowsInUse
from nzdd.formulations.rows.separation import SeparatedRows

CUTS = 100
"""Cuts in a round at most."""

PATIENCE, GAIN = 5, 0.01
"""Rounds in which the bound must close this share of what it is below the target."""

OLD = 4
FEWER = 0.8
"""The relaxation starts anew where no more than this share of the members is left."""

VIOLATION = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class Tightened:
    """Members that are left, and the rows that cut.

    Attributes
    ----------
    listed : ListedMembers or None
        None where no point meets the target.
    cuts : SeparatedRows
    """

    listed: ListedMembers | None
    cuts: SeparatedRows

    @property
    def model(self) -> LinearModel:
        """The program with all rows."""
        assert self.listed is not None
        cuts = self.cuts
        return self.listed.model.with_rows(cuts.matrix, cuts.lower, cuts.upper)


def tightened(
    listed: ListedMembers, target: Fraction, make_engine: MakeEngine, limits: Limits
) -> Tightened:
    """Cut and fix as long as that gains enough. All bounds are exact."""
    cuts = SeparatedRows.none(listed.model.num_columns)
    while True:
        lazy = LazyModel(listed.model.relaxed(), (HalfRows.of(listed.model),))
        use = RowsInUse(lazy.core, make_engine)
        use.add(cuts, np.zeros(len(cuts), np.int64))
        left = np.ones(lazy.core.num_columns, np.bool_)
        values: list[float] = []
        while not limits.ends():
            answer = use.engine.solve(limits.left)
            if answer.status is not Status.OPTIMAL or answer.x is None or answer.duals is None:
                break
            rows = use.rows
            model = lazy.core.with_rows(rows.matrix, rows.lower, rows.upper)
            costs = reduced_costs(model, answer.duals)
            if costs is not None:
                if costs.value > target:
                    return Tightened(None, rows)
                left &= (costs.columns <= costs.room(target)) | (lazy.core.lower > 0)
                left[: listed.others.size] = True
            values.append(float(lazy.core.objective @ answer.x))
            far = max(float(target) - values[-1], 1e-3)
            if len(values) > PATIENCE and values[-1] - values[-1 - PATIENCE] < GAIN * far:
                break
            use.grow_older(answer.duals)
            use.drop(OLD, answer.x)
            if not use.separate(lazy, answer.x, CUTS, VIOLATION)[0]:
                break
        cuts = use.rows
        few = left.sum() < FEWER * left.size
        if few:
            listed = listed.kept(left)
            cuts = replace(cuts, matrix=csr_array(cuts.matrix.tocsc()[:, left]))
        if not few or limits.ends():
            return Tightened(listed, cuts)
