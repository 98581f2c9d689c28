"""The vehicle routing problem with capacities and hours, checked."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from nzdd.formulations.models.arrays import Floats, Ints
from nzdd.formulations.routing.checked_integers import LARGEST, checked_integers
from nzdd.formulations.routing.hours import Hours
from nzdd.input.arrays import as_array
from nzdd.input.text import shown


@dataclass(frozen=True, slots=True, eq=False)
class RoutingProblem:
    """Routes of least length that visit each customer once, in time and with what fits.

    Attributes
    ----------
    distances : ndarray of float, shape (n + 1, n + 1)
        From each place to each other one, 0 to itself; the first place is the depot.
    loads : ndarray of int64, shape (n + 1,)
        What each customer takes of the capacity; 0 at the depot.
    capacity : int
        Of a vehicle.
    vehicles : pair of int
        The least and the greatest number of routes.
    hours : Hours or None
        None where a customer may be served at any time.
    """

    distances: Floats
    loads: Ints
    capacity: int
    vehicles: tuple[int, int]
    hours: Hours | None = None

    @classmethod
    def of(
        cls,
        distances: ArrayLike,
        loads: ArrayLike,
        capacity: int,
        vehicles: int | tuple[int, int] | None = None,
        *,
        windows: ArrayLike | None = None,
        times: ArrayLike | None = None,
        service: ArrayLike | None = None,
    ) -> RoutingProblem:
        """Check what is given; ValueError says what is wrong with it."""
        load = checked_integers("loads", loads, "multiply loads and capacity by one number")
        if load.ndim != 1 or load.size < 2:
            raise ValueError(f"loads is {shown(loads)}; give 0 for the depot, then one a customer")
        size = load.size
        far = as_array(distances, "distances")
        if far.dtype.kind not in "iuf" or far.shape != (size, size):
            raise ValueError(
                f"distances has shape {far.shape}, and there are {size} loads; give a number for "
                f"each pair of places, shape ({size}, {size})"
            )
        far = far.astype(np.float64)
        np.fill_diagonal(far, 0.0)
        wrong = np.argwhere(~np.isfinite(far) | (far < 0))
        if wrong.size:
            here, there = wrong[0].tolist()
            what = f"the distance from place {here} to {there} is {far[here, there]:g}"
            raise ValueError(f"{what}; it must be finite and not negative")
        whole = isinstance(capacity, (int, np.integer)) and not isinstance(capacity, bool)
        if not whole or not 1 <= capacity <= LARGEST:
            raise ValueError(f"capacity is {shown(capacity)}; give an integer from 1 to 2^40")
        if load[0]:
            raise ValueError(f"the load of the depot, the first place, is {load[0]}; it must be 0")
        heavy = np.flatnonzero(load[1:] > capacity) + 1
        if heavy.size:
            what = f"customer {heavy[0]} has load {load[heavy[0]]}"
            raise ValueError(f"{what}, which exceeds the capacity {capacity}; no route has room")
        hours = None
        if windows is not None:
            times = far if times is None else times
            hours = Hours.of(windows, times, 0 if service is None else service, size)
        elif times is not None or service is not None:
            name = "service" if times is None else "times"
            raise ValueError(f"{name} is given without windows; give the hours of each place")
        return cls(far, load, int(capacity), _range("vehicles", vehicles, size - 1), hours)

    @property
    def size(self) -> int:
        """The number of places, the depot included."""
        return self.loads.size

    def length(self, routes: list[Ints]) -> float:
        """Of the legs of all routes, from the depot and back."""
        stops = [np.concatenate(([0], route, [0])) for route in routes]
        return float(sum(self.distances[stop[:-1], stop[1:]].sum() for stop in stops))

    def legs(self, route: Ints) -> Ints:
        """The symbols of a route: ``size * here + there`` for each leg but the last one."""
        return np.concatenate(([0], route[:-1])) * self.size + route

    def in_order(self, routes: list[Ints]) -> list[Ints]:
        """The same routes by their first customers, from their smaller end where that may be."""
        if self.hours is None and np.array_equal(self.distances, self.distances.T):
            routes = [route[::-1] if route[-1] < route[0] else route for route in routes]
        return sorted(routes, key=lambda route: int(route[0]))

    def is_solved_by(self, routes: list[Ints]) -> bool:
        """Whether each customer is visited once and in time, and loads and vehicles suffice."""
        least, most = self.vehicles
        visits = np.sort(np.concatenate(routes)) if routes else np.zeros(0, np.int64)
        return (
            least <= len(routes) <= most
            and np.array_equal(visits, np.arange(1, self.size))
            and all(self.loads[route].sum() <= self.capacity for route in routes)
            and (self.hours is None or all(map(self.hours.admits, routes)))
        )

    def units(self, steps: int) -> tuple[int, int]:
        """The least powers of two as units of loads and hours in which these have so many steps."""
        loads = _unit(self.capacity // self._common, steps)
        return loads, 1 if self.hours is None else _unit(int(self.hours.late[0]), steps)

    def rounded(self, unit: int, period: int) -> RoutingProblem:
        """Loads and hours rounded down to coarser units, with all routes of this problem.

        More routes may fit. The unit is one of the greatest common divisor of the loads. Where
        loads would vanish, a route has so many customers at most as may fit. This problem itself
        if both units are 1.
        """
        if (unit, period) == (1, 1):
            return self
        divisor = unit * self._common
        loads, capacity = self.loads // divisor, self.capacity // divisor
        if unit > 1 and not loads[self.loads > 0].all():
            loads = (np.arange(self.size) > 0).astype(np.int64)
            fitting = np.cumsum(np.sort(self.loads[1:])) <= self.capacity
            capacity = int(fitting.sum())
        hours = None if self.hours is None else self.hours.rounded(period)
        return replace(self, loads=loads, capacity=capacity, hours=hours)

    @property
    def _common(self) -> int:
        return max(1, int(np.gcd.reduce(self.loads)))


def _unit(most: int, steps: int) -> int:
    """The least power of two in which a number has so many steps at most."""
    return 1 << max(0, -(-(most + 1) // steps) - 1).bit_length()


def _range(name: str, given: int | tuple[int, int] | None, most: int) -> tuple[int, int]:
    """A pair of numbers from 1 to `most`; one number stands for both, None for no limits."""
    pair = (1, most) if given is None else given
    least, greatest = pair if isinstance(pair, tuple) and len(pair) == 2 else (pair, pair)
    for each in (least, greatest):
        if isinstance(each, bool) or not isinstance(each, (int, np.integer)) or each < 1:
            raise ValueError(f"{name} is {shown(given)}; give an integer from 1 on, or two of them")
    if least > min(greatest, most):
        other = f"at most {greatest}" if least > greatest else f"there are {most} customers"
        raise ValueError(f"{name} is {shown(given)}: at least {least}, but {other}")
    return int(least), min(int(greatest), most)
