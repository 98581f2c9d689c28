"""The weights of a few of the rules that are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from nzdd.formulations.learning.rules.bins.binned_rows import BinnedRows, Numbers
from nzdd.formulations.learning.rules.masters.restricted_master import RestrictedMaster
from nzdd.input.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """The weights of the rules that have one.

    Attributes
    ----------
    rules : ndarray of uint32, shape (r,)
        Numbers of `BinnedRows.rules`.
    weights : ndarray of float64, shape (outputs, r)
    intercept : ndarray of float64, shape (outputs,)
    """

    rules: Numbers
    weights: Floats
    intercept: Floats

    @classmethod
    def of(cls, master: RestrictedMaster[Any]) -> Fitted:
        """What a master has now."""
        used = np.flatnonzero(master.weights.any(axis=0))
        return cls(master.rules[used], master.weights[:, used], master.intercept.copy())

    def votes(self, rows: BinnedRows) -> Floats:
        """For each distinct row, shape (rows, outputs)."""
        columns = [rows.votes(self.rules, np.ascontiguousarray(each)) for each in self.weights]
        return np.column_stack(columns) + self.intercept
