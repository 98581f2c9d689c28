"""Hours in which places may be served, and the time between them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from nzdd.formulations.models.arrays import Ints
from nzdd.formulations.routing.checked_integers import checked_integers

UNIT = "give times (the distances by default), windows and service in a smaller unit"


class HoursError(ValueError):
    """That a `place` cannot be served in its hours."""

    def __init__(self, place: int, message: str) -> None:
        super().__init__(message)
        self.place = place


@dataclass(frozen=True, slots=True, eq=False)
class Hours:
    """When service may start at each place; a vehicle that comes too early waits.

    Attributes
    ----------
    early, late : ndarray of int64, shape (n + 1,)
        At the depot, the first place: when vehicles leave, and when they must be back.
    travel : ndarray of int64, shape (n + 1, n + 1)
        The time from the start of service at one place until the arrival at another one.
    home : ndarray of int64, shape (n + 1,)
        The least time from the start of service until the arrival at the depot.
    """

    early: Ints
    late: Ints
    travel: Ints
    home: Ints

    @classmethod
    def of(cls, windows: ArrayLike, times: ArrayLike, service: ArrayLike, size: int) -> Hours:
        """Check what is given for so many places; ValueError says what is wrong with it."""
        window = checked_integers("windows", windows, UNIT)
        if window.shape != (size, 2):
            what = f"windows has shape {window.shape}; give the earliest and the latest start of"
            raise ValueError(f"{what} service at each place, shape ({size}, 2)")
        early, late = window.T.copy()
        for place in np.flatnonzero(early > late)[:1].tolist():
            what = f"place {place} opens at {early[place]} and closes at {late[place]}"
            raise HoursError(place, f"{what}; the first may not be later")
        time = checked_integers("times", times, UNIT)
        if time.shape != (size, size):
            what = f"times has shape {time.shape}; give the time between each pair of places"
            raise ValueError(f"{what}, shape ({size}, {size})")
        stay = checked_integers("service", service, UNIT)
        if stay.shape not in ((), (size,)):
            what = f"service has shape {stay.shape}; give one number, or one a place"
            raise ValueError(f"{what}, shape ({size},)")
        if stay.ndim == 0:
            stay = np.where(np.arange(size) > 0, stay, 0)
        travel = time + stay[:, None]
        np.fill_diagonal(travel, 0)
        out, home = _least(travel), _least(travel.T)
        starts = np.maximum(early, early[0] + out)
        for place in np.flatnonzero(starts > late)[:1].tolist():
            what = f"customer {place} must be served by {late[place]}"
            text = f"{what}, and no vehicle can be there before {starts[place]}"
            raise HoursError(place, text)
        for place in np.flatnonzero(starts + home > late[0])[:1].tolist():
            what = f"vehicles must be back by {late[0]}"
            back = starts[place] + home[place]
            text = f"{what}, and none can be back from customer {place} before {back}"
            raise HoursError(place, text)
        return cls(early, late, travel, home)

    def starts(self, route: Ints) -> Ints:
        """When service starts at each customer of a route, and last the arrival at the depot."""
        stops = np.concatenate(([0], route, [0]))
        driven = np.concatenate(([0], np.cumsum(self.travel[stops[:-1], stops[1:]])))
        early = np.append(self.early[stops[:-1]], self.early[0])
        starts: Ints = driven + np.maximum.accumulate(early - driven)
        return starts[1:]

    def admits(self, route: Ints) -> bool:
        """Whether a vehicle is at each place in time."""
        return bool((self.starts(route) <= self.late[np.append(route, 0)]).all())

    def rounded(self, unit: int) -> Hours:
        """Hours in a coarser unit, which admit all routes that these admit."""
        return Hours(*(each // unit for each in (self.early, self.late, self.travel, self.home)))


def _least(travel: Ints) -> Ints:
    """The least times from the depot to all places."""
    size = len(travel)
    here, there = np.divmod(np.arange(size**2), size)
    graph = csr_array((travel.ravel(), (here, there)), shape=travel.shape)  # with its zeros
    found: Ints = dijkstra(graph, indices=[0])[0].astype(np.int64)
    return found
