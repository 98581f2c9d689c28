"""Graphs of routes, one after the other: coarse ones first, then those of fewer routes."""

from __future__ import annotations

import numpy as np

from nzdd.formulations.routing.ng_routes import ng_routes
from nzdd.formulations.routing.routing_problem import RoutingProblem
from nzdd.input.row_table import Progress
from nzdd.path_graph import PathGraph

NEAR = 6
"""A customer and its nearest ones, in which visits are remembered."""

MOST_STATES = 30_000
"""Fewer are remembered where the dynamic program has more states."""

NEAR_IN_TIME = 3
"""With hours there are fewer ways to visit a customer again, and more states to remember them."""

STEPS = (512, 256, 128, 64, 32, 16)
"""Of loads and of hours at most, where there are too many states otherwise."""


class RouteGraphs:
    """Graphs whose routes are those of a problem, and fewer others each time.

    Attributes
    ----------
    near : int
        How many customers the routes of the last graph remember, themselves included.
    units : pair of int
        In which its loads and its hours are rounded down; 1 and 1 where they are not.
    legs : ndarray of bool, shape (size, size)
        Which legs further routes may take. Who knows a bound takes others away.
    """

    def __init__(
        self, problem: RoutingProblem, max_states: int, progress: Progress | None = None
    ) -> None:
        self._problem, self._max_states, self._progress = problem, max_states, progress
        self.near, self.units = 1, (1, 1)
        self.legs = np.ones((problem.size, problem.size), np.bool_)

    @property
    def rounded(self) -> bool:
        """Whether loads or hours of the last graph are rounded."""
        return self.units != (1, 1)

    def first(self) -> PathGraph:
        """Routes that remember one customer alone.

        With hours there are few states if possible, for a bound that is there soon. MemoryError
        where even loads and hours of the fewest `STEPS` have too many.
        """
        coarser = [each for each in map(self._problem.units, STEPS) if each != (1, 1)]
        few = () if self._problem.hours is None else (MOST_STATES,)
        for most in (*few, self._max_states):
            for units in ((1, 1), *coarser):
                found = self._graph(1, units, min(most, self._max_states))
                if found is not None:
                    return found
        raise MemoryError(f"there are more than max_states = {self._max_states} states")

    def finer(self, overfull: bool) -> PathGraph | None:
        """Routes that remember more, or of loads and hours that are less rounded; None if too many.

        Parameters
        ----------
        overfull : bool
            Whether the loads of routes in use, as they are, exceed the capacity; then loads are
            less rounded, and hours otherwise, if there is room.
        """
        timed = self._problem.hours is not None
        most = NEAR_IN_TIME if timed and self.rounded else NEAR
        room = self._max_states if timed else MOST_STATES
        for near in range(most, self.near, -1):
            found = self._graph(near, self.units, room)
            if found is not None:
                return found
        unit, period = self.units
        finer = [each for each in ((unit // 2, period), (unit, period // 2)) if all(each)]
        for units in finer if overfull else finer[::-1]:
            found = self._graph(self.near, units, self._max_states)
            if found is not None:
                return found
        return None

    def _graph(self, near: int, units: tuple[int, int], max_states: int) -> PathGraph | None:
        problem = self._problem.rounded(*units)
        try:
            found = ng_routes(problem, near, max_states, self._progress, self.legs)
        except MemoryError as error:
            if "max_states" not in str(error):
                raise
            return None
        self.near, self.units = near, units
        return found
