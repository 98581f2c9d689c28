"""A day of shifts: all shifts are columns."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, eye_array, hstack

import nzdd
from benchmarks.gallery.compare import Answer, Problem, answer, script
from nzdd.formulations import LinearModel


def ours(size: int, limit: float) -> Answer:
    day = script("day_of_shifts")
    return answer(day.solve(*day.instance(size), time_limit=limit)[-1])


def flow_highs(size: int, limit: float) -> Answer:
    """The flow on the whole diagram, in HiGHS."""
    day = script("day_of_shifts")
    found = day.solve(
        *day.instance(size), method="extended", solver="highs", time_limit=limit, threads=1
    )
    return answer(found[-1])


def _listed(solver: str, size: int, limit: float) -> Answer:
    """All shifts listed, an integer column for each."""
    day = script("day_of_shifts")
    needed, wage = day.instance(size)
    shifts = csr_array(_shifts(day, size))
    rows = hstack((shifts.T, eye_array(size), -eye_array(size)), format="csr")
    most = float(needed.max())
    costs = np.r_[shifts @ wage, np.full(size, day.MISSING), np.full(size, day.IDLE)]
    upper = np.r_[np.full(shifts.shape[0], most), np.full(size, most), np.full(size, 1e4)]
    model = LinearModel(costs, rows, needed, needed, 0.0, upper, integrality=True)
    return answer(nzdd.solve(model, "direct", solver, time_limit=limit, threads=1))


def _shifts(day: Any, periods: int) -> NDArray[Any]:
    """Each shift as a vector of half hours, shape (shifts, periods)."""
    parts = [range(a, b + 1) for a, b in zip(day.LEAST, day.MOST, strict=True)]
    found = []
    for each in itertools.product(*parts):
        if day.DAY[0] <= sum(each[::2]) <= day.DAY[1]:
            work = np.repeat(np.arange(len(each)) % 2 == 0, each)
            for start in range(periods + 1 - work.size):
                found.append(np.pad(work, (start, periods - start - work.size)))
    return np.array(found, np.int8)


def listed_highs(size: int, limit: float) -> Answer:
    """All shifts listed, in HiGHS."""
    return _listed("highs", size, limit)


def listed_cp_sat(size: int, limit: float) -> Answer:
    """All shifts listed, in CP-SAT."""
    return _listed("cp_sat", size, limit)


PROBLEM = Problem(
    "Shifts of a day that meet a demand at least cost",
    (24, 48, 96),
    ours,
    {
        "flow on the diagram, HiGHS": flow_highs,
        "all shifts listed, HiGHS": listed_highs,
        "all shifts listed, CP-SAT": listed_cp_sat,
    },
    unit="periods",
)
