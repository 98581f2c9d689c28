"""Points of a model that chooses members: flows on the graphs, and all other columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nzdd.formulations.choose_many.arc_flow import sums
from nzdd.formulations.choose_many.bounds.dual_program import DualProgram
from nzdd.formulations.choose_many.many_model import ManyModel
from nzdd.formulations.models.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """A point.

    Attributes
    ----------
    x : ndarray
        The columns of the core.
    flows : tuple of ndarray
        How many of the chosen members of each choice take each edge.
    value : float
        The objective, without the offset.
    """

    x: Floats
    flows: tuple[Floats, ...]
    value: float

    @classmethod
    def of(cls, many: ManyModel, x: Floats, flows: tuple[Floats, ...]) -> Point:
        """The point of these flows; those of x that are sums over members come from them."""
        point = np.array(x, np.float64)
        value = 0.0
        for choice, flow in zip(many.choices, flows, strict=True):
            point[choice.columns] = np.asarray(sums(choice.graph) @ flow)
            value += float(choice.graph.costs @ flow)
        return cls(point, flows, value + float(many.core.objective @ point))

    @classmethod
    def of_members(
        cls,
        many: ManyModel,
        program: DualProgram,
        members: NDArray[np.int64],
        number: Floats,
        x: Floats,
    ) -> Point:
        """The point of members, as (choice, place among those found), each so many times."""
        flows = []
        for at, oracle in enumerate(program.oracles):
            mine = members[:, 0] == at
            flows.append(oracle.found.paths[members[mine, 1]].T @ number[mine])
        return cls.of(many, x, tuple(flows))
