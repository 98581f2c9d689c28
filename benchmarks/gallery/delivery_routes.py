"""Delivery routes: circuits in CP-SAT, or a flow of one vehicle from customer to customer."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python import cp_model
from scipy.sparse import csr_array

import nzdd
from benchmarks.gallery.compare import Answer, Problem, answer, script
from nzdd.formulations import LinearModel


def ours(size: int, limit: float) -> Answer:
    routes = script("delivery_routes")
    return answer(routes.solve(*routes.instance(size), time_limit=limit)[-1])


def _legs(size: int) -> tuple[Any, NDArray[Any], list[tuple[int, int]]]:
    """The instance, the distances, and the legs that fit into hours and loads by themselves."""
    place, load, opens, closes, capacity = data = script("delivery_routes").instance(size)
    far = np.rint(np.hypot(*(place[:, None] - place).transpose(2, 0, 1))).astype(int)
    legs = [
        (i, j)
        for i in range(size + 1)
        for j in range(size + 1)
        if i != j
        and load[i] + load[j] <= capacity
        and (j == 0 or (opens[i] if i else 0) + far[i, j] <= closes[j])
    ]
    return data, far, legs


def circuits(size: int, limit: float) -> Answer:
    """Routes as one circuit that may pass the depot many times, in CP-SAT."""
    (_, load, opens, closes, capacity), far, legs = _legs(size)
    vehicle = script("delivery_routes").VEHICLE
    model = cp_model.CpModel()
    time = [model.new_int_var(int(opens[j]), int(closes[j]), "") for j in range(size + 1)]
    full = [model.new_int_var(int(load[j]), capacity, "") for j in range(size + 1)]
    arcs, terms = [], []
    for i, j in legs:
        taken = model.new_bool_var("")
        arcs.append((i, j, taken))
        terms.append(taken * int(far[i, j] + vehicle * (i == 0)))
        if j:
            left = time[i] if i else 0
            model.add(time[j] >= left + int(far[i, j])).only_enforce_if(taken)
            model.add(full[j] >= (full[i] if i else 0) + int(load[j])).only_enforce_if(taken)
    model.add_multiple_circuit(arcs)
    model.minimize(sum(terms))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit
    solver.parameters.num_workers = 2
    status = solver.solve(model)
    if status == cp_model.OPTIMAL:
        return "optimal", solver.objective_value, solver.best_objective_bound
    known = solver.objective_value if status == cp_model.FEASIBLE else None
    return "time", known, solver.best_objective_bound


def legs_highs(size: int, limit: float) -> Answer:
    """A binary column for each leg, times and loads by the rows of Miller, Tucker and Zemlin."""
    (_, load, opens, closes, capacity), far, legs = _legs(size)
    vehicle = script("delivery_routes").VEHICLE
    m = len(legs)  # columns: legs, times, loads
    rows: list[int] = []
    cols: list[int] = []
    values: list[float] = []
    lower: list[float] = []
    upper: list[float] = []

    def add(terms: list[tuple[int, float]], low: float, high: float) -> None:
        rows.extend([len(lower)] * len(terms))
        cols.extend(column for column, _ in terms)
        values.extend(value for _, value in terms)
        lower.append(low)
        upper.append(high)

    for j in range(1, size + 1):
        add([(k, 1) for k, leg in enumerate(legs) if leg[1] == j], 1, 1)
        add([(k, 1) for k, leg in enumerate(legs) if leg[0] == j], 1, 1)
    for k, (i, j) in enumerate(legs):
        if not j:
            continue
        if i:
            wide = closes[i] + far[i, j] - opens[j]
            add([(m + j, 1), (m + i, -1), (k, -wide)], far[i, j] - wide, np.inf)
            add(
                [(m + size + 1 + j, 1), (m + size + 1 + i, -1), (k, -capacity)],
                load[j] - capacity,
                np.inf,
            )
        else:
            add([(m + j, 1), (k, -float(far[0, j]))], 0, np.inf)
    shape = (len(lower), m + 2 * (size + 1))
    model = LinearModel(
        np.r_[[far[i, j] + vehicle * (i == 0) for i, j in legs], np.zeros(2 * (size + 1))],
        csr_array((values, (rows, cols)), shape=shape),
        np.array(lower, float),
        np.array(upper, float),
        np.r_[np.zeros(m), opens, load],
        np.r_[np.ones(m), closes, np.full(size + 1, capacity)],
        np.arange(shape[1]) < m,
    )
    return answer(nzdd.solve(model, "direct", "highs", time_limit=limit, threads=1))


PROBLEM = Problem(
    "Routes with hours and loads that serve all customers",
    (8, 10, 13, 16),
    ours,
    {"circuits, CP-SAT": circuits, "legs, HiGHS": legs_highs},
    unit="customers",
)
