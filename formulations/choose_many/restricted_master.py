"""The integer program over the members found so far: points, and no bound."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, hstack

from nzdd.formulations.choose_many.arc_flow import most_members
from nzdd.formulations.choose_many.many_model import ManyModel
from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.models.linear import LinearModel


@dataclass(frozen=True, slots=True, eq=False)
class RestrictedMaster:
    """A model over the columns outside choices, and then some members.

    Attributes
    ----------
    model : LinearModel
    members : ndarray of int64, shape (k, 2)
        As (choice, place among those found).
    others : ndarray of int64
        The columns of the core that come first.
    """

    model: LinearModel
    members: Ints
    others: Ints

    @classmethod
    def of(
        cls, many: ManyModel, members: Ints, use: csr_array, costs: Floats, at_most: float = np.inf
    ) -> RestrictedMaster:
        """The program of members that add `use` to the columns of the core; none dearer is kept."""
        core = many.core
        others = np.flatnonzero(~many.columns)
        most = most_members(core, others, costs, at_most)
        model = LinearModel(
            np.concatenate((core.objective[others], costs)),
            csr_array(hstack([many.by_column[:, others], core.matrix @ use.T], format="csr")),
            core.row_lower,
            core.row_upper,
            np.concatenate((core.lower[others], np.zeros(len(members)))),
            np.concatenate((core.upper[others], most)),
            np.concatenate((core.integrality[others], np.ones(len(members), np.bool_))),
        )
        return cls(model, members, others)
