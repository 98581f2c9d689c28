"""Exam rooms: exams are assigned to slots and rooms."""

from __future__ import annotations

import numpy as np
from ortools.sat.python import cp_model
from scipy.sparse import csr_array

import nzdd
from benchmarks.gallery.compare import Answer, Problem, answer, script
from nzdd.formulations import LinearModel


def ours(size: int, limit: float) -> Answer:
    exams = script("exam_rooms")
    return answer(exams.solve(*exams.instance(size), time_limit=limit)[-1])


def highs(size: int, limit: float) -> Answer:
    """A column for each exam and slot; rooms by numbers of large exams; HiGHS."""
    pairs, students, seats = script("exam_rooms").instance(size)
    slots = size // 2
    place = np.arange(size * slots).reshape(size, slots)  # then a column for each slot
    rows: list[tuple[list[int], list[float], float, float]] = []
    rows.extend((place[exam].tolist(), [1.0] * slots, 1.0, 1.0) for exam in range(size))
    for slot in range(slots):
        used = size * slots + slot
        for pair in pairs:
            rows.append(([*place[pair, slot].tolist(), used], [1, 1, -1], -np.inf, 0))
        for least in np.unique((0, *seats[:-1])):
            large = place[students > least, slot].tolist()
            number = -float((seats > least).sum())
            rows.append(([*large, used], [*[1.0] * len(large), number], -np.inf, 0))
        if slot:
            rows.append(([used - 1, used], [1, -1], 0, np.inf))
    offsets = np.cumsum([0, *(len(columns) for columns, *_ in rows)])
    values = np.concatenate([each for _, each, *_ in rows])
    columns = np.concatenate([each for each, *_ in rows])
    matrix = csr_array((values, columns, offsets), shape=(len(rows), (size + 1) * slots))
    model = LinearModel(
        np.repeat((0, 1), (size * slots, slots)),
        matrix,
        np.array([low for *_, low, _ in rows]),
        np.array([high for *_, high in rows]),
        0,
        1,
        integrality=True,
    )
    return answer(nzdd.solve(model, "direct", "highs", time_limit=limit, threads=1))


def cp_sat(size: int, limit: float) -> Answer:
    """The slot of each exam as an integer, exams that exclude each other all different; CP-SAT."""
    pairs, students, seats = script("exam_rooms").instance(size)
    model, slots = cp_model.CpModel(), size // 2
    slot = [model.new_int_var(0, slots - 1, "") for _ in range(size)]
    last = model.new_int_var(0, slots - 1, "")
    for i, j in pairs.tolist():
        model.add(slot[i] != slot[j])
    for least in np.unique((0, *seats[:-1])):
        large = np.flatnonzero(students > least).tolist()
        stays = [model.new_fixed_size_interval_var(slot[exam], 1, "") for exam in large]
        model.add_cumulative(stays, [1] * len(large), int((seats > least).sum()))
    for each in slot:
        model.add(each <= last)
    model.minimize(last + 1)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds, solver.parameters.num_workers = limit, 2
    status = solver.solve(model)
    if status == cp_model.OPTIMAL:
        return "optimal", solver.objective_value, solver.best_objective_bound
    known = solver.objective_value if status == cp_model.FEASIBLE else None
    return "time", known, solver.best_objective_bound


PROBLEM = Problem(
    "Exams in the fewest slots, each in a room of its own",
    (20, 30, 45, 60),
    ours,
    {"exams and slots, HiGHS": highs, "slots as integers, CP-SAT": cp_sat},
    unit="exams",
)
