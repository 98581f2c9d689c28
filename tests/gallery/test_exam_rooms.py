"""The slots of the gallery are as few as a model finds that gives each exam a slot and a room."""

import numpy as np
import pytest
from ortools.sat.python import cp_model

from gallery import exam_rooms


@pytest.mark.parametrize("seed", range(3))
def test_as_few_slots_as_an_assignment_to_rooms(seed):
    pairs, students, seats = data = exam_rooms.instance(10, seed)
    model, slots = cp_model.CpModel(), range(10)
    at = {
        (exam, slot, room): model.new_bool_var("")
        for exam in range(10)
        for slot in slots
        for room in range(len(seats))
        if students[exam] <= seats[room]
    }
    used = [model.new_bool_var("") for _ in slots]
    for exam in range(10):
        model.add_exactly_one(taken for (e, _, _), taken in at.items() if e == exam)
    for slot in slots:
        for room in range(len(seats)):
            taken = [taken for (_, s, r), taken in at.items() if (s, r) == (slot, room)]
            model.add(sum(taken) <= used[slot])
        for pair in pairs.tolist():
            model.add_at_most_one(
                taken for (e, s, _), taken in at.items() if e in pair and s == slot
            )
    model.minimize(sum(used))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    slot, _, result = exam_rooms.solve(*data)
    assert result.success
    assert result.fun == result.dual_bound == solver.objective_value == len(np.unique(slot))
    assert np.all(slot[pairs[:, 0]] != slot[pairs[:, 1]])
    room = exam_rooms.rooms(slot, students, seats)
    assert np.all(students <= seats[room])
    assert len(set(zip(slot.tolist(), room.tolist(), strict=True))) == 10
