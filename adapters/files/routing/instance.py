"""A vehicle routing problem as its file has it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from nzdd.formulations.models.arrays import Floats
from nzdd.formulations.routing.hours import HoursError
from nzdd.formulations.routing.routing_problem import RoutingProblem

MOST_PLACES = 5_000
"""Their distances take 200 MB."""
_TIMES = re.compile(r"(?<!place )(?<!customer )\b\d+\b")
"""In the message of an `HoursError`."""


@dataclass(frozen=True, slots=True, eq=False)
class RoutingFile:
    """A problem, and what its file tells besides.

    Attributes
    ----------
    problem : RoutingProblem
        With any number of vehicles.
    vehicles : int, pair of int or None
        How many the file speaks of: ``VEHICLES``, "trucks: 5" in its comment, or ``-k5`` at the end
        of its name, but for sets that take any number. A pair: at least and at most.
    names : tuple of str
        Of the places, the depot first.
    places : ndarray, shape (n + 1, 2), or None
        Their coordinates.
    columns : dict or None
        Of a table: the names of the columns of ``"places"``, of their ``"demand"``, their
        ``"name"``, their ``"hours"`` and ``"service"``; all but the first may be None.
    ticks : int
        Of hours, in the unit of the file.
    clock : bool
        Whether the file has hours as 08:30, which are minutes.
    decimals : int
        The file has loads and the capacity divided by 10 to the power of this.
    """

    problem: RoutingProblem
    vehicles: int | tuple[int, int] | None
    names: tuple[str, ...]
    places: Floats | None
    columns: dict[str, Any] | None = None
    ticks: int = 1
    clock: bool = False
    decimals: int = 0

    @property
    def arguments(self) -> dict[str, Any]:
        """Those of `nzdd.vehicle_routes`, without the number of vehicles.

        All but the distances are integers: loads and the capacity times 10 to the power of
        `decimals`.
        """
        problem, hours = self.problem, self.problem.hours
        given: dict[str, Any] = {
            "distances": problem.distances,
            "loads": problem.loads,
            "capacity": problem.capacity,
        }
        if hours is not None:
            given |= {
                "windows": np.column_stack((hours.early, hours.late)),
                "times": hours.travel,  # with the service
            }
        return given


def with_times(error: HoursError, shown: Callable[[int], str]) -> str:
    """The message of an error, with its times as the file has them."""
    return _TIMES.sub(lambda found: shown(int(found[0])), str(error))


def on_clock(minutes: int) -> str:
    """A time such as 08:30; that after midnight goes on from 24:00."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
